//! What the ritual looks at, in its order: goal and tasks, checkpoint, drift, seam (P3). Each stage
//! is made from the one before it, and all are plain data.

use plan_markdown::view::progress::Progress;
use plan_markdown::{Document, Section};
use plan_state::drift::{self, Drift};
use plan_state::{State, TaskStatus};
use plan_verify::PlanView;
use plan_verify::status::{Place, StatusReport};
use schemars::JsonSchema;
use serde::Serialize;

/// What the plan is for, as its README says it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Reanchor {
    /// The README's first heading.
    pub title: Option<String>,
    /// Its goal, whole.
    pub goal: Option<String>,
    /// Its guidelines: every section that is called so, whole.
    pub guidelines: Vec<String>,
    /// Its tasks, in order.
    pub tasks: Vec<TaskItem>,
}

/// A task in the README's list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct TaskItem {
    /// Its number.
    pub id: u64,
    /// Its title.
    pub title: String,
    /// Whether its box is ticked. A ticked box is believed (P5).
    pub ticked: bool,
    /// Its status in the state; where there is none, what the Markdown says.
    pub status: &'static str,
}

/// Where the plan stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Whereabouts {
    /// The first task that is not ticked.
    pub first_unticked: Option<u64>,
    /// The checkpoint in the state.
    pub recorded: Option<Place>,
    /// What git says of the work tree, one line each; `None` where there is no git.
    pub git_status: Option<Vec<String>>,
}

/// Whether Markdown and state agree.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Reconciled {
    /// Whether they do, and the state meets its contract.
    pub in_step: bool,
    /// Where they do not, one line each.
    pub drift: Vec<String>,
    /// What a reconciliation would change, where it settles everything.
    pub changes: Vec<String>,
    /// What it could not settle.
    pub unsettled: Vec<String>,
}

/// Where the work was left.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Seam {
    /// The task that is resumed.
    pub task: Option<u64>,
    /// The log of its record, whole.
    pub log: Option<String>,
    /// The last entry of `PROGRESS.md`, whole.
    pub last_entry: Option<String>,
}

impl Reanchor {
    pub(super) fn of(view: &PlanView<'_>) -> Self {
        let readme = view.readme.as_ref();
        let text = |document: &Document, span| {
            let text = document.slice(span).trim();
            (!text.is_empty()).then(|| text.to_owned())
        };
        let goal = readme.and_then(|file| text(&file.document, file.readme.goal?.body));
        let projection = view.projection();
        let tasks = projection.tasks.iter().map(|task| TaskItem {
            id: task.number,
            title: task.title.clone(),
            ticked: task.status == TaskStatus::Completed,
            status: view
                .task(task.number)
                .map_or(task.status, |(_, recorded)| recorded.status)
                .as_str(),
        });
        Self {
            title: readme.and_then(|file| Some(file.readme.title.as_ref()?.value.clone())),
            goal,
            guidelines: readme.map_or_else(Vec::new, |file| guidelines(&file.document)),
            tasks: tasks.collect(),
        }
    }
}

/// The words that name a section of guidelines.
const GUIDELINES: [&str; 4] = ["guideline", "ground rules", "directri", "normas"];

fn guidelines(document: &Document) -> Vec<String> {
    let whole = plan_diagnostics::Span::new(0, document.text().len());
    let headings = document.headings().iter().enumerate();
    let named = headings.filter(|(_, heading)| {
        let name = document.heading_title(heading).to_lowercase();
        GUIDELINES.iter().any(|word| name.contains(word))
    });
    let sections = named.filter_map(|(at, _)| document.section_of(at, whole));
    let texts = sections.map(|section: Section<'_>| section.text().trim().to_owned());
    texts.filter(|text| !text.is_empty()).collect()
}

impl Whereabouts {
    pub(super) fn of(
        reanchor: &Reanchor,
        status: &StatusReport,
        git_status: Option<&Vec<String>>,
    ) -> Self {
        let first = reanchor.tasks.iter().find(|task| !task.ticked);
        Self {
            first_unticked: first.map(|task| task.id),
            recorded: status.checkpoint.clone(),
            git_status: git_status.cloned(),
        }
    }
}

/// Where Markdown and state disagree, as values and, with what else is wrong with the state, as
/// lines.
pub(super) fn disagreement(view: &PlanView<'_>) -> (Vec<Drift>, Vec<String>) {
    let Some(state) = view.state.read() else {
        return (Vec::new(), vec![no_state(view)]);
    };
    let drift = drift::compare(&view.projection(), state);
    let mut lines: Vec<String> = drift.iter().map(Drift::to_string).collect();
    if let Err(breaches) = State::new(state.clone()) {
        lines.extend(
            breaches
                .iter()
                .map(|breach| format!("state.json breaks its contract: {}", breach.message)),
        );
    }
    (drift, lines)
}

fn no_state(view: &PlanView<'_>) -> String {
    match view.state {
        plan_verify::view::Part::Absent => "there is no state.json".to_owned(),
        _ => "state.json cannot be read as a state".to_owned(),
    }
}

impl Seam {
    pub(super) fn of(view: &PlanView<'_>, task: Option<u64>) -> Self {
        let record = task.and_then(|task| view.records_of(task).first());
        let log = record.and_then(|record| {
            let document = record.document(view)?;
            let bodies = record.record.log.bodies.iter();
            let text: Vec<&str> = bodies.map(|body| document.slice(*body).trim()).collect();
            Some(text.join("\n\n")).filter(|text| !text.is_empty())
        });
        Self {
            task,
            log,
            last_entry: last_entry(view),
        }
    }
}

fn last_entry(view: &PlanView<'_>) -> Option<String> {
    let text = view.files.text("PROGRESS.md")?.clone();
    let document = Document::parse("PROGRESS.md", text);
    let progress = Progress::read(&document);
    let last = progress.entries.last()?;
    let heading = document.slice(last.heading).trim();
    let body = document.slice(last.body).trim();
    Some(format!("{heading}\n\n{body}").trim_end().to_owned())
}
