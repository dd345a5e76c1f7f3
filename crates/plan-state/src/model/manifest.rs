//! The manifest: what a plan is, written once (A5, B2).

use crate::members::Members;
use crate::nullable::Nullable;
use crate::timestamp::Timestamp;
use crate::vocabulary::{Archetype, Format, Rigor};
use crate::{Generation, limits};

/// A manifest whose shape is valid in its generation.
///
/// Closed: the members are the document's (B2).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Manifest {
    /// The generation that its schema URL names.
    pub generation: Generation,
    /// The version of the specification, such as `5.0.0`.
    pub spec_version: String,
    /// The plan's name, which is its directory's.
    pub name: String,
    /// What it is about; at most 200 code points in v1.
    pub title: Option<String>,
    /// The workspace it is for.
    pub archetype: Archetype,
    /// The ceremony it asks for.
    pub rigor: Rigor,
    /// The representation chosen at creation; present in all generations but v1.
    pub plan_format: Option<Format>,
    /// When it was created.
    pub created_at: Timestamp,
    /// Who created it.
    pub created_by: Option<Actor>,
    /// Free labels; in v1 at most 20 of at most 50 code points.
    pub tags: Option<Vec<String>>,
    /// How many tasks were intended at creation; the state counts what there is (C2).
    pub task_count: u64,
    /// The plan above it, `{repo}:{plan}`.
    pub parent_plan: Nullable<String>,
    /// Members that the generation does not name (B8).
    pub extra: Members,
}

/// An agent and its model, each at most 100 code points where the generation limits them.
///
/// Closed: the members are the document's (B3).
#[derive(Debug, Clone, PartialEq, Eq, Default, serde::Serialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Actor {
    /// The agent's display name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String", length(max = limits::ACTOR))]
    pub agent: Option<String>,
    /// The model's name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String", length(max = limits::ACTOR))]
    pub model: Option<String>,
}
