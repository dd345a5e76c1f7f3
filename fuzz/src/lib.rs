//! What is fuzzed: functions that take any bytes and assert what must hold for them.
//!
//! Each is a plain function without libFuzzer, so that the seeds and every input that once failed are
//! replayed by an ordinary test of the workspace.

mod claims;
mod evidence;
mod files;
mod frontmatter;
mod markdown;
pub mod mutate;
mod plan;
mod plans;
mod queue;
mod state;

/// A target: its name, which is that of its folder of seeds, and the function.
pub type Target = (&'static str, fn(&[u8]));

/// Every target.
pub const TARGETS: [Target; 9] = [
    ("evidence", evidence::run),
    ("frontmatter", frontmatter::run),
    ("markdown_edit", markdown::edit),
    ("markdown_parse", markdown::parse),
    ("plan_check", plan::run),
    ("queue_check", queue::run),
    ("queue_claims", claims::run),
    ("queue_plans", plans::run),
    ("state_json", state::run),
];

/// Runs one target, for libFuzzer.
///
/// # Panics
///
/// Where something does not hold, or there is no such target.
pub fn run(target: &str, data: &[u8]) {
    let found = TARGETS.iter().find(|(name, _)| *name == target);
    assert!(found.is_some(), "there is no target {target}");
    if let Some((_, body)) = found {
        body(data);
    }
}
