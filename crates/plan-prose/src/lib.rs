//! What free text admits: evidence, placeholders, approvals, credential shapes.

#![doc = include_str!("../README.md")]

pub mod approval;
pub mod credential;
pub mod evidence;
mod language;
mod line;
pub mod placeholder;
mod token;

pub use line::single_line;
