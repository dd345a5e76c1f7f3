//! Stopping, and sending back (Q23, Q29, Q31, Q32).

use plan_queue::phase::Role;
use plan_queue::select::{Caller, Choice, ClaimVersions, Situation};
use plan_queue::stop::STOP_REASONS;
use plan_queue::write::{Planned, ReviewFinding, SentBack, StopRequest, Stopped, send_back, stop};

use crate::fixture::{BACKLOG, Files, ONE, TWO, already, caller, change, refusal};

fn stopped(files: &Files, reason: &str, needs: Option<&str>) -> Planned<Stopped> {
    let request = StopRequest {
        caller: caller(),
        versions: ClaimVersions::default(),
        task: "sumar",
        reason,
        needs,
    };
    stop(&files.0, &files.queue(), &request)
}

fn at_work() -> Files {
    Files::new()
        .claim("sumar", ONE)
        .wip("trees-one", "sumar", "Build")
}

#[test]
fn q32_a_stop_leaves_work_that_can_be_resumed() {
    let files = at_work();
    let after = files.after(&change(stopped(&files, "qa-failed", None)));
    let item = "\n## Bloqueos\n\n- **qa-failed** — the behaviour that its users meet is not the accepted one\n";
    assert_eq!(
        after.text("wip/trees-one.md"),
        format!("{}{item}", files.text("wip/trees-one.md"))
    );
    assert!(after.faults().is_empty(), "{:?}", after.faults());
    let queue = after.queue();
    let situation = Situation::new(&queue, caller(), ClaimVersions::default());
    assert!(matches!(situation.choose(), Choice::Task { task, .. } if task.slug() == "sumar"));
    already(stopped(&after, "qa-failed", None));
}

#[test]
fn q23_a_deprecated_reason_answers_its_successor() {
    let files = at_work();
    let Ok(plan_queue::write::Step::Change { outcome, change }) =
        stopped(&files, "verify-regression", None)
    else {
        panic!("it is stopped")
    };
    assert_eq!(
        (outcome.reason, outcome.deprecated),
        ("verify-failed", Some("verify-regression"))
    );
    assert_eq!(change.summary, "Stop sumar: verify-failed");
    assert_eq!(
        refusal(stopped(&files, "tired", None)).code(),
        "reason-unknown"
    );
}

#[test]
fn q32_where_a_person_is_needed_the_action_is_written() {
    let files = at_work();
    assert_eq!(
        refusal(stopped(&files, "build-blocked", None)).code(),
        "needs-missing"
    );
    let needs = Some("Dar acceso a la base.\nDespués, marcarla resuelta.");
    let written = change(stopped(&files, "build-blocked", needs));
    let names: Vec<_> = written
        .files
        .iter()
        .map(|file| file.path.as_str())
        .collect();
    assert_eq!(names, ["human/sumar.md", "wip/trees-one.md"]);
    let after = files.after(&written);
    assert_eq!(
        after.text("human/sumar.md"),
        "---\ntask: sumar\nstatus: pendiente\norigin: build-blocked\n---\n\nDar acceso a la base.\nDespués, marcarla resuelta.\n"
    );
    assert!(after.faults().is_empty(), "{:?}", after.faults());
    already(stopped(&after, "build-blocked", needs));
    // A need makes it a person's, whatever the reason.
    change(stopped(&files, "qa-failed", needs))
        .files
        .iter()
        .find(|file| file.path.as_str() == "human/sumar.md")
        .unwrap();
}

#[test]
fn q32_what_is_about_the_milestone_writes_its_checkpoint() {
    for reason in ["awaiting-review", "milestone-too-long", "budget-low"] {
        let files = at_work();
        let after = files.after(&change(stopped(&files, reason, Some("Mirar lo hecho."))));
        assert_eq!(
            after.text("checkpoints/uno.md"),
            "---\nstatus: pendiente\nhito: uno\nline:\n---\n\nMirar lo hecho.\n"
        );
        let queue = after.queue();
        let situation = Situation::new(&queue, caller(), ClaimVersions::default());
        assert!(
            matches!(situation.choose(), Choice::Stop(stop) if stop.reason.code == "awaiting-review")
        );
        already(stopped(&after, reason, Some("Mirar lo hecho.")));
    }
}

#[test]
fn q32_every_reason_of_the_vocabulary_stops() {
    for reason in STOP_REASONS {
        let files = at_work();
        let after = files.after(&change(stopped(&files, reason.code, Some("Algo."))));
        assert!(after.faults().is_empty(), "{reason}: {:?}", after.faults());
        assert!(
            after
                .text("wip/trees-one.md")
                .contains(&format!("- **{reason}** — Algo.\n"))
        );
    }
}

#[test]
fn q32_the_task_is_unticked() {
    let files = at_work().edit("BACKLOG.md", "- [ ] **sumar**", "- [x] **sumar**");
    let after = files.after(&change(stopped(&files, "qa-failed", None)));
    assert_eq!(after.text("BACKLOG.md"), BACKLOG);
}

