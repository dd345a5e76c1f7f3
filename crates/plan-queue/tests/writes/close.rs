//! Closing (Q26, Q29, Q31, Q33).

use plan_queue::facts::Git;
use plan_queue::phase::Role;
use plan_queue::select::{Caller, Choice, ClaimVersions, Situation};
use plan_queue::write::{Change, CloseRequest, Closed, FileChange, Planned, close};
use plan_queue::{Facts, Queue};

use crate::fixture::{BACKLOG, Files, ONE, TWO, already, caller, change, refusal, today};

const ENTRY: &str = "\
- [x] **sumar** — Sumar dos números
  acept: suma
  fecha: 2026-10-15
  done: la suma; `cargo test -p api`, exit 0
  qa: se sumó 2 y 2 y dio 4
  tests: A → api/tests/suma.rs › «suma»
  commit: n/a — el código vive aparte
  review: aprobado por qa
";

fn facts() -> Facts {
    Facts {
        today: Some(today()),
        git: Git::Absent,
    }
}

fn closing_as(
    files: &Files,
    caller: Caller<'_>,
    entry: Option<&str>,
    checkpoint: Option<&str>,
) -> Planned<Closed> {
    let request = CloseRequest {
        caller,
        versions: ClaimVersions::default(),
        task: "sumar",
        entry,
        checkpoint,
        facts: &facts(),
    };
    close(&files.0, &files.queue(), &request)
}

fn closing(files: &Files, entry: &str) -> Planned<Closed> {
    closing_as(files, caller(), Some(entry), None)
}

fn wip(phase: &str, lane: &str, more: &str) -> String {
    format!(
        "---\ntask: sumar\nphase: {phase}\nservice: api\nlane: {lane}\n---\n\n## Plan aprobado\n\n1. [x] Uno\n2. [x] Dos\n{more}"
    )
}

/// `sumar` is built and committed, and only to be closed.
fn built() -> Files {
    Files::new()
        .claim("sumar", ONE)
        .with("wip/trees-one.md", &wip("Commit", "lite", ""))
}

#[test]
fn q26_one_call_closes_a_task_everywhere() {
    let files = built();
    let change = change(closing(&files, ENTRY));
    let names: Vec<_> = change.files.iter().map(|file| file.path.as_str()).collect();
    assert_eq!(
        names,
        [
            "done/sumar.md",
            "BACKLOG.md",
            "claims/sumar.md",
            "wip/trees-one.md"
        ]
    );
    let after = files.after(&change);
    assert_eq!(
        after.text("done/sumar.md"),
        format!("{ENTRY}  lane: lite\n")
    );
    let line = "- [ ] **sumar** [lite] — Sumar. _Aceptación: suma._ (service: api)\n";
    assert_eq!(after.text("BACKLOG.md"), BACKLOG.replace(line, ""));
    assert!(after.0.get("claims/sumar.md").is_none() && after.0.get("wip/trees-one.md").is_none());
    assert!(after.faults().is_empty(), "{:?}", after.faults());
    assert!(!already(closing(&after, ENTRY)).task.is_empty());
}

#[test]
fn q29_only_the_line_leaves_the_file() {
    let files = built();
    let wrapped = "- [ ] **sumar** [lite] — Sumar.\n  _Aceptación: suma._\n  (service: api)\n";
    let one_line = "- [ ] **sumar** [lite] — Sumar. _Aceptación: suma._ (service: api)\n";
    for (before, after) in [
        (
            BACKLOG.replace(one_line, wrapped),
            BACKLOG.replace(one_line, ""),
        ),
        (
            BACKLOG.replace('\n', "\r\n"),
            BACKLOG.replace(one_line, "").replace('\n', "\r\n"),
        ),
        (
            format!("{BACKLOG}  \n\n\n"),
            format!("{}  \n\n\n", BACKLOG.replace(one_line, "")),
        ),
    ] {
        let files = files.clone().with("BACKLOG.md", &before);
        let closed = files.after(&change(closing(&files, ENTRY)));
        assert_eq!(closed.text("BACKLOG.md"), after);
    }
    // A quote or a list behind it is no part of it, whatever Markdown makes of them.
    for behind in [
        "\n> cita\n",
        "\n* otra lista\n",
        "\n| a | b |\n",
        "<!-- nota -->\n",
    ] {
        let head = "# Cola\n\n## Hito uno — Uno\n\n";
        let files = files
            .clone()
            .with("BACKLOG.md", &format!("{head}{one_line}{behind}"));
        let faults = files.faults();
        let closed = files.after(&change(closing(&files, ENTRY)));
        assert_eq!(
            closed.text("BACKLOG.md"),
            format!("{head}{behind}"),
            "{faults:?}"
        );
    }
    // The last line of a file that ends without a line ending.
    let text = "# Cola\n\n## Hito uno — Uno\n\n- [ ] **sumar** [lite] — Sumar. _Aceptación: suma._ (service: api)";
    let files = files.with("BACKLOG.md", text);
    let closed = files.after(&change(closing(&files, ENTRY)));
    assert_eq!(closed.text("BACKLOG.md"), "# Cola\n\n## Hito uno — Uno\n\n");
}

