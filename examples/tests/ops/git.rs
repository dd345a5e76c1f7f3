//! Facts of real repositories: commits, branches, tracked files, and claims that others can see.

use serde_json::{Value, json};

use crate::run::{Place, Ran, git_in, ops, run};

/// A queue in a repository with one commit.
fn committed() -> Place {
    let place = Place::new();
    place.write("../api/suma.js", "1 + 1\n");
    place.git(&["init", "-q"]);
    place.git(&["add", "."]);
    place.git(&["commit", "-q", "-m", "feat: suma"]);
    place
}

fn codes(place: &Place) -> Vec<String> {
    let json = place.ops("check", &["--format", "json"]).json();
    let findings = json["findings"].as_array().unwrap().iter();
    findings
        .map(|finding| finding["code"].as_str().unwrap().to_owned())
        .collect()
}

#[test]
fn cited_commits_are_looked_up() {
    let place = committed();
    let commit = place.git(&["rev-parse", "HEAD"])[..9].to_owned();
    for (cited, told) in [
        (format!("{commit} feat: suma"), None),
        (
            "0123456789 feat: nada".to_owned(),
            Some("queue-commit-unknown"),
        ),
        ("0123456789 feat: nada (otra@main)".to_owned(), None),
    ] {
        place.done("vieja", "A → TestVieja", &cited);
        let codes = codes(&place);
        assert_eq!(codes.first().map(String::as_str), told, "{cited}");
    }
}

/// Q15: `n/a` for every test of a commit that touches what can be executed.
#[test]
fn untested_work_is_told_by_the_files_of_its_commit() {
    let place = committed();
    let code = place.git(&["rev-parse", "HEAD"])[..9].to_owned();
    place.write("../README.md", "# Texto\n");
    place.git(&["add", "../README.md".trim_start_matches("../")]);
    place.git(&["commit", "-q", "-m", "docs: texto"]);
    let prose = place.git(&["rev-parse", "HEAD"])[..9].to_owned();
    for (commit, told) in [(code, true), (prose, false)] {
        place.done("vieja", "n/a — sólo texto", &format!("{commit} algo"));
        let codes = codes(&place);
        assert_eq!(
            codes.iter().any(|code| code == "queue-done-untested"),
            told,
            "{codes:?}"
        );
    }
}

#[test]
fn commits_that_no_closing_names_are_told() {
    let place = committed();
    place.done("vieja", "A → TestVieja", "n/a — nada");
    assert_eq!(
        codes(&place),
        Vec::<String>::new(),
        "none is later than the closing"
    );
    let later = |file: &str| {
        place.write(file, "x\n");
        place.git(&["add", "."]);
        let date = "--date=2026-10-05T12:00:00Z";
        place.git(&["commit", "-q", date, "-m", "feat: más"]);
    };
    later("reports/uno.md");
    assert_eq!(
        codes(&place),
        Vec::<String>::new(),
        "it touches the planning directory alone"
    );
    later("../api/resta.js");
    assert_eq!(codes(&place), ["queue-commit-unnamed"]);
}

#[test]
fn a_branch_of_the_task_keeps_its_claim_alive() {
    let place = committed();
    place.claim("sumar", "/trees/one");
    let idle = |day: &str| {
        let json = run(&[
            "check",
            &place.planning(),
            "--today",
            day,
            "--format",
            "json",
        ])
        .json();
        json["findings"]
            .as_array()
            .unwrap()
            .iter()
            .any(|finding| finding["code"] == "queue-claim-idle")
    };
    assert!(idle("2026-10-20") && !idle("2026-10-16"));
    place.git(&["checkout", "-q", "-b", "task/sumar"]);
    let command = [
        "commit",
        "-q",
        "--allow-empty",
        "-m",
        "sigue",
        "--date=2026-10-19T12:00:00Z",
    ];
    let status = std::process::Command::new("git")
        .current_dir(place.root())
        .env("GIT_COMMITTER_DATE", "2026-10-19T12:00:00Z")
        .args(["-c", "user.name=Ana", "-c", "user.email=ana@example.com"])
        .args(command)
        .status()
        .unwrap();
    assert!(status.success());
    assert!(!idle("2026-10-20") && idle("2026-10-25"));
}

