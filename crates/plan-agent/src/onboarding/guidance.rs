//! AGENTS.md, and the files of single agents beside it (P20).

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::Serialize;

use super::Repository;
use super::agents::KNOWN_AGENTS;

/// The one source of a repository's conventions for agents.
pub(super) const AGENTS_MD: &str = "AGENTS.md";

/// How many lines of AGENTS.md may stand in another file by chance.
const BY_CHANCE: usize = 2;

/// The least length of a line that is worth comparing, in code points: shorter ones are headings and
/// commands that any file may have.
const TELLING: usize = 25;

/// A file that configures one agent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct AgentFile {
    /// The agent.
    pub agent: String,
    /// The file.
    pub file: String,
    /// Whether it refers to AGENTS.md, or is a link to it.
    pub refers: bool,
    /// How many lines of AGENTS.md it repeats; none where that is no more than chance.
    pub repeats: usize,
}

/// Whether the text of a file is needed to tell.
pub(super) fn is_guidance(file: &str) -> bool {
    file == AGENTS_MD || KNOWN_AGENTS.iter().any(|agent| agent.files.contains(&file))
}

/// The files of single agents; AGENTS.md itself is nobody's own.
pub(super) fn agent_files(repository: &Repository) -> Vec<AgentFile> {
    let shared: BTreeSet<&str> = telling(repository.text(AGENTS_MD).unwrap_or_default()).collect();
    let own = KNOWN_AGENTS.iter().flat_map(|agent| {
        let files = agent.files.iter().filter(|file| **file != AGENTS_MD);
        files.map(move |file| (agent.name, *file))
    });
    own.filter(|(_, file)| repository.has(file))
        .map(|(agent, file)| {
            let link = repository.links.get(file);
            let is_link = link.is_some_and(|target| target.ends_with(AGENTS_MD));
            let text = repository
                .text(file)
                .filter(|_| !is_link)
                .unwrap_or_default();
            let repeated: BTreeSet<&str> =
                telling(text).filter(|line| shared.contains(line)).collect();
            AgentFile {
                agent: agent.to_owned(),
                file: file.to_owned(),
                refers: is_link || text.contains(AGENTS_MD),
                repeats: if repeated.len() > BY_CHANCE {
                    repeated.len()
                } else {
                    0
                },
            }
        })
        .collect()
}

/// The lines of a text that say enough to be compared.
fn telling(text: &str) -> impl Iterator<Item = &str> {
    let lines = text.lines().map(str::trim);
    lines.filter(|line| line.chars().count() >= TELLING && !line.starts_with('#'))
}
