//! What the terminal wants: colours only where somebody looks at them.

use std::io::IsTerminal as _;

/// Whether standard output is a terminal, and the user has not asked for plain text (`NO_COLOR`).
#[must_use]
#[allow(
    clippy::disallowed_methods,
    reason = "NO_COLOR is a fact about the environment"
)]
pub fn wants_color() -> bool {
    std::io::stdout().is_terminal()
        && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}
