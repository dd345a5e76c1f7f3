//! Task records: heading, sections, risk class, criteria (requirements E, E7, E9, E12).
#![allow(clippy::unwrap_used, reason = "tests")]

use plan_markdown::Document;
use plan_markdown::view::readme::Readme;
use plan_markdown::view::task::{CriterionKind, SectionName, TaskRecord};

fn read(text: &str) -> (Document, TaskRecord) {
    let document = Document::parse("1.task_a.md", text);
    let record = TaskRecord::read_file(&document);
    (document, record)
}

fn codes(record: &TaskRecord) -> Vec<&'static str> {
    let codes = record.findings.iter().map(|finding| finding.rule.code);
    codes.collect()
}

#[test]
fn number_and_title_come_from_the_heading() {
    for (text, number, title) in [
        (
            "# Task 3: Write the export\n",
            Some(3),
            Some("Write the export"),
        ),
        (
            "# Task 3 — **Write** the export ✅\n",
            Some(3),
            Some("Write the export"),
        ),
        ("# Tarea 3: Escribir\n", Some(3), Some("Escribir")),
        (
            "    # Task 3: Indented\n\n    ## Goal\n",
            Some(3),
            Some("Indented"),
        ),
        ("Task 3: Write\n=======\n", Some(3), Some("Write")),
        ("# Write the export\n", None, Some("Write the export")),
        ("## Goal\n\nx\n", None, None),
        ("", None, None),
    ] {
        let (_, record) = read(text);
        assert_eq!(record.number.map(|number| number.value), number, "{text}");
        assert_eq!(
            record.title.map(|title| title.value).as_deref(),
            title,
            "{text}"
        );
    }
}

#[test]
fn sections_have_tolerant_names() {
    for (heading, name) in [
        ("## Context", SectionName::Context),
        ("## 3. Read Before Starting", SectionName::ReadBefore),
        ("### Before starting", SectionName::ReadBefore),
        ("## 2) Goal ##", SectionName::Goal),
        (
            "## Touched Surface (risk class)",
            SectionName::TouchedSurface,
        ),
        ("## INSTRUCTIONS", SectionName::Instructions),
        ("## 5. Acceptance Criteria", SectionName::AcceptanceCriteria),
        ("## Expected outputs", SectionName::Outputs),
        ("## 7. Validation:", SectionName::Validation),
        ("## 9. Execution Checklist", SectionName::Checklist),
        ("## Checklist", SectionName::Checklist),
        (
            "## 10. Completion & Log (filled by the agent)",
            SectionName::Log,
        ),
        ("## Completion and Log", SectionName::Log),
        ("## Completion Log", SectionName::Log),
        ("Log\n---", SectionName::Log),
        (
            "## Criterios de aceptación",
            SectionName::AcceptanceCriteria,
        ),
        ("**Goal:**", SectionName::Goal),
        ("**Acceptance Criteria**:", SectionName::AcceptanceCriteria),
    ] {
        let (document, record) = read(&format!("# Task 1: a\n\n{heading}\n\ntext\n"));
        assert!(record.has(name), "{heading}");
        let section = record.section(name).unwrap();
        assert_eq!(
            document.slice(section.part.body).trim(),
            "text",
            "{heading}"
        );
    }
    for heading in [
        "## Goals of the plan",
        "# Goal",
        "Goal",
        "> ## Goal",
        "```\n## Goal\n```",
    ] {
        let (_, record) = read(&format!("# Task 1: a\n\n{heading}\n\ntext\n"));
        assert!(record.sections.is_empty(), "{heading}");
    }
}

#[test]
fn what_is_missing_is_told_in_the_order_of_a_record() {
    let (_, record) = read(
        "# Task 1: a\n\n## Goal\n\nx\n\n## Context\n\n<!-- later -->\n\n## Validation\n\n```\nx\n```\n",
    );
    let missing: Vec<&str> = record.missing().map(SectionName::as_str).collect();
    assert_eq!(
        missing,
        [
            "Context",
            "Read Before Starting",
            "Touched Surface",
            "Instructions",
            "Acceptance Criteria",
            "Outputs",
            "Execution Checklist",
            "Completion & Log"
        ]
    );
    for name in SectionName::ALL.into_iter().skip(1) {
        assert_eq!(SectionName::parse(name.as_str()), Some(name));
    }
}

#[test]
fn repeated_sections_are_all_read_and_reported() {
    let (_, record) =
        read("# Task 1: a\n\n## Validation\n\n```\na\n```\n\n## Validation\n\n```sh\nb\n```\n");
    let commands: Vec<&str> = record
        .commands
        .iter()
        .map(|command| command.value.as_str())
        .collect();
    assert_eq!(commands, ["a", "b"]);
    assert_eq!(codes(&record), ["task-section-repeated"]);
    let (_, record) = read(
        "# Task 1: a\n\n## Instructions\n\n### Validation\n\n```\na\n```\n\n## Validation\n\n```\nb\n```\n",
    );
    assert_eq!(
        record.commands.len(),
        1,
        "one inside another section gives way"
    );
    assert!(codes(&record).is_empty());
}

