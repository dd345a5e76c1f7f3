//! The risk class of a touched surface (E12).

use crate::Document;
use crate::view::label;
use crate::view::rules::RISK_CLASS_UNREADABLE;
use crate::view::spanned::Spanned;
use crate::view::words::key;
use plan_diagnostics::{Finding, Location, Span};

/// How far a task's changes reach.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum RiskClass {
    /// `isolated`
    Isolated,
    /// `seam`
    Seam,
    /// `shared/core`
    SharedCore,
    /// `unknown`
    Unknown,
    /// `not applicable`
    NotApplicable,
}

impl RiskClass {
    const ALL: [Self; 5] = [
        Self::Isolated,
        Self::Seam,
        Self::SharedCore,
        Self::Unknown,
        Self::NotApplicable,
    ];

    /// The word for it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Isolated => "isolated",
            Self::Seam => "seam",
            Self::SharedCore => "shared/core",
            Self::Unknown => "unknown",
            Self::NotApplicable => "not applicable",
        }
    }
}

/// The class that a touched surface gives: behind a label such as `Risk class:`, or as the only
/// class named in it. A label with another value, or with several classes, is reported.
pub(super) fn read(
    document: &Document,
    body: Span,
    findings: &mut Vec<Finding>,
) -> Option<Spanned<RiskClass>> {
    let text = document.text();
    let lines = label::lines(document, body);
    let labelled = lines.iter().find(|line| {
        let name = key(line.name.of(text));
        matches!(
            name.as_str(),
            "risk class" | "risk" | "class" | "risk level" | "clase de riesgo" | "riesgo"
        )
    });
    let Some(line) = labelled else {
        let mut named = classes(document, body);
        return if named.len() == 1 { named.pop() } else { None };
    };
    let mut named = classes(document, line.value);
    if named.len() == 1 {
        return named.pop();
    }
    let value = document.slice(line.value);
    let message = match named.len() {
        0 => format!("the risk class is given as `{value}`"),
        _ => format!("the risk class is given as several: `{value}`"),
    };
    let finding = Finding::new(
        &RISK_CLASS_UNREADABLE,
        Location::span(document.file(), line.span),
        message,
    );
    findings.push(
        finding.with_help("write one of isolated, seam, shared/core, unknown, not applicable"),
    );
    None
}

/// The classes named in the content of a range, each once.
fn classes(document: &Document, within: Span) -> Vec<Spanned<RiskClass>> {
    let mut found: Vec<Spanned<RiskClass>> = Vec::new();
    for line in document.content_lines(within) {
        let text = document.slice(line).to_ascii_lowercase();
        for class in RiskClass::ALL {
            let word = class.as_str();
            for (at, _) in text.match_indices(word) {
                let span = Span::new(line.start + at, line.start + at + word.len());
                if stands_alone(&text, at, word.len())
                    && found.iter().all(|known| known.value != class)
                {
                    found.push(Spanned::new(class, span));
                }
            }
        }
    }
    found.retain(|class| within.contains(class.span));
    found
}

fn stands_alone(text: &str, at: usize, length: usize) -> bool {
    let joins = |c: char| c.is_alphanumeric() || matches!(c, '/' | '_' | '-');
    !text[..at].ends_with(joins) && !text[at + length..].starts_with(joins)
}
