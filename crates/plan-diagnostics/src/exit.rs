//! Exit codes, one enum for every binary of the workspace.

use crate::{Report, Verdict};

/// How a process ends, for scripts to rely on.
///
/// Closed: scripts rely on these four.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum ExitCode {
    /// Done, or clean: advisories at most.
    Clean = 0,
    /// Findings that must be fixed, or a request that was refused.
    Findings = 1,
    /// A usage error, or something that could not be judged.
    Unusable = 2,
    /// A conflict that is worth a retry: a lock held, a stale snapshot.
    Conflict = 3,
}

impl ExitCode {
    /// A request that was refused: the same code as [`ExitCode::Findings`].
    pub const REFUSED: Self = Self::Findings;

    /// The number that the process exits with.
    #[must_use]
    pub const fn code(self) -> u8 {
        self as u8
    }

    /// The code for several reports: one that could not be judged wins over one with findings, and
    /// that over clean ones.
    #[must_use]
    pub fn of(reports: &[Report]) -> Self {
        let any = |verdict| reports.iter().any(|report| report.verdict() == verdict);
        if any(Verdict::Unverified) {
            Self::Unusable
        } else if any(Verdict::Findings) {
            Self::Findings
        } else {
            Self::Clean
        }
    }
}

impl From<ExitCode> for std::process::ExitCode {
    fn from(code: ExitCode) -> Self {
        Self::from(code.code())
    }
}
