//! The contract of `ops context`: members, schema, stops, and who asks (Q19, Q20, Q31).

use crate::run::{Place, Ran, ops, run, sample};
use serde_json::{Value, json};

fn context(place: &Place, arguments: &[&str]) -> Value {
    let ran = place.ops("context", &[&["--format", "json"], arguments].concat());
    assert_eq!(ran.code, 0, "{}", ran.err);
    ran.json()
}

#[test]
fn json_has_the_members_of_the_contract() {
    let place = Place::new();
    let json = context(
        &place,
        &["--runner", "/trees/one", "--owner", "ana@example.com"],
    );
    for member in [
        "schema",
        "task",
        "stop",
        "claimed",
        "wip",
        "queued",
        "repeated",
        "taken",
        "waiting",
        "held",
        "manual",
        "other_lines",
        "recurring_due",
        "checkpoints",
        "repair",
        "today",
        "line",
        "runner",
        "owner",
    ] {
        assert!(json.get(member).is_some(), "{member}: {json}");
    }
    for member in [
        "slug",
        "milestone",
        "lane",
        "cast",
        "service",
        "epic",
        "description",
        "acceptance",
        "conditions",
        "file",
    ] {
        assert!(json["task"].get(member).is_some(), "{member}: {json}");
    }
    assert_eq!(json["schema"], "urn:planwright:schema:queue-context:v1");
    assert_eq!(
        (&json["today"], &json["owner"]),
        (&json!("2026-10-15"), &json!("ana@example.com"))
    );
    assert_eq!(
        (&json["task"]["slug"], &json["queued"]),
        (&json!("sumar"), &json!(2))
    );
    assert_eq!(
        json["waiting"],
        json!([{ "slug": "restar", "depends_on": ["sumar"] }])
    );
}

#[test]
fn every_answer_is_valid_by_the_committed_schema() {
    let place = Place::new();
    place.claim("sumar", "/trees/two");
    place.done("vieja", "A → TestVieja", "n/a — nada");
    let sample = sample();
    let schemas = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../schemas");
    let valid = |name: &str, arguments: &[&str]| {
        let schema: Value =
            serde_json::from_str(&std::fs::read_to_string(schemas.join(name)).unwrap()).unwrap();
        let validator = jsonschema::validator_for(&schema).unwrap();
        let json = run(&[arguments, &["--format", "json"]].concat()).json();
        let errors: Vec<_> = validator
            .iter_errors(&json)
            .map(|error| error.to_string())
            .collect();
        assert_eq!(errors, Vec::<String>::new(), "{arguments:?}: {json}");
        assert_eq!(json["schema"], schema["$id"]);
    };
    for dir in [place.planning(), sample] {
        valid(
            "queue-context-v1.json",
            &["context", &dir, "--runner", "/trees/one"],
        );
        valid(
            "queue-context-v1.json",
            &["context", &dir, "--runner", "r", "--line", "desk"],
        );
        valid(
            "queue-context-v1.json",
            &["context", &dir, "--runner", "r", "--role", "review"],
        );
        valid("queue-recurring-v1.json", &["recurring", &dir]);
        valid("queue-human-v1.json", &["human", &dir]);
        valid("queue-inbox-v1.json", &["inbox", &dir]);
        valid("queue-runners-v1.json", &["runners", &dir]);
        valid("queue-evidence-v1.json", &["evidence", &dir]);
    }
    valid(
        "queue-phase-v1.json",
        &["phase", &place.planning(), "sumar"],
    );
    valid("stop-reasons-v1.json", &["stop-reasons"]);
}

#[test]
fn a_stop_is_an_answer() {
    let place = Place::new();
    place.write("AWAITING_REVIEW.md", "# Alto\n\nMirar el hito.\n");
    let json = context(&place, &["--runner", "r"]);
    assert_eq!(json["task"], Value::Null);
    assert_eq!(json["stop"]["reason"], "awaiting-review");
    assert_eq!(json["stop"]["family"], "person");
    assert_eq!(json["stop"]["detail"], "AWAITING_REVIEW.md: Mirar el hito.");
    let text = place.ops("context", &["--runner", "r"]);
    assert!(
        text.out.starts_with("stop       awaiting-review (person)"),
        "{}",
        text.out
    );
}

#[test]
fn the_runner_is_named_found_in_the_environment_or_in_the_work_tree() {
    let place = Place::new();
    place.claim("sumar", "/trees/one");
    let planning = place.planning();
    let asked = |arguments: &[&str], variable: Option<&str>| {
        let mut command = ops();
        command
            .current_dir(place.root())
            .args(["context", &planning, "--format", "json"])
            .args(arguments);
        if let Some(runner) = variable {
            command
                .env("OPS_RUNNER", runner)
                .env("OPS_OWNER", "eva@example.com");
        }
        Ran::of(command.output().unwrap()).json()
    };
    let named = asked(&["--runner", "/trees/one"], Some("/trees/two"));
    assert_eq!(
        (&named["runner"], &named["claimed"]),
        (&json!("/trees/one"), &json!(true))
    );
    let found = asked(&[], Some("/trees/two"));
    assert_eq!(
        (&found["runner"], &found["owner"]),
        (&json!("/trees/two"), &json!("eva@example.com"))
    );
    assert_eq!(found["stop"]["reason"], "queue-unavailable");
    assert_eq!(
        found["taken"],
        json!([{ "slug": "sumar", "owner": "ana@example.com", "runner": "/trees/one" }])
    );
    let root = place.root().display().to_string();
    assert_eq!(
        asked(&[], None)["runner"],
        json!(root),
        "the working directory"
    );
    place.git(&["init", "-q"]);
    let mut inner = ops();
    inner
        .current_dir(place.root().join("planning"))
        .args(["context", ".", "--format", "json"]);
    assert_eq!(
        Ran::of(inner.output().unwrap()).json()["runner"],
        json!(root),
        "the work tree"
    );
}

#[test]
fn what_is_asked_for_wrongly_is_a_usage_error() {
    let place = Place::new();
    for (arguments, told) in [
        (&["--milestone", "dos"][..], "it has uno"),
        (&["--line", "No Vale"], "is no name of a line"),
        (&["--today", "2026-02-30"], "2026-02-30"),
        (&["--no-such"], "--no-such"),
    ] {
        let ran = run(&[&["context", &place.planning()], arguments].concat());
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{arguments:?}");
        assert!(ran.err.contains(told), "{arguments:?}: {}", ran.err);
    }
    // The request names a role that there is not: a stop with a name of its own.
    let ran = place.ops("context", &["--role", "builder", "--format", "json"]);
    assert_eq!(
        (ran.code, &ran.json()["stop"]["reason"]),
        (2, &json!("role-unknown"))
    );
    assert_eq!(
        context(&place, &["--role", "review"])["stop"]["reason"],
        "review-not-ready"
    );
}

/// A file never controls the terminal.
#[test]
fn control_characters_are_shown_escaped() {
    let place = Place::new();
    place.write(
        "BACKLOG.md",
        &crate::run::BACKLOG.replace("Sumar.", "Sumar \u{1b}[31mrojo."),
    );
    for ran in [
        place.ops("context", &["--runner", "r"]),
        place.ops("context", &["--runner", "r", "--format", "json"]),
    ] {
        assert!(!ran.out.contains('\u{1b}'), "{:?}", ran.out);
        assert!(ran.out.contains("rojo"), "{}", ran.out);
    }
}
