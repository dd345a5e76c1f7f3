//! A description as the files of a plan (A2, H3).

use std::fmt::Write as _;

use plan_markdown::view::progress::{EntryKind, NewEntry};
use plan_state::{
    Approval, Format, Generation, Locator, Manifest, Materialization, Members, Nullable,
    PlanStatus, RawState, Task, TaskStatus, Timestamp,
};

use crate::{Consent, Description, Error, TaskDescription, approve};

/// The version of the specification that new plans follow.
const SPEC_VERSION: &str = "5.0.0";

/// How far a README has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stage {
    /// Goal, context, full task list; the plan is being written.
    Skeleton,
    /// The records of a Lite plan too.
    Records,
    /// The plan is whole.
    Whole,
}

/// Renders the files of one plan.
pub(super) struct Renderer<'d> {
    pub(super) plan: &'d Description,
    /// When the plan was created; the only thing that a description does not say.
    pub(super) at: &'d Timestamp,
    /// What tells this description from others, while the plan is being written.
    pub(super) digest: String,
}

impl Renderer<'_> {
    pub(super) fn manifest(&self) -> String {
        let plan = self.plan;
        Manifest {
            generation: Generation::V5,
            spec_version: SPEC_VERSION.to_owned(),
            name: plan.name.clone(),
            title: Some(plan.title.clone()),
            archetype: plan.archetype,
            rigor: plan.rigor,
            plan_format: Some(plan.format),
            created_at: self.at.clone(),
            created_by: plan.created_by.clone(),
            tags: (!plan.tags.is_empty()).then(|| plan.tags.clone()),
            task_count: plan.tasks.len() as u64,
            parent_plan: plan
                .parent_plan
                .clone()
                .map_or(Nullable::Null, Nullable::Value),
            extra: Members::new(),
        }
        .to_json()
    }

    pub(super) fn state(&self) -> RawState {
        let plan = self.plan;
        RawState {
            generation: Generation::V5,
            plan: plan.name.clone(),
            updated_at: self.at.clone(),
            updated_by: plan.created_by.clone(),
            status: PlanStatus::Pending,
            completed_count: 0,
            task_count: plan.tasks.len() as u64,
            format: Some(plan.format),
            materialization: Some(Materialization::Ready),
            approval: Some(plan.approval()),
            promotion: Nullable::Null,
            tasks: numbered(plan)
                .map(|(id, task)| self.task(id, task))
                .collect(),
            checkpoint: Nullable::Null,
            blocked: Nullable::Null,
            extra: Members::new(),
        }
    }

    fn task(&self, id: u64, task: &TaskDescription) -> Task {
        Task {
            id,
            locator: match self.plan.format {
                Format::Full => Locator::File(file_name(id, task)),
                Format::Lite => Locator::Inline(format!("#task-{id}")),
            },
            title: task.title.clone(),
            status: TaskStatus::Pending,
            started_at: None,
            completed_at: None,
            commit: None,
            gates: Some(Vec::new()),
            outcome: None,
            extra: Members::new(),
        }
    }

    pub(super) fn readme(&self, stage: Stage) -> String {
        let plan = self.plan;
        let format = match plan.format {
            Format::Full => "Full",
            Format::Lite => "Lite",
        };
        let (materialization, status) = match stage {
            Stage::Whole => ("ready", format!("0/{} completed", plan.tasks.len())),
            Stage::Skeleton | Stage::Records => ("materializing", "materializing".to_owned()),
        };
        let mut out = format!(
            "# {}\n\n**Standard:** DWP spec {SPEC_VERSION}\n\nPlan Format: {format}\n\n\
             Materialization: {materialization}\n\nApproval: {}\n",
            plan.title,
            plan.approval()
        );
        if plan.approval.as_ref().is_some_and(|given| given.unattended) {
            out.push_str("\n**Execution:** unattended\n");
        }
        if stage != Stage::Whole {
            let _ = write!(
                out,
                "\n<!-- being written from the description with SHA-256 {} -->\n",
                self.digest
            );
        }
        section(&mut out, "##", "Goal", &plan.goal);
        section(&mut out, "##", "Context", &plan.context);
        if let Some(guidelines) = &plan.guidelines {
            section(&mut out, "##", "Guidelines", guidelines);
        }
        section(&mut out, "##", "Task List", &self.index());
        section(
            &mut out,
            "##",
            "Plan Status",
            &format!("Plan Status: {status}"),
        );
        if plan.format == Format::Lite && stage != Stage::Skeleton {
            for (id, task) in numbered(plan) {
                out.push('\n');
                out.push_str(&self.record(id, task));
            }
        }
        out
    }

    fn index(&self) -> String {
        let lines = numbered(self.plan).map(|(id, task)| match self.plan.format {
            Format::Full => {
                let file = file_name(id, task);
                format!("- [ ] Task {id}: {} — [{file}](./{file})", task.title)
            }
            Format::Lite => format!("- [ ] Task {id}: {}", task.title),
        });
        lines.collect::<Vec<_>>().join("\n")
    }

    /// The record of a task, as the plan's format keeps it.
    pub(super) fn record(&self, id: u64, task: &TaskDescription) -> String {
        record(self.plan.format, id, task)
    }

    pub(super) fn analysis(&self) -> String {
        let mut out = format!("# Analysis of {}\n", self.plan.name);
        let analysis = self.plan.analysis.as_deref();
        let _ = write!(
            out,
            "\n{}\n",
            analysis.unwrap_or("The description of the plan came without an analysis.")
        );
        out
    }

    /// The narrative begins with the approval, where one was given.
    pub(super) fn progress(&self) -> Result<String, Error> {
        let mut out = format!("# Progress of {}\n", self.plan.name);
        if let Some(consent) = self.consent() {
            let bullets = approve::bullets(&consent);
            let entry = NewEntry {
                timestamp: self.at.as_str(),
                kind: EntryKind::Decision,
                title: "approval of the plan",
                bullets: &bullets,
            };
            let _ = write!(out, "\n{}", entry.render()?);
        }
        Ok(out)
    }

    pub(super) fn prompts(&self) -> String {
        let name = &self.plan.name;
        format!(
            "# Prompts\n\nExecute the plan at: .dwp/plans/{name}/README.md\n\n\
             Resume the plan at: .dwp/plans/{name}/README.md — begin with `dwp check` and\n\
             `dwp status`, and go on at the checkpoint.\n"
        )
    }

    /// The approval that the description carries, if it is one.
    pub(super) fn consent(&self) -> Option<Consent> {
        let given = self.plan.approval.as_ref()?;
        Some(Consent {
            by: given.by.clone()?,
            words: given.words.clone()?,
            trust: match given.status {
                Approval::Pending => return None,
                Approval::Approved => false,
                Approval::PreApproved => true,
            },
            unattended: given.unattended,
        })
    }
}

