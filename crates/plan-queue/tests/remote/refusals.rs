//! Remotes that are not there, or that do not let everybody push everywhere (Q34).

use plan_queue::remote::{RemoteError, Shared, Target, share};

use plan_queue::write::Refusal;

use crate::place::{Place, claim, local, release, request};

#[test]
fn q25_a_remote_that_is_gone() {
    let place = Place::new();
    let one = place.clone("one");
    std::fs::rename(place.origin(), place.root().join("gone.git")).unwrap();
    let came = one.claim("sumar");
    assert!(
        matches!(&came, Err(error @ RemoteError::Unreachable { .. }) if error.code() == "remote-unreachable"),
        "{came:?}"
    );
}

#[test]
fn q25_no_remote_and_no_branch() {
    let place = Place::new();
    let one = place.clone("one");
    one.git(&["branch", "--unset-upstream"]);
    assert!(matches!(one.claim("sumar"), Err(RemoteError::NoRemote(_))));
    one.git(&["branch", "--set-upstream-to", "main"]);
    let local = one.claim("sumar");
    assert!(
        matches!(local, Err(RemoteError::NoRemote(_))),
        "a branch of this clone is no remote: {local:?}"
    );
    let target = Target {
        remote: Some("origin"),
        branch: Some("nada"),
    };
    let came = one.claim_on("sumar", target);
    assert!(matches!(came, Err(RemoteError::NoBranch(_))), "{came:?}");
    one.git(&["remote", "remove", "origin"]);
    let came = one.claim_on(
        "sumar",
        Target {
            branch: Some("main"),
            ..target
        },
    );
    assert!(
        matches!(came, Err(RemoteError::Unreachable { .. })),
        "{came:?}"
    );
}

/// Q34: a remote that declines everything is one that may not be pushed to.
#[test]
fn q34_a_hook_that_declines_every_push() {
    let place = Place::new();
    let one = place.clone("one");
    place.hook(
        "pre-receive",
        "echo 'ask eva for the right to push' >&2; exit 1",
    );
    let before = one.looks();
    let Err(error) = one.claim("sumar") else {
        panic!("nobody may push");
    };
    assert_eq!(error.code(), "push-refused");
    assert!(
        error.to_string().contains("ask eva for the right to push"),
        "{error}"
    );
    assert_eq!(one.looks(), before);
    assert_eq!(
        place.git(&place.origin(), &["for-each-ref", "--format=%(refname)"]),
        "refs/heads/main"
    );
}

const PROTECTED: &str = "while read old new ref; do\n\
    if [ \"$ref\" = refs/heads/main ]; then echo 'main is protected' >&2; exit 1; fi\ndone";

/// Q34: one work branch, that is reused, and the outcome says that nobody sees the claim yet.
#[test]
fn q34_a_protected_branch_has_one_work_branch() {
    let place = Place::new();
    let (one, two) = (place.clone("one"), place.clone("two"));
    place.hook("pre-receive", PROTECTED);
    for (clone, slug) in [(&one, "sumar"), (&two, "restar")] {
        let Ok(Shared::Landed(landed)) = clone.claim(slug) else {
            panic!("{slug}");
        };
        assert!(!landed.is_visible());
        assert_eq!(landed.branch, "planwright/main");
        assert!(landed.instead.unwrap().contains("main is protected"));
    }
    let refs = place.git(&place.origin(), &["for-each-ref", "--format=%(refname)"]);
    assert_eq!(refs, "refs/heads/main\nrefs/heads/planwright/main");
    let log = place.git(&place.origin(), &["log", "--format=%s", "planwright/main"]);
    assert_eq!(log, "Claim restar\nClaim sumar\nLa cola");

    let again = one.claim("sumar").unwrap();
    assert!(
        matches!(
            again,
            Shared::Already {
                is_visible: false,
                ..
            }
        ),
        "{again:?}"
    );
    let Ok(Shared::Refused(refusal)) = two.claim("sumar") else {
        panic!("one has it, on the work branch");
    };
    assert!(refusal.message().contains("one"), "{refusal}");
}

/// Once the work branch is merged, it goes on from the planning branch.
#[test]
fn q34_a_merged_work_branch_goes_on_from_the_planning_branch() {
    let place = Place::new();
    let one = place.clone("one");
    place.hook("pre-receive", PROTECTED);
    assert!(one.claim("sumar").is_ok());
    place.git(
        &place.origin(),
        &["update-ref", "refs/heads/main", "planwright/main"],
    );
    place.git(
        &place.root().join("seed"),
        &["fetch", "-q", "../origin.git", "main"],
    );
    let seed = place.at("seed");
    seed.git(&["merge", "-q", "--ff-only", "FETCH_HEAD"]);
    seed.git(&["commit", "-q", "--allow-empty", "-m", "después"]);
    std::fs::remove_file(place.origin().join("hooks/pre-receive")).unwrap();
    seed.git(&["push", "-q", "../origin.git", "HEAD:main"]);
    place.hook("pre-receive", PROTECTED);
    assert!(one.claim("restar").is_ok());
    let log = place.git(&place.origin(), &["log", "--format=%s", "planwright/main"]);
    assert_eq!(log, "Claim restar\ndespués\nClaim sumar\nLa cola");
}

