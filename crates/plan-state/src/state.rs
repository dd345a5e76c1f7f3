//! A state that meets its contract; one that does not cannot be made (invariant 4).

use plan_diagnostics::{Finding, Location, Severity};

use crate::Generation;
use crate::contract;
use crate::decode::read_state;
use crate::limits::Limits;
use crate::model::{Blocked, Checkpoint, RawState, Task};
use crate::reading::Reading;
use crate::rules::shape::SHAPE_CLOSED;
use crate::vocabulary::PlanStatus;

/// A state whose shape is valid and whose contract (C1–C5) is met.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct State(RawState);

/// A state that was read and does not meet its contract.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct BrokenState {
    /// The state, whose shape is valid.
    pub raw: RawState,
    /// What must be mended.
    pub breaches: Vec<Finding>,
}

impl State {
    /// Reads a state and holds it to its contract; `file` names it in the findings of the reading.
    ///
    /// There is a value where the shape is valid: the state, or the one that breaks its contract with
    /// the breaches. This is [`read_state`] and [`new`](Self::new) at the cost of the first.
    ///
    /// ```
    /// use plan_state::{Limits, State};
    ///
    /// let reading = State::read("state.json", b"{}", &Limits::default());
    /// assert!(reading.value.is_none());
    /// assert_eq!(reading.findings[0].rule.code, "shape-missing");
    /// ```
    pub fn read(
        file: &str,
        bytes: &[u8],
        limits: &Limits,
    ) -> Reading<Result<Self, Box<BrokenState>>> {
        let Reading {
            value,
            findings,
            unsupported,
        } = read_state(file, bytes, limits);
        Reading {
            value: value.map(Self::under_contract),
            findings,
            unsupported,
        }
    }

    /// Judges a state whose shape is known to be valid.
    fn under_contract(raw: RawState) -> Result<Self, Box<BrokenState>> {
        let mut breaches = contract::breaches(&raw);
        breaches.retain(|finding| finding.severity() == Severity::Must);
        if breaches.is_empty() {
            Ok(Self(raw))
        } else {
            Err(Box::new(BrokenState { raw, breaches }))
        }
    }

    /// Takes `raw` where writing it gives a valid `state.json` and its contract is met.
    ///
    /// The shape is judged on the text that would be written, by the reader itself, so that a
    /// value put together in memory obeys the same limits as one that was read. C6 needs the
    /// plan's amendments and is judged apart, by [`contract::unauthorized_skips`].
    ///
    /// # Errors
    ///
    /// What [`read_state`] and [`contract::breaches`] find; advisories do not count.
    pub fn new(raw: RawState) -> Result<Self, Vec<Finding>> {
        let mut faults = shape_faults(&raw);
        faults.extend(contract::breaches(&raw));
        faults.retain(|finding| finding.severity() == Severity::Must);
        if faults.is_empty() {
            Ok(Self(raw))
        } else {
            Err(faults)
        }
    }

    /// The value inside.
    #[must_use]
    pub const fn raw(&self) -> &RawState {
        &self.0
    }

    /// Gives the value up, to change it and have it judged anew.
    #[must_use]
    pub fn into_raw(self) -> RawState {
        self.0
    }

    /// Its generation.
    #[must_use]
    pub const fn generation(&self) -> Generation {
        self.0.generation
    }

    /// The plan's name.
    #[must_use]
    pub fn plan(&self) -> &str {
        &self.0.plan
    }

    /// The plan's status.
    #[must_use]
    pub const fn status(&self) -> PlanStatus {
        self.0.status
    }

    /// How many tasks are completed.
    #[must_use]
    pub const fn completed_count(&self) -> u64 {
        self.0.completed_count
    }

    /// How many tasks there are.
    #[must_use]
    pub const fn task_count(&self) -> u64 {
        self.0.task_count
    }

    /// The tasks, in the order of their ids.
    #[must_use]
    pub fn tasks(&self) -> &[Task] {
        &self.0.tasks
    }

    /// The task with this id.
    #[must_use]
    pub fn task(&self, id: u64) -> Option<&Task> {
        let index = usize::try_from(id.checked_sub(1)?).ok()?;
        self.0.tasks.get(index)
    }

    /// Where to resume.
    #[must_use]
    pub const fn checkpoint(&self) -> Option<&Checkpoint> {
        self.0.checkpoint.get()
    }

    /// What holds the plan.
    #[must_use]
    pub const fn blocked(&self) -> Option<&Blocked> {
        self.0.blocked.get()
    }

    /// The text of `state.json` (B10).
    #[must_use]
    pub fn to_json(&self) -> String {
        self.0.to_json()
    }
}

/// What the reader finds in the text of `raw`, and whether it reads `raw` back.
fn shape_faults(raw: &RawState) -> Vec<Finding> {
    let text = raw.to_json();
    let reading = read_state(contract::FILE, text.as_bytes(), &Limits::default());
    let mut findings = reading.findings;
    if reading.value.is_some_and(|read| read != *raw) {
        let message = format!("it has members that a {} state cannot hold", raw.generation);
        findings.push(Finding::new(
            &SHAPE_CLOSED,
            Location::file(contract::FILE),
            message,
        ));
    }
    findings
}
