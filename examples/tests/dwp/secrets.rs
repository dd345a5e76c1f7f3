//! P19: no writer lets a credential through, and no answer repeats one.

use std::path::Path;

use plan_testkit::PlanBuilder;

use crate::run::{Plan, Ran, run};

/// A password in a URL; put together here, so that no scanner takes this file for a leak.
fn secret() -> (String, String) {
    let password = ["hunter", "2", "hunter"].concat();
    (
        format!("see postgres://app:{password}@db.internal/app"),
        password,
    )
}

fn running() -> Plan {
    Plan::of(&PlanBuilder::full(4).tick(1).start(2))
}

/// The texts below a directory, one after the other.
fn texts(dir: &Path) -> String {
    let mut all = String::new();
    for entry in std::fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            all += &texts(&path);
        } else {
            all += &String::from_utf8_lossy(&std::fs::read(&path).unwrap());
        }
    }
    all
}

/// The call is refused for its credential: nothing is written, and nothing repeats it.
#[track_caller]
fn refuses(what: &str, plan: &Plan, ran: &Ran, before: &str) {
    let (_, password) = secret();
    assert_eq!(ran.code, 1, "{what}: {}{}", ran.out, ran.err);
    let said = format!("{}{}", ran.out, ran.err);
    assert!(said.contains("credential"), "{what}: {said}");
    assert!(!said.contains(&password), "{what}: {said}");
    assert_eq!(texts(&plan.dir), before, "{what}");
}

/// Runs a command with the secret in the place of `SECRET` in its arguments.
fn tries(command: &[&str], plan: &Plan) -> Ran {
    let (text, _) = secret();
    let filled: Vec<String> = command
        .iter()
        .map(|argument| argument.replace("SECRET", &text))
        .collect();
    let filled: Vec<&str> = filled.iter().map(String::as_str).collect();
    let place = if filled[0] == "update" {
        plan.state_path()
    } else {
        plan.path().to_owned()
    };
    run(&[&[filled[0], place.as_str()], &filled[1..]].concat())
}

const UPDATE: [&str; 5] = ["update", "--task", "2", "--status", "in_progress"];

#[test]
fn p19_updating_and_completing() {
    for more in [
        ["--gate", "cargo test|1|SECRET"],
        ["--gate", "curl SECRET|1|x"],
        [
            "--gate-json",
            r#"{"command": "x", "passes": false, "evidence": "SECRET"}"#,
        ],
        ["--worked", "SECRET"],
        ["--notes", "SECRET"],
        ["--tried", "SECRET"],
        ["--failed", "SECRET"],
        ["--checkpoint-step", "SECRET"],
        ["--checkpoint-note", "SECRET"],
        ["--agent", "SECRET"],
        ["--model", "SECRET"],
    ] {
        let plan = running();
        let before = texts(&plan.dir);
        let ran = tries(&[&UPDATE[..], &more].concat(), &plan);
        refuses(&more.join(" "), &plan, &ran, &before);
        let ran = tries(&[&["complete", "--task", "2"][..], &more].concat(), &plan);
        if !more[0].starts_with("--checkpoint") {
            refuses(&format!("complete {}", more[0]), &plan, &ran, &before);
        }
    }
    let plan = running();
    let before = texts(&plan.dir);
    for more in [
        ["--block-reason", "SECRET", "--block-needs", "x"],
        ["--block-reason", "x", "--block-needs", "SECRET"],
    ] {
        let ran = tries(
            &[&["update", "--task", "2", "--status", "blocked"][..], &more].concat(),
            &plan,
        );
        refuses(more[1], &plan, &ran, &before);
    }
    let reopen = [
        "update",
        "--task",
        "1",
        "--status",
        "in_progress",
        "--reopen-reason",
        "SECRET",
    ];
    refuses("reopen", &plan, &tries(&reopen, &plan), &before);
    let log = plan.dir.parent().unwrap().join("log.md");
    std::fs::write(&log, format!("Summary: {}\n", secret().0)).unwrap();
    let ran = tries(
        &["complete", "--task", "2", "--log", log.to_str().unwrap()],
        &plan,
    );
    refuses("log", &plan, &ran, &before);
}

#[test]
fn p19_amending_approving_deciding_and_escalating() {
    let amend = [
        "--criterion",
        "Part 1 has one row an invoice.",
        "--observed",
        "x",
        "--disposition",
        "not-executed",
        "--reason",
        "x",
        "--authority",
        "user",
        "--tasks",
        "Task 1",
        "--evidence",
        "invalidated: none; preserved: none",
    ];
    let amend = [&["amend", "--task", "1"][..], &amend].concat();
    let decide = [
        "decide",
        "--question",
        "x",
        "--option",
        "x",
        "--choice",
        "x",
        "--reason",
        "x",
        "--revert",
        "x",
        "--words",
        "x",
        "--recommended",
        "x",
    ];
    let escalate = [
        "escalate",
        "--task",
        "2",
        "--class",
        "C1",
        "--question",
        "x",
        "--needs",
        "x",
        "--recommended",
        "x",
    ];
    let later = [&escalate[..], &["--can-wait"]].concat();
    let approve = ["approve", "--by", "x", "--words", "x"];
    let gate = [
        "approve",
        "--task",
        "2",
        "--by",
        "Ana",
        "--words",
        "yes",
        "--criterion",
        "x",
        "--relayed-by",
        "x",
    ];
    for command in [&amend[..], &decide, &escalate, &later, &approve, &gate] {
        let texts_of = command
            .iter()
            .enumerate()
            .skip(1)
            .filter(|(at, _)| command[at - 1].starts_with("--"));
        for (at, _) in texts_of {
            if ["--task", "--class"].contains(&command[at - 1]) {
                continue;
            }
            let mut filled = command.to_vec();
            filled[at] = "SECRET";
            if command[0] == "decide"
                && ["--option", "--choice", "--recommended"].contains(&command[at - 1])
            {
                for place in [4, 6, 14] {
                    filled[place] = "SECRET";
                }
            }
            let plan = running();
            let before = texts(&plan.dir);
            let ran = tries(&filled, &plan);
            refuses(
                &format!("{} {}", command[0], command[at - 1]),
                &plan,
                &ran,
                &before,
            );
        }
    }
}

