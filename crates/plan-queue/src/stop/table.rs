//! The vocabulary as a table: one row a reason, in the order of the families.

use super::{Deprecated, Family, StopReason, Unblocker};

macro_rules! vocabulary {
    ($($name:ident $code:literal $family:ident $by:ident $meaning:literal => $remedy:literal;)*) => {
        $(
            #[doc = concat!("`", $code, "`: ", $meaning, ".")]
            pub static $name: StopReason = StopReason {
                code: $code,
                family: Family::$family,
                unblocked_by: Unblocker::$by,
                meaning: $meaning,
                remedy: $remedy,
            };
        )*

        /// All reasons, by family (Q23).
        pub static STOP_REASONS: &[&StopReason] = &[$(&$name),*];
    };
}

vocabulary! {
    ADAPTER_STALE "adapter-stale" Startup Operator
        "the adapter of this runner is older than the process it has to follow"
        => "bring the adapter up to date and start again";
    AGENT_UNAVAILABLE "agent-unavailable" Startup Operator
        "an agent that the cast names cannot be called from here"
        => "install it, or name another in the cast, and start again";
    CONTRACT_UNAVAILABLE "contract-unavailable" Startup Operator
        "the process (PROTOCOL.md) could not be read"
        => "restore the file and start again";
    CONTEXT_UNAVAILABLE "context-unavailable" Startup Operator
        "the state of the queue could not be read"
        => "run `ops check`, repair what it names and start again";
    ROOT_UNREADABLE "root-unreadable" Startup Operator
        "the code that the task's service names could not be read"
        => "make the path readable, or correct the service, and start again";
    ROLE_UNKNOWN "role-unknown" Startup Operator
        "the request names a role that there is not"
        => "ask for the role build or review, or for none";

    QUEUE_UNAVAILABLE "queue-unavailable" Queue Author
        "there is work in the queue, and none of it can be taken"
        => "wait for what holds it, or promote other work, then ask again";
    CLAIM_STUCK "claim-stuck" Queue Holder
        "a claim of this runner can be neither worked on nor left behind"
        => "release it, or settle it with whoever holds the task too, then ask again";
    MANUAL_HELD "manual-held" Queue Holder
        "this runner holds a manual task, which a session does by hand"
        => "close that task by hand, or release it, then ask again";
    MANUAL_CRITICAL "manual-critical" Queue Author
        "a manual task touches a surface that must not break"
        => "give the task the lane directo or a fuller one, then ask again";
    WORKTREE_FAILED "worktree-failed" Queue Operator
        "no work tree could be made for the task"
        => "repair the repository, release the claim where there is one, and start again";
    REVIEW_NOT_READY "review-not-ready" Queue Builder
        "no task stands ready to be reviewed"
        => "let the building session come to its commit, then ask again";

    AWAITING_REVIEW "awaiting-review" Person Person
        "a checkpoint waits for a person's review"
        => "review what it names and set its status to resuelta, then ask again";
    BLOCKED_ON_HUMAN "blocked-on-human" Person Person
        "what comes next needs something that only a person can do"
        => "do the action, mark it resuelta, then ask again";
    GOVERNANCE_APPROVAL_NEEDED "governance-approval-needed" Person Person
        "the change touches rules or organization, which a person approves"
        => "approve or decline the change, then go on from the work in progress";
    COMMIT_NEEDS_APPROVAL "commit-needs-approval" Person Person
        "the commit is not one that the runner may make alone"
        => "look at the change and approve or decline it, then go on with Commit";
    REVIEW_PENDING "review-pending" Person Reviewer
        "the task is built and committed, and waits for the session that reviews it"
        => "run the review in its own session; build another task meanwhile, elsewhere";
    PLANNING_UNCOMMITTED "planning-uncommitted" Person Person
        "the planning directory holds changes that nobody committed"
        => "commit or undo them, then start again";

    NOT_READY "not-ready" Preparation Author
        "the acceptance is not concrete, or a decision is open"
        => "write the acceptance and the decision on the task's line, then ask again";
    REFINE_NOT_APPLIED "refine-not-applied" Preparation Author
        "the task was to be reworded, and its line does not show it"
        => "write the wording on the task's line, then ask again";
    REFINE_UNWRITABLE "refine-unwritable" Preparation Author
        "the new wording cannot be written as a task's line"
        => "reword it until `ops check` takes it, then ask again";
    SPLIT_NOT_APPLIED "split-not-applied" Preparation Author
        "the task was to be divided, and the queue does not show it"
        => "write the parts into the queue, then ask again";
    SPLIT_LEFT_DEPENDENTS "split-left-dependents" Preparation Author
        "the task was divided, and others still depend on the whole"
        => "let them depend on the parts, then ask again";

    PLAN_REJECTED "plan-rejected" Plan Author
        "no plan survived its critique"
        => "narrow the task or answer the objections, then plan anew";
    PLAN_BLOCKED "plan-blocked" Plan Person
        "no plan can be made before something outside the task is settled"
        => "settle what the work in progress names as blocking, then plan anew";
    CRITIQUE_UNBACKED "critique-unbacked" Plan Holder
        "the critique names no objection, or a change that the plan does not have"
        => "write the strongest objection and what it changed into the plan, then go on";
    WIP_MALFORMED "wip-malformed" Plan Holder
        "the work in progress cannot be read, or names a task that there is not"
        => "repair the file as `ops check` says, then ask again";
    WIP_NOT_PERSISTED "wip-not-persisted" Plan Holder
        "the approved plan was not written down before the work"
        => "write the work in progress with its steps, then begin to build";

    BUILD_BLOCKED "build-blocked" Build Person
        "the build cannot go on without something outside the task"
        => "settle what the work in progress names as blocking, then go on from its first open step";
    BUILD_CLOSED_TASK "build-closed-task" Build Holder
        "the build closed its task by itself"
        => "undo the closing, then go on with Review and Verify";
    BUILD_UNPROVEN "build-unproven" Build Builder
        "no test failed before the change and passes after it"
        => "show the test fail without the change, then go on";
    EDGE_UNPROVEN "edge-unproven" Build Builder
        "an edge that the acceptance names has no test"
        => "add the test and show that it can fail, then go on";

    REVIEW_BLOCKED "review-blocked" Review Person
        "the review cannot be done without something outside the task"
        => "settle what the work in progress names as blocking, then review again";
    REVIEW_FAILED "review-failed" Review Builder
        "the review found what has to be corrected, and corrections did not settle it"
        => "correct what was checked and found, then review again";
    REVIEW_UNBACKED "review-unbacked" Review Reviewer
        "a finding names neither a rule nor a criterion, or an approval names nothing that was looked at"
        => "name what each finding rests on, then give the verdict again";
    REVIEW_UNVERIFIED "review-unverified" Review Reviewer
        "the verdict rests on findings that nobody checked"
        => "check them, or record them without sending the task back";
    REVIEW_RETURNED "review-returned" Review Builder
        "the reviewing session sent the task back with findings"
        => "build on from the findings in the work in progress, then hand it over again";

    VERIFY_FAILED "verify-failed" Verification Builder
        "a gate of the service fails"
        => "correct the change until every gate passes, then verify again";
    VERIFY_HOLLOW "verify-hollow" Verification Builder
        "a gate passed without running what it has to prove"
        => "let the gate run the tests that the acceptance needs, then verify again";
    VERIFY_UNTESTED "verify-untested" Verification Builder
        "a criterion has no test"
        => "add the test, then verify again";
    ACCEPTANCE_AMBIGUOUS "acceptance-ambiguous" Verification Author
        "an acceptance condition can be read in two ways"
        => "reword the condition on the task's line, then verify again";
    QA_FAILED "qa-failed" Verification Builder
        "the behaviour that its users meet is not the accepted one"
        => "correct the change, then go through Verify and QA again";

    COMMIT_FAILED "commit-failed" Closing Holder
        "the commit could not be made"
        => "repair what git or its hooks name, then commit";
    PLANNING_CHECK_FAILED "planning-check-failed" Closing Holder
        "the queue does not check after the closing"
        => "repair what `ops check` names, then close";
    MILESTONE_TOO_LONG "milestone-too-long" Closing Person
        "the milestone takes more than one run"
        => "start another run, which goes on where this one stopped";
}

/// The codes that are no longer given, and what to say instead (Q23).
pub static DEPRECATED: &[Deprecated] = &[
    Deprecated {
        code: "review-unresolved",
        successor: &REVIEW_FAILED,
    },
    Deprecated {
        code: "verify-regression",
        successor: &VERIFY_FAILED,
    },
    Deprecated {
        code: "verify-inconsistent",
        successor: &VERIFY_FAILED,
    },
    Deprecated {
        code: "budget-low",
        successor: &MILESTONE_TOO_LONG,
    },
];
