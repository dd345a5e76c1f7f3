//! Documents that are valid, and helpers that change one place of them.
#![allow(dead_code, reason = "each test file uses its part")]
#![allow(
    clippy::panic,
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "tests"
)]

use plan_diagnostics::{Finding, Severity};
use plan_state::{Limits, Manifest, RawState, Reading, read_manifest, read_state};

/// A v5 state with everything in it: one task completed, one in progress, a checkpoint.
pub(crate) const STATE: &str = r##"{
  "schema": "https://deepworkplan.com/schema/plan-state/v5.json",
  "plan": "PLAN_invoice_export",
  "updated_at": "2026-03-02T10:00:00Z",
  "updated_by": {
    "agent": "codewriter",
    "model": "m-1"
  },
  "status": "in_progress",
  "completed_count": 1,
  "task_count": 2,
  "format": "full",
  "materialization": "ready",
  "approval": "approved",
  "promotion": null,
  "tasks": [
    {
      "id": 1,
      "locator": {
        "kind": "file",
        "value": "1.task_write_export.md"
      },
      "title": "Write the export",
      "status": "completed",
      "started_at": "2026-03-02T09:00:00Z",
      "completed_at": "2026-03-02T10:00:00Z",
      "commit": "1f2e3d4",
      "gates": [
        {
          "command": "cargo test -p export",
          "passes": true,
          "exit_code": 0,
          "last_run": "2026-03-02T09:59:00.250+00:00",
          "evidence": "64 passed"
        }
      ],
      "outcome": {
        "tried": [
          "one pass"
        ],
        "failed": [],
        "worked": "one pass over the invoices",
        "notes": "größer als erwartet"
      }
    },
    {
      "id": 2,
      "locator": {
        "kind": "file",
        "value": "2.task_final_review.md"
      },
      "title": "Final Review",
      "status": "in_progress",
      "gates": []
    }
  ],
  "checkpoint": {
    "task": 2,
    "step": "start",
    "at": "2026-03-02T10:00:00Z",
    "note": "nothing yet"
  },
  "blocked": null
}
"##;

/// The same plan in v1.
pub(crate) const STATE_V1: &str = r#"{
  "schema": "https://deepworkplan.com/schema/plan-state/v1.json",
  "plan": "PLAN_invoice_export",
  "updated_at": "2026-03-02T10:00:00Z",
  "status": "in_progress",
  "completed_count": 1,
  "task_count": 2,
  "tasks": [
    {
      "id": 1,
      "file": "1.task_write_export.md",
      "title": "Write the export",
      "status": "completed",
      "completed_at": "2026-03-02T10:00:00Z",
      "gates": [
        {
          "command": "cargo test -p export",
          "passes": true,
          "exit_code": 0,
          "last_run": "2026-03-02T09:59:00Z",
          "evidence": "64 passed"
        }
      ]
    },
    {
      "id": 2,
      "file": "2.task_final_review.md",
      "title": "Final Review",
      "status": "pending"
    }
  ],
  "checkpoint": null,
  "blocked": null
}
"#;

/// The manifest of [`STATE`].
pub(crate) const MANIFEST: &str = r#"{
  "schema": "https://deepworkplan.com/schema/plan-manifest/v5.json",
  "spec_version": "5.0.0",
  "name": "PLAN_invoice_export",
  "title": "Export the invoices",
  "archetype": "individual",
  "rigor": "standard",
  "plan_format": "full",
  "created_at": "2026-03-01T09:00:00Z",
  "created_by": {
    "agent": "codewriter",
    "model": "m-1"
  },
  "tags": [
    "billing"
  ],
  "task_count": 2,
  "parent_plan": null
}
"#;

/// The manifest of [`STATE_V1`].
pub(crate) fn manifest_v1() -> String {
    edited(
        MANIFEST,
        &[
            ("manifest/v5", "manifest/v1"),
            ("  \"plan_format\": \"full\",\n", ""),
            ("5.0.0", "2.3.0"),
        ],
    )
}

/// `text` with each first string replaced by its second; one that is not there is a test's error.
pub(crate) fn edited(text: &str, edits: &[(&str, &str)]) -> String {
    edits.iter().fold(text.to_owned(), |text, (from, to)| {
        assert!(text.contains(from), "the document has no {from}");
        text.replacen(from, to, 1)
    })
}

pub(crate) fn state(text: &str) -> Reading<RawState> {
    read_state("state.json", text.as_bytes(), &Limits::default())
}

pub(crate) fn manifest(text: &str) -> Reading<Manifest> {
    read_manifest("manifest.json", text.as_bytes(), &Limits::default())
}

/// The value of a state that must be valid.
pub(crate) fn raw(text: &str) -> RawState {
    let reading = state(text);
    reading
        .value
        .unwrap_or_else(|| panic!("{:#?}", reading.findings))
}

/// Findings as `code pointer`.
pub(crate) fn codes(findings: &[Finding]) -> Vec<String> {
    let code = |finding: &Finding| {
        let pointer = finding.location.pointer.as_deref().unwrap_or("-");
        format!("{} {pointer}", finding.rule.code)
    };
    findings.iter().map(code).collect()
}

/// Reads `text` with one place changed, and expects exactly these findings, as `code pointer`.
pub(crate) fn check(text: &str, from: &str, to: &str, expected: &[&str]) {
    let text = edited(text, &[(from, to)]);
    let (findings, has_value) = if text.contains("plan-manifest") {
        let reading = manifest(&text);
        (reading.findings, reading.value.is_some())
    } else {
        let reading = state(&text);
        (reading.findings, reading.value.is_some())
    };
    assert_eq!(codes(&findings), expected, "{from} -> {to}");
    let sound = findings
        .iter()
        .all(|finding| finding.severity() == Severity::Should);
    assert_eq!(has_value, sound, "{from} -> {to}");
    for finding in &findings {
        let span = finding
            .location
            .span
            .expect("every finding of the reader has a span");
        assert!(
            span.end <= text.len() && !span.of(&text).is_empty(),
            "{finding:?}"
        );
        if finding.rule.code == "shape-missing" {
            assert_eq!(
                span.of(&text),
                "{",
                "only the bracket of the object is marked"
            );
        }
    }
}

/// A text of so many code points, each of two bytes.
pub(crate) fn long(points: usize) -> String {
    "é".repeat(points)
}
