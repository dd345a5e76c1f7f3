#![doc = include_str!("../README.md")]

mod dead_lock;
mod error;
mod journal;
mod narrative;
mod profile;
mod retry;
mod ritual;
mod stop;
mod turn;

pub use error::Error;
pub use journal::{Attempt, Journal, TURNS_FILE, TurnLine};
pub use profile::{Condition, Profile, Unmet, admission};
pub use retry::RetryFault;
pub use ritual::{
    Around, Drifted, Held, Next, NextReport, NextTask, Reanchor, Reconciled, Repair, ResumeReport,
    Resumed, Ritual, Seam, Smoke, SmokeReport, TaskItem, TaskReport, Whereabouts,
};
pub use stop::{Missing, Stop};
pub use turn::{
    BaseFailure, Begun, Done, End, Ended, Ending, LEASE_FILE, Obstacle, Turn, Woken, Work,
};
