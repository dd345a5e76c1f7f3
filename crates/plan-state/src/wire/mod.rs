//! The documents as they are written: member order, and the types the schemas come from.

pub(crate) mod v1;
pub(crate) mod v2;

use crate::model::{Locator, Promotion};
use crate::nullable::Nullable;
use crate::pattern;
use crate::vocabulary::PromotionPhase;

/// A locator as written since v2.
#[derive(serde::Serialize, schemars::JsonSchema)]
#[serde(
    tag = "kind",
    content = "value",
    rename_all = "lowercase",
    deny_unknown_fields
)]
#[schemars(rename = "Locator")]
pub(crate) enum LocatorWire<'a> {
    /// The name of a task file.
    File(#[schemars(regex(pattern = pattern::TASK_FILE.expression))] &'a str),
    /// An anchor in the README.
    Inline(#[schemars(regex(pattern = pattern::ANCHOR.expression))] &'a str),
}

impl<'a> From<&'a Locator> for LocatorWire<'a> {
    fn from(locator: &'a Locator) -> Self {
        match locator {
            Locator::File(name) => Self::File(name),
            Locator::Inline(anchor) => Self::Inline(anchor),
        }
    }
}

/// The only origin of a promotion.
#[derive(serde::Serialize, schemars::JsonSchema)]
#[schemars(inline)]
pub(crate) enum Lite {
    #[serde(rename = "lite")]
    Lite,
}

/// The only destination of a promotion.
#[derive(serde::Serialize, schemars::JsonSchema)]
#[schemars(inline)]
pub(crate) enum Full {
    #[serde(rename = "full")]
    Full,
}

/// A promotion as written.
#[derive(serde::Serialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Promotion")]
pub(crate) struct PromotionWire<'a> {
    from: Lite,
    to: Full,
    phase: PromotionPhase,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Vec<String>", inner(regex(pattern = pattern::TASK_FILE.expression)))]
    tasks: Option<&'a [String]>,
}

impl<'a> From<&'a Promotion> for PromotionWire<'a> {
    fn from(promotion: &'a Promotion) -> Self {
        Self {
            from: Lite::Lite,
            to: Full::Full,
            phase: promotion.phase,
            tasks: promotion.tasks.as_deref(),
        }
    }
}

/// An agent and its model without limits, as v2 and v5 manifests have them.
#[derive(serde::Serialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Creator")]
pub(crate) struct CreatorWire<'a> {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    agent: Option<&'a str>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    model: Option<&'a str>,
}

impl<'a> From<&'a crate::Actor> for CreatorWire<'a> {
    fn from(actor: &'a crate::Actor) -> Self {
        Self {
            agent: actor.agent.as_deref(),
            model: actor.model.as_deref(),
        }
    }
}

/// `absent` for a member that is not written.
pub(crate) const fn absent<T>(value: &Nullable<T>) -> bool {
    value.is_absent()
}

/// The value of the member `schema`; the schema of a generation narrows it to its URL.
pub(crate) type SchemaUrl = &'static str;
