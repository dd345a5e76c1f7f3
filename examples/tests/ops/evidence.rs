//! `ops evidence`: on disk first, then in the cited commits, of a real repository (Q28).

use serde_json::{Value, json};

use crate::run::Place;

fn verdicts(place: &Place, arguments: &[&str]) -> Vec<(String, String)> {
    let json = place
        .ops("evidence", &[arguments, &["--format", "json"]].concat())
        .json();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let traces = json["traces"].as_array().unwrap().iter();
    traces
        .map(|trace| (text(&trace["verdict"]), text(&trace["detail"])))
        .collect()
}

#[test]
fn tests_are_found_on_disk_and_in_commits() {
    let place = Place::new();
    place.write("../api/test/suma.js", "test('suma dos', () => {})\n");
    place.write("../api/test/vieja.js", "test('se fue', () => {})\n");
    place.git(&["init", "-q"]);
    place.git(&["add", "."]);
    place.git(&["commit", "-q", "-m", "feat: todo"]);
    let commit = place.git(&["rev-parse", "--short=10", "HEAD"]);
    std::fs::remove_file(place.root().join("api/test/vieja.js")).unwrap();
    // The closing names the tests itself, and is no evidence of them.
    place.done(
        "vieja",
        "A → api/test/suma.js › «suma dos»; A → api/test/vieja.js › «se fue»; A → api/test/suma.js › «nunca estuvo»; \
         A → api/test/otra.js › «suma dos»; A → TestQueNoExiste; A → a mano",
        &format!("{commit} feat: todo"),
    );
    let found = verdicts(&place, &[]);
    let words: Vec<_> = found.iter().map(|(verdict, _)| verdict.as_str()).collect();
    assert_eq!(
        words,
        [
            "found",
            "found",
            "partial",
            "partial",
            "absent",
            "not-searchable"
        ],
        "{found:?}"
    );
    assert_eq!(found[0].1, "api/test/suma.js, on disk");
    assert_eq!(found[1].1, format!("api/test/vieja.js, in {commit}"));
}

#[test]
fn without_a_slug_the_newest_closing_answers() {
    let place = Place::new();
    place.done("primera", "A → TestPrimera", "n/a — nada");
    place.done("nueva", "A → TestNueva", "1234567 feat: nueva");
    place.write(
        "done/nueva.md",
        &std::fs::read_to_string(place.root().join("planning/done/nueva.md"))
            .unwrap()
            .replace("2026-10-01", "2026-10-09"),
    );
    let json = place.ops("evidence", &["--format", "json"]).json();
    assert_eq!(
        (&json["task"], &json["date"]),
        (&json!("nueva"), &json!("2026-10-09"))
    );
    assert_eq!(
        json["not_searched"],
        json!(["1234567: no repository here knows it"])
    );
    assert_eq!(
        verdicts(&place, &["--task", "primera"]),
        [(
            "absent".to_owned(),
            "neither on disk nor in the cited commits".to_owned()
        )]
    );
    assert_eq!(place.ops("evidence", &["--task", "nadie"]).code, 2);
    assert_eq!(
        Place::new().ops("evidence", &[]).code,
        2,
        "nothing is closed"
    );
}
