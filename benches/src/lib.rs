//! Workload generators for the benches: plans of any size, always the same bytes.
//!
//! ```
//! use planwright_workloads::{Progress, plan};
//!
//! let files = plan(3, Progress::Completed);
//! assert_eq!(files, plan(3, Progress::Completed));
//! assert!(files.iter().any(|(name, _)| name == "3.task_final_review.md"));
//! ```

pub mod clones;
pub mod lite;
mod prose;
pub mod queue;
pub mod team;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use prose::Words;

/// The name of every generated plan.
pub const PLAN: &str = "PLAN_big_export";

/// How far a generated plan has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Progress {
    /// Every task is completed.
    Completed,
    /// The first half is completed, and the next task is in progress.
    Half,
}

impl Progress {
    /// The number of the task in progress, behind which nothing is begun.
    const fn current(self, tasks: u64) -> u64 {
        match self {
            Self::Completed => tasks + 1,
            Self::Half => tasks / 2 + 1,
        }
    }
}

/// The files of a v5 Full plan with `tasks` tasks, about 3.4 KB a task, clean under the check save
/// for the receipt that only a finalization gives. The same arguments give the same bytes.
#[must_use]
pub fn plan(tasks: u64, progress: Progress) -> Vec<(String, String)> {
    let mut words = Words::new();
    let current = progress.current(tasks);
    let mut files = vec![
        ("README.md".to_owned(), readme(tasks, current, &mut words)),
        (
            "PROGRESS.md".to_owned(),
            narrative(tasks.min(current - 1), &mut words),
        ),
        (
            "PROMPTS.md".to_owned(),
            "# Prompts\n\nGo on with the first open task.\n".to_owned(),
        ),
        ("manifest.json".to_owned(), manifest(tasks)),
        ("state.json".to_owned(), state(tasks, progress)),
        (
            "analysis_results/SECURITY_REVIEW.md".to_owned(),
            "# Security review\n\nNo findings.\n".to_owned(),
        ),
    ];
    for task in 1..=tasks {
        files.push((
            file_name(task, tasks),
            record(task, tasks, task < current, &mut words),
        ));
    }
    files
}

/// Writes the files of a plan below `parent`, and says where.
///
/// # Panics
///
/// Where a file cannot be written: a bench cannot go on without it.
#[must_use]
#[allow(
    clippy::disallowed_methods,
    clippy::expect_used,
    reason = "a bench sets its stage"
)]
pub fn write(parent: &Path, files: &[(String, String)]) -> PathBuf {
    let root = parent.join(PLAN);
    for (name, text) in files {
        let path = root.join(name);
        std::fs::create_dir_all(path.parent().unwrap_or(&root)).expect("the directory is made");
        std::fs::write(path, text).expect("the file is written");
    }
    root
}

fn slug(task: u64, tasks: u64) -> String {
    if task == tasks {
        "final_review".to_owned()
    } else {
        format!("part_{task}")
    }
}

fn file_name(task: u64, tasks: u64) -> String {
    format!("{task}.task_{}.md", slug(task, tasks))
}

fn title(task: u64, tasks: u64) -> String {
    if task == tasks {
        "Final Review".to_owned()
    } else {
        format!("Write part {task}")
    }
}

fn readme(tasks: u64, current: u64, words: &mut Words) -> String {
    let done = tasks.min(current - 1);
    let mut text = format!(
        "# Plan: Big export\n\n**Standard:** DWP spec 5.0.0\n**Plan Format:** Full\nMaterialization: ready\n\
         Approval: approved\n\nPlan Status: {done}/{tasks} completed\n\n## Goal\n\n{}\n\n## Context\n\n{}\n\n\
         ## Task List\n\n",
        words.sentence(40),
        words.sentence(60),
    );
    for task in 1..=tasks {
        let (mark, file) = (mark(task < current), file_name(task, tasks));
        let _ = writeln!(
            text,
            "- [{mark}] Task {task}: {} — [{file}](./{file})",
            title(task, tasks)
        );
    }
    text
}

const fn mark(done: bool) -> char {
    if done { 'x' } else { ' ' }
}

fn narrative(done: u64, words: &mut Words) -> String {
    let mut text = "# Progress\n".to_owned();
    for task in 1..=done {
        let _ = write!(
            text,
            "\n## 2026-03-02T11:45:00Z — Task {task}: Write part {task}\n\n- {}\n- {}\n- {}\n",
            words.sentence(14),
            words.sentence(14),
            words.sentence(14),
        );
    }
    text
}

