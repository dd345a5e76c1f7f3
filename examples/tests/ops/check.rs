//! The contract of `ops check`: exit codes, JSON, SARIF, and what is no queue (Q15–Q18).

use crate::run::{Place, Ran, ops, run, sample};

#[test]
fn the_sample_is_clean() {
    let ran = run(&["check", &sample(), "--no-git", "--today", "2026-09-30"]);
    assert_eq!(ran.code, 0, "{}", ran.out);
    let json = run(&[
        "check",
        &sample(),
        "--no-git",
        "--today",
        "2026-09-30",
        "--format",
        "json",
    ])
    .json();
    assert_eq!(json["findings"], serde_json::json!([]), "{json}");
}

#[test]
fn json_has_the_members_of_the_contract() {
    let place = Place::new();
    place.write("claims/nadie.md", "---\ntask: nadie\n---\n");
    let ran = place.ops("check", &["--format", "json"]);
    let json = ran.json();
    assert_eq!((ran.code, json["verdict"].as_str()), (1, Some("findings")));
    assert_eq!(
        (&json["tool"]["name"], &json["queue"]),
        (&"ops".into(), &"planning".into())
    );
    for member in [
        "code",
        "severity",
        "requirement",
        "file",
        "line",
        "column",
        "pointer",
        "message",
        "help",
    ] {
        assert!(
            json["findings"][0].get(member).is_some(),
            "{member}: {json}"
        );
    }
    assert!(
        json["checked"]
            .as_array()
            .is_some_and(|codes| codes.len() > 50)
    );
}

#[test]
fn warnings_alone_pass() {
    let place = Place::new();
    assert_eq!(place.ops("check", &[]).code, 0);
    place.claim("sumar", "/trees/one");
    place.claim("restar", "/trees/two");
    place.write(
        "claims/restar.md",
        &std::fs::read_to_string(place.root().join("planning/claims/restar.md"))
            .unwrap()
            .replace("web", "api"),
    );
    let ran = place.ops("check", &["--format", "json"]);
    assert_eq!(ran.code, 0, "{}", ran.out);
    let json = ran.json();
    assert_eq!(
        (&json["verdict"], &json["findings"][0]["severity"]),
        (&"clean".into(), &"should".into())
    );
}

#[test]
fn sarif_points_into_the_queue() {
    let place = Place::new();
    place.write("claims/nadie.md", "---\ntask: nadie\n---\n");
    let sarif = place.ops("check", &["--format", "sarif"]).json();
    assert_eq!(sarif["version"], "2.1.0");
    let result = &sarif["runs"][0]["results"][0];
    let uri = &result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"];
    assert!(!uri.as_str().unwrap().starts_with('/'), "{uri}");
}

/// Q17: without git, what needs it is a note; it is neither passed nor failed.
#[test]
fn without_git_it_says_what_was_not_checked() {
    let place = Place::new();
    place.done("vieja", "A → TestVieja", "abcdef1 feat: vieja");
    for extra in [&[][..], &["--no-git"]] {
        let ran = place.ops("check", extra);
        assert_eq!(ran.code, 0, "{}", ran.out);
        assert!(
            ran.out.contains("not checked: queue-commit-unknown"),
            "{}",
            ran.out
        );
    }
    let json = place.ops("check", &["--format", "json"]).json();
    let checked = json["checked"].as_array().unwrap();
    assert!(!checked.contains(&"queue-commit-unknown".into()));
}

/// Never an empty queue: a usage error that names the resolved path, for every command.
#[test]
fn a_directory_without_a_backlog_is_a_usage_error() {
    let empty = tempfile::tempdir().unwrap();
    let path = empty.path().canonicalize().unwrap().display().to_string();
    let all = [
        "check",
        "context",
        "recurring",
        "human",
        "inbox",
        "runners",
        "evidence",
    ];
    for command in all {
        let ran = run(&[command, &path]);
        assert_eq!(ran.code, 2, "{command}");
        assert!(
            ran.out.is_empty() && ran.err.contains(&path),
            "{command}: {}",
            ran.err
        );
        assert_eq!(run(&[command, "/no/such/queue"]).code, 2, "{command}");
    }
    assert_eq!(run(&["phase", &path, "sumar"]).code, 2);
    std::fs::write(empty.path().join("BACKLOG.md"), b"\xff\xfe not UTF-8").unwrap();
    assert_eq!(run(&["context", &path]).code, 2);
}

/// Faults: it failed when run from inside the directory.
#[test]
fn it_works_from_inside_with_a_relative_path() {
    let place = Place::new();
    let planning = place.root().join("planning");
    let check = |dir: &std::path::Path, path: &str| {
        Ran::of(
            ops()
                .current_dir(dir)
                .args(["check", path, "--today", "2026-10-15"])
                .output()
                .unwrap(),
        )
    };
    for ran in [
        check(&planning, "."),
        check(&place.root(), "planning"),
        check(&planning.join("human"), ".."),
    ] {
        assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
        assert!(ran.out.starts_with("planning: clean"), "{}", ran.out);
    }
    let ran = Ran::of(
        ops()
            .current_dir(&planning)
            .args(["context", ".", "--runner", "r", "--format", "json"])
            .output()
            .unwrap(),
    );
    assert_eq!(ran.json()["queue"], "planning");
}
