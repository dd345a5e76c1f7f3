//! Publishing a completed plan: only from a candidate, only after everything was checked.

mod candidate;

pub use candidate::CompletedCandidate;
