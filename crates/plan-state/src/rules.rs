//! The rules that this crate judges by.

use plan_diagnostics::Rule;

/// Every rule of this crate.
pub static RULES: &[&Rule] = &[];
