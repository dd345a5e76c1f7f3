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
    let asked = record
        .criteria
        .iter()
        .filter(|criterion| is_asked_for(criterion));
    let open = asked.filter(|criterion| !amendments.covers_criterion(&criterion.text.value));
    let open: Vec<_> = open.collect();
    let criteria = record.criteria.iter().map(|criterion| criterion.span);
    let own: Vec<Span> = record.log.bodies.iter().copied().chain(criteria).collect();
    let recorded = || {
        is_recorded_in(document, &own) || is_recorded_in(progress, &entries_about(progress, task))
    };
    if open.is_empty() || recorded() {
        Vec::new()
    } else {
        open
    }
}

/// Whether one of these ranges of a document records a person's approval.
#[must_use]
pub fn is_recorded_in(document: &Document, ranges: &[Span]) -> bool {
    document.labels().iter().any(|label| {
        let name = document.slice(label.name).trim().to_lowercase();
        LABELS.contains(&name.as_str())
            && ranges.iter().any(|range| range.contains(label.span))
            && is_verbatim(document.slice(label.wrapped))
    })
}

/// The ranges of PROGRESS.md that are about a task: its entries, under headings that name it.
#[must_use]
pub fn entries_about(progress: &Document, task: u64) -> Vec<Span> {
    let whole = Span::new(0, progress.text().len());
    let names = |title: &str| {
        let mut words = title
            .split(|c: char| !c.is_alphanumeric())
            .filter(|word| !word.is_empty());
        while let Some(word) = words.next() {
            let is_task = word.eq_ignore_ascii_case("task") || word.eq_ignore_ascii_case("tarea");
            if is_task && words.clone().next().and_then(|number| number.parse().ok()) == Some(task)
            {
                return true;
            }
        }
        false
    };
    let headings = progress.headings().iter().enumerate();
    let about = headings.filter(|(_, heading)| names(progress.slice(heading.text)));
    about
        .filter_map(|(index, _)| Some(progress.section_of(index, whole)?.span))
        .collect()
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
        is_recorded_in(&document, &entries_about(&document, 2))
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
        let text = "## x — Task 12: y\n\n- Human approval: Ana: \"ok\"\n";
        let document = Document::parse("PROGRESS.md", text);
        assert!(entries_about(&document, 1).is_empty());
        assert_eq!(entries_about(&document, 12).len(), 1);
    }
}
