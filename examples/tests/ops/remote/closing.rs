//! Closing and stopping with `--push`: the shared part on the remote, the local part in the work tree
//! (Q26, Q32).

use serde_json::json;

use super::kills::killed;
use super::{Clone, Origin};
use crate::run::run;

const ENTRY: &str = "- [x] **sumar** — Sumar\n  acept: suma\n  fecha: 2026-10-15\n  done: la suma, exit 0\n  qa: dio 4\n  \
                     tests: A → suma.rs › «suma»\n  commit: n/a — aparte\n  review: aprobado por qa\n";

/// A clone whose runner has a task built, committed, and only to be closed; and the file of its evidence.
fn built(origin: &Origin) -> (Clone<'_>, String) {
    let one = origin.clone("one");
    assert_eq!(one.ops("claim", &["sumar", "--push"]).code, 0);
    let wip = "---\ntask: sumar\nphase: Commit\nservice: api\nlane: lite\n---\n\n## Plan aprobado\n\n1. [x] Uno\n";
    std::fs::create_dir_all(one.dir.join("planning/wip")).unwrap();
    std::fs::write(one.dir.join("planning/wip/one.md"), wip).unwrap();
    let entry = origin.root().join("entry.md");
    std::fs::write(&entry, ENTRY).unwrap();
    (one, entry.display().to_string())
}

fn close(entry: &str) -> [&str; 5] {
    ["sumar", "--entry", entry, "--no-git", "--push"]
}

fn is_at_work(clone: &Clone<'_>) -> bool {
    clone.dir.join("planning/wip/one.md").exists()
}

#[test]
fn q26_a_closing_is_one_commit_and_clears_the_work_in_progress_here() {
    let origin = Origin::new();
    let (one, entry) = built(&origin);
    let shown = one.ops("close", &[&close(&entry)[..], &["--dry-run"]].concat());
    assert!(shown.code == 0 && is_at_work(&one), "{}", shown.err);
    assert!(shown.out.contains("    - - [ ] **sumar**"), "{}", shown.out);
    let (code, json) = one.json("close", &close(&entry));
    assert_eq!((code, &json["outcome"]), (0, &json!("applied")), "{json}");
    assert!(!is_at_work(&one));
    assert_eq!(
        origin.log("main"),
        ["Close sumar", "Claim sumar", "La cola"]
    );
    let changed = origin.git(
        &origin.bare(),
        &["show", "--format=", "--name-status", "main"],
    );
    assert_eq!(
        changed,
        "M\tplanning/BACKLOG.md\nD\tplanning/claims/sumar.md\nA\tplanning/done/sumar.md"
    );
    let here = std::fs::read_to_string(one.dir.join("planning/BACKLOG.md")).unwrap();
    assert!(here.contains("**sumar**"), "the work tree is as it was");
    let (code, json) = one.json("close", &close(&entry));
    assert_eq!((code, &json["outcome"]), (0, &json!("unchanged")));

    one.git(&["pull", "-q"]);
    let planning = one.dir.join("planning");
    let check = run(&["check", planning.to_str().unwrap(), "--no-git"]);
    assert_eq!(check.code, 0, "{}", check.out);
    assert_eq!(
        one.context()["task"]["slug"],
        "restar",
        "what waited for it is next"
    );
}

#[test]
fn q26_a_closing_that_is_killed_is_finished_by_the_same_call() {
    for (at, when) in [
        ("commit-tree", "after"),
        ("push", "before"),
        ("push", "after"),
    ] {
        let origin = Origin::new();
        let (one, entry) = built(&origin);
        killed(&one, "close", &close(&entry), at, when);
        assert!(is_at_work(&one), "{when} {at}: the local part comes last");
        let (code, json) = one.json("close", &close(&entry));
        assert_eq!(
            (code, &json["outcome"]),
            (0, &json!("applied")),
            "{when} {at}: {json}"
        );
        let pushed = (at, when) == ("push", "after");
        assert_eq!(json["push"]["commit"].is_null(), pushed, "{json}");
        assert!(!is_at_work(&one));
        assert_eq!(
            origin.log("main"),
            ["Close sumar", "Claim sumar", "La cola"],
            "{when} {at}"
        );
    }
}

#[test]
fn q32_a_stop_tells_others_what_a_person_has_to_do() {
    let origin = Origin::new();
    let (one, _) = built(&origin);
    let needs = "Preguntar a Eva";
    let arguments = [
        "sumar",
        "--reason",
        "blocked-on-human",
        "--needs",
        needs,
        "--push",
    ];
    let (code, json) = one.json("stop", &arguments);
    assert_eq!((code, &json["outcome"]), (0, &json!("applied")), "{json}");
    assert!(is_at_work(&one), "it can be gone on with");
    let action = origin.git(
        &origin.bare(),
        &["grep", "-l", needs, "main", "--", "planning/human"],
    );
    assert!(action.starts_with("main:planning/human/"), "{action}");
}