/// Q34: what stands on the work branch counts, so that a task is claimed, and given back, there.
#[test]
fn q34_what_stands_on_the_work_branch_counts() {
    let place = Place::new();
    let (one, two) = (place.clone("one"), place.clone("two"));
    place.hook("pre-receive", PROTECTED);
    assert!(one.claim("sumar").is_ok());
    let repository = two.open(Target::default()).unwrap();
    let files = local();
    let released = share(&repository, request(&files, false), |files| {
        match files.text("claims/sumar.md") {
            Some(_) => release("sumar"),
            None => Err(Refusal::new("claim-missing", "sumar")),
        }
    });
    let Ok(Shared::Landed(landed)) = released else {
        panic!("{released:?}");
    };
    assert!(!landed.is_visible() && landed.pushes == 1, "{landed:?}");
    assert_eq!(place.shared("planwright/main", "claims/sumar.md"), None);
    let log = place.git(&place.origin(), &["log", "--format=%s", "planwright/main"]);
    assert_eq!(log, "Release sumar\nClaim sumar\nLa cola");
}

/// The planning branch goes on without the work branch: both count, and the work branch stays one that
/// can be merged.
#[test]
fn q34_a_planning_branch_that_went_on_is_taken_along() {
    let place = Place::new();
    let (one, two) = (place.clone("one"), place.clone("two"));
    place.hook("pre-receive", PROTECTED);
    assert!(one.claim("sumar").is_ok());
    let seed = place.at("seed");
    let goes_on = |file: &str, text: &str| {
        place.write(&format!("seed/{file}"), text);
        seed.git(&["add", "."]);
        seed.git(&["commit", "-q", "-m", "Sigue"]);
        std::fs::remove_file(place.origin().join("hooks/pre-receive")).unwrap();
        seed.git(&["push", "-q", "../origin.git", "HEAD:main"]);
        place.hook("pre-receive", PROTECTED);
    };
    goes_on("planning/done/otra.md", "- [x] **otra**\n");
    let Ok(Shared::Refused(refusal)) = two.claim("sumar") else {
        panic!("one has it, on the work branch");
    };
    assert!(refusal.message().contains("one"));
    assert!(two.claim("restar").is_ok());
    for file in ["done/otra.md", "claims/sumar.md", "claims/restar.md"] {
        assert!(place.shared("planwright/main", file).is_some(), "{file}");
    }
    place.git(
        &place.origin(),
        &["merge-base", "--is-ancestor", "main", "planwright/main"],
    );

    // Both change one file: a person has to say which counts.
    goes_on(
        "planning/claims/sumar.md",
        "---\ntask: sumar\nrunner: eva\n---\n",
    );
    let came = one.claim("dividir");
    assert!(
        matches!(&came, Err(error @ RemoteError::Diverged { .. }) if error.is_refusal() && error.to_string().contains("claims/sumar.md")),
        "{came:?}"
    );

    // The work branch goes away, and so does what it held.
    place.git(&place.origin(), &["branch", "-D", "planwright/main"]);
    assert!(one.claim("restar").is_ok());
    assert!(
        place
            .shared("planwright/main", "claims/restar.md")
            .unwrap()
            .contains("runner: one")
    );
}

#[test]
fn q25_a_hook_of_the_clone_is_obeyed() {
    use std::os::unix::fs::PermissionsExt as _;
    let place = Place::new();
    let one = place.clone("one");
    place.write(
        "one/.git/hooks/pre-push",
        "#!/bin/sh\necho 'not today' >&2\nexit 1\n",
    );
    let hook = one.dir.join(".git/hooks/pre-push");
    std::fs::set_permissions(&hook, std::fs::Permissions::from_mode(0o755)).unwrap();
    let came = one.claim("sumar");
    assert!(
        matches!(&came, Err(RemoteError::Hook(told)) if told.contains("not today")),
        "{came:?}"
    );
    assert_eq!(place.shared("main", "claims/sumar.md"), None);
}

#[test]
fn q25_a_committer_without_a_name_is_told() {
    let place = Place::new();
    let one = place.clone("one");
    place.write("gitconfig", "[user]\nuseConfigOnly = true\n");
    let came = one.claim("sumar");
    assert!(matches!(came, Err(RemoteError::NoIdentity(_))), "{came:?}");
}

#[test]
fn q25_a_remote_that_never_answers_is_given_up() {
    let place = Place::new();
    let one = place.clone("one");
    // An uploading side that sleeps: the fetch behind the broken push does not come back either.
    place.hook("pre-receive", "sleep 20");
    one.git(&[
        "config",
        "remote.origin.uploadpack",
        "sleep 20; git-upload-pack",
    ]);
    let mut git = one.user_git();
    git.patience = std::time::Duration::from_millis(1500);
    let dir = one.dir.join("planning");
    let repository = plan_queue::remote::Repository::open(git, &dir, Target::default()).unwrap();
    let begun = std::time::Instant::now();
    let files = local();
    let came = share(&repository, request(&files, false), |files| {
        claim(files, "sumar", "one")
    });
    assert!(begun.elapsed().as_secs() < 15);
    let Err(RemoteError::Unreachable { pushed: true, .. }) = came else {
        panic!("{came:?}");
    };
}
