//! A story of an epic as a task of the queue: its own words, in the form of a task (Q5, Q8, Q27).

use plan_diagnostics::Span;

use crate::model::{Epic, Task};
use crate::read::page::{Page, after_dash, trimmed};
use crate::read::tags::{Key, Tag, tags};

/// The lines of a task that says what the story says, and names its epic.
///
/// Lines stay as they are broken. What stands between slug and dash, which the form of a task does not
/// have there, moves to the service.
pub(super) fn task_lines(page: &Page, epic: &Epic, story: &Task) -> Option<String> {
    let item = page
        .items(story.span)
        .find(|item| item.span.start == story.span.start)?;
    let end = item.wrapped.end.max(item.text.end);
    let head = Span::new(item.line.start, head_end(page, story)?);
    let masked = page.doc.masked();
    let found = tags(masked, Span::new(head.end, end), |at| page.is_code(at));
    let (leading, rest) = leading(masked, Span::new(head.end, end), &found);
    let mut moved: Vec<&str> = leading.iter().map(|tag| page.doc.slice(tag.span)).collect();
    let numbered = format!("(epic: {})", epic.number());
    if story.tail.epic.is_none() {
        moved.push(&numbered);
    }
    let body = Span::new(rest, end);
    let at = place(story, &found, body);
    let before = page.doc.slice(Span::new(body.start, at));
    let behind = page.doc.slice(Span::new(at, body.end));
    let head = page.doc.slice(head).trim_end();
    let moved = moved.join(" ");
    let written = match (moved.is_empty(), behind.trim().is_empty()) {
        (true, _) => format!("{head} — {before}{behind}"),
        (false, true) => format!("{head} — {} {moved}", page.doc.slice(body).trim_end()),
        (false, false) => format!("{head} — {before}{moved} {behind}"),
    };
    Some(written.trim_end().to_owned())
}

/// Where slug and lane end.
fn head_end(page: &Page, story: &Task) -> Option<usize> {
    let text = page.doc.masked();
    let (from, mark) = match story.lane.as_ref() {
        Some(lane) => (lane.span.end, "]"),
        None => (story.slug.span.end, "**"),
    };
    Some(from + text.get(from..)?.find(mark)? + mark.len())
}

/// The tags that stand directly behind slug and lane, and where the description starts.
fn leading<'t>(text: &str, within: Span, found: &'t [Tag]) -> (Vec<&'t Tag>, usize) {
    let mut at = trimmed(text, within).start;
    let mut leading = Vec::new();
    for tag in found.iter().take_while(|tag| tag.closed) {
        if tag.span.start != at {
            break;
        }
        leading.push(tag);
        at = trimmed(text, Span::new(tag.span.end, within.end)).start;
    }
    let rest = Span::new(at, within.end);
    let start = after_dash(text, rest).unwrap_or(at);
    (leading, trimmed(text, Span::new(start, within.end)).start)
}

/// Where the tags that move go: before the service, or else to the end.
fn place(story: &Task, found: &[Tag], body: Span) -> usize {
    let service = story.tail.service.as_ref().map(|text| text.span.start);
    let tag = found.iter().find(|tag| {
        tag.key == Key::Service
            && service.is_some_and(|at| tag.span.start < at && at < tag.span.end)
    });
    tag.map(|tag| tag.span.start)
        .filter(|at| *at >= body.start)
        .unwrap_or(body.end)
}
