//! Two tasks of one slug: neither is claimed, and what is held already can be let go (Q15, Q24).

use plan_queue::phase::{SetBy, Surfaces};
use plan_queue::select::ClaimVersions;
use plan_queue::write::{
    ClaimRequest, Claimed, Planned, ReleaseRequest, StartRequest, StopRequest, Which, claim,
    release, start, stop,
};

use crate::fixture::{Files, ONE, TWO, already, caller, change, refusal, today};

/// A second `sumar`, in a milestone of its own behind the others.
const SECOND: &str = "---\norder: 20\n---\n\n## Hito tres — Tres\n\n\
    - [ ] **sumar** [lite] — Sumar más. _Aceptación: suma._ (service: api)\n\
    - [ ] **contar** [lite] — Contar. _Aceptación: cuenta._ (service: api)\n";

fn asked(files: &Files, which: Which<'_>) -> Planned<Claimed> {
    let request = ClaimRequest {
        caller: caller(),
        owner: "ana@example.com",
        today: today(),
        versions: ClaimVersions::default(),
        which,
    };
    claim(&files.0, &files.queue(), &request)
}

fn doubled(files: Files) -> Files {
    files.with("backlog/tres.md", SECOND)
}

#[test]
fn q24_by_name_neither_is_claimed_and_the_refusal_says_where_both_are() {
    let files = doubled(Files::new());
    assert_eq!(files.faults(), ["queue-slug-repeated"]);
    let refusal = refusal(asked(&files, Which::Named("sumar")));
    assert_eq!(
        (refusal.code(), refusal.is_conflict()),
        ("slug-repeated", false)
    );
    assert_eq!(
        refusal.message(),
        "`sumar`: its slug stands for 2 tasks: BACKLOG.md:5 (milestone uno), backlog/tres.md:7 (milestone tres)"
    );
    assert_eq!(
        refusal.help(),
        "rename all of them but one, so that the name tells which is meant"
    );
    // Renamed, each is what its name says.
    let renamed = files.edit("backlog/tres.md", "**sumar**", "**sumar-mas**");
    for slug in ["sumar", "sumar-mas"] {
        let change = change(asked(&renamed, Which::Named(slug)));
        assert_eq!(change.summary, format!("Claim {slug}"));
    }
}

/// The order of the two does not matter, nor what else keeps the first.
#[test]
fn q24_by_name_it_is_the_same_refusal_whichever_comes_first() {
    let line = "- [ ] **sumar** [lite] — Sumar. _Aceptación: suma._ (service: api)";
    for first in [
        "- [x] **sumar** [lite] — Sumar. _Aceptación: suma._ (service: api)",
        "- [ ] **sumar** [manual] — Sumar. _Aceptación: suma._ (service: api)",
        "- [ ] **sumar** [lite] — Sumar. _Aceptación: suma._ (service: api) (depende: sumar)",
    ] {
        let files = doubled(Files::new()).edit("BACKLOG.md", line, first);
        let code = refusal(asked(&files, Which::Named("sumar"))).code();
        assert_eq!(code, "slug-repeated", "{first}");
    }
    // That another runner has the name comes first here too: it is a conflict.
    let files = doubled(Files::new()).claim("sumar", TWO);
    let refusal = refusal(asked(&files, Which::Named("sumar")));
    assert_eq!((refusal.code(), refusal.is_conflict()), ("taken", true));
    assert!(
        refusal.message().contains("stands for 2 tasks"),
        "{refusal}"
    );
}

#[test]
fn q24_next_takes_the_first_task_behind_both_and_then_has_it() {
    let files = doubled(Files::new());
    let change = change(asked(&files, Which::Next));
    assert_eq!(change.summary, "Claim contar");
    assert_eq!(change.files.len(), 1);
    let files = files.after(&change);
    for which in [Which::Next, Which::Named("contar")] {
        assert_eq!(already(asked(&files, which)).task, "contar");
    }
}

/// The first waits for itself: the second was claimed, and asked for again refused for the first's sake.
#[test]
fn faults_two_tasks_of_one_slug_of_which_the_first_waits() {
    let files = Files::new().with(
        "BACKLOG.md",
        "# Cola\n\n## Hito uno — Uno\n\n\
             - [ ] **sumar** — Sumar. _Aceptación: suma._ (service: api) (depende: sumar)\n\n\
             ## Hito tres — Tres\n\n\
             - [ ] **sumar** [lite] — Sumar. _Aceptación: suma._ (service: api)\n",
    );
    let next = || refusal(asked(&files, Which::Next));
    assert_eq!(next().code(), "queue-unavailable");
    assert!(
        next().message().contains("BACKLOG.md:9 (milestone tres)"),
        "{}",
        next()
    );
    assert_eq!(next(), next());
}

fn given_back(files: &Files) -> Files {
    let request = ReleaseRequest {
        caller: caller(),
        versions: ClaimVersions::default(),
        task: "sumar",
        drop_wip: true,
    };
    files.after(&change(release(&files.0, &files.queue(), &request)))
}

#[test]
fn q24_what_was_claimed_before_there_were_two_is_held_and_can_be_let_go() {
    let files = doubled(Files::new().claim("sumar", ONE));
    assert_eq!(already(asked(&files, Which::Named("sumar"))).task, "sumar");
    // It cannot be told which of the two to work on.
    let next = refusal(asked(&files, Which::Next));
    assert_eq!(next.code(), "claim-stuck");
    assert!(next.message().contains("stands for 2 tasks"), "{next}");
    let after = given_back(&files);
    assert!(after.0.get("claims/sumar.md").is_none());
}

#[test]
fn q19_work_in_progress_stands_against_a_second_task_of_its_slug() {
    let started = |files: &Files| {
        let request = StartRequest {
            caller: caller(),
            versions: ClaimVersions::default(),
            task: "sumar",
            plan: "1. [ ] Sumar\n",
            set_by: SetBy::Person,
            surfaces: &Surfaces::read(""),
        };
        start(&files.0, &files.queue(), &request)
    };
    let files = Files::new().claim("sumar", ONE);
    let files = doubled(files.after(&change(started(&files))));
    already(started(&files));
    for which in [Which::Next, Which::Named("sumar")] {
        assert_eq!(already(asked(&files, which)).task, "sumar");
        // Where its claim was lost, it is claimed again: the work says which of the two is meant.
        let mut unclaimed = files.clone();
        unclaimed.0.remove("claims/sumar.md");
        let again = change(asked(&unclaimed, which));
        assert_eq!(again.summary, "Claim sumar");
        already(asked(&unclaimed.after(&again), which));
    }
    let request = StopRequest {
        caller: caller(),
        versions: ClaimVersions::default(),
        task: "sumar",
        reason: "qa-failed",
        needs: None,
    };
    change(stop(&files.0, &files.queue(), &request));
    let after = given_back(&files);
    assert!(after.0.get("wip/trees-one.md").is_none());
    assert_eq!(
        refusal(asked(&after, Which::Named("sumar"))).code(),
        "slug-repeated"
    );
}
