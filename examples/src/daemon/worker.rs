//! The worker of the daemon: a command of the caller's, whose exit code says what the task came to.
//!
//! | exit code | the task |
//! |---|---|
//! | 0 | is done, and every acceptance criterion is met |
//! | 75 | is not finished: the next turn goes on with it |
//! | 77 | needs an approval, a credential or a decision |
//! | 69 | is not possible as planned: what it builds on is not there |
//! | any other | failed: the command is a gate that does not pass |
//!
//! The command itself is recorded as a gate, with the last line that it printed as its evidence.
//! Lines that begin so say more: `gate: COMMAND|EXIT|EVIDENCE`, `log: Field: value`, `step: where to
//! resume`, `hypothesis: what this retry assumes`.

use plan_agent::{CameTo, Done, Missing, NextTask, Shift, Stop, Tried};
use plan_guard::ConfinedDir;
use plan_state::limits;
use plan_update::{GateReport, Resume};

use crate::facts;

/// Runs the worker on a task, and reads what it came to.
pub(super) fn run(command: &str, dir: &ConfinedDir, task: &NextTask) -> Shift {
    let variables = [
        ("PLAN_DIR", dir.root().display().to_string()),
        ("TASK", task.id().to_string()),
        ("TASK_TITLE", task.title().to_owned()),
        ("TASK_FILE", task.file().to_owned()),
    ];
    match facts::command::run(command, None, &variables) {
        Some((code, printed)) => shift(command, code, &printed),
        None => Shift {
            gates: Vec::new(),
            came_to: CameTo::Stop(Stop::RealityDiverged {
                observed: "the worker cannot be started: there is no shell".to_owned(),
            }),
        },
    }
}

/// What a worker says by its exit code and its lines.
fn shift(command: &str, code: Option<i32>, printed: &str) -> Shift {
    let marked = |mark: &'static str| {
        let lines = printed.lines();
        lines.filter_map(move |line| line.strip_prefix(mark).map(str::trim))
    };
    let hypothesis = marked("hypothesis: ").next_back().map(str::to_owned);
    let said = last_words(printed, code);
    let tried = |gate| Tried {
        gate,
        hypothesis: hypothesis.clone(),
    };
    let own = tried(GateReport {
        command: cut(command, limits::COMMAND),
        passes: code == Some(0),
        exit_code: code.map(i64::from),
        evidence: said.clone(),
        last_run: None,
    });
    let others = marked("gate: ").filter_map(|line| GateReport::parse(line).ok());
    let mut gates: Vec<Tried> = others.map(tried).collect();
    let came_to = match code {
        Some(0) => CameTo::Done(Done {
            log: Some(log(marked("log: "), &said)),
            criteria_met: true,
            ..Done::default()
        }),
        Some(75) => CameTo::Unfinished(Resume {
            step: Some(cut(
                marked("step: ").next_back().unwrap_or(&said),
                limits::STEP,
            )),
            note: None,
        }),
        Some(77) => CameTo::Stop(Stop::AuthorityMissing {
            missing: Missing::Decision,
            what: said,
        }),
        Some(69) => CameTo::Stop(Stop::RealityDiverged { observed: said }),
        _ => CameTo::Stop(Stop::GateFailed {
            command: command.to_owned(),
            evidence: said,
            fix: "the worker knows no further: look at what it ran".to_owned(),
        }),
    };
    // A worker that did not come to an end shows nothing about the task.
    if !matches!(code, Some(75 | 77 | 69)) {
        gates.push(own);
    }
    Shift { gates, came_to }
}

/// The last line that means nothing else, within the limit of an evidence.
fn last_words(printed: &str, code: Option<i32>) -> String {
    let marks = ["gate: ", "log: ", "step: ", "hypothesis: "];
    let mut plain = printed
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty() && !marks.iter().any(|mark| line.starts_with(mark)));
    match (plain.next_back(), code) {
        (Some(line), _) => cut(line, limits::EVIDENCE),
        (None, Some(code)) => format!("exit code {code}, and no output"),
        (None, None) => "ended by a signal, without output".to_owned(),
    }
}

/// A text as one line within a limit.
fn cut(text: &str, limit: usize) -> String {
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let visible = words.replace(char::is_control, " ");
    visible.chars().take(limit).collect()
}

/// The fields of a completion log: those that the worker gave, and else what can be said without it.
fn log<'l>(given: impl Iterator<Item = &'l str>, said: &str) -> String {
    let mut log: Vec<String> = given.map(str::to_owned).collect();
    for (field, value) in [
        ("Summary", said),
        ("Skills disposition", "none"),
        ("Documentation decision", "none"),
    ] {
        if !log
            .iter()
            .any(|line| line.starts_with(&format!("{field}:")))
        {
            log.push(format!("{field}: {value}"));
        }
    }
    log.join("\n") + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn p12_lines_say_gates_log_and_place() {
        let printed =
            "compiling\ngate: make|0|built\nlog: Skills disposition: one new\n\n64 passed\n";
        let done = shift("work", Some(0), printed);
        let commands: Vec<_> = done.gates.iter().map(|t| t.gate.command.as_str()).collect();
        assert_eq!(commands, ["make", "work"]);
        assert_eq!(done.gates[1].gate.evidence, "64 passed");
        let CameTo::Done(Done { log: Some(log), .. }) = done.came_to else {
            panic!("{:?}", done.came_to)
        };
        assert_eq!(
            log,
            "Skills disposition: one new\nSummary: 64 passed\nDocumentation decision: none\n"
        );
        let more = shift("work", Some(75), "step: rows\nhalf way\n");
        assert!(more.gates.is_empty());
        let place = Resume {
            step: Some("rows".into()),
            note: None,
        };
        assert_eq!(more.came_to, CameTo::Unfinished(place));
        let killed = shift("work\n  on", None, "");
        assert_eq!(
            killed.gates[0].gate.command, "work on",
            "one line, as gates are"
        );
        assert!(!killed.gates[0].gate.passes);
        assert!(matches!(
            killed.came_to,
            CameTo::Stop(Stop::GateFailed { .. })
        ));
    }
}
