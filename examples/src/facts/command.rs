//! A command of the caller's own configuration, run by the shell: a smoke test, or a worker.

use std::io::Read as _;
use std::path::Path;
use std::process::{Command, Stdio};

/// Runs `line` by `sh -c`, in `dir` where one is given, with further variables: its exit code (`None`
/// where a signal ended it) and what it printed, both streams in one; `None` where the shell could
/// not be started.
#[must_use]
#[allow(
    clippy::disallowed_methods,
    reason = "the one place that runs a command which the caller named on the command line"
)]
pub fn run(
    line: &str,
    dir: Option<&Path>,
    variables: &[(&str, String)],
) -> Option<(Option<i32>, String)> {
    // One pipe for both streams keeps their order, and lets one reader drain them.
    let (mut reader, writer) = std::io::pipe().ok()?;
    let mut command = Command::new("sh");
    command
        .arg("-c")
        .arg(line)
        .stdin(Stdio::null())
        .stdout(writer.try_clone().ok()?)
        .stderr(writer);
    if let Some(dir) = dir {
        command.current_dir(dir);
    }
    for (name, value) in variables {
        command.env(name, value);
    }
    let mut child = command.spawn().ok()?;
    // Its copies of the pipe's end would keep the reader waiting.
    drop(command);
    let mut printed = Vec::new();
    let _ = reader.read_to_end(&mut printed);
    let status = child.wait().ok()?;
    Some((
        status.code(),
        String::from_utf8_lossy(&printed).into_owned(),
    ))
}
