//! Amendments as written (requirement G1).
#![allow(clippy::unwrap_used, reason = "tests")]

use plan_markdown::Document;
use plan_markdown::view::Amendment;
use plan_markdown::view::task::TaskRecord;

fn read(text: &str) -> (Document, Vec<Amendment>, Vec<&'static str>) {
    let document = Document::parse("1.task_a.md", text);
    let record = TaskRecord::read_file(&document);
    let codes = record
        .findings
        .iter()
        .map(|finding| finding.rule.code)
        .collect();
    (document, record.amendments, codes)
}

const FIELDS: &str = "**Criterion:** The export takes under 2 s.\n**Observed:** 2.4 s.\n**Disposition:** deferred\n\
                      **Reason:** the driver.\n**Authority:** user\n**Tasks:** Task 2 → Task 5\n\
                      **Evidence:** invalidated: none; preserved: `a --b`, `c`\n";

fn one(fields: &str) -> (Amendment, Vec<&'static str>) {
    let (_, mut amendments, codes) = read(&format!(
        "# Task 2: a\n\n## Log\n\n### Amendment A1 — 2026-03-02\n\n{fields}"
    ));
    (amendments.remove(0), codes)
}

/// The fields with one of them replaced.
fn with(name: &str, value: &str) -> (Amendment, Vec<&'static str>) {
    let start = FIELDS.find(&format!("**{name}:**")).unwrap();
    let end = start + FIELDS[start..].find('\n').unwrap();
    one(&format!(
        "{}**{name}:** {value}{}",
        &FIELDS[..start],
        &FIELDS[end..]
    ))
}

#[test]
fn an_amendment_is_read_whole() {
    let (amendment, codes) = one(FIELDS);
    assert!(codes.is_empty());
    assert_eq!(amendment.name(), "A1");
    assert_eq!(amendment.date.as_ref().unwrap().value, "2026-03-02");
    let text = |field: &Option<plan_markdown::view::Spanned>| field.as_ref().unwrap().value.clone();
    assert_eq!(text(&amendment.criterion), "The export takes under 2 s.");
    assert_eq!(text(&amendment.observed), "2.4 s.");
    assert_eq!(text(&amendment.disposition), "deferred");
    assert_eq!(text(&amendment.reason), "the driver.");
    assert_eq!(text(&amendment.authority), "user");
    assert_eq!(
        (amendment.tasks.as_slice(), amendment.destination),
        ([2].as_slice(), Some(5))
    );
    assert!(amendment.evidence.invalidated.is_empty());
    assert_eq!(amendment.evidence.preserved, ["a --b", "c"]);
}

#[test]
fn headings_are_read_in_every_form() {
    for (heading, id, date) in [
        ("### Amendment A1 — 2026-03-02", Some(1), Some("2026-03-02")),
        (
            "## Amendment A12 – 2026-03-02T10:00:00Z",
            Some(12),
            Some("2026-03-02T10:00:00Z"),
        ),
        (
            "#### Amendment A1 - 2026-03-02T10:00:00+02:00 ####",
            Some(1),
            Some("2026-03-02T10:00:00+02:00"),
        ),
        ("### amendment a1: 2026-03-02", Some(1), Some("2026-03-02")),
        ("### Amendment 1 (2026-03-02)", Some(1), Some("2026-03-02")),
        (
            "### 4. Amendment A1 — 2026-03-02",
            Some(1),
            Some("2026-03-02"),
        ),
        (
            "### **Amendment A1 — 2026-03-02**",
            Some(1),
            Some("2026-03-02"),
        ),
        ("### Enmienda A1 — 2026-03-02", Some(1), Some("2026-03-02")),
    ] {
        let (_, amendments, codes) = read(&format!("# Task 2: a\n\n{heading}\n\n{FIELDS}"));
        assert_eq!(amendments.len(), 1, "{heading}");
        assert_eq!(amendments[0].id, id, "{heading}");
        assert_eq!(
            amendments[0].date.as_ref().map(|date| date.value.as_str()),
            date,
            "{heading}"
        );
        assert!(codes.is_empty(), "{heading}: {codes:?}");
    }
    for heading in [
        "### Amendments",
        "### Amendment process",
        "### Amended A1 — 2026-03-02",
        "> ### Amendment A1 — 2026-03-02",
    ] {
        assert!(
            read(&format!("# Task 2: a\n\n{heading}\n\n{FIELDS}"))
                .1
                .is_empty(),
            "{heading}"
        );
    }
}

