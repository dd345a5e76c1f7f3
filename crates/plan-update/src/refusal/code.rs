//! The codes of refusals: each with its word, the requirement behind it, what it means and what to do.

use std::fmt;

macro_rules! codes {
    ($($code:ident = $word:literal ($requirement:literal): $meaning:literal => $remedy:literal;)+) => {
        /// The reason of a refusal (D3). The words never change meaning.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum RefusalCode {
            $(#[doc = $meaning] $code,)+
        }

        impl RefusalCode {
            /// Every code, in the order in which a call may meet them.
            pub const ALL: &'static [Self] = &[$(Self::$code),+];

            /// The kebab-case word.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$code => $word,)+
                }
            }

            /// The requirements that it enforces, as `docs/requirements.md` numbers them.
            #[must_use]
            pub const fn requirement(self) -> &'static str {
                match self {
                    $(Self::$code => $requirement,)+
                }
            }

            /// What it means, in one sentence.
            #[must_use]
            pub const fn meaning(self) -> &'static str {
                match self {
                    $(Self::$code => $meaning,)+
                }
            }

            /// What to do about it, in general; a refusal says it for its own case.
            #[must_use]
            pub const fn remedy(self) -> &'static str {
                match self {
                    $(Self::$code => $remedy,)+
                }
            }
        }
    };
}

