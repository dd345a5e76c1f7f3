//! A state that would complete its plan, which nothing but the finalizer publishes (D7).

use plan_state::{PlanStatus, State};

/// A state that meets its contract, is completed, and stands at the terminal checkpoint.
///
/// A guarded update that would complete the plan yields this instead of a state to write; there is
/// no way back to a [`State`] that an ordinary write would take.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CompletedCandidate(State);

impl CompletedCandidate {
    /// Takes `state` where it is a completed one with its terminal checkpoint: last task, step
    /// `done` (C4).
    ///
    /// # Errors
    ///
    /// The state itself, where it is anything else.
    #[allow(
        clippy::result_large_err,
        reason = "the state goes back to the caller as it came"
    )]
    pub fn new(state: State) -> Result<Self, State> {
        if is_terminal(&state) {
            Ok(Self(state))
        } else {
            Err(state)
        }
    }

    /// The state as it would be published.
    #[must_use]
    pub const fn state(&self) -> &State {
        &self.0
    }

    /// The text of `state.json` as it would be published (B10).
    #[must_use]
    pub fn to_json(&self) -> String {
        self.0.to_json()
    }
}

fn is_terminal(state: &State) -> bool {
    let last = state.tasks().last().map(|task| task.id);
    let at_end = state.checkpoint().is_some_and(|checkpoint| {
        Some(checkpoint.task) == last && checkpoint.step.as_deref() == Some("done")
    });
    state.status() == PlanStatus::Completed && at_end
}
