//! Claiming (Q24, Q31).

use plan_queue::phase::Role;
use plan_queue::select::{Caller, ClaimVersions};
use plan_queue::write::{ClaimRequest, Claimed, Planned, Which, claim};

use crate::fixture::{Files, ONE, TWO, already, caller, change, claims, refusal, today, versions};

fn request<'a>(caller: Caller<'a>, which: Which<'a>) -> ClaimRequest<'a> {
    ClaimRequest {
        caller,
        owner: "ana@example.com",
        today: today(),
        versions: ClaimVersions::default(),
        which,
    }
}

fn named(files: &Files, slug: &str) -> Planned<Claimed> {
    claim(
        &files.0,
        &files.queue(),
        &request(caller(), Which::Named(slug)),
    )
}

fn next(files: &Files) -> Planned<Claimed> {
    claim(&files.0, &files.queue(), &request(caller(), Which::Next))
}

#[test]
fn q24_a_claim_is_one_file_that_checks_clean() {
    let files = Files::new();
    let change = change(named(&files, "sumar"));
    assert_eq!(change.summary, "Claim sumar");
    let after = files.after(&change);
    assert_eq!(
        after.text("claims/sumar.md"),
        "---\ntask: sumar\nowner: ana@example.com\nrunner: /trees/one\nstarted: 2026-10-15\nservice: api\n---\n"
    );
    assert_eq!(change.files.len(), 1);
    assert!(after.faults().is_empty(), "{:?}", after.faults());
}

#[test]
fn q24_next_takes_the_first_that_can_be_taken() {
    let files = Files::new();
    assert_eq!(change(next(&files)).summary, "Claim sumar");
    let files = files.claim("sumar", TWO);
    let files = files.edit("BACKLOG.md", " (depende: sumar)", "");
    assert_eq!(change(next(&files)).summary, "Claim restar");
}

#[test]
fn q24_claiming_what_one_holds_changes_nothing() {
    let files = Files::new().claim("sumar", ONE);
    for planned in [named(&files, "sumar"), next(&files)] {
        let claimed = already(planned);
        assert_eq!((&*claimed.task, &*claimed.runner), ("sumar", ONE));
    }
    // Not even where something came after it: the claim is there, whatever it is good for.
    already(named(&files.human("sumar"), "sumar"));
}

#[test]
fn q24_each_refusal_has_its_reason() {
    let other_line = Caller {
        line: Some("admin"),
        ..caller()
    };
    let queue = || Files::new();
    let rows: [(&str, Files, &str, &str); 9] = [
        (
            "taken",
            queue().claim("sumar", TWO),
            "sumar",
            "it is taken by /trees/two (ana@example.com)",
        ),
        (
            "taken",
            queue().with("claims/sumar.md", ""),
            "sumar",
            "a runner that it does not name",
        ),
        ("waiting", queue(), "restar", "it waits for sumar"),
        (
            "held-by-person",
            queue().human("sumar"),
            "sumar",
            "Pagar la cuenta.",
        ),
        ("task-done", queue().done("sumar"), "sumar", "it is done"),
        ("task-unknown", queue(), "nadie", "`nadie`"),
        ("other-line", queue(), "mirar", "the line admin"),
        (
            "awaiting-review",
            queue().checkpoint(""),
            "sumar",
            "checkpoints/uno.md",
        ),
        (
            "slug-form",
            queue().edit("BACKLOG.md", "**sumar**", "**Su/mar**"),
            "Su/mar",
            "Su/mar",
        ),
    ];
    for (code, files, slug, says) in rows {
        let refusal = refusal(named(&files, slug));
        assert_eq!(refusal.code(), code, "{refusal}");
        assert!(refusal.message().contains(says), "{refusal}");
        assert!(!refusal.help().is_empty(), "{refusal}");
        assert_eq!(refusal.is_conflict(), code == "taken", "{refusal}");
    }
    // Near misses: of another line, for who asks from it; a checkpoint of another line.
    let files = Files::new();
    change(claim(
        &files.0,
        &files.queue(),
        &request(other_line, Which::Named("mirar")),
    ));
    change(named(&Files::new().checkpoint("line: admin\n"), "sumar"));
    change(named(
        &Files::new().done("sumar").edit(
            "BACKLOG.md",
            "- [ ] **sumar** [lite] — Sumar. _Aceptación: suma._ (service: api)\n",
            "",
        ),
        "restar",
    ));
}

#[test]
fn q24_that_another_has_it_comes_before_other_reasons() {
    let refusal = refusal(named(
        &Files::new().claim("restar", TWO).human("restar"),
        "restar",
    ));
    assert_eq!((refusal.code(), refusal.is_conflict()), ("taken", true));
    for says in [
        "taken by /trees/two",
        "waits for sumar",
        "a person has to act",
    ] {
        assert!(refusal.message().contains(says), "{refusal}");
    }
}

#[test]
fn q24_a_claim_that_nobody_can_read_is_not_written_over() {
    let mut files = Files::new();
    files.0.insert("claims/sumar.md", [0xff, 0xfe]);
    let refusal = refusal(named(&files, "sumar"));
    assert_eq!((refusal.code(), refusal.is_conflict()), ("taken", true));
}