#[test]
fn work_in_progress_that_git_tracks_is_told() {
    let place = committed();
    place.write(
        "wip/one.md",
        "---\ntask: sumar\nphase: Build\nservice: api\n---\n\n1. [ ] Uno\n",
    );
    assert!(!codes(&place).contains(&"queue-wip-tracked".to_owned()));
    place.git(&["add", "-f", "planning/wip/one.md"]);
    assert!(
        codes(&place).contains(&"queue-wip-tracked".to_owned()),
        "{:?}",
        codes(&place)
    );
}

#[test]
fn the_line_is_that_of_the_branch() {
    let place = committed();
    let line = |place: &Place, more: &[&str]| {
        place
            .ops(
                "context",
                &[&["--runner", "r", "--format", "json"], more].concat(),
            )
            .json()["line"]
            .clone()
    };
    assert_eq!(line(&place, &[]), Value::Null);
    place.git(&["checkout", "-q", "-b", "line/tienda"]);
    assert_eq!(line(&place, &[]), json!("tienda"));
    assert_eq!(line(&place, &["--line", "admin"]), json!("admin"));
    let unborn = Place::new();
    unborn.git(&["init", "-q", "-b", "line/nueva"]);
    assert_eq!(line(&unborn, &[]), json!("nueva"));
}

#[test]
fn the_owner_is_whom_git_knows() {
    let place = committed();
    place.git(&["config", "user.email", "eva@example.com"]);
    let mut command = ops();
    command.env("GIT_CONFIG_GLOBAL", "/dev/null").args([
        "context",
        &place.planning(),
        "--runner",
        "r",
        "--format",
        "json",
    ]);
    assert_eq!(
        Ran::of(command.output().unwrap()).json()["owner"],
        "eva@example.com"
    );
}

/// Q19: a claim that was pushed by another is seen before it is pulled; one that was released and
/// not pulled holds no more.
#[test]
fn claims_are_read_from_the_upstream_branch_too() {
    let place = committed();
    let bare = tempfile::tempdir().unwrap();
    let remote = bare.path().join("origin.git");
    let remote = remote.to_str().unwrap();
    place.git(&["clone", "-q", "--bare", ".", remote]);
    place.git(&["remote", "add", "origin", remote]);
    place.git(&["fetch", "-q"]);
    let branch = place.git(&["branch", "--show-current"]);
    place.git(&[
        "branch",
        "-q",
        "--set-upstream-to",
        &format!("origin/{branch}"),
    ]);

    let other = bare.path().join("other");
    git_in(bare.path(), &["clone", "-q", remote, "other"]);
    let claim = "---\ntask: sumar\nowner: eva@example.com\nrunner: /trees/two\nstarted: 2026-10-14\nservice: api\n---\n";
    std::fs::create_dir_all(other.join("planning/claims")).unwrap();
    std::fs::write(other.join("planning/claims/sumar.md"), claim).unwrap();
    git_in(&other, &["add", "."]);
    git_in(&other, &["commit", "-q", "-m", "claim sumar"]);
    git_in(&other, &["push", "-q"]);

    let context = || {
        place
            .ops("context", &["--runner", "/trees/one", "--format", "json"])
            .json()
    };
    assert_eq!(
        context()["task"]["slug"],
        "sumar",
        "not fetched yet: nobody can know"
    );
    place.git(&["fetch", "-q"]);
    let seen = context();
    assert_eq!(
        seen["taken"],
        json!([{ "slug": "sumar", "owner": "eva@example.com", "runner": "/trees/two" }])
    );
    assert_eq!(seen["stop"]["reason"], "queue-unavailable");
    let runners = place
        .ops("runners", &["--runner", "/trees/one", "--format", "json"])
        .json();
    assert_eq!(
        (
            &runners["runners"][0]["runner"],
            &runners["runners"][0]["claims"][0]["shared"]
        ),
        (&json!("/trees/two"), &json!(true))
    );
    assert!(
        !place.root().join("planning/claims").exists(),
        "the work tree stays as it was"
    );

    place.git(&["pull", "-q"]);
    git_in(&other, &["rm", "-q", "planning/claims/sumar.md"]);
    git_in(&other, &["commit", "-q", "-m", "release sumar"]);
    git_in(&other, &["push", "-q"]);
    place.git(&["fetch", "-q"]);
    assert!(
        place.root().join("planning/claims/sumar.md").exists(),
        "not pulled"
    );
    assert_eq!(context()["task"]["slug"], "sumar", "released, and fetched");
}
