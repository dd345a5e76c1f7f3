//! Names of tasks: `Task 3: Write the export`, in the forms in which lists and headings carry them.

use super::plain::Plain;
use super::spanned::Spanned;
use super::words::{is_dash, is_emoji, squeeze, strip_word};
use crate::Document;
use plan_diagnostics::Span;

/// A task named by number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct TaskName {
    pub(crate) number: u64,
    /// Whether a title, an anchor or nothing follows, rather than words of a sentence.
    pub(crate) separated: bool,
    /// The title without markup, ornaments, file links and anchor notes.
    pub(crate) title: Spanned<String>,
    /// A file that the text links to or names.
    pub(crate) link: Option<Spanned<String>>,
}

/// Reads a text that starts, ornaments aside, with `Task N` or `Tarea N`.
pub(crate) fn task_name(document: &Document, span: Span) -> Option<TaskName> {
    let plain = Plain::read(document, span);
    let head = numbered(&plain.text)?;
    let (title, link) = clean(document, &plain, head.end, span);
    Some(TaskName {
        number: head.number,
        separated: head.separated,
        title,
        link,
    })
}

/// The title of a text that names no task.
pub(crate) fn plain_title(
    document: &Document,
    span: Span,
) -> (Spanned<String>, Option<Spanned<String>>) {
    let plain = Plain::read(document, span);
    clean(document, &plain, 0, span)
}

/// `Task N` at the start of a text.
pub(crate) struct Head {
    pub(crate) number: u64,
    /// Where the number ends.
    pub(crate) behind: usize,
    /// Where the title starts.
    pub(crate) end: usize,
    pub(crate) separated: bool,
}

/// Reads `Task N` at the start of a plain text.
pub(crate) fn numbered(text: &str) -> Option<Head> {
    let rest = lead(text);
    let rest = strip_word(rest, "task").or_else(|| strip_word(rest, "tarea"))?;
    let digits = rest.trim_start_matches([' ', '\t', '\u{a0}', '#', '-', '_']);
    if digits.len() == rest.len() {
        return None;
    }
    let length = digits.bytes().take_while(u8::is_ascii_digit).count();
    let number = digits[..length].parse().ok()?;
    let after = &digits[length..];
    if goes_on(after) {
        return None;
    }
    let title = after.trim_start_matches(|c: char| {
        c.is_whitespace()
            || is_dash(c)
            || is_emoji(c)
            || matches!(c, ':' | '：' | '.' | ')' | '|' | ']')
    });
    let gap = &after[..after.len() - title.len()];
    let separated = !gap.trim().is_empty() || title.is_empty() || title.starts_with(['(', '{']);
    Some(Head {
        number,
        behind: text.len() - after.len(),
        end: text.len() - title.len(),
        separated,
    })
}

/// The text without ornaments, brackets and an ordinal (`1.`) before it.
fn lead(text: &str) -> &str {
    let ornament =
        |c: char| c.is_whitespace() || is_emoji(c) || matches!(c, '[' | '(' | '`' | '#' | '>');
    let text = text.trim_start_matches(ornament);
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    match text[digits..].strip_prefix(['.', ')']) {
        Some(rest) if digits > 0 && rest.starts_with(' ') => rest.trim_start_matches(ornament),
        _ => text,
    }
}

/// Whether a number goes on as something else: `1a`, `1.2`, `1-3`.
fn goes_on(after: &str) -> bool {
    let mut chars = after.chars();
    match (chars.next(), chars.next()) {
        (Some('.' | '/' | ','), Some(c)) => c.is_ascii_digit(),
        (Some(c), Some(next)) if is_dash(c) => next.is_ascii_digit(),
        (Some(c), _) => c.is_alphanumeric() || c == '_',
        (None, _) => false,
    }
}

fn clean(
    document: &Document,
    plain: &Plain,
    start: usize,
    whole: Span,
) -> (Spanned<String>, Option<Spanned<String>>) {
    let mut link = None;
    let mut end = plain.text.len();
    loop {
        let text = plain.text.get(start..end).unwrap_or("");
        let trimmed = text.trim_end_matches(|c: char| c.is_whitespace() || is_emoji(c));
        end = start + trimmed.len();
        let Some(cut) = trailing_link(document, plain, start, end, &mut link)
            .or_else(|| anchor_note(trimmed).map(|kept| start + kept.len()))
            .or_else(|| bare_file(plain, start, end, &mut link))
            .filter(|cut| *cut < end)
        else {
            break;
        };
        end = cut;
    }
    let text = plain.text.get(start..end).unwrap_or("");
    let title = text.trim_start();
    let from = end - title.len();
    let empty = Span::new(whole.end, whole.end);
    let span = plain.source(from, end).unwrap_or(empty);
    let value = squeeze(title);
    if link.is_none() {
        link = plain
            .links
            .first()
            .map(|found| target(document, found.dest));
    }
    (Spanned::new(value, span), link)
}

