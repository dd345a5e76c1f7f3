//! Rules on the document as JSON text (B9).

use plan_diagnostics::{Rule, Severity};

/// The document is larger than the limit (B9).
pub static JSON_SIZE: Rule = Rule {
    code: "json-size",
    severity: Severity::Must,
    title: "The document is larger than the limit",
    reason: "A state file holds short records; one of many megabytes is not a state file, and reading it would only cost memory.",
    requirement: "B9",
};

/// The document is not valid UTF-8 (B9).
pub static JSON_UTF8: Rule = Rule {
    code: "json-utf8",
    severity: Severity::Must,
    title: "The document is not valid UTF-8",
    reason: "JSON is UTF-8. Guessing another encoding would change what was recorded.",
    requirement: "B9",
};

/// The document begins with a byte order mark (B9).
pub static JSON_BOM: Rule = Rule {
    code: "json-bom",
    severity: Severity::Must,
    title: "The document begins with a byte order mark",
    reason: "Most JSON readers refuse the mark, and some skip it silently; tools would disagree about one file.",
    requirement: "B9",
};

/// The document is nested deeper than 128 levels (B9).
pub static JSON_DEPTH: Rule = Rule {
    code: "json-depth",
    severity: Severity::Must,
    title: "The document is nested deeper than 128 levels",
    reason: "No document of a plan is nested so deep, and a reader that follows it can run out of stack.",
    requirement: "B9",
};

/// The document is not valid JSON (B9).
pub static JSON_SYNTAX: Rule = Rule {
    code: "json-syntax",
    severity: Severity::Must,
    title: "The document is not valid JSON",
    reason: "A file that cannot be parsed says nothing about the plan.",
    requirement: "B9",
};

/// Something follows the document (B9).
pub static JSON_TRAILING: Rule = Rule {
    code: "json-trailing-data",
    severity: Severity::Must,
    title: "Something follows the document",
    reason: "Two documents in one file, or the remains of a longer one, come from an interrupted or a doubled write.",
    requirement: "B9",
};

/// An object has one key twice (B9).
pub static JSON_DUPLICATE: Rule = Rule {
    code: "json-duplicate-key",
    severity: Severity::Must,
    title: "An object has one key twice",
    reason: "Readers differ in which of the two values they take, so that the file means two things.",
    requirement: "B9",
};
