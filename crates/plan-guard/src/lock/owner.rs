//! The owner's record in a lock directory, `owner.json`: who holds the lock, for people and tools.

use serde::{Deserialize, Serialize};

use crate::nonce::Nonce;
use crate::process::Process;

/// Who holds a lock, as its directory says (D8). Text in it is as another process wrote it: escape
/// it before it goes to a terminal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Owner {
    /// Process id.
    pub pid: u32,
    /// Name of the machine.
    pub host: String,
    /// What tells this boot of the machine from others, where the system has it.
    #[serde(default)]
    pub boot_id: Option<String>,
    /// When the process started, RFC 3339.
    pub started_at: String,
    /// What the process does.
    #[serde(default)]
    pub command: String,
    /// What the lock is known by: breaking it names this.
    pub nonce: String,
    /// Start of the process in clock ticks since boot, where the system tells.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start_ticks: Option<u64>,
}

impl Owner {
    pub(crate) fn of(process: &Process, nonce: Nonce) -> Self {
        Self {
            pid: process.pid,
            host: process.host.clone(),
            boot_id: process.boot_id.clone(),
            started_at: process.started_at.clone(),
            command: process.command.clone(),
            nonce: nonce.to_string(),
            start_ticks: process.start_ticks,
        }
    }

    /// Reads a record; unknown members are let through, anything else amiss is no record.
    pub(crate) fn from_json(bytes: &[u8]) -> Option<Self> {
        serde_json::from_slice(bytes).ok()
    }

    pub(crate) fn to_json(&self) -> Vec<u8> {
        let mut bytes = serde_json::to_vec_pretty(self).unwrap_or_default();
        bytes.push(b'\n');
        bytes
    }

    /// Whether the record is of this very process.
    pub(crate) fn is(&self, process: &Process) -> bool {
        self.pid == process.pid
            && self.host == process.host
            && self.boot_id == process.boot_id
            && (self.start_ticks == process.start_ticks
                || self.start_ticks.is_none()
                || process.start_ticks.is_none())
    }
}
