//! Whether the cost grows with the size: each workload at a size, and at four times that size.

use std::fmt::Write as _;
use std::path::Path;

use planwright_workloads::queue::{Size, queue};
use planwright_workloads::{Progress, lite, plan};

use crate::measure::pair;
use crate::stage::{Stage, grouped};
use crate::table::call;

const ROUNDS: usize = 5;

/// Something that grows.
struct Workload {
    command: &'static [&'static str],
    what: &'static str,
    from: usize,
    files: fn(usize) -> Vec<(String, String)>,
}

const CHECK_PLAN: &[&str] = &["dwp", "check"];
const CHECK_QUEUE: &[&str] = &["ops", "check", "--no-git"];

const WORKLOADS: [Workload; 7] = [
    Workload {
        command: CHECK_PLAN,
        what: "blank lines in each file of a plan",
        from: 20_000,
        files: |count| {
            let mut files = plan(2, Progress::Completed);
            for (_, text) in files.iter_mut().filter(|(name, _)| name.ends_with(".md")) {
                *text += &"\n".repeat(count);
                *text += "The end.\n";
            }
            files
        },
    },
    Workload {
        command: CHECK_PLAN,
        what: "tasks of a Full plan",
        from: 250,
        files: |count| plan(count as u64, Progress::Completed),
    },
    Workload {
        command: CHECK_PLAN,
        what: "tasks of a Lite plan",
        from: 100,
        files: |count| lite::plan(count as u64),
    },
    Workload {
        command: CHECK_PLAN,
        what: "gates of a task",
        from: 2_500,
        files: with_gates,
    },
    Workload {
        command: CHECK_QUEUE,
        what: "tasks in a chain of dependencies",
        from: 2_500,
        files: |tasks| of(tasks, 0, 0),
    },
    Workload {
        command: CHECK_QUEUE,
        what: "closings",
        from: 25_000,
        files: |done| of(9, done, 0),
    },
    Workload {
        command: CHECK_QUEUE,
        what: "rows of human actions",
        from: 125,
        files: |human| of(9, 500, human),
    },
];

fn of(tasks: usize, done: usize, human: usize) -> Vec<(String, String)> {
    queue(Size { tasks, done, human })
}

/// A plan whose first task has that many gates more.
fn with_gates(count: usize) -> Vec<(String, String)> {
    let mut files = plan(2, Progress::Completed);
    let gate = |at: usize| {
        format!(
            r#"{{"command": "cargo test -p extra_{at}", "passes": true, "exit_code": 0, "last_run":
            "2026-03-02T11:40:00Z", "evidence": "{at} passed in 0.2s"}}, "#
        )
    };
    let gates: String = (1..=count).map(gate).collect();
    for (_, text) in files.iter_mut().filter(|(name, _)| name == "state.json") {
        *text = text.replacen("\"gates\": [", &format!("\"gates\": [{gates}"), 1);
    }
    files
}

/// Measures every workload; the table as Markdown. The time of an empty process is taken off.
pub(crate) fn measure(parent: &Path) -> String {
    let mut text = String::from(
        "| command | what grows | from | to | times the cost |\n|---|---|---|---|---|\n",
    );
    for workload in WORKLOADS {
        let run = |size: usize| {
            let folder = format!("{}-{size}", workload.what.replace(' ', "-"));
            let stage = Stage::of(parent, &folder, String::new(), &(workload.files)(size));
            let arguments = [workload.command, &[stage.shown()]].concat();
            let pair = pair(ROUNDS, |_| call(&arguments), |_| call(&["nothing"]));
            pair.command.saturating_sub(pair.floor).as_secs_f64()
        };
        let times = run(4 * workload.from) / run(workload.from);
        let _ = writeln!(
            text,
            "| `{}` | {} | {} | {} | {times:.1} |",
            workload.command.join(" "),
            workload.what,
            grouped(workload.from),
            grouped(4 * workload.from),
        );
    }
    text
}
