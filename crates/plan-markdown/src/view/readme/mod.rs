//! The README of a plan: what it declares, its list of tasks, its records where the plan is Lite.

mod index;
mod metadata;
mod place;
mod records;
mod standard;
mod status;

pub use index::{IndexEntry, UnnumberedItem};
pub use metadata::{Property, approval_word};
pub use records::LiteRecord;
pub use standard::{Migrated, Standard, Version};
pub use status::{PlanStatus, Statement, StatusWord};

use super::label;
use super::part::{Part, Scope};
use super::ranges::Ranges;
use super::spanned::Spanned;
use super::task::SectionName;
use crate::Document;
use plan_diagnostics::{Finding, Span};

/// What a README says.
///
/// Nothing is judged here beyond whether it could be read: numbers out of order, boxes that
/// disagree with a count and missing sections are for the rules.
///
/// ```
/// use plan_markdown::{Document, view::readme::Readme};
///
/// let text = "# Plan: export\n\nPlan Status: 1/2 completed\n\n## Task List\n\n\
///             - [x] Task 1: Read ([file](./1.task_read.md))\n- [ ] Task 2: **Write** ✅\n";
/// let readme = Readme::read(&Document::parse("README.md", text));
/// assert_eq!(readme.tasks[0].link.as_ref().map(|link| link.value.as_str()), Some("1.task_read.md"));
/// assert_eq!(readme.tasks[1].title.value, "Write");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Readme {
    /// The first heading of level 1, whatever its form.
    pub title: Option<Spanned<String>>,
    /// The plan's goal: the first part of that name that is not empty, or else the first.
    pub goal: Option<Part>,
    /// The plan's context, chosen likewise.
    pub context: Option<Part>,
    /// The standard that the README declares.
    pub standard: Option<Standard>,
    /// `Plan Format`, as written.
    pub plan_format: Option<Property>,
    /// `Materialization`, as written.
    pub materialization: Option<Property>,
    /// `Approval`, as written, from a plain line, a bold label or a table row (B3). See
    /// [`approval_word`].
    pub approval: Option<Property>,
    /// `Execution`, as written.
    pub execution: Option<Property>,
    /// Whether the README opts in to unattended running: `**Execution:** unattended` (D11).
    pub execution_unattended: bool,
    /// The statement of status to go by: the one labelled `Plan Status`, or else the first count,
    /// or else the first one.
    pub plan_status: Option<Statement>,
    /// All statements of status, in order.
    pub statuses: Vec<Statement>,
    /// The task index: the checkbox items that name `Task N`, in order. Repeated numbers stay.
    pub tasks: Vec<IndexEntry>,
    /// Checkbox items of the task list that name no task by number, in order.
    pub unnumbered: Vec<UnnumberedItem>,
    /// The task records that stand in the README, in order. Repeated numbers stay.
    pub records: Vec<LiteRecord>,
    /// What could not be read, or not without a choice.
    pub findings: Vec<Finding>,
}

impl Readme {
    /// Reads a README.
    #[must_use]
    pub fn read(document: &Document) -> Self {
        let mut findings = Vec::new();
        let records = records::read(document);
        let bodies = Ranges::new(records.iter().map(|record| record.span));
        let within = Span::new(0, document.text().len());
        let labels = label::lines(document, within);
        let scope = Scope {
            document,
            within,
            labels: &labels,
            except: &bodies,
        };
        let properties = metadata::Properties::read(&scope, &mut findings);
        let statuses = status::read(&scope, &mut findings);
        let index = index::read(document, &records, &mut findings);
        Self {
            title: title(document),
            goal: passage(&scope, SectionName::Goal),
            context: passage(&scope, SectionName::Context),
            standard: standard::read(document, properties.standard.as_ref(), &mut findings),
            plan_format: properties.plan_format,
            materialization: properties.materialization,
            execution_unattended: properties
                .execution
                .as_ref()
                .is_some_and(|p| p.is("unattended")),
            execution: properties.execution,
            approval: properties.approval,
            plan_status: status::choose(&statuses).cloned(),
            statuses,
            tasks: index.tasks,
            unnumbered: index.unnumbered,
            records,
            findings,
        }
    }

    /// All labelled lines and table rows outside task records, by name for comparison, in order.
    pub(crate) fn properties(&self, document: &Document) -> Vec<(String, Property)> {
        let bodies = Ranges::new(self.records.iter().map(|record| record.span));
        let within = Span::new(0, document.text().len());
        metadata::rows(&Scope {
            document,
            within,
            labels: &label::lines(document, within),
            except: &bodies,
        })
    }

    /// The index entries for a task; more than one where its number is repeated.
    pub fn entries(&self, number: u64) -> impl Iterator<Item = &IndexEntry> {
        self.tasks
            .iter()
            .filter(move |entry| entry.number == number)
    }

    /// The records for a task; more than one where its number is repeated.
    pub fn records_of(&self, number: u64) -> impl Iterator<Item = &LiteRecord> {
        self.records
            .iter()
            .filter(move |record| record.number == number)
    }
}

fn title(document: &Document) -> Option<Spanned<String>> {
    let heading = document
        .headings()
        .iter()
        .find(|h| h.level == 1 && !h.quoted)?;
    Some(Spanned::slice(document, heading.text))
}

/// The first part of a name that is not empty, or else the first.
fn passage(scope: &Scope<'_>, wanted: SectionName) -> Option<Part> {
    let known = |key: &str| (SectionName::of_key(key) == Some(wanted)).then_some(true);
    let ends = |key: &str| {
        let other = metadata::is_known(key) || SectionName::of_key(key).is_some();
        known(key).or(other.then_some(false))
    };
    let headed = scope.under_headings(known).into_iter();
    let labelled = scope
        .behind_labels(ends)
        .into_iter()
        .filter(|(ours, _)| *ours);
    let parts: Vec<Part> = headed.chain(labelled).map(|(_, part)| part).collect();
    parts
        .iter()
        .find(|part| !part.empty)
        .or(parts.first())
        .copied()
}
