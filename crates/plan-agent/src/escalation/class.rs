//! The classes of critical questions, an open list (P13).

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The class of an escalation: why a question is not the agent's to decide (P13). The list is open:
/// a word that is none of these is a class of its own.
///
/// ```
/// use plan_agent::escalation::Class;
///
/// assert_eq!(Class::parse("c2"), Some(Class::Credential));
/// assert_eq!(Class::parse("billing").map(|class| class.to_string()), Some("billing".into()));
/// assert_eq!(Class::parse(" "), None);
/// ```
#[derive(
    Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(into = "String", try_from = "String")]
#[schemars(with = "String")]
#[non_exhaustive]
pub enum Class {
    /// C1: destructive or irreversible.
    Destructive,
    /// C2: a credential or access.
    Credential,
    /// C3: the developer's literal words against the recommendation, and nothing that can be undone.
    LiteralWords,
    /// C4: outward-facing: to publish, deploy, message or pay.
    Outward,
    /// C5: a change of scope or of acceptance.
    Scope,
    /// C6: security exposure.
    Security,
    /// C7: a named human gate.
    HumanGate,
    /// Another one, by its word.
    Other(String),
}

impl Class {
    /// The classes that have a number, in its order.
    pub const NUMBERED: [Self; 7] = [
        Self::Destructive,
        Self::Credential,
        Self::LiteralWords,
        Self::Outward,
        Self::Scope,
        Self::Security,
        Self::HumanGate,
    ];

    /// The class of a word: its number in either letter case, else a word of letters, digits and
    /// hyphens. `None` for what names no class.
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        let word = word.trim();
        let known = Self::NUMBERED.into_iter();
        let mut known = known.filter(|class| class.as_str().eq_ignore_ascii_case(word));
        let is_word = !word.is_empty() && word.chars().all(|c| c.is_alphanumeric() || c == '-');
        known
            .next()
            .or_else(|| is_word.then(|| Self::Other(word.to_owned())))
    }

    /// `C1` to `C7`, or the word of another class.
    #[must_use]
    pub fn as_str(&self) -> &str {
        match self {
            Self::Destructive => "C1",
            Self::Credential => "C2",
            Self::LiteralWords => "C3",
            Self::Outward => "C4",
            Self::Scope => "C5",
            Self::Security => "C6",
            Self::HumanGate => "C7",
            Self::Other(word) => word,
        }
    }

    /// What it is about, in a few words; `None` where only its word is known.
    #[must_use]
    pub const fn about(&self) -> Option<&'static str> {
        Some(match self {
            Self::Destructive => "destructive or irreversible",
            Self::Credential => "a credential or access",
            Self::LiteralWords => "the developer's literal words against the recommendation",
            Self::Outward => "outward-facing: publish, deploy, message, pay",
            Self::Scope => "a change of scope or of acceptance",
            Self::Security => "security exposure",
            Self::HumanGate => "a named human gate",
            Self::Other(_) => return None,
        })
    }
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl From<Class> for String {
    fn from(class: Class) -> Self {
        class.as_str().to_owned()
    }
}

impl TryFrom<String> for Class {
    type Error = String;

    fn try_from(word: String) -> Result<Self, String> {
        Self::parse(&word).ok_or_else(|| format!("`{word}` is no word for a class"))
    }
}
