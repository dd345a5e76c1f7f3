//! Who runs the command: what its environment says, and where it stands.

use std::ffi::OsString;
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

/// Variables of git that a shared change may need: who commits, whose configuration counts, how a
/// remote is reached. The others could point git at another repository.
const OF_GIT: [&str; 13] = [
    "GIT_ASKPASS",
    "GIT_AUTHOR_",
    "GIT_COMMITTER_",
    "GIT_CONFIG_COUNT",
    "GIT_CONFIG_GLOBAL",
    "GIT_CONFIG_KEY_",
    "GIT_CONFIG_NOSYSTEM",
    "GIT_CONFIG_SYSTEM",
    "GIT_CONFIG_VALUE_",
    "GIT_EXEC_PATH",
    "GIT_HTTP_",
    "GIT_SSH",
    "GIT_SSL_",
];

/// The environment for the git that pushes: the user's, for credential helpers and hooks are the
/// user's too, without what could point git elsewhere than to where the planning directory lies.
#[must_use]
pub fn for_git() -> Vec<(OsString, OsString)> {
    let fits = |(name, _): &(OsString, OsString)| {
        let name = name.to_string_lossy();
        !name.starts_with("GIT_") || OF_GIT.iter().any(|start| name.starts_with(start))
    };
    std::env::vars_os().filter(fits).collect()
}
