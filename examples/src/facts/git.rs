//! What git knows, asked of the user's own git in as few processes as possible.

use std::collections::BTreeSet;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use plan_verify::Git;

/// Whether a directory lies in a git work tree: it, or one above it, has a `.git`.
#[must_use]
pub fn presence(dir: &Path) -> Git {
    if dir.ancestors().any(|above| above.join(".git").exists()) {
        Git::Present { commits: None }
    } else {
        Git::Absent
    }
}

/// Which of these commits the repository knows; `None` where git could not be asked.
#[must_use]
pub fn known_commits(dir: &Path, asked: &BTreeSet<String>) -> Option<BTreeSet<String>> {
    let mut child = git(dir)
        .args(["cat-file", "--batch-check=%(objecttype) %(objectname)"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .ok()?;
    let questions: String = asked.iter().map(|commit| format!("{commit}\n")).collect();
    let mut stdin = child.stdin.take()?;
    let writer = std::thread::spawn(move || stdin.write_all(questions.as_bytes()));
    let output = child.wait_with_output().ok()?;
    writer.join().ok()?.ok()?;
    let answers = String::from_utf8(output.stdout).ok()?;
    let known = answers
        .lines()
        .filter_map(|line| line.strip_prefix("commit "))
        .map(str::to_owned);
    output.status.success().then(|| known.collect())
}

/// A git that reads: no prompt, no pager, no optional lock, plain messages.
#[allow(
    clippy::disallowed_methods,
    reason = "the one place that runs the user's git for facts"
)]
fn git(dir: &Path) -> Command {
    let mut command = Command::new("git");
    command
        .arg("-C")
        .arg(dir)
        .env("GIT_TERMINAL_PROMPT", "0")
        .env("GIT_OPTIONAL_LOCKS", "0")
        .env("LC_ALL", "C");
    for inherited in ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE"] {
        command.env_remove(inherited);
    }
    command
}
