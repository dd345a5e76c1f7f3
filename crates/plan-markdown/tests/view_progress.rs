//! Entries of PROGRESS.md, read and rendered (requirement H10).
#![allow(clippy::unwrap_used, reason = "tests")]

use plan_markdown::view::Progress;
use plan_markdown::view::progress::{EntryKind, NewEntry, RenderError};
use plan_markdown::{Document, edit};
use proptest::prelude::*;

fn read(text: &str) -> Progress {
    Progress::read(&Document::parse("PROGRESS.md", text))
}

#[test]
fn the_four_shapes_are_read() {
    let text = "# Progress\n\nProse.\n\n## 2026-03-02T10:00:00Z — Task 2: Write the export\n\n- One pass.\n- Ran `cargo test`\n  (64 passed).\n  - nested\n\n\
                ## 2026-03-02T11:00:00Z — Decision: keep CSV\n\n- Options: CSV; Parquet.\n\n## 2026-03-02T12:00:00Z — Reconciliation\n\n- Task 3: reopened.\n\n\
                ## 2026-03-02T13:00:00Z — Turn: ended\n\n## 2026-03-02T14:00:00Z — Lock: broken\n\n- by hand\n";
    let progress = read(text);
    let all: Vec<(EntryKind, &str, usize)> = progress
        .entries
        .iter()
        .map(|entry| (entry.kind, entry.title.value.as_str(), entry.bullets.len()))
        .collect();
    assert_eq!(
        all,
        [
            (EntryKind::Task(2), "Write the export", 2),
            (EntryKind::Decision, "keep CSV", 1),
            (EntryKind::Reconciliation, "", 1),
            (EntryKind::Turn, "ended", 0),
            (EntryKind::Lock, "broken", 1),
        ]
    );
    assert_eq!(
        progress.entries[0].timestamp.as_ref().unwrap().value,
        "2026-03-02T10:00:00Z"
    );
    assert_eq!(progress.of_task(2).count(), 1);
}

#[test]
fn headings_are_read_tolerantly() {
    for (heading, kind, stamp, title) in [
        (
            "### Task 1: CLI install",
            EntryKind::Task(1),
            None,
            "CLI install",
        ),
        ("## Task 1", EntryKind::Task(1), None, ""),
        (
            "## 2026-03-02 - Task 1 — a: b",
            EntryKind::Task(1),
            Some("2026-03-02"),
            "a: b",
        ),
        (
            "## [2026-03-02T10:00:00Z] Task 1: a",
            EntryKind::Task(1),
            Some("2026-03-02T10:00:00Z"),
            "a",
        ),
        (
            "## 2026-03-02T10:00:00Z – Tarea 1: a",
            EntryKind::Task(1),
            Some("2026-03-02T10:00:00Z"),
            "a",
        ),
        (
            "## Decision: keep CSV",
            EntryKind::Decision,
            None,
            "keep CSV",
        ),
        ("## Reconciliation", EntryKind::Reconciliation, None, ""),
        (
            "## 2026-03-02T10:00:00Z — Turned to docs",
            EntryKind::Other,
            Some("2026-03-02T10:00:00Z"),
            "Turned to docs",
        ),
    ] {
        let progress = read(&format!("# Progress\n\n{heading}\n\n- x\n"));
        let entry = &progress.entries[0];
        assert_eq!(entry.kind, kind, "{heading}");
        assert_eq!(
            entry.timestamp.as_ref().map(|stamp| stamp.value.as_str()),
            stamp,
            "{heading}"
        );
        assert_eq!(entry.title.value, title, "{heading}");
    }
    for heading in [
        "## Key Decisions",
        "## Decisions",
        "## Turn: x",
        "## Lock",
        "## Carry-forward",
        "## Task Summaries",
        "> ## Task 1: a",
    ] {
        assert!(
            read(&format!("# Progress\n\n{heading}\n\n- x\n"))
                .entries
                .is_empty(),
            "{heading}"
        );
    }
}

fn entry<'e>(kind: EntryKind, title: &'e str, bullets: &'e [String]) -> NewEntry<'e> {
    NewEntry {
        timestamp: "2026-03-02T10:00:00Z",
        kind,
        title,
        bullets,
    }
}

