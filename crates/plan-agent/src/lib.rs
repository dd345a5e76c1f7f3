#![doc = include_str!("../README.md")]

mod profile;

pub use profile::{Condition, Profile, Unmet, admission};
