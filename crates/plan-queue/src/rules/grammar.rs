//! Grammar: what stands where content belongs, and does not parse.

use plan_diagnostics::{Rule, Severity};

/// An acceptance is never closed.
pub static ACCEPTANCE_UNCLOSED: Rule = Rule {
    code: "queue-acceptance-unclosed",
    severity: Severity::Must,
    title: "An acceptance is never closed",
    reason: "Without the underscore that ends it nothing says where the acceptance stops, \
             and it is not read.",
    requirement: "Q5",
};

/// A date is no day of the calendar.
pub static DATE_INVALID: Rule = Rule {
    code: "queue-date-invalid",
    severity: Severity::Must,
    title: "A date is no day of the calendar",
    reason: "Dates order the evidence and tell what is due; a text that is no day does \
             neither.",
    requirement: "Q9",
};

/// A heading does not have the form that it seems to want.
pub static HEADING_UNREAD: Rule = Rule {
    code: "queue-heading-unread",
    severity: Severity::Must,
    title: "A heading does not have the form that it seems to want",
    reason: "What stands below the heading belongs to nothing, and is not read.",
    requirement: "Q2",
};

/// A bullet is not read.
pub static ITEM_UNREAD: Rule = Rule {
    code: "queue-item-unread",
    severity: Severity::Must,
    title: "A bullet is not read",
    reason: "It stands where tasks, criteria or other entries belong, and has the form of \
             none. Whoever wrote it believes that it counts.",
    requirement: "Q2",
};

/// A lane does not exist.
pub static LANE_UNKNOWN: Rule = Rule {
    code: "queue-lane-unknown",
    severity: Severity::Must,
    title: "A lane does not exist",
    reason: "The lane decides which phases run; an unknown word decides nothing.",
    requirement: "Q6",
};

/// A table row is not read.
pub static ROW_UNREAD: Rule = Rule {
    code: "queue-row-unread",
    severity: Severity::Must,
    title: "A table row is not read",
    reason: "It has another number of cells than its table needs, or stands where no table \
             belongs.",
    requirement: "Q2",
};

/// A tag of a task does not parse.
pub static TAG_MALFORMED: Rule = Rule {
    code: "queue-tag-malformed",
    severity: Severity::Must,
    title: "A tag of a task does not parse",
    reason: "A tag that is empty, never closed, repeated or of another form says nothing \
             that can be relied on.",
    requirement: "Q5",
};

/// A text belongs to nothing that is read.
pub static TEXT_UNREAD: Rule = Rule {
    code: "queue-text-unread",
    severity: Severity::Must,
    title: "A text belongs to nothing that is read",
    reason: "It is indented under an entry and stands apart from it, so that it is part of \
             no field and of no task.",
    requirement: "Q2",
};