#[test]
fn what_would_not_read_back_is_refused() {
    let bullets = ["two\nlines".to_owned()];
    let refused = |entry: NewEntry<'_>| entry.render().unwrap_err().code();
    assert_eq!(
        refused(entry(EntryKind::Task(1), "a", &bullets)),
        "progress-not-one-line"
    );
    for title in ["", " a", "a\u{2028}b", "a\tb"] {
        assert_eq!(
            refused(entry(EntryKind::Decision, title, &[])),
            "progress-not-one-line",
            "{title}"
        );
    }
    assert_eq!(
        entry(EntryKind::Other, "a", &[]).render(),
        Err(RenderError::Kind)
    );
    for timestamp in ["today", "2026-03-02 10:00:00Z"] {
        let new = NewEntry {
            timestamp,
            ..entry(EntryKind::Task(1), "a", &[])
        };
        assert_eq!(refused(new), "progress-timestamp");
    }
    assert!(entry(EntryKind::Reconciliation, "", &[]).render().is_ok());
}

#[test]
fn awkward_text_reads_back() {
    for text in [
        "# not a heading",
        "```",
        "~~~ x",
        "<!-- open",
        "<\\!-- escaped",
        "- item",
        "[ ] box",
        "[x] box",
        "[a]: http://x",
        "1. one",
        "1\\. one",
        "> quote",
        "| a | b |",
        "---",
        "***",
        "\\# kept",
        "C#",
        "##",
        "a \\",
        "a \\#",
        "*bold*",
        "{#task-1}",
        "a (#b)",
        "`code",
        "&amp;",
        "<details>",
        "Task 2: x",
        "+",
        "=",
    ] {
        roundtrip(
            EntryKind::Task(3),
            text,
            &[text.to_owned(), "plain".to_owned()],
        );
        roundtrip(EntryKind::Decision, text, &[text.to_owned()]);
    }
}

fn roundtrip(kind: EntryKind, title: &str, bullets: &[String]) {
    let rendered = entry(kind, title, bullets).render().unwrap();
    let before = Document::parse("PROGRESS.md", "# Progress\n\n## Notes\n\n- x\n");
    let text = before
        .apply(&[edit::append(&before, &rendered).unwrap()])
        .unwrap();
    let text = format!("{text}\n## 2026-03-03T10:00:00Z — Task 9: after\n\n- y\n");
    let progress = read(&text);
    assert_eq!(progress.entries.len(), 2, "{text}");
    let read = &progress.entries[0];
    assert_eq!(read.kind, kind, "{text}");
    assert_eq!(read.title.value, title, "{text}");
    assert_eq!(
        read.timestamp.as_ref().unwrap().value,
        "2026-03-02T10:00:00Z"
    );
    let values: Vec<&str> = read
        .bullets
        .iter()
        .map(|bullet| bullet.value.as_str())
        .collect();
    assert_eq!(values, bullets, "{text}");
}

fn line() -> impl Strategy<Value = String> {
    let part = prop_oneof![
        "[ -~]{1,8}",
        "\\PC{1,4}",
        Just("<!--".to_owned()),
        Just("-->".to_owned()),
        Just("```".to_owned()),
        Just("\\".to_owned()),
        Just("\\n- **a:** ".to_owned()),
        Just("#".to_owned()),
        Just("[ ]".to_owned()),
        Just(" — ".to_owned()),
    ];
    let bad = |text: &str| {
        text.contains(|c: char| c.is_control() || matches!(c, '\u{2028}' | '\u{2029}'))
    };
    proptest::collection::vec(part, 1..6)
        .prop_map(|parts| parts.concat().trim().to_owned())
        .prop_filter("one line of text", move |text| {
            !text.is_empty() && !bad(text)
        })
}

fn kind() -> impl Strategy<Value = EntryKind> {
    prop_oneof![
        (1..999u64).prop_map(EntryKind::Task),
        Just(EntryKind::Reconciliation),
        Just(EntryKind::Decision),
        Just(EntryKind::Turn),
        Just(EntryKind::Lock),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_entry_reads_back(kind in kind(), title in line(), bullets in proptest::collection::vec(line(), 0..4)) {
        roundtrip(kind, &title, &bullets);
    }
}
