//! The `ops` binary: checks a planning queue and tells what comes next.

fn main() -> std::process::ExitCode {
    planwright_examples::ops::run(std::env::args_os()).print()
}
