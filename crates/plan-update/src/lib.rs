#![doc = include_str!("../README.md")]

mod approve;
mod commit;
mod complete;
mod context;
mod dependency;
mod error;
mod input;
mod page;
mod reconcile;
mod records;
mod refusal;
mod request;
mod transition;
mod words;

pub use approve::{ApprovalOutcome, Consent, approve};
pub use commit::{Conflict, Environment, Outcome, Summary, update};
pub use complete::{Completed, Completion, CompletionOutcome, complete};
pub use context::{Context, LogPointer};
pub use error::Error;
pub use reconcile::{
    Change, ChangeKind, GitCommit, ReconcileOutcome, Reconciliation, Unsettled, reconcile,
};
pub use records::{RecordFacts, Records};
pub use refusal::{Refusal, RefusalCode};
pub use request::{Block, GateReport, GateSyntax, Lessons, Request, Resume};
pub use transition::{Transition, transition};
