//! What a description is written as (A2, B, H3).

use std::time::Duration;

use plan_guard::{Acquired, ConfinedDir, Lock, LockRequest, Probe, RelPath};
use plan_state::{Approval, Format};
use plan_update::{
    ApprovalOutcome, Conflict, Consent, DiscardOutcome, GivenApproval, MaterializeOutcome,
    RefusalCode, approve, discard, materialize,
};

use super::{codes, description, environment, tree, write};

#[test]
fn h3_the_plan_passes_its_check_and_awaits_approval() {
    for format in [Format::Full, Format::Lite] {
        let parent = super::scratch();
        write(parent.path(), &description(format));
        let plan = parent.path().join("PLAN_invoice_export");
        assert_eq!(codes(&plan), ["approval-awaited"], "{format}");
        let dir = ConfinedDir::open(&plan).unwrap();
        let consent = Consent {
            by: "Ana".to_owned(),
            words: "go ahead".to_owned(),
            trust: false,
            unattended: false,
        };
        let _ = approve(&dir, &consent, &environment()).unwrap();
        assert_eq!(codes(&plan), [""; 0], "{format}");
    }
}

#[test]
fn a2_full_plans_have_a_file_a_task_and_lite_plans_none() {
    let names = |format| {
        let parent = super::scratch();
        write(parent.path(), &description(format));
        let tree = tree(&parent.path().join("PLAN_invoice_export"));
        tree.into_keys().collect::<Vec<_>>()
    };
    let common = [
        "PROGRESS.md",
        "PROMPTS.md",
        "README.md",
        "analysis_results/",
        "analysis_results/PLAN_ANALYSIS.md",
        "manifest.json",
        "state.json",
    ];
    assert_eq!(names(Format::Lite), common);
    let files = [
        "1.task_write_the_export.md",
        "2.task_document_the_export.md",
        "3.task_final_review.md",
    ];
    assert_eq!(names(Format::Full), [&files[..], &common].concat());
}

#[test]
fn d11_a_given_approval_is_on_record_as_if_given_later() {
    for (format, status) in [
        (Format::Full, Approval::Approved),
        (Format::Lite, Approval::PreApproved),
    ] {
        let parent = super::scratch();
        let mut plan = description(format);
        plan.approval = Some(GivenApproval {
            status,
            by: Some("Ana".to_owned()),
            words: Some("go ahead, I trust you".to_owned()),
            unattended: true,
        });
        write(parent.path(), &plan);
        let root = parent.path().join(&plan.name);
        assert_eq!(codes(&root), [""; 0]);
        let text = |file: &str| std::fs::read_to_string(root.join(file)).unwrap();
        assert!(text("PROGRESS.md").contains("- Words: go ahead, I trust you\n"));
        assert!(text("README.md").contains("**Execution:** unattended\n"));
        assert!(text("analysis_results/APPROVAL.json").contains(status.as_str()));
        assert!(text("state.json").contains(&format!("\"approval\": \"{status}\"")));
    }
}

#[test]
fn h3_repeating_the_call_changes_nothing_and_other_descriptions_are_refused() {
    let parent = super::scratch();
    let plan = description(Format::Full);
    write(parent.path(), &plan);
    let before = tree(parent.path());
    let dir = ConfinedDir::open(parent.path()).unwrap();
    let again = materialize(&dir, &plan, &environment()).unwrap();
    assert!(matches!(again, MaterializeOutcome::Unchanged), "{again:?}");
    let mut other = plan.clone();
    "Another goal.".clone_into(&mut other.goal);
    let refused = materialize(&dir, &other, &environment()).unwrap();
    assert!(
        matches!(refused, MaterializeOutcome::Refused(_)),
        "{refused:?}"
    );
    // A plan that is written in full is not discarded.
    let kept = discard(&dir, &plan, &environment()).unwrap();
    assert!(matches!(kept, DiscardOutcome::Refused(_)), "{kept:?}");
    assert_eq!(tree(parent.path()), before);
}

