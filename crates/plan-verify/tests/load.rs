//! Reading a plan directory from disk: what is taken in, what is refused, and that it is all.
#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "tests")]

mod common;

use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use plan_guard::ConfinedDir;
use plan_testkit::PlanBuilder;
use plan_verify::{Facts, PlanFiles, check};

fn load(path: &Path) -> PlanFiles {
    PlanFiles::load(&ConfinedDir::open(path).unwrap()).unwrap()
}

fn written(parent: &tempfile::TempDir) -> PathBuf {
    common::completed().write_into(parent.path())
}

#[test]
fn a2_what_is_on_disk_is_what_was_built() {
    let parent = tempfile::tempdir().unwrap();
    let files = load(&written(&parent));
    assert_eq!(files, common::completed().plan_files());
    assert_eq!(common::codes(&check(&files, &Facts::default())), [""; 0]);
}

#[test]
fn e_an_empty_analysis_directory_is_there() {
    let parent = tempfile::tempdir().unwrap();
    let plan = PlanBuilder::lite(2).remove("analysis_results/PLAN_ANALYSIS.md");
    let files = load(&plan.write_into(parent.path()));
    assert_eq!(common::codes(&check(&files, &Facts::default())), [""; 0]);
}

#[test]
fn a6_links_that_stay_inside_are_read_and_others_are_findings() {
    let parent = tempfile::tempdir().unwrap();
    let plan = written(&parent);
    symlink("README.md", plan.join("ALSO.md")).unwrap();
    symlink(parent.path(), plan.join("outside")).unwrap();
    symlink("/etc/hostname", plan.join("analysis_results/host.log")).unwrap();
    let files = load(&plan);
    assert_eq!(files.text("ALSO.md"), files.text("README.md"));
    let unread: Vec<_> = files
        .problems()
        .iter()
        .map(|problem| problem.file.as_str())
        .collect();
    assert_eq!(unread, ["analysis_results/host.log", "outside"]);
    assert!(common::codes(&check(&files, &Facts::default())).contains(&"file-unreadable"));
}

#[test]
fn a6_the_state_itself_must_not_be_a_link() {
    let parent = tempfile::tempdir().unwrap();
    let plan = PlanBuilder::full(3)
        .remove("state.json")
        .write_into(parent.path());
    symlink("analysis_results/PLAN_ANALYSIS.md", plan.join("state.json")).unwrap();
    let report = check(&load(&plan), &Facts::default());
    assert_eq!(common::codes(&report), ["file-unreadable"]);
    assert!(
        report
            .notes()
            .any(|note| note.message.contains("state-drift"))
    );
}
