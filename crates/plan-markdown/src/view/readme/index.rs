//! The task index of a README: the checkbox items that name the tasks.

use super::place::{self, Place};
use super::records::LiteRecord;
use crate::view::meaning;
use crate::view::ranges::Ranges;
use crate::view::rules::{
    TASK_ITEM_OUTSIDE, TASK_ITEM_REPEATED, TASK_ITEM_UNBOXED, TASK_ITEM_UNNUMBERED,
};
use crate::view::spanned::Spanned;
use crate::view::title::{self, TaskName};
use crate::{Document, Item, Mark};
use plan_diagnostics::{Finding, Location, Span};
use std::collections::BTreeSet;

/// An item of the task index.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct IndexEntry {
    /// The number in `Task N`.
    pub number: u64,
    /// The title without number, emphasis, links, ornaments and anchor note. Code keeps its
    /// backticks.
    pub title: Spanned<String>,
    /// Its box.
    pub mark: Mark,
    /// Whether its box is ticked; `None` where it says neither, as `[~]` does.
    pub done: Option<bool>,
    /// The file that it links to, without `./`: on the same line, or on one that continues it.
    pub link: Option<Spanned<String>>,
    /// The whole item with its continuation lines and nested items.
    pub span: Span,
    /// The item, as an index into [`Document::items`].
    pub item: usize,
}

/// An item of the task list that names no task by number.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct UnnumberedItem {
    /// Its text, as the title of an [`IndexEntry`].
    pub title: Spanned<String>,
    /// Its box.
    pub mark: Mark,
    /// Whether its box is ticked; `None` where it says neither, as `[~]` does.
    pub done: Option<bool>,
    /// The file that it links to, without `./`.
    pub link: Option<Spanned<String>>,
    /// The number of the task file that it links to, if any.
    pub file_number: Option<u64>,
    /// The whole item.
    pub span: Span,
    /// The item, as an index into [`Document::items`].
    pub item: usize,
}

#[derive(Default)]
pub(super) struct Index {
    pub(super) tasks: Vec<IndexEntry>,
    pub(super) unnumbered: Vec<UnnumberedItem>,
}

struct Candidate {
    place: Place,
    separated: bool,
    entry: IndexEntry,
}

pub(super) fn read(
    document: &Document,
    records: &[LiteRecord],
    findings: &mut Vec<Finding>,
) -> Index {
    let places = place::of_items(document, records);
    let mut candidates = Vec::new();
    let mut others = Vec::new();
    for (item, place) in places.iter().enumerate() {
        match numbered(document, item) {
            Some((entry, separated)) => {
                let mention = !separated && *place == Place::Elsewhere;
                let place = if mention { Place::Foreign } else { *place };
                candidates.push(Candidate {
                    place,
                    separated,
                    entry,
                });
            }
            None => others.push((*place, item)),
        }
    }
    let mut index = Index {
        tasks: choose(document, &candidates, findings),
        unnumbered: Vec::new(),
    };
    index.unnumbered = unnumbered(document, &others, &index.tasks);
    report_unnumbered(document, &index.unnumbered, findings);
    report_unboxed(document, records, &index.tasks, findings);
    index
}

/// An item that names a task, and whether a title follows rather than words of a sentence.
fn numbered(document: &Document, item: usize) -> Option<(IndexEntry, bool)> {
    let source = document.items().get(item)?;
    let (text, marked) = marked_link(document, source);
    let name = title::task_name(document, text)?;
    let TaskName {
        number,
        separated,
        title,
        link,
    } = name;
    let link = file_link(document, source).or(marked).or(link);
    let entry = IndexEntry {
        number,
        title,
        mark: source.mark,
        done: meaning::ticked(document, source.mark),
        link,
        span: source.span,
        item,
    };
    Some((entry, separated))
}

/// The text of an item; where its mark is a link (`[x](file) Task 1`), the text behind that.
fn marked_link(document: &Document, item: &Item) -> (Span, Option<Spanned<String>>) {
    let at = item.mark.outer;
    let links = document.links();
    let first = links.partition_point(|link| link.span.end < at.end);
    let found = links[first..]
        .iter()
        .take_while(|link| link.span.end <= item.span.end)
        .find(|link| link.span.start == at.start && link.dest.start > at.start);
    if let Some(link) = found {
        let start = link.span.end.max(item.text.start);
        return (
            Span::new(start.min(item.text.end), item.text.end),
            Some(title::target(document, link.dest)),
        );
    }
    let text = document.slice(item.text);
    match text.strip_prefix('(').and_then(|rest| rest.split_once(')')) {
        Some((dest, _)) if dest.ends_with(".md") && item.text.start == at.end => {
            let dest_span = Span::new(item.text.start + 1, item.text.start + 1 + dest.len());
            let rest = Span::new(dest_span.end + 1, item.text.end);
            (rest, Some(title::target(document, dest_span)))
        }
        _ => (item.text, None),
    }
}