#[test]
fn q32_only_who_has_the_task_stops_it() {
    let code = |files: &Files| refusal(stopped(files, "qa-failed", None)).code().to_owned();
    assert_eq!(code(&Files::new()), "claim-missing");
    assert_eq!(code(&Files::new().claim("sumar", TWO)), "taken");
    assert_eq!(code(&Files::new().done("sumar")), "task-done");
    // A bare claim is enough: there may be no plan yet.
    let files = Files::new().claim("sumar", ONE);
    let after = files.after(&change(stopped(
        &files,
        "not-ready",
        Some("Decidir el borde."),
    )));
    assert!(after.text("human/sumar.md").contains("origin: not-ready\n"));
    assert!(already(stopped(&files, "not-ready", None)).wip.is_none());
}

#[test]
fn q29_what_stands_under_bloqueos_stays() {
    let with = |section: &str| {
        at_work().with(
            "wip/trees-one.md",
            &format!("{}{section}", at_work().text("wip/trees-one.md")),
        )
    };
    let item = "- **qa-failed** — Algo.";
    for (before, after) in [
        (
            "\n## Bloqueos\n\n- (ninguno)\n",
            format!("\n## Bloqueos\n\n{item}\n"),
        ),
        (
            "\n## Bloqueos\n\n- uno\n\n## Notas\n\n- dos\n",
            format!("\n## Bloqueos\n\n- uno\n{item}\n\n## Notas\n\n- dos\n"),
        ),
        ("\n## Bloqueos\n", format!("\n## Bloqueos\n\n{item}\n")),
        (
            "\n## Bloqueos\n\n- uno",
            format!("\n## Bloqueos\n\n- uno\n{item}"),
        ),
    ] {
        for eol in ["\n", "\r\n"] {
            let files = with(before);
            let text = files.text("wip/trees-one.md").replace('\n', eol);
            let files = files.with("wip/trees-one.md", &text);
            let done = files.after(&change(stopped(&files, "qa-failed", Some("Algo."))));
            let expected =
                format!("{}{after}", at_work().text("wip/trees-one.md")).replace('\n', eol);
            assert_eq!(done.text("wip/trees-one.md"), expected);
        }
    }
}

fn found(basis: &str, checked: bool, text: &str) -> ReviewFinding {
    ReviewFinding {
        basis: basis.to_owned(),
        checked,
        text: text.to_owned(),
    }
}

fn back(files: &Files, findings: &[ReviewFinding]) -> Planned<SentBack> {
    send_back(&files.0, &files.queue(), TWO, ("sumar", findings))
}

#[test]
fn q31_a_task_goes_back_with_what_was_found() {
    let handed = Files::new()
        .claim("sumar", ONE)
        .wip("trees-one", "sumar", "Review");
    let findings = [
        found("R7", true, "falta el cero"),
        found("criterio", false, "el nombre engaña"),
    ];
    let after = handed.after(&change(back(&handed, &findings)));
    let expected = handed
        .text("wip/trees-one.md")
        .replace("phase: Review", "phase: Build")
        + "\n## Bloqueos\n\n- [ ] **R7** — falta el cero\n- **criterio** — el nombre engaña (sin comprobar)\n";
    assert_eq!(after.text("wip/trees-one.md"), expected);
    assert!(after.faults().is_empty(), "{:?}", after.faults());
    let queue = after.queue();
    let build = Caller {
        role: Some(Role::Build),
        ..caller()
    };
    let situation = Situation::new(&queue, build, ClaimVersions::default());
    assert!(
        matches!(situation.choose(), Choice::Task { .. }),
        "the builder goes on"
    );
}

#[test]
fn q31_only_what_was_checked_sends_back() {
    let handed = Files::new()
        .claim("sumar", ONE)
        .wip("trees-one", "sumar", "Review");
    let rows: [(&str, &[ReviewFinding]); 4] = [
        ("review-unverified", &[found("R7", false, "quizás falta")]),
        ("review-unverified", &[]),
        ("review-unbacked", &[found(" ", true, "no me gusta")]),
        ("review-unbacked", &[found("R7", true, "dos\nlíneas")]),
    ];
    for (code, findings) in rows {
        let refusal = refusal(back(&handed, findings));
        assert_eq!(refusal.code(), code);
        assert_eq!(refusal.stop().unwrap().code, code);
    }
    let building = Files::new()
        .claim("sumar", ONE)
        .wip("trees-one", "sumar", "Build");
    assert_eq!(
        refusal(back(&building, &[found("R7", true, "x")])).code(),
        "review-not-ready"
    );
}

#[test]
fn q31_the_same_call_again_changes_nothing_while_the_builder_has_what_was_found() {
    let handed = Files::new()
        .claim("sumar", ONE)
        .wip("trees-one", "sumar", "Review");
    let findings = [
        found("R7", true, "falta el cero"),
        found("criterio", false, "el nombre engaña"),
    ];
    let after = handed.after(&change(back(&handed, &findings)));
    let again = already(back(&after, &findings));
    assert_eq!((again.to_settle, again.recorded), (1, 1));
    // Another finding is another call, and the task is not there to be sent back.
    let other = [found("R7", true, "sobra el cero")];
    assert_eq!(refusal(back(&after, &other)).code(), "review-not-ready");
    // So is the same one once the builder has settled it.
    let file = "wip/trees-one.md";
    let settled = after.text(file).replace("- [ ] **R7**", "- [x] **R7**");
    let settled = after.with(file, &settled);
    assert_eq!(
        refusal(back(&settled, &findings)).code(),
        "review-not-ready"
    );
}
