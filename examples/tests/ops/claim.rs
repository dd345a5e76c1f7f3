//! `ops claim`: the file it writes, its answers and its exit codes (Q24, Q31).

use serde_json::json;

use crate::run::Place;
use crate::schema::meets;

const ONE: [&str; 4] = ["--runner", "one", "--owner", "ana@example.com"];

fn claim(place: &Place, more: &[&str]) -> crate::run::Ran {
    place.ops("claim", &[more, &ONE].concat())
}

#[test]
fn q24_a_task_is_claimed_once_and_then_is_held() {
    let place = Place::new();
    let json = claim(&place, &["--next", "--format", "json"]).json();
    assert_eq!(
        (
            &json["outcome"],
            &json["task"],
            &json["runner"],
            &json["summary"]
        ),
        (
            &json!("applied"),
            &json!("sumar"),
            &json!("one"),
            &json!("Claim sumar")
        )
    );
    assert_eq!(
        json["files"],
        json!([{ "path": "claims/sumar.md", "change": "created", "local": false }])
    );
    let text = place.text("claims/sumar.md").unwrap();
    assert_eq!(
        text,
        "---\ntask: sumar\nowner: ana@example.com\nrunner: one\nstarted: 2026-10-15\nservice: api\n---\n"
    );
    let again = claim(&place, &["sumar"]);
    assert_eq!(
        (again.code, &*again.out),
        (
            0,
            "nothing to do: sumar is claimed by one (ana@example.com)\n"
        )
    );
    assert_eq!(place.text("claims/sumar.md").unwrap(), text);
    let ran = place.ops("check", &["--no-git"]);
    assert_eq!(ran.code, 0, "{}", ran.out);
    let context = place
        .ops("context", &["--runner", "one", "--format", "json"])
        .json();
    assert_eq!(
        (&context["claimed"], &context["task"]["slug"]),
        (&json!(true), &json!("sumar"))
    );
}

#[test]
fn q24_another_that_holds_it_is_a_conflict_and_the_rest_is_refused() {
    let place = Place::new();
    place.claim("sumar", "two");
    let ran = claim(&place, &["sumar", "--format", "json"]);
    assert_eq!(ran.code, 3);
    let json = ran.json();
    assert_eq!(
        (&json["outcome"], &json["code"]),
        (&json!("conflict"), &json!("taken"))
    );
    assert!(
        json["message"].as_str().unwrap().contains("taken by two"),
        "{json}"
    );
    let ran = claim(&place, &["restar"]);
    assert_eq!(ran.code, 1);
    assert!(
        ran.err
            .starts_with("ops: refused (waiting): `restar`: it waits for sumar\n  help: "),
        "{}",
        ran.err
    );
    let json = claim(&place, &["--next", "--format", "json"]).json();
    assert_eq!(
        json["stop"],
        json!({ "reason": "queue-unavailable", "family": "queue", "unblocked_by": "author" })
    );
    assert!(place.text("claims/restar.md").is_none());
}

/// Two tasks of one slug, of which the first waits for itself, and one behind them.
const TWICE: &str = "# Cola\n\n## Hito uno — Uno\n\n\
    - [ ] **sumar** — Sumar. _Aceptación: suma._ (service: api) (depende: sumar)\n\n\
    ## Hito dos — Dos\n\n\
    - [ ] **sumar** [lite] — Sumar más. _Aceptación: suma._ (service: api)\n";
const BEHIND: &str = "- [ ] **contar** [lite] — Contar. _Aceptación: cuenta._ (service: api)\n";