#[test]
fn q26_the_critique_is_copied_word_for_word() {
    let critique = "\n## Crítica\n\n- El borde: `tests: A` no alcanza.\n- Se agregó   el cero.\n";
    let full = |entry: &str| {
        let files = Files::new()
            .edit("BACKLOG.md", "**sumar** [lite]", "**sumar** [full]")
            .claim("sumar", ONE)
            .with("wip/trees-one.md", &wip("Commit", "full", critique));
        (closing(&files, entry), files)
    };
    let (planned, files) = full(ENTRY);
    let after = files.after(&change(planned));
    let text = after.text("done/sumar.md");
    assert!(
        text.ends_with(
            "  lane: full\n  critique: - El borde: `tests: A` no alcanza. - Se agregó   el cero.\n"
        ),
        "{text}"
    );
    let other = format!("{ENTRY}  critique: nada que objetar\n");
    assert_eq!(refusal(full(&other).0).code(), "critique-differs");
    let same =
        format!("{ENTRY}  critique: - El borde: `tests: A` no alcanza. - Se agregó   el cero.\n");
    change(full(&same).0);
}

#[test]
fn q26_another_lane_than_the_one_that_ran_is_refused() {
    let says = |lane: &str| format!("{ENTRY}  lane: {lane}\n");
    change(closing(&built(), &says("lite")));
    for lane in ["express", "full", "manual", "sin clasificar"] {
        assert_eq!(
            refusal(closing(&built(), &says(lane))).code(),
            "lane-differs",
            "{lane}"
        );
    }
    // The work in progress says what ran, whatever the line says: the floor had raised it.
    let raised = Files::new()
        .edit("BACKLOG.md", "**sumar** [lite]", "**sumar** [express]")
        .claim("sumar", ONE)
        .with("wip/trees-one.md", &wip("Commit", "directo", ""));
    assert_eq!(
        refusal(closing(&raised, &says("express"))).code(),
        "lane-differs"
    );
    let after = raised.after(&change(closing(&raised, ENTRY)));
    assert!(after.text("done/sumar.md").contains("lane: directo\n"));
}

#[test]
fn q26_the_last_story_closes_its_epic() {
    let epic = "---\nepic: 001\ntitle: Cuentas\nstatus: active\nservice: api\n---\n\n## Criterios\n\n- **C1** — Suma.\n\n\
        ## Contexto relevante\n\nNada.\n\n## Historias\n\n- [ ] **sumar** (→ C1) — Sumar. (service: api)\n- [x] **contar** (→ C1) — Contar. (service: api)\n";
    let task = "- [ ] **sumar** [lite] — Sumar. (→ C1) (epic: 001) (service: api)\n";
    let one_line = "- [ ] **sumar** [lite] — Sumar. _Aceptación: suma._ (service: api)\n";
    let open = built()
        .edit("BACKLOG.md", one_line, task)
        .with("roadmap/epic-001-cuentas.md", epic);
    let entry = ENTRY
        .replace("**sumar**", "**sumar** (epic: 001)")
        .replace("A →", "C1 →");
    let with = |files: Files| {
        let change = change(closing(&files, &entry));
        files.after(&change)
    };
    let files = open.done("contar");
    let files = files
        .edit("done/contar.md", "**contar**", "**contar** (epic: 001)")
        .edit("done/contar.md", "A →", "C1 →");
    let after = with(files.clone());
    assert_eq!(
        after.text("roadmap/epic-001-cuentas.md"),
        epic.replace("status: active", "status: closed")
    );
    assert!(after.faults().is_empty(), "{:?}", after.faults());
    // Near miss: another story is still open.
    let more = format!("{epic}- [ ] **restar** (→ C1) — Restar. (service: api)\n");
    let after = with(files.with("roadmap/epic-001-cuentas.md", &more));
    assert_eq!(after.text("roadmap/epic-001-cuentas.md"), more);
}

