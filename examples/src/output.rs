//! What a command prints, and the code it exits with.

use std::ffi::OsString;

use plan_diagnostics::{ExitCode, escape_json, escape_terminal};
use plan_prose::credential::conceal;

/// How results are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, clap::ValueEnum)]
pub enum Format {
    /// For people.
    #[default]
    Text,
    /// For scripts.
    Json,
}

/// The result of a command, not yet printed: so that a test, or the tour, can look at it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Output {
    /// What goes to standard output.
    pub stdout: String,
    /// What goes to standard error.
    pub stderr: String,
    /// The exit code.
    pub code: ExitCode,
}

impl Output {
    /// A result that went well: lines of text, in which nothing controls the terminal.
    #[must_use]
    pub fn done(stdout: impl AsRef<str>) -> Self {
        Self {
            stdout: escape_lines(stdout.as_ref()),
            stderr: String::new(),
            code: ExitCode::Clean,
        }
    }

    /// What the parser of the command line says about `arguments`: help and version are answers,
    /// everything else is a usage error. It quotes arguments as they are, so that they are escaped
    /// here.
    #[must_use]
    pub fn usage(error: &clap::Error, arguments: &[OsString]) -> Self {
        let text = error.to_string();
        let is_broken = |argument: &OsString| argument.to_string_lossy().contains(['\n', '\r']);
        if arguments.iter().any(is_broken) {
            // What is quoted could pass for a line of its own.
            let message = escape_terminal(text.trim_end());
            return Self::failed(ExitCode::Unusable, &message, "");
        }
        if !error.use_stderr() {
            return Self::done(text);
        }
        Self {
            stdout: String::new(),
            stderr: escape_lines(&text),
            code: ExitCode::Unusable,
        }
    }

    /// A request to `dwp` that could not be carried out: what is wrong, and what to do.
    #[must_use]
    pub fn failed(code: ExitCode, message: &str, help: &str) -> Self {
        Self::failure_of("dwp", code, message, help)
    }

    /// A request to a tool that could not be carried out: what is wrong, and what to do.
    #[must_use]
    pub fn failure_of(tool: &str, code: ExitCode, message: &str, help: &str) -> Self {
        let mut stderr = format!("{tool}: {}\n", escape_terminal(message));
        if !help.is_empty() {
            stderr += &format!("  help: {}\n", escape_terminal(help));
        }
        Self {
            stdout: String::new(),
            stderr,
            code,
        }
    }

    /// A value printed as JSON, with the code that goes with it.
    #[must_use]
    pub fn json(value: &impl serde::Serialize, code: ExitCode) -> Self {
        let text = serde_json::to_string_pretty(value).unwrap_or_default();
        Self {
            stdout: escape_json(&text).into_owned() + "\n",
            stderr: String::new(),
            code,
        }
    }

    /// Prints both streams, with the credentials in them starred out (P19). A reader that went away is
    /// not an error worth a message.
    #[must_use]
    pub fn print(&self) -> std::process::ExitCode {
        use std::io::Write as _;
        let shown = |text: &str| conceal(text).unwrap_or_else(|| text.to_owned());
        let _ = std::io::stdout()
            .lock()
            .write_all(shown(&self.stdout).as_bytes());
        let _ = std::io::stderr()
            .lock()
            .write_all(shown(&self.stderr).as_bytes());
        std::process::ExitCode::from(self.code.code())
    }
}

/// Each line escaped as by [`escape_terminal`]; the line breaks stay.
#[must_use]
pub(crate) fn escape_lines(text: &str) -> String {
    let lines = text.split('\n').map(escape_terminal);
    lines.collect::<Vec<_>>().join("\n")
}
