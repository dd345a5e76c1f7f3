//! How far a README says that its plan is, in all the forms in which people say it.

use super::metadata::{self, Row};
use crate::Document;
use crate::view::count::{self, Count};
use crate::view::part::Scope;
use crate::view::ranges::Ranges;
use crate::view::rules::{STATUS_CONFLICT, STATUS_UNREADABLE};
use crate::view::spanned::Spanned;
use crate::view::words::{bare, key};
use plan_diagnostics::{Finding, Location, Span};

/// What a statement of status says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum PlanStatus {
    /// The plan is still being written: `Plan Status: materializing`.
    Materializing,
    /// A count of tasks, with or without words around it.
    Count(Count),
    /// Words alone, such as `✅ Completed`.
    Word(StatusWord),
    /// Something else.
    Other,
}

/// A status in words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum StatusWord {
    /// `Not started`, `Pending`, `Draft`.
    NotStarted,
    /// `In progress`.
    InProgress,
    /// `Completed`, `Done`.
    Completed,
    /// `Blocked`.
    Blocked,
}

/// One statement of status.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Statement {
    /// What it says.
    pub status: PlanStatus,
    /// The words in it, with a count or alone.
    pub word: Option<StatusWord>,
    /// The statement without its label, as written.
    pub value: Spanned<String>,
    /// The whole line or table row.
    pub span: Span,
    /// Whether it is labelled `Plan Status`.
    pub labelled: bool,
}

impl Statement {
    /// The count, where there is one.
    #[must_use]
    pub const fn count(&self) -> Option<Count> {
        match self.status {
            PlanStatus::Count(count) => Some(count),
            _ => None,
        }
    }

    /// Whether it has the form that the standard asks for: `Plan Status: X/N completed` or
    /// `Plan Status: materializing`.
    #[must_use]
    pub fn canonical(&self) -> bool {
        let value = bare(&self.value.value);
        self.labelled
            && match self.status {
                PlanStatus::Materializing => true,
                PlanStatus::Count(count) => {
                    value == format!("{}/{} completed", count.done, count.total)
                }
                _ => false,
            }
    }
}

/// All statements of status outside task records, in order.
pub(super) fn read(scope: &Scope<'_>, findings: &mut Vec<Finding>) -> Vec<Statement> {
    let document = scope.document;
    let rows = metadata::rows(scope);
    let mut found: Vec<Statement> = rows
        .iter()
        .filter_map(|row| stated(document, row))
        .collect();
    let taken: Vec<Span> = rows.iter().map(|(_, property)| property.span).collect();
    found.extend(unlabelled(scope, &taken));
    found.sort_by_key(|statement| statement.span);
    for statement in &found {
        if statement.labelled && statement.status == PlanStatus::Other {
            let message = format!("the plan status is given as `{}`", statement.value.value);
            findings.push(
                Finding::new(
                    &STATUS_UNREADABLE,
                    Location::span(document.file(), statement.span),
                    message,
                )
                .with_help("write `Plan Status: X/N completed`"),
            );
        }
    }
    conflicts(document, &found, findings);
    found
}

/// The statement to go by.
pub(super) fn choose(statements: &[Statement]) -> Option<&Statement> {
    let told = |s: &&Statement| s.status != PlanStatus::Other;
    let labelled = |s: &&Statement| s.labelled && told(s);
    let counted = |s: &&Statement| s.count().is_some();
    let ranked = statements
        .iter()
        .find(labelled)
        .or_else(|| statements.iter().find(counted));
    ranked
        .or_else(|| statements.iter().find(told))
        .or(statements.first())
}

fn stated(document: &Document, (name, property): &Row) -> Option<Statement> {
    const ALWAYS: &[&str] = &[
        "plan status",
        "estado del plan",
        "status",
        "current status",
        "overall status",
        "estado",
        "estado actual",
    ];
    const COUNTED: &[&str] = &[
        "progress",
        "overall progress",
        "current progress",
        "progreso",
        "progreso general",
        "completed",
        "completion",
        "completado",
        "completados",
        "completadas",
        "tasks completed",
        "completed tasks",
        "tareas completadas",
        "tasks",
        "task progress",
        "plan progress",
    ];
    if property.value.is_blank() {
        return None;
    }
    let statement = statement(
        document,
        &property.value,
        property.span,
        name == "plan status",
    );
    let ours = ALWAYS.contains(&name.as_str())
        || (COUNTED.contains(&name.as_str()) && statement.count().is_some());
    ours.then_some(statement)
}

