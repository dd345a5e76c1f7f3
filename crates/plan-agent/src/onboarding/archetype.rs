//! What kind of repository it looks like: a hint, with its reason (P20).

use schemars::JsonSchema;
use serde::Serialize;

use super::Repository;
use super::commands::MANIFESTS;

/// The kinds of repository, in the words of the manifest.
///
/// Closed: the words are the manifest's (B2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Archetype {
    /// One code base.
    Individual,
    /// A place from which several repositories are worked on.
    OrchestratorHub,
    /// The workspace of an agent that lives in it.
    AgentWorkspace,
}

impl Archetype {
    /// The word that a manifest has for it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Individual => "individual",
            Self::OrchestratorHub => "orchestrator-hub",
            Self::AgentWorkspace => "agent-workspace",
        }
    }
}

/// What a repository looks like, and what makes it look so. It is for the agent to judge.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct ArchetypeHint {
    /// The kind.
    pub archetype: Archetype,
    /// What tells.
    pub because: String,
    /// The file that tells, where it is one.
    pub file: Option<String>,
}

/// Where git lists submodules.
pub(super) const SUBMODULES: &str = ".gitmodules";

/// Files that agents keep where they live.
const OF_AGENTS: [&str; 5] = [
    "SOUL.md",
    "HEARTBEAT.md",
    "IDENTITY.md",
    "MEMORY.md",
    "TOOLS.md",
];

pub(super) fn hint(repository: &Repository) -> Option<ArchetypeHint> {
    let hint = |archetype, because: String, file: Option<&str>| {
        Some(ArchetypeHint {
            archetype,
            because,
            file: file.map(str::to_owned),
        })
    };
    let living: Vec<&str> = OF_AGENTS
        .into_iter()
        .filter(|file| repository.has(file))
        .collect();
    if let [first, _, ..] = living.as_slice() {
        let because = format!("it has {}", living.join(" and "));
        return hint(Archetype::AgentWorkspace, because, Some(first));
    }
    if repository.nested.len() > 1 {
        let because = format!("it holds {} repositories", repository.nested.len());
        return hint(Archetype::OrchestratorHub, because, None);
    }
    let modules = repository.text(SUBMODULES).unwrap_or_default();
    let modules = modules
        .lines()
        .filter(|line| line.trim_start().starts_with("[submodule"));
    let count = modules.count();
    if count > 1 {
        let because = format!("it has {count} submodules");
        return hint(Archetype::OrchestratorHub, because, Some(SUBMODULES));
    }
    let manifest = repository.first(&MANIFESTS)?;
    hint(
        Archetype::Individual,
        format!("it has a {manifest}"),
        Some(manifest),
    )
}
