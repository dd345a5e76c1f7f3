//! Writing under `## Bloqueos` of a work in progress (Q13, Q31, Q32).

use plan_diagnostics::Span;
use plan_markdown::{Document, Edit, edit};

use super::{Draft, Refusal};

const HEADING: &str = "## Bloqueos";

/// Adds items under `## Bloqueos`, in the place of a `(ninguno)`, or with the section where there is
/// none. An item that stands there already is not written again.
pub(super) fn add(draft: &mut Draft<'_>, file: &str, items: &[String]) -> Result<(), Refusal> {
    let document = draft.document(file)?;
    let body = body(&document);
    let new: Vec<&str> = items
        .iter()
        .filter(|item| !stands(&document, body, item))
        .map(String::as_str)
        .collect();
    if new.is_empty() {
        return Ok(());
    }
    let lines = new.join("\n");
    let edit = match body {
        None => edit::append(&document, &format!("{HEADING}\n\n{lines}")),
        Some(body) => within(&document, body, &lines),
    };
    draft.edit(file, &edit.into_iter().collect::<Vec<_>>())
}

/// Whether all of these items stand under `## Bloqueos`, as they were written.
pub(super) fn have(draft: &Draft<'_>, file: &str, items: &[String]) -> Result<bool, Refusal> {
    let document = draft.document(file)?;
    let body = body(&document);
    Ok(items.iter().all(|item| stands(&document, body, item)))
}

fn stands(document: &Document, body: Option<Span>, item: &str) -> bool {
    body.is_some_and(|body| {
        let mut lines = document.slice(body).lines();
        lines.any(|line| line.trim_end() == item)
    })
}

fn within(document: &Document, body: Span, lines: &str) -> Option<Edit> {
    let text = document.slice(body);
    let start = body.start + (text.len() - text.trim_start().len());
    let said = Span::new(start, start + text.trim().len());
    let word = document
        .slice(said)
        .trim_matches(|c: char| !c.is_alphanumeric())
        .to_lowercase();
    if said.is_empty() {
        return edit::append_within(document, body, lines);
    }
    if matches!(word.as_str(), "ninguno" | "ninguna") {
        let lines = lines.replace('\n', document.line_ending());
        return Some(edit::replace(document, said, lines));
    }
    edit::append_line(document, body, lines)
}

/// What stands below the heading, up to the next one of its level.
fn body(document: &Document) -> Option<Span> {
    let mut sections = document
        .headings()
        .iter()
        .filter(|heading| heading.level == 2 && !heading.quoted);
    let named = |title: &str| title.trim().eq_ignore_ascii_case("bloqueos");
    let start = sections
        .find(|heading| named(document.heading_title(heading)))?
        .span
        .end;
    let end = sections
        .next()
        .map_or(document.text().len(), |heading| heading.span.start);
    Some(Span::new(start, end))
}
