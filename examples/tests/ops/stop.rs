//! `ops stop` and `ops return`: their answers and exit codes (Q23, Q31, Q32).

use serde_json::json;

use crate::run::Place;
use crate::schema::meets;

fn place(phase: &str) -> Place {
    let place = Place::new();
    place.claim("sumar", "one");
    let wip = format!(
        "---\ntask: sumar\nphase: {phase}\nservice: api\nlane: lite\n---\n\n## Plan aprobado\n\n1. [x] Uno\n"
    );
    place.write("wip/one.md", &wip);
    place
}

fn ops(place: &Place, command: &str, more: &[&str]) -> (i32, serde_json::Value) {
    let ran = place.ops(command, &[more, &["--format", "json"]].concat());
    let json = ran.json();
    meets(&json);
    (ran.code, json)
}

#[test]
fn q32_a_stop_that_needs_a_person_writes_what_for() {
    let place = place("Build");
    let stop = ["sumar", "--runner", "one", "--reason", "build-blocked"];
    let (code, json) = ops(&place, "stop", &stop);
    assert_eq!((code, &json["code"]), (1, &json!("needs-missing")));
    let with = [&stop[..], &["--needs", "Dar acceso."]].concat();
    let (code, json) = ops(&place, "stop", &with);
    assert_eq!(
        (
            code,
            &json["outcome"],
            &json["reason"],
            &json["family"],
            &json["unblocked_by"],
            &json["action"]
        ),
        (
            0,
            &json!("applied"),
            &json!("build-blocked"),
            &json!("build"),
            &json!("person"),
            &json!("human/sumar.md")
        )
    );
    assert!(
        place
            .text("human/sumar.md")
            .unwrap()
            .ends_with("Dar acceso.\n")
    );
    assert!(
        place
            .text("wip/one.md")
            .unwrap()
            .ends_with("## Bloqueos\n\n- **build-blocked** — Dar acceso.\n")
    );
    assert_eq!(place.ops("check", &["--no-git"]).code, 0);
    assert_eq!(ops(&place, "stop", &with).1["outcome"], "unchanged");
    let text = place.ops(
        "stop",
        &["sumar", "--runner", "one", "--reason", "verify-regression"],
    );
    assert!(
        text.out
            .starts_with("sumar is stopped: verify-failed (formerly verify-regression)\n"),
        "{}",
        text.out
    );
}

#[test]
fn q32_who_has_nothing_stops_nothing() {
    let place = place("Build");
    let stop = |runner, reason| {
        ops(
            &place,
            "stop",
            &["sumar", "--runner", runner, "--reason", reason],
        )
    };
    assert_eq!(stop("two", "qa-failed").0, 3);
    assert_eq!(stop("one", "tired").1["code"], "reason-unknown");
}

#[test]
fn q31_a_review_sends_back_with_findings() {
    let place = place("Review");
    let back = |finding| {
        place.ops(
            "return",
            &["sumar", "--runner", "two", "--finding", finding],
        )
    };
    assert_eq!(back("R7|perhaps|x").code, 2);
    assert_eq!(back("R7|yes").code, 2);
    assert_eq!(place.ops("return", &["sumar", "--runner", "two"]).code, 2);
    let (code, json) = ops(
        &place,
        "return",
        &["sumar", "--runner", "two", "--finding", "R7|no|quizás"],
    );
    assert_eq!(
        (code, &json["stop"]["reason"]),
        (1, &json!("review-unverified"))
    );
    let (code, json) = ops(
        &place,
        "return",
        &[
            "sumar",
            "--runner",
            "two",
            "--finding",
            "R7|yes|falta a | b",
        ],
    );
    assert_eq!(
        (code, &json["to_settle"], &json["wip"]),
        (0, &json!(1), &json!("wip/one.md"))
    );
    let wip = place.text("wip/one.md").unwrap();
    assert!(
        wip.contains("phase: Build\n") && wip.ends_with("- [ ] **R7** — falta a | b\n"),
        "{wip}"
    );
    let context = |role: &str, runner: &str| {
        place
            .ops(
                "context",
                &["--role", role, "--runner", runner, "--format", "json"],
            )
            .json()
    };
    assert_eq!(
        context("review", "two")["stop"]["reason"],
        "review-not-ready"
    );
    assert_eq!(context("build", "one")["task"]["slug"], "sumar");
}
