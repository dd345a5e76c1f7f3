//! Properties that hold for any text, and bounds on the time that hostile text takes.
#![allow(clippy::unwrap_used, reason = "tests")]

use plan_diagnostics::Span;
use plan_markdown::{Document, Edit, edit};
use proptest::prelude::*;
use std::time::{Duration, Instant};

/// All that a document names lies in the text, on character borders, and is in order.
fn spans(document: &Document) -> Vec<Span> {
    let mut spans = Vec::new();
    for item in document.items() {
        spans.extend([
            item.span,
            item.line,
            item.mark.span,
            item.mark.outer,
            item.text,
            item.wrapped,
        ]);
        assert!(item.span.contains(item.line) && item.line.contains(item.mark.outer));
        assert!(item.mark.outer.contains(item.mark.span) && item.span.contains(item.wrapped));
    }
    for item in document.list_items() {
        spans.extend([item.span, item.line, item.text, item.wrapped]);
        assert!(item.span.contains(item.wrapped) && item.wrapped.contains(item.text));
    }
    for heading in document.headings() {
        spans.extend([heading.span, heading.text, heading.title]);
        spans.extend(
            [heading.number, heading.anchor, heading.note]
                .into_iter()
                .flatten(),
        );
        assert!(heading.span.contains(heading.text) && heading.text.contains(heading.title));
    }
    for table in document.tables() {
        spans.extend([table.span, table.separator]);
        for row in std::iter::once(&table.header).chain(&table.rows) {
            spans.push(row.span);
            spans.extend(&row.cells);
            assert!(row.cells.iter().all(|cell| row.span.contains(*cell)));
        }
    }
    for fence in document.fences() {
        spans.extend([fence.span, fence.info, fence.content]);
    }
    for label in document.labels() {
        spans.extend([label.span, label.name, label.value, label.wrapped]);
        assert!(label.name.end <= label.value.start && label.wrapped.contains(label.value));
    }
    for link in document.links() {
        spans.extend([link.span, link.text, link.dest]);
    }
    spans.extend(document.code_spans());
    spans.extend(document.comments().iter().map(|comment| comment.span));
    if let Some(frontmatter) = document.frontmatter() {
        spans.push(frontmatter.span);
        let entries = &frontmatter.entries;
        spans.extend(
            entries
                .iter()
                .flat_map(|entry| [entry.key, entry.value, entry.line]),
        );
    }
    spans.extend(
        document
            .findings()
            .iter()
            .filter_map(|finding| finding.location.span),
    );
    spans
}

fn assert_sound(text: &str) {
    let document = Document::parse("a.md", text);
    assert_eq!(document.text(), text);
    assert_eq!(document.masked().len(), text.len());
    assert_eq!(document.apply(&[]).unwrap(), text);
    for span in spans(&document) {
        assert!(
            text.get(span.start..span.end).is_some(),
            "{span:?} of {text:?}"
        );
    }
    assert!(
        document
            .items()
            .is_sorted_by_key(|item| item.mark.outer.start)
    );
    assert!(
        document
            .headings()
            .is_sorted_by_key(|heading| heading.span.start)
    );
    let whole = Span::new(0, text.len());
    for index in 0..document.headings().len() {
        let section = document.section_of(index, whole).unwrap();
        assert!(section.span.contains(section.body));
        let _ = (section.is_empty(), section.text());
    }
    for line in document.content_lines(whole) {
        assert!(!document.slice(line).is_empty());
    }
    let _ = (
        document.stray_rows(),
        document.section("Goal"),
        document.content(whole),
    );
}

/// An edit changes its range alone, and building it again on the result changes nothing.
fn assert_minimal(text: &str, build: impl Fn(&Document) -> Option<Edit>) {
    let document = Document::parse("a.md", text);
    let Some(edit) = build(&document) else { return };
    let once = document.apply(std::slice::from_ref(&edit)).unwrap();
    assert!(once.starts_with(&text[..edit.span.start]) && once.ends_with(&text[edit.span.end..]));
    assert_eq!(
        once.len(),
        text.len() - edit.expect.len() + edit.replacement.len()
    );
    let again = Document::parse("a.md", once.as_str());
    let twice = again.apply(build(&again).as_slice()).unwrap();
    assert_eq!(twice, once, "twice is not once: {text:?}");
}

