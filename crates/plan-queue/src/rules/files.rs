//! Files: what must be there, what nobody reads, what cannot be read.

use plan_diagnostics::{Rule, Severity};

/// A change of the queue was not finished.
pub static CHANGE_INTERRUPTED: Rule = Rule {
    code: "queue-change-interrupted",
    severity: Severity::Must,
    title: "A change of the queue was not finished",
    reason: "A change of several files is written down before it is made. What was written down \
             and is still there was cut short, and the files may be between old and new.",
    requirement: "Q26",
};

/// A required file is missing.
pub static FILE_MISSING: Rule = Rule {
    code: "queue-file-missing",
    severity: Severity::Must,
    title: "A required file is missing",
    reason: "`BACKLOG.md`, `INBOX.md`, `PROTOCOL.md` and a place for human actions are what \
             every reader of the queue relies on.",
    requirement: "Q15",
};

/// A retired file is still there.
pub static FILE_RETIRED: Rule = Rule {
    code: "queue-file-retired",
    severity: Severity::Must,
    title: "A retired file is still there",
    reason: "`WIP.md` and `DONE.md` were replaced by the folders `wip/` and `done/`. Nobody \
             reads them any more, and what is written there is lost.",
    requirement: "Q15",
};

/// Something lies where entries belong, and nobody reads it.
pub static FILE_UNREAD: Rule = Rule {
    code: "queue-file-unread",
    severity: Severity::Must,
    title: "Something lies where entries belong, and nobody reads it",
    reason: "An entry under a name that no reader looks at does not exist for the queue, \
             and nothing else says so.",
    requirement: "Q2",
};

/// A file cannot be read.
pub static FILE_UNREADABLE: Rule = Rule {
    code: "queue-file-unreadable",
    severity: Severity::Must,
    title: "A file cannot be read",
    reason: "The files are UTF-8 within the planning directory. What cannot be read is not \
             in the queue, whatever it says.",
    requirement: "Q1",
};

/// A file does not open with its frontmatter.
pub static FRONTMATTER_MISSING: Rule = Rule {
    code: "queue-frontmatter-missing",
    severity: Severity::Must,
    title: "A file does not open with its frontmatter",
    reason: "The keys that decide what the file means stand in its frontmatter; elsewhere \
             they are prose.",
    requirement: "Q3",
};
