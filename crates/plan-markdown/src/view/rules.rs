//! The rules by which the views judge what they read.

use plan_diagnostics::{Rule, Severity};

/// An amendment heading that lacks its number or date.
pub static AMENDMENT_HEADING: Rule = Rule {
    code: "amendment-heading-unreadable",
    severity: Severity::Must,
    title: "An amendment heading lacks its number or its date",
    reason: "Amendments are cited by number and ordered by date; one without them cannot be held \
             against the others.",
    requirement: "G1",
};

/// An amendment without one of its fields.
pub static AMENDMENT_FIELD_MISSING: Rule = Rule {
    code: "amendment-field-missing",
    severity: Severity::Must,
    title: "An amendment lacks a field",
    reason: "An amendment stands in for a criterion; what it does not say cannot be checked, and \
             nothing is assumed in its place.",
    requirement: "G1",
};

/// An amendment that gives a field twice.
pub static AMENDMENT_FIELD_REPEATED: Rule = Rule {
    code: "amendment-field-repeated",
    severity: Severity::Must,
    title: "An amendment gives a field more than once",
    reason: "Amendments are appended and never rewritten; of two values nobody can tell which one \
             was agreed on.",
    requirement: "G1",
};

/// An amendment field in a form that cannot be read.
pub static AMENDMENT_FIELD_UNREADABLE: Rule = Rule {
    code: "amendment-field-unreadable",
    severity: Severity::Must,
    title: "A field of an amendment cannot be read",
    reason: "Tasks and evidence of an amendment decide what may be reopened, skipped or closed; \
             a guess at them would decide it wrongly.",
    requirement: "G1",
};

/// An approval that is none of the known words.
pub static APPROVAL_UNREADABLE: Rule = Rule {
    code: "readme-approval-unreadable",
    severity: Severity::Should,
    title: "The approval in the README is none of the known words",
    reason: "Approval is pending, approved or pre_approved; any other word counts as none of them.",
    requirement: "B3",
};

/// A dependency line that cannot be read, or two that differ.
pub static DEPENDS_UNREADABLE: Rule = Rule {
    code: "depends-on-unreadable",
    severity: Severity::Must,
    title: "The dependencies of a task cannot be read",
    reason: "A line that names no tasks frees none: the task then depends on all earlier ones, \
             which is seldom what its author meant.",
    requirement: "D12",
};

/// Two lines of the README that give one property different values.
pub static METADATA_CONFLICT: Rule = Rule {
    code: "readme-metadata-conflict",
    severity: Severity::Should,
    title: "The README gives one property several values",
    reason: "The README is the source of truth; where it disagrees with itself the first value is \
             taken, which may not be the one that was meant.",
    requirement: "B3",
};

/// A touched surface whose risk class cannot be told.
pub static RISK_CLASS_UNREADABLE: Rule = Rule {
    code: "risk-class-unreadable",
    severity: Severity::Should,
    title: "The risk class of a task is none of the known ones, or several",
    reason: "The risk class selects how much validation a task needs.",
    requirement: "E12",
};

/// A standard line of another form.
pub static STANDARD_UNREADABLE: Rule = Rule {
    code: "readme-standard-unreadable",
    severity: Severity::Should,
    title: "The standard line of the README cannot be read",
    reason: "The declared version selects the rules by which a plan is judged.",
    requirement: "E",
};

/// Counts in the README that differ.
pub static STATUS_CONFLICT: Rule = Rule {
    code: "readme-status-conflict",
    severity: Severity::Should,
    title: "The README states its status in several ways that differ",
    reason: "A reader takes whichever comes first; only one of them can be right.",
    requirement: "E",
};

/// A plan status that says nothing known.
pub static STATUS_UNREADABLE: Rule = Rule {
    code: "readme-status-unreadable",
    severity: Severity::Should,
    title: "The plan status in the README cannot be read",
    reason: "The plan status is a count of tasks, or says that the plan is being written; other \
             words are for people only.",
    requirement: "E",
};

/// A task listed only among criteria, in a record or in a quote.
pub static TASK_ITEM_OUTSIDE: Rule = Rule {
    code: "task-item-outside-list",
    severity: Severity::Should,
    title: "A box for a task stands outside the task list only",
    reason: "Boxes among criteria, in records and in quotes are not the index of the tasks; a task \
             that has no other box is not counted.",
    requirement: "E",
};

/// A task listed in two places.
pub static TASK_ITEM_REPEATED: Rule = Rule {
    code: "task-item-repeated",
    severity: Severity::Should,
    title: "A task is listed again outside the task list",
    reason: "Two boxes for one task come to disagree; only the one in the task list is read.",
    requirement: "E",
};

/// A task in the list without a box.
pub static TASK_ITEM_UNBOXED: Rule = Rule {
    code: "task-item-unboxed",
    severity: Severity::Should,
    title: "An item of the task list names a task but has no checkbox",
    reason: "The box is what says that a task is done; an item without one is not counted.",
    requirement: "E",
};

/// An item of the task list without a number.
pub static TASK_ITEM_UNNUMBERED: Rule = Rule {
    code: "task-item-unnumbered",
    severity: Severity::Should,
    title: "An item of the task list does not name its task by number",
    reason: "Tasks are matched with their records and their state by number; an item without one \
             matches nothing.",
    requirement: "E",
};

/// A section that a record has twice.
pub static TASK_SECTION_REPEATED: Rule = Rule {
    code: "task-section-repeated",
    severity: Severity::Should,
    title: "A task record has a section more than once",
    reason: "All of them are read; a copy left behind by a template says something else than the \
             section that was kept up to date.",
    requirement: "E12",
};

/// A fence in Validation that holds data rather than commands.
pub static VALIDATION_FENCE: Rule = Rule {
    code: "validation-fence-not-commands",
    severity: Severity::Should,
    title: "A fenced block of a Validation section is marked as something other than commands",
    reason: "Each line of such a block would otherwise ask for a gate record of its own.",
    requirement: "E8",
};