/// The destination of a link, without `./` before it.
pub(crate) fn target(document: &Document, dest: Span) -> Spanned<String> {
    let mut span = dest;
    while document.slice(span).starts_with("./") {
        span = Span::new(span.start + 2, span.end);
    }
    Spanned::slice(document, span)
}

type Link = Option<Spanned<String>>;

/// Where the title ends before a link to a file at its end.
fn trailing_link(
    document: &Document,
    plain: &Plain,
    start: usize,
    end: usize,
    link: &mut Link,
) -> Option<usize> {
    let body = plain.text.get(start..end)?;
    let inner = start + body.trim_end_matches([')', ']', '.', ' ']).len();
    let last = plain
        .links
        .iter()
        .rev()
        .find(|link| link.end <= end && link.end >= inner && link.end > start)
        .filter(|link| link.start < link.end)?;
    let label = plain.text.get(last.start..last.end)?;
    let dest = target(document, last.dest);
    let before = detach(plain.text.get(start..last.start)?);
    let generic = [
        "file",
        "link",
        "details",
        "task",
        "task file",
        "see",
        "ver",
        "archivo",
        "tarea",
    ];
    let names_file = label.trim_matches('`').ends_with(".md")
        || dest.value.ends_with(label.trim_matches('`'))
        || generic.contains(&label.to_lowercase().as_str());
    if before.trim().is_empty() || !names_file || last.start < start {
        return None;
    }
    link.get_or_insert(dest);
    Some(start + before.len())
}

/// A text without what ties a link to it: dashes, arrows, brackets, `See:`.
fn detach(text: &str) -> &str {
    let tie = |c: char| {
        c.is_whitespace()
            || is_dash(c)
            || is_emoji(c)
            || matches!(c, '(' | '[' | ':' | '|' | '>' | '=' | ',' | ';')
    };
    let mut kept = text.trim_end_matches(tie);
    for word in [
        "see", "ver", "file", "archivo", "details", "detalles", "véase",
    ] {
        let Some(at) = kept.len().checked_sub(word.len()) else {
            continue;
        };
        let ends = kept
            .get(at..)
            .is_some_and(|tail| tail.to_lowercase() == word);
        if ends && !kept[..at].ends_with(char::is_alphanumeric) {
            kept = kept[..at].trim_end_matches(|c| tie(c) || c == '.');
            break;
        }
    }
    kept
}

/// The text before an anchor note at its end: `{#task-1}`, `(#task-1)`, `(immutable anchor: #task-1)`.
fn anchor_note(text: &str) -> Option<&str> {
    let open = match text.chars().next_back()? {
        ')' => text.rfind('(')?,
        '}' => text.rfind('{')?,
        _ => return None,
    };
    let note = &text[open + 1..text.len() - 1];
    let anchor = note.trim().starts_with('#') || note.contains("#task-");
    anchor.then(|| text[..open].trim_end_matches(|c: char| c.is_whitespace() || is_dash(c)))
}

/// Where the title ends before the bare name of a task file, which counts as the link.
fn bare_file(plain: &Plain, start: usize, end: usize, link: &mut Link) -> Option<usize> {
    let text = plain.text.get(start..end)?;
    let body = text.trim_end_matches([')', '`', '.', '>']);
    if !body.ends_with(".md") {
        return None;
    }
    let at = body.rfind([' ', '(', '`', '<', '/']).map_or(0, |at| at + 1);
    let name = &body[at..];
    let before = detach(body[..at].trim_end_matches(['`', '/', '<', '.']));
    if !is_task_file(name) || before.is_empty() {
        return None;
    }
    let span = plain.source(start + at, start + body.len())?;
    link.get_or_insert(Spanned::new(name.to_owned(), span));
    Some(start + before.len())
}

/// Whether a file name has the form `N.task_….md`.
pub(crate) fn is_task_file(name: &str) -> bool {
    file_number(name).is_some()
}

/// The number in the name of a task file.
pub(crate) fn file_number(path: &str) -> Option<u64> {
    let name = path.rsplit('/').next()?;
    let (number, rest) = name.split_once('.')?;
    let digits = !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit());
    (digits && rest.starts_with("task_") && rest.contains(".md")).then(|| number.parse().ok())?
}
