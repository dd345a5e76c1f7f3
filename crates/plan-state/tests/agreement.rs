//! Reader and schema hold the same documents valid (B11).
#![allow(clippy::unwrap_used, reason = "tests")]

mod common;
#[path = "common/generate.rs"]
mod generate;

use std::collections::BTreeMap;
use std::sync::LazyLock;

use common::{MANIFEST, STATE, STATE_V1, edited};
use jsonschema::Validator;
use plan_state::schema;
use proptest::prelude::*;
use serde_json::{Value, json};

static VALIDATORS: LazyLock<BTreeMap<&str, Validator>> = LazyLock::new(|| {
    let compile =
        |text: &str| jsonschema::validator_for(&serde_json::from_str(text).unwrap()).unwrap();
    schema::all()
        .into_iter()
        .map(|schema| (schema.id, compile(&schema.text)))
        .collect()
});

/// What the schema named `id` and the reader say of a document.
fn verdicts(id: &str, value: &Value) -> (bool, bool) {
    let text = value.to_string();
    let read = if id.contains("manifest") {
        common::manifest(&text).value.is_some()
    } else {
        common::state(&text).value.is_some()
    };
    (VALIDATORS[id].is_valid(value), read)
}

/// The pointers of all values in a document.
fn pointers(value: &Value) -> Vec<String> {
    let mut all = vec![String::new()];
    let mut next = 0;
    while let Some(at) = all.get(next).cloned() {
        next += 1;
        match value.pointer(&at).unwrap() {
            Value::Array(items) => {
                all.extend((0..items.len()).map(|index| format!("{at}/{index}")));
            }
            Value::Object(members) => all.extend(members.keys().map(|key| format!("{at}/{key}"))),
            _ => {}
        }
    }
    all
}

/// Values to put in place of others: every type, every border.
fn palette() -> Vec<Value> {
    let long = |points: usize| json!("é".repeat(points));
    let mut values = vec![
        json!(null),
        json!(true),
        json!(0),
        json!(-1),
        json!(1),
        json!(2.5),
        json!([]),
        json!({}),
        json!([1]),
        json!(""),
        json!("x"),
        json!("pending"),
        json!("completed"),
        json!("lite"),
        json!("file"),
        json!("inline"),
        json!("#task-1"),
        json!("#task-0"),
        json!("1.task_a.md"),
        json!("a.task_a.md"),
        json!("PLAN_a_b"),
        json!("PLAN_a"),
        json!("5.0.0"),
        json!("5.0"),
        json!("abcdef0"),
        json!("abcdef"),
        json!("repo:PLAN_a_b"),
        json!("2026-03-02T10:00:00Z"),
        json!("2026-03-02T10:00:00.5+01:00"),
        json!("2026-03-02 10:00:00Z"),
        json!("2026-03-02T24:00:00Z"),
        json!("2026-03-02T10:00:00"),
        json!("2026-13-02T10:00:00Z"),
        json!({"kind": "inline", "value": "#task-1"}),
        json!({"kind": "inline", "value": "1.task_a.md"}),
        json!({"task": 1, "at": "2026-03-02T10:00:00Z"}),
        json!({"task": 0, "at": "2026-03-02T10:00:00Z"}),
        json!({"task": 1, "reason": "r", "since": "2026-03-02T10:00:00Z"}),
        json!({"from": "lite", "to": "full", "phase": "intent"}),
        json!(vec!["t"; 20]),
        json!(vec!["t"; 21]),
    ];
    values.extend([50, 51, 100, 101, 200, 201, 300, 301, 500, 501, 1000, 1001].map(long));
    values
}

#[derive(Debug, Clone)]
enum Change {
    Replace(Value),
    Remove,
    Add,
}

fn change() -> impl Strategy<Value = Change> {
    prop_oneof![
        4 => prop::sample::select(palette()).prop_map(Change::Replace),
        1 => Just(Change::Remove),
        1 => Just(Change::Add),
    ]
}

