//! What can be established about a repository without judgement, before an agent works in it (P20).
//!
//! Everything here is pure over a listing and texts that the caller hands in: nothing is read, run or
//! written, and no file that is there is ever overwritten. What it comes to is a [`Survey`], whose parts
//! are also findings, so that they can be reported like those of a check.

mod agents;
mod archetype;
mod commands;
mod guidance;
mod proposal;
mod report;
mod rules;
mod scripts;

pub use agents::{Agent, AgentKind, KNOWN_AGENTS, KnownAgent, agent};
pub use archetype::{Archetype, ArchetypeHint};
pub use commands::{Command, CommandKind};
pub use guidance::AgentFile;
pub use proposal::{Proposal, STACKS, Stack};
pub use rules::*;

use std::collections::{BTreeMap, BTreeSet};

use schemars::JsonSchema;
use serde::Serialize;

/// A repository as the caller found it.
///
/// Closed: a new member is one more question to the caller.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Repository {
    /// Its name: that of its directory.
    pub name: String,
    /// The files, relative to its root, with `/`; at least those two levels down, and those of skills.
    pub files: BTreeSet<String>,
    /// The texts of those that [`is_wanted`] names, by file.
    pub texts: BTreeMap<String, String>,
    /// The symbolic links, with what they point at.
    pub links: BTreeMap<String, String>,
    /// The directories directly in it that are repositories of their own.
    pub nested: BTreeSet<String>,
    /// Whether git ignores `.dwp/`; `None` where there is no git to ask.
    pub ignores_dwp: Option<bool>,
}

impl Repository {
    fn text(&self, file: &str) -> Option<&str> {
        self.texts.get(file).map(String::as_str)
    }

    fn has(&self, file: &str) -> bool {
        self.files.contains(file) || self.links.contains_key(file)
    }

    /// The first of these files that is there.
    fn first<'f>(&self, files: &[&'f str]) -> Option<&'f str> {
        files.iter().copied().find(|file| self.has(file))
    }

    /// A file directly in the repository whose name ends so.
    fn ending(&self, end: &str) -> Option<&str> {
        let mut top = self.files.iter().filter(|file| !file.contains('/'));
        top.find(|file| file.ends_with(end)).map(String::as_str)
    }
}

/// Whether the text of a file is looked at.
#[must_use]
pub fn is_wanted(file: &str) -> bool {
    file == archetype::SUBMODULES
        || commands::MANIFESTS.contains(&file)
        || guidance::is_guidance(file)
}

/// What is established about a repository (P20).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Survey {
    /// What kind of repository it looks like, and why; null where nothing tells.
    pub archetype: Option<ArchetypeHint>,
    /// The commands that its manifests declare, in the order of the files.
    pub commands: Vec<Command>,
    /// The files that configure agents; they are reconciled, never overwritten.
    pub agent_files: Vec<AgentFile>,
    /// Whether there is an `AGENTS.md`.
    pub agents_md: bool,
    /// The skills at hand, as the files that describe them.
    pub skills: Vec<String>,
    /// The agents at hand that are defined in the repository, likewise.
    pub agents: Vec<String>,
    /// Whether git ignores `.dwp/`; null where there is no git.
    pub ignores_dwp: Option<bool>,
    /// What is proposed for the stack where no test or lint tool was found.
    pub proposal: Option<Proposal>,
    /// Manifests that cannot be read, with what is wrong.
    pub unreadable: Vec<Unreadable>,
}

/// A manifest that cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Unreadable {
    /// The file.
    pub file: String,
    /// What is wrong.
    pub reason: String,
}

impl Survey {
    /// Surveys a repository.
    ///
    /// ```
    /// use plan_agent::onboarding::{CommandKind, Repository, Survey};
    ///
    /// let mut repository = Repository::default();
    /// repository.files.insert("Cargo.toml".into());
    /// repository.texts.insert("Cargo.toml".into(), "[workspace]\nmembers = []\n".into());
    /// let survey = Survey::of(&repository);
    /// let test = survey.command(CommandKind::Test).map(|command| command.line.as_str());
    /// assert_eq!(test, Some("cargo test --workspace"));
    /// ```
    #[must_use]
    pub fn of(repository: &Repository) -> Self {
        let (commands, unreadable) = commands::found(repository);
        let described = |part: &str, is: fn(&str) -> bool| -> Vec<String> {
            let inside = |file: &&String| file.split('/').rev().skip(1).any(|dir| dir == part);
            let files = repository.files.iter().filter(inside);
            files.filter(|file| is(file)).cloned().collect()
        };
        Self {
            archetype: archetype::hint(repository),
            proposal: proposal::of(repository, &commands),
            commands,
            agent_files: guidance::agent_files(repository),
            agents_md: repository.has(guidance::AGENTS_MD),
            skills: described("skills", |file| file.ends_with("/SKILL.md")),
            agents: described("agents", |file| {
                file.starts_with('.') && file.ends_with(".md")
            }),
            ignores_dwp: repository.ignores_dwp,
            unreadable,
        }
    }

    /// The first command of a kind.
    #[must_use]
    pub fn command(&self, kind: CommandKind) -> Option<&Command> {
        self.commands.iter().find(|command| command.kind == kind)
    }
}
