//! `dwp facts`: a repository as it lies there (P20).

use std::path::Path;
use std::process::Command;

use crate::run::run;
use crate::schema::meet_their_schemas;

fn repository(files: &[(&str, &str)]) -> tempfile::TempDir {
    let root = tempfile::tempdir().unwrap();
    for (file, text) in files {
        let path = root.path().join(file);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    root
}

fn git(root: &Path, arguments: &[&str]) {
    let git = Command::new("git")
        .arg("-C")
        .arg(root)
        .args(arguments)
        .output()
        .unwrap();
    assert!(git.status.success());
}

const FILES: [(&str, &str); 5] = [
    ("Cargo.toml", "[workspace]\n"),
    ("AGENTS.md", "# Conventions\n"),
    ("CLAUDE.md", "Follow AGENTS.md.\n"),
    (".claude/skills/release/SKILL.md", "# Release\n"),
    ("node_modules/x/package.json", "{"),
];

#[test]
fn p20_a_repository_is_described_and_nothing_is_written() {
    let root = repository(&FILES);
    let path = root.path().to_str().unwrap();
    let ran = run(&["facts", path, "--format", "json"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let json = ran.json();
    assert_eq!(
        json["facts"]["commands"][1]["line"],
        "cargo test --workspace"
    );
    assert_eq!(
        json["facts"]["skills"],
        serde_json::json!([".claude/skills/release/SKILL.md"])
    );
    assert_eq!(json["facts"]["agent_files"][0]["refers"], true);
    assert!(json["facts"]["ignores_dwp"].is_null());
    assert_eq!(json["report"]["verdict"], "clean");
    assert!(!root.path().join(".dwp").exists() && !root.path().join(".gitignore").exists());
    let text = run(&["facts", path]).out;
    assert!(
        text.contains("[repo-command]: Cargo.toml: test: `cargo test --workspace`"),
        "{text}"
    );
    let sarif = run(&["facts", path, "--format", "sarif"]).json();
    assert_eq!(sarif["version"], "2.1.0");
    meet_their_schemas([ran]);
}

#[test]
fn p20_git_must_ignore_the_plans() {
    let root = repository(&FILES);
    let path = root.path().to_str().unwrap();
    git(root.path(), &["init", "-q"]);
    let ran = run(&["facts", path, "--format", "json"]);
    assert_eq!(ran.code, 1);
    let findings = ran.json()["report"]["findings"].clone();
    let musts: Vec<_> = findings
        .as_array()
        .unwrap()
        .iter()
        .filter(|it| it["severity"] == "must")
        .collect();
    assert_eq!(musts.len(), 1);
    assert_eq!(musts[0]["code"], "repo-dwp-not-ignored");
    std::fs::write(root.path().join(".gitignore"), ".dwp/\n").unwrap();
    assert_eq!(run(&["facts", path]).code, 0);
    assert_eq!(run(&["facts", "/no/such/directory"]).code, 2);
}
