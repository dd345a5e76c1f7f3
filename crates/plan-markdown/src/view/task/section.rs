//! The sections of a task record, found by tolerant names.

use crate::Document;
use crate::view::label::Line;
use crate::view::part::{Part, Scope};
use crate::view::ranges::Ranges;
use plan_diagnostics::Span;

/// A section of a task record (E12).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum SectionName {
    /// The heading of the record itself.
    Title,
    /// `Context`
    Context,
    /// `Read before starting`, `Before starting`
    ReadBefore,
    /// `Goal`
    Goal,
    /// `Touched Surface`
    TouchedSurface,
    /// `Instructions`
    Instructions,
    /// `Acceptance Criteria`
    AcceptanceCriteria,
    /// `Outputs`, `Expected outputs`
    Outputs,
    /// `Validation`
    Validation,
    /// `Execution Checklist`, `Checklist`
    Checklist,
    /// `Completion & Log`, `Completion Log`, `Log`
    Log,
}

impl SectionName {
    /// All of them, in the order of a record.
    pub const ALL: [Self; 11] = [
        Self::Title,
        Self::Context,
        Self::ReadBefore,
        Self::Goal,
        Self::TouchedSurface,
        Self::Instructions,
        Self::AcceptanceCriteria,
        Self::Outputs,
        Self::Validation,
        Self::Checklist,
        Self::Log,
    ];

    /// The name to write and to show.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Title => "Title",
            Self::Context => "Context",
            Self::ReadBefore => "Read Before Starting",
            Self::Goal => "Goal",
            Self::TouchedSurface => "Touched Surface",
            Self::Instructions => "Instructions",
            Self::AcceptanceCriteria => "Acceptance Criteria",
            Self::Outputs => "Outputs",
            Self::Validation => "Validation",
            Self::Checklist => "Execution Checklist",
            Self::Log => "Completion & Log",
        }
    }

    /// The section that a name stands for: number, letter case, punctuation and a remark in
    /// parentheses aside.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        let name = name.split('(').next().unwrap_or(name);
        let name = name.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.' || c == ' ');
        Self::of_key(&crate::view::words::key(name))
    }

    pub(crate) fn of_key(key: &str) -> Option<Self> {
        Some(match key {
            "context" | "contexto" | "background" => Self::Context,
            "read before starting"
            | "before starting"
            | "read before start"
            | "read first"
            | "required reading"
            | "leer antes de empezar"
            | "antes de empezar" => Self::ReadBefore,
            "goal" | "goals" | "objective" | "objectives" | "objetivo" | "objetivos" => Self::Goal,
            "touched surface" | "touched surfaces" | "superficie tocada" => Self::TouchedSurface,
            "instructions" | "instrucciones" => Self::Instructions,
            "acceptance criteria"
            | "acceptance criterion"
            | "acceptance"
            | "criterios de aceptación"
            | "criterios de aceptacion" => Self::AcceptanceCriteria,
            "outputs" | "output" | "expected outputs" | "expected output" | "salidas"
            | "salidas esperadas" => Self::Outputs,
            "validation"
            | "validation commands"
            | "validation gate"
            | "validation gates"
            | "validación"
            | "validacion" => Self::Validation,
            "execution checklist" | "checklist" | "lista de ejecución" => Self::Checklist,
            "completion log"
            | "log"
            | "completion"
            | "execution log"
            | "task log"
            | "finalización registro"
            | "registro" => Self::Log,
            _ => return None,
        })
    }
}

/// A section of a record, as it stands in the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct TaskSection {
    /// Which one it is.
    pub name: SectionName,
    /// Where it stands.
    pub part: Part,
    /// Whether it stands inside another section of the record.
    pub nested: bool,
}

/// The sections in a range outside amendments, in order, all copies of each. A bold label opens a
/// section only where no heading has that name, and not inside a log or a checklist.
pub(super) fn read(
    document: &Document,
    within: Span,
    labels: &[Line],
    amendments: &[Span],
) -> Vec<TaskSection> {
    let except = Ranges::new(amendments.iter().copied());
    let scope = Scope {
        document,
        within,
        labels,
        except: &except,
    };
    let headed = scope.under_headings(SectionName::of_key);
    let closed = headed
        .iter()
        .filter(|(name, _)| matches!(name, SectionName::Log | SectionName::Checklist))
        .map(|(_, part)| part.body)
        .chain(amendments.iter().copied());
    let closed = Ranges::new(closed);
    let outside = Scope {
        except: &closed,
        ..scope
    };
    let labelled = outside.behind_labels(SectionName::of_key);
    let missing = |name: SectionName| headed.iter().all(|(known, _)| *known != name);
    let labelled = log_last(labelled)
        .into_iter()
        .filter(|(name, _)| missing(*name));
    let mut all: Vec<(SectionName, Part)> = headed.iter().copied().chain(labelled).collect();
    all.sort_by_key(|(_, part)| part.opener);
    nested(all)
}

/// Marks the sections whose heading stands inside another section.
fn nested(all: Vec<(SectionName, Part)>) -> Vec<TaskSection> {
    let mut end = 0;
    let mut sections = Vec::with_capacity(all.len());
    for (name, part) in all {
        let nested = !part.label && part.opener.start < end;
        if !part.label {
            end = end.max(part.body.end);
        }
        sections.push(TaskSection { name, part, nested });
    }
    sections
}

/// Labels behind the one that opens a log are its fields.
fn log_last(mut labelled: Vec<(SectionName, Part)>) -> Vec<(SectionName, Part)> {
    let Some(log) = labelled
        .iter()
        .position(|(name, _)| *name == SectionName::Log)
    else {
        return labelled;
    };
    let fields = labelled
        .iter()
        .skip(log + 1)
        .take_while(|(_, part)| part.opener.start == labelled[log].1.body.end || part.label);
    let end = fields.last().map(|(_, part)| part.body.end);
    labelled.truncate(log + 1);
    if let (Some(end), Some((_, part))) = (end, labelled.last_mut()) {
        part.body = Span::new(part.body.start, end.max(part.body.end));
    }
    labelled
}