#[rustfmt::skip]
codes! {
    StateMissing = "state-missing" ("D3"):
        "There is no state file."
        => "reconcile the plan: the state is derived from its Markdown, with `dwp reconcile`";
    StateMalformed = "state-malformed" ("D3, H5"):
        "The state, or in a migration the manifest, cannot be read."
        => "see `dwp check` for every fault, then reconcile the plan";
    StateBreaksContract = "state-breaks-contract" ("D3, C"):
        "The state breaks its contract, or would, once migrated."
        => "reconcile the plan, which works on what can be read";
    SchemaUnknown = "schema-unknown" ("B1"):
        "The state is of an unknown or newer generation, or would go back to an older one."
        => "use a version of the tool that supports it; generations only go up";
    SchemaMixed = "schema-mixed" ("B1"):
        "Manifest and state are of different generations."
        => "restore the pair, or repeat the migration that was stopped";
    FinalizationInterrupted = "finalization-interrupted" ("F4"):
        "A finalization was interrupted and has to be recovered first."
        => "`dwp finalize PLAN_DIR --recover`";
    PlanNotReady = "plan-not-ready" ("D3, H3, H4"):
        "The plan is still being written, or being promoted, or is not one that can be promoted now."
        => "finish writing it, or resume the promotion or take it back";
    ApprovalMissing = "approval-missing" ("D3, D11"):
        "Nobody approved the plan."
        => "have a person approve it: `dwp approve`";
    TaskUnknown = "task-unknown" ("D3"):
        "The plan has no such task."
        => "name one that it has";
    ReopenWithoutReason = "reopen-without-reason" ("D3"):
        "A completed task is left without a reason."
        => "record an amendment, then say why with `--reopen-reason`";
    AmendmentMissing = "amendment-missing" ("G4, C6"):
        "A task is reopened, skipped or taken out without the amendment that says so."
        => "append the amendment first: `dwp amend`";
    DependencyOpen = "dependency-open" ("D12"):
        "A task that this one depends on is open."
        => "complete that one first, or declare in the record what the task depends on";
    PlanBlocked = "plan-blocked" ("D3, D12"):
        "A blocker holds the plan."
        => "lift the blocker first with `--resolve-blocker`";
    BlockerAbsent = "blocker-absent" ("D3"):
        "There is no blocker to lift."
        => "leave `--resolve-blocker` out";
    BlockerElsewhere = "blocker-elsewhere" ("D3"):
        "The blocker is another task's."
        => "lift it by an update of that task";
    BlockerNotResumed = "blocker-not-resumed" ("D3"):
        "A blocker is lifted without resuming or completing its task."
        => "use the status `in_progress` or `completed`";
    BlockWithoutReason = "block-without-reason" ("D3"):
        "A task is blocked without a reason."
        => "say what stands in the way with `--block-reason`";
    BlockReasonMisplaced = "block-reason-misplaced" ("D3"):
        "A reason for blocking is given with another status than `blocked`."
        => "use the status `blocked`, or leave the reason out";
    BlockUnreachable = "block-unreachable" ("D3"):
        "The task could never lift the blocker, since one that it waits for is open."
        => "block the open task instead";
    MissingEvidence = "missing-evidence" ("C5, E8"):
        "Evidence for the completion is missing or failing."
        => "run the commands that the refusal lists and record them with `--gate`";
    EvidenceZeroSelection = "evidence-zero-selection" ("E1"):
        "Evidence says that nothing was selected to run."
        => "run the check on something, and record what it shows";
    EvidenceNotRun = "evidence-not-run" ("E2"):
        "Evidence admits that the check never ran."
        => "run the check, and record what it shows";
    EvidenceLogPointer = "evidence-log-pointer" ("E4"):
        "Evidence points to a log that is not in the plan."
        => "keep the log under `analysis_results/`";
    HumanApprovalMissing = "human-approval-missing" ("E9"):
        "A criterion names a person's approval that is not on record."
        => "have the person give it, and keep their words in the plan";
    Credential = "credential" ("B12"):
        "A text holds what looks like a credential or an e-mail address."
        => "take it out, and revoke it if it is real";
    NotSingleLine = "not-single-line" ("B12"):
        "A text that must be one line is not, or cannot stand where it goes."
        => "say it in one line, and put longer output under `analysis_results/`";
    CandidateInvalid = "candidate-invalid" ("D3, H5"):
        "The updated state would break its shape or its contract."
        => "correct the request";
    ApprovalSettled = "approval-settled" ("D11"):
        "The plan was approved before in another way, or is of a generation that records none."
        => "nothing needs to be done; migrate a v1 plan first where it is to run unattended";
    ApprovalUnattributed = "approval-unattributed" ("D11"):
        "An approval without a name, or without the person's words."
        => "give both: `--by NAME --words TEXT`";
    ReadmeUnreadable = "readme-unreadable" ("H2, H6, H8"):
        "The README does not have what the operation has to change."
        => "bring the README into the form that a plan is written in";
    PlanExists = "plan-exists" ("H3, H4"):
        "Something else stands where the operation would write."
        => "choose another name, or move it aside: nothing is written over";
    PromotionAbsent = "promotion-absent" ("H4"):
        "There is no promotion to resume or to take back."
        => "begin one, without `--resume` or `--rollback`";
    RecordUnreadable = "record-unreadable" ("H4, H6"):
        "The task's record cannot be read, or is not where it belongs."
        => "restore the record";
    ProgressUnreadable = "progress-unreadable" ("H10"):
        "An entry at the end of PROGRESS.md would not be read as one."
        => "close what is open at the end of PROGRESS.md, such as a fence or a comment";
    LogUnfit = "log-unfit" ("E5, E6"):
        "The completion log is not filled in, or its text cannot be placed."
        => "give one `Field: value` a line, with `none` where there is nothing to say";
    WouldNotPass = "would-not-pass" ("E, H6"):
        "The plan would break a rule of the check that it meets now."
        => "correct what the call brings in, then repeat it";
    CriterionUnknown = "criterion-unknown" ("G1"):
        "An amendment quotes a criterion that its task's record does not have."
        => "quote it verbatim";
    AmendmentUnfit = "amendment-unfit" ("G1, G2, G3"):
        "An amendment would not hold."
        => "use the words of G2, and name tasks and commands that the plan has";
    RefineInterrupted = "refine-interrupted" ("H8"):
        "A refining was interrupted and has to be finished first."
        => "`dwp refine PLAN_DIR --resume`";
    RefineMalformed = "refine-malformed" ("H8"):
        "The description of a refining cannot be read as one."
        => "`dwp schema refine-v1` says what the file holds";
    RefineForbidden = "refine-forbidden" ("H8"):
        "A refining would change what is done, or what has to stay."
        => "refine only what is not completed, behind what is";
}

impl fmt::Display for RefusalCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
