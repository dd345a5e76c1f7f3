//! A git process that answers one question after another.

use std::io::{BufReader, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;

use super::{Git, RemoteError};

/// A running git, ended when it is dropped.
#[derive(Debug)]
pub(super) struct Dialogue<'g, T> {
    git: &'g Git,
    command: &'static str,
    child: Child,
    questions: ChildStdin,
    answers: Receiver<T>,
}

/// Reads one answer; `None` at the end, and where it makes no sense.
pub(super) type Parse<T> = fn(&mut BufReader<ChildStdout>) -> Option<T>;

impl<'g, T: Send + 'static> Dialogue<'g, T> {
    pub(super) fn open(
        git: &'g Git,
        dir: &Path,
        arguments: &[&'static str],
        parse: Parse<T>,
    ) -> Result<Self, RemoteError> {
        let command = arguments.first().copied().unwrap_or_default();
        let mut child = git
            .command(dir, arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(RemoteError::NoGit)?;
        let (Some(questions), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(broken(command, "it has no streams"));
        };
        let (sender, answers) = mpsc::channel();
        thread::spawn(move || {
            let mut output = BufReader::new(output);
            while let Some(answer) = parse(&mut output) {
                if sender.send(answer).is_err() {
                    break;
                }
            }
        });
        Ok(Self {
            git,
            command,
            child,
            questions,
            answers,
        })
    }

    /// Asks; what is asked at once and not read by git before it answers has to fit into a pipe.
    pub(super) fn say(&mut self, question: &[u8]) -> Result<(), RemoteError> {
        self.questions
            .write_all(question)
            .and_then(|()| self.questions.flush())
            .map_err(|error| broken(self.command, &error.to_string()))
    }

    /// The next answer.
    pub(super) fn next(&mut self) -> Result<T, RemoteError> {
        let answer = self.answers.recv_timeout(self.git.patience);
        answer.map_err(|error| match error {
            RecvTimeoutError::Timeout => self.git.timed_out(&[self.command]),
            RecvTimeoutError::Disconnected => broken(self.command, "it ended early"),
        })
    }
}

impl<T> Drop for Dialogue<'_, T> {
    fn drop(&mut self) {
        // It ends when its input does; should it not, it is not worth waiting for.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn broken(command: &str, told: &str) -> RemoteError {
    RemoteError::Git {
        doing: command.to_owned(),
        told: told.to_owned(),
    }
}