#[test]
fn an_incomplete_heading_is_kept_and_reported() {
    for (heading, name) in [
        ("### Amendment A1", "A1"),
        ("### Amendment — 2026-03-02", "A?"),
        ("### Amendment", "A?"),
        ("### Amendment A99999999999 — 2026-03-02", "A?"),
    ] {
        let (_, amendments, codes) = read(&format!("# Task 2: a\n\n{heading}\n\n{FIELDS}"));
        assert_eq!(amendments[0].name(), name, "{heading}");
        assert_eq!(codes, ["amendment-heading-unreadable"], "{heading}");
    }
}

#[test]
fn fields_may_be_items_and_take_several_lines() {
    let text = "- **Criterion**: The export of\n  100,000 rows takes\n  under 2 s.\n- **Observed:**\n  - 2.4 s here\n  - 2.6 s there\n- **Disposition:** deferred\n\
                - **Reason:** the driver\n- **Authority:** user\n- **Tasks:** Task 2\n- **Evidence:**\n  - invalidated: `a`\n  - preserved: none\n";
    let (amendment, codes) = one(text);
    assert!(codes.is_empty(), "{codes:?}");
    assert_eq!(
        amendment.criterion.unwrap().value,
        "The export of\n  100,000 rows takes\n  under 2 s."
    );
    assert_eq!(
        amendment.observed.unwrap().value,
        "- 2.4 s here\n  - 2.6 s there"
    );
    assert_eq!(amendment.evidence.invalidated, ["a"]);
    let (amendment, codes) = one(&FIELDS.replace("**", ""));
    assert!(codes.is_empty());
    assert_eq!(amendment.evidence.preserved, ["a --b", "c"]);
    let (amendment, codes) = one(&FIELDS.replace('\n', "\r\n"));
    assert!(codes.is_empty());
    assert_eq!(amendment.authority.unwrap().value, "user");
    let (amendment, codes) = one(&FIELDS.replace('\n', "\n\n"));
    assert!(codes.is_empty());
    assert_eq!(amendment.reason.unwrap().value, "the driver.");
}

#[test]
fn parts_of_the_evidence_may_be_bold_labels() {
    let start = FIELDS.find("**Evidence").unwrap();
    let text = format!(
        "{}**Evidence:**\n- **invalidated:** `a`\n- **preserved:** `b`\n- **withdrawn:** `c`\n",
        &FIELDS[..start]
    );
    let (amendment, codes) = one(&text);
    assert!(codes.is_empty(), "{codes:?}");
    assert_eq!(amendment.evidence.withdrawn, ["c"]);
}

#[test]
fn a_missing_or_empty_field_is_reported() {
    for name in [
        "Criterion",
        "Observed",
        "Disposition",
        "Reason",
        "Authority",
        "Tasks",
        "Evidence",
    ] {
        let start = FIELDS.find(&format!("**{name}:**")).unwrap();
        let end = start + FIELDS[start..].find('\n').unwrap() + 1;
        let (_, codes) = one(&format!("{}{}", &FIELDS[..start], &FIELDS[end..]));
        assert_eq!(codes, ["amendment-field-missing"], "{name} absent");
        let (_, codes) = with(name, "");
        assert_eq!(codes, ["amendment-field-missing"], "{name} empty");
    }
}

#[test]
fn a_repeated_field_is_reported_and_the_first_stands() {
    let (amendment, codes) = one(&format!("{FIELDS}**Authority:** evidence\n"));
    assert_eq!(codes, ["amendment-field-repeated"]);
    assert_eq!(amendment.authority.unwrap().value, "user");
    let (amendment, codes) = one(&format!("{FIELDS}**Note:** unknown fields stay\n"));
    assert!(codes.is_empty());
    assert_eq!(amendment.fields.len(), 8);
}

