//! Promoting a Lite plan to a Full one: between tasks, in phases that can be resumed or taken back
//! (H4).
//!
//! Everything is worked out before the first write. The README of before is kept beside the plan
//! until the end, so that each phase leads on to a Full plan and back to the Lite one.

mod draft;
mod phases;

use plan_diagnostics::{Report, Severity};
use plan_guard::{Acquired, ConfinedDir, Lock, RelPath, Snapshot};
use plan_state::{
    Format, Materialization, Nullable, PlanStatus, Promotion, PromotionPhase, RawState, State,
    TaskStatus,
};
use plan_verify::{PlanFiles, PlanView, Stage, check_view};

use self::draft::Draft;
use self::phases::Phases;
use crate::commit::acquire;
use crate::page::{NO_PROGRESS, Page};
use crate::refusal::{RefusalCode as Code, list};
use crate::{Conflict, Environment, Error, Refusal, input, words};

/// The README of before, while a promotion is under way.
pub(crate) const KEPT_README: &str = ".promotion.README.md";

/// What is asked for.
///
/// Closed: a promotion is begun, resumed or rolled back (H4).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PromotionCall {
    /// Begin, and carry it through.
    Start,
    /// Carry through what was interrupted.
    Resume,
    /// Take back what was interrupted.
    RollBack,
}

/// What became of it.
///
/// Closed: every case asks the caller for an answer of its own.
#[derive(Debug)]
#[must_use]
pub enum PromotionOutcome {
    /// The plan is Full.
    Promoted {
        /// Its task files, in order.
        tasks: Vec<String>,
    },
    /// The plan is Lite, as it was.
    RolledBack,
    /// It is Full already, and nothing is under way.
    Unchanged,
    /// Another writer was there first.
    Conflict(Conflict),
    /// It cannot be done so.
    Refused(Refusal),
}

/// Promotes the plan in `dir` under its lock, or resumes or takes back a promotion (H4).
///
/// # Errors
///
/// Reading or writing failed; every file is whole, and the promotion can be resumed or taken back.
pub fn promote(
    dir: &ConfinedDir,
    call: PromotionCall,
    environment: &Environment,
) -> Result<PromotionOutcome, Error> {
    let lock = match acquire(dir, environment)? {
        Acquired::Held(lock) => lock,
        Acquired::Busy(info) => {
            let conflict = Conflict::LockHeld(Box::new(info));
            return Ok(PromotionOutcome::Conflict(conflict));
        }
    };
    let outcome = promote_under(&lock, call, environment);
    lock.release()?;
    outcome
}

fn promote_under(
    lock: &Lock,
    call: PromotionCall,
    environment: &Environment,
) -> Result<PromotionOutcome, Error> {
    let plan = match Plan::read(lock)? {
        Ok(plan) => plan,
        Err(refusal) => return Ok(PromotionOutcome::Refused(refusal)),
    };
    if plan.is_promoted() && call != PromotionCall::RollBack {
        phases::forget(lock)?;
        return Ok(PromotionOutcome::Unchanged);
    }
    if let Err(refusal) = plan.judge(call) {
        return Ok(PromotionOutcome::Refused(refusal));
    }
    let draft = match Draft::of(plan.lite(), plan.state.raw())? {
        Ok(draft) => draft,
        Err(refusal) => return Ok(PromotionOutcome::Refused(refusal)),
    };
    if call == PromotionCall::Start
        && let Some(refusal) = plan.judge_ahead(lock, &draft, environment)?
    {
        return Ok(PromotionOutcome::Refused(refusal));
    }
    let tasks = draft.names();
    let rolls_back = call == PromotionCall::RollBack;
    let mut phases = Phases {
        lock,
        draft: &draft,
        environment,
        state: plan.state.into_raw(),
        snapshot: plan.snapshot,
    };
    let done = if rolls_back {
        phases.take_back()?
    } else {
        phases.carry_through()?
    };
    Ok(match done {
        Err(conflict) => PromotionOutcome::Conflict(conflict),
        Ok(()) if rolls_back => PromotionOutcome::RolledBack,
        Ok(()) => PromotionOutcome::Promoted { tasks },
    })
}

/// The plan as it is.
struct Plan {
    state: State,
    snapshot: Snapshot,
    readme: String,
    /// The README of before, once a promotion is under way.
    kept: Option<String>,
}

impl Plan {
    fn read(lock: &Lock) -> Result<Result<Self, Refusal>, Error> {
        let dir = lock.dir();
        if let Some(refusal) = input::interrupted(dir)? {
            return Ok(Err(refusal));
        }
        let Some(snapshot) = dir.read(&input::state_file()?)? else {
            return Ok(Err(input::no_state(dir)));
        };
        let state = match input::judge_state(dir, &snapshot)? {
            Ok(state) => state,
            Err(refusal) => return Ok(Err(refusal)),
        };
        let text = |name: &str| -> Result<Option<String>, Error> {
            let snapshot = dir.read(&RelPath::new(name)?)?;
            Ok(snapshot.and_then(|snapshot| String::from_utf8(snapshot.into_bytes()).ok()))
        };
        let Some(readme) = text("README.md")? else {
            return Ok(Err(Refusal::new(
                Code::ReadmeUnreadable,
                format!("{} has no README.md that can be read", dir.name()),
                "restore the README: the records are in it",
            )));
        };
        if let Err(refusal) = Page::read(dir, "PROGRESS.md", Some(NO_PROGRESS))? {
            return Ok(Err(refusal));
        }
        Ok(Ok(Self {
            state,
            snapshot,
            readme,
            kept: text(KEPT_README)?,
        }))
    }

