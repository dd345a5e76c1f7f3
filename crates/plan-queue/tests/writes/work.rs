//! Releasing, starting, ticking, and going from phase to phase (Q22, Q26, Q29, Q31).

use plan_queue::phase::{Phase, Role, SetBy, Surfaces};
use plan_queue::select::{Caller, ClaimVersions};
use plan_queue::write::{
    EnterRequest, Entered, Planned, ReleaseRequest, Released, StartRequest, Started, enter,
    release, start, tick,
};

use crate::fixture::{Files, ONE, TWO, already, caller, change, claims, refusal, versions};

fn released(files: &Files, drop_wip: bool, versions: ClaimVersions<'_>) -> Planned<Released> {
    let request = ReleaseRequest {
        caller: caller(),
        versions,
        task: "sumar",
        drop_wip,
    };
    release(&files.0, &files.queue(), &request)
}

fn surfaces() -> Surfaces {
    Surfaces::read("# Empresa\n\n## Qué no se puede romper\n\n- `web`\n")
}

const PLAN: &str = "1. [ ] Prueba en rojo\n2. [ ] Sumar\n";

fn started(files: &Files, slug: &str, plan: &str) -> Planned<Started> {
    let request = StartRequest {
        caller: caller(),
        versions: ClaimVersions::default(),
        task: slug,
        plan,
        set_by: SetBy::Person,
        surfaces: &surfaces(),
    };
    start(&files.0, &files.queue(), &request)
}

fn entered(files: &Files, caller: Caller<'_>, to: Phase) -> Planned<Entered> {
    let request = EnterRequest {
        caller,
        versions: ClaimVersions::default(),
        task: "sumar",
        to,
        set_by: SetBy::Person,
        surfaces: &surfaces(),
    };
    enter(&files.0, &files.queue(), &request)
}

#[test]
fn q26_a_release_removes_the_claim_and_nothing_else() {
    let files = Files::new().claim("sumar", ONE);
    let change = change(released(&files, false, ClaimVersions::default()));
    let after = files.after(&change);
    assert!(after.0.get("claims/sumar.md").is_none());
    assert_eq!((change.files.len(), &*change.summary), (1, "Release sumar"));
    already(released(&after, false, ClaimVersions::default()));
}

#[test]
fn q26_a_release_leaves_no_work_behind_and_takes_no_others() {
    let none = ClaimVersions::default();
    let refused = |files: &Files, versions| refusal(released(files, false, versions));
    let active = Files::new()
        .claim("sumar", ONE)
        .wip("trees-one", "sumar", "Build");
    assert_eq!(refused(&active, none).code(), "wip-active");
    let taken = refused(&Files::new().claim("sumar", TWO), none);
    assert_eq!((taken.code(), taken.is_conflict()), ("taken", true));
    let there = claims("sumar", ONE);
    assert_eq!(
        refused(&Files::new(), versions(&there, &[])).code(),
        "claim-upstream"
    );
    let change = change(released(&active, true, none));
    assert_eq!((change.shared().count(), change.local().count()), (1, 1));
}

#[test]
fn q26_a_task_is_started_from_its_approved_plan() {
    let files = Files::new().claim("sumar", ONE);
    let after = files.after(&change(started(&files, "sumar", PLAN)));
    assert_eq!(
        after.text("wip/trees-one.md"),
        "---\ntask: sumar\nphase: WIP\nservice: api\nlane: lite\n---\n\n## Plan aprobado\n\n1. [ ] Prueba en rojo\n2. [ ] Sumar\n"
    );
    assert!(after.faults().is_empty(), "{:?}", after.faults());
    already(started(&after, "sumar", PLAN));
    // Its own heading, and a critique, stand as they were approved.
    let plan = format!("# Plan\n\n## Plan aprobado\n\n{PLAN}\n## Crítica\n\nFaltaba el borde.\n");
    let after = files.after(&change(started(&files, "sumar", &plan)));
    let queue = after.queue();
    let [wip] = &queue.wips[..] else {
        panic!("one")
    };
    assert_eq!(
        (
            wip.steps.len(),
            wip.critique.as_ref().unwrap().value.as_str()
        ),
        (2, "Faltaba el borde.")
    );
}

#[test]
fn q22_the_floor_decides_the_lane_that_is_written() {
    let files = Files::new().edit(
        "BACKLOG.md",
        "**ordenar** [manual]",
        "**ordenar** [express]",
    );
    let files = files.claim("ordenar", ONE);
    let after = files.after(&change(started(&files, "ordenar", PLAN)));
    assert!(after.text("wip/trees-one.md").contains("lane: directo\n"));
}

#[test]
fn q26_each_refusal_to_start_has_its_reason() {
    let own = || Files::new().claim("sumar", ONE);
    let rows = [
        ("claim-missing", Files::new(), PLAN),
        ("taken", Files::new().claim("sumar", TWO), PLAN),
        ("wip-active", own().wip("trees-one", "sumar", "Build"), PLAN),
        (
            "runner-busy",
            own().wip("trees-one", "restar", "Build"),
            PLAN,
        ),
        ("plan-unfit", own(), "Sin pasos.\n"),
        ("plan-unfit", own(), "1. [x] Hecho\n"),
        ("plan-unfit", own(), "1. [ ] Uno\n- suelto\n"),
        ("plan-unfit", own(), "1. [ ] Uno\n\n```\n"),
        ("task-done", own().done("sumar"), PLAN),
    ];
    for (code, files, plan) in rows {
        let refusal = refusal(started(&files, "sumar", plan));
        assert_eq!(refusal.code(), code, "{refusal}");
    }
    let idle = own().with("wip/trees-one.md", "---\ntask: restar\nstatus: IDLE\n---\n");
    change(started(&idle, "sumar", PLAN));
}

