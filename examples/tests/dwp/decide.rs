//! `dwp decide`, `dwp escalate` and `dwp approve --task`: what an agent settles, and what it may not
//! (P13–P17).

use plan_testkit::PlanBuilder;

use crate::run::{Plan, Ran, dwp, run};
use crate::schema::meet_their_schemas;

const DECISION: [&str; 13] = [
    "--task",
    "2",
    "--question",
    "How are amounts kept",
    "--option",
    "whole cents",
    "--option",
    "a decimal type",
    "--choice",
    "whole cents",
    "--reason",
    "no rounding",
    "--revert=change `Amount`",
];

const QUESTION: [&str; 8] = [
    "--task",
    "2",
    "--question",
    "Which account may publish",
    "--class",
    "C2",
    "--needs",
    "access to the bucket",
];

const LATER: [&str; 10] = [
    "--task",
    "3",
    "--question",
    "Is the footer part of it",
    "--class",
    "c5",
    "--recommended",
    "keep it",
    "--can-wait",
    "--option=keep it",
];

fn running() -> Plan {
    Plan::of(&PlanBuilder::full(3).tick(1).start(2))
}

fn ask(command: &str, plan: &Plan, arguments: &[&str]) -> Ran {
    run(&[&[command, plan.path()], arguments].concat())
}

#[test]
fn p13_a_decision_is_recorded_once_and_listed() {
    let plan = running();
    let ran = ask("decide", &plan, &DECISION);
    assert_eq!(
        (ran.code, &*ran.out),
        (0, "How are amounts kept → whole cents\n"),
        "{}",
        ran.err
    );
    let again = ask(
        "decide",
        &plan,
        &[&DECISION[..], &["--format", "json"]].concat(),
    )
    .json();
    assert_eq!(again["outcome"], "unchanged");
    let list = run(&["decide", plan.path(), "--format", "json"]).json();
    assert_eq!(list["schema"], "urn:planwright:schema:decisions:v1");
    let decision = list["decisions"].as_array().unwrap().last().unwrap();
    assert_eq!(
        decision["options"],
        serde_json::json!(["whole cents", "a decimal type"])
    );
    assert_eq!(decision["revert"], "change `Amount`");
    let text = run(&["decide", plan.path()]).out;
    assert!(
        text.ends_with("Task 2: How are amounts kept → whole cents; to undo it: change `Amount`\n"),
        "{text}"
    );
    assert_eq!(run(&["check", plan.path()]).code, 0);
}

#[test]
fn p13_what_nothing_undoes_is_no_decision() {
    let plan = running();
    let mut arguments = DECISION;
    arguments[12] = "--revert=none";
    let ran = ask(
        "decide",
        &plan,
        &[&arguments[..], &["--format", "json"]].concat(),
    );
    let json = ran.json();
    assert_eq!(
        (ran.code, json["code"].as_str()),
        (1, Some("decision-irreversible"))
    );
    assert!(json["help"].as_str().unwrap().contains("--class C1"));
    let words = [
        &arguments[..],
        &["--words", "as I said", "--recommended", "whole cents"],
    ]
    .concat();
    assert!(ask("decide", &plan, &words).err.contains("--class C3"));
    assert_eq!(
        ask("decide", &plan, &["--question", "x"]).code,
        2,
        "parts are missing"
    );
}

#[test]
fn p13_an_escalation_blocks_the_task_and_is_sent_once() {
    let plan = running();
    let json = |ran: Ran| (ran.code, ran.json());
    let asked = [&QUESTION[..], &["--format", "json"]].concat();
    let (code, sent) = json(ask("escalate", &plan, &asked));
    assert_eq!((code, sent["outcome"].as_str()), (0, Some("sent")));
    assert_eq!(plan.state()["blocked"]["task"], 2);
    assert_eq!(plan.state()["status"], "blocked");
    let (code, again) = json(ask("escalate", &plan, &asked));
    assert_eq!((code, again["outcome"].as_str()), (0, Some("already-sent")));
    assert_eq!(
        (&again["id"], &again["escalation"]),
        (&sent["id"], &sent["escalation"])
    );
    let resumed = plan.update(&[
        "--task",
        "2",
        "--status",
        "in_progress",
        "--resolve-blocker",
    ]);
    assert_eq!(resumed.code, 0, "{}", resumed.err);
}