    fn promotion(&self) -> Option<&Promotion> {
        self.state.raw().promotion.get()
    }

    fn is_promoted(&self) -> bool {
        self.state.raw().format == Some(Format::Full) && self.promotion().is_none()
    }

    /// The README with the records in it. A copy that an ended promotion left does not count.
    fn lite(&self) -> &str {
        let kept = self.kept.as_deref().filter(|_| self.promotion().is_some());
        kept.unwrap_or(&self.readme)
    }

    /// Whether the call fits what is under way.
    fn judge(&self, call: PromotionCall) -> Result<(), Refusal> {
        let state = self.state.raw();
        match (call, self.promotion()) {
            (PromotionCall::Start, Some(_)) => Err(Refusal::new(
                Code::PlanNotReady,
                "a promotion of this plan was interrupted",
                "carry it through with --resume, or take it back with --rollback",
            )),
            (PromotionCall::Resume | PromotionCall::RollBack, None) => Err(Refusal::new(
                Code::PromotionAbsent,
                "no promotion of this plan is under way",
                "begin one without --resume or --rollback",
            )),
            (_, Some(_)) => Ok(()),
            (PromotionCall::Start, None) => judge_start(state),
        }
    }

    /// The plan as it will be brings no fault that it does not have today, and its files are new.
    fn judge_ahead(
        &self,
        lock: &Lock,
        draft: &Draft,
        environment: &Environment,
    ) -> Result<Option<Refusal>, Error> {
        let today = PlanFiles::load(lock.dir())?;
        if let Some(file) = today.task_files().next() {
            return Ok(Some(Refusal::new(
                Code::PlanExists,
                format!("{file} is there already, and a Lite plan has no task files"),
                "move it aside: a promotion never writes over anything",
            )));
        }
        // Whoever wrote it into the README by hand is told; it is not carried into one more file (B12).
        for (name, text) in &draft.files {
            if let Err(refusal) = words::no_credential(name, text) {
                return Ok(Some(refusal));
            }
        }
        let mut then = today.clone();
        then.insert("README.md", draft.full.as_str());
        let state = draft.located(self.state.raw(), Format::Full);
        then.insert("state.json", state.to_json());
        for (name, text) in &draft.files {
            then.insert(name.as_str(), text.as_str());
        }
        let report = |files: &PlanFiles| {
            check_view(&PlanView::new(files, &environment.facts, Stage::Standing))
        };
        Ok(worse(&report(&today), &report(&then)))
    }
}

/// A ready Lite plan, between tasks.
fn judge_start(state: &RawState) -> Result<(), Refusal> {
    if state.format != Some(Format::Lite) {
        return Err(Refusal::new(
            Code::PlanNotReady,
            "only a Lite plan is promoted, and v1 has none",
            "nothing needs to be done",
        ));
    }
    if state.materialization != Some(Materialization::Ready) {
        return Err(Refusal::new(
            Code::PlanNotReady,
            "the plan is still being written (`materialization` is not `ready`)",
            "finish writing the plan first",
        ));
    }
    if state.status == PlanStatus::Completed {
        return Err(Refusal::new(
            Code::PlanNotReady,
            "the plan is completed, and its receipt speaks of its files as they are",
            "leave it as it is: there is nothing left to execute",
        ));
    }
    let busy = state
        .tasks
        .iter()
        .filter(|task| matches!(task.status, TaskStatus::InProgress | TaskStatus::Blocked));
    let busy: Vec<u64> = busy.map(|task| task.id).collect();
    if busy.is_empty() {
        return Ok(());
    }
    let noun = if busy.len() == 1 { "task" } else { "tasks" };
    Err(Refusal::new(
        Code::PlanNotReady,
        format!(
            "{noun} {} under way, and a plan is promoted between tasks",
            list(&busy)
        ),
        "complete what is under way, or set it back to pending, then promote",
    ))
}

/// The refusal for rules that the plan breaks then and not today.
fn worse(today: &Report, then: &Report) -> Option<Refusal> {
    let musts = |report: &Report| -> Vec<(&'static str, String)> {
        let musts = report.findings().filter(|f| f.severity() == Severity::Must);
        musts.map(|f| (f.rule.code, f.message.clone())).collect()
    };
    let known = musts(today);
    let new: Vec<String> = musts(then)
        .into_iter()
        .filter(|(code, _)| known.iter().all(|(other, _)| other != code))
        .map(|(code, message)| format!("{message} ({code})"))
        .collect();
    (!new.is_empty()).then(|| {
        Refusal::new(
            Code::WouldNotPass,
            format!("the Full plan would not pass the check: {}", new.join("; ")),
            "mend it in the README first, then promote",
        )
    })
}

/// The state with a promotion that has come this far.
fn promoting(state: &RawState, phase: PromotionPhase, tasks: Option<Vec<String>>) -> RawState {
    let mut next = state.clone();
    next.materialization = Some(Materialization::Promoting);
    next.promotion = Nullable::Value(Promotion { phase, tasks });
    next
}

/// The state with no promotion under way.
fn settled(state: &RawState) -> RawState {
    let mut next = state.clone();
    next.materialization = Some(Materialization::Ready);
    next.promotion = Nullable::Null;
    next
}
