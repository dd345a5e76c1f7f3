//! What holds for the views of any text: no panic, every place inside the text, edits that apply.
#![allow(clippy::unwrap_used, reason = "tests")]

use plan_diagnostics::{Finding, Span};
use plan_markdown::Document;
use plan_markdown::view::task::TaskRecord;
use plan_markdown::view::{Amendment, Progress, Readme, edit};
use proptest::prelude::*;

/// Pieces of plan files, whole and broken.
const PIECES: &[&str] = &[
    "# Plan: x\n",
    "# Task 1: a\n",
    "## Task 1 — a {#task-1}\n",
    "### Task 2: b (#task-2)\n",
    "## Goal\n",
    "**Goal:** x\n",
    "## 4. Task List\n",
    "## Acceptance Criteria\n",
    "## Validation\n",
    "## Touched Surface\n",
    "Risk class: seam | core\n",
    "## Completion & Log (x)\n",
    "### Amendment A1 — 2026-03-02\n",
    "### Amendment\n",
    "- [ ] Task 1: a ✅\n",
    "- [x] **Task 2:** [b](./2.task_b.md)\n",
    "- [x](1.task_a.md) Task 3\n",
    "      See: [f](./f.md)\n",
    "* [~] odd\n",
    "- plain `code`\n",
    "1. `only code`\n",
    "```bash\n",
    "```\n",
    "~~~\n",
    "cargo test # é\n",
    "cat <<EOF\n",
    "a \\\n",
    "<!--",
    "-->",
    "Plan Status: 1/3 completed (33%)\n",
    "Status: ✅ done\n",
    "0 / 18\n",
    "| Approval | x |\n|---|---|\n",
    "Approval: approved\n",
    "**Standard:** DWP spec 5.0.0 (migrated from 2.2.0 on 2026-01-01 — é)\n",
    "**Standard:** DWP spec (\n",
    "- **Status:**\\n- **Timestamp:**\\n",
    "**Tasks:** Task 1 → Task 2\n",
    "**Evidence:** invalidated: `a`; preserved: ``b ` c``\n",
    "**Depends on:** Task 1\n",
    "## 2026-03-02T10:00:00Z — Task 2: x\n",
    "## 2026-03-02 — Decision: ñ\n",
    "\n",
    "\r\n",
    "    ",
    "> ",
    "\t",
    "\\n",
    "`",
    "**",
    "é",
    "[",
    "](",
    "）",
    "：",
    "\u{feff}",
    "---\n",
    "{#",
    "#",
];

fn text() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        8 => proptest::sample::select(PIECES).prop_map(str::to_owned),
        1 => "\\PC{0,6}",
        1 => "[ -~\\n]{0,12}",
    ];
    proptest::collection::vec(piece, 0..40).prop_map(|parts| parts.concat())
}

fn inside(document: &Document, span: Span) {
    let text = document.text();
    assert!(
        span.start <= span.end && text.get(span.start..span.end).is_some(),
        "{span:?} in {text:?}"
    );
}

fn findings(document: &Document, findings: &[Finding]) {
    for finding in findings {
        assert!(!finding.message.contains('\n'), "{}", finding.message);
        inside(document, finding.location.span.unwrap());
    }
}

fn amendments(document: &Document, amendments: &[Amendment]) {
    for amendment in amendments {
        inside(document, amendment.span);
        inside(document, amendment.heading);
        let texts = [
            &amendment.date,
            &amendment.criterion,
            &amendment.tasks_text,
            &amendment.evidence_text,
        ];
        for text in texts.into_iter().flatten() {
            assert_eq!(document.slice(text.span), text.value);
            inside(document, text.span);
        }
    }
}

fn record(document: &Document, record: &TaskRecord) {
    findings(document, &record.findings);
    amendments(document, &record.amendments);
    for section in &record.sections {
        inside(document, section.part.opener);
        inside(document, section.part.body);
        assert!(record.within.contains(section.part.body));
    }
    for criterion in record.criteria.iter().chain(&record.checklist) {
        inside(document, criterion.span);
        inside(document, criterion.text.span);
    }
    for command in &record.commands {
        inside(document, command.span);
        assert!(!command.value.contains('\n') && !command.value.trim().is_empty());
    }
    for field in &record.log.fields {
        inside(document, field.span);
        assert_eq!(document.slice(field.value.span), field.value.value);
        inside(document, field.value.span);
    }
    record
        .log
        .bodies
        .iter()
        .for_each(|body| inside(document, *body));
    let edits = edit::log_fields(
        document,
        record,
        &[("Status", "completed"), ("Summary", "x")],
    );
    document.apply(&edits).unwrap();
}