#[test]
fn p13_a_question_without_a_class_is_refused() {
    let plan = running();
    let ran = ask(
        "escalate",
        &plan,
        &[
            "--task",
            "2",
            "--question",
            "Which name",
            "--format",
            "json",
        ],
    );
    assert_eq!(
        (ran.code, ran.json()["code"].as_str()),
        (1, Some("class-missing"))
    );
    let odd = ask(
        "escalate",
        &plan,
        &["--task", "2", "--question", "x", "--class", "C 2"],
    );
    assert_eq!(odd.code, 2);
    assert_eq!(ask("escalate", &plan, &["--question", "x"]).code, 2);
}

#[test]
fn p16_questions_that_wait_are_listed_together_until_they_are_answered() {
    let plan = running();
    assert_eq!(ask("escalate", &plan, &LATER).code, 0);
    assert!(plan.state()["blocked"].is_null());
    let open = run(&["escalate", plan.path(), "--format", "json"]).json();
    assert_eq!(open["waiting"]["before_task"], 3);
    assert_eq!(open["waiting"]["questions"][0]["recommended"], "keep it");
    assert!(open["blocking"].is_null());
    let answer = [
        "--task",
        "3",
        "--question",
        "Is the footer part of it",
        "--option",
        "keep it",
    ];
    let answer = [
        &answer[..],
        &["--choice", "keep it", "--reason", "Ana", "--revert", "ask"],
    ]
    .concat();
    assert_eq!(ask("decide", &plan, &answer).code, 0);
    assert_eq!(
        run(&["escalate", plan.path()]).out,
        "PLAN_invoice_export: no question waits\n"
    );
}

/// Tasks that say what they depend on go on beside the blocked one, and the updater lets them.
#[test]
fn p17_a_blocker_parks_its_chain_and_not_the_run() {
    let mut builder = PlanBuilder::full(4);
    for (task, depends) in [(2, "none"), (3, "Task 1"), (4, "none")] {
        let files = builder.files();
        let title = format!("# Task {task}:");
        let (name, text) = files
            .iter()
            .find(|(_, text)| text.starts_with(&title))
            .unwrap();
        let heading = text.lines().next().unwrap().to_owned();
        builder = builder.edit(
            name,
            &heading,
            &format!("{heading}\n\n**Depends on:** {depends}"),
        );
    }
    let plan = Plan::of(&builder.start(1));
    let asked = [
        "--task",
        "1",
        "--question",
        "x",
        "--class",
        "C1",
        "--format",
        "json",
    ];
    let sent = ask("escalate", &plan, &asked).json();
    let expected = serde_json::json!({ "blocked": [1], "parked": [3], "going_on": [2, 4] });
    assert_eq!(sent["chain"], expected, "{sent}");
    for (task, code) in [("2", 0), ("3", 1)] {
        let moved = plan.update(&["--task", task, "--status", "in_progress"]);
        assert_eq!(moved.code, code, "{task}: {}", moved.err);
    }
    let text = run(&["escalate", plan.path()]).out;
    assert!(text.contains("parked: 3\ngoing on: 2, 4\n"), "{text}");
}

#[test]
fn p14_a_gate_takes_the_persons_own_words() {
    let builder = PlanBuilder::full(3).tick(1).start(2);
    let criterion = "Part 2 has one row an invoice.";
    let files = builder.files();
    let (file, _) = files
        .iter()
        .find(|(_, text)| text.contains(criterion))
        .unwrap();
    let plan = Plan::of(&builder.edit(file, criterion, "Human approval: Ana has read the copy."));
    let complete = [
        "--task",
        "2",
        "--status",
        "completed",
        "--gate",
        "cargo test -p part2|0|12 passed",
    ];
    let gate = |more: &[&str]| {
        let own = [
            "--task",
            "2",
            "--by",
            "Ana",
            "--words",
            "Publish it.",
            "--format",
            "json",
        ];
        ask("approve", &plan, &[&own[..], more].concat())
    };
    let relayed = gate(&["--relayed-by", "builder"]).json();
    assert_eq!(relayed["meets_gate"], false);
    assert_eq!(plan.update(&complete).code, 1);
    assert_eq!(gate(&["--trust"]).code, 2, "trust closes no gate");
    let own = gate(&[]).json();
    assert_eq!(
        (&own["meets_gate"], &own["criterion"]),
        (
            &true.into(),
            &"Human approval: Ana has read the copy.".into()
        )
    );
    assert_eq!(plan.update(&complete).code, 0);
    let none = ask(
        "approve",
        &plan,
        &["--task", "3", "--by", "Ana", "--words", "ok"],
    );
    assert!(
        none.code == 1 && none.err.contains("criterion-unknown"),
        "{}",
        none.err
    );
}