#[test]
fn q24_a_runner_holds_one_task() {
    for files in [
        Files::new().claim("sumar", ONE),
        Files::new().wip("trees-one", "sumar", "Build"),
    ] {
        let refusal = refusal(named(&files, "ordenar"));
        assert_eq!(refusal.code(), "runner-busy", "{refusal}");
        assert!(refusal.message().contains("`sumar`"), "{refusal}");
    }
    // Near misses: what another runner has, and what is done.
    change(named(
        &Files::new()
            .claim("sumar", TWO)
            .wip("trees-two", "sumar", "Build"),
        "ordenar",
    ));
    change(named(
        &Files::new().done("sumar").claim("sumar", ONE),
        "ordenar",
    ));
}

#[test]
fn q24_a_manual_task_is_claimed_by_its_name_alone() {
    let files = Files::new();
    let manual = files
        .clone()
        .edit("BACKLOG.md", "**sumar** [lite]", "**sumar** [manual]");
    assert_eq!(change(named(&files, "ordenar")).summary, "Claim ordenar");
    let refusal = refusal(next(&manual));
    assert_eq!(refusal.code(), "queue-unavailable", "{refusal}");
    assert!(refusal.stop().is_some());
}

#[test]
fn q24_next_refuses_with_the_reason_of_the_context() {
    let rows = [
        ("awaiting-review", Files::new().checkpoint("")),
        ("manual-held", Files::new().claim("ordenar", ONE)),
        (
            "blocked-on-human",
            Files::new().claim("sumar", ONE).human("sumar"),
        ),
        (
            "closing-to-repair",
            Files::new().done("vieja").wip("trees-one", "vieja", "Done"),
        ),
        (
            "nothing-queued",
            Files::new().with("BACKLOG.md", "# Cola\n"),
        ),
    ];
    for (code, files) in rows {
        let refusal = refusal(next(&files));
        assert_eq!(refusal.code(), code, "{refusal}");
        assert!(!refusal.is_conflict());
    }
}

#[test]
fn q19_the_work_in_progress_stands_against_what_came_after_it() {
    let files = Files::new()
        .wip("trees-one", "restar", "Build")
        .human("restar");
    assert_eq!(change(named(&files, "restar")).summary, "Claim restar");
    assert_eq!(change(next(&files)).summary, "Claim restar");
    assert_eq!(
        refusal(named(&files.claim("restar", TWO), "restar")).code(),
        "taken"
    );
}

#[test]
fn q19_claims_of_the_upstream_branch_count() {
    let files = Files::new();
    let upstream = claims("sumar", TWO);
    let with = |versions| {
        let request = ClaimRequest {
            versions,
            ..request(caller(), Which::Named("sumar"))
        };
        claim(&files.0, &files.queue(), &request)
    };
    assert_eq!(refusal(with(versions(&upstream, &[]))).code(), "taken");
    // Released upstream, and not pulled yet: what lies here is old, and is written over.
    let files = Files::new().claim("sumar", TWO);
    let request = ClaimRequest {
        versions: versions(&[], &upstream),
        ..request(caller(), Which::Named("sumar"))
    };
    let after = files.after(&change(claim(&files.0, &files.queue(), &request)));
    assert!(after.text("claims/sumar.md").contains("/trees/one"));
}

#[test]
fn q19_a_claim_that_another_has_upstream_is_a_conflict_for_next_too() {
    let files = Files::new().claim("sumar", ONE);
    let upstream = claims("sumar", TWO);
    for which in [Which::Next, Which::Named("sumar")] {
        let request = ClaimRequest {
            versions: versions(&upstream, &[]),
            ..request(caller(), which)
        };
        let refusal = refusal(claim(&files.0, &files.queue(), &request));
        assert!(refusal.is_conflict(), "{refusal}");
    }
}

#[test]
fn q24_what_cannot_be_written_as_a_claim_is_refused() {
    let files = Files::new();
    for (runner, owner) in [("one\ntask: restar", "ana@example.com"), (ONE, " ")] {
        let caller = Caller { runner, ..caller() };
        let request = ClaimRequest {
            owner,
            ..request(caller, Which::Named("sumar"))
        };
        assert_eq!(
            refusal(claim(&files.0, &files.queue(), &request)).code(),
            "value-unfit"
        );
    }
}

#[test]
fn q31_a_reviewing_session_takes_what_was_handed_over_and_writes_no_claim() {
    let review = Caller {
        role: Some(Role::Review),
        ..caller()
    };
    let ask = |files: &Files, which| claim(&files.0, &files.queue(), &request(review, which));
    let handed = Files::new()
        .claim("sumar", TWO)
        .wip("trees-two", "sumar", "Review");
    for which in [Which::Next, Which::Named("sumar")] {
        let claimed = already(ask(&handed, which));
        assert_eq!((&*claimed.task, &*claimed.runner), ("sumar", TWO));
    }
    let building = Files::new()
        .claim("sumar", TWO)
        .wip("trees-two", "sumar", "Build");
    for which in [Which::Next, Which::Named("sumar")] {
        let refusal = refusal(ask(&building, which));
        assert_eq!(refusal.code(), "review-not-ready");
        assert!(refusal.stop().is_some());
    }
}

#[test]
fn q31_a_building_session_waits_for_the_review() {
    let build = Caller {
        role: Some(Role::Build),
        ..caller()
    };
    let files = Files::new()
        .claim("sumar", ONE)
        .wip("trees-one", "sumar", "Review");
    for which in [Which::Next, Which::Named("sumar"), Which::Named("ordenar")] {
        let refusal = refusal(claim(&files.0, &files.queue(), &request(build, which)));
        assert_eq!(refusal.code(), "review-pending");
    }
}
