//! A task record: a task file, or the record of a Lite plan.

mod commands;
mod criteria;
mod depends;
mod log;
mod risk;
mod section;

pub use criteria::{Criterion, CriterionKind};
pub use depends::Depends;
pub use log::{Log, LogStatus, status_word};
pub use risk::RiskClass;
pub use section::{SectionName, TaskSection};

use super::amendment::Amendment;
use super::label;
use super::ranges::Ranges;
use super::rules::TASK_SECTION_REPEATED;
use super::spanned::Spanned;
use super::title;
use crate::Document;
use plan_diagnostics::{Finding, Location, Span};
use std::collections::BTreeSet;

/// What a task record says.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct TaskRecord {
    /// The range that it was read from.
    pub within: Span,
    /// The number in the record's heading.
    pub number: Option<Spanned<u64>>,
    /// The title in the record's heading, without number, markup and anchor.
    pub title: Option<Spanned<String>>,
    /// The sections in order, all copies of each.
    pub sections: Vec<TaskSection>,
    /// The risk class of the touched surface.
    pub risk: Option<Spanned<RiskClass>>,
    /// The acceptance criteria, in order.
    pub criteria: Vec<Criterion>,
    /// The commands of Validation, in order (E8): the value without comment and line breaks, the
    /// span as written.
    pub commands: Vec<Spanned<String>>,
    /// The items of the execution checklist, in order.
    pub checklist: Vec<Criterion>,
    /// The declared dependencies (D12). `None` where there is no readable declaration: the task then
    /// depends on all earlier ones.
    pub depends_on: Option<Spanned<Depends>>,
    /// The log.
    pub log: Log,
    /// The amendments, in order (G1).
    pub amendments: Vec<Amendment>,
    /// What could not be read, or not without a choice.
    pub findings: Vec<Finding>,
}

impl TaskRecord {
    /// Reads the record in a range: the whole file of a task, or the span of a
    /// [`LiteRecord`](super::readme::LiteRecord).
    #[must_use]
    pub fn read(document: &Document, within: Span) -> Self {
        let (amendments, mut findings) = Amendment::read_all(document, within);
        let amended: Vec<Span> = amendments.iter().map(|amendment| amendment.span).collect();
        let labels = label::lines(document, within);
        let sections = section::read(document, within, &labels, &amended);
        report_repeated(document, &sections, &mut findings);
        let bodies = |name| bodies(&sections, name);
        let surface = bodies(SectionName::TouchedSurface);
        let logs = bodies(SectionName::Log);
        let except = Ranges::new(amended.iter().chain(&logs).copied());
        let heading = heading(document, within);
        let mut commands = Vec::new();
        for body in bodies(SectionName::Validation) {
            commands.extend(commands::read(document, body, &mut findings));
        }
        let criteria = |name| -> Vec<Criterion> {
            bodies(name)
                .into_iter()
                .flat_map(|body| criteria::read(document, body))
                .collect()
        };
        Self {
            within,
            number: heading.number,
            title: heading.title,
            risk: surface
                .iter()
                .find_map(|body| risk::read(document, *body, &mut findings)),
            criteria: criteria(SectionName::AcceptanceCriteria),
            checklist: criteria(SectionName::Checklist),
            commands,
            depends_on: depends::read(document, &labels, &except, &mut findings),
            log: Log::read(document, &logs, &amended),
            sections,
            amendments,
            findings,
        }
    }

    /// Reads a task file.
    #[must_use]
    pub fn read_file(document: &Document) -> Self {
        Self::read(document, Span::new(0, document.text().len()))
    }

    /// The section of a name: the first that is not empty, or else the first; not one inside another
    /// section where there is a choice. The title is not a section; see [`Self::has`].
    #[must_use]
    pub fn section(&self, name: SectionName) -> Option<&TaskSection> {
        let all = || {
            self.sections
                .iter()
                .filter(move |section| section.name == name)
        };
        let ranks: [fn(&&TaskSection) -> bool; 3] = [
            |s| !s.nested && !s.part.empty,
            |s| !s.part.empty,
            |s| !s.nested,
        ];
        ranks
            .into_iter()
            .find_map(|rank| all().find(rank))
            .or_else(|| all().next())
    }

    /// Whether the record has a section that is not empty, or a title.
    #[must_use]
    pub fn has(&self, name: SectionName) -> bool {
        match name {
            SectionName::Title => self.title.as_ref().is_some_and(|title| !title.is_blank()),
            _ => self
                .section(name)
                .is_some_and(|section| !section.part.empty),
        }
    }

    /// The sections that a record should have and that are absent or empty, in the order of a
    /// record (E12).
    pub fn missing(&self) -> impl Iterator<Item = SectionName> {
        SectionName::ALL.into_iter().filter(|name| !self.has(*name))
    }
}

/// The bodies of the sections of a name; those inside other sections only where there are no others.
fn bodies(sections: &[TaskSection], name: SectionName) -> Vec<Span> {
    let all = || sections.iter().filter(move |section| section.name == name);
    let proper: Vec<Span> = all()
        .filter(|section| !section.nested)
        .map(|section| section.part.body)
        .collect();
    if proper.is_empty() {
        all().map(|section| section.part.body).collect()
    } else {
        proper
    }
}

struct Head {
    number: Option<Spanned<u64>>,
    title: Option<Spanned<String>>,
}

/// The heading of a record: the first one in its range that names a task, or else the first of
/// level 1.
fn heading(document: &Document, within: Span) -> Head {
    let mut headings = document.headings()[document.headings_within(within)]
        .iter()
        .filter(|h| within.contains(h.span) && !h.quoted);
    let Some(first) = headings.next() else {
        return Head {
            number: None,
            title: None,
        };
    };
    if let Some(name) = title::task_name(document, first.text) {
        return Head {
            number: Some(Spanned::new(name.number, first.text)),
            title: Some(name.title),
        };
    }
    let title = (first.level == 1).then(|| title::plain_title(document, first.text).0);
    Head {
        number: None,
        title,
    }
}

fn report_repeated(document: &Document, sections: &[TaskSection], findings: &mut Vec<Finding>) {
    let mut seen = BTreeSet::new();
    for section in sections.iter().filter(|section| !section.nested) {
        if !seen.insert(section.name) {
            let location = Location::span(document.file(), section.part.opener);
            let message = format!("{} stands here again", section.name.as_str());
            findings.push(Finding::new(&TASK_SECTION_REPEATED, location, message));
        }
    }
}