#[test]
fn h3_a_directory_of_somebody_else_is_never_touched() {
    let plan = description(Format::Lite);
    for (file, text) in [
        ("notes.txt", "mine"),
        ("README.md", "# Mine\n"),
        ("manifest.json", "{}"),
        ("analysis_results/mine.md", "mine"),
        ("deep/er/", ""),
        ("other.lock/", ""),
    ] {
        let parent = super::scratch();
        let root = parent.path().join(&plan.name);
        let path = root.join(file);
        if file.ends_with('/') {
            std::fs::create_dir_all(&path).unwrap();
        } else {
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(&path, text).unwrap();
        }
        let before = tree(parent.path());
        let dir = ConfinedDir::open(parent.path()).unwrap();
        let outcome = materialize(&dir, &plan, &environment()).unwrap();
        assert!(
            matches!(outcome, MaterializeOutcome::Refused(_)),
            "{file}: {outcome:?}"
        );
        let outcome = discard(&dir, &plan, &environment()).unwrap();
        assert!(
            matches!(outcome, DiscardOutcome::Refused(_)),
            "{file}: {outcome:?}"
        );
        assert_eq!(tree(parent.path()), before, "{file}");
    }
}

#[cfg(unix)]
#[test]
fn a6_a_link_of_the_plans_name_is_not_followed() {
    let parent = super::scratch();
    let elsewhere = super::scratch();
    let plan = description(Format::Lite);
    std::os::unix::fs::symlink(elsewhere.path(), parent.path().join(&plan.name)).unwrap();
    let dir = ConfinedDir::open(parent.path()).unwrap();
    let error = materialize(&dir, &plan, &environment()).unwrap_err();
    assert_eq!(error.code(), "link-refused");
    assert!(tree(elsewhere.path()).is_empty());
}

/// While somebody writes or works on it, a plan is neither completed nor discarded.
#[test]
fn d8_a_held_lock_is_a_conflict() {
    let parent = super::scratch();
    let plan = description(Format::Lite);
    write(parent.path(), &plan);
    let dir = ConfinedDir::open(&parent.path().join(&plan.name)).unwrap();
    let holder = environment();
    let request = LockRequest {
        process: &holder.process,
        wait: Duration::ZERO,
        probe: Probe::none(),
    };
    let state = RelPath::new("state.json").unwrap();
    let Acquired::Held(lock) = Lock::acquire(&dir, &state, &request).unwrap() else {
        panic!("the lock is free");
    };
    let parent = ConfinedDir::open(parent.path()).unwrap();
    let outcome = materialize(&parent, &plan, &environment()).unwrap();
    assert!(matches!(
        outcome,
        MaterializeOutcome::Conflict(Conflict::LockHeld(_))
    ));
    let outcome = discard(&parent, &plan, &environment()).unwrap();
    assert!(matches!(
        outcome,
        DiscardOutcome::Conflict(Conflict::LockHeld(_))
    ));
    lock.release().unwrap();
    let outcome = materialize(&parent, &plan, &environment()).unwrap();
    assert!(matches!(outcome, MaterializeOutcome::Unchanged));
}

/// A plan whose README says that it is being written is not approved: the approval would change
/// what the repeated call recognises.
#[test]
fn d11_a_partial_is_not_approved() {
    let parent = super::scratch();
    let plan = description(Format::Lite);
    write(parent.path(), &plan);
    let root = parent.path().join(&plan.name);
    let readme = std::fs::read_to_string(root.join("README.md")).unwrap();
    let partial = readme.replace("0/3 completed", "materializing");
    std::fs::write(root.join("README.md"), partial).unwrap();
    let consent = Consent {
        by: "Ana".to_owned(),
        words: "go ahead".to_owned(),
        trust: false,
        unattended: false,
    };
    let dir = ConfinedDir::open(&root).unwrap();
    let outcome = approve(&dir, &consent, &environment()).unwrap();
    assert!(
        matches!(&outcome, ApprovalOutcome::Refused(refusal) if refusal.code == RefusalCode::PlanNotReady),
        "{outcome:?}"
    );
}
