//! Tasks of the queue.

use plan_diagnostics::{Rule, Severity};

/// Who builds the task is also its only reviewer.
pub static CAST_SELF_REVIEW: Rule = Rule {
    code: "queue-cast-self-review",
    severity: Severity::Should,
    title: "Who builds the task is also its only reviewer",
    reason: "The lane `directo` exists for somebody else to look at the change.",
    requirement: "Q36",
};

/// A condition asks for something that does not exist when it is verified.
pub static CONDITION_UNVERIFIABLE: Rule = Rule {
    code: "queue-condition-unverifiable",
    severity: Severity::Should,
    title: "A condition asks for something that does not exist when it is verified",
    reason: "Verify runs before the commit and the closing. What names the commit, the \
             claim, `done/` or the recorded evidence belongs in the fields of the closing, \
             or is marked `(fuera de verify: …)`.",
    requirement: "Q16",
};

/// Tasks wait for each other in a circle.
pub static DEPENDENCY_CYCLE: Rule = Rule {
    code: "queue-dependency-cycle",
    severity: Severity::Must,
    title: "Tasks wait for each other in a circle",
    reason: "None of them can ever be taken.",
    requirement: "Q15",
};

/// A task depends on itself.
pub static DEPENDENCY_SELF: Rule = Rule {
    code: "queue-dependency-self",
    severity: Severity::Must,
    title: "A task depends on itself",
    reason: "It waits for its own closing, and can never be taken.",
    requirement: "Q15",
};

/// A task depends on a slug that nobody knows.
pub static DEPENDENCY_UNKNOWN: Rule = Rule {
    code: "queue-dependency-unknown",
    severity: Severity::Must,
    title: "A task depends on a slug that nobody knows",
    reason: "A dependency on nothing is never met, and the task waits for ever.",
    requirement: "Q15",
};

/// A task has no acceptance.
pub static TASK_ACCEPTANCE: Rule = Rule {
    code: "queue-task-acceptance",
    severity: Severity::Must,
    title: "A task has no acceptance",
    reason: "Without an acceptance of its own, or criteria of its epic, nothing says when \
             it is done.",
    requirement: "Q15",
};

/// A task cites a criterion that its epic lacks.
pub static TASK_CRITERION: Rule = Rule {
    code: "queue-task-criterion",
    severity: Severity::Must,
    title: "A task cites a criterion that its epic lacks",
    reason: "It inherits an acceptance that does not exist.",
    requirement: "Q15",
};

/// A task is not a story of the epic that it names.
pub static TASK_NOT_A_STORY: Rule = Rule {
    code: "queue-task-not-a-story",
    severity: Severity::Must,
    title: "A task is not a story of the epic that it names",
    reason: "Its closing would count for an epic that never asked for it.",
    requirement: "Q15",
};

/// A task names no service.
pub static TASK_SERVICE: Rule = Rule {
    code: "queue-task-service",
    severity: Severity::Must,
    title: "A task names no service",
    reason: "Nothing says where the work happens, or which surface it touches.",
    requirement: "Q15",
};

/// A task in the queue is ticked.
pub static TASK_TICKED: Rule = Rule {
    code: "queue-task-ticked",
    severity: Severity::Must,
    title: "A task in the queue is ticked",
    reason: "A task is closed by its evidence under `done/`; a tick here is a closing \
             without any.",
    requirement: "Q15",
};

/// A task has more than five conditions or criteria.
pub static TASK_TOO_LARGE: Rule = Rule {
    code: "queue-task-too-large",
    severity: Severity::Must,
    title: "A task has more than five conditions or criteria",
    reason: "Past this size somebody must decide: split it, or say in `(sin partir: …)` why \
             it stays whole.",
    requirement: "Q15",
};
