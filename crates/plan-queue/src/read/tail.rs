//! The tail of a task: description, acceptance and tags, in any order (Q5).

use plan_diagnostics::{Finding, Span};

use super::page::{Page, arrow, one_line, parts, trimmed};
use super::tags::{Key, Tag, tags};
use crate::model::{Cast, Tail, Text};
use crate::{conditions, rules};

/// What a tail yields: its parts, and where the text without them starts.
pub(crate) struct Read {
    pub(crate) tail: Tail,
    /// What is left of the text, in order: the description with whatever opens it.
    pub(crate) rest: String,
}

/// Reads a range as the tail of a task.
pub(crate) fn read(page: &Page, within: Span, out: &mut Vec<Finding>) -> Read {
    let text = page.doc.masked();
    let mut tail = Tail::default();
    let acceptance = acceptance(page, within, out);
    let taken = acceptance.map(|(whole, _)| whole);
    if let Some((whole, inner)) = acceptance {
        let says = |text: &Text| text.value.contains(char::is_alphanumeric);
        tail.acceptance = Some(page.text(inner)).filter(says);
        if tail.acceptance.is_some() {
            tail.conditions = conditions::split(text, inner, |at| page.is_code(at));
        }
        if tail.acceptance.is_none() {
            let message = "the acceptance says nothing";
            out.push(page.finding(&rules::TAG_MALFORMED, whole, message));
        }
    }
    let inside = |at: usize| taken.is_some_and(|span| span.start <= at && at < span.end);
    let tags = tags(text, within, |at| inside(at) || page.is_code(at));
    for tag in &tags {
        take(page, tag, &mut tail, out);
    }
    let mut cuts: Vec<Span> = tags.iter().map(|tag| tag.span).chain(taken).collect();
    cuts.sort_unstable();
    let rest = without(text, within, &cuts);
    Read { tail, rest }
}

/// The text of a range without some of its parts, on one line.
fn without(text: &str, within: Span, cuts: &[Span]) -> String {
    let mut kept = String::new();
    let mut at = within.start;
    for cut in cuts {
        kept.push_str(Span::new(at, cut.start).of(text));
        at = cut.end.max(at);
    }
    kept.push_str(Span::new(at, within.end).of(text));
    let mut line = one_line(&kept);
    while line.contains("  ") {
        line = line.replace("  ", " ");
    }
    line
}

/// The acceptance: the whole of it, and what stands in it (Q5).
fn acceptance(page: &Page, within: Span, out: &mut Vec<Finding>) -> Option<(Span, Span)> {
    let text = page.doc.masked();
    let (open, inner) = opening(page, within.start, within.end)?;
    let Some(close) = closing(page, inner, within.end) else {
        let message = "`_Aceptación: …` is never closed: an underscore must end it";
        let help = "write `_Aceptación: what can be observed._`";
        let span = Span::new(open, within.end);
        out.push(
            page.finding(&rules::ACCEPTANCE_UNCLOSED, span, message)
                .with_help(help),
        );
        return None;
    };
    if let Some((again, _)) = opening(page, close + 1, within.end) {
        let message = "the acceptance is written twice; only the first is read";
        let span = Span::new(again, within.end);
        out.push(page.finding(&rules::TAG_MALFORMED, span, message));
    }
    let inner = trimmed(text, Span::new(inner, close));
    Some((Span::new(open, close + 1), inner))
}

/// Where `_Aceptación:` starts and ends, the accent and letter case aside.
fn opening(page: &Page, from: usize, end: usize) -> Option<(usize, usize)> {
    let text = page.doc.masked();
    let within = Span::new(from.min(end), end).of(text);
    within.match_indices('_').find_map(|(at, _)| {
        let word = within.get(at + 1..)?;
        let rest = ["Aceptación", "Aceptacion", "aceptación", "aceptacion"]
            .into_iter()
            .find_map(|name| word.strip_prefix(name))?;
        let rest = rest.trim_start_matches(' ').strip_prefix(':')?;
        let open = from + at;
        (!page.is_code(open)).then(|| (open, from + within.len() - rest.len()))
    })
}

