//! Known agents, as data (P20).

use schemars::JsonSchema;
use serde::Serialize;

use crate::Profile;

/// Whether somebody sits beside an agent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum AgentKind {
    /// A coding agent with a person in the session.
    Interactive,
    /// A platform that runs for long and takes scheduled turns.
    Autonomous,
}

/// An agent that is known by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct KnownAgent {
    /// Its name, in small letters and hyphens.
    pub name: &'static str,
    /// Its kind.
    pub kind: AgentKind,
    /// The files of a repository that configure it, the first being the one to create.
    pub files: &'static [&'static str],
}

const fn interactive(name: &'static str, files: &'static [&'static str]) -> KnownAgent {
    KnownAgent {
        name,
        kind: AgentKind::Interactive,
        files,
    }
}

const fn autonomous(name: &'static str, files: &'static [&'static str]) -> KnownAgent {
    KnownAgent {
        name,
        kind: AgentKind::Autonomous,
        files,
    }
}

/// The agents that are known. Others are as welcome: see [`agent`].
pub const KNOWN_AGENTS: &[KnownAgent] = &[
    interactive("claude-code", &["CLAUDE.md", ".claude/CLAUDE.md"]),
    interactive("codex", &["AGENTS.md"]),
    interactive("cursor", &[".cursor/rules/agents.mdc", ".cursorrules"]),
    interactive("gemini-cli", &["GEMINI.md"]),
    interactive("github-copilot", &[".github/copilot-instructions.md"]),
    interactive("windsurf", &[".windsurf/rules/agents.md", ".windsurfrules"]),
    interactive("opencode", &["AGENTS.md"]),
    interactive("cline", &[".clinerules"]),
    interactive("roo-code", &[".roorules"]),
    interactive("junie", &[".junie/guidelines.md"]),
    interactive("aider", &["CONVENTIONS.md"]),
    interactive("zed", &[".rules"]),
    interactive("amp", &["AGENT.md"]),
    interactive("qwen-code", &["QWEN.md"]),
    autonomous("openclaw", &["AGENTS.md"]),
    autonomous("hermes", &["AGENTS.md"]),
];

/// An agent by its name, known or not.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Agent {
    /// The name as given.
    pub name: String,
    /// Its kind; interactive where it is not known.
    pub kind: AgentKind,
    /// The file that configures it; `None` where it is not known.
    pub file: Option<&'static str>,
}

impl Agent {
    /// The profile that it runs under unless told otherwise: autonomous agents run unattended (P1).
    #[must_use]
    pub const fn default_profile(&self) -> Profile {
        match self.kind {
            AgentKind::Interactive => Profile::Interactive,
            AgentKind::Autonomous => Profile::Unattended,
        }
    }
}

/// The agent of a name. Every name is accepted: whatever reads Markdown and calls tools can follow the
/// protocol. Letter case, spaces and underscores mean nothing.
///
/// ```
/// use plan_agent::Profile;
/// use plan_agent::onboarding::agent;
///
/// assert_eq!(agent("Hermes").default_profile(), Profile::Unattended);
/// assert_eq!(agent("Claude Code").file, Some("CLAUDE.md"));
/// assert_eq!(agent("my-agent").default_profile(), Profile::Interactive);
/// ```
#[must_use]
pub fn agent(name: &str) -> Agent {
    let key = name.trim().to_lowercase().replace([' ', '_'], "-");
    let known = KNOWN_AGENTS.iter().find(|known| known.name == key);
    Agent {
        name: name.to_owned(),
        kind: known.map_or(AgentKind::Interactive, |known| known.kind),
        file: known.and_then(|known| known.files.first().copied()),
    }
}
