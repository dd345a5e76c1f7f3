//! A ritual for scripts and for people: one value with a JSON and a text form. No text of the plan is
//! cut in either.

use std::fmt;

use schemars::JsonSchema;
use serde::Serialize;

use super::{Next, NextTask, Reanchor, Reconciled, Seam, Smoke, Whereabouts};
use crate::profile::{Profile, Unmet};

/// What a ritual saw, and what is next.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct ResumeReport {
    /// `urn:planwright:schema:resume:v1`.
    pub schema: &'static str,
    /// The plan's name.
    pub plan: String,
    /// Who watches.
    pub profile: Profile,
    /// What the plan is for.
    pub reanchor: Reanchor,
    /// Where it stands.
    pub checkpoint: Whereabouts,
    /// Whether Markdown and state agree.
    pub reconciliation: Reconciled,
    /// Where the work was left.
    pub seam: Seam,
    /// The smoke command and its result.
    pub smoke: SmokeReport,
    /// What is next.
    pub next: NextReport,
}

/// The smoke command and its result.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct SmokeReport {
    /// The command, where one is configured.
    pub command: Option<String>,
    /// `not-run`, `passed` or `failed`.
    pub outcome: &'static str,
    /// Its exit code.
    pub exit_code: Option<i32>,
}

/// What is next.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct NextReport {
    /// `task`, `smoke-first`, `investigate-first`, `reconcile-first`, `report-and-yield`,
    /// `finalize`, `complete`, `refine` or `not-admitted`.
    pub kind: &'static str,
    /// In one sentence.
    pub message: String,
    /// The particulars, one line each.
    pub details: Vec<String>,
    /// The codes of the conditions that are not met, where the plan is not admitted.
    pub unmet: Vec<&'static str>,
    /// Who has to act, where that is a person.
    pub who: Option<String>,
    /// What may be the turn's one act instead of a task: `finish-completion`, `reconcile`,
    /// `recover-finalization` or `publish`.
    pub act: Option<&'static str>,
    /// The task.
    pub task: Option<TaskReport>,
}

/// The task that is next.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct TaskReport {
    /// Its number.
    pub id: u64,
    /// Its title.
    pub title: String,
    /// `pending`, or `in_progress` where it was begun before.
    pub status: &'static str,
    /// The file that its record stands in.
    pub file: String,
    /// The text of its record.
    pub record: String,
    /// The commands that are its gates.
    pub commands: Vec<String>,
}

impl SmokeReport {
    pub(super) fn of(command: Option<String>, smoke: Smoke) -> Self {
        let (outcome, exit_code) = match smoke {
            Smoke::NotRun => ("not-run", None),
            Smoke::Ran(Some(0)) => ("passed", Some(0)),
            Smoke::Ran(code) => ("failed", code),
        };
        Self {
            command,
            outcome,
            exit_code,
        }
    }
}

impl NextReport {
    pub(super) fn of(next: &Next) -> Self {
        let plain = |message: String| Self {
            kind: next.as_str(),
            message,
            details: Vec::new(),
            unmet: Vec::new(),
            who: None,
            act: None,
            task: None,
        };
        match next {
            Next::Task(task) => Self {
                task: Some(TaskReport::of(task)),
                ..plain(format!("do task {}: {}", task.id(), task.title()))
            },
            Next::SmokeFirst => plain(
                "no task yet: the smoke command has not been run, and its result is not known"
                    .into(),
            ),
            Next::InvestigateFirst { exit_code } => {
                let ended = exit_code.map_or_else(
                    || "did not end by itself".to_owned(),
                    |code| format!("ended with exit code {code}"),
                );
                plain(format!(
                    "investigate first: the smoke command {ended}, before anything was begun"
                ))
            }
            Next::ReconcileFirst(drifted) => {
                let what = match (&drifted.repair, drifted.unsettled.is_empty()) {
                    (Some(_), _) => "reconcile first: this settles it",
                    (None, _) => "reconcile first: this needs a person, or stop condition 3",
                };
                let details = drifted.lines.iter().chain(&drifted.unsettled);
                Self {
                    details: details.cloned().collect(),
                    act: drifted.repair.as_ref().map(super::Repair::as_str),
                    ..plain(what.to_owned())
                }
            }
            Next::ReportAndYield(held) => {
                let task = held
                    .task
                    .map_or_else(String::new, |task| format!("task {task}: "));
                let needs = held.needs.iter().map(|needs| format!("needs: {needs}"));
                let since = held.since.iter().map(|since| format!("since: {since}"));
                Self {
                    details: needs.chain(since).collect(),
                    who: Some(held.who.clone()),
                    ..plain(format!("report and yield: {task}{}", held.reason))
                }
            }
            Next::Finalize(repair) => Self {
                act: Some(repair.as_str()),
                ..plain("finalize: every task is done, and the plan is not published".into())
            },
            Next::Complete => {
                plain("complete: every task is done, and the plan is published".into())
            }
            Next::Refine { skipped } => {
                let numbers: Vec<String> = skipped.iter().map(u64::to_string).collect();
                plain(format!(
                    "refine: only skipped tasks are left ({})",
                    numbers.join(", ")
                ))
            }
            Next::NotAdmitted(unmet) => Self {
                details: unmet.iter().map(Unmet::to_string).collect(),
                unmet: unmet.iter().map(|unmet| unmet.condition.as_str()).collect(),
                ..plain("not admitted to run with nobody watching".into())
            },
        }
    }
}

