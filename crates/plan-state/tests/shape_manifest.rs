//! The generations and the manifest: each shape tripped by one edit and nearly missed by another (B1, B2).
#![allow(clippy::unwrap_used, reason = "tests")]

mod common;

use common::{MANIFEST, STATE, STATE_V1, check, codes, edited, long, manifest, manifest_v1, state};

#[test]
fn control_the_documents_are_valid() {
    for text in [STATE, STATE_V1] {
        assert_eq!(codes(&state(text).findings), [""; 0]);
        assert!(state(text).value.is_some());
    }
    for text in [MANIFEST, &manifest_v1()] {
        assert_eq!(codes(&manifest(text).findings), [""; 0]);
        assert!(manifest(text).value.is_some());
    }
}

#[test]
fn b1_generations_are_told_apart_by_url_alone() {
    let v5 = "plan-state/v5.json";
    check(STATE, v5, "plan-state/v2.json", &[]);
    check(STATE, v5, "plan-state/v6.json", &["schema-unknown /schema"]);
    check(
        STATE,
        v5,
        "plan-state/v5.json#",
        &["schema-unknown /schema"],
    );
    check(
        STATE,
        "https://deep",
        "http://deep",
        &["schema-unknown /schema"],
    );
    check(
        STATE,
        "\"https://deepworkplan.com/schema/plan-state/v5.json\"",
        "5",
        &["shape-type /schema"],
    );
    check(
        MANIFEST,
        "plan-manifest/v5.json",
        "plan-manifest/v2.json",
        &[],
    );
    check(
        MANIFEST,
        "plan-manifest/v5.json",
        "plan-manifest/v4.json",
        &["schema-unknown /schema"],
    );
    assert!(state(&edited(STATE, &[(v5, "plan-state/v6.json")])).unsupported);
    assert!(
        !state(&edited(
            STATE,
            &[("\"task_count\": 2", "\"task_count\": 0")]
        ))
        .unsupported
    );
    let current_as_v1 = state(&edited(STATE, &[(v5, "plan-state/v1.json")]));
    assert!(codes(&current_as_v1.findings).contains(&"shape-missing /tasks/0".to_owned()));
}

#[test]
fn b2_required_members_of_the_manifest() {
    for (line, missing) in [
        ("  \"spec_version\": \"5.0.0\",\n", "spec_version"),
        ("  \"name\": \"PLAN_invoice_export\",\n", "name"),
        ("  \"archetype\": \"individual\",\n", "archetype"),
        ("  \"rigor\": \"standard\",\n", "rigor"),
        ("  \"plan_format\": \"full\",\n", "plan_format"),
        (
            "  \"created_at\": \"2026-03-01T09:00:00Z\",\n",
            "created_at",
        ),
        ("  \"task_count\": 2,\n", "task_count"),
    ] {
        let reading = manifest(&edited(MANIFEST, &[(line, "")]));
        assert_eq!(codes(&reading.findings), ["shape-missing "], "{missing}");
        assert!(
            reading
                .findings
                .iter()
                .all(|finding| finding.message.contains(missing))
        );
    }
    check(MANIFEST, "  \"title\": \"Export the invoices\",\n", "", &[]);
    check(MANIFEST, "  \"tags\": [\n    \"billing\"\n  ],\n", "", &[]);
    check(MANIFEST, ",\n  \"parent_plan\": null", "", &[]);
}

#[test]
fn b2_values_of_the_manifest() {
    check(MANIFEST, "5.0.0", "5.0", &["shape-pattern /spec_version"]);
    check(
        MANIFEST,
        "5.0.0",
        "v5.0.0",
        &["shape-pattern /spec_version"],
    );
    check(
        MANIFEST,
        "5.0.0",
        "5.0.0-rc1",
        &["shape-pattern /spec_version"],
    );
    check(MANIFEST, "5.0.0", "15.10.0", &[]);
    check(
        MANIFEST,
        "PLAN_invoice_export",
        "PLAN_invoice",
        &["shape-pattern /name"],
    );
    check(
        MANIFEST,
        "PLAN_invoice_export",
        "PLAN_a_b_c_d_e_f",
        &["shape-pattern /name"],
    );
    check(
        MANIFEST,
        "PLAN_invoice_export",
        "PLAN_Invoice_export",
        &["shape-pattern /name"],
    );
    check(
        MANIFEST,
        "PLAN_invoice_export",
        "PLAN_invoice__export",
        &["shape-pattern /name"],
    );
    check(MANIFEST, "PLAN_invoice_export", "PLAN_1_b_c_d_e", &[]);
    check(
        MANIFEST,
        "\"individual\"",
        "\"single\"",
        &["shape-value /archetype"],
    );
    check(MANIFEST, "\"individual\"", "\"orchestrator-hub\"", &[]);
    check(
        MANIFEST,
        "\"standard\"",
        "\"Standard\"",
        &["shape-value /rigor"],
    );
    check(MANIFEST, "\"standard\"", "\"micro\"", &[]);
    check(
        MANIFEST,
        "\"full\"",
        "\"lean\"",
        &["shape-value /plan_format"],
    );
    check(
        MANIFEST,
        "\"task_count\": 2",
        "\"task_count\": 0",
        &["shape-range /task_count"],
    );
    check(MANIFEST, "null", "\"hub:PLAN_parent_plan\"", &[]);
    check(
        MANIFEST,
        "null",
        "\"PLAN_parent_plan\"",
        &["shape-pattern /parent_plan"],
    );
    check(MANIFEST, "null", "7", &["shape-type /parent_plan"]);
    check(
        MANIFEST,
        "\"model\"",
        "\"modell\"",
        &["shape-closed /created_by/modell"],
    );
    check(MANIFEST, "\"billing\"", "7", &["shape-type /tags/0"]);
}

#[test]
fn b2_only_v1_limits_the_manifest() {
    let v1 = manifest_v1();
    let longer = [
        (
            "Export the invoices".to_owned(),
            long(201),
            "shape-length /title",
        ),
        (
            "codewriter".to_owned(),
            long(101),
            "shape-length /created_by/agent",
        ),
        (
            "\"billing\"".to_owned(),
            format!("\"{}\"", long(51)),
            "shape-length /tags/0",
        ),
        (
            "\"billing\"".to_owned(),
            vec!["\"t\""; 21].join(", "),
            "shape-length /tags",
        ),
    ];
    for (from, to, finding) in &longer {
        check(&v1, from, to, &[finding]);
        check(MANIFEST, from, to, &[]);
    }
    check(&v1, "Export the invoices", &long(200), &[]);
    check(&v1, "\"billing\"", &vec!["\"t\""; 20].join(", "), &[]);
}
