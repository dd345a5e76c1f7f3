//! What every error and every value has to be, so that callers can carry it anywhere: held by the
//! compiler, and listed here.

use std::error::Error;

use crate::files::{below, crates, read};

fn is_error<T: Error + Send + Sync + 'static>() -> &'static str {
    std::any::type_name::<T>()
}

fn goes_to_threads<T: Send + Sync>() {}

/// Every error type of the libraries.
fn errors() -> Vec<&'static str> {
    vec![
        is_error::<plan_agent::Error>(),
        is_error::<plan_agent::Unfit>(),
        is_error::<plan_guard::Error>(),
        is_error::<plan_markdown::EditError>(),
        is_error::<plan_markdown::view::progress::RenderError>(),
        is_error::<plan_queue::DateError>(),
        is_error::<plan_queue::LoadError>(),
        is_error::<plan_queue::SlugError>(),
        is_error::<plan_queue::phase::PhaseRefusal>(),
        is_error::<plan_queue::remote::RemoteError>(),
        is_error::<plan_queue::write::Error>(),
        is_error::<plan_queue::write::Refusal>(),
        is_error::<plan_state::TimestampError>(),
        is_error::<plan_update::Error>(),
        is_error::<plan_update::GateSyntax>(),
        is_error::<plan_update::Refusal>(),
        is_error::<plan_verify::finalize::Error>(),
    ]
}

#[test]
fn every_error_can_be_boxed_and_sent() {
    let sources: Vec<_> = crates()
        .iter()
        .flat_map(|path| below(&path.join("src"), ".rs"))
        .collect();
    let derived = ["thiserror::", "Error)]"].concat();
    let written = sources.iter().map(|path| read(path)).map(|source| {
        source.matches(derived.as_str()).count()
            + source.matches("impl std::error::Error for ").count()
    });
    assert_eq!(
        written.sum::<usize>(),
        errors().len(),
        "an error is missing here: {:?}",
        errors()
    );
}

#[test]
fn what_is_kept_and_shared_goes_to_threads() {
    goes_to_threads::<plan_agent::Ritual>();
    goes_to_threads::<plan_agent::Turn>();
    goes_to_threads::<plan_agent::Work>();
    goes_to_threads::<plan_agent::escalation::Escalation>();
    goes_to_threads::<plan_diagnostics::Report>();
    goes_to_threads::<plan_diagnostics::Sources>();
    goes_to_threads::<plan_guard::ConfinedDir>();
    goes_to_threads::<plan_guard::Lease>();
    goes_to_threads::<plan_guard::Lock>();
    goes_to_threads::<plan_markdown::Document>();
    goes_to_threads::<plan_queue::Queue>();
    goes_to_threads::<plan_queue::QueueFiles>();
    goes_to_threads::<plan_queue::context::Context>();
    goes_to_threads::<plan_queue::remote::Repository>();
    goes_to_threads::<plan_queue::select::Situation<'_>>();
    goes_to_threads::<plan_queue::write::Change>();
    goes_to_threads::<plan_state::Manifest>();
    goes_to_threads::<plan_state::State>();
    goes_to_threads::<plan_update::Environment>();
    goes_to_threads::<plan_update::Request>();
    goes_to_threads::<plan_update::Transition>();
    goes_to_threads::<plan_verify::CompletedCandidate>();
    goes_to_threads::<plan_verify::PlanFiles>();
    goes_to_threads::<plan_verify::PlanView<'_>>();
}
