//! Manifest and state of a plan: types, schemas, contract, amendments, projection, drift.
#![doc = include_str!("../README.md")]

pub mod amendment;
pub mod contract;
mod decode;
pub mod drift;
mod gates;
mod generation;
pub mod json;
pub mod limits;
mod members;
mod model;
mod nullable;
mod pair;
mod pattern;
mod projection;
mod reading;
pub mod rules;
pub mod schema;
mod state;
mod timestamp;
mod vocabulary;
mod wire;
mod write;

pub use decode::{read_gate, read_manifest, read_state};
pub use gates::{counted_records, gate_passes, is_withdrawn, latest_positions, latest_records};
pub use generation::Generation;
pub use limits::Limits;
pub use members::{Members, RawJson};
pub use model::{
    Actor, Blocked, Checkpoint, Gate, Locator, Manifest, Outcome, Promotion, RawState, Task,
};
pub use nullable::Nullable;
pub use pair::pair;
pub use pattern::{is_plan_name, split_task_file};
pub use projection::{ProjectedTask, Projection};
pub use reading::Reading;
pub use rules::RULES;
pub use state::{BrokenState, State};
pub use timestamp::{Timestamp, TimestampError};
pub use vocabulary::{
    Approval, Archetype, Format, Materialization, PlanStatus, PromotionPhase, Rigor, TaskStatus,
};
