//! `ops schema`, the committed copies of its schemas, and what `ops` prints held against them.

#[path = "../common/meets.rs"]
mod meets;

pub(crate) use meets::meets;

use planwright_examples::ops::schemas;

use crate::run::run;

#[test]
fn every_listed_schema_prints_as_json_with_its_id() {
    let list = run(&["schema"]);
    assert_eq!(list.code, 0);
    assert_eq!(list.out.lines().count(), schemas().len());
    for line in list.out.lines() {
        let (name, id) = line.split_once("  ").unwrap();
        let schema = run(&["schema", name]).json();
        assert_eq!(schema["$id"], id, "{name}");
    }
    for name in [
        "check-v1",
        "queue-context-v1",
        "queue-claim-v1",
        "stop-reasons-v1",
    ] {
        assert!(list.out.contains(name), "{}", list.out);
    }
}

#[test]
fn an_unknown_schema_is_a_usage_error() {
    let refused = run(&["schema", "plan-state-v5"]);
    assert_eq!(refused.code, 2);
    assert!(
        refused.err.contains("`ops schema` lists them"),
        "{}",
        refused.err
    );
}

#[test]
fn the_committed_schemas_are_current() {
    meets::are_committed(&schemas());
}