/// Changes one place of a document other than the value of `schema`.
fn apply(value: &mut Value, at: &prop::sample::Index, change: Change) {
    let mut all = pointers(value);
    all.retain(|pointer| pointer != "/schema");
    let pointer = all[at.index(all.len())].clone();
    match change {
        Change::Replace(with) => *value.pointer_mut(&pointer).unwrap() = with,
        Change::Add => {
            if let Some(members) = value.pointer_mut(&pointer).unwrap().as_object_mut() {
                members.insert("zz".to_owned(), json!(1));
            }
        }
        Change::Remove => {
            let Some((parent, key)) = pointer.rsplit_once('/') else {
                return;
            };
            match value.pointer_mut(parent).unwrap() {
                Value::Object(members) => drop(members.remove(key)),
                Value::Array(items) => drop(items.remove(key.parse().unwrap())),
                _ => {}
            }
        }
    }
}

fn agree(
    text: &str,
    at: &prop::sample::Index,
    change: Option<Change>,
) -> Result<(), TestCaseError> {
    let mut value: Value = serde_json::from_str(&text.replace("1e400", "1")).unwrap();
    let id = value["schema"].as_str().unwrap().to_owned();
    let changed = change.is_some();
    if let Some(change) = change {
        apply(&mut value, at, change);
    }
    let (schema, reader) = verdicts(&id, &value);
    prop_assert_eq!(
        schema,
        reader,
        "schema {}, reader {}: {}",
        schema,
        reader,
        value
    );
    prop_assert!(
        changed || schema,
        "a generated document is valid: {}",
        value
    );
    Ok(())
}

proptest! {
    #[test]
    fn b11_states(state in generate::state(), at in any::<prop::sample::Index>(), change in prop::option::weighted(0.9, change())) {
        agree(&state.to_json(), &at, change)?;
    }

    #[test]
    fn b11_manifests(manifest in generate::manifest(), at in any::<prop::sample::Index>(), change in prop::option::weighted(0.9, change())) {
        agree(&manifest.to_json(), &at, change)?;
    }
}

/// Every value of the palette in every place of the documents of the tests.
#[test]
fn b11_every_value_in_every_place() {
    let (mut valid, mut invalid) = (0, 0);
    for text in [STATE, STATE_V1, MANIFEST, &common::manifest_v1()] {
        let original: Value = serde_json::from_str(text).unwrap();
        let id = original["schema"].as_str().unwrap();
        for pointer in pointers(&original)
            .into_iter()
            .filter(|pointer| pointer != "/schema")
        {
            for value in palette() {
                let mut changed = original.clone();
                *changed.pointer_mut(&pointer).unwrap() = value;
                let (schema, reader) = verdicts(id, &changed);
                assert_eq!(schema, reader, "{pointer}: {changed}");
                if schema { valid += 1 } else { invalid += 1 }
            }
        }
    }
    assert!(
        valid > 100 && invalid > 1000,
        "both verdicts occur: {valid} valid, {invalid} invalid"
    );
}

/// What the schema lets through and the reader refuses; the README lists the same.
#[test]
fn b11_what_only_the_reader_checks() {
    for (from, to) in [
        ("2026-03-02T10:00:00Z", "2026-02-30T10:00:00Z"),
        ("2026-03-02T10:00:00Z", "9999-12-31T23:59:59-23:59"),
        ("\"completed_count\": 1", "\"completed_count\": 1.0"),
        (
            "\"completed_count\": 1",
            "\"completed_count\": 18446744073709551616",
        ),
        ("\"exit_code\": 0", "\"exit_code\": -0"),
        ("\"format\"", "\"format\": \"full\", \"format\""),
    ] {
        let text = edited(STATE, &[(from, to)]);
        let value: Value = serde_json::from_str(&text).unwrap();
        let id = value["schema"].as_str().unwrap();
        assert!(VALIDATORS[id].is_valid(&value), "{to}");
        assert!(common::state(&text).value.is_none(), "{to}");
    }
}
