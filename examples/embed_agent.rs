//! An agent on a plan: what a framework copies. Its own agent goes where `work` is.
#![allow(
    clippy::disallowed_methods,
    clippy::print_stdout,
    reason = "no library"
)]

use plan_agent::decision::{Decision, decide};
use plan_agent::escalation::{Class, Question};
use plan_agent::{Around, Beat, CameTo, Done, Host, NextTask, Profile, Shift, Smoke, Tried};
use plan_guard::{ConfinedDir, Process};
use plan_state::Timestamp;
use plan_update::{Environment, GateReport, Resume};
use std::{error::Error, process::Command, time::SystemTime};

/// The facts of this moment; the libraries ask no clock and no system themselves.
fn environment() -> Result<Environment, Box<dyn Error>> {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH)?;
    let now = Timestamp::from_unix(since.as_secs().try_into()?).ok_or("no such time")?;
    let process = Process::current("embed-agent", now.as_str());
    Ok(Environment::new(process, now))
}

/// Runs a gate, which the libraries never do; what it prints is the evidence.
fn run(command: &str) -> Result<Tried, Box<dyn Error>> {
    let output = Command::new("sh").args(["-c", command]).output()?;
    let code = output.status.code().ok_or("ended by a signal")?;
    let printed = String::from_utf8_lossy(&output.stdout);
    let shown = printed.trim().replace('\n', "; ");
    let gate = serde_json::json!({
        "command": command, "passes": code == 0, "exit_code": code, "evidence": shown });
    let gate = GateReport::parse_json(&gate.to_string())?;
    let hypothesis = None; // a retry after a failure needs one (P10)
    Ok(Tried { gate, hypothesis })
}

/// Does the one task of this turn. Yours hands `task.record()` to its model here.
fn work(plan: &ConfinedDir, task: &NextTask) -> Result<Shift, Box<dyn Error>> {
    if task.record().contains("publish") {
        // Critical: it names its class, stops the task, and waits for a person (P13).
        let mut question = Question::default();
        (question.task, question.class) = (task.id(), Some(Class::Outward));
        question.text = "May this be published".into();
        let (gates, came_to) = (Vec::new(), CameTo::Stop(question.stop()?));
        return Ok(Shift { gates, came_to });
    }
    // Anything else is decided, recorded with its way back, and gone on with (P13).
    let decision = Decision {
        task: Some(task.id()),
        question: format!("where to begin with \"{}\"", task.title()),
        options: vec!["the tests".into(), "the code".into()],
        choice: "the tests".into(),
        reason: "they say what is asked for".into(),
        revert: "nothing depends on the order".into(),
        ..Decision::default()
    };
    let _ = decide(plan, &decision, &environment()?)?;
    let gates = task.commands().iter().map(|command| run(command));
    let gates = gates.collect::<Result<_, _>>()?;
    let log = "Summary: done\nSkills disposition: none needed\nDocumentation decision: none";
    let done = Done {
        log: Some(log.into()),
        criteria_met: true, // your word, once each was looked at
        ..Done::default()
    };
    let came_to = CameTo::Done(done);
    Ok(Shift { gates, came_to })
}

/// One turn over a plan: a scheduler starts this program at each wake-up.
fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args_os()
        .nth(1)
        .ok_or("usage: embed-agent PLAN_DIR")?;
    let plan = &ConfinedDir::open(path.as_ref())?;
    let host = Host {
        plan,
        profile: Profile::Unattended, // where a person admitted the plan to it (P2)
        actor: None,
        around: Around::default(),
    };
    let started = environment()?;
    let facts = || environment().unwrap_or_else(|_| started.clone());
    let smoke = || Smoke::Ran(run("true").is_ok_and(|it| it.gate.passes).then_some(0));
    let beat = plan_agent::heartbeat(&host, facts, smoke, |task| {
        work(plan, task).unwrap_or_else(|error| {
            let (step, note) = (Some("begin again".into()), Some(error.to_string()));
            let (gates, came_to) = (Vec::new(), CameTo::Unfinished(Resume { step, note }));
            Shift { gates, came_to }
        })
    })?;
    match beat {
        Beat::Ended(ended) => println!("{ended}"), // completed, paused, repaired, or stopped
        Beat::Yielded(report) => println!("{report}"), // blocked, complete, or for a person
        Beat::Busy(_) => println!("another process has the turn"),
        Beat::Hindered(obstacle) => println!("the next turn goes on: {obstacle}"),
    }
    Ok(())
}