fn record(task: u64, tasks: u64, done: bool, words: &mut Words) -> String {
    let mark = mark(done);
    let mut sentence = |count| words.sentence(count);
    let closing = if task == tasks {
        "\n\nSecurity pass, validation of the final state, and skills reconciliation."
    } else {
        ""
    };
    let log = if done {
        format!(
            "Status: completed\nTimestamp: 2026-03-02T11:40:00Z\nSummary: {}\nSkills disposition: none\n\
             Documentation decision: docs/part_{task}.md\n",
            sentence(30)
        )
    } else {
        "Status: pending\nTimestamp:\nSummary:\nSkills disposition:\nDocumentation decision:\n"
            .to_owned()
    };
    format!(
        "# Task {task}: {}\n\n## Context\n\n{}\n\n{}\n\n## Read Before Starting\n\n- The README: Goal and \
         Guidelines.\n- [The manual](../docs/manual.md), chapter {task}.\n\n## Goal\n\n{}{closing}\n\n\
         ## Touched Surface\n\n- `src/part_{task}.rs`\n- `src/lib.rs`\n\nRisk class: seam\n\n## Instructions\n\n\
         1. {}\n2. {} See `part_{task}()` and **its tests**.\n3. {}\n\n## Acceptance Criteria\n\n\
         - [{mark}] {}\n- [{mark}] {}\n- [{mark}] {}\n\n## Outputs\n\n- `src/part_{task}.rs` with its tests.\n\n\
         ## Validation\n\n```bash\n{}\n{}\n```\n\n## Execution Checklist\n\n- [{mark}] Test first.\n\
         - [{mark}] Implementation.\n- [{mark}] Validation run and recorded.\n\n## Completion & Log\n\n{log}",
        title(task, tasks),
        sentence(90),
        sentence(70),
        sentence(30),
        sentence(30),
        sentence(25),
        sentence(25),
        sentence(14),
        sentence(14),
        sentence(14),
        command(task),
        dry_run(task),
    )
}

/// The first command that a generated task declares.
#[must_use]
pub fn command(task: u64) -> String {
    format!("cargo test -p part_{task}")
}

/// The second command that a generated task declares.
#[must_use]
pub fn dry_run(task: u64) -> String {
    format!("cargo run -p part_{task} -- --dry-run")
}

fn manifest(tasks: u64) -> String {
    format!(
        "{{\n  \"schema\": \"https://deepworkplan.com/schema/plan-manifest/v5.json\",\n  \"spec_version\": \
         \"5.0.0\",\n  \"name\": \"{PLAN}\",\n  \"archetype\": \"individual\",\n  \"rigor\": \"standard\",\n  \
         \"plan_format\": \"full\",\n  \"created_at\": \"2026-03-02T09:00:00Z\",\n  \"task_count\": {tasks}\n}}\n"
    )
}

/// The state of a generated plan; 30 tasks, half of them completed, come to about 20 KB.
#[must_use]
pub fn state(tasks: u64, progress: Progress) -> String {
    let current = progress.current(tasks);
    let done = tasks.min(current - 1);
    let entries: Vec<String> = (1..=tasks)
        .map(|task| entry(task, tasks, current))
        .collect();
    let (status, checkpoint) = if done == tasks {
        (
            "completed",
            format!(r#"{{"task": {tasks}, "step": "done", "at": "2026-03-02T11:45:00Z"}}"#),
        )
    } else {
        (
            "in_progress",
            format!(r#"{{"task": {current}, "step": "start", "at": "2026-03-02T11:45:00Z"}}"#),
        )
    };
    let text = format!(
        r#"{{"schema": "https://deepworkplan.com/schema/plan-state/v5.json", "plan": "{PLAN}",
        "updated_at": "2026-03-02T11:45:00Z", "status": "{status}", "completed_count": {done},
        "task_count": {tasks}, "format": "full", "materialization": "ready", "approval": "approved",
        "promotion": null, "tasks": [{}], "checkpoint": {checkpoint}, "blocked": null}}"#,
        entries.join(",")
    );
    // As the library writes it, so that an update changes what it must and nothing else.
    let reading = plan_state::read_state(
        "state.json",
        text.as_bytes(),
        &plan_state::Limits::default(),
    );
    reading.value.map_or(text, |state| state.to_json())
}

fn entry(task: u64, tasks: u64, current: u64) -> String {
    let file = file_name(task, tasks);
    let head = format!(
        r#"{{"id": {task}, "locator": {{"kind": "file", "value": "{file}"}}, "title": "{}""#,
        title(task, tasks)
    );
    if task > current {
        return format!(r#"{head}, "status": "pending", "gates": []}}"#);
    }
    if task == current {
        return format!(
            r#"{head}, "status": "in_progress", "started_at": "2026-03-02T12:00:00Z", "gates": []}}"#
        );
    }
    let gate = |command: String, evidence: String| {
        format!(
            r#"{{"command": "{command}", "passes": true, "exit_code": 0, "last_run": "2026-03-02T11:40:00Z",
            "evidence": "{evidence}"}}"#
        )
    };
    format!(
        r#"{head}, "status": "completed", "started_at": "2026-03-02T10:00:00Z",
        "completed_at": "2026-03-02T11:45:00Z", "gates": [{}, {}],
        "outcome": {{"tried": ["amounts as floats"], "failed": ["a cent lost at 0.29"], "worked": "integers"}}}}"#,
        gate(command(task), format!("{} passed in 0.2s", task + 3)),
        gate(dry_run(task), "412 rows, 0 skipped".to_owned()),
    )
}
