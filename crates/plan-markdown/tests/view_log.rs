//! The log of a task record (requirements E5, E6).
#![allow(clippy::unwrap_used, reason = "tests")]

use plan_markdown::Document;
use plan_markdown::view::task::{LogStatus, TaskRecord, status_word};

fn read(text: &str) -> (Document, TaskRecord) {
    let document = Document::parse("1.task_a.md", text);
    let record = TaskRecord::read_file(&document);
    (document, record)
}

/// `name=value` for each field of the log.
fn log(body: &str) -> Vec<String> {
    let (document, record) = read(&format!("# Task 1: a\n\n## Completion & Log\n\n{body}\n"));
    let line = |field: &plan_markdown::view::Field| {
        assert_eq!(document.slice(field.value.span), field.value.value);
        format!("{}={}", field.name.value, field.value.value)
    };
    record.log.fields.iter().map(line).collect()
}

#[test]
fn log_fields_are_read_in_every_form() {
    for (body, expected) in [
        (
            "Status: completed\nTimestamp: 2026-03-02T10:00:00Z",
            vec!["Status=completed", "Timestamp=2026-03-02T10:00:00Z"],
        ),
        (
            "**Status:** completed\n**Summary**: done",
            vec!["Status=completed", "Summary=done"],
        ),
        (
            "- **Status:** completed\n- **Skills disposition:** none",
            vec!["Status=completed", "Skills disposition=none"],
        ),
        ("- Status: completed", vec!["Status=completed"]),
        (
            "- **Status:**\\n- **Timestamp:**\\n- **Summary of work:**",
            vec!["Status=", "Timestamp=", "Summary of work="],
        ),
        (
            "- **Status:** done\\n- **Timestamp:** x",
            vec!["Status=done", "Timestamp=x"],
        ),
        (
            "- **Summary:** uses \\n as a separator",
            vec!["Summary=uses \\n as a separator"],
        ),
        (
            "    - **Status:** completed\n- **Timestamp:** x",
            vec!["Timestamp=x"],
        ),
        ("**Summary:** one\ntwo\n\nthree", vec!["Summary=one\ntwo"]),
        (
            "- **Notes:**\n  - a\n  - b\n- **Next:** c",
            vec!["Notes=- a\n  - b", "Next=c"],
        ),
        (
            "**Files:**\n- a\n- b\n\n**Next:**",
            vec!["Files=- a\n- b", "Next="],
        ),
        ("**Files:**\n\n- a\n\ntext", vec!["Files=- a"]),
        (
            "**Output:**\n```\nStatus: no\n```\n**Next:** x",
            vec!["Output=```\nStatus: no\n```", "Next=x"],
        ),
        (
            "- **Status:** completed\r\n- **Timestamp:**\r",
            vec!["Status=completed", "Timestamp="],
        ),
        ("See https://example.org/a: b", vec![]),
        ("- **Status:** <!-- pending -->", vec!["Status="]),
        ("Status: <!-- a --> done <!-- b -->", vec!["Status=done"]),
        ("Status: done <!-- a --> <!-- b -->", vec!["Status=done"]),
    ] {
        assert_eq!(log(body), expected, "{body}");
    }
}

#[test]
fn the_template_indented_log_is_read() {
    let text = "    # Task 1: a\n\n    ## 10. Completion & Log (filled by the agent)\n\n    - **Status:** completed\n- **Skills disposition:** none\n";
    let (_, record) = read(text);
    assert_eq!(record.log.status_word(), Some(LogStatus::Completed));
    assert_eq!(record.log.skills_disposition.unwrap().value, "none");
}

#[test]
fn the_named_fields_of_a_log_are_at_hand() {
    let text = "# Task 1: a\n\n## Log\n\nStatus: pending.\nTimestamp:\nSummary of work: x\nSkills disposition: none\nDocumentation decision: docs/a.md\nOther: y\n";
    let (document, record) = read(text);
    let log = &record.log;
    assert_eq!(log.status_word(), Some(LogStatus::Pending));
    assert!(log.timestamp.as_ref().unwrap().is_blank());
    assert_eq!(log.summary.as_ref().unwrap().value, "x");
    assert_eq!(
        log.documentation_decision.as_ref().unwrap().value,
        "docs/a.md"
    );
    assert_eq!(log.field("other").unwrap().value.value, "y");
    assert!(document.slice(log.bodies[0]).contains("Status: pending."));
    assert!(read("# Task 1: a\n").1.log.bodies.is_empty());
}

#[test]
fn status_words_are_the_first_of_the_value() {
    for (text, expected) in [
        ("pending.", Some(LogStatus::Pending)),
        ("⏳ **Pending**", Some(LogStatus::Pending)),
        ("✅ Completed (2026-03-02)", Some(LogStatus::Completed)),
        ("in_progress", Some(LogStatus::InProgress)),
        ("In progress", Some(LogStatus::InProgress)),
        ("`blocked`", Some(LogStatus::Blocked)),
        ("skipped", Some(LogStatus::Skipped)),
        ("donee", None),
        ("not completed", None),
        ("", None),
    ] {
        assert_eq!(status_word(text), expected, "{text}");
    }
}

#[test]
fn amendments_are_not_part_of_the_log() {
    let text = "# Task 1: a\n\n## Completion & Log\n\nStatus: completed\n\n### Amendment A1 — 2026-03-02\n\n**Reason:** Status: pending\n**Tasks:** Task 1\n\n### Later\n\nSummary: x\n";
    let (document, record) = read(text);
    let names: Vec<&str> = record
        .log
        .fields
        .iter()
        .map(|field| field.name.value.as_str())
        .collect();
    assert_eq!(names, ["Status", "Summary"]);
    assert_eq!(record.log.bodies.len(), 2);
    assert!(
        record
            .log
            .bodies
            .iter()
            .all(|body| !document.slice(*body).contains("Reason"))
    );
    assert_eq!(record.amendments.len(), 1);
}
