//! Clones of every shape: behind, ahead, shallow, of one branch, on another branch, linked work trees.

use plan_queue::remote::{RemoteError, Shared, Target};

use crate::place::{Clone, Place, won};

/// A claim from here is won, the clone stays as it was, and the remote gets that one commit.
fn wins(clone: &Clone<'_>, target: Target<'_>) {
    let before = clone.looks();
    let count = || {
        clone
            .place
            .git(&clone.place.origin(), &["rev-list", "--count", "main"])
    };
    let commits: u32 = count().parse().unwrap();
    let came = clone.claim_on("sumar", target);
    assert!(won(&came), "{came:?}");
    assert_eq!(clone.looks(), before);
    assert_eq!(count(), (commits + 1).to_string());
    let claim = clone.place.shared("main", "claims/sumar.md").unwrap();
    assert!(claim.contains(&format!("runner: {}\n", clone.name)));
}

const UPSTREAM: Target<'static> = Target {
    remote: None,
    branch: None,
};
const NAMED: Target<'static> = Target {
    remote: Some("origin"),
    branch: Some("main"),
};

#[test]
fn q25_behind() {
    let place = Place::new();
    let one = place.clone("one");
    let two = place.clone("two");
    place.write("two/api/resta.js", "1 - 1\n");
    two.git(&["add", "."]);
    two.git(&["commit", "-q", "-m", "más"]);
    two.git(&["push", "-q"]);
    wins(&one, UPSTREAM);
    assert_eq!(
        place.git(&place.origin(), &["show", "main:api/resta.js"]),
        "1 - 1",
        "nothing of the other's is lost"
    );
}

#[test]
fn q25_ahead_and_diverged() {
    let place = Place::new();
    let one = place.clone("one");
    one.git(&["commit", "-q", "--allow-empty", "-m", "sin empujar"]);
    wins(&one, UPSTREAM);
    let log = place.git(&place.origin(), &["log", "--format=%s", "main"]);
    assert!(!log.contains("sin empujar"), "{log}");
}

#[test]
fn q25_shallow() {
    let place = Place::new();
    place.git(
        &place.root().join("seed"),
        &["commit", "-q", "--allow-empty", "-m", "más"],
    );
    place.git(
        &place.root().join("seed"),
        &["push", "-q", "../origin.git", "HEAD:main"],
    );
    let one = place.clone_with("one", &["--depth", "1"]);
    let two = place.clone("two");
    assert!(won(&two.claim("restar")));
    wins(&one, UPSTREAM);
}

#[test]
fn q25_without_blobs() {
    let place = Place::new();
    place.git(
        &place.origin(),
        &["config", "uploadpack.allowFilter", "true"],
    );
    let one = place.clone_with("one", &["--filter=blob:none", "--sparse"]);
    one.git(&["sparse-checkout", "set", "planning"]);
    wins(&one, UPSTREAM);
}

/// Git keeps no ref for the planning branch: one of ours does.
#[test]
fn q25_a_clone_of_another_branch() {
    let place = Place::new();
    place.git(&place.origin(), &["branch", "task/x", "main"]);
    let one = place.clone_with("one", &["--single-branch", "--branch", "task/x"]);
    wins(&one, NAMED);
    let refs = one.git(&["for-each-ref", "--format=%(refname)", "refs/planwright"]);
    assert_eq!(refs, "refs/planwright/origin/main");
    let again = one.claim_on("sumar", NAMED);
    assert!(matches!(again, Ok(Shared::Already { .. })), "{again:?}");
}

#[test]
fn q25_on_another_branch_and_detached() {
    let place = Place::new();
    let one = place.clone("one");
    one.git(&["checkout", "-q", "-b", "task/x"]);
    wins(&one, NAMED);
    let two = place.clone("two");
    two.git(&["checkout", "-q", "--detach"]);
    assert!(matches!(two.claim("restar"), Err(RemoteError::NoRemote(_))));
    assert!(won(&two.claim_on("restar", NAMED)));
}

#[test]
fn q25_a_linked_work_tree() {
    let place = Place::new();
    let one = place.clone("one");
    one.git(&[
        "worktree",
        "add",
        "-q",
        "-b",
        "two",
        "../two",
        "origin/main",
    ]);
    let two = place.at("two");
    two.git(&["branch", "-q", "--set-upstream-to", "origin/main"]);
    wins(&two, UPSTREAM);
    let Ok(Shared::Refused(refusal)) = one.claim("sumar") else {
        panic!("the other work tree has it");
    };
    assert!(refusal.message().contains("two"), "{refusal}");
}

#[test]
fn q25_the_address_of_a_remote() {
    let place = Place::new();
    let one = place.clone("one");
    let address = format!("file://{}", place.origin().display());
    let target = Target {
        remote: Some(&address),
        branch: Some("main"),
    };
    wins(&one, target);
}

/// The planning directory may be the repository itself, and its history may have SHA-256 names.
#[test]
fn q25_the_whole_repository_is_the_planning_directory() {
    let place = Place::new();
    place.git(
        &place.root(),
        &[
            "init",
            "-q",
            "--bare",
            "--object-format=sha256",
            "other.git",
        ],
    );
    place.git(&place.root(), &["clone", "-q", "other.git", "planning"]);
    let planning = place.at("planning");
    place.write("planning/BACKLOG.md", crate::place::BACKLOG);
    planning.git(&["add", "."]);
    planning.git(&["commit", "-q", "-m", "La cola"]);
    planning.git(&["push", "-q", "-u", "origin", "HEAD"]);
    let root = Clone {
        place: &place,
        dir: place.root(),
        name: "one".to_owned(),
    };
    let came = root.claim("sumar");
    assert!(won(&came), "{came:?}");
    let listed = place.git(
        &place.root().join("other.git"),
        &["ls-tree", "-r", "--name-only", "main"],
    );
    assert_eq!(listed, "BACKLOG.md\nclaims/sumar.md");
}