/// Eight processes decide at once: each waits for its turn, and no decision is lost.
#[test]
fn p13_concurrent_decisions_are_all_kept() {
    const WRITERS: usize = 8;
    let plan = running();
    std::thread::scope(|scope| {
        for writer in 0..WRITERS {
            let plan = &plan;
            scope.spawn(move || {
                let question = format!("question {writer}");
                let mut arguments = DECISION;
                arguments[3] = &question;
                let ran = ask(
                    "decide",
                    plan,
                    &[&arguments[..], &["--wait", "60"]].concat(),
                );
                assert_eq!(ran.code, 0, "{}", ran.err);
            });
        }
    });
    let list = run(&["decide", plan.path(), "--format", "json"]).json();
    let questions: Vec<_> = list["decisions"].as_array().unwrap().iter().collect();
    for writer in 0..WRITERS {
        let question = format!("question {writer}");
        let told = questions
            .iter()
            .filter(|told| told["question"] == question.as_str());
        assert_eq!(told.count(), 1, "{question}");
    }
}

/// A kill at any step leaves the old PROGRESS.md or the new one, and the call can be repeated.
#[test]
fn p13_a_kill_while_deciding_loses_nothing() {
    let mut killed = 0;
    for step in [
        "lock-owner",
        "temp-write",
        "temp-half",
        "compare",
        "rename",
        "dir-sync",
        "release-aside",
    ] {
        let plan = running();
        let old = plan.file("PROGRESS.md");
        let mut command = dwp();
        command.env("PLANWRIGHT_PROBE", format!("kill:{step}"));
        let ran = Ran::of(
            command
                .args(["decide", plan.path()])
                .args(DECISION)
                .output()
                .unwrap(),
        );
        killed += usize::from(ran.code == -1);
        let after = plan.file("PROGRESS.md");
        assert!(after.starts_with(&old), "{step}");
        let lock = run(&["lock", plan.path(), "--format", "json"]).json();
        if let Some(nonce) = lock["owner"]["nonce"].as_str() {
            assert_eq!(
                run(&["lock", plan.path(), "--break", nonce]).code,
                0,
                "{step}"
            );
        } else if lock["held"] == true {
            assert_eq!(
                run(&["lock", plan.path(), "--break-unowned"]).code,
                0,
                "{step}"
            );
        }
        assert_eq!(ask("decide", &plan, &DECISION).code, 0, "{step}");
        let text = plan.file("PROGRESS.md");
        assert_eq!(
            text.matches("Decision: How are amounts kept").count(),
            1,
            "{step}"
        );
    }
    assert!(killed >= 6, "the probe was met at {killed} steps only");
}

#[test]
fn p13_outputs_meet_their_schemas() {
    let plan = running();
    let json = |command: &str, arguments: &[&str]| {
        ask(command, &plan, &[arguments, &["--format", "json"]].concat())
    };
    meet_their_schemas([
        json("decide", &DECISION),
        json("decide", &[]),
        json(
            "decide",
            &[
                "--question",
                "x",
                "--choice",
                "x",
                "--reason",
                "x",
                "--revert",
                "x",
            ],
        ),
        json("escalate", &LATER),
        json("escalate", &QUESTION),
        json("escalate", &QUESTION),
        json("escalate", &[]),
        json("escalate", &["--task", "2", "--question", "x"]),
        json(
            "approve",
            &[
                "--task",
                "2",
                "--by",
                "Ana",
                "--words",
                "ok",
                "--criterion",
                "x",
            ],
        ),
        json("approve", &["--task", "2", "--by", "Ana", "--words", "ok"]),
    ]);
}
