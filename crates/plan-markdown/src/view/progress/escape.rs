//! Text in entries: what would open another construct is escaped on writing, and read back.

use crate::view::spanned::Spanned;
use crate::{Document, ListItem, MarkKind};
use plan_diagnostics::Span;

/// A title as it stands in a heading.
pub(super) fn write_title(title: &str) -> String {
    let out = escape_start(&escape_comment(title));
    let kept = out.trim_end_matches('#');
    if kept.len() == out.len() {
        return out;
    }
    // The hashes at the end would close the heading; escaping the first of them keeps all.
    format!("{kept}\\{}", &out[kept.len()..])
}

/// Text as it stands in a list item.
pub(super) fn write_bullet(text: &str) -> String {
    escape_start(&escape_comment(text))
}

pub(super) fn read_title(document: &Document, span: Span) -> Spanned<String> {
    let text = document.slice(span);
    let kept = text.trim_end_matches('#');
    let unclosed = match kept.strip_suffix('\\') {
        Some(before) if kept.len() < text.len() => format!("{before}{}", &text[kept.len()..]),
        _ => text.to_owned(),
    };
    Spanned::new(unescape(&unclosed), span)
}

pub(super) fn read_bullet(document: &Document, item: &ListItem) -> Spanned<String> {
    let span = item
        .task
        .and_then(|task| document.items().get(task))
        .map_or(item.wrapped, |task| {
            // A box is part of the text here: entries have no task items of their own.
            match task.mark.kind {
                MarkKind::Open | MarkKind::Done | MarkKind::Odd => {
                    Span::new(task.mark.outer.start, item.wrapped.end)
                }
            }
        });
    Spanned::new(unescape(document.slice(span)), span)
}

fn unescape(text: &str) -> String {
    unescape_comment(&unescape_start(text))
}

/// What must not stand at the start of a text: anything that is neither letter, digit nor beyond
/// ASCII; digits, since they may number a list.
fn special(c: char) -> bool {
    c.is_ascii_punctuation()
}

fn escape_start(text: &str) -> String {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    match text[digits..].chars().next() {
        Some(c) if digits > 0 && matches!(c, '.' | ')' | '\\') => {
            format!("{}\\{}", &text[..digits], &text[digits..])
        }
        Some(c) if digits == 0 && special(c) => format!("\\{text}"),
        _ => text.to_owned(),
    }
}

fn unescape_start(text: &str) -> String {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    match text[digits..].strip_prefix('\\') {
        Some(rest) if rest.starts_with(special) => format!("{}{rest}", &text[..digits]),
        _ => text.to_owned(),
    }
}

/// Breaks every `<!--` up, so that it opens no comment: one backslash more before the `!`.
fn escape_comment(text: &str) -> String {
    rewrite_comment(text, |slashes| slashes + 1)
}

fn unescape_comment(text: &str) -> String {
    rewrite_comment(text, |slashes| slashes.saturating_sub(1))
}

fn rewrite_comment(text: &str, slashes: impl Fn(usize) -> usize) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('<') {
        let (before, tail) = rest.split_at(at + 1);
        out.push_str(before);
        let kept = tail.trim_start_matches('\\');
        if kept.starts_with("!--") {
            out.push_str(&"\\".repeat(slashes(tail.len() - kept.len())));
            rest = kept;
        } else {
            rest = tail;
        }
    }
    out.push_str(rest);
    out
}
