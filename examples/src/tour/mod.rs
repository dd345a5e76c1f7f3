//! The tour: each stop is a command of `dwp` or `ops` on a scratch copy of a sample, with what it
//! prints and the exit code it must have. A stop that comes out otherwise ends the tour with an
//! error, so that the tour is a test of itself.

mod queue;
mod scratch;

use std::error::Error;
use std::io::Write;

use plan_diagnostics::ExitCode;
use plan_guard::Digest;

use crate::{Output, dwp, ops};
use scratch::Scratch;

const PLAN: &str = "PLAN_invoice_export";

/// Shows every stop on `out`, and leaves nothing behind.
///
/// # Errors
///
/// A sample could not be copied, or a stop came out otherwise than it says.
pub fn run(out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    plan(&mut Tour {
        scratch: Scratch::of_sample("plans", PLAN)?,
        out,
    })?;
    queue::show(out)
}

/// The first part: a plan.
fn plan<W: Write>(tour: &mut Tour<'_, W>) -> Result<(), Box<dyn Error>> {
    tour.say(
        "A plan of four tasks: the first is done, the second is being worked on. This is a scratch \
         copy; nothing of yours is touched.",
    )?;

    tour.stop(
        "Is the plan in order? Shapes, contract, records, evidence, Markdown against state:",
    )?;
    tour.dwp(&["check", "{plan}"], ExitCode::Clean)?;

    tour.stop("An agent calls task 2 done and shows nothing for it. That is refused:")?;
    let update = ["update", "{plan}/state.json", "--task", "2"];
    let complete = [&update[..], &["--status", "completed"]].concat();
    tour.dwp(&complete, ExitCode::REFUSED)?;

    tour.stop("It claims a run that never happened. The words give it away:")?;
    let untrue = [TESTS_NOT_RUN, DRY_RUN]
        .map(|gate| ["--gate", gate])
        .concat();
    tour.dwp(&[&complete[..], &untrue].concat(), ExitCode::REFUSED)?;

    let before = tour.scratch.digest()?;
    tour.stop("With a passing record of each command that the task declares, it is done:")?;
    let shown = [TESTS_PASSED, DRY_RUN]
        .map(|gate| ["--gate", gate])
        .concat();
    tour.dwp(&[&complete[..], &shown].concat(), ExitCode::Clean)?;

    tour.stop("A second agent decided on the state as it was before. Its write is a conflict, not a loss:")?;
    let stale = before.to_string();
    let start = [
        "update",
        "{plan}/state.json",
        "--task",
        "3",
        "--status",
        "in_progress",
    ];
    tour.dwp(
        &[&start[..], &["--expected-sha256", &stale]].concat(),
        ExitCode::Conflict,
    )?;

    tour.stop(
        "Only the state was updated so far: README, log and PROGRESS.md still tell the old story. The \
         check sees it, and says which side is ahead:",
    )?;
    tour.dwp(&["check", "{plan}"], ExitCode::Findings)?;

    tour.stop("How far the plan has come, for people (--format json is for tools):")?;
    tour.dwp(&["status", "{plan}"], ExitCode::Clean)?;

    tour.say(
        "That is the first part. The scratch copy goes away; the sample is \
         examples/plans/PLAN_invoice_export.",
    )
}

const TESTS_NOT_RUN: &str = "cargo test -p invoices export|0|looks fine, the suite was not run";
const TESTS_PASSED: &str = "cargo test -p invoices export|0|9 passed in 0.4s";
const DRY_RUN: &str =
    "cargo run -p invoices --bin export -- --month 2026-02 --dry-run|0|412 rows, 0 skipped";

struct Tour<'o, W> {
    scratch: Scratch,
    out: &'o mut W,
}

impl<W: Write> Tour<'_, W> {
    /// Prints a paragraph.
    fn say(&mut self, text: &str) -> Result<(), Box<dyn Error>> {
        writeln!(self.out, "{text}\n")?;
        Ok(())
    }

    /// Prints what the next command shows.
    fn stop(&mut self, text: &str) -> Result<(), Box<dyn Error>> {
        writeln!(self.out, "── {text}\n")?;
        Ok(())
    }

    /// Runs `dwp` in this process, prints what it prints, and insists on its exit code.
    fn dwp(&mut self, arguments: &[&str], expected: ExitCode) -> Result<(), Box<dyn Error>> {
        self.command("dwp", arguments, expected)
    }

    /// Runs `ops` likewise.
    fn ops(&mut self, arguments: &[&str], expected: ExitCode) -> Result<(), Box<dyn Error>> {
        self.command("ops", arguments, expected)
    }

    fn command(
        &mut self,
        tool: &str,
        arguments: &[&str],
        expected: ExitCode,
    ) -> Result<(), Box<dyn Error>> {
        let place = self.scratch.place().display().to_string();
        let real = |argument: &str| {
            argument
                .replace("{plan}", &place)
                .replace("{queue}", &place)
        };
        let shown: Vec<String> = arguments
            .iter()
            .map(|argument| quoted(&self.scratch.neutral(&real(argument))))
            .collect();
        writeln!(self.out, "$ {tool} {}", shown.join(" "))?;
        let words = arguments.iter().map(|argument| real(argument));
        let words = std::iter::once(tool.to_owned()).chain(words);
        let output = match tool {
            "ops" => ops::run(words),
            _ => dwp::run(words),
        };
        let printed = self
            .scratch
            .neutral(&format!("{}{}", output.stdout, output.stderr));
        write!(self.out, "{printed}")?;
        writeln!(self.out, "exit {}\n", output.code.code())?;
        expect(&output, expected)
    }
}

/// The exit code is the one that the tour speaks of.
fn expect(output: &Output, expected: ExitCode) -> Result<(), Box<dyn Error>> {
    if output.code == expected {
        return Ok(());
    }
    Err(format!(
        "exit code {} where {} was expected",
        output.code.code(),
        expected.code()
    )
    .into())
}

/// An argument as one would type it.
fn quoted(argument: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "-_./=".contains(c);
    if argument.chars().all(plain) {
        argument.to_owned()
    } else {
        format!("'{argument}'")
    }
}

impl Scratch {
    /// The digest of the plan's state as it is now.
    fn digest(&self) -> Result<Digest, Box<dyn Error>> {
        Ok(Digest::of(&std::fs::read(self.place().join("state.json"))?))
    }
}
