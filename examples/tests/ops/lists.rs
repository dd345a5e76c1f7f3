//! The smaller commands: recurring, human, inbox, runners, stop-reasons.

use serde_json::json;

use crate::run::{Place, run, sample};

#[test]
fn a_round_is_printed_to_be_promoted_and_only_once() {
    let sample = sample();
    let line = run(&[
        "recurring",
        &sample,
        "--today",
        "2026-10-15",
        "--promote",
        "inventory",
    ]);
    assert!(
        line.out
            .starts_with("- [ ] **inventory-2026-10** — Count the tools"),
        "{}",
        line.out
    );
    assert_eq!(run(&["recurring", &sample, "--promote", "nothing"]).code, 2);

    let place = Place::new();
    place.write(
        "BACKLOG.md",
        &format!("{}{}", crate::run::BACKLOG, line.out),
    );
    let recurring = std::fs::read_to_string(format!("{sample}/RECURRING.md")).unwrap();
    place.write("RECURRING.md", &recurring);
    place.done("inventory-2026-07", "n/a — nada", "n/a — nada");
    let again = place.ops("recurring", &["--promote", "inventory", "--format", "json"]);
    assert_eq!(
        (again.code, &again.json()["code"]),
        (1, &json!("round-promoted"))
    );
    let json = place.ops("recurring", &["--format", "json"]).json();
    assert_eq!(json["recurrences"][0]["due"], "2026-10-01");
    assert_eq!(
        (
            &json["recurrences"][0]["overdue_days"],
            &json["recurrences"][0]["promoted"]
        ),
        (&json!(14), &json!(true))
    );
    assert_eq!(
        (
            &json["recurrences"][1]["due"],
            &json["recurrences"][1]["postponed"]
        ),
        (&json!("2027-02-28"), &json!(1))
    );
}

#[test]
fn lists_tell_what_is_there() {
    let human = run(&["human", &sample(), "--format", "json"]).json();
    let states: Vec<_> = human["actions"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["state"].as_str().unwrap())
        .collect();
    assert_eq!(states, ["pendiente", "pendiente", "resuelta"]);
    assert_eq!(human["actions"][1]["queued"], true);

    let inbox = run(&["inbox", &sample(), "--format", "json"]).json();
    let items = inbox["items"].as_array().unwrap();
    let sections: Vec<_> = items
        .iter()
        .map(|item| item["section"].as_str().unwrap())
        .collect();
    assert_eq!(
        sections,
        ["deuda", "deuda", "ideas", "propuestas", "lecciones"]
    );
    assert_eq!(items[1]["file"], "inbox/deuda/paper-forms.md");
}

#[test]
fn runners_are_told_by_claim_and_work_in_progress() {
    let place = Place::new();
    place.claim("sumar", "/trees/one");
    place.write(
        "wip/trees-one.md",
        "---\ntask: sumar\nphase: Build\nservice: api\n---\n\n1. [x] Uno\n2. [ ] Dos\n",
    );
    place.write(
        "wip/other.md",
        "---\ntask: restar\nphase: Plan\nservice: web\n---\n\n1. [ ] Uno\n",
    );
    let json = place
        .ops("runners", &["--runner", "/trees/one", "--format", "json"])
        .json();
    let runners = json["runners"].as_array().unwrap();
    assert_eq!(runners.len(), 2, "{json}");
    assert_eq!(
        (&runners[0]["runner"], &runners[0]["yours"]),
        (&json!("/trees/one"), &json!(true))
    );
    assert_eq!(runners[0]["claims"][0]["task"], "sumar");
    assert_eq!(
        (
            &runners[0]["wip"]["complete"],
            &runners[0]["wip"]["pending"]
        ),
        (&json!(1), &json!(1))
    );
    assert_eq!(
        (&runners[1]["runner"], &runners[1]["claims"]),
        (&json!("other"), &json!([]))
    );
}

#[test]
fn stop_reasons_are_listed_with_family_and_remedy() {
    let json = run(&["stop-reasons", "--format", "json"]).json();
    assert_eq!(json["reasons"].as_array().unwrap().len(), 45);
    assert_eq!(
        json["deprecated"][3],
        json!({ "code": "budget-low", "successor": "milestone-too-long" })
    );
    let text = run(&["stop-reasons"]).out;
    assert!(
        text.contains("  awaiting-review: ") && text.contains("budget-low → milestone-too-long")
    );
}
