//! `ops release`, `start`, `tick` and `phase --to`, as one would work with them (Q22, Q26).

use serde_json::json;

use crate::run::Place;
use crate::schema::meets;

const ONE: [&str; 2] = ["--runner", "one"];

fn place() -> Place {
    let place = Place::new();
    place.claim("sumar", "one");
    place.write("../plan.md", "1. [ ] Prueba en rojo\n2. [ ] Sumar\n");
    place
}

fn ops(place: &Place, command: &str, more: &[&str]) -> serde_json::Value {
    let json = place
        .ops(command, &[more, &ONE, &["--format", "json"]].concat())
        .json();
    meets(&json);
    json
}

#[test]
fn q26_from_the_plan_to_the_commit() {
    let place = place();
    let plan = place.root().join("plan.md");
    let json = ops(
        &place,
        "start",
        &["sumar", "--plan", plan.to_str().unwrap()],
    );
    assert_eq!(
        (
            &json["outcome"],
            &json["wip"],
            &json["steps"],
            &json["lane"]
        ),
        (
            &json!("applied"),
            &json!("wip/one.md"),
            &json!(2),
            &json!("lite")
        )
    );
    assert_eq!(
        json["files"],
        json!([{ "path": "wip/one.md", "change": "created", "local": true }])
    );
    let json = ops(&place, "phase", &["sumar", "--to", "Build"]);
    assert_eq!(
        (&json["from"], &json["current"], &json["next"]),
        (&json!("WIP"), &json!("Build"), &json!("Review"))
    );
    for step in ["1", "2"] {
        assert_eq!(ops(&place, "tick", &[step])["outcome"], "applied");
    }
    assert_eq!(ops(&place, "tick", &["2"])["outcome"], "unchanged");
    let wip = place.text("wip/one.md").unwrap();
    assert!(
        wip.contains("phase: Build\n") && wip.contains("1. [x] Prueba en rojo\n2. [x] Sumar\n"),
        "{wip}"
    );
    assert_eq!(place.ops("check", &["--no-git"]).code, 0);
    let shown = place
        .ops("phase", &["sumar", "--runner", "one", "--format", "json"])
        .json();
    assert_eq!(shown["current"], "Build");
    let json = ops(&place, "release", &["sumar"]);
    assert_eq!(
        (&json["outcome"], &json["code"]),
        (&json!("refused"), &json!("wip-active"))
    );
    let json = ops(&place, "release", &["sumar", "--drop-wip"]);
    assert_eq!(json["outcome"], "applied");
    assert!(place.text("wip/one.md").is_none() && place.text("claims/sumar.md").is_none());
}

#[test]
fn q26_refusals_and_their_exit_codes() {
    let place = place();
    let missing = place.root().join("no-plan.md");
    let ran = place.ops(
        "start",
        &[
            "sumar",
            "--plan",
            missing.to_str().unwrap(),
            "--runner",
            "one",
        ],
    );
    assert_eq!(ran.code, 2, "{}", ran.err);
    let plan = place.root().join("plan.md");
    let ran = place.ops(
        "start",
        &["sumar", "--plan", plan.to_str().unwrap(), "--runner", "two"],
    );
    assert_eq!(ran.code, 3, "{}", ran.err);
    place.write("../plan.md", "1. [ ] Uno\n- suelto\n");
    let ran = place.ops(
        "start",
        &["sumar", "--plan", plan.to_str().unwrap(), "--runner", "one"],
    );
    assert_eq!(ran.code, 1);
    assert!(
        ran.out.contains("queue-item-unread"),
        "{}{}",
        ran.out,
        ran.err
    );
    assert_eq!(place.ops("tick", &["1", "--runner", "one"]).code, 1);
    assert_eq!(place.ops("release", &["sumar", "--runner", "two"]).code, 3);
}
