//! What stops an operation without judging it: reading and writing that failed, or a value that
//! belongs elsewhere.

use std::fmt;

/// An operation could not be carried out. The plan's files are whole.
#[derive(Debug)]
pub struct Error(Kind);

#[derive(Debug)]
enum Kind {
    Guard(plan_guard::Error),
    Update(plan_update::Error),
    Finalize(plan_verify::finalize::Error),
    Unjudgeable { plan: String, reason: String },
    Misplaced(&'static str),
}

impl Error {
    /// The plan cannot be judged: it is newer than what is supported, or not to be told.
    pub(crate) const fn unjudgeable(plan: String, reason: String) -> Self {
        Self(Kind::Unjudgeable { plan, reason })
    }

    /// What a turn is given is not of its plan, or of another profile.
    pub(crate) const fn misplaced(what: &'static str) -> Self {
        Self(Kind::Misplaced(what))
    }

    /// The stable code, that of the failing layer; `unverified` where the plan cannot be judged, and
    /// `misplaced` where a turn is given what another plan or profile came to.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match &self.0 {
            Kind::Guard(error) => error.code(),
            Kind::Update(error) => error.code(),
            Kind::Finalize(error) => error.code(),
            Kind::Unjudgeable { .. } => "unverified",
            Kind::Misplaced(_) => "misplaced",
        }
    }
}

impl From<plan_guard::Error> for Error {
    fn from(error: plan_guard::Error) -> Self {
        Self(Kind::Guard(error))
    }
}

impl From<plan_update::Error> for Error {
    fn from(error: plan_update::Error) -> Self {
        Self(Kind::Update(error))
    }
}

impl From<plan_verify::finalize::Error> for Error {
    fn from(error: plan_verify::finalize::Error) -> Self {
        Self(Kind::Finalize(error))
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Kind::Guard(error) => error.fmt(f),
            Kind::Update(error) => error.fmt(f),
            Kind::Finalize(error) => error.fmt(f),
            Kind::Unjudgeable { plan, reason } => write!(f, "{plan}: {reason}"),
            Kind::Misplaced(what) => f.write_str(what),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.0 {
            Kind::Guard(error) => Some(error),
            Kind::Update(error) => Some(error),
            Kind::Finalize(error) => Some(error),
            Kind::Unjudgeable { .. } | Kind::Misplaced(_) => None,
        }
    }
}
