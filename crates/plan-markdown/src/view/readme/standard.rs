//! The standard that a README declares: `**Standard:** DWP spec 5.0.0 (migrated from …)`.

use super::metadata::Property;
use crate::Document;
use crate::view::rules::STANDARD_UNREADABLE;
use crate::view::spanned::{Spanned, trim};
use crate::view::words::{is_dash, strip_word};
use plan_diagnostics::{Finding, Location, Span};
use std::fmt;

/// A version of the standard, `MAJOR.MINOR.PATCH`.
///
/// Closed: a version has three numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Version {
    /// The first number.
    pub major: u64,
    /// The second number.
    pub minor: u64,
    /// The third number.
    pub patch: u64,
}

impl Version {
    /// Reads three numbers with full stops between them, and nothing else.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let mut parts = text.split('.').map(|part| {
            let digits = !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
            digits.then(|| part.parse().ok()).flatten()
        });
        let version = Self {
            major: parts.next()??,
            minor: parts.next()??,
            patch: parts.next()??,
        };
        parts.next().is_none().then_some(version)
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}", self.major, self.minor, self.patch)
    }
}

/// A declared migration of a plan from an older version of the standard (H5).
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Migrated {
    /// The version migrated from.
    pub from: Spanned<Version>,
    /// The date, as written.
    pub on: Spanned<String>,
    /// The reason, where one is given.
    pub reason: Option<Spanned<String>>,
}

/// The line that declares the standard.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Standard {
    /// A version in the form that the standard asks for. Whether it is a supported one is for the
    /// rules.
    Declared {
        /// The version.
        version: Spanned<Version>,
        /// The migration, where the line declares one.
        migrated: Option<Migrated>,
    },
    /// Any other text.
    Other(Spanned<String>),
}

impl Standard {
    /// The version, where the line has the form that the standard asks for.
    #[must_use]
    pub fn version(&self) -> Option<Version> {
        match self {
            Self::Declared { version, .. } => Some(version.value),
            Self::Other(_) => None,
        }
    }

    /// The migration that the line declares.
    #[must_use]
    pub fn migrated(&self) -> Option<&Migrated> {
        match self {
            Self::Declared { migrated, .. } => migrated.as_ref(),
            Self::Other(_) => None,
        }
    }
}

pub(super) fn read(
    document: &Document,
    line: Option<&Property>,
    findings: &mut Vec<Finding>,
) -> Option<Standard> {
    let line = line?;
    Some(declared(document, line.value.span).unwrap_or_else(|| {
        findings.push(
            Finding::new(
                &STANDARD_UNREADABLE,
                Location::span(document.file(), line.span),
                format!("the standard is declared as `{}`", line.value.value),
            )
            .with_help("write `**Standard:** DWP spec X.Y.Z`, or `… (migrated from A.B.C on DATE — reason)`"),
        );
        Standard::Other(line.value.clone())
    }))
}

fn declared(document: &Document, value: Span) -> Option<Standard> {
    let text = document.text();
    let rest = strip_word(value.of(text), "DWP spec ")?.trim_start();
    let length = rest
        .find(|c: char| c.is_whitespace() || c == '(')
        .unwrap_or(rest.len());
    let at = value.end - rest.len();
    let length = rest[..length].trim_end_matches('.').len();
    let version = Span::new(at, at + length);
    let number = Version::parse(version.of(text))?;
    let rest = trim(text, Span::new(version.end, value.end));
    let migrated = match rest.of(text) {
        "" | "." => None,
        _ => Some(migrated(document, rest)?),
    };
    Some(Standard::Declared {
        version: Spanned::new(number, version),
        migrated,
    })
}

/// `(migrated from A.B.C on DATE — reason)`.
fn migrated(document: &Document, span: Span) -> Option<Migrated> {
    let text = document.text();
    let inner = span
        .of(text)
        .trim_end_matches('.')
        .strip_prefix('(')?
        .strip_suffix(')')?;
    let start = span.start + 1;
    let end = start + inner.len();
    let rest = strip_word(inner, "migrated from ")?;
    let from = end - rest.len();
    let (version, tail) = rest.split_once(" on ")?;
    let on = end - tail.len();
    let cut = tail.find(|c: char| c.is_whitespace()).unwrap_or(tail.len());
    let behind = tail[cut..]
        .trim_start_matches(|c: char| c.is_whitespace() || is_dash(c) || c == ':' || c == ',');
    let reason = trim(text, Span::new(end - behind.len(), end));
    Some(Migrated {
        from: Spanned::new(
            Version::parse(version.trim())?,
            Span::new(from, from + version.len()),
        ),
        on: Spanned::slice(document, Span::new(on, on + cut)),
        reason: (!reason.is_empty()).then(|| Spanned::slice(document, reason)),
    })
}
