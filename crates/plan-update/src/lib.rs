#![doc = include_str!("../README.md")]

mod amend;
mod approve;
mod commit;
mod complete;
mod context;
mod dependency;
mod description;
mod error;
mod input;
mod materialize;
mod migrate;
mod note;
mod overview;
mod page;
mod promote;
mod reconcile;
mod records;
mod refine;
mod refusal;
mod request;
mod transition;
mod words;

pub use amend::{AmendOutcome, Amended, NewAmendment, amend};
pub use approve::{ApprovalOutcome, Consent, approve};
pub use commit::{Conflict, Environment, Outcome, Summary, update};
pub use complete::{Completed, Completion, CompletionOutcome, complete};
pub use context::{Context, LogPointer};
pub use description::rules;
pub use description::rules::RULES;
pub use description::{
    DESCRIPTION_SCHEMA, Description, GivenApproval, Risk, TaskDescription, TouchedSurface,
    description_schema, read_description,
};
pub use error::Error;
pub use materialize::{DiscardOutcome, MaterializeOutcome, discard, materialize};
pub use migrate::{Migration, MigrationOutcome, migrate};
pub use note::{Note, NoteOutcome, note};
pub use overview::{
    FieldChange, FoundPlan, GateLine, OutcomeRecord, Outcomes, PlanList, PlanSummary, StateDiff,
    TaskChange, TaskDiff, list, plans_in,
};
pub use promote::{PromotionCall, PromotionOutcome, promote};
pub use reconcile::{
    Change, ChangeKind, ChangeLine, GitCommit, ReconcileOutcome, ReconcileReport, Reconciliation,
    Unsettled, UnsettledLine, reconcile,
};
pub use records::{RecordFacts, Records};
pub use refine::{
    Mention, REFINE_SCHEMA, RefineChange, RefineOutcome, Refinement, refine, refine_schema,
};
pub use refusal::{Refusal, RefusalCode};
pub use request::{Block, GateReport, GateSyntax, Lessons, Request, Resume};
pub use transition::{Transition, transition};
