//! Markdown: reading loses nothing, and edits change what they name alone.

use plan_diagnostics::Span;
use plan_markdown::view::{Progress, Readme, TaskRecord};
use plan_markdown::{Bullet, Document, Edit, edit as build};

/// All that a document names lies in the text, in order, and reading it is lossless.
pub(crate) fn parse(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
    let document = Document::parse("a.md", text);
    assert_eq!(document.text(), text);
    assert_eq!(document.masked().len(), text.len());
    assert_eq!(document.apply(&[]).as_deref(), Ok(text));
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
            .list_items()
            .is_sorted_by_key(|item| item.line.start)
    );
    assert!(
        document
            .headings()
            .is_sorted_by_key(|heading| heading.span.start)
    );
    let whole = Span::new(0, text.len());
    for index in 0..document.headings().len() {
        let section = document.section_of(index, whole);
        assert!(section.is_some_and(|section| section.span.contains(section.body)));
    }
    for line in document.content_lines(whole) {
        assert!(!document.slice(line).is_empty());
    }
    let _ = (document.content(whole), document.section("Goal"));
    let _ = (
        Readme::read(&document),
        TaskRecord::read_file(&document),
        Progress::read(&document),
    );
    if !text.contains('\r') {
        let crlf = Document::parse("a.md", text.replace('\n', "\r\n"));
        assert_eq!(counts(&document), counts(&crlf), "{text:?}");
    }
}

/// How many there are of each part.
fn counts(document: &Document) -> [usize; 7] {
    [
        document.items().len(),
        document.list_items().len(),
        document.headings().len(),
        document.tables().len(),
        document.fences().len(),
        document.labels().len(),
        document.comments().len(),
    ]
}

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
    }
    for item in document.list_items() {
        spans.extend([item.span, item.line, item.text, item.wrapped]);
        assert!(item.span.contains(item.wrapped) && item.wrapped.contains(item.text));
    }
    for heading in document.headings() {
        spans.extend([heading.span, heading.text, heading.title]);
        assert!(heading.span.contains(heading.text) && heading.text.contains(heading.title));
    }
    for table in document.tables() {
        for row in table.rows.iter().chain([&table.header]) {
            assert!(row.cells.iter().all(|cell| row.span.contains(*cell)));
            spans.extend(row.cells.iter().chain([&row.span]));
        }
    }
    for row in document.stray_rows() {
        spans.push(row.span);
        spans.extend(row.cells);
    }
    spans.extend(
        document
            .fences()
            .iter()
            .flat_map(|fence| [fence.span, fence.info, fence.content]),
    );
    spans.extend(
        document
            .labels()
            .iter()
            .flat_map(|label| [label.span, label.name, label.value, label.wrapped]),
    );
    spans.extend(
        document
            .links()
            .iter()
            .flat_map(|link| [link.span, link.text, link.dest]),
    );
    spans.extend(document.code_spans());
    spans.extend(document.comments().iter().map(|comment| comment.span));
    spans.extend(
        document
            .findings()
            .iter()
            .filter_map(|finding| finding.location.span),
    );
    spans
}

/// Every edit that can be built on a text changes its range alone, and made twice is made once. The
/// first line says what is written.
pub(crate) fn edit(data: &[u8]) {
    let Ok(input) = std::str::from_utf8(data) else {
        return;
    };
    let (words, text) = input.split_once('\n').unwrap_or(("x", input));
    let document = Document::parse("a.md", text);
    for (at, item) in document.items().iter().enumerate() {
        for done in [true, false] {
            once(text, &|document| {
                Some(build::tick(document, document.items().get(at)?, done))
            });
        }
        // What stands apart from its list, as deep as code, or before a fence that nothing closes may be
        // read otherwise with more below it.
        let line = document.slice(item.line);
        let deep =
            item.quoted || item.indent > 3 || line.starts_with("    ") || line.contains('\t');
        let sound = document.findings().is_empty() && item.bullet != Bullet::None;
        let plain = sound && !deep && item.parent.is_none();
        let insert = |document: &Document| {
            build::insert_after(document, document.items().get(at)?, "- more")
        };
        if plain {
            once(text, &insert);
        } else {
            minimal(text, &insert);
        }
    }
    for at in 0..document.labels().len() {
        minimal(text, &|document| {
            Some(build::fill(document, document.labels().get(at)?, words))
        });
    }
    minimal(text, &|document| build::append(document, words));
    minimal(text, &|document| {
        build::append_line(document, Span::new(0, document.text().len()), words)
    });
    for heading in document.headings() {
        minimal(text, &|document| {
            Some(build::replace(document, heading.text, words))
        });
    }
}

/// An edit changes its range alone.
fn minimal(text: &str, build: &dyn Fn(&Document) -> Option<Edit>) -> Option<String> {
    let document = Document::parse("a.md", text);
    let edit = build(&document)?;
    let edited = document.apply(std::slice::from_ref(&edit));
    assert!(edited.is_ok(), "{edited:?} of {text:?}");
    let edited = edited.ok()?;
    let (before, after) = (&text[..edit.span.start], &text[edit.span.end..]);
    assert!(
        edited.starts_with(before) && edited.ends_with(after),
        "{edit:?} of {text:?}"
    );
    assert_eq!(
        edited.len(),
        text.len() - edit.expect.len() + edit.replacement.len()
    );
    Some(edited)
}

/// The same, and building it again on the result changes nothing.
fn once(text: &str, build: &dyn Fn(&Document) -> Option<Edit>) {
    let Some(edited) = minimal(text, build) else {
        return;
    };
    let again = Document::parse("a.md", edited.as_str());
    let twice = again.apply(build(&again).as_slice());
    assert_eq!(
        twice.as_deref(),
        Ok(edited.as_str()),
        "twice is not once: {text:?}"
    );
}
