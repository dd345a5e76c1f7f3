//! Who watches while a plan runs, and what has to hold where nobody does (P1, P2).

use std::fmt;
use std::str::FromStr;

use plan_diagnostics::{Finding, Severity};
use plan_guard::LockInfo;
use plan_markdown::view::readme::PlanStatus as StatusLine;
use plan_state::{Materialization, State};
use plan_verify::PlanView;
use plan_verify::receipt::{MARKER_FILE, REFINING_FILE};
use plan_verify::view::{Era, Part};

/// Who watches. It never changes which gates apply (P1).
///
/// Closed: the protocol has these two (P1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Serialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Profile {
    /// A person is there and can be asked.
    #[default]
    Interactive,
    /// Nobody is there: the plan alone is the authority.
    Unattended,
}

impl Profile {
    /// The word for it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Interactive => "interactive",
            Self::Unattended => "unattended",
        }
    }
}

impl fmt::Display for Profile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for Profile {
    type Err = String;

    fn from_str(word: &str) -> Result<Self, String> {
        let known = [Self::Interactive, Self::Unattended];
        let found = known.into_iter().find(|profile| profile.as_str() == word);
        found.ok_or_else(|| "not a profile; one of interactive, unattended".to_owned())
    }
}

/// A condition of unattended running (P2). The words never change meaning.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Condition {
    /// Nobody approved the plan on record.
    NotApproved,
    /// The plan does not opt in to unattended running (D11).
    NotOptedIn,
    /// There is no manifest, or it does not meet its contract.
    ManifestUnfit,
    /// There is no state, or it does not meet its contract.
    StateUnfit,
    /// The plan is still being written, promoted or refined.
    NotReady,
    /// A finalization was interrupted.
    FinalizationInterrupted,
    /// The lock of the state is held, or was left behind.
    LockHeld,
}

impl Condition {
    /// The kebab-case word.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::NotApproved => "not-approved",
            Self::NotOptedIn => "not-opted-in",
            Self::ManifestUnfit => "manifest-unfit",
            Self::StateUnfit => "state-unfit",
            Self::NotReady => "not-ready",
            Self::FinalizationInterrupted => "finalization-interrupted",
            Self::LockHeld => "lock-held",
        }
    }
}

/// A condition that is not met, and what to do about it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Unmet {
    /// Which one.
    pub condition: Condition,
    /// What is the case instead.
    pub message: String,
    /// What would meet it.
    pub help: String,
}

impl fmt::Display for Unmet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            condition,
            message,
            help,
        } = self;
        write!(f, "{}: {message}; {help}", condition.as_str())
    }
}

/// Every condition of unattended running that the plan does not meet (P2); none where it is
/// admitted. A blocker is no such condition: the turn reports it and yields.
///
/// `lock` is the lock of `state.json` as [`plan_guard::Lock::inspect`] found it.
#[must_use]
pub fn admission(view: &PlanView<'_>, lock: Option<&LockInfo>) -> Vec<Unmet> {
    [
        approved(view),
        opted_in(view),
        manifest(view),
        state(view),
        ready(view),
        finalization(view),
        lock.map(held),
    ]
    .into_iter()
    .flatten()
    .collect()
}

fn unmet(
    condition: Condition,
    message: impl Into<String>,
    help: impl Into<String>,
) -> Option<Unmet> {
    Some(Unmet {
        condition,
        message: message.into(),
        help: help.into(),
    })
}

/// A state of the first generation knows no approval: it counts as approved for updates, and never
/// here (B3).
fn approved(view: &PlanView<'_>) -> Option<Unmet> {
    let first = view
        .state
        .read()
        .is_some_and(|state| !state.generation.is_current());
    if first {
        return unmet(
            Condition::NotApproved,
            "its state is of the first generation, which records no approval",
            "migrate the plan, then have a person approve it",
        );
    }
    if view.approval().permits_work() {
        return None;
    }
    unmet(
        Condition::NotApproved,
        format!("its approval is {}", view.approval().as_str()),
        "have a person approve it: dwp approve PLAN_DIR --by NAME --words TEXT --unattended",
    )
}

fn opted_in(view: &PlanView<'_>) -> Option<Unmet> {
    let readme = view.readme.as_ref();
    if readme.is_some_and(|readme| readme.readme.execution_unattended) {
        return None;
    }
    unmet(
        Condition::NotOptedIn,
        "the README has no line `**Execution:** unattended`",
        "have a person opt in: dwp approve PLAN_DIR --by NAME --words TEXT --unattended",
    )
}

fn manifest(view: &PlanView<'_>) -> Option<Unmet> {
    let message = match (&view.manifest, view.state.read()) {
        (Part::Absent, _) => "there is no manifest.json".to_owned(),
        (Part::Broken, _) => "manifest.json breaks its shape".to_owned(),
        (Part::Unsupported, _) => "manifest.json is of an unknown generation".to_owned(),
        (Part::Read(manifest), Some(state)) => musts(plan_state::pair(manifest, state))?,
        (Part::Read(_), None) => return None,
    };
    unmet(
        Condition::ManifestUnfit,
        message,
        "see `dwp check PLAN_DIR`",
    )
}

fn state(view: &PlanView<'_>) -> Option<Unmet> {
    let message = match (&view.era, &view.state) {
        (Era::Newer(reason) | Era::Undecidable(reason), _) => reason.clone(),
        (_, Part::Absent) => "there is no state.json".to_owned(),
        (_, Part::Broken) => "state.json breaks its shape".to_owned(),
        (_, Part::Unsupported) => "state.json is of an unknown generation".to_owned(),
        (_, Part::Read(state)) => musts(State::new(state.clone()).err().unwrap_or_default())?,
    };
    unmet(
        Condition::StateUnfit,
        message,
        "derive it from the Markdown: dwp reconcile PLAN_DIR",
    )
}

/// The findings that must be fixed, as one text; `None` where there are none.
fn musts(findings: Vec<Finding>) -> Option<String> {
    let musts = findings
        .into_iter()
        .filter(|finding| finding.severity() == Severity::Must)
        .map(|finding| finding.message);
    let messages: Vec<String> = musts.collect();
    (!messages.is_empty()).then(|| messages.join("; "))
}

fn ready(view: &PlanView<'_>) -> Option<Unmet> {
    let state = view.state.read();
    let unready = |state: &plan_state::RawState| {
        state.promotion.is_value()
            || !matches!(state.materialization, None | Some(Materialization::Ready))
    };
    let stated = view
        .readme
        .as_ref()
        .and_then(|readme| readme.readme.plan_status.as_ref());
    let partial = stated.is_some_and(|statement| statement.status == StatusLine::Materializing);
    let refining = view.files.contains(REFINING_FILE);
    let message = match (state.is_some_and(unready), partial, refining) {
        (true, ..) => "it is being written or promoted",
        (_, true, _) => "the README says that it is being written",
        (.., true) => "a refining was interrupted",
        _ => return None,
    };
    unmet(
        Condition::NotReady,
        message,
        "finish what was begun, or take it back",
    )
}

fn finalization(view: &PlanView<'_>) -> Option<Unmet> {
    if !view.files.contains(MARKER_FILE) {
        return None;
    }
    unmet(
        Condition::FinalizationInterrupted,
        "a finalization was interrupted",
        "recover it: dwp finalize PLAN_DIR --recover; a turn does so as its one act",
    )
}

fn held(lock: &LockInfo) -> Unmet {
    Unmet {
        condition: Condition::LockHeld,
        message: lock.to_string(),
        help: lock.remedy(),
    }
}