#[test]
fn a_document_inside_a_section_does_not_hide_the_later_ones() {
    let text = "# Task 8: Report\n\n## 3. Instructions\n\nWrite:\n\n# Report: x\n\n**Status:** {open}\n\n## 1. Summary\n\n## 2. Impact\n\n\
                ### Step 4: Adapt\n\n## 4. Acceptance Criteria\n\n- [ ] written\n\n## 7. Completion & Log\n\n**Status:** Completed\n";
    let (_, record) = read(text);
    assert_eq!(record.number.as_ref().unwrap().value, 8);
    assert_eq!(record.criteria.len(), 1);
    assert_eq!(record.log.status.as_ref().unwrap().value, "Completed");
    assert_eq!(record.log.statuses().count(), 1);
}

#[test]
fn labels_open_sections_where_no_heading_does() {
    let text = "# Task 1: a\n\n**Context:** where\nit is\n\n**Goal**: what\n\n**Completion & Log:**\n\nStatus: completed\n**Validation:** ran\n";
    let (document, record) = read(text);
    let body = |name| {
        document
            .slice(record.section(name).unwrap().part.body)
            .trim()
            .to_owned()
    };
    assert_eq!(body(SectionName::Context), "where\nit is");
    assert_eq!(body(SectionName::Goal), "what");
    assert!(
        record.section(SectionName::Validation).is_none(),
        "a field of the log is no section"
    );
    let (_, record) = read("# Task 1: a\n\n## Goal\n\nx\n\n## Instructions\n\n**Goal:** y\n");
    assert_eq!(record.sections.len(), 2, "a heading goes before a label");
}

#[test]
fn the_risk_class_is_read_from_its_label_or_alone() {
    for (body, expected) in [
        ("Risk class: seam", Some("seam")),
        (
            "- **Risk class:** `shared/core` (exports)",
            Some("shared/core"),
        ),
        ("**Class**: Isolated.", Some("isolated")),
        ("`src/a.rs`\n\nisolated", Some("isolated")),
        ("Risk: not applicable", Some("not applicable")),
        ("Risk class: unknown", Some("unknown")),
        ("The seamless part of non-isolated code", None),
        ("isolated, or a seam", None),
        ("- `src/a.rs`", None),
    ] {
        let (_, record) = read(&format!("# Task 1: a\n\n## Touched Surface\n\n{body}\n"));
        assert_eq!(
            record.risk.as_ref().map(|risk| risk.value.as_str()),
            expected,
            "{body}"
        );
        assert!(codes(&record).is_empty(), "{body}");
    }
    for body in [
        "Risk class: isolated | seam | shared/core",
        "**Risk class:** low",
    ] {
        let (_, record) = read(&format!("# Task 1: a\n\n## Touched Surface\n\n{body}\n"));
        assert_eq!(codes(&record), ["risk-class-unreadable"], "{body}");
    }
}

#[test]
fn criteria_are_items_and_paragraphs() {
    let text = "# Task 1: a\n\n## Acceptance Criteria\n\nAll of these:\n\n- [ ] one\n  goes on\n- [x] **two** `b`\n  - plain part of two\n  - [ ] two a\n- [~] three\n\
                - four\n\n**Human approval:** the maintainer agrees\n\n```\n- [ ] code\n```\n<!-- - [ ] gone -->\n\n---\n\n## Outputs\n\n- [ ] no criterion\n";
    let (document, record) = read(text);
    let all: Vec<(&str, CriterionKind)> = record
        .criteria
        .iter()
        .map(|criterion| (criterion.text.value.as_str(), criterion.kind))
        .collect();
    assert_eq!(
        all,
        [
            ("All of these:", CriterionKind::Paragraph),
            ("one goes on", CriterionKind::Open),
            ("**two** `b`", CriterionKind::Ticked),
            ("two a", CriterionKind::Open),
            ("three", CriterionKind::Odd),
            ("four", CriterionKind::Item),
            (
                "**Human approval:** the maintainer agrees",
                CriterionKind::Paragraph
            ),
        ]
    );
    assert!(record.criteria[6].human_approval);
    assert_eq!(
        record
            .criteria
            .iter()
            .filter(|criterion| criterion.human_approval)
            .count(),
        1
    );
    assert_eq!(document.slice(record.criteria[2].mark.unwrap().span), "x");
    assert_eq!(record.criteria[2].ticked(), Some(true));
    assert_eq!(record.criteria[5].ticked(), None);
    let (_, record) = read(
        "# Task 1: a\n\n## Acceptance Criteria\n\n- [ ] **Human approval:** by M.\n- [ ] Aprobación humana: M.\n- [ ] approval of a human: x\n",
    );
    assert_eq!(
        record
            .criteria
            .iter()
            .filter(|criterion| criterion.human_approval)
            .count(),
        2
    );
}

#[test]
fn a_lite_record_is_read_within_its_span() {
    let text = "# Plan\n\n## Task 1: a {#task-1}\n\n### Goal\n\nx\n\n### Validation\n\n- `a`\n\n## Task 2: b {#task-2}\n\n### Goal\n\ny\n\n### Validation\n\n- `b`\n\n## Task List\n";
    let document = Document::parse("README.md", text);
    let readme = Readme::read(&document);
    let records: Vec<TaskRecord> = readme
        .records
        .iter()
        .map(|record| TaskRecord::read(&document, record.span))
        .collect();
    for (index, (title, command)) in [("a", "a"), ("b", "b")].into_iter().enumerate() {
        assert_eq!(records[index].title.as_ref().unwrap().value, title);
        assert_eq!(records[index].commands.len(), 1);
        assert_eq!(records[index].commands[0].value, command);
        assert!(records[index].findings.is_empty());
    }
}
