//! What reading a document gives: its value where there is one, and always its findings.

use plan_diagnostics::Finding;

/// The result of reading a document; reading never fails half-way.
///
/// Closed: a reading is a value, what was found, and whether it could be judged.
#[derive(Debug, Clone, PartialEq, Eq)]
#[must_use]
pub struct Reading<T> {
    /// The value, where one could be made. A manifest, a state or a gate is there only when no
    /// finding is one that must be mended.
    pub value: Option<T>,
    /// What was found, advisories included, in the order of the text.
    pub findings: Vec<Finding>,
    /// Whether the document names a schema that this library does not know: it was not judged, and
    /// its plan is unverified rather than faulty.
    pub unsupported: bool,
}
