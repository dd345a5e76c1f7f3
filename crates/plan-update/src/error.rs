//! What stops an operation without judging it: reading and writing that failed.

use std::fmt;

/// An operation could not be carried out. The state file is whole: the old one or the new one.
#[derive(Debug)]
pub struct Error(Kind);

#[derive(Debug)]
enum Kind {
    Guard(plan_guard::Error),
    Finalize(plan_verify::finalize::Error),
    Edit(plan_markdown::EditError),
    Entry(plan_markdown::view::progress::RenderError),
    Stopped {
        step: &'static str,
        source: std::io::Error,
    },
}

impl Error {
    /// The hook of a test stopped a call before one of its steps.
    pub(crate) const fn stopped(step: &'static str, source: std::io::Error) -> Self {
        Self(Kind::Stopped { step, source })
    }

    /// The stable code, that of the failing layer.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match &self.0 {
            Kind::Guard(error) => error.code(),
            Kind::Finalize(error) => error.code(),
            Kind::Edit(error) => error.code(),
            Kind::Entry(error) => error.code(),
            Kind::Stopped { .. } => "io",
        }
    }
}

impl From<plan_guard::Error> for Error {
    fn from(error: plan_guard::Error) -> Self {
        Self(Kind::Guard(error))
    }
}

impl From<plan_verify::finalize::Error> for Error {
    fn from(error: plan_verify::finalize::Error) -> Self {
        Self(Kind::Finalize(error))
    }
}

impl From<plan_markdown::EditError> for Error {
    fn from(error: plan_markdown::EditError) -> Self {
        Self(Kind::Edit(error))
    }
}

impl From<plan_markdown::view::progress::RenderError> for Error {
    fn from(error: plan_markdown::view::progress::RenderError) -> Self {
        Self(Kind::Entry(error))
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Kind::Guard(error) => error.fmt(f),
            Kind::Finalize(error) => error.fmt(f),
            Kind::Edit(error) => error.fmt(f),
            Kind::Entry(error) => error.fmt(f),
            Kind::Stopped { step, source } => {
                write!(
                    f,
                    "stopped before the step {step} of a write under the lock of state.json: {source}"
                )
            }
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.0 {
            Kind::Guard(error) => Some(error),
            Kind::Finalize(error) => Some(error),
            Kind::Edit(error) => Some(error),
            Kind::Entry(error) => Some(error),
            Kind::Stopped { source, .. } => Some(source),
        }
    }
}