/// The tasks with their numbers.
pub(super) fn numbered(plan: &Description) -> impl Iterator<Item = (u64, &TaskDescription)> {
    (1..).zip(&plan.tasks)
}

/// The record of a task with its ten sections: a file of its own, or one level deeper, with its
/// anchor, in the README.
pub(crate) fn record(format: Format, id: u64, task: &TaskDescription) -> String {
    let (top, sub, anchor) = match format {
        Format::Full => ("#", "##", String::new()),
        Format::Lite => ("##", "###", format!(" {{#task-{id}}}")),
    };
    let mut out = format!("{top} Task {id}: {}{anchor}\n", task.title);
    if let Some(on) = &task.depends_on {
        let _ = write!(out, "\n**Depends on:** {}\n", depends(on));
    }
    for (name, body) in bodies(task) {
        section(&mut out, sub, name, &body);
    }
    out
}

/// The file of a task in a Full plan.
pub(crate) fn file_name(id: u64, task: &TaskDescription) -> String {
    format!("{id}.task_{}.md", task.slug())
}

/// The sections of a record in order, by name.
pub(super) fn bodies(task: &TaskDescription) -> [(&'static str, String); 10] {
    let or = |texts: &[String], otherwise: &str| {
        if texts.is_empty() {
            format!("- {otherwise}")
        } else {
            list("- ", texts)
        }
    };
    let surface = &task.touched_surface;
    [
        ("Context", task.context.clone()),
        (
            "Read Before Starting",
            or(&task.read_before, "README.md, Goal and Context"),
        ),
        ("Goal", task.goal.clone()),
        (
            "Touched Surface",
            format!(
                "{}\n\nRisk class: {}",
                list("- ", &surface.surface),
                surface.risk.as_str()
            ),
        ),
        ("Instructions", task.instructions.clone()),
        (
            "Acceptance Criteria",
            list("- [ ] ", &task.acceptance_criteria),
        ),
        ("Outputs", or(&task.outputs, "the touched surface, changed")),
        (
            "Validation",
            format!("```bash\n{}\n```", task.validation.join("\n")),
        ),
        (
            "Execution Checklist",
            "- [ ] The instructions are carried out.\n- [ ] The validation passes.".to_owned(),
        ),
        ("Completion & Log", "Status: pending".to_owned()),
    ]
}

fn depends(on: &[u64]) -> String {
    if on.is_empty() {
        return "none".to_owned();
    }
    let names: Vec<String> = on.iter().map(|id| format!("Task {id}")).collect();
    names.join(", ")
}

fn list(bullet: &str, texts: &[String]) -> String {
    let lines: Vec<String> = texts.iter().map(|text| format!("{bullet}{text}")).collect();
    lines.join("\n")
}

fn section(out: &mut String, hash: &str, name: &str, body: &str) {
    let _ = write!(out, "\n{hash} {name}\n\n{body}\n");
}
