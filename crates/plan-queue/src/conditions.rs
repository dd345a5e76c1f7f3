//! Acceptance conditions: one rule of where one ends and the next begins (Q7).

use plan_diagnostics::Span;

/// One condition of an acceptance (Q7).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Condition {
    /// What must hold, on one line, without its number and without the mark of the next field.
    pub text: String,
    /// The reason in `(fuera de verify: reason)`: it is met in the fields of the closing, not in Verify.
    pub outside_verify: Option<String>,
    /// The bytes that it was read from.
    pub span: Span,
}