/// The underscore that closes an acceptance: behind a character, and before no letter or digit.
fn closing(page: &Page, from: usize, end: usize) -> Option<usize> {
    let text = page.doc.masked();
    let within = Span::new(from, end).of(text);
    let closes = |at: usize| {
        let next = within[at + 1..].chars().next();
        let before = within[..at].chars().next_back();
        before.is_some_and(|c| !c.is_whitespace()) && !next.is_some_and(char::is_alphanumeric)
    };
    let mut marks = within.match_indices('_').map(|(at, _)| at);
    let found = marks.find(|at| closes(*at) && !page.is_code(from + at))?;
    Some(from + found)
}

/// Takes a tag into the tail.
fn take(page: &Page, tag: &Tag, tail: &mut Tail, out: &mut Vec<Finding>) {
    let text = page.doc.masked();
    let mut wrong = |message: String| {
        let help = "the tags are `(service: path)`, `(epic: NNN)`, `(→ C1, C2)`, `(depende: slug, slug)`, \
                    `(cast: builder → reviewer, reviewer)` and `(sin partir: reason)`";
        out.push(
            page.finding(&rules::TAG_MALFORMED, tag.span, message)
                .with_help(help),
        );
    };
    let shown = one_line(tag.span.of(text));
    if !tag.closed {
        wrong(format!("`{shown}` is never closed: a `)` is missing"));
    } else if tag.value.is_empty() {
        return wrong(format!("`{shown}` says nothing"));
    }
    let value = page.text(tag.value);
    let list = || -> Vec<Text> {
        let pieces = parts(text, tag.value, ',');
        pieces.into_iter().map(|piece| page.text(piece)).collect()
    };
    let mut single = |slot: &mut Option<Text>| {
        if slot.is_some() {
            wrong(format!(
                "`{shown}` says a second time what an earlier tag says"
            ));
        } else {
            *slot = Some(value.clone());
        }
    };
    match tag.key {
        Key::Service => single(&mut tail.service),
        Key::Unsplit => single(&mut tail.split_reason),
        Key::Epic if value.value.bytes().all(|byte| byte.is_ascii_digit()) => {
            single(&mut tail.epic);
        }
        Key::Epic => wrong(format!(
            "`{shown}` is not the number of an epic, such as `(epic: 001)`"
        )),
        Key::Depends => tail.depends.extend(list()),
        Key::Cast if tail.cast.is_none() => tail.cast = cast(page, tag),
        Key::Cast => wrong(format!("`{shown}` says a second time who does the task")),
        Key::Criteria => {
            for id in list() {
                match criterion(&id.value) {
                    Some(value) if tail.criteria.iter().any(|known| known.value == value) => {}
                    Some(value) => tail.criteria.push(Text::new(value, id.span)),
                    None => wrong(format!(
                        "`{}` is no criterion: `{shown}` cites them as `C1, C2`",
                        id.value
                    )),
                }
            }
        }
        Key::OutsideVerify => wrong(format!(
            "`{shown}` stands outside the acceptance and marks no condition"
        )),
        Key::Line => {}
    }
}

/// The name of a criterion, `C` and a number, in capitals.
pub(crate) fn criterion(word: &str) -> Option<String> {
    let digits = word.strip_prefix(['C', 'c'])?;
    let valid = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    valid.then(|| format!("C{digits}"))
}

fn cast(page: &Page, tag: &Tag) -> Option<Cast> {
    let text = page.doc.masked();
    let value = tag.value.of(text);
    let (build, review) = match arrow(value) {
        Some((at, length)) => (
            Span::new(tag.value.start, tag.value.start + at),
            Span::new(tag.value.start + at + length, tag.value.end),
        ),
        None => (tag.value, Span::new(tag.value.end, tag.value.end)),
    };
    let reviewers = parts(text, review, ',');
    Some(Cast {
        span: tag.span,
        builder: page.text(build),
        reviewers: reviewers.into_iter().map(|span| page.text(span)).collect(),
    })
}
