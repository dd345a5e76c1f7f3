//! One claim at a time: what it writes, what it leaves alone, and what a second one is told.

use plan_queue::remote::{RemoteError, Repository, Shared, Target, share};

use crate::place::{Place, claim, local, release, request, won};

#[test]
fn q25_a_claim_is_a_commit_on_the_planning_branch_and_nothing_else() {
    let place = Place::new();
    let one = place.clone("one");
    place.write("one/planning/BACKLOG.md", "dirty\n");
    place.write("one/new.txt", "untracked\n");
    one.git(&["add", "new.txt"]);
    let before = one.looks();

    let came = one.claim("sumar");
    assert!(won(&came), "{came:?}");

    assert_eq!(one.looks(), before);
    let claim = place.shared("main", "claims/sumar.md").unwrap();
    assert!(claim.contains("runner: one\n"), "{claim}");
    let log = place.git(
        &place.origin(),
        &["log", "--format=%s %an %ae", "--name-status", "main"],
    );
    assert!(
        log.starts_with("Claim sumar Ana ana@example.com\n\nA\tplanning/claims/sumar.md\nLa cola"),
        "{log}"
    );
    let refs = one.git(&["for-each-ref", "--format=%(refname)"]);
    assert_eq!(
        refs,
        "refs/heads/main\nrefs/remotes/origin/HEAD\nrefs/remotes/origin/main"
    );
    assert_eq!(
        one.git(&["rev-parse", "origin/main"]),
        place.git(&place.origin(), &["rev-parse", "main"]),
        "the upstream branch shows the claim before any pull"
    );
    place.git(&place.origin(), &["fsck", "--strict"]);
}

#[test]
fn q24_claiming_again_changes_nothing() {
    let place = Place::new();
    let one = place.clone("one");
    assert!(won(&one.claim("sumar")));
    let commit = place.git(&place.origin(), &["rev-parse", "main"]);
    let again = one.claim("sumar").unwrap();
    assert!(
        matches!(
            again,
            Shared::Already {
                is_visible: true,
                ..
            }
        ),
        "{again:?}"
    );
    assert_eq!(place.git(&place.origin(), &["rev-parse", "main"]), commit);
}

#[test]
fn q25_who_comes_second_is_told_who_was_first() {
    let place = Place::new();
    let (one, two) = (place.clone("one"), place.clone("two"));
    assert!(won(&one.claim("sumar")));
    // What the second clone knew last is older than that.
    let Ok(Shared::Refused(refusal)) = two.claim("sumar") else {
        panic!("two may not have it");
    };
    assert!(
        refusal.is_conflict() && refusal.message().contains("one"),
        "{refusal}"
    );
    let behind = two.claim("restar");
    assert!(won(&behind), "another task is free: {behind:?}");
}

/// The cost of a claim is that of its processes; no fetch is among them.
#[test]
fn q25_an_uncontended_claim_takes_six_processes() {
    let place = Place::new();
    let one = place.clone("one");
    let (git, record) = one.recording_git();
    let repository = Repository::open(git, &one.dir.join("planning"), Target::default()).unwrap();
    let files = local();
    let came = share(&repository, request(&files, false), |files| {
        claim(files, "sumar", "one")
    });
    assert!(won(&came), "{came:?}");
    let record = std::fs::read_to_string(record).unwrap();
    let dir = one.dir.display().to_string();
    let commands: Vec<&str> = record
        .lines()
        .filter_map(|line| line.split_once(&format!("-C {dir} "))?.1.split(' ').next())
        .collect();
    assert_eq!(
        commands,
        [
            "for-each-ref",
            "cat-file",
            "hash-object",
            "mktree",
            "commit-tree",
            "push"
        ]
    );
}

/// Q25: the judgement is that of the remote as it is, in both directions.
#[test]
fn q25_a_refusal_from_what_was_known_last_is_not_believed() {
    let place = Place::new();
    let (one, two) = (place.clone("one"), place.clone("two"));
    assert!(won(&one.claim("sumar")));
    two.git(&["fetch", "-q"]);
    let repository = one.open(Target::default()).unwrap();
    let came = share(&repository, request(&local(), false), |_| release("sumar"));
    assert!(won(&came), "{came:?}");
    assert_eq!(place.shared("main", "claims/sumar.md"), None);
    let listed = place.git(
        &place.origin(),
        &["ls-tree", "--name-only", "main", "planning/"],
    );
    assert!(
        !listed.contains("claims"),
        "an empty folder goes with its last file: {listed}"
    );
    assert!(won(&two.claim("sumar")), "two knew it as taken");
}

#[test]
fn q30_a_dry_run_shows_and_pushes_nothing() {
    let place = Place::new();
    let (one, two) = (place.clone("one"), place.clone("two"));
    assert!(won(&one.claim("restar")));
    let commit = place.git(&place.origin(), &["rev-parse", "main"]);
    let repository = two.open(Target::default()).unwrap();
    let shown = share(&repository, request(&local(), true), |files| {
        claim(files, "sumar", "two")
    });
    let Ok(Shared::Shown(shown)) = shown else {
        panic!("{shown:?}");
    };
    assert_eq!(shown.change.files[0].path.as_str(), "claims/sumar.md");
    assert_eq!(place.git(&place.origin(), &["rev-parse", "main"]), commit);
    let refused = share(&repository, request(&local(), true), |files| {
        claim(files, "restar", "two")
    });
    assert!(matches!(refused, Ok(Shared::Refused(_))), "{refused:?}");
}

/// Q13: work in progress is local, and counts although no commit has it.
#[test]
fn q13_the_work_in_progress_of_the_work_tree_is_judged_too() {
    let place = Place::new();
    let one = place.clone("one");
    let mut files = local();
    files.insert("wip/one.md", "---\ntask: restar\n---\n");
    let repository = one.open(Target::default()).unwrap();
    let mut seen = None;
    let came = share(&repository, request(&files, false), |files| {
        seen = files.text("wip/one.md").cloned();
        claim(files, "sumar", "one")
    });
    assert!(won(&came) && seen.is_some());
    assert_eq!(place.shared("main", "wip/one.md"), None);
}

#[test]
fn q25_closings_count_by_their_names() {
    let place = Place::new();
    let one = place.clone("one");
    assert!(won(&one.claim("dividir")), "its dependency is in done/");
    let mut read = None;
    let repository = one.open(Target::default()).unwrap();
    let files = local();
    let whole = plan_queue::remote::Request {
        reading: plan_queue::remote::Reading::Whole,
        ..request(&files, true)
    };
    let _ = share(&repository, whole, |files| {
        read = files.text("done/vieja.md").map(ToString::to_string);
        release("dividir")
    });
    assert_eq!(read.as_deref(), Some("- [x] **vieja**\n"));
}

#[test]
fn q25_a_branch_without_a_queue_is_told() {
    let place = Place::new();
    let one = place.clone("one");
    one.git(&["rm", "-q", "-r", "planning"]);
    one.git(&["commit", "-q", "-m", "sin cola"]);
    one.git(&["push", "-q"]);
    place.write("one/planning/BACKLOG.md", "# Cola\n");
    let came = one.claim("sumar");
    assert!(
        matches!(came, Err(RemoteError::NoPlanning { .. })),
        "{came:?}"
    );
}
