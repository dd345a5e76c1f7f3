//! Amendments: durable records of a changed scope, criterion or deferral (G1).

mod evidence;
mod heading;

pub use evidence::Evidence;

use super::field::{self, Field};
use super::rules::{AMENDMENT_FIELD_MISSING, AMENDMENT_FIELD_REPEATED, AMENDMENT_FIELD_UNREADABLE};
use super::spanned::Spanned;
use super::tasks_list;
use super::words::squeeze;
use crate::{Document, LabelKind};
use plan_diagnostics::{Finding, Location, Rule, Span};

/// An amendment, as written. What is absent or unreadable is `None` or empty, and reported; whether
/// the amendment holds is judged elsewhere (G2, G3).
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Amendment {
    /// The number: 1 for `A1`.
    pub id: Option<u32>,
    /// The date or date-time in the heading, as written.
    pub date: Option<Spanned<String>>,
    /// The criterion, verbatim.
    pub criterion: Option<Spanned<String>>,
    /// What was observed.
    pub observed: Option<Spanned<String>>,
    /// The disposition.
    pub disposition: Option<Spanned<String>>,
    /// The reason.
    pub reason: Option<Spanned<String>>,
    /// Whose authority it has.
    pub authority: Option<Spanned<String>>,
    /// `Tasks`, as written.
    pub tasks_text: Option<Spanned<String>>,
    /// The tasks before the arrow, or all of them where there is none.
    pub tasks: Vec<u64>,
    /// The task behind the arrow: `Task 2 → Task 5`.
    pub destination: Option<u64>,
    /// `Evidence`, as written.
    pub evidence_text: Option<Spanned<String>>,
    /// The commands whose records it invalidates, preserves and withdraws.
    pub evidence: Evidence,
    /// All fields, in order, repeated and unknown ones included.
    pub fields: Vec<Field>,
    /// The heading.
    pub heading: Span,
    /// Heading and fields.
    pub span: Span,
}

const FIELDS: [(&str, &str); 7] = [
    ("Criterion", "criterio"),
    ("Observed", "observado"),
    ("Disposition", "disposición"),
    ("Reason", "motivo"),
    ("Authority", "autoridad"),
    ("Tasks", "tareas"),
    ("Evidence", "evidencia"),
];

impl Amendment {
    /// The amendments in a range, in order, with what could not be read.
    #[must_use]
    pub fn read_all(document: &Document, within: Span) -> (Vec<Self>, Vec<Finding>) {
        let mut findings = Vec::new();
        let headings = heading::find(document, within);
        let amendments = headings
            .into_iter()
            .map(|heading| {
                Reader {
                    document,
                    findings: &mut findings,
                }
                .read(heading)
            })
            .collect();
        (amendments, findings)
    }

    /// `A1`, or `A?` where the number could not be read.
    #[must_use]
    pub fn name(&self) -> String {
        self.id
            .map_or_else(|| "A?".to_owned(), |id| format!("A{id}"))
    }
}

struct Reader<'r> {
    document: &'r Document,
    findings: &'r mut Vec<Finding>,
}

impl Reader<'_> {
    fn read(&mut self, heading: heading::Found) -> Amendment {
        heading::report(self.document, &heading, self.findings);
        let fields = field::read(self.document, heading.body, opens_field);
        let take = |reader: &mut Self, index: usize| reader.take(&heading, &fields, index);
        let [
            criterion,
            observed,
            disposition,
            reason,
            authority,
            tasks_text,
            evidence_text,
        ] = std::array::from_fn(|index| take(self, index));
        let (tasks, destination) = tasks_text
            .as_ref()
            .map(|text| self.tasks(text))
            .unwrap_or_default();
        let evidence = evidence_text
            .as_ref()
            .map(|text| self.evidence(text))
            .unwrap_or_default();
        Amendment {
            id: heading.id,
            date: heading.date,
            criterion,
            observed,
            disposition,
            reason,
            authority,
            tasks_text,
            tasks,
            destination,
            evidence_text,
            evidence,
            fields,
            heading: heading.span,
            span: Span::new(heading.span.start, heading.body.end),
        }
    }

    /// The first field of a name that is not empty; absent and repeated ones are reported.
    fn take(
        &mut self,
        heading: &heading::Found,
        fields: &[Field],
        index: usize,
    ) -> Option<Spanned<String>> {
        let (name, _) = FIELDS[index];
        let all: Vec<&Field> = fields
            .iter()
            .filter(|field| known(field.key()) == Some(index))
            .collect();
        let first = all
            .iter()
            .find(|field| !field.value.is_blank())
            .or(all.first());
        let Some(first) = first.filter(|field| !field.value.is_blank()) else {
            let span = all.first().map_or(heading.span, |field| field.span);
            self.report(
                &AMENDMENT_FIELD_MISSING,
                span,
                format!("the amendment does not say its {name}"),
            );
            return None;
        };
        for other in all.iter().filter(|other| other.span != first.span) {
            self.report(
                &AMENDMENT_FIELD_REPEATED,
                other.span,
                format!("{name} is given again"),
            );
        }
        Some(first.value.clone())
    }

    fn tasks(&mut self, text: &Spanned<String>) -> (Vec<u64>, Option<u64>) {
        let sides = split_arrow(&text.value);
        let mut at = text.span.start;
        let mut lists = Vec::new();
        for (side, arrow) in sides {
            lists.push(tasks_list::read(self.document, Span::new(at, at + side)));
            at += side + arrow;
        }
        let read = match lists.as_slice() {
            [Some(tasks)] => Some((tasks.clone(), None)),
            [Some(tasks), Some(to)] if to.len() == 1 => Some((tasks.clone(), to.first().copied())),
            _ => None,
        };
        read.unwrap_or_else(|| {
            let message = format!("`{}` is not a list of tasks", squeeze(&text.value));
            self.report(&AMENDMENT_FIELD_UNREADABLE, text.span, message);
            Default::default()
        })
    }

    fn evidence(&mut self, text: &Spanned<String>) -> Evidence {
        let (evidence, problems) = Evidence::read(self.document.text(), text.span);
        for (span, message) in problems {
            self.report(&AMENDMENT_FIELD_UNREADABLE, span, message);
        }
        evidence
    }

    fn report(&mut self, rule: &'static Rule, span: Span, message: String) {
        self.findings.push(Finding::new(
            rule,
            Location::span(self.document.file(), span),
            message,
        ));
    }
}

/// Bold labels, and plain ones with the name of a field.
fn opens_field(kind: LabelKind, name: &str) -> bool {
    kind.is_bold() && !evidence::is_part(name) || known(name).is_some()
}

fn known(key: &str) -> Option<usize> {
    let exact =
        |(english, spanish): &(&str, &str)| key == *spanish || key.eq_ignore_ascii_case(english);
    FIELDS.iter().position(exact).or(match key {
        "task" | "tasks affected" | "affected tasks" => Some(5),
        _ => None,
    })
}

/// The lengths of the parts between arrows, each with that of the arrow behind it.
fn split_arrow(text: &str) -> Vec<(usize, usize)> {
    let mut parts = Vec::new();
    let mut rest = text;
    loop {
        let found = ["→", "⇒", "->", "=>"]
            .into_iter()
            .filter_map(|arrow| rest.find(arrow).map(|at| (at, arrow.len())))
            .min();
        let Some((at, width)) = found else {
            parts.push((rest.len(), 0));
            return parts;
        };
        parts.push((at, width));
        rest = &rest[at + width..];
    }
}
