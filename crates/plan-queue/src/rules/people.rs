//! Human actions, claims, work in progress and checkpoints.

use plan_diagnostics::{Rule, Severity};

/// A checkpoint names another milestone than its file.
pub static CHECKPOINT_MILESTONE: Rule = Rule {
    code: "queue-checkpoint-milestone",
    severity: Severity::Must,
    title: "A checkpoint names another milestone than its file",
    reason: "Whoever looks for the one that holds them looks by the name.",
    requirement: "Q14",
};

/// A checkpoint has an unknown status.
pub static CHECKPOINT_STATUS: Rule = Rule {
    code: "queue-checkpoint-status",
    severity: Severity::Must,
    title: "A checkpoint has an unknown status",
    reason: "A word that is neither `pendiente` nor `resuelta` holds the line for ever.",
    requirement: "Q14",
};

/// A claim is on a task that is done.
pub static CLAIM_DONE: Rule = Rule {
    code: "queue-claim-done",
    severity: Severity::Should,
    title: "A claim is on a task that is done",
    reason: "It should have been dropped with the closing.",
    requirement: "Q16",
};

/// A claim has been idle for more than three days.
pub static CLAIM_IDLE: Rule = Rule {
    code: "queue-claim-idle",
    severity: Severity::Should,
    title: "A claim has been idle for more than three days",
    reason: "A task takes hours: something happened, and the task is blocked for everybody \
             else.",
    requirement: "Q16",
};

/// A claim does not say whose it is, or since when.
pub static CLAIM_INCOMPLETE: Rule = Rule {
    code: "queue-claim-incomplete",
    severity: Severity::Must,
    title: "A claim does not say whose it is, or since when",
    reason: "A claim of nobody can be neither honoured nor asked about.",
    requirement: "Q15",
};

/// Two claims are on one service.
pub static CLAIM_SERVICE: Rule = Rule {
    code: "queue-claim-service-shared",
    severity: Severity::Should,
    title: "Two claims are on one service",
    reason: "The tasks may touch the same files; whoever works on them should talk.",
    requirement: "Q16",
};

/// A claim names another task than its file.
pub static CLAIM_TASK: Rule = Rule {
    code: "queue-claim-task",
    severity: Severity::Must,
    title: "A claim names another task than its file",
    reason: "The file reserves one task and the text another.",
    requirement: "Q12",
};

/// A claim is on a task that nobody knows.
pub static CLAIM_UNKNOWN: Rule = Rule {
    code: "queue-claim-unknown",
    severity: Severity::Must,
    title: "A claim is on a task that nobody knows",
    reason: "It reserves nothing, and hides a misspelt name.",
    requirement: "Q15",
};

/// A human action was archived before it was resolved.
pub static HUMAN_ARCHIVED: Rule = Rule {
    code: "queue-human-archived",
    severity: Severity::Must,
    title: "A human action was archived before it was resolved",
    reason: "Nobody looks there: it holds nothing up, and the decision is never taken.",
    requirement: "Q10",
};

/// A human action lacks a part.
pub static HUMAN_INCOMPLETE: Rule = Rule {
    code: "queue-human-incomplete",
    severity: Severity::Must,
    title: "A human action lacks a part",
    reason: "Without a task it holds nothing up; without an action nobody knows what to do.",
    requirement: "Q10",
};

/// A human action names a task of the queue inexactly.
pub static HUMAN_INEXACT: Rule = Rule {
    code: "queue-human-inexact",
    severity: Severity::Must,
    title: "A human action names a task of the queue inexactly",
    reason: "The task is held by its exact slug only: as written, the action holds nothing \
             up.",
    requirement: "Q15",
};

/// A resolved human action came back as pending.
pub static HUMAN_REVIVED: Rule = Rule {
    code: "queue-human-revived",
    severity: Severity::Must,
    title: "A resolved human action came back as pending",
    reason: "A merge kept both versions of the row. A decision that was taken holds its \
             task again.",
    requirement: "Q15",
};

/// A human action has an unknown state.
pub static HUMAN_STATE: Rule = Rule {
    code: "queue-human-state",
    severity: Severity::Must,
    title: "A human action has an unknown state",
    reason: "A word that is neither `pendiente` nor `resuelta` holds its task without \
             anybody noticing.",
    requirement: "Q10",
};

/// The task of a work in progress is claimed by another runner.
pub static WIP_CLAIMED: Rule = Rule {
    code: "queue-wip-claimed-by-other",
    severity: Severity::Must,
    title: "The task of a work in progress is claimed by another runner",
    reason: "Two runners build the same task.",
    requirement: "Q36",
};

/// Two files of work in progress are of one runner.
pub static WIP_SAME_RUNNER: Rule = Rule {
    code: "queue-wip-same-runner",
    severity: Severity::Must,
    title: "Two files of work in progress are of one runner",
    reason: "Their names come to the same: one runner carries two tasks, and only one file \
             is found.",
    requirement: "Q15",
};

/// A work in progress has no steps.
pub static WIP_STEPS: Rule = Rule {
    code: "queue-wip-steps",
    severity: Severity::Must,
    title: "A work in progress has no steps",
    reason: "A plan whose steps cannot be counted reads as one that is finished, and cannot \
             be resumed.",
    requirement: "Q15",
};

/// A work in progress is tracked by git.
pub static WIP_TRACKED: Rule = Rule {
    code: "queue-wip-tracked",
    severity: Severity::Should,
    title: "A work in progress is tracked by git",
    reason: "It is of one runner on one machine, and travels to others who cannot resume \
             it.",
    requirement: "Q36",
};

/// A work in progress is about a task that nobody knows.
pub static WIP_UNKNOWN: Rule = Rule {
    code: "queue-wip-unknown",
    severity: Severity::Must,
    title: "A work in progress is about a task that nobody knows",
    reason: "The task is neither in the queue nor done.",
    requirement: "Q15",
};

/// A file of work in progress neither names a task nor is idle.
pub static WIP_UNREAD: Rule = Rule {
    code: "queue-wip-unread",
    severity: Severity::Must,
    title: "A file of work in progress neither names a task nor is idle",
    reason: "Whether the runner is at work cannot be told.",
    requirement: "Q13",
};
