//! Why an update was not made: one stable code a reason, each with its remedy (D3).

mod code;

pub use code::RefusalCode;

/// A refusal: nothing was written, and why.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
#[must_use]
#[non_exhaustive]
pub struct Refusal {
    /// The reason.
    pub code: RefusalCode,
    /// What is wrong, in one sentence that names the values concerned.
    pub message: String,
    /// What to do.
    pub help: String,
    /// The commands that fall short, where evidence is the reason.
    pub commands: Vec<String>,
}

impl Refusal {
    /// A refusal that concerns no command.
    pub fn new(code: RefusalCode, message: impl Into<String>, help: impl Into<String>) -> Self {
        Self {
            code,
            message: message.into(),
            help: help.into(),
            commands: Vec::new(),
        }
    }

    /// The same refusal with the commands that fall short.
    pub(crate) fn with_commands(mut self, commands: Vec<String>) -> Self {
        self.commands = commands;
        self
    }
}

/// Task numbers as prose: `1`, `1 and 2`, `1, 2 and 3`.
pub(crate) fn list(tasks: &[u64]) -> String {
    let words: Vec<String> = tasks.iter().map(u64::to_string).collect();
    match words.split_last() {
        None => String::new(),
        Some((last, [])) => last.clone(),
        Some((last, before)) => format!("{} and {last}", before.join(", ")),
    }
}