#[test]
fn q26_an_emptied_milestone_file_goes_and_may_leave_a_checkpoint() {
    let own = "---\norder: 20\nline: admin\n---\n\n## Hito tres — Tres\n\n- [ ] **sumar** [lite] — Sumar. _Aceptación: suma._ (service: api)\n";
    let files = built()
        .edit("BACKLOG.md", "**sumar**", "**sumar-mas**")
        .edit("BACKLOG.md", "depende: sumar", "depende: sumar-mas");
    let files = files.with("backlog/tres.md", own);
    let after = files.after(&change(closing(&files, ENTRY)));
    assert!(after.0.get("backlog/tres.md").is_none());
    let after = files.after(&change(closing_as(
        &files,
        caller(),
        Some(ENTRY),
        Some("Mirar la suma."),
    )));
    assert_eq!(
        after.text("checkpoints/tres.md"),
        "---\nstatus: pendiente\nhito: tres\nline: admin\n---\n\nMirar la suma.\n"
    );
    assert!(after.faults().is_empty(), "{:?}", after.faults());
    // Near miss: a milestone with open tasks is not to be looked at yet.
    let files = built();
    let after = files.after(&change(closing_as(
        &files,
        caller(),
        Some(ENTRY),
        Some("Mirar."),
    )));
    assert!(after.0.get("checkpoints/uno.md").is_none());
    // The main tree's checkpoint holds the main tree alone.
    let files = files.with("BACKLOG.md", "# Cola\n\n## Hito uno — Uno\n\n- [ ] **sumar** [lite] — Sumar. _Aceptación: suma._ (service: api)\n");
    let after = files.after(&change(closing_as(
        &files,
        caller(),
        Some(ENTRY),
        Some("Mirar."),
    )));
    assert_eq!(
        after.text("checkpoints/uno.md"),
        "---\nstatus: pendiente\nhito: uno\nline:\n---\n\nMirar.\n"
    );
}

#[test]
fn q26_each_refusal_to_close_has_its_reason() {
    let at = |phase: &str| built().with("wip/trees-one.md", &wip(phase, "lite", ""));
    let unticked = built().edit("wip/trees-one.md", "2. [x]", "2. [ ]");
    let blocked = built().with(
        "wip/trees-one.md",
        &wip("Commit", "lite", "\n## Bloqueos\n\n- [ ] R1: falta\n"),
    );
    let rows = [
        ("phase-out-of-order", at("QA"), ENTRY.to_owned()),
        ("phase-out-of-order", at("Build"), ENTRY.to_owned()),
        (
            "wip-missing",
            Files::new().claim("sumar", ONE),
            ENTRY.to_owned(),
        ),
        ("taken", Files::new().claim("sumar", TWO), ENTRY.to_owned()),
        ("taken", built().claim("sumar", TWO), ENTRY.to_owned()),
        ("steps-open", unticked, ENTRY.to_owned()),
        ("findings-open", blocked, ENTRY.to_owned()),
        (
            "entry-unfit",
            built(),
            ENTRY.replace("**sumar**", "**restar**"),
        ),
        ("entry-unfit", built(), String::new()),
        ("entry-unfit", built(), format!("{ENTRY}{ENTRY}")),
        (
            "planning-check-failed",
            built(),
            ENTRY.replace("  qa: se sumó 2 y 2 y dio 4\n", ""),
        ),
        (
            "planning-check-failed",
            built(),
            ENTRY.replace("exit 0", "no se corrió nada"),
        ),
        (
            "planning-check-failed",
            built(),
            ENTRY.replace("2026-10-15", "15/10/2026"),
        ),
        ("evidence-exists", built().done("sumar"), ENTRY.to_owned()),
        (
            "evidence-exists",
            built().with("done/sumar.md", "nada\n"),
            ENTRY.to_owned(),
        ),
        (
            "task-unknown",
            Files::new().edit("BACKLOG.md", "sumar", "otra"),
            ENTRY.to_owned(),
        ),
    ];
    for (at, (code, files, entry)) in rows.into_iter().enumerate() {
        let refusal = refusal(closing(&files, &entry));
        assert_eq!(refusal.code(), code, "{at}: {refusal}");
        assert_eq!(refusal.is_conflict(), code == "taken");
    }
    assert_eq!(
        refusal(closing_as(&built(), caller(), None, None)).code(),
        "entry-missing"
    );
}

