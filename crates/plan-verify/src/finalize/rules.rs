//! What a publication can be refused for, besides the rules that every check knows.

use plan_diagnostics::{Rule, Severity};

/// A candidate is no completed state.
pub static CANDIDATE_NOT_COMPLETED: Rule = Rule {
    code: "candidate-not-completed",
    severity: Severity::Must,
    title: "A candidate for publication does not complete its plan",
    reason: "The finalizer publishes one transition only, the one that completes a plan; every other \
             one is an update's.",
    requirement: "D7",
};

/// An artefact cannot be read.
pub static ARTEFACT_UNREADABLE: Rule = Rule {
    code: "artefact-unreadable",
    severity: Severity::Must,
    title: "An artefact cannot be read, and so not be attested",
    reason: "The receipt names the digest of every artefact; one that cannot be read would be left \
             out without a word.",
    requirement: "F3",
};

/// There is no place for the receipt.
pub static RECEIPT_PLACE: Rule = Rule {
    code: "receipt-place",
    severity: Severity::Must,
    title: "The receipt could not be written where it belongs",
    reason: "A publication that is sure to stop before its receipt is better not begun.",
    requirement: "F1",
};

/// An artefact is not what it was when the candidate was judged.
pub static ARTEFACT_CHANGED: Rule = Rule {
    code: "artefact-changed",
    severity: Severity::Must,
    title: "An artefact changed while the plan was being published",
    reason: "The state was published for artefacts that are no longer there; what stands there now \
             has to be judged anew before it is attested.",
    requirement: "F1",
};

/// A marker cannot be read.
pub static MARKER_UNREADABLE: Rule = Rule {
    code: "finalization-marker-unreadable",
    severity: Severity::Must,
    title: "The marker of an interrupted finalization cannot be read",
    reason: "The marker is written whole or not at all, so that one that cannot be read was changed \
             by somebody else; what it was to publish is not known, and is not guessed.",
    requirement: "F4",
};

/// The state is neither of the two that a marker knows.
pub static STATE_DIFFERS: Rule = Rule {
    code: "finalization-state-differs",
    severity: Severity::Must,
    title: "The state is neither the one before the finalization nor the one after it",
    reason: "Somebody wrote the state after the finalization was interrupted; to go on would \
             overwrite what was never judged.",
    requirement: "F4",
};

/// The rules of this module.
pub static RULES: &[&Rule] = &[
    &CANDIDATE_NOT_COMPLETED,
    &ARTEFACT_UNREADABLE,
    &RECEIPT_PLACE,
    &ARTEFACT_CHANGED,
    &MARKER_UNREADABLE,
    &STATE_DIFFERS,
];
