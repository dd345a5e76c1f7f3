//! Epics, their criteria and stories.

use plan_diagnostics::{Rule, Severity};

/// An epic has two criteria of one name.
pub static CRITERION_REPEATED: Rule = Rule {
    code: "queue-criterion-repeated",
    severity: Severity::Must,
    title: "An epic has two criteria of one name",
    reason: "A story that cites the name cannot tell which of the two it answers to.",
    requirement: "Q8",
};

/// No story covers a criterion.
pub static CRITERION_UNCOVERED: Rule = Rule {
    code: "queue-criterion-uncovered",
    severity: Severity::Must,
    title: "No story covers a criterion",
    reason: "The epic would close with a result that nobody built.",
    requirement: "Q15",
};

/// An active epic has no open story.
pub static EPIC_ACTIVE_DONE: Rule = Rule {
    code: "queue-epic-active-done",
    severity: Severity::Must,
    title: "An active epic has no open story",
    reason: "All its stories are done: the epic is closed, and should say so.",
    requirement: "Q15",
};

/// A closed epic has a story that is not done.
pub static EPIC_CLOSED_OPEN: Rule = Rule {
    code: "queue-epic-closed-open",
    severity: Severity::Must,
    title: "A closed epic has a story that is not done",
    reason: "Its result is declared without the evidence for it.",
    requirement: "Q15",
};

/// A name that looks like an epic is one that nobody reads.
pub static EPIC_FILE: Rule = Rule {
    code: "queue-epic-file",
    severity: Severity::Must,
    title: "A name that looks like an epic is one that nobody reads",
    reason: "The epic that somebody wrote does not exist for the queue, and nothing else \
             says so.",
    requirement: "Q15",
};

/// An epic lacks a part.
pub static EPIC_INCOMPLETE: Rule = Rule {
    code: "queue-epic-incomplete",
    severity: Severity::Must,
    title: "An epic lacks a part",
    reason: "Number, title, status, criteria, stories and context are what \
             promotion and execution read.",
    requirement: "Q15",
};

/// The number of an epic differs from that of its file.
pub static EPIC_NUMBER: Rule = Rule {
    code: "queue-epic-number",
    severity: Severity::Must,
    title: "The number of an epic differs from that of its file",
    reason: "Tasks name the epic by one of the two, and would find another or none.",
    requirement: "Q15",
};

/// Two epics have one number.
pub static EPIC_NUMBER_REPEATED: Rule = Rule {
    code: "queue-epic-number-repeated",
    severity: Severity::Must,
    title: "Two epics have one number",
    reason: "A task that names the number cannot tell which of the two is meant.",
    requirement: "Q15",
};

/// The split of an epic does not fit its stories.
pub static EPIC_SPLIT: Rule = Rule {
    code: "queue-epic-split",
    severity: Severity::Must,
    title: "The split of an epic does not fit its stories",
    reason: "`## Hitos` puts each story into exactly one milestone; a story left out or \
             named twice would be lost or promoted twice.",
    requirement: "Q8",
};

/// An epic has an unknown status.
pub static EPIC_STATUS: Rule = Rule {
    code: "queue-epic-status",
    severity: Severity::Must,
    title: "An epic has an unknown status",
    reason: "Whether its stories may be promoted cannot be told.",
    requirement: "Q15",
};

/// An epic has more than seven criteria.
pub static EPIC_TOO_LARGE: Rule = Rule {
    code: "queue-epic-too-large",
    severity: Severity::Must,
    title: "An epic has more than seven criteria",
    reason: "Past this size somebody must decide: split it, or say in `(sin partir: …)` why \
             it stays whole.",
    requirement: "Q15",
};

/// Two sections of an epic compete.
pub static SECTION_COMPETING: Rule = Rule {
    code: "queue-section-competing",
    severity: Severity::Should,
    title: "Two sections of an epic compete",
    reason: "One of them is read and the other ignored as a whole, and whoever wrote both \
             does not learn it elsewhere.",
    requirement: "Q16",
};

/// A story does not trace to a criterion of its epic.
pub static STORY_CRITERION: Rule = Rule {
    code: "queue-story-criterion",
    severity: Severity::Must,
    title: "A story does not trace to a criterion of its epic",
    reason: "It cites none, or one that the epic lacks, so that nothing says what it is \
             for.",
    requirement: "Q8",
};

/// Two stories have one name.
pub static STORY_REPEATED: Rule = Rule {
    code: "queue-story-repeated",
    severity: Severity::Must,
    title: "Two stories have one name",
    reason: "Only one task can come of them: the other is lost at promotion.",
    requirement: "Q8",
};

/// A story names no service.
pub static STORY_SERVICE: Rule = Rule {
    code: "queue-story-service",
    severity: Severity::Must,
    title: "A story names no service",
    reason: "The task that comes of it would have none either.",
    requirement: "Q8",
};
