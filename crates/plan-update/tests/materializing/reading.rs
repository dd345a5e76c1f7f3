//! Reading a description: strict, every fault at its place (B9, H3).

use plan_state::{Format, Limits};
use plan_update::read_description;

use super::{description, json, read};

/// Reads the description with one text replaced: the codes found, with their pointers.
fn faults(from: &str, to: &str) -> Vec<(&'static str, String)> {
    let text = json("full");
    assert!(text.contains(from), "{from:?} is not there");
    let text = text.replacen(from, to, 1);
    let reading = read_description("plan.json", text.as_bytes(), &Limits::default());
    assert!(reading.value.is_none(), "{from:?} → {to:?} was read");
    let at = |finding: &plan_diagnostics::Finding| {
        assert!(finding.location.span.is_some(), "{finding:?} has no place");
        let pointer = finding.location.pointer.clone().unwrap_or_default();
        (finding.rule.code, pointer)
    };
    reading.findings.iter().map(at).collect()
}

#[test]
fn h3_what_is_written_is_read_back() {
    for format in [Format::Full, Format::Lite] {
        let description = description(format);
        assert_eq!(read(&description.to_json()), description);
    }
}

#[test]
fn b9_shapes_are_strict_and_told_with_their_place() {
    let at = |code, pointer: &str| vec![(code, pointer.to_owned())];
    assert_eq!(
        faults("\"title\": \"Export", "\"titel\": \"Export").len(),
        2
    );
    assert_eq!(
        faults("\"rigor\": \"standard\",", ""),
        at("shape-missing", "")
    );
    assert_eq!(
        faults("\"standard\"", "\"strict\""),
        at("shape-value", "/rigor")
    );
    assert_eq!(faults("\"backend\"", "7"), at("shape-type", "/tags/0"));
    assert_eq!(
        faults("\"depends_on\": [1]", "\"depends_on\": [0]"),
        at("shape-range", "/tasks/1/depends_on/0")
    );
    assert_eq!(
        faults(
            "\"risk\": \"seam\"",
            "\"risk\": \"seam\", \"risk\": \"seam\""
        )[0]
        .0,
        "json-duplicate-key"
    );
    assert_eq!(
        faults("\"title\": \"Final", "\"number\": 3, \"title\": \"Final"),
        at("shape-closed", "/tasks/2/number")
    );
    assert_eq!(
        faults("plan-description:v1", "plan-description:v2"),
        at("schema-unknown", "/schema")
    );
}

#[test]
fn b1_another_schema_is_unsupported() {
    let text = json("full").replacen("description:v1", "description:v9", 1);
    let reading = read_description("plan.json", text.as_bytes(), &Limits::default());
    assert!(reading.unsupported);
}
