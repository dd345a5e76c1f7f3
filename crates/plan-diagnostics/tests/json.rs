//! Reports as JSON.

mod common;

use common::{queue_like_report, sample};
use plan_diagnostics::render::{Tool, json};
use plan_diagnostics::{Report, Sources, Subject};
use serde_json::Value;

const TOOL: Tool<'_> = Tool {
    name: "dwp",
    version: "0.1.0",
};

#[test]
fn one_report_is_one_object() {
    insta::assert_snapshot!(json(&[sample()], TOOL));
}

#[test]
fn several_reports_are_a_list_in_the_order_given() {
    let text = json(&[queue_like_report(), sample()], TOOL);
    let value: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(value["schema"], "urn:planwright:schema:checks:v1");
    assert_eq!(value["reports"][0]["queue"], "planning");
    assert_eq!(value["reports"][0]["verdict"], "unverified");
    assert_eq!(value["reports"][1]["plan"], "PLAN_invoice_export");
    assert_eq!(
        value["reports"][1],
        serde_json::from_str::<Value>(&json(&[sample()], TOOL)).unwrap()
    );
}

#[test]
fn no_report_is_an_empty_list() {
    let value: Value = serde_json::from_str(&json(&[], TOOL)).unwrap();
    assert_eq!(value["reports"], serde_json::json!([]));
}

#[test]
fn what_is_not_known_is_null() {
    let value: Value = serde_json::from_str(&json(&[queue_like_report()], TOOL)).unwrap();
    let finding = &value["findings"][0];
    for member in ["line", "column", "pointer", "help"] {
        assert_eq!(finding.get(member), Some(&Value::Null), "{member}");
    }
}

#[test]
fn control_characters_are_escaped_and_read_back() {
    let name = "PLAN_\u{9b}2J\u{202e}\u{7f}\u{e0041}";
    let text = json(&[Report::new(Subject::plan(name), Sources::new())], TOOL);
    assert!(text.contains(r"PLAN_\u009b2J\u202e\u007f\udb40\udc41"));
    let value: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(value["plan"], name);
}
