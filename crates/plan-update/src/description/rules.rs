//! The rules that a description is judged by before anything is written (H3).

use plan_diagnostics::{Rule, Severity};

/// Every rule of this crate.
pub static RULES: &[&Rule] = &[
    &DESCRIPTION_TASKS,
    &DESCRIPTION_INCOMPLETE,
    &DESCRIPTION_DEPENDS,
    &DESCRIPTION_TEXT,
    &DESCRIPTION_CREDENTIAL,
    &DESCRIPTION_ECHO,
];

/// The tasks do not make a plan.
pub static DESCRIPTION_TASKS: Rule = Rule {
    code: "description-tasks",
    severity: Severity::Must,
    title: "The tasks of a description do not make a plan",
    reason: "A plan has at least two tasks, each with a file name of its own where it is Full, and \
             ends with the Final Review: security pass, validation of the final state, skills.",
    requirement: "H3",
};

/// Something that every plan needs is not there.
pub static DESCRIPTION_INCOMPLETE: Rule = Rule {
    code: "description-incomplete",
    severity: Severity::Must,
    title: "A description lacks what every plan needs",
    reason: "A task without a criterion or a command to validate it can never be completed on \
             evidence, and a plan without goal or context cannot be resumed.",
    requirement: "H3",
};

/// A dependency leads nowhere.
pub static DESCRIPTION_DEPENDS: Rule = Rule {
    code: "description-depends",
    severity: Severity::Must,
    title: "A task depends on one that is not there, on itself, or twice on the same",
    reason: "A dependency that can never be settled keeps the task from ever being begun.",
    requirement: "D12",
};

/// A text cannot stand where it would.
pub static DESCRIPTION_TEXT: Rule = Rule {
    code: "description-text",
    severity: Severity::Must,
    title: "A text would not be read back as what it is",
    reason: "A heading, task item, comment or open fence inside a text becomes part of the plan's \
             structure, and changes what tools read from it.",
    requirement: "H3",
};

/// A text holds a credential.
pub static DESCRIPTION_CREDENTIAL: Rule = Rule {
    code: "description-credential",
    severity: Severity::Must,
    title: "A description holds what looks like a credential",
    reason: "Plans are read by many and committed; what is secret does not belong in them.",
    requirement: "B12",
};

/// What would be written is not read back as what was described.
pub static DESCRIPTION_ECHO: Rule = Rule {
    code: "description-echo",
    severity: Severity::Must,
    title: "A plan would not be read back as it was described",
    reason: "Every file is read back before it is written: where the reading differs from the \
             description, something in the texts has changed the structure.",
    requirement: "H3",
};
