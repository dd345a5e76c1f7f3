//! `ops close`: its answers, its facts from git, its exit codes (Q26, Q31).

use serde_json::json;

use crate::run::{Place, Ran};
use crate::schema::meets;

const ENTRY: &str = "- [x] **sumar** — Sumar\n  acept: suma\n  fecha: 2026-10-15\n  done: la suma, exit 0\n  qa: dio 4\n  \
                     tests: A → suma.rs › «suma»\n  commit: n/a — aparte\n  review: aprobado por qa\n";

/// A queue whose first task is built, committed, and only to be closed.
pub(crate) fn built() -> Place {
    let place = Place::new();
    place.claim("sumar", "one");
    let wip = "---\ntask: sumar\nphase: Commit\nservice: api\nlane: lite\n---\n\n## Plan aprobado\n\n1. [x] Uno\n";
    place.write("wip/one.md", wip);
    place.write("../entry.md", ENTRY);
    place
}

pub(crate) fn close(place: &Place, more: &[&str]) -> Ran {
    let entry = place.root().join("entry.md");
    let arguments = [
        "sumar",
        "--runner",
        "one",
        "--entry",
        entry.to_str().unwrap(),
    ];
    place.ops("close", &[&arguments, more].concat())
}

fn json_of(place: &Place, more: &[&str]) -> (i32, serde_json::Value) {
    let ran = close(place, &[more, &["--format", "json"]].concat());
    let json = ran.json();
    meets(&json);
    (ran.code, json)
}

#[test]
fn q26_a_task_is_closed_in_one_call_that_can_be_repeated() {
    let place = built();
    let (code, json) = json_of(&place, &["--dry-run"]);
    assert_eq!((code, &json["outcome"]), (0, &json!("planned")));
    let (code, json) = json_of(&place, &[]);
    assert_eq!(
        (code, &json["outcome"], &json["lane"]),
        (0, &json!("applied"), &json!("lite"))
    );
    assert_eq!(
        place.text("done/sumar.md").unwrap(),
        format!("{ENTRY}  lane: lite\n")
    );
    assert!(!place.text("BACKLOG.md").unwrap().contains("**sumar**"));
    assert!(place.text("claims/sumar.md").is_none() && place.text("wip/one.md").is_none());
    let ran = place.ops("check", &["--no-git"]);
    assert_eq!(ran.code, 0, "{}", ran.out);
    assert_eq!(json_of(&place, &[]).1["outcome"], "unchanged");
    let context = place
        .ops("context", &["--runner", "one", "--format", "json"])
        .json();
    assert_eq!(context["task"]["slug"], "restar");
}

#[test]
fn q26_what_a_check_would_find_is_shown_and_nothing_is_written() {
    let place = built();
    place.write("../entry.md", &ENTRY.replace("  qa: dio 4\n", ""));
    let ran = close(&place, &[]);
    assert_eq!(ran.code, 1);
    assert!(
        ran.out.contains("queue-done-field-missing") && ran.err.contains("planning-check-failed"),
        "{}{}",
        ran.out,
        ran.err
    );
    assert!(place.text("done/sumar.md").is_none());
    let (code, json) = json_of(&place, &[]);
    assert_eq!(
        (code, &json["stop"]["reason"]),
        (1, &json!("planning-check-failed"))
    );
    assert_eq!(json["findings"][0]["code"], "queue-done-field-missing");
}

#[test]
fn q26_a_commit_of_the_entry_is_looked_up() {
    let place = built();
    place.git(&["init", "-q"]);
    place.write("../api/suma.rs", "fn suma() {}\n");
    place.git(&["add", "api"]);
    place.git(&["commit", "-qm", "feat: suma"]);
    let hash = place.git(&["rev-parse", "--short=12", "HEAD"]);
    let entry = ENTRY.replace("n/a — aparte", &format!("{hash} feat: suma"));
    place.write(
        "../entry.md",
        &entry.replace("A → suma.rs › «suma»", "n/a — nada que probar"),
    );
    let ran = close(&place, &[]);
    assert_eq!(
        ran.code, 1,
        "code was touched, and no test named: {}{}",
        ran.out, ran.err
    );
    assert!(ran.out.contains("queue-done-untested"), "{}", ran.out);
    place.write("../entry.md", &entry);
    assert_eq!(close(&place, &[]).code, 0);
}

#[test]
fn q31_the_two_sessions() {
    let place = built();
    let wip = place
        .text("wip/one.md")
        .unwrap()
        .replace("Commit", "Review");
    assert_eq!(
        json_of(&place, &["--role", "build"]).1["code"],
        "phase-not-in-lane"
    );
    assert_eq!(
        json_of(&place, &["--role", "review"]).1["code"],
        "review-not-ready"
    );
    place.write("wip/one.md", &wip);
    let entry = place.root().join("entry.md");
    let ran = place.ops(
        "close",
        &[
            "sumar",
            "--role",
            "review",
            "--runner",
            "two",
            "--entry",
            entry.to_str().unwrap(),
        ],
    );
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(place.text("claims/sumar.md").is_none() && place.text("wip/one.md").is_none());
}
