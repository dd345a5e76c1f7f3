//! The rules by which a file is judged while it is read.

use plan_diagnostics::Rule;

/// The rules of this crate.
pub static RULES: &[&Rule] = &[];