fn statement(
    document: &Document,
    value: &Spanned<String>,
    span: Span,
    labelled: bool,
) -> Statement {
    let text = document.text();
    let counts = count::find(text, value.span);
    let word = word(&value.value);
    let materializing = key(&value.value).starts_with("materializ");
    let status = match (count::preferred(text, &counts, value.span.end), word) {
        _ if materializing => PlanStatus::Materializing,
        (Some(count), _) => PlanStatus::Count(count),
        (None, Some(word)) => PlanStatus::Word(word),
        (None, None) => PlanStatus::Other,
    };
    Statement {
        status,
        word,
        value: value.clone(),
        span,
        labelled,
    }
}

fn word(value: &str) -> Option<StatusWord> {
    let key = key(value);
    let starts = |words: &[&str]| words.iter().any(|word| key.starts_with(word));
    if starts(&[
        "not started",
        "pending",
        "draft",
        "todo",
        "sin iniciar",
        "no iniciad",
        "pendiente",
    ]) {
        Some(StatusWord::NotStarted)
    } else if starts(&[
        "in progress",
        "en progreso",
        "en curso",
        "ongoing",
        "started",
    ]) {
        Some(StatusWord::InProgress)
    } else if starts(&[
        "completed",
        "complete",
        "done",
        "finished",
        "completad",
        "terminad",
    ]) {
        Some(StatusWord::Completed)
    } else if starts(&["blocked", "bloquead"]) {
        Some(StatusWord::Blocked)
    } else {
        None
    }
}

/// Lines without a label that are a count, in a section about the status.
fn unlabelled(scope: &Scope<'_>, taken: &[Span]) -> Vec<Statement> {
    let document = scope.document;
    let about = |key: &str| {
        let words: Vec<&str> = key.split(' ').collect();
        let named = ["status", "progress", "estado", "progreso"]
            .iter()
            .any(|word| words.contains(word));
        named.then_some(())
    };
    let sections = scope.under_headings(about);
    let sections = Ranges::new(sections.into_iter().map(|(_, part)| part.body));
    let taken = Ranges::new(taken.iter().copied());
    let free = |line: &Span| sections.start_of(*line) && !taken.touch(*line);
    document
        .content_lines(scope.within)
        .into_iter()
        .filter(free)
        .filter(|line| counted_first(document.slice(*line)))
        .map(|line| statement(document, &Spanned::slice(document, line), line, false))
        .filter(|statement| statement.count().is_some())
        .collect()
}

/// Whether a line starts with a count, bullet and ornaments aside; not a task item or a table row.
fn counted_first(line: &str) -> bool {
    let line = line.trim_start_matches(['-', '*', '+', '>', ' ']);
    bare(line).starts_with(|c: char| c.is_ascii_digit())
        || word(line) == Some(StatusWord::InProgress)
}

fn conflicts(document: &Document, statements: &[Statement], findings: &mut Vec<Finding>) {
    let Some(chosen) = choose(statements).and_then(Statement::count) else {
        return;
    };
    let said = format!("{}/{}", chosen.done, chosen.total);
    for other in statements {
        let (span, message) = match (other.status, other.word) {
            (PlanStatus::Count(count), _)
                if (count.done, count.total) != (chosen.done, chosen.total) =>
            {
                (
                    count.span,
                    format!(
                        "this line counts {}/{}, another one {said}",
                        count.done, count.total
                    ),
                )
            }
            (_, Some(word)) if contradicts(word, chosen) => (
                other.value.span,
                format!("the status is `{}`, the count {said}", other.value.value),
            ),
            _ => continue,
        };
        findings.push(Finding::new(
            &STATUS_CONFLICT,
            Location::span(document.file(), span),
            message,
        ));
    }
}

/// Whether a status in words cannot be true of a count.
const fn contradicts(word: StatusWord, count: Count) -> bool {
    match word {
        StatusWord::NotStarted => count.done > 0,
        StatusWord::Completed => count.done < count.total,
        StatusWord::InProgress | StatusWord::Blocked => false,
    }
}