fn readme(document: &Document) {
    let readme = Readme::read(document);
    findings(document, &readme.findings);
    for entry in &readme.tasks {
        inside(document, entry.span);
        inside(document, entry.title.span);
        inside(document, entry.mark.span);
        entry
            .link
            .iter()
            .for_each(|link| inside(document, link.span));
        document
            .apply(&edit::tick_entry(document, entry, entry.done != Some(true)))
            .unwrap();
    }
    for item in &readme.unnumbered {
        inside(document, item.span);
        inside(document, item.title.span);
    }
    for statement in &readme.statuses {
        inside(document, statement.span);
        inside(document, statement.value.span);
        statement
            .count()
            .iter()
            .for_each(|count| inside(document, count.span));
    }
    for part in [readme.goal, readme.context].into_iter().flatten() {
        inside(document, part.opener);
        inside(document, part.body);
    }
    for lite in &readme.records {
        inside(document, lite.span);
        record(document, &TaskRecord::read(document, lite.span));
    }
    document
        .apply(&edit::status_count(document, &readme, 2, 7))
        .unwrap();
    document
        .apply(&edit::approval(document, &readme, "approved"))
        .unwrap();
    document
        .apply(&edit::plan_status(document, &readme, "0/2 completed"))
        .unwrap();
}

fn progress(document: &Document) {
    for entry in Progress::read(document).entries {
        inside(document, entry.heading);
        inside(document, entry.body);
        inside(document, entry.title.span);
        entry
            .bullets
            .iter()
            .for_each(|bullet| inside(document, bullet.span));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512,
        failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn views_of_any_text_stay_inside_it(text in text()) {
        let document = Document::parse("README.md", text.as_str());
        readme(&document);
        record(&document, &TaskRecord::read_file(&document));
        progress(&document);
    }

    #[test]
    fn a_count_that_was_set_reads_back(text in text()) {
        let document = Document::parse("README.md", text.as_str());
        let written = document.apply(&edit::status_count(&document, &Readme::read(&document), 5, 9)).unwrap();
        let written = Document::parse("README.md", written.as_str());
        for statement in Readme::read(&written).statuses {
            if let Some(count) = statement.count() {
                prop_assert_eq!((count.done, count.total), (5, 9), "{}", written.text());
            }
        }
    }
}

/// Each of these took time quadratic in its length, or could have, in a reader of one kind or another.
#[test]
fn long_files_are_read_in_good_time() {
    let many = 4_000;
    for text in [
        "- [ ] Task 1: a [l](./1.task_a.md)\n".repeat(many),
        "## Task 1: a {#task-1}\n\n- [ ] x\n\n".repeat(many),
        "## Goal\n\n**Goal:** x\n\n".repeat(many),
        format!(
            "# Task 1: a\n\n## Log\n\n{}",
            "- **Status:**\\n".repeat(many)
        ),
        format!(
            "# Task 1: a\n\n## Acceptance Criteria\n\n{}",
            "- [ ] a\n\nparagraph\n\n".repeat(many)
        ),
        format!(
            "# Task 1: a\n\n## Validation\n\n```sh\n{}",
            "a \\\n".repeat(many)
        ),
        "### Amendment A1 — 2026-03-02\n\n**Tasks:** Task 1\n\n".repeat(many),
        "*".repeat(many * 10),
        format!("- [ ] Task 1: {}", "`[*".repeat(many * 4)),
    ] {
        let document = Document::parse("README.md", text);
        let readme = Readme::read(&document);
        let record = TaskRecord::read_file(&document);
        assert!(readme.tasks.len() <= many && record.criteria.len() <= 2 * many);
        assert!(Progress::read(&document).entries.len() <= many);
    }
}
