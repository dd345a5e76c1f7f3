//! Who runs the command: what its environment says, and where it stands.

use std::path::PathBuf;

/// A variable of the environment, where it is set to text.
#[must_use]
#[allow(
    clippy::disallowed_methods,
    reason = "the one place that reads OPS_RUNNER and OPS_OWNER"
)]
pub fn variable(name: &str) -> Option<String> {
    std::env::var(name)
        .ok()
        .filter(|value| !value.trim().is_empty())
}

/// The root of the git work tree around the working directory, or else that directory: the runner
/// that nobody named.
#[must_use]
pub fn work_tree() -> Option<String> {
    let here = std::env::current_dir()
        .and_then(|dir| dir.canonicalize())
        .ok()?;
    let root = here.ancestors().find(|above| above.join(".git").exists());
    let root: PathBuf = root.unwrap_or(&here).to_owned();
    Some(root.display().to_string())
}