#[test]
fn q24_of_two_tasks_of_one_slug_neither_is_claimed() {
    let place = Place::new();
    place.write("BACKLOG.md", TWICE);
    let told =
        "its slug stands for 2 tasks: BACKLOG.md:5 (milestone uno), BACKLOG.md:9 (milestone dos)";
    // Asked again, it is the same answer.
    for _ in 0..2 {
        let ran = claim(&place, &["sumar"]);
        assert_eq!((ran.code, &*ran.out), (1, ""));
        assert_eq!(
            ran.err,
            format!(
                "ops: refused (slug-repeated): `sumar`: {told}; it waits for sumar\n  \
                 help: rename all of them but one, so that the name tells which is meant\n"
            )
        );
        let ran = claim(&place, &["--next"]);
        assert_eq!(ran.code, 1);
        assert!(
            ran.err.starts_with("ops: refused (queue-unavailable): ") && ran.err.contains(told),
            "{}",
            ran.err
        );
        assert!(place.text("claims/sumar.md").is_none());
    }
    let context = place.ops("context", &["--runner", "one"]);
    let line = "\nrepeated   sumar stands for 2 tasks: BACKLOG.md:5 (milestone uno), BACKLOG.md:9 (milestone dos)\n";
    assert!(context.out.contains(line), "{}", context.out);
    assert!(!context.out.starts_with("task "), "{}", context.out);

    // The next one behind them is free.
    place.write("BACKLOG.md", &format!("{TWICE}{BEHIND}"));
    for outcome in ["applied", "unchanged"] {
        let json = claim(&place, &["--next", "--format", "json"]).json();
        assert_eq!(
            (&json["outcome"], &json["task"]),
            (&json!(outcome), &json!("contar"))
        );
    }
}

#[test]
fn q24_a_dry_run_writes_nothing() {
    let place = Place::new();
    let json = claim(&place, &["--next", "--dry-run", "--format", "json"]).json();
    assert_eq!(
        (&json["outcome"], &json["task"]),
        (&json!("planned"), &json!("sumar"))
    );
    assert!(place.text("claims/sumar.md").is_none() && place.text("wip/.lock").is_none());
}

#[test]
fn q31_an_unknown_role_stops() {
    let ran = claim(
        &Place::new(),
        &["--next", "--role", "deploy", "--format", "json"],
    );
    assert_eq!(ran.code, 2);
    assert_eq!(ran.json()["stop"]["reason"], "role-unknown");
}

#[test]
fn q24_claims_of_the_upstream_branch_count() {
    let place = Place::new();
    let there = place.root().join("there.git");
    place.git(&["init", "-q", "--bare", there.to_str().unwrap()]);
    place.git(&["init", "-q"]);
    place.git(&["add", "planning"]);
    place.git(&["commit", "-qm", "Queue"]);
    place.git(&["remote", "add", "origin", there.to_str().unwrap()]);
    place.claim("sumar", "two");
    place.git(&["add", "planning"]);
    place.git(&["commit", "-qm", "Claim sumar"]);
    place.git(&["push", "-q", "-u", "origin", "HEAD:main"]);
    place.git(&["reset", "-q", "--hard", "HEAD~1"]);
    assert!(place.text("claims/sumar.md").is_none());
    assert_eq!(claim(&place, &["sumar"]).code, 3);
}

#[test]
fn usage_errors() {
    let place = Place::new();
    for arguments in [
        &["sumar", "--next"][..],
        &[],
        &["--next", "--milestone", "no"],
    ] {
        assert_eq!(claim(&place, arguments).code, 2, "{arguments:?}");
    }
}

#[test]
fn outputs_meet_their_schema() {
    let place = Place::new();
    for (arguments, outcome) in [
        (&["--next", "--dry-run"][..], "planned"),
        (&["--next"], "applied"),
        (&["--next"], "unchanged"),
        (&["restar"], "refused"),
    ] {
        let json = claim(&place, &[arguments, &["--format", "json"]].concat()).json();
        assert_eq!(json["outcome"], outcome);
        meets(&json);
    }
    let other = place.ops(
        "claim",
        &[
            "sumar", "--runner", "two", "--owner", "x", "--format", "json",
        ],
    );
    assert_eq!(other.json()["outcome"], "conflict");
    meets(&other.json());
}
