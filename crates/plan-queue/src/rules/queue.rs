//! The queue: milestones, their files, and names.

use plan_diagnostics::{Rule, Severity};

/// A line has a malformed name.
pub static LINE_NAME: Rule = Rule {
    code: "queue-line-name",
    severity: Severity::Must,
    title: "A line has a malformed name",
    reason: "Lines are branches. A name of another form is no line, and what it marks \
             belongs to nobody.",
    requirement: "Q4",
};

/// A file under `backlog/` does not hold its one milestone.
pub static MILESTONE_FILE: Rule = Rule {
    code: "queue-milestone-file",
    severity: Severity::Must,
    title: "A file under `backlog/` does not hold its one milestone",
    reason: "The file is named by the slug of its milestone and holds no other, so that two \
             lines of work never write the same file.",
    requirement: "Q4",
};

/// A file under `backlog/` does not say its place in the queue.
pub static MILESTONE_ORDER: Rule = Rule {
    code: "queue-milestone-order",
    severity: Severity::Must,
    title: "A file under `backlog/` does not say its place in the queue",
    reason: "Between files nothing but `order` says which milestone comes first.",
    requirement: "Q4",
};

/// A milestone stands in two places.
pub static MILESTONE_REPEATED: Rule = Rule {
    code: "queue-milestone-repeated",
    severity: Severity::Must,
    title: "A milestone stands in two places",
    reason: "Two lists of tasks go by one name, and checkpoints and files cannot tell which \
             of them is meant.",
    requirement: "Q15",
};

/// A milestone has more than nine tasks.
pub static MILESTONE_TOO_LONG: Rule = Rule {
    code: "queue-milestone-too-long",
    severity: Severity::Must,
    title: "A milestone has more than nine tasks",
    reason: "Past this size somebody must decide: split it, or say in `(sin partir: …)` why \
             it stays whole.",
    requirement: "Q15",
};

/// Something was left to be decided.
pub static PLACEHOLDER: Rule = Rule {
    code: "queue-placeholder",
    severity: Severity::Must,
    title: "Something was left to be decided",
    reason: "`Por definir` and `Por completar` mark what nobody has decided yet; work in \
             the queue is decided.",
    requirement: "Q15",
};

/// Two slugs differ by letter case only.
pub static SLUG_CASE: Rule = Rule {
    code: "queue-slug-case",
    severity: Severity::Must,
    title: "Two slugs differ by letter case only",
    reason: "They are one file on systems that do not tell the case of letters apart.",
    requirement: "Q15",
};

/// A slug has a malformed name.
pub static SLUG_FORM: Rule = Rule {
    code: "queue-slug-form",
    severity: Severity::Must,
    title: "A slug has a malformed name",
    reason: "Slugs become file names and branches: lower-case letters and digits, joined by \
             single hyphens.",
    requirement: "Q15",
};

/// A slug stands for two tasks.
pub static SLUG_REPEATED: Rule = Rule {
    code: "queue-slug-repeated",
    severity: Severity::Must,
    title: "A slug stands for two tasks",
    reason: "A claim, a dependency or a closing that names it cannot tell which of the two \
             is meant.",
    requirement: "Q15",
};
