//! What git knows, asked of the user's own git in as few processes as possible.

use std::collections::BTreeSet;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use plan_verify::Git;

pub mod objects;
pub mod repository;

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
    let questions: String = asked.iter().map(|commit| format!("{commit}\n")).collect();
    let ask = ["cat-file", "--batch-check=%(objecttype) %(objectname)"];
    let answers = String::from_utf8(answer(dir, &ask, questions.as_bytes())?).ok()?;
    let known = answers
        .lines()
        .filter_map(|line| line.strip_prefix("commit "))
        .map(str::to_owned);
    Some(known.collect())
}

/// What has changed in the work tree, one line each as `git status --short` has it; `None` where git
/// could not be asked.
#[must_use]
pub fn status(dir: &Path) -> Option<Vec<String>> {
    let answer = answer(dir, &["status", "--short"], b"")?;
    let text = String::from_utf8_lossy(&answer).into_owned();
    Some(text.lines().map(str::to_owned).collect())
}

/// What a git process gives back: its output, where it went well.
#[must_use]
pub fn answer(dir: &Path, arguments: &[&str], input: &[u8]) -> Option<Vec<u8>> {
    let (code, output) = run(dir, arguments, input)?;
    (code == 0).then_some(output)
}

/// The exit code and the output of a git process; `None` where there is no git to run.
#[must_use]
pub fn run(dir: &Path, arguments: &[&str], input: &[u8]) -> Option<(i32, Vec<u8>)> {
    let mut child = git(dir)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .ok()?;
    let mut stdin = child.stdin.take()?;
    let input = input.to_owned();
    let writer = std::thread::spawn(move || stdin.write_all(&input));
    let output = child.wait_with_output().ok()?;
    // A git that stopped reading early says why by its exit code.
    let _ = writer.join();
    Some((output.status.code()?, output.stdout))
}

/// What git needs of the environment: where it lies, and whose configuration it reads. Nothing else
/// is handed on, so that no variable points it at another repository.
const HANDED_ON: [&str; 9] = [
    "PATH",
    "HOME",
    "XDG_CONFIG_HOME",
    "USERPROFILE",
    "SYSTEMROOT",
    "TMPDIR",
    "GIT_CONFIG_GLOBAL",
    "GIT_CONFIG_SYSTEM",
    "GIT_CONFIG_NOSYSTEM",
];

/// A git that reads: a clean environment, no prompt, no pager, no optional lock, no network, plain
/// messages, and none of the programs that a repository may configure.
#[allow(
    clippy::disallowed_methods,
    reason = "the one place that runs the user's git for facts"
)]
pub(super) fn git(dir: &Path) -> Command {
    let mut command = Command::new("git");
    command.env_clear();
    for name in HANDED_ON {
        if let Some(value) = std::env::var_os(name) {
            command.env(name, value);
        }
    }
    command
        .env("GIT_TERMINAL_PROMPT", "0")
        .env("GIT_OPTIONAL_LOCKS", "0")
        .env("GIT_NO_LAZY_FETCH", "1")
        .env("LC_ALL", "C")
        .args(["--no-pager", "-c", "core.fsmonitor=false"])
        .args(["-c", "log.showSignature=false"])
        .arg("-C")
        .arg(dir);
    command
}
