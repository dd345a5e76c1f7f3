//! Where the task items of a README stand: in the list of tasks, or among something else.

use super::records::LiteRecord;
use crate::Document;
use crate::view::ranges::Ranges;
use crate::view::task::SectionName;
use crate::view::title;
use crate::view::words::key;

/// Where an item stands. The order is that of preference.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Place {
    /// In a section for the list of tasks.
    List,
    /// Elsewhere in the README.
    Elsewhere,
    /// Below another item that names a task.
    Nested,
    /// Inside a task record, among criteria, or in a quote.
    Foreign,
}

/// The places of all task items, in order.
pub(super) fn of_items(document: &Document, records: &[LiteRecord]) -> Vec<Place> {
    let bodies = Ranges::new(records.iter().map(|record| record.span));
    let mut places: Vec<Place> = Vec::new();
    let mut stack: Vec<usize> = Vec::new();
    let mut around = Place::Elsewhere;
    let mut headings = document.headings().iter().enumerate().peekable();
    for item in document.items() {
        let mut moved = false;
        while let Some((index, heading)) = headings.next_if(|(_, h)| h.span.start < item.span.start)
        {
            if !heading.quoted {
                stack.retain(|outer| document.headings()[*outer].level < heading.level);
                stack.push(index);
                moved = true;
            }
        }
        if moved {
            let titles = stack
                .iter()
                .map(|index| key(document.heading_title(&document.headings()[*index])));
            around = place(titles);
        }
        let foreign = item.quoted || bodies.start_of(item.span);
        let nested = item
            .parent
            .is_some_and(|parent| names_task(document, parent));
        places.push(match around {
            _ if foreign => Place::Foreign,
            Place::Foreign => Place::Foreign,
            _ if nested => Place::Nested,
            other => other,
        });
    }
    places
}

/// What the sections around an item say, outermost first; the innermost that says anything counts.
fn place(sections: impl Iterator<Item = String>) -> Place {
    let mut place = Place::Elsewhere;
    for name in sections {
        if is_list(&name) {
            place = Place::List;
        } else if is_foreign(&name, place == Place::List) {
            place = Place::Foreign;
        }
    }
    place
}

fn is_list(name: &str) -> bool {
    const STARTS: &[&str] = &[
        "tasks",
        "task list",
        "task index",
        "task table",
        "task overview",
        "task breakdown",
        "plan tasks",
        "list of tasks",
        "tareas",
        "lista de tareas",
        "índice de tareas",
        "listado de tareas",
    ];
    let names = |start: &&str| {
        name.strip_prefix(*start)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
    };
    STARTS.iter().any(names) || name.ends_with("task list")
}

/// Whether a section holds boxes that are not tasks. Below the list of tasks only the exact names
/// count: a phase may well be called `Phase 4: Final validation`.
fn is_foreign(name: &str, listed: bool) -> bool {
    const NAMES: &[&str] = &[
        "criteria",
        "success criteria",
        "definition of done",
        "example",
        "examples",
        "template",
        "quick reference",
    ];
    let section = matches!(
        SectionName::of_key(name),
        Some(
            SectionName::AcceptanceCriteria
                | SectionName::Checklist
                | SectionName::Validation
                | SectionName::Log
        )
    );
    let ends = [" criteria", " checklist"]
        .iter()
        .any(|end| name.ends_with(end));
    section || NAMES.contains(&name) || (ends && !listed)
}

fn names_task(document: &Document, item: usize) -> bool {
    let text = document.items().get(item).map(|item| item.text);
    text.is_some_and(|text| title::task_name(document, text).is_some())
}