/// Pieces that Markdown of plans is made of, and that trip parsers.
fn piece() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "\n",
        "\n",
        "\n\n",
        "\r\n",
        "\r",
        " ",
        "    ",
        "\t",
        "- ",
        "* ",
        "1. ",
        "2) ",
        "> ",
        "[ ] ",
        "[x] ",
        "[]",
        "[ x] ",
        "[~] ",
        "\\[x\\] ",
        "# ",
        "## ",
        "### 1. ",
        " ##",
        "---\n",
        "===\n",
        "```",
        "~~~",
        "```sh\n",
        "`",
        "``",
        "<!--",
        "-->",
        "<!-- c -->",
        "<details>",
        "</details>",
        "<pre>",
        "|",
        "| a | b |\n|---|---|\n",
        "\\|",
        "**Goal:** ",
        "Status: ",
        "\\n- **",
        "[a](b) ",
        "[x]: u\n",
        "[r][]",
        "{#task-1}",
        "(#t)",
        "Task 1",
        "é",
        "日本",
        "\u{feff}",
        "\0",
        "\u{a0}",
        "\u{2028}",
        "a",
        ":",
        ")",
        "(",
        "<<<<<<< HEAD\n",
        "=======\n",
        ">>>>>>> b\n",
        "key: v\n",
        "'q'",
        "\"",
    ])
}

fn markdownish() -> impl Strategy<Value = String> {
    prop::collection::vec(piece(), 0..40).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1024, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_read_without_loss(text in any::<String>()) {
        assert_sound(&text);
    }

    #[test]
    fn any_markdown_is_read_without_loss(text in markdownish()) {
        assert_sound(&text);
    }

    /// H7
    #[test]
    fn edits_are_minimal_and_idempotent(text in markdownish(), pick in 0usize..8, done: bool) {
        let item = move |d: &Document| d.items().get(pick % d.items().len().max(1)).copied();
        assert_minimal(&text, |d| Some(edit::tick(d, &item(d)?, done)));
        let label = move |d: &Document| d.labels().first().copied();
        assert_minimal(&text, |d| Some(edit::fill(d, &label(d)?, "done")));
        assert_minimal(&text, |d| edit::append(d, "## Entry\n\ntext"));
    }

    /// A tick says afterwards what it was to say, and changes no other item.
    #[test]
    fn ticks_are_read_back(text in markdownish(), pick in 0usize..8, done: bool) {
        let document = Document::parse("a.md", text.as_str());
        if let Some(item) = document.items().get(pick % document.items().len().max(1)) {
            let ticked = document.apply(&[edit::tick(&document, item, done)]).unwrap();
            let after = Document::parse("a.md", ticked.as_str());
            prop_assert_eq!(after.items().len(), document.items().len(), "{:?}", text);
        }
    }
}

/// Reads a text within a bound that holds for time in proportion to its length, unoptimised too.
#[track_caller]
fn quick(name: &str, text: &str) -> Document {
    let start = Instant::now();
    let document = Document::parse("a.md", text);
    let _ = (
        document.links(),
        document.labels(),
        document.tables(),
        document.section("Goal"),
    );
    let _ = (
        document.stray_rows(),
        document.content_lines(Span::new(0, text.len())),
    );
    let taken = start.elapsed();
    assert!(
        taken < Duration::from_secs(5),
        "{name}: {taken:?} for {} bytes",
        text.len()
    );
    document
}

#[test]
fn hostile_text_takes_no_more_than_linear_time() {
    for unit in [
        "\n",
        ">",
        "> ",
        "- ",
        "[",
        "]",
        "`",
        "*",
        "_",
        "<",
        "<!--",
        "<a ",
        "![",
        "[a](",
        "(",
        "\\",
        "a|",
        "|",
        "`a``b",
        "**a:**",
        "&",
        "a\0",
        "1. ",
        "\t",
        "- [ ] ",
        "[a]: b\n",
        "# a\n",
        "- a\n",
        "> a\n\n",
        "**A:** b\n",
        "```\n",
        "<!-- a\n",
        "--> <!--",
        "<details>\n",
        "| a |\n|---|\n",
        "a `b` <!-- c -->\n",
        "- [ ] a\n  ---\n",
        "    - [ ] a\n\nb\n\n",
        "\\n- **a:** b",
        "[a][b]",
        "[a]: b [a] ",
        "<<<<<<< a\n",
    ] {
        quick(unit, &unit.repeat(200_000 / unit.len()));
    }
    quick(
        "80,000 blank lines",
        &format!("- [ ] a\n{}- [ ] b\n", "\n".repeat(80_000)),
    );
    let runs: String = (1..600).map(|length| "`".repeat(length) + " ").collect();
    quick("backtick runs", &runs);
}

#[test]
fn deep_nesting_overflows_nothing() {
    quick("quotes", &format!("{} a\n", ">".repeat(10_000)));
    quick("bullets", &format!("{}a\n", "- ".repeat(10_000)));
    quick("mixed", &format!("{}a\n", "> - ".repeat(10_000)));
    let lists: String = (0..1_500)
        .map(|depth| "  ".repeat(depth) + "- [ ] a\n")
        .collect();
    let document = quick("lists", &lists);
    assert_eq!(document.items().len(), 1_500);
    let steps: String = (0..1_000)
        .map(|depth| ">".repeat(depth) + " - a\n")
        .collect();
    quick("steps", &steps);
    let tasks = "- [ ] Task 1: a\n".repeat(20_000);
    assert_eq!(quick("tasks", &tasks).items().len(), 20_000);
}