#[test]
fn q26_a_tick_changes_one_byte() {
    let files = Files::new().wip("trees-one", "sumar", "Build");
    let crlf = files.text("wip/trees-one.md").replace('\n', "\r\n");
    for files in [files.clone(), files.with("wip/trees-one.md", &crlf)] {
        let ticked = tick(&files.0, &files.queue(), ONE, (2, true));
        let after = files.after(&change(ticked));
        let expected = files.text("wip/trees-one.md").replace("2. [ ]", "2. [x]");
        assert_eq!(after.text("wip/trees-one.md"), expected);
        assert_eq!(
            already(tick(&after.0, &after.queue(), ONE, (2, true))).open,
            0
        );
        let opened = after.after(&change(tick(&after.0, &after.queue(), ONE, (2, false))));
        assert_eq!(
            opened.text("wip/trees-one.md"),
            files.text("wip/trees-one.md")
        );
    }
}

#[test]
fn q26_a_tick_needs_its_step() {
    let files = Files::new().wip("trees-one", "sumar", "Build");
    let code = |files: &Files, runner, step| {
        refusal(tick(&files.0, &files.queue(), runner, (step, true)))
            .code()
            .to_owned()
    };
    assert_eq!(code(&files, ONE, 3), "step-unknown");
    assert_eq!(code(&files, TWO, 1), "wip-missing");
    assert_eq!(
        code(&files.edit("wip/trees-one.md", "2. [ ]", "1. [ ]"), ONE, 1),
        "step-repeated"
    );
}

#[test]
fn q22_a_phase_is_entered_where_the_machine_allows_it() {
    let files = Files::new().wip("trees-one", "sumar", "WIP");
    let after = files.after(&change(entered(&files, caller(), Phase::Build)));
    assert_eq!(
        after.text("wip/trees-one.md"),
        files
            .text("wip/trees-one.md")
            .replace("phase: WIP", "phase: Build")
    );
    already(entered(&after, caller(), Phase::Build));
    for (to, code) in [
        (Phase::Verify, "phase-out-of-order"),
        (Phase::Critique, "phase-not-in-lane"),
    ] {
        assert_eq!(refusal(entered(&after, caller(), to)).code(), code);
    }
    let committed = Files::new().wip("trees-one", "sumar", "Commit");
    assert_eq!(
        refusal(entered(&committed, caller(), Phase::Done)).code(),
        "phase-closes"
    );
}

#[test]
fn q22_a_phase_is_written_into_ones_own_work_alone() {
    let other = Files::new()
        .claim("sumar", TWO)
        .wip("trees-two", "sumar", "WIP");
    let refused = refusal(entered(&other, caller(), Phase::Build));
    assert_eq!((refused.code(), refused.is_conflict()), ("taken", true));
    assert_eq!(
        refusal(entered(&Files::new(), caller(), Phase::Wip)).code(),
        "wip-missing"
    );
    already(entered(&Files::new(), caller(), Phase::Ready));
}

#[test]
fn q29_a_phase_that_was_not_there_gets_a_line_of_its_own() {
    let base = Files::new().wip("trees-one", "sumar", "WIP");
    for (from, eol) in [("phase: WIP\n", "\n"), ("phase: WIP\n", "\r\n")] {
        let text = base
            .text("wip/trees-one.md")
            .replace(from, "")
            .replace('\n', eol);
        let files = base.clone().with("wip/trees-one.md", &text);
        // Of the steps of a lane, none comes before WIP but those that are written down nowhere.
        let request = |to| entered(&files, caller(), to);
        assert_eq!(refusal(request(Phase::Build)).code(), "phase-out-of-order");
        let blank = base
            .clone()
            .edit("wip/trees-one.md", "phase: WIP", "phase:");
        assert_eq!(
            refusal(entered(&blank, caller(), Phase::Build)).code(),
            "phase-out-of-order"
        );
        let after = files.after(&change(request(Phase::Ready)));
        let expected = text.replace(
            &format!("task: sumar{eol}"),
            &format!("task: sumar{eol}phase: Ready{eol}"),
        );
        assert_eq!(after.text("wip/trees-one.md"), expected);
    }
}

#[test]
fn q31_the_two_sessions_hand_the_work_over() {
    let build = Caller {
        role: Some(Role::Build),
        ..caller()
    };
    let review = Caller {
        runner: TWO,
        role: Some(Role::Review),
        ..caller()
    };
    let committed = Files::new()
        .claim("sumar", ONE)
        .wip("trees-one", "sumar", "Commit");
    assert_eq!(
        refusal(entered(&committed, review, Phase::Review)).code(),
        "review-not-ready"
    );
    let handed = committed.after(&change(entered(&committed, build, Phase::Review)));
    assert_eq!(
        refusal(entered(&handed, build, Phase::Build)).code(),
        "review-pending"
    );
    // Where the review stands is written nowhere: in Verify, it would look as if it was being built.
    for to in [Phase::Review, Phase::Verify, Phase::Qa] {
        already(entered(&handed, review, to));
    }
    assert_eq!(
        refusal(entered(&handed, review, Phase::Commit)).code(),
        "phase-not-in-lane"
    );
    assert_eq!(
        refusal(entered(&handed, review, Phase::Done)).code(),
        "phase-closes"
    );
    // Back to Build goes only what something was found in.
    assert_eq!(
        refusal(entered(&handed, review, Phase::Build)).code(),
        "findings-missing"
    );
    let text = format!(
        "{}\n## Bloqueos\n\n- [ ] R3: falta el borde\n",
        handed.text("wip/trees-one.md")
    );
    let found = handed.with("wip/trees-one.md", &text);
    change(entered(&found, review, Phase::Build));
}
