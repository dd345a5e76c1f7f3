//! Why an update was not made: one stable code a reason, each with its remedy (D3).

use std::fmt;

/// The reason of a refusal (D3). The words never change meaning.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum RefusalCode {
    /// There is no state file.
    StateMissing,
    /// The state file cannot be read as a state.
    StateMalformed,
    /// The state breaks its contract (C).
    StateBreaksContract,
    /// The state is of an unknown or newer generation (B1).
    SchemaUnknown,
    /// Manifest and state are of different generations (B1).
    SchemaMixed,
    /// A finalization was interrupted and has to be recovered first (F4).
    FinalizationInterrupted,
    /// The plan is still being written, or being promoted.
    PlanNotReady,
    /// Nobody approved the plan.
    ApprovalMissing,
    /// The plan has no such task.
    TaskUnknown,
    /// A completed task is left without a reason.
    ReopenWithoutReason,
    /// A task is reopened or skipped without the amendment that says so (G).
    AmendmentMissing,
    /// A task it depends on is open (D12).
    DependencyOpen,
    /// A blocker holds the plan.
    PlanBlocked,
    /// There is no blocker to resolve.
    BlockerAbsent,
    /// The blocker is another task's.
    BlockerElsewhere,
    /// A blocker is resolved without resuming or completing its task.
    BlockerNotResumed,
    /// A task is blocked without a reason.
    BlockWithoutReason,
    /// A block reason is given with a status other than `blocked`.
    BlockReasonMisplaced,
    /// The task could never resolve the blocker, since an earlier one is open.
    BlockUnreachable,
    /// Evidence for the completion is missing or failing (C5, E8).
    MissingEvidence,
    /// Evidence says that nothing was selected to run (E1).
    EvidenceZeroSelection,
    /// Evidence admits that the check never ran (E2).
    EvidenceNotRun,
    /// Evidence points to a log that is not there (E4).
    EvidenceLogPointer,
    /// A criterion names a human approval that is not on record (E9).
    HumanApprovalMissing,
    /// A text holds what looks like a credential or an e-mail address (B12).
    Credential,
    /// A text that must be one line is not (B12).
    NotSingleLine,
    /// The updated state would break its shape or its contract.
    CandidateInvalid,
    /// The plan was approved before, in another way.
    ApprovalSettled,
    /// An approval without a name, or without the person's words.
    ApprovalUnattributed,
    /// The README does not have what the operation has to change.
    ReadmeUnreadable,
    /// The directory that a plan would be written into holds something else.
    PlanExists,
    /// There is no promotion to resume or to take back.
    PromotionAbsent,
    /// The task's record cannot be read, or is not where it belongs.
    RecordUnreadable,
    /// An entry at the end of PROGRESS.md would not be read as one (H10).
    ProgressUnreadable,
    /// The completion log is not filled in, or its text cannot be placed (E5, E6).
    LogUnfit,
    /// The plan would not pass the check as it does now.
    WouldNotPass,
    /// An amendment quotes a criterion that its task's record does not have (G1).
    CriterionUnknown,
    /// An amendment would not hold (G1–G3).
    AmendmentUnfit,
    /// A refining was interrupted and has to be finished first (H8).
    RefineInterrupted,
    /// The description of a refining cannot be read as one (H8).
    RefineMalformed,
    /// A refining would change what is done, or what has to stay (H8).
    RefineForbidden,
}

impl RefusalCode {
    /// The kebab-case word.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::StateMissing => "state-missing",
            Self::StateMalformed => "state-malformed",
            Self::StateBreaksContract => "state-breaks-contract",
            Self::SchemaUnknown => "schema-unknown",
            Self::SchemaMixed => "schema-mixed",
            Self::FinalizationInterrupted => "finalization-interrupted",
            Self::PlanNotReady => "plan-not-ready",
            Self::ApprovalMissing => "approval-missing",
            Self::TaskUnknown => "task-unknown",
            Self::ReopenWithoutReason => "reopen-without-reason",
            Self::AmendmentMissing => "amendment-missing",
            Self::DependencyOpen => "dependency-open",
            Self::PlanBlocked => "plan-blocked",
            Self::BlockerAbsent => "blocker-absent",
            Self::BlockerElsewhere => "blocker-elsewhere",
            Self::BlockerNotResumed => "blocker-not-resumed",
            Self::BlockWithoutReason => "block-without-reason",
            Self::BlockReasonMisplaced => "block-reason-misplaced",
            Self::BlockUnreachable => "block-unreachable",
            Self::MissingEvidence => "missing-evidence",
            Self::EvidenceZeroSelection => "evidence-zero-selection",
            Self::EvidenceNotRun => "evidence-not-run",
            Self::EvidenceLogPointer => "evidence-log-pointer",
            Self::HumanApprovalMissing => "human-approval-missing",
            Self::Credential => "credential",
            Self::NotSingleLine => "not-single-line",
            Self::CandidateInvalid => "candidate-invalid",
            Self::ApprovalSettled => "approval-settled",
            Self::ApprovalUnattributed => "approval-unattributed",
            Self::ReadmeUnreadable => "readme-unreadable",
            Self::PlanExists => "plan-exists",
            Self::PromotionAbsent => "promotion-absent",
            Self::RecordUnreadable => "record-unreadable",
            Self::ProgressUnreadable => "progress-unreadable",
            Self::LogUnfit => "log-unfit",
            Self::WouldNotPass => "would-not-pass",
            Self::CriterionUnknown => "criterion-unknown",
            Self::AmendmentUnfit => "amendment-unfit",
            Self::RefineInterrupted => "refine-interrupted",
            Self::RefineMalformed => "refine-malformed",
            Self::RefineForbidden => "refine-forbidden",
        }
    }
}

impl fmt::Display for RefusalCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A refusal: nothing was written, and why.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
#[must_use]
pub struct Refusal {
    /// The reason.
    pub code: RefusalCode,
    /// What is wrong, in one sentence that names the values concerned.
    pub message: String,
    /// What to do.
    pub help: String,
    /// The commands that fall short, where evidence is the reason.
    pub commands: Vec<String>,
}

impl Refusal {
    /// A refusal that concerns no command.
    pub fn new(code: RefusalCode, message: impl Into<String>, help: impl Into<String>) -> Self {
        Self {
            code,
            message: message.into(),
            help: help.into(),
            commands: Vec::new(),
        }
    }

    /// The same refusal with the commands that fall short.
    pub fn with_commands(mut self, commands: Vec<String>) -> Self {
        self.commands = commands;
        self
    }
}

/// Task numbers as prose: `1`, `1 and 2`, `1, 2 and 3`.
pub(crate) fn list(tasks: &[u64]) -> String {
    let words: Vec<String> = tasks.iter().map(u64::to_string).collect();
    match words.split_last() {
        None => String::new(),
        Some((last, [])) => last.clone(),
        Some((last, before)) => format!("{} and {last}", before.join(", ")),
    }
}
