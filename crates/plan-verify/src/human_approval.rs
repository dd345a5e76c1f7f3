//! A person's approval of one criterion, recorded in the plan folder in their own words (E9).
//!
//! It is a line with the label `Human approval` (or `Approved by`, `Approval by`, and the like) that
//! gives the person and, in quotation marks, what they said: in the log of the task's record, or in
//! an entry of PROGRESS.md that names the task.
//!
//! ```text
//! Human approval: Ana Ruiz, 2026-03-02: "The copy is fine, publish it."
//! ```
//!
//! A line that says that the approval was relayed, or that rests on trust or a standing instruction,
//! adds no authority, and does not count.

use std::collections::BTreeMap;

use plan_diagnostics::Span;
use plan_markdown::Document;
use plan_markdown::view::TaskRecord;
use plan_markdown::view::task::Criterion;
use plan_prose::approval::names_human_approval;
use plan_state::amendment::Amendments;

const LABELS: &[&str] = &[
    "human approval",
    "approved by",
    "approval by",
    "approval of",
    "sign-off",
    "sign-off by",
    "signed off by",
    "aprobación humana",
    "aprobacion humana",
    "aprobado por",
    "aprobada por",
];

const NO_AUTHORITY: &[&str] = &[
    "relayed by",
    "retransmitido por",
    "retransmitida por",
    "standing instruction",
    "instrucción permanente",
    "pre_approved",
    "pre-approved",
    "trust mode",
    "--trust",
];

/// Whether a criterion is met only by a person's approval: by its label, or by its words.
#[must_use]
pub fn is_asked_for(criterion: &Criterion) -> bool {
    criterion.human_approval || names_human_approval(&criterion.text.value)
}

/// The criteria of a task's record that ask for a person's approval which is not on record, and that
/// no amendment covers. Updater, checker and finalizer ask this and nothing else.
///
/// `document` is the one that the record was read from, `progress` is PROGRESS.md; one approval on
/// record meets all such criteria of its task.
#[must_use]
pub fn unapproved<'r>(
    task: u64,
    record: &'r TaskRecord,
    document: &Document,
    amendments: &Amendments,
    progress: &Document,
) -> Vec<&'r Criterion> {
    let (own, progress) = (Approvals::of(document), Approvals::of(progress));
    unapproved_among(task, record, &own, amendments, &progress)
}

/// As [`unapproved`], for callers that ask about many tasks and read each document once.
pub(crate) fn unapproved_among<'r>(
    task: u64,
    record: &'r TaskRecord,
    own: &Approvals,
    amendments: &Amendments,
    progress: &Approvals,
) -> Vec<&'r Criterion> {
    let criteria = record.criteria.iter().map(|criterion| criterion.span);
    let places: Vec<Span> = record.log.bodies.iter().copied().chain(criteria).collect();
    if own.any_in(&places) || progress.any_about(task) {
        return Vec::new();
    }
    let asked = record
        .criteria
        .iter()
        .filter(|criterion| is_asked_for(criterion));
    asked
        .filter(|criterion| !amendments.covers_criterion(&criterion.text.value))
        .collect()
}

/// The approvals of people that a document records, and where it speaks of which task.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Approvals {
    /// The lines that record one, in order.
    lines: Vec<Span>,
    /// The sections under headings that name a task, by its number.
    entries: BTreeMap<u64, Vec<Span>>,
}

impl Approvals {
    /// Reads a task file, a README or PROGRESS.md.
    #[must_use]
    pub fn of(document: &Document) -> Self {
        let records = document.labels().iter().filter(|label| {
            let name = document.slice(label.name).trim().to_lowercase();
            LABELS.contains(&name.as_str()) && is_verbatim(document.slice(label.wrapped))
        });
        let lines: Vec<Span> = records.map(|label| label.span).collect();
        let mut approvals = Self {
            lines,
            entries: BTreeMap::new(),
        };
        if !approvals.lines.is_empty() {
            approvals.read_entries(document);
        }
        approvals
    }

    fn read_entries(&mut self, document: &Document) {
        let whole = Span::new(0, document.text().len());
        for (index, heading) in document.headings().iter().enumerate() {
            for task in tasks_named(document.slice(heading.text)) {
                let section = document.section_of(index, whole);
                let entry = self.entries.entry(task).or_default();
                entry.extend(section.map(|section| section.span));
            }
        }
    }

    /// Whether one of these ranges records an approval.
    fn any_in(&self, ranges: &[Span]) -> bool {
        ranges.iter().any(|range| {
            let first = self.lines.partition_point(|line| line.start < range.start);
            self.lines[first..]
                .iter()
                .take_while(|line| line.start < range.end)
                .any(|line| range.contains(*line))
        })
    }

    /// Whether an entry about a task records an approval.
    #[must_use]
    pub fn any_about(&self, task: u64) -> bool {
        self.entries
            .get(&task)
            .is_some_and(|entries| self.any_in(entries))
    }
}

/// The numbers behind the word `Task` or `Tarea` in a title.
fn tasks_named(title: &str) -> impl Iterator<Item = u64> + '_ {
    let mut words = title
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .peekable();
    std::iter::from_fn(move || {
        loop {
            let word = words.next()?;
            let is_task = word.eq_ignore_ascii_case("task") || word.eq_ignore_ascii_case("tarea");
            let number = words.peek().and_then(|number| number.parse().ok());
            if is_task && number.is_some() {
                return number;
            }
        }
    })
}

/// Whether a value names somebody and quotes them, on their own authority.
fn is_verbatim(value: &str) -> bool {
    let lower = value.to_lowercase();
    let quotes = [('"', '"'), ('“', '”'), ('«', '»'), ('„', '“')];
    let quoted = quotes.iter().find_map(|(open, close)| {
        let (before, rest) = value.split_once(*open)?;
        let (words, _) = rest.split_once(*close)?;
        Some((before, words))
    });
    let says = |text: &str| text.chars().any(char::is_alphabetic);
    quoted.is_some_and(|(who, words)| says(who) && says(words))
        && !NO_AUTHORITY.iter().any(|phrase| lower.contains(phrase))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn recorded(line: &str) -> bool {
        let document = Document::parse("PROGRESS.md", format!("## x — Task 2: y\n\n- {line}\n"));
        Approvals::of(&document).any_about(2)
    }

    #[test]
    fn e9_an_approval_names_a_person_and_quotes_them() {
        assert!(recorded(
            "**Human approval:** Ana Ruiz, 2026-03-02: \"Publish it.\""
        ));
        assert!(recorded("Aprobado por: Ana Ruiz «Adelante»"));
    }

    #[test]
    fn e9_anything_less_is_none() {
        for line in [
            "Human approval: yes",
            "Human approval: \"Publish it.\"",
            "Human approval: Ana Ruiz",
            "Human approval: Ana Ruiz, relayed by builder: \"Publish it.\"",
            "Human approval: standing instruction of Ana: \"be autonomous\"",
            "approved",
        ] {
            assert!(!recorded(line), "{line}");
        }
    }

    #[test]
    fn e9_entries_of_other_tasks_do_not_count() {
        let text = "## x — Task 12: y\n\n- Human approval: Ana: \"ok\"\n\n## Tasks 3, tarea 4\n";
        let approvals = Approvals::of(&Document::parse("PROGRESS.md", text));
        assert!(!approvals.any_about(1));
        assert!(!approvals.any_about(4));
        assert!(approvals.any_about(12));
    }
}
