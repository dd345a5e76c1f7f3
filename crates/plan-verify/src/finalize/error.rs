//! What stops a publication without judging it: reading and writing that failed.

use std::fmt;
use std::io;

/// Reading or writing failed. The state file is whole, the old one or the new one; where a marker
/// was left, the publication is to be recovered.
#[derive(Debug)]
pub struct Error(Kind);

#[derive(Debug)]
enum Kind {
    Guard(plan_guard::Error),
    Stopped {
        step: &'static str,
        source: io::Error,
    },
    NotTheState(String),
}

impl Error {
    pub(super) const fn stopped(step: &'static str, source: io::Error) -> Self {
        Self(Kind::Stopped { step, source })
    }

    pub(super) fn not_the_state(target: impl Into<String>) -> Self {
        Self(Kind::NotTheState(target.into()))
    }

    /// A stable kebab-case code: that of [`plan_guard::Error::code`], or `lock-of-another-file`
    /// where the lock given is not that of `state.json`.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match &self.0 {
            Kind::Guard(error) => error.code(),
            Kind::Stopped { .. } => "io",
            Kind::NotTheState(_) => "lock-of-another-file",
        }
    }
}

impl From<plan_guard::Error> for Error {
    fn from(error: plan_guard::Error) -> Self {
        Self(Kind::Guard(error))
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Kind::Guard(error) => error.fmt(f),
            Kind::Stopped { step, source } => {
                write!(f, "the publication stopped at {step}: {source}")
            }
            Kind::NotTheState(target) => {
                write!(
                    f,
                    "the lock is that of {target}; publish under the lock of state.json"
                )
            }
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.0 {
            Kind::Guard(error) => Some(error),
            Kind::Stopped { source, .. } => Some(source),
            Kind::NotTheState(_) => None,
        }
    }
}
