#![doc = include_str!("../README.md")]

pub mod approval_record;
mod check;
mod facts;
mod files;
pub mod finalize;
pub mod fingerprint;
pub mod human_approval;
mod parallel;
pub mod receipt;
pub mod rules;
pub mod schema;
pub mod security_review;
pub mod status;
pub mod view;

pub use check::{check, check_view};
pub use facts::{Facts, Git};
pub use files::{FileContent, FileProblem, PlanFiles, task_file_number};
pub use finalize::CompletedCandidate;
pub use rules::RULES;
pub use view::{PlanView, Stage};
