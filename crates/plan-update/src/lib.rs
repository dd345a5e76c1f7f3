#![doc = include_str!("../README.md")]

mod amend;
mod approve;
mod commit;
mod complete;
mod context;
mod dependency;
mod error;
mod input;
mod overview;
mod page;
mod reconcile;
mod records;
mod refusal;
mod request;
mod transition;
mod words;

pub use amend::{AmendOutcome, Amended, NewAmendment, amend};
pub use approve::{ApprovalOutcome, Consent, approve};
pub use commit::{Conflict, Environment, Outcome, Summary, update};
pub use complete::{Completed, Completion, CompletionOutcome, complete};
pub use context::{Context, LogPointer};
pub use error::Error;
pub use overview::{
    FieldChange, GateLine, OutcomeRecord, Outcomes, PlanList, PlanSummary, StateDiff, TaskChange,
    TaskDiff, list,
};
pub use reconcile::{
    Change, ChangeKind, ChangeLine, GitCommit, ReconcileOutcome, ReconcileReport, Reconciliation,
    Unsettled, UnsettledLine, reconcile,
};
pub use records::{RecordFacts, Records};
pub use refusal::{Refusal, RefusalCode};
pub use request::{Block, GateReport, GateSyntax, Lessons, Request, Resume};
pub use transition::{Transition, transition};
