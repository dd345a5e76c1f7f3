//! Reading a planning directory from disk, and what it wants to know of git (Q1, Q17).
#![allow(
    clippy::unwrap_used,
    clippy::disallowed_methods,
    reason = "tests set up directories"
)]

mod common;

use std::fs;
use std::path::Path;

use common::queue;
use plan_guard::ConfinedDir;
use plan_queue::facts::Wanted;
use plan_queue::{LoadError, QueueFiles, check};
use tempfile::TempDir;

fn on_disk() -> TempDir {
    let dir = TempDir::new().unwrap();
    for (file, content) in queue().files().iter() {
        let path = dir.path().join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content.bytes()).unwrap();
    }
    dir
}

fn load(path: &Path) -> Result<QueueFiles, LoadError> {
    QueueFiles::load(&ConfinedDir::open(path).unwrap())
}

#[test]
fn q1_a_directory_reads_like_its_files() {
    let dir = on_disk();
    fs::create_dir(dir.path().join("reports")).unwrap();
    fs::write(dir.path().join("reports/big.bin"), [0; 64]).unwrap();
    fs::write(dir.path().join("LESSONS.md"), "nobody reads it").unwrap();
    let files = load(dir.path()).unwrap();
    let expected = queue().files();
    assert!(files.iter().eq(expected.iter()));
    let report = check(&files, &queue().facts);
    assert_eq!(report.findings().count(), 0);
}

#[test]
fn a_path_without_a_backlog_is_a_usage_error_that_names_it() {
    let dir = on_disk();
    let told = |dir: &TempDir| {
        let error = load(dir.path()).unwrap_err();
        assert_eq!(error.code(), "not-a-planning-directory");
        let text = error.to_string();
        assert!(
            text.contains(&fs::canonicalize(dir.path()).unwrap().display().to_string()),
            "{text}"
        );
        text
    };
    fs::write(dir.path().join("BACKLOG.md"), [0xff, 0xfe]).unwrap();
    assert!(told(&dir).contains("not UTF-8"));
    fs::remove_file(dir.path().join("BACKLOG.md")).unwrap();
    assert!(told(&dir).contains("there is no BACKLOG.md"));
    fs::create_dir(dir.path().join("BACKLOG.md")).unwrap();
    assert!(told(&dir).contains("cannot be read"));
}

#[cfg(unix)]
#[test]
fn q1_links_that_leave_are_findings_and_others_are_followed() {
    let (dir, outside) = (on_disk(), TempDir::new().unwrap());
    let link = |target: &Path, name: &str| {
        std::os::unix::fs::symlink(target, dir.path().join(name)).unwrap();
    };
    fs::write(outside.path().join("secret.md"), "- [x] **secret**").unwrap();
    link(&outside.path().join("secret.md"), "done/secret.md");
    fs::remove_file(dir.path().join("inbox/ideas/modo-oscuro.md")).unwrap();
    fs::write(dir.path().join("idea.md"), "- **modo-oscuro** — ¿Sí?\n").unwrap();
    link(Path::new("../../idea.md"), "inbox/ideas/modo-oscuro.md");
    let files = load(dir.path()).unwrap();
    assert!(files.text("inbox/ideas/modo-oscuro.md").is_some());
    let report = check(&files, &queue().facts);
    let codes: Vec<_> = report
        .findings()
        .map(|f| (f.rule.code, f.location.file.as_str()))
        .collect();
    assert_eq!(codes, [("queue-file-unreadable", "done/secret.md")]);
    assert!(files.get("done/secret.md").is_none());
}

#[test]
fn q15_an_empty_folder_for_actions_is_a_place_for_them() {
    let dir = on_disk();
    fs::remove_file(dir.path().join("HUMAN_ACTIONS.md")).unwrap();
    fs::remove_file(dir.path().join("human/dominio.md")).unwrap();
    let report = check(&load(dir.path()).unwrap(), &queue().facts);
    assert_eq!(report.findings().count(), 0);
}

#[test]
fn q17_what_git_is_asked_for() {
    let read = queue().read();
    let wanted = Wanted::of(&read);
    assert!(wanted.commits.iter().eq(&["abc1234"]));
    assert!(wanted.files_of.is_empty());
    assert!(wanted.claimed.iter().eq(&["validar-stock"]));
    assert!(wanted.wips.iter().eq(&["wip/home-ana-arbol.md"]));
    assert_eq!(wanted.newest.unwrap().to_string(), "2026-09-28");
    let untested = queue()
        .done(
            "C1 → test/tabla.test.js › «crea la tabla» — en rojo antes",
            "n/a — sin superficie",
        )
        .read();
    assert!(Wanted::of(&untested).files_of.iter().eq(&["abc1234"]));
}
