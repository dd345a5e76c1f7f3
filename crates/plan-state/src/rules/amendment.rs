//! Rules on amendments (G).

use plan_diagnostics::{Rule, Severity};

/// Amendments are out of order (G3).
pub static AMENDMENT_ORDER: Rule = Rule {
    code: "amendment-order",
    severity: Severity::Must,
    title: "Amendments are out of order",
    reason: "Amendments are appended and never rewritten; numbers or dates that go back mean that the record was changed afterwards.",
    requirement: "G3",
};

/// An amendment has no valid date (G1).
pub static AMENDMENT_DATE: Rule = Rule {
    code: "amendment-date",
    severity: Severity::Must,
    title: "An amendment has no valid date",
    reason: "A change whose time is not known cannot be put in order with what it changes.",
    requirement: "G1",
};

/// A disposition is not one of the vocabulary (G2).
pub static AMENDMENT_DISPOSITION: Rule = Rule {
    code: "amendment-disposition",
    severity: Severity::Must,
    title: "A disposition is not one of the vocabulary",
    reason: "What an amendment closes follows from its disposition alone.",
    requirement: "G2",
};

/// An amendment lacks the authority that it needs (G2).
pub static AMENDMENT_AUTHORITY: Rule = Rule {
    code: "amendment-authority",
    severity: Severity::Must,
    title: "An amendment lacks the authority that it needs",
    reason: "Only the user takes something out of scope; anyone else's amendment closes what it must not.",
    requirement: "G2",
};

/// A deferral goes to no other task of the plan (G2).
pub static AMENDMENT_DESTINATION: Rule = Rule {
    code: "amendment-destination",
    severity: Severity::Must,
    title: "A deferral goes to no other task of the plan",
    reason: "A criterion that moves nowhere is dropped.",
    requirement: "G2",
};

/// An amendment names tasks that do not fit its record (G1).
pub static AMENDMENT_TASKS: Rule = Rule {
    code: "amendment-tasks",
    severity: Severity::Should,
    title: "An amendment names tasks that do not fit its record",
    reason: "An amendment has its effect in the record of a task that it names; elsewhere nobody finds it.",
    requirement: "G1",
};
