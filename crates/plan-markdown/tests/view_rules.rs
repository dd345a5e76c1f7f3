//! Each rule of the views has a text that trips it, and a near miss that does not.

use plan_markdown::Document;
use plan_markdown::RULES;
use plan_markdown::view::{Readme, TaskRecord};

/// The codes that a text trips, as a README and as a task file.
fn codes(text: &str) -> Vec<&'static str> {
    let document = Document::parse("x.md", text);
    let readme = Readme::read(&document).findings;
    let record = TaskRecord::read_file(&document).findings;
    readme
        .iter()
        .chain(&record)
        .map(|finding| finding.rule.code)
        .collect()
}

const AMENDMENT: &str = "### Amendment A1 — 2026-03-02\n\n**Criterion:** c\n**Observed:** o\n**Disposition:** deferred\n\
    **Reason:** r\n**Authority:** user\n**Tasks:** Task 1 → Task 2\n**Evidence:** invalidated: none; preserved: none\n";

/// Rule, text that trips it, near miss.
fn cases() -> Vec<(&'static str, String, String)> {
    let amended = |from: &str, to: &str| AMENDMENT.replace(from, to);
    let whole = AMENDMENT.to_owned();
    let pairs: [(&str, &str, &str); 13] = [
        (
            "depends-on-unreadable",
            "**Depends on:** it\n",
            "**Depends on:** none\n",
        ),
        (
            "readme-approval-unreadable",
            "Approval: soon\n",
            "Approval: pending (soon)\n",
        ),
        (
            "readme-metadata-conflict",
            "Execution: a\n\nExecution: b\n",
            "Execution: a\n\nExecution: `a`.\n",
        ),
        (
            "readme-standard-unreadable",
            "**Standard:** DWP 5.0.0\n",
            "**Standard:** DWP spec 5.0.0\n",
        ),
        (
            "readme-status-conflict",
            "Plan Status: 1/3\n\nProgress: 2/3\n",
            "Plan Status: 1/3\n\nProgress: 1 / 3\n",
        ),
        (
            "readme-status-unreadable",
            "Plan Status: soon\n",
            "Plan Status: not started\n",
        ),
        (
            "risk-class-unreadable",
            "## Touched Surface\n\nRisk: low\n",
            "## Touched Surface\n\nRisk: seam\n",
        ),
        (
            "task-item-outside-list",
            "## Tasks\n\n- [ ] Task 1: a\n\n## Checklist\n\n- [ ] Task 2: b\n",
            "## Tasks\n\n- [ ] Task 1: a\n\n## Closing\n\n- [ ] Task 2: b\n",
        ),
        (
            "task-item-repeated",
            "## Tasks\n\n- [ ] Task 1: a\n\n## More\n\n- [ ] Task 1: a\n",
            "## Tasks\n\n- [ ] Task 1: a\n- [ ] Task 1: a\n",
        ),
        (
            "task-item-unboxed",
            "## Tasks\n\n- Task 1: a\n",
            "## Tasks\n\n- Tasks in order\n",
        ),
        (
            "task-item-unnumbered",
            "## Tasks\n\n- [ ] a\n",
            "## Notes\n\n- a\n",
        ),
        (
            "task-section-repeated",
            "## Goal\n\nx\n\n## Goal\n\ny\n",
            "## Goal\n\nx\n\n### Goal\n\ny\n",
        ),
        (
            "validation-fence-not-commands",
            "## Validation\n\n```json\n{}\n```\n",
            "## Outputs\n\n```json\n{}\n```\n",
        ),
    ];
    let mut cases: Vec<(&'static str, String, String)> = pairs
        .into_iter()
        .map(|(code, trips, near)| (code, trips.to_owned(), near.to_owned()))
        .collect();
    cases.extend([
        (
            "amendment-field-missing",
            amended("**Reason:** r\n", ""),
            whole.clone(),
        ),
        (
            "amendment-field-repeated",
            amended("**Reason:** r\n", "**Reason:** r\n**Reason:** r\n"),
            whole.clone(),
        ),
        (
            "amendment-field-unreadable",
            amended("Task 1 → Task 2", "the first"),
            whole.clone(),
        ),
        (
            "amendment-heading-unreadable",
            amended("A1 — ", ""),
            amended("—", "-"),
        ),
    ]);
    cases
}

#[test]
fn every_rule_is_tripped_and_nearly_missed() {
    let cases = cases();
    for (code, trips, near) in &cases {
        assert!(codes(trips).contains(code), "{code} by {trips}");
        assert!(!codes(near).contains(code), "{code} by {near}");
    }
    let mut covered: Vec<&str> = cases.iter().map(|(code, ..)| *code).collect();
    covered.sort_unstable();
    let codes = RULES.iter().map(|rule| rule.code);
    // Those of reading a file are tested in `rules.rs`.
    let rules: Vec<&str> = codes.filter(|code| !code.starts_with("md-")).collect();
    assert_eq!(covered, rules);
}

#[test]
fn findings_name_their_place() {
    for (code, trips, _) in cases() {
        let document = Document::parse("x.md", trips.as_str());
        let readme = Readme::read(&document).findings;
        let record = TaskRecord::read_file(&document).findings;
        for finding in readme.iter().chain(&record) {
            assert_eq!(finding.location.file, "x.md", "{code}");
            assert!(
                finding.location.span.is_some_and(|span| !span.is_empty()),
                "{code}"
            );
        }
    }
}
