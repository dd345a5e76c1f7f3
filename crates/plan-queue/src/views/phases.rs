//! The phases of one task, and where it stands (Q22).

use std::fmt;

use schemars::JsonSchema;
use serde::Serialize;

use crate::Lane;
use crate::model::{Task, Wip};
use crate::phase::{Course, Floor, FloorNote, Phase, Role, SetBy, Surfaces};

/// The phases of a task.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(title = "Phases of a task")]
#[non_exhaustive]
pub struct Phases {
    /// `urn:planwright:schema:queue-phase:v1`.
    pub schema: &'static str,
    /// The task.
    pub task: String,
    /// The lane as declared; null is unclassified.
    pub lane: Option<&'static str>,
    /// The lane that runs, after the floor of critical surfaces; null runs the phases of `full`.
    pub runs: Option<&'static str>,
    /// Why the two differ, or a warning about the lane.
    pub note: Option<String>,
    /// The phases that the table of lanes lists for it, in order.
    pub phases: Vec<&'static str>,
    /// Whether Ready runs before them, as a person set a short lane.
    pub ready_first: bool,
    /// The phases that this session goes through, in order: Ready and the role counted in.
    pub course: Vec<&'static str>,
    /// The phase that the work in progress stands in; null before the first.
    pub current: Option<&'static str>,
    /// The phase after it; null after the last.
    pub next: Option<&'static str>,
}

/// What the phases of a task depend on.
///
/// Closed: a new member is one more question to the caller.
#[derive(Debug, Clone, Copy)]
pub struct PhaseFacts<'a> {
    /// The work in progress on it, whoever's it is.
    pub wip: Option<&'a Wip>,
    /// What must not break.
    pub surfaces: &'a Surfaces,
    /// Who set its lane.
    pub set_by: SetBy,
    /// The part of the session.
    pub role: Option<Role>,
}

impl Phases {
    /// The `$id` of its schema.
    pub const SCHEMA: &'static str = "urn:planwright:schema:queue-phase:v1";

    /// The phases of a task, and the course to judge steps with.
    #[must_use]
    pub fn of(task: &Task, facts: &PhaseFacts<'_>) -> (Self, Course) {
        let floor = Floor::of(task.lane(), facts.set_by, task.service(), facts.surfaces);
        let course = Course::new(floor.lane, facts.set_by, facts.role);
        let current = facts.wip.and_then(crate::select::phase_of);
        let words = |phases: &[Phase]| phases.iter().map(|phase| phase.as_str()).collect();
        let view = Self {
            schema: Self::SCHEMA,
            task: task.slug().to_owned(),
            lane: task.lane().map(Lane::as_str),
            runs: floor.lane.map(Lane::as_str),
            note: floor.note.as_ref().map(FloorNote::to_string),
            phases: words(course.table()),
            ready_first: course.ready_first(),
            course: words(course.steps()),
            current: current.map(Phase::as_str),
            next: course.next(current).map(Phase::as_str),
        };
        (view, course)
    }
}

impl fmt::Display for Phases {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lane = self.runs.unwrap_or("unclassified, as full");
        writeln!(f, "{} runs {lane}", self.task)?;
        if let Some(note) = &self.note {
            writeln!(f, "  {note}")?;
        }
        for phase in &self.course {
            let here = if self.current == Some(phase) {
                "→"
            } else {
                " "
            };
            writeln!(f, "{here} {phase}")?;
        }
        Ok(())
    }
}
