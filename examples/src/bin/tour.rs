//! The `tour` binary: what Planwright does, shown on a scratch copy of the sample plan.

fn main() -> std::process::ExitCode {
    match planwright_examples::tour::run(&mut std::io::stdout().lock()) {
        Ok(()) => std::process::ExitCode::SUCCESS,
        Err(error) => planwright_examples::Output::failed(
            plan_diagnostics::ExitCode::Unusable,
            &format!("the tour stopped: {error}"),
            "run it from a checkout of the repository",
        )
        .print(),
    }
}
