//! Closings and the evidence in them.

use plan_diagnostics::{Rule, Severity};

/// A closing admits that nothing ran.
pub static DONE_ADMITS_NOTHING: Rule = Rule {
    code: "queue-done-admits-nothing-ran",
    severity: Severity::Must,
    title: "A closing admits that nothing ran",
    reason: "Evidence that says of itself that no check was selected, or that none ran, is \
             evidence of nothing.",
    requirement: "Q36",
};

/// Older closings of full tasks have no critique.
pub static DONE_CRITIQUE_EARLY: Rule = Rule {
    code: "queue-done-critique-early",
    severity: Severity::Should,
    title: "Older closings of full tasks have no critique",
    reason: "They were closed before the first that has the field, and are counted \
             together.",
    requirement: "Q16",
};

/// A full task was closed without a critique of its plan.
pub static DONE_CRITIQUE_MISSING: Rule = Rule {
    code: "queue-done-critique-missing",
    severity: Severity::Should,
    title: "A full task was closed without a critique of its plan",
    reason: "The lane runs the phase; nothing tells what was objected, or that anything \
             was.",
    requirement: "Q16",
};

/// A file under `done/` does not hold its one closing.
pub static DONE_ENTRY: Rule = Rule {
    code: "queue-done-entry",
    severity: Severity::Must,
    title: "A file under `done/` does not hold its one closing",
    reason: "A closing is one ticked entry in a file of its own; anything else is no \
             evidence of a task.",
    requirement: "Q9",
};

/// A field of a closing breaks its grammar.
pub static DONE_FIELD_MALFORMED: Rule = Rule {
    code: "queue-done-field-malformed",
    severity: Severity::Must,
    title: "A field of a closing breaks its grammar",
    reason: "Traces, commits and reasons are looked up by their form; what has another form \
             is proof of nothing.",
    requirement: "Q15",
};

/// A closing lacks a field.
pub static DONE_FIELD_MISSING: Rule = Rule {
    code: "queue-done-field-missing",
    severity: Severity::Must,
    title: "A closing lacks a field",
    reason: "Without it the closing does not say what was accepted, when, how it was \
             checked or where the work is.",
    requirement: "Q15",
};

/// A closing gives a field twice.
pub static DONE_FIELD_REPEATED: Rule = Rule {
    code: "queue-done-field-repeated",
    severity: Severity::Must,
    title: "A closing gives a field twice",
    reason: "Nothing says which of the two values is meant.",
    requirement: "Q9",
};

/// A closing stands in a file of another name.
pub static DONE_FILE_NAME: Rule = Rule {
    code: "queue-done-file-name",
    severity: Severity::Should,
    title: "A closing stands in a file of another name",
    reason: "The file is looked for under the slug of the task.",
    requirement: "Q9",
};

/// Closings do not say which lane ran.
pub static DONE_LANE_MISSING: Rule = Rule {
    code: "queue-done-lane-missing",
    severity: Severity::Should,
    title: "Closings do not say which lane ran",
    reason: "The line of the task is gone: nothing else tells which phases the work went \
             through.",
    requirement: "Q16",
};

/// QA did not run in a lane that runs it.
pub static DONE_QA_NOT_RUN: Rule = Rule {
    code: "queue-done-qa-not-run",
    severity: Severity::Should,
    title: "QA did not run in a lane that runs it",
    reason: "The lanes lite and full try the acceptance the way a user does.",
    requirement: "Q36",
};

/// Closings do not say what came of the review.
pub static DONE_REVIEW_MISSING: Rule = Rule {
    code: "queue-done-review-missing",
    severity: Severity::Should,
    title: "Closings do not say what came of the review",
    reason: "Whether the lane was the right one is measured by it.",
    requirement: "Q16",
};

/// A lane that calls for a reviewer was closed without a review.
pub static DONE_REVIEW_NOT_RUN: Rule = Rule {
    code: "queue-done-review-not-run",
    severity: Severity::Should,
    title: "A lane that calls for a reviewer was closed without a review",
    reason: "The record itself says that the review did not run.",
    requirement: "Q16",
};

/// A closing has no test, and its commit touches what can be tested.
pub static DONE_UNTESTED: Rule = Rule {
    code: "queue-done-untested",
    severity: Severity::Must,
    title: "A closing has no test, and its commit touches what can be tested",
    reason: "All but documents and images is executed, and what is executed can be tested.",
    requirement: "Q15",
};

/// A closing traces no test to a criterion that its story cites.
pub static DONE_UNTRACED: Rule = Rule {
    code: "queue-done-untraced",
    severity: Severity::Must,
    title: "A closing traces no test to a criterion that its story cites",
    reason: "The epic closes all the same, and nobody looks at the criterion again.",
    requirement: "Q15",
};
