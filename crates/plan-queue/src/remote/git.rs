//! The user's git as a subprocess: an environment that is given, no prompts, bounded time and output.

use std::ffi::OsString;
use std::io::{Read, Write as _};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use super::RemoteError;

/// More than this of an answer is not kept.
const LONGEST: u64 = 64 << 20;

/// How long an error message may lag behind the end of its process: a background process of ssh can
/// hold the stream open for ever.
const LAG: Duration = Duration::from_millis(200);

/// Which git is run, and how.
///
/// Closed: a new member is one more question to the caller.
#[derive(Debug, Clone)]
pub struct Git {
    /// The program.
    pub program: OsString,
    /// Its whole environment: a fact of the caller. What this module sets comes on top: plain
    /// messages, and no questions to the terminal.
    pub environment: Vec<(OsString, OsString)>,
    /// How long one process may take.
    pub patience: Duration,
}

/// What is said to every git, whatever the environment says.
const ALWAYS: [(&str, &str); 6] = [
    ("LC_ALL", "C"),
    ("GIT_TERMINAL_PROMPT", "0"),
    ("GIT_OPTIONAL_LOCKS", "0"),
    ("GIT_NO_REPLACE_OBJECTS", "1"),
    // Ssh asks this program instead of the terminal, and it says no: as BatchMode, without taking
    // the place of the ssh that the user configured.
    ("SSH_ASKPASS", "false"),
    ("SSH_ASKPASS_REQUIRE", "force"),
];

/// What a git process came to.
#[derive(Debug)]
pub(super) struct Ran {
    pub(super) code: Option<i32>,
    pub(super) out: Vec<u8>,
    pub(super) err: String,
}

impl Ran {
    /// Its output as text, without the final line break.
    pub(super) fn text(&self) -> String {
        String::from_utf8_lossy(&self.out).trim_end().to_owned()
    }

    /// What it said on its error stream, on one line and not too long.
    pub(super) fn told(&self) -> String {
        told(&self.err)
    }
}

/// Messages of git in one line: hints and empty lines left out, at most 400 characters.
pub(super) fn told(text: &str) -> String {
    let lines = text.lines().map(str::trim);
    let kept: Vec<&str> = lines
        .filter(|line| !line.is_empty() && !line.starts_with("hint:"))
        .collect();
    let whole = kept.join("; ");
    if whole.is_empty() {
        return "it gave no reason".to_owned();
    }
    whole.chars().take(400).collect()
}

impl Git {
    /// A git that is about to run in a directory.
    #[allow(
        clippy::disallowed_methods,
        reason = "the one library module that runs the user's git (invariant 2)"
    )]
    pub(super) fn command(&self, dir: &Path, arguments: &[&str]) -> Command {
        let mut command = Command::new(&self.program);
        command
            .env_clear()
            .envs(self.environment.iter().map(|(name, value)| (name, value)))
            .envs(ALWAYS)
            .args(["--no-pager", "-c", "core.fsmonitor=false"])
            .arg("-C")
            .arg(dir)
            .args(arguments);
        command
    }

    /// Runs a command of git to its end, or as long as it may take.
    pub(super) fn run(
        &self,
        dir: &Path,
        arguments: &[&str],
        input: &[u8],
    ) -> Result<Ran, RemoteError> {
        let mut child = self
            .command(dir, arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(RemoteError::NoGit)?;
        feed(&mut child, input);
        let out = collect(child.stdout.take());
        let err = collect(child.stderr.take());
        let until = Instant::now() + self.patience;
        let whole = out.recv_timeout(self.patience);
        let code = whole
            .is_ok()
            .then(|| ended(&mut child, until))
            .flatten()
            .ok_or_else(|| self.too_long(&mut child, arguments))?;
        let err = err.recv_timeout(LAG).unwrap_or_default();
        Ok(Ran {
            code: code.code(),
            out: whole.unwrap_or_default(),
            err: String::from_utf8_lossy(&err).into_owned(),
        })
    }

    /// As [`run`](Self::run); what does not end well is an error.
    pub(super) fn expect(
        &self,
        dir: &Path,
        arguments: &[&str],
        input: &[u8],
    ) -> Result<Ran, RemoteError> {
        let ran = self.run(dir, arguments, input)?;
        if ran.code == Some(0) {
            return Ok(ran);
        }
        Err(failed(arguments, &ran))
    }

    fn too_long(&self, child: &mut Child, arguments: &[&str]) -> RemoteError {
        let _ = child.kill();
        let _ = child.wait();
        self.timed_out(arguments)
    }

    pub(super) fn timed_out(&self, arguments: &[&str]) -> RemoteError {
        RemoteError::TimedOut {
            doing: doing(arguments),
            seconds: self.patience.as_secs(),
        }
    }
}

pub(super) fn failed(arguments: &[&str], ran: &Ran) -> RemoteError {
    RemoteError::Git {
        doing: doing(arguments),
        told: ran.told(),
    }
}

fn doing(arguments: &[&str]) -> String {
    arguments.first().copied().unwrap_or_default().to_owned()
}

/// Writes the input from a thread of its own, for a process may answer before it has read all.
fn feed(child: &mut Child, input: &[u8]) {
    let Some(mut stdin) = child.stdin.take() else {
        return;
    };
    if input.is_empty() {
        return;
    }
    let input = input.to_owned();
    // A git that stops reading early says why by its exit code.
    thread::spawn(move || stdin.write_all(&input));
}

/// Reads a stream to its end, in a thread of its own.
fn collect(stream: Option<impl Read + Send + 'static>) -> Receiver<Vec<u8>> {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let mut whole = Vec::new();
        if let Some(mut stream) = stream {
            let _ = stream.by_ref().take(LONGEST).read_to_end(&mut whole);
            let _ = std::io::copy(&mut stream, &mut std::io::sink());
        }
        let _ = sender.send(whole);
    });
    receiver
}

/// How a process ended that has closed its output, which is at once or soon.
fn ended(child: &mut Child, until: Instant) -> Option<std::process::ExitStatus> {
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return Some(status),
            Ok(None) if Instant::now() < until => thread::sleep(Duration::from_micros(200)),
            Ok(None) | Err(_) => return None,
        }
    }
}
