//! Work in progress: `wip/<runner>.md` (Q13).

use std::sync::Arc;

use plan_diagnostics::{Finding, Location, Span};
use plan_markdown::{Bullet, Heading, MarkKind};

use super::listing;
use super::page::{Page, trimmed};
use crate::model::{Blocker, Spanned, Step, Text, Wip};
use crate::{Lane, QueueFiles, rules};

/// The form that messages show.
pub(crate) const FORM: &str = "work in progress is a frontmatter with the keys task, phase, service and lane, and steps \
                               `1. [ ] what to do` under `## Plan aprobado`";
const STEP_FORM: &str = "a step is written `1. [ ] what to do`";

/// Reads the work in progress, by file.
pub(crate) fn read(files: &QueueFiles, out: &mut Vec<Finding>) -> Vec<Wip> {
    let mut wips = Vec::new();
    for file in listing::entries(files, "wip", &[], out) {
        if let Some(page) = Page::open(files, file, out) {
            wips.push(in_page(&page, out));
        }
    }
    wips
}

fn in_page(page: &Page, out: &mut Vec<Finding>) -> Wip {
    let idle = is_idle(page);
    let task = page.filled("task");
    if task.is_none() && !idle && !(page.doc.frontmatter().is_none() && page.is_empty(page.whole()))
    {
        let location = Location::file(&*page.file);
        let message = "the file neither names a task nor says `status: IDLE`";
        out.push(Finding::new(&rules::WIP_UNREAD, location, message).with_help(FORM));
    }
    let sections = page.sections();
    let section = |names: &[&str]| {
        let named = |heading: &Heading| {
            let title = page.doc.heading_title(heading).trim().to_lowercase();
            names.contains(&title.as_str())
        };
        let found = sections.iter().find(|(heading, _)| named(heading));
        found.map(|(_, body)| *body)
    };
    let plan = section(&["plan aprobado"]);
    let aside = section(&["bloqueos"]);
    let steps = match plan {
        Some(body) => steps(page, body, None, true, out),
        None => steps(page, page.whole(), aside, false, out),
    };
    Wip {
        file: Arc::clone(&page.file),
        name: listing::stem(&page.file).to_owned(),
        phase: page.filled("phase"),
        service: page.filled("service"),
        lane: lane(page, out),
        idle,
        steps,
        critique: section(&["crítica", "critica"]).and_then(|body| critique(page, body)),
        blockers: aside.map(|body| blockers(page, body)).unwrap_or_default(),
        task,
    }
}

/// Whether the file says `status: IDLE`, in its frontmatter or on a line of its own.
fn is_idle(page: &Page) -> bool {
    let says = |value: &str| {
        let word = value.split_whitespace().next().unwrap_or_default();
        word.eq_ignore_ascii_case("idle")
    };
    if page
        .field("status")
        .is_some_and(|status| says(&status.value))
    {
        return true;
    }
    let status = page.doc.label_within(page.body(), "status");
    status.is_some_and(|label| says(page.masked(label.value)))
}

fn lane(page: &Page, out: &mut Vec<Finding>) -> Option<Spanned<Lane>> {
    let text = page.filled("lane")?;
    let lane = Lane::parse(&text.value).map(|lane| Spanned::new(lane, text.span));
    if lane.is_none() && text.value != "sin clasificar" {
        let message = format!("`{}` is no lane", text.value);
        let help = "write manual, express, directo, lite or full, or leave the key out";
        out.push(
            page.finding(&rules::LANE_UNKNOWN, text.span, message)
                .with_help(help),
        );
    }
    lane
}

/// The steps in a range. Where the range is the approved plan, other items at the top level of it are
/// findings: a step that is not counted would be a step done.
fn steps(
    page: &Page,
    within: Span,
    aside: Option<Span>,
    is_plan: bool,
    out: &mut Vec<Finding>,
) -> Vec<Step> {
    let mut steps = Vec::new();
    if is_plan {
        page.item_findings(within, out);
    }
    for item in page.items(within) {
        if aside.is_some_and(|aside| aside.contains(item.line)) {
            continue;
        }
        let mark = item.task.and_then(|index| page.doc.items().get(index));
        match (item.bullet, mark) {
            (Bullet::Number(number), Some(mark)) => steps.push(Step {
                span: item.span,
                mark: mark.mark.span,
                number,
                done: mark.mark.kind == MarkKind::Done,
                text: page.text(Span::new(
                    item.text.start,
                    item.wrapped.end.max(item.text.end),
                )),
            }),
            _ if is_plan && (item.parent.is_none() || mark.is_some()) => {
                let span = trimmed(page.doc.masked(), item.line);
                let message = "this item of the plan is not counted as a step";
                out.push(
                    page.finding(&rules::ITEM_UNREAD, span, message)
                        .with_help(STEP_FORM),
                );
            }
            _ => {}
        }
    }
    steps
}

/// What stands in a section, where that is anything.
fn critique(page: &Page, body: Span) -> Option<Text> {
    if page.is_empty(body) {
        return None;
    }
    let span = trimmed(page.doc.text(), body);
    Some(Text::new(page.doc.content(body).into_owned(), span))
}

fn blockers(page: &Page, body: Span) -> Vec<Blocker> {
    let mut found = Vec::new();
    for item in page.items(body).filter(|item| item.parent.is_none()) {
        let text = page.text(Span::new(
            item.text.start,
            item.wrapped.end.max(item.text.end),
        ));
        let word = text
            .value
            .trim_matches(|c: char| !c.is_alphanumeric())
            .to_lowercase();
        if matches!(word.as_str(), "" | "ninguno" | "ninguna") {
            continue;
        }
        let mark = item.task.and_then(|index| page.doc.items().get(index));
        found.push(Blocker {
            span: item.span,
            ticked: mark.map(|mark| mark.mark.kind == MarkKind::Done),
            text,
        });
    }
    found
}
