//! The log of completed tasks: does it say so, and is it filled in (E5, E6)?

use plan_diagnostics::{Finding, Rule, Severity, Span};
use plan_markdown::Document;
use plan_markdown::view::task::{Log, LogStatus, SectionName};
use plan_markdown::view::{Field, Spanned};
use plan_prose::placeholder;

use crate::view::{PlanView, RecordFile};

/// The log of a completed task says that it is pending.
pub static LOG_STATUS_PENDING: Rule = Rule {
    code: "log-status-pending",
    severity: Severity::Must,
    title: "The log of a completed task says that the task is pending",
    reason: "The record and the status contradict each other; one of them was never brought up to \
             date.",
    requirement: "E5",
};

/// The log of a completed task keeps placeholders.
pub static LOG_PLACEHOLDER: Rule = Rule {
    code: "log-placeholder",
    severity: Severity::Must,
    title: "The log of a completed task was not filled in",
    reason: "The log is what a later reader has of the work; a placeholder says that nobody wrote it.",
    requirement: "E6",
};

/// At finalization: a log lacks its skills disposition.
pub static LOG_DISPOSITION: Rule = Rule {
    code: "log-disposition-missing",
    severity: Severity::Must,
    title: "The log of a task does not give its skills disposition",
    reason: "Before a plan is published each task says what it decided about skills.",
    requirement: "E6",
};

/// At finalization: the last log lacks its documentation decision.
pub static LOG_DECISION: Rule = Rule {
    code: "log-decision-missing",
    severity: Severity::Must,
    title: "The log of the last task does not give its documentation decision",
    reason: "Before a plan is published its Final Review says what became of the documentation.",
    requirement: "E6",
};

pub(super) fn status(view: &PlanView<'_>, out: &mut Vec<Finding>) {
    for record in done(view) {
        if let Some(span) = pending(record) {
            let message = format!(
                "Task {} is completed, and its log says pending",
                record.number
            );
            let help = "write what was done and set the status, or reopen the task";
            out.push(Finding::new(&LOG_STATUS_PENDING, record.at(span), message).with_help(help));
        }
    }
}

pub(super) fn filled(view: &PlanView<'_>, out: &mut Vec<Finding>) {
    for record in done(view).filter(|record| pending(record).is_none()) {
        let Some(document) = record.document(view) else {
            continue;
        };
        let mut report = |span, what: String| {
            let message = format!("Task {} is completed, and its log {what}", record.number);
            out.push(Finding::new(&LOG_PLACEHOLDER, record.at(span), message));
        };
        let log = &record.record.log;
        let empty = |(_, field): &(usize, &Field)| field.value.is_blank();
        for (at, field) in log.fields.iter().enumerate().filter(empty) {
            if is_followed(document, log, at) {
                continue;
            }
            report(field.span, format!("leaves `{}` empty", field.name.value));
        }
        for body in &log.bodies {
            if let Some(found) = placeholder::find(document.slice(*body)) {
                let span = Span::new(body.start + found.start, body.start + found.end);
                report(
                    span,
                    format!("keeps the placeholder `{}`", document.slice(span)),
                );
            }
        }
    }
}

/// Whether a label without a value stands over something: a block of code, a table, a paragraph.
fn is_followed(document: &Document, log: &Log, at: usize) -> bool {
    let Some(field) = log.fields.get(at) else {
        return false;
    };
    let mut bodies = log.bodies.iter().filter(|body| body.contains(field.span));
    let Some(body) = bodies.next() else {
        return false;
    };
    let next = log
        .fields
        .get(at + 1)
        .map_or(body.end, |next| next.span.start);
    let end = next.clamp(body.start, body.end);
    let below = Span::new(field.span.end.min(end), end);
    document
        .content(below)
        .contains(|c: char| !c.is_whitespace() && !"-*+>".contains(c))
}

pub(super) fn at_finalization(view: &PlanView<'_>, out: &mut Vec<Finding>) {
    let last = view.records.last().map(|record| record.number);
    for record in done(view) {
        let log = &record.record.log;
        let section = record.record.section(SectionName::Log);
        let location = section.map_or_else(
            || record.location(),
            |section| record.at(section.part.opener),
        );
        let mut report = |rule, label: &str| {
            let message = format!("Task {}: the log has no `{label}`", record.number);
            let help =
                format!("add the line `{label}: …`, with `none` where there is nothing to say");
            out.push(Finding::new(rule, location.clone(), message).with_help(help));
        };
        if log
            .skills_disposition
            .as_ref()
            .is_none_or(Spanned::is_blank)
        {
            report(&LOG_DISPOSITION, "Skills disposition");
        }
        let undecided = log
            .documentation_decision
            .as_ref()
            .is_none_or(Spanned::is_blank);
        if Some(record.number) == last && undecided {
            report(&LOG_DECISION, "Documentation decision");
        }
    }
}

/// The records of completed tasks.
pub(super) fn done<'v>(view: &'v PlanView<'_>) -> impl Iterator<Item = &'v RecordFile> {
    view.records
        .iter()
        .filter(|record| view.is_done(record.number))
}

/// The status field that says pending.
fn pending(record: &RecordFile) -> Option<Span> {
    let mut statuses = record.record.log.statuses();
    let says =
        |value: &str| plan_markdown::view::task::status_word(value) == Some(LogStatus::Pending);
    statuses
        .find(|field| says(&field.value.value))
        .map(|field| field.span)
}