#[test]
fn q26_what_is_wrong_elsewhere_does_not_keep_a_task_from_being_closed() {
    let files = built().with("claims/perdida.md", "---\ntask: perdida\n---\n");
    assert!(!files.faults().is_empty());
    change(closing(&files, ENTRY));
}

#[test]
fn q26_a_manual_task_is_closed_without_work_in_progress() {
    let files = Files::new().edit("BACKLOG.md", "**sumar** [lite]", "**sumar** [manual]");
    assert_eq!(refusal(closing(&files, ENTRY)).code(), "claim-missing");
    let files = files.claim("sumar", ONE);
    let after = files.after(&change(closing(&files, ENTRY)));
    assert!(after.text("done/sumar.md").ends_with("  lane: manual\n"));
}

/// Every prefix of a change, as a crash without a journal would leave it.
fn prefixes(change: &Change) -> impl Iterator<Item = Vec<FileChange>> {
    (1..change.files.len()).map(|length| change.files[..length].to_vec())
}

#[test]
fn q26_any_prefix_of_a_closing_is_finished_by_the_same_call() {
    let files = built();
    let whole = change(closing(&files, ENTRY));
    let after = files.after(&whole);
    for written in prefixes(&whole) {
        let cut = files.after(&Change {
            files: written,
            ..whole.clone()
        });
        let rest = change(closing(&cut, ENTRY));
        assert_eq!(cut.after(&rest).0, after.0);
        // Without the entry too: its evidence stands.
        let rest = change(closing_as(&cut, caller(), None, None));
        assert_eq!(cut.after(&rest).0, after.0);
    }
}

#[test]
fn q19_a_closing_to_repair_is_repaired() {
    let files = Files::new().done("sumar").wip("trees-one", "sumar", "Done");
    let files = files.edit(
        "BACKLOG.md",
        "- [ ] **sumar** [lite] — Sumar. _Aceptación: suma._ (service: api)\n",
        "",
    );
    let repairs = |queue: &Queue| {
        let situation = Situation::new(queue, caller(), ClaimVersions::default());
        matches!(situation.choose(), Choice::Repair { .. })
    };
    assert!(repairs(&files.queue()));
    let after = files.after(&change(closing_as(&files, caller(), None, None)));
    assert!(!repairs(&after.queue()) && after.0.get("wip/trees-one.md").is_none());
    assert!(already(closing_as(&after, caller(), None, None)).repaired);
}

#[test]
fn q31_a_reviewing_session_closes_what_was_handed_over() {
    let review = Caller {
        runner: TWO,
        role: Some(Role::Review),
        ..caller()
    };
    let handed = built().with("wip/trees-one.md", &wip("Review", "lite", ""));
    let after = handed.after(&change(closing_as(&handed, review, Some(ENTRY), None)));
    assert!(after.0.get("claims/sumar.md").is_none() && after.0.get("wip/trees-one.md").is_none());
    assert!(after.faults().is_empty());
    assert_eq!(
        refusal(closing_as(&built(), review, Some(ENTRY), None)).code(),
        "review-not-ready"
    );
    let build = Caller {
        role: Some(Role::Build),
        ..caller()
    };
    assert_eq!(
        refusal(closing_as(&built(), build, Some(ENTRY), None)).code(),
        "phase-not-in-lane"
    );
}
