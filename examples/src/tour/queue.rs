//! The second part of the tour: a planning queue, and why a task is offered to one and not to another.

use std::error::Error;
use std::io::Write;

use plan_diagnostics::ExitCode;

use super::{Scratch, Tour};

const DAY: &str = "2026-10-15";

/// Shows the stops of the second part.
pub(super) fn show(out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let mut tour = Tour {
        scratch: Scratch::of_sample(".", "queue")?,
        out,
    };
    tour.say(
        "A planning queue of seven tasks: what is approved, who has it, what is done, what waits for a \
         person, what comes back. Its files are Markdown with Spanish keywords.",
    )?;

    tour.stop("Is the queue in order? Grammar, tasks, epics, closings, claims, recurrences:")?;
    let on_the_day = ["--today", DAY];
    tour.ops(
        &[&["check", "{queue}/planning", "--no-git"], &on_the_day[..]].concat(),
        ExitCode::Clean,
    )?;

    let context = |runner| {
        [
            "context",
            "{queue}/planning",
            "--runner",
            runner,
            "--owner",
            "ines@example.com",
        ]
    };
    tour.stop("The runner bench-1 has claimed a task. That is what it goes on with:")?;
    tour.ops(
        &[&context("/trees/bench-1")[..], &on_the_day].concat(),
        ExitCode::Clean,
    )?;

    tour.stop(
        "The runner bench-2 of the same person asks too. The first tasks are not offered to it: one is taken, \
         as the runner counts and not the person; one waits for that; one waits for a person. It is told so:",
    )?;
    tour.ops(
        &[&context("/trees/bench-2")[..], &on_the_day].concat(),
        ExitCode::Clean,
    )?;

    tour.stop("Still it tries to take one of them. The refusal has its reason, and exit code 3 as another holds it:")?;
    let claim = |what| {
        let owner = ["--owner", "ines@example.com", "--runner", "/trees/bench-2"];
        [
            &["claim", "{queue}/planning", what][..],
            &owner,
            &on_the_day,
        ]
        .concat()
    };
    tour.ops(&claim("lend-tool"), ExitCode::Conflict)?;

    tour.stop("It takes what it was offered. Of any number of processes that try, one would win:")?;
    tour.ops(&claim("--next"), ExitCode::Clean)?;

    tour.stop("Where would that task stand? A person set its short lane, so Ready comes first:")?;
    let phase = ["phase", "{queue}/planning", "fix-lending-typo"];
    tour.ops(&phase, ExitCode::Clean)?;

    tour.stop(
        "Its approved plan becomes work in progress. To verify what was not built is refused then:",
    )?;
    let by = ["--runner", "/trees/bench-2"];
    let start = [
        "start",
        "{queue}/planning",
        "fix-lending-typo",
        "--plan",
        "{queue}/fix-lending-typo.plan.md",
    ];
    tour.ops(&[&start[..], &by].concat(), ExitCode::Clean)?;
    let verify = [&phase[..], &by, &["--to", "Verify"]].concat();
    tour.ops(&verify, ExitCode::REFUSED)?;

    tour.stop("The count of the tools is due again. The line to promote it; a person writes it into the queue:")?;
    let promote = ["recurring", "{queue}/planning", "--promote", "inventory"];
    tour.ops(&[&promote[..], &on_the_day].concat(), ExitCode::Clean)?;

    tour.say("That is the tour. The scratch copies are gone; the sample is examples/queue.")
}
