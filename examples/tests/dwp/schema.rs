//! `dwp schema`: lists and prints.

use crate::run::run;

#[test]
fn every_listed_schema_prints_as_json_with_its_id() {
    let list = run(&["schema"]);
    assert_eq!(list.code, 0);
    assert!(list.out.lines().count() >= 6, "{}", list.out);
    for line in list.out.lines() {
        let (name, id) = line.split_once("  ").unwrap();
        let schema = run(&["schema", name]).json();
        assert_eq!(schema["$id"], id, "{name}");
    }
}

#[test]
fn an_unknown_schema_is_a_usage_error() {
    assert_eq!(run(&["schema", "no-such"]).code, 2);
}
