//! Whole commands against floors: a process that does nothing, one that reads the same files, one
//! that parses them with comrak alone, one that writes durably.
//!
//! ```text
//! cargo bench -p planwright-workloads --bench performance              prints the table
//! cargo bench -p planwright-workloads --bench performance -- --write   and puts it into docs/performance.md
//! cargo bench -p planwright-workloads --bench performance -- --stage 5000 DIR
//! ```
//!
//! The last one writes a queue and plans of that size, for a profiler.
//!
//! The program runs itself: as `dwp`, as `ops`, and as each floor, so that all of them start alike.

#![allow(
    clippy::expect_used,
    clippy::disallowed_methods,
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a bench sets its stage, and its floors are the bare calls"
)]

mod floor;
mod linear;
mod measure;
mod page;
mod stage;
mod table;

use std::process::ExitCode;

use stage::Stage;

/// Asks for the child that the other arguments name.
const CHILD: &str = "--child";

fn main() -> ExitCode {
    // What cargo adds.
    let arguments: Vec<String> = std::env::args().filter(|one| one != "--bench").collect();
    let arguments: Vec<&str> = arguments.iter().skip(1).map(String::as_str).collect();
    match arguments[..] {
        [CHILD, name, ref rest @ ..] => return child(name, rest),
        ["--stage", size, dir] => {
            let size = size.parse().expect("a size is a number");
            Stage::set(dir.as_ref(), size);
        }
        ["--write"] => page::write(&table::measure()),
        [] => print!("{}", table::measure()),
        _ => eprintln!("what is that? see the head of benches/benches/performance/main.rs"),
    }
    ExitCode::SUCCESS
}

/// What a child does: a command, or a floor.
fn child(name: &str, arguments: &[&str]) -> ExitCode {
    let command: Vec<&str> = [&[name], arguments].concat();
    let code = match name {
        "dwp" => planwright_examples::dwp::run(command).print(),
        "ops" => planwright_examples::ops::run(command).print(),
        _ => floor::run(name, arguments),
    };
    measure::tell_memory();
    code
}
