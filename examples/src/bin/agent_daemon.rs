//! The `agent-daemon` binary: wakes up over a plan, takes one turn, and yields (P12).

fn main() -> std::process::ExitCode {
    planwright_examples::daemon::run(std::env::args_os()).print()
}
