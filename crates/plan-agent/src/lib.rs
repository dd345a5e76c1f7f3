#![doc = include_str!("../README.md")]

pub mod batch;
pub mod chain;
mod dead_lock;
pub mod decision;
mod error;
pub mod escalation;
mod heartbeat;
pub mod human_gate;
mod items;
mod journal;
mod narrative;
pub mod onboarding;
mod profile;
mod recording;
mod retry;
mod ritual;
pub mod schema;
mod stop;
mod turn;

pub use error::Error;
pub use heartbeat::{Beat, CameTo, Host, Shift, Tried, heartbeat};
pub use journal::{Attempt, Journal, TURNS_FILE, TurnLine};
pub use onboarding::RULES;
pub use profile::{Condition, Profile, Unmet, admission};
pub use recording::{Recording, Unfit, UnfitCode, told};
pub use retry::RetryFault;
pub use ritual::{
    Around, Drifted, Held, Next, NextReport, NextTask, Reanchor, Reconciled, Repair, ResumeReport,
    Resumed, Ritual, Seam, Smoke, SmokeReport, TaskItem, TaskReport, Whereabouts,
};
pub use stop::{Missing, Stop};
pub use turn::{
    BaseFailure, Begun, Done, End, Ended, Ending, LEASE_FILE, Obstacle, Turn, Woken, Work,
};