impl TaskReport {
    fn of(task: &NextTask) -> Self {
        Self {
            id: task.id(),
            title: task.title().to_owned(),
            status: task.status(),
            file: task.file().to_owned(),
            record: task.record().to_owned(),
            commands: task.commands().to_vec(),
        }
    }
}

impl ResumeReport {
    /// The schema's identifier.
    pub const SCHEMA: &'static str = "urn:planwright:schema:resume:v1";
}

/// The report for people, in the order of the ritual. Texts of the plan are as written: escape
/// before printing.
impl fmt::Display for ResumeReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} · resume · {}", self.plan, self.profile)?;
        self.anchor(f)?;
        self.place(f)?;
        self.agreement(f)?;
        self.left(f)?;
        writeln!(f, "\n== 5. Smoke test")?;
        let command = self
            .smoke
            .command
            .as_deref()
            .unwrap_or("none is configured");
        writeln!(f, "{command}: {}", self.smoke.outcome.replace('-', " "))?;
        self.end(f)
    }
}

impl ResumeReport {
    fn anchor(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "\n== 1. Goal and tasks")?;
        if let Some(title) = &self.reanchor.title {
            writeln!(f, "{title}")?;
        }
        if let Some(goal) = &self.reanchor.goal {
            writeln!(f, "\n{goal}")?;
        }
        for text in &self.reanchor.guidelines {
            writeln!(f, "\nGuidelines:\n{text}")?;
        }
        writeln!(f)?;
        for task in &self.reanchor.tasks {
            let mark = if task.ticked { 'x' } else { ' ' };
            writeln!(
                f,
                "[{mark}] Task {}: {} ({})",
                task.id, task.title, task.status
            )?;
        }
        Ok(())
    }

    fn place(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "\n== 2. Checkpoint")?;
        match self.checkpoint.first_unticked {
            Some(task) => writeln!(f, "first open task: {task}")?,
            None => writeln!(f, "no task is open")?,
        }
        if let Some(place) = &self.checkpoint.recorded {
            write!(f, "recorded: task {}", place.task)?;
            for part in [&place.step, &place.note].into_iter().flatten() {
                write!(f, ", {part}")?;
            }
            writeln!(f, " ({})", place.at)?;
        }
        match &self.checkpoint.git_status {
            None => writeln!(f, "no git"),
            Some(lines) if lines.is_empty() => writeln!(f, "git: nothing changed"),
            Some(lines) => {
                writeln!(f, "git:")?;
                lines.iter().try_for_each(|line| writeln!(f, "  {line}"))
            }
        }
    }

    fn agreement(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "\n== 3. Markdown and state")?;
        if self.reconciliation.in_step {
            return writeln!(f, "in step");
        }
        for (name, lines) in [
            ("drift", &self.reconciliation.drift),
            ("would change", &self.reconciliation.changes),
            ("unsettled", &self.reconciliation.unsettled),
        ] {
            for line in lines {
                writeln!(f, "{name}: {line}")?;
            }
        }
        Ok(())
    }

    fn left(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "\n== 4. Seam")?;
        if let (Some(task), Some(log)) = (self.seam.task, &self.seam.log) {
            writeln!(f, "log of task {task}:\n{log}")?;
        }
        match &self.seam.last_entry {
            Some(entry) => writeln!(f, "\nlast entry of PROGRESS.md:\n{entry}"),
            None => writeln!(f, "PROGRESS.md has no entry"),
        }
    }

    fn end(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "\n== Next")?;
        writeln!(f, "{}", self.next.message)?;
        for detail in &self.next.details {
            writeln!(f, "- {detail}")?;
        }
        if let Some(who) = &self.next.who {
            writeln!(f, "who must act: {who}")?;
        }
        if let Some(task) = &self.next.task {
            for command in &task.commands {
                writeln!(f, "gate: {command}")?;
            }
            writeln!(f, "\n{}", task.record.trim_end())?;
        }
        Ok(())
    }
}