/// The first link of an item to a task file, outside its nested items; or else to any Markdown file.
fn file_link(document: &Document, item: &Item) -> Option<Spanned<String>> {
    let items = document.list_items();
    let next = items.partition_point(|other| other.span.start <= item.span.start);
    let end = items
        .get(next)
        .map_or(item.span.end, |other| other.span.start.min(item.span.end));
    let own = Span::new(item.span.start, end);
    let first = document
        .links()
        .partition_point(|link| link.span.end <= own.start);
    let links: Vec<Spanned<String>> = document.links()[first..]
        .iter()
        .take_while(|link| link.span.end <= own.end)
        .map(|link| title::target(document, link.dest))
        .collect();
    let task = links.iter().find(|link| title::is_task_file(&link.value));
    task.or_else(|| links.iter().find(|link| link.value.contains(".md")))
        .cloned()
}

/// The entries of the best place that has any, and of other places for tasks that it lacks.
fn choose(
    document: &Document,
    candidates: &[Candidate],
    findings: &mut Vec<Finding>,
) -> Vec<IndexEntry> {
    let proper = candidates
        .iter()
        .any(|candidate| candidate.place < Place::Foreign);
    let mut chosen: Vec<IndexEntry> = Vec::new();
    for place in [Place::List, Place::Elsewhere, Place::Nested, Place::Foreign] {
        let known: BTreeSet<u64> = chosen.iter().map(|entry| entry.number).collect();
        for candidate in candidates
            .iter()
            .filter(|candidate| candidate.place == place)
        {
            let fresh = !known.contains(&candidate.entry.number);
            match (place, fresh) {
                (Place::Foreign, true) if proper => {
                    findings.extend(
                        candidate
                            .separated
                            .then(|| foreign(document, &candidate.entry)),
                    );
                }
                (_, true) => chosen.push(candidate.entry.clone()),
                (Place::Elsewhere, false) => findings.push(repeated(document, &candidate.entry)),
                _ => {}
            }
        }
    }
    chosen.sort_by_key(|entry| entry.span.start);
    chosen
}

fn foreign(document: &Document, entry: &IndexEntry) -> Finding {
    let location = Location::span(document.file(), document.items()[entry.item].line);
    let message = format!(
        "the item for Task {} stands outside the task list",
        entry.number
    );
    Finding::new(&TASK_ITEM_OUTSIDE, location, message)
}

fn repeated(document: &Document, entry: &IndexEntry) -> Finding {
    let location = Location::span(document.file(), document.items()[entry.item].line);
    let message = format!(
        "Task {} is listed here again; the task list has it already",
        entry.number
    );
    Finding::new(&TASK_ITEM_REPEATED, location, message)
}

/// The items without a number of the task list; where there is none, those outside records.
fn unnumbered(
    document: &Document,
    others: &[(Place, usize)],
    tasks: &[IndexEntry],
) -> Vec<UnnumberedItem> {
    let listed = others.iter().any(|(place, _)| *place == Place::List);
    let fits = |place: Place| match place {
        Place::List => true,
        Place::Elsewhere => !listed && tasks.is_empty(),
        _ => false,
    };
    let items = others.iter().filter(|(place, _)| fits(*place));
    items
        .filter_map(|(_, item)| unnumbered_item(document, *item))
        .collect()
}

fn unnumbered_item(document: &Document, item: usize) -> Option<UnnumberedItem> {
    let source = document.items().get(item)?;
    let (text, marked) = marked_link(document, source);
    let (title, link) = title::plain_title(document, text);
    let link = file_link(document, source).or(marked).or(link);
    let file_number = link
        .as_ref()
        .and_then(|link| title::file_number(&link.value));
    Some(UnnumberedItem {
        title,
        mark: source.mark,
        done: meaning::ticked(document, source.mark),
        link,
        file_number,
        span: source.span,
        item,
    })
}

fn report_unnumbered(document: &Document, items: &[UnnumberedItem], findings: &mut Vec<Finding>) {
    for item in items {
        let location = Location::span(document.file(), document.items()[item.item].line);
        let message = format!("`{}` names no task by number", item.title.value);
        let finding = Finding::new(&TASK_ITEM_UNNUMBERED, location, message);
        findings.push(finding.with_help("write `- [ ] Task N: title`"));
    }
}

/// List items that name a task, have no box, and whose task is not in the index.
fn report_unboxed(
    document: &Document,
    records: &[LiteRecord],
    tasks: &[IndexEntry],
    findings: &mut Vec<Finding>,
) {
    let bodies = Ranges::new(records.iter().map(|record| record.span));
    let known: BTreeSet<u64> = tasks.iter().map(|entry| entry.number).collect();
    for item in document.list_items() {
        if item.task.is_some() || item.quoted || item.parent.is_some() || bodies.start_of(item.span)
        {
            continue;
        }
        let Some(name) = title::task_name(document, item.text) else {
            continue;
        };
        if name.separated && !known.contains(&name.number) {
            let location = Location::span(document.file(), item.line);
            let message = format!("the item for Task {} has no checkbox", name.number);
            findings.push(Finding::new(&TASK_ITEM_UNBOXED, location, message));
        }
    }
}
