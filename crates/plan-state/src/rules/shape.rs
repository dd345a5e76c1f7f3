//! Rules on the shape of manifest and state (B1–B9).

use plan_diagnostics::{Rule, Severity};

/// The schema URL is not one that is known (B1).
pub static SCHEMA_UNKNOWN: Rule = Rule {
    code: "schema-unknown",
    severity: Severity::Must,
    title: "The schema URL is not one that is known",
    reason: "The members of an unknown generation mean something else or something more; judging them by another generation's rules would be a guess.",
    requirement: "B1",
};

/// Manifest and state are of different generations (B1).
pub static SCHEMA_MIXED: Rule = Rule {
    code: "schema-mixed",
    severity: Severity::Must,
    title: "Manifest and state are of different generations",
    reason: "An upgrade that reached one file only leaves a plan that no set of rules describes.",
    requirement: "B1",
};

/// A required member is missing (B2).
pub static SHAPE_MISSING: Rule = Rule {
    code: "shape-missing",
    severity: Severity::Must,
    title: "A required member is missing",
    reason: "The generation's readers rely on the member being there.",
    requirement: "B2",
};

/// A value is of the wrong type (B9).
pub static SHAPE_TYPE: Rule = Rule {
    code: "shape-type",
    severity: Severity::Must,
    title: "A value is of the wrong type",
    reason: "A value of another type is not read by other tools, or is read as something else.",
    requirement: "B9",
};

/// A value is null where the schema has no null (B9).
pub static SHAPE_NULL: Rule = Rule {
    code: "shape-null",
    severity: Severity::Must,
    title: "A value is null where the schema has no null",
    reason: "A member without a value is left out; null is a value only where the schema gives it a meaning.",
    requirement: "B9",
};

/// A closed object has an unknown member (B8).
pub static SHAPE_CLOSED: Rule = Rule {
    code: "shape-closed",
    severity: Severity::Must,
    title: "A closed object has an unknown member",
    reason: "The objects inside a task are closed: what is not named there is read by nobody.",
    requirement: "B8",
};

/// A member is not one that the generation names (B8).
pub static SHAPE_ADDITIVE: Rule = Rule {
    code: "shape-additive",
    severity: Severity::Should,
    title: "A member is not one that the generation names",
    reason: "Additive members are allowed and kept, but nothing here reads them; a misspelt optional member looks just like one.",
    requirement: "B8",
};

/// A word is not one of the vocabulary (B3).
pub static SHAPE_VALUE: Rule = Rule {
    code: "shape-value",
    severity: Severity::Must,
    title: "A word is not one of the vocabulary",
    reason: "Tools branch on these words; an unknown one falls through every branch.",
    requirement: "B3",
};

/// A number or a count is out of range (B3).
pub static SHAPE_RANGE: Rule = Rule {
    code: "shape-range",
    severity: Severity::Must,
    title: "A number or a count is out of range",
    reason: "Counts and task numbers start where the specification says, and are whole numbers.",
    requirement: "B3",
};

/// A text or a list is longer than its limit (B7).
pub static SHAPE_LENGTH: Rule = Rule {
    code: "shape-length",
    severity: Severity::Must,
    title: "A text or a list is longer than its limit",
    reason: "Records are short lines, read whole by people and by agents with little room.",
    requirement: "B7",
};

/// A text does not have its form (B4).
pub static SHAPE_PATTERN: Rule = Rule {
    code: "shape-pattern",
    severity: Severity::Must,
    title: "A text does not have its form",
    reason: "Names, versions, commits and locators are looked up by other tools as they are written.",
    requirement: "B4",
};

/// A timestamp is not strict RFC 3339 (B7).
pub static SHAPE_TIMESTAMP: Rule = Rule {
    code: "shape-timestamp",
    severity: Severity::Must,
    title: "A timestamp is not strict RFC 3339",
    reason: "A date that only some readers accept, or that does not exist, cannot be put in order.",
    requirement: "B7",
};

/// Manifest and state name different plans (B1).
pub static IDENTITY_NAME: Rule = Rule {
    code: "identity-name",
    severity: Severity::Must,
    title: "Manifest and state name different plans",
    reason: "The files of one directory describe one plan; a copied file would have its progress taken for this plan's.",
    requirement: "B1",
};
