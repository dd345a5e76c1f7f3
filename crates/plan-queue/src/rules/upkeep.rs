//! Recurrences, inbox, and what git knows.

use plan_diagnostics::{Rule, Severity};

/// A closing cites a commit that no repository knows.
pub static COMMIT_UNKNOWN: Rule = Rule {
    code: "queue-commit-unknown",
    severity: Severity::Should,
    title: "A closing cites a commit that no repository knows",
    reason: "It was made up, or lies on a branch that was never fetched.",
    requirement: "Q16",
};

/// Commits after the newest closing are named by none.
pub static COMMIT_UNNAMED: Rule = Rule {
    code: "queue-commit-unnamed",
    severity: Severity::Should,
    title: "Commits after the newest closing are named by none",
    reason: "Work went in without evidence, or its evidence is still to be written.",
    requirement: "Q16",
};

/// A file of the inbox does not hold its one item.
pub static INBOX_FILE: Rule = Rule {
    code: "queue-inbox-file",
    severity: Severity::Must,
    title: "A file of the inbox does not hold its one item",
    reason: "Items are counted one a file.",
    requirement: "Q35",
};

/// An item of the inbox stands in a file of another name.
pub static INBOX_FILE_NAME: Rule = Rule {
    code: "queue-inbox-file-name",
    severity: Severity::Should,
    title: "An item of the inbox stands in a file of another name",
    reason: "It is looked for under its name.",
    requirement: "Q35",
};

/// The inbox has more than 300 lines.
pub static INBOX_LONG: Rule = Rule {
    code: "queue-inbox-long",
    severity: Severity::Should,
    title: "The inbox has more than 300 lines",
    reason: "Nobody goes through an inbox of that length; what was decided can be deleted.",
    requirement: "Q16",
};

/// A postponement is of something that does not recur.
pub static POSTPONEMENT_UNKNOWN: Rule = Rule {
    code: "queue-postponement-unknown",
    severity: Severity::Must,
    title: "A postponement is of something that does not recur",
    reason: "It puts nothing off, and hides a misspelt name.",
    requirement: "Q11",
};

/// A recurrence has an unknown cadence.
pub static RECURRENCE_CADENCE: Rule = Rule {
    code: "queue-recurrence-cadence",
    severity: Severity::Must,
    title: "A recurrence has an unknown cadence",
    reason: "When it is due cannot be told.",
    requirement: "Q11",
};

/// A recurrence is due.
pub static RECURRENCE_DUE: Rule = Rule {
    code: "queue-recurrence-due",
    severity: Severity::Should,
    title: "A recurrence is due",
    reason: "A person promotes its next round, or puts it off with a reason.",
    requirement: "Q16",
};

/// A recurrence has a malformed or repeated name.
pub static RECURRENCE_NAME: Rule = Rule {
    code: "queue-recurrence-name",
    severity: Severity::Must,
    title: "A recurrence has a malformed or repeated name",
    reason: "The name opens the slug of every round.",
    requirement: "Q11",
};

/// A recurrence was put off three times.
pub static RECURRENCE_POSTPONED: Rule = Rule {
    code: "queue-recurrence-postponed",
    severity: Severity::Should,
    title: "A recurrence was put off three times",
    reason: "It is not late, it is declared wrongly: its cadence, or all of it, needs a \
             second look.",
    requirement: "Q16",
};

/// The task of a recurrence lacks a part.
pub static RECURRENCE_TASK: Rule = Rule {
    code: "queue-recurrence-task",
    severity: Severity::Must,
    title: "The task of a recurrence lacks a part",
    reason: "Its cell is the tail of a task line: a task without acceptance or service \
             could not be promoted.",
    requirement: "Q11",
};