#[test]
fn tasks_and_destination_are_told_apart() {
    for (text, tasks, destination) in [
        ("Task 2", vec![2], None),
        ("Task 2, Task 5", vec![2, 5], None),
        ("Task 2 → Task 5", vec![2], Some(5)),
        ("Task 2 -> Task 5", vec![2], Some(5)),
        ("Tasks 2 and 3 => Task 5.", vec![2, 3], Some(5)),
        ("Tarea 2 → Tarea 5", vec![2], Some(5)),
    ] {
        let (amendment, codes) = with("Tasks", text);
        assert_eq!(
            (amendment.tasks, amendment.destination),
            (tasks, destination),
            "{text}"
        );
        assert!(codes.is_empty(), "{text}");
    }
    for text in [
        "the export",
        "Task 2 → Task 5, Task 6",
        "Task 2 → Task 3 → Task 4",
        "→ Task 5",
        "Task 2 →",
        "Task 2 (mine)",
    ] {
        let (amendment, codes) = with("Tasks", text);
        assert!(
            amendment.tasks.is_empty() && amendment.destination.is_none(),
            "{text}"
        );
        assert_eq!(codes, ["amendment-field-unreadable"], "{text}");
        assert_eq!(amendment.tasks_text.unwrap().value, text);
    }
}

#[test]
fn evidence_names_commands_in_code_spans() {
    let list = |words: &[&str]| words.iter().map(ToString::to_string).collect::<Vec<_>>();
    for (text, invalidated, preserved, withdrawn) in [
        (
            "invalidated: `a`; preserved: none",
            list(&["a"]),
            list(&[]),
            list(&[]),
        ),
        (
            "Invalidated: `a`, `b`; Preserved: `c`; withdrawn: `d`",
            list(&["a", "b"]),
            list(&["c"]),
            list(&["d"]),
        ),
        (
            "preserved: `a`; invalidated: none.",
            list(&[]),
            list(&["a"]),
            list(&[]),
        ),
        (
            "invalidated: ``a `b` c``; preserved: ``` d ```",
            list(&["a `b` c"]),
            list(&["d"]),
            list(&[]),
        ),
        (
            "invalidated: `echo \"preserved: x; y\"`; preserved: none",
            list(&["echo \"preserved: x; y\""]),
            list(&[]),
            list(&[]),
        ),
        (
            "invalidated: `a` (slow); preserved: none",
            list(&["a"]),
            list(&[]),
            list(&[]),
        ),
        (
            "invalidada: ninguna; preservada: `a`",
            list(&[]),
            list(&["a"]),
            list(&[]),
        ),
        (
            "**invalidated:** `a`, **preserved:** none",
            list(&["a"]),
            list(&[]),
            list(&[]),
        ),
        (
            "invalidated: `a`,\n`b`\npreserved: `c`",
            list(&["a", "b"]),
            list(&["c"]),
            list(&[]),
        ),
    ] {
        let (amendment, codes) = with("Evidence", text);
        assert_eq!(amendment.evidence.invalidated, invalidated, "{text}");
        assert_eq!(amendment.evidence.preserved, preserved, "{text}");
        assert_eq!(amendment.evidence.withdrawn, withdrawn, "{text}");
        assert!(codes.is_empty(), "{text}: {codes:?}");
    }
    for text in [
        "invalidated: none",
        "preserved: `a`",
        "invalidated: cargo test; preserved: none",
        "invalidated: ; preserved: none",
    ] {
        let (_, codes) = with("Evidence", text);
        assert_eq!(codes, ["amendment-field-unreadable"], "{text}");
    }
    let (_, codes) = with("Evidence", "see the log");
    assert!(
        codes
            .iter()
            .all(|code| *code == "amendment-field-unreadable")
            && !codes.is_empty()
    );
}

#[test]
fn amendments_end_at_the_next_one_and_at_sections() {
    let text = format!(
        "# Task 2: a\n\n## Log\n\n### Amendment A1 — 2026-03-02\n\n{FIELDS}\n#### Amendment A2 — 2026-03-03\n\n{FIELDS}\n## Rollback\n\n**Reason:** none\n"
    );
    let (document, amendments, codes) = read(&text);
    assert!(codes.is_empty(), "{codes:?}");
    assert_eq!(
        amendments.iter().map(Amendment::name).collect::<Vec<_>>(),
        ["A1", "A2"]
    );
    assert!(!document.slice(amendments[0].span).contains("A2"));
    assert!(!document.slice(amendments[1].span).contains("Rollback"));
}