#[test]
fn p19_refining_migrating_and_making_plans() {
    let plan = running();
    let before = texts(&plan.dir);
    let file = plan.dir.parent().unwrap().join("given.json");
    let given = |text: serde_json::Value| {
        std::fs::write(&file, text.to_string().replace("SECRET", &secret().0)).unwrap();
        file.to_str().unwrap().to_owned()
    };
    for field in ["observed", "reason", "authority", "discovered"] {
        let mut refine = serde_json::json!({
            "schema": "urn:planwright:schema:refine:v1", "observed": "x", "reason": "x", "authority": "user",
            "changes": [], "discovered": ["x"],
        });
        refine[field] = if field == "discovered" {
            serde_json::json!(["SECRET"])
        } else {
            "SECRET".into()
        };
        let ran = run(&["refine", plan.path(), &given(refine)]);
        refuses(field, &plan, &ran, &before);
    }
    let migrate = ["migrate", "--to", "v5", "--reason", "SECRET"];
    let old = Plan::of(&PlanBuilder::legacy(3));
    let unchanged = texts(&old.dir);
    refuses("migrate", &old, &tries(&migrate, &old), &unchanged);
}

/// What stands in the Markdown by hand is not carried into the state.
#[test]
fn p19_reconciling_carries_no_secret_into_the_state() {
    let (text, password) = secret();
    let plan = running();
    let readme = plan.file("README.md");
    let line = readme.lines().find(|line| line.contains("Task 3")).unwrap();
    let readme = readme.replace(line, &format!("{line}, {text}"));
    std::fs::write(plan.dir.join("README.md"), readme).unwrap();
    let state = plan.file("state.json");
    let ran = run(&["reconcile", plan.path(), "--write"]);
    assert_eq!(ran.code, 1, "{}{}", ran.out, ran.err);
    assert!(
        !format!("{}{}", ran.out, ran.err).contains(&password),
        "{}{}",
        ran.out,
        ran.err
    );
    assert_eq!(plan.file("state.json"), state);
}

/// Whatever looks at a plan with a secret in it stars it out.
#[test]
fn p19_no_answer_repeats_what_stands_in_a_plan() {
    let (text, password) = secret();
    let plan = Plan::of(&PlanBuilder::full(4).tick(1).block(2));
    let state = plan.file("state.json");
    let title = state
        .split('"')
        .find(|part| part.contains("part 3") && !part.contains(".md"))
        .unwrap();
    let state = state.replace(&format!("\"{title}\""), &format!("\"{title} {text}\""));
    std::fs::write(plan.dir.join("state.json"), state).unwrap();
    let parent = plan.dir.parent().unwrap().to_str().unwrap().to_owned();
    let mut seen = 0;
    for command in [
        &["check", plan.path()][..],
        &["status", plan.path()],
        &["resume", plan.path()],
        &["list", &parent],
        &["outcomes", plan.path()],
        &["decide", plan.path()],
        &["escalate", plan.path()],
        &["reconcile", plan.path()],
        &["diff", plan.path(), plan.path()],
    ] {
        for format in ["text", "json"] {
            let ran = run(&[command, &["--format", format]].concat());
            assert!(ran.code >= 0 && ran.code <= 2, "{command:?}: {}", ran.err);
            let said = format!("{}{}", ran.out, ran.err);
            assert!(!said.contains(&password), "{command:?} {format}: {said}");
            seen += usize::from(said.contains("postgres://app:"));
            if format == "json" {
                let _ = ran.json();
            }
        }
    }
    assert!(seen >= 4, "only {seen} answers tell the title");
}

/// A candidate is judged with all that it says, and a promotion with all that it would carry along.
#[test]
fn p19_finalizing_and_promoting() {
    let (text, _) = secret();
    let plan = crate::finalize::almost();
    let candidate = PlanBuilder::full(3).complete().files()["state.json"].clone();
    let evidence = candidate.rfind("\"evidence\": \"").unwrap() + "\"evidence\": \"".len();
    let file = plan.dir.parent().unwrap().join("candidate.json");
    let leaking = format!(
        "{}{text}, {}",
        &candidate[..evidence],
        &candidate[evidence..]
    );
    std::fs::write(&file, leaking).unwrap();
    let before = texts(&plan.dir);
    let ran = run(&[
        "finalize",
        plan.path(),
        "--candidate",
        file.to_str().unwrap(),
    ]);
    refuses("finalize", &plan, &ran, &before);
    let plan = Plan::of(&PlanBuilder::lite(3).tick(1));
    let readme = plan.file("README.md");
    let criterion = "Part 2 has one row an invoice.";
    assert!(readme.contains(criterion));
    let readme = readme.replace(criterion, &format!("{criterion} {text}"));
    std::fs::write(plan.dir.join("README.md"), readme).unwrap();
    let before = texts(&plan.dir);
    let ran = run(&["promote", plan.path()]);
    refuses("promote", &plan, &ran, &before);
}
