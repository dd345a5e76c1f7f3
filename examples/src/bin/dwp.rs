//! The `dwp` binary: checks plans and updates their state under guard.

fn main() -> std::process::ExitCode {
    planwright_examples::dwp::run(std::env::args_os()).print()
}
