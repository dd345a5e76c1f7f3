//! Rules on the contract of a state (C).

use plan_diagnostics::{Rule, Severity};

/// Task ids are not 1 to N in order (C1).
pub static TASK_IDS: Rule = Rule {
    code: "contract-task-ids",
    severity: Severity::Must,
    title: "Task ids are not 1 to N in order",
    reason: "Locators, checkpoint, blocker and commits refer to tasks by number.",
    requirement: "C1",
};

/// `task_count` is not the number of tasks (C1).
pub static TASK_COUNT: Rule = Rule {
    code: "contract-task-count",
    severity: Severity::Must,
    title: "`task_count` is not the number of tasks",
    reason: "A count that differs from the list means that an entry was lost or added by hand.",
    requirement: "C1",
};

/// `completed_count` is not the number of completed tasks (C1).
pub static COMPLETED_COUNT: Rule = Rule {
    code: "contract-completed-count",
    severity: Severity::Must,
    title: "`completed_count` is not the number of completed tasks",
    reason: "Progress is read from the count alone by tools that do not read the tasks.",
    requirement: "C1",
};

/// A locator does not lead to its own task's record (C2).
pub static LOCATOR: Rule = Rule {
    code: "contract-locator",
    severity: Severity::Must,
    title: "A locator does not lead to its own task's record",
    reason: "A locator that names another task, another format or a record already taken leads to the wrong acceptance criteria.",
    requirement: "C2",
};

/// `format` does not follow from the manifest's `plan_format` (C2).
pub static FORMAT: Rule = Rule {
    code: "contract-format",
    severity: Severity::Must,
    title: "`format` does not follow from the manifest's `plan_format`",
    reason: "A Lite plan may become Full; nothing else may change the format of a plan.",
    requirement: "C2",
};

/// The plan's status is not the one its tasks add up to (C3).
pub static STATUS: Rule = Rule {
    code: "contract-status",
    severity: Severity::Must,
    title: "The plan's status is not the one its tasks add up to",
    reason: "The status is derived; one that differs was set by hand, or a task was changed without it.",
    requirement: "C3",
};

/// Blocker and blocked tasks do not match (C4).
pub static BLOCKER: Rule = Rule {
    code: "contract-blocker",
    severity: Severity::Must,
    title: "Blocker and blocked tasks do not match",
    reason: "A blocked task without its record cannot say what it needs, and a record without its task can never be resolved.",
    requirement: "C4",
};

/// The checkpoint does not lead to where the plan stands (C4).
pub static CHECKPOINT: Rule = Rule {
    code: "contract-checkpoint",
    severity: Severity::Must,
    title: "The checkpoint does not lead to where the plan stands",
    reason: "Resuming starts at the checkpoint; a completed plan has its own terminal one.",
    requirement: "C4",
};

/// `promotion` and `materialization` do not match (B3).
pub static PROMOTION: Rule = Rule {
    code: "contract-promotion",
    severity: Severity::Must,
    title: "`promotion` and `materialization` do not match",
    reason: "A promotion is recorded exactly while it is under way, so that it can be resumed or rolled back.",
    requirement: "B3",
};

/// A completed task has no `completed_at` (C5).
pub static COMPLETED_AT: Rule = Rule {
    code: "contract-completed-at",
    severity: Severity::Must,
    title: "A completed task has no `completed_at`",
    reason: "A completion without its time cannot be placed in the history of the plan.",
    requirement: "C5",
};

/// A completed task has no gate record that counts (C5).
pub static GATES: Rule = Rule {
    code: "contract-gates",
    severity: Severity::Must,
    title: "A completed task has no gate record that counts",
    reason: "Nothing is completed without evidence.",
    requirement: "C5",
};

/// A completed task rests on a record that is not a pass (C5).
pub static EVIDENCE: Rule = Rule {
    code: "contract-evidence",
    severity: Severity::Must,
    title: "A completed task rests on a record that is not a pass",
    reason: "Every command's latest record must pass: command and evidence there, `passes` true, exit code 0.",
    requirement: "C5",
};

/// A completed task rests on invalidated evidence (E3).
pub static EVIDENCE_INVALIDATED: Rule = Rule {
    code: "evidence-invalidated",
    severity: Severity::Must,
    title: "A completed task rests on invalidated evidence",
    reason: "Evidence that an amendment invalidated is kept as history; it never counts as a pass.",
    requirement: "E3",
};

/// A completion of the first generation has no gate records (C5).
pub static OLD_COMPLETION: Rule = Rule {
    code: "contract-old-completion",
    severity: Severity::Should,
    title: "A completion of the first generation has no gate records",
    reason: "The first generation let gates be left out; such a completion is believed, not proved.",
    requirement: "C5",
};

/// A task is skipped without the user's amendment (C6).
pub static SKIPPED: Rule = Rule {
    code: "contract-skipped",
    severity: Severity::Must,
    title: "A task is skipped without the user's amendment",
    reason: "Only the user takes work out of scope, by an amendment that removes or defers it.",
    requirement: "C6",
};
