//! The plans of a directory, with status, parent, children and problems (H9).

use std::fmt;

use plan_diagnostics::escape_terminal;
use plan_diagnostics::{Report, Severity};
use plan_guard::{ConfinedDir, EntryKind, RelPath};
use plan_verify::status::StatusReport;
use plan_verify::{Facts, PlanFiles, PlanView, Stage, check_view};
use schemars::JsonSchema;
use serde::Serialize;

use crate::Error;

/// The plans of a directory, by name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct PlanList {
    /// `urn:planwright:schema:list:v1`.
    pub schema: &'static str,
    /// The plans.
    pub plans: Vec<PlanSummary>,
}

/// One plan of a list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct PlanSummary {
    /// The plan's name, which is its directory's.
    pub plan: String,
    /// Its title: the manifest's, else the README's.
    pub title: Option<String>,
    /// Its status; null where it cannot be told.
    pub status: Option<&'static str>,
    /// Who let it begin; null likewise.
    pub approval: Option<&'static str>,
    /// How many tasks are completed.
    pub completed: usize,
    /// How many tasks there are.
    pub total: usize,
    /// When its state was last written, RFC 3339.
    pub updated_at: Option<String>,
    /// The plan that it is part of, `{repository}:{plan}` as its manifest has it.
    pub parent: Option<String>,
    /// The plans of this list that name it as their parent.
    pub children: Vec<String>,
    /// What a check comes to: `clean`, `findings` or `unverified`.
    pub verdict: &'static str,
    /// How many findings must be fixed.
    pub must: usize,
    /// How many are advisories.
    pub should: usize,
    /// Why it could not be read, where it could not.
    pub unreadable: Option<String>,
}

impl PlanList {
    /// The schema's identifier.
    pub const SCHEMA: &'static str = "urn:planwright:schema:list:v1";

    /// The list of these plans. `repository` is what parents call the repository that they lie in:
    /// where it is given, plans that name a parent in another one are no children here; where it is
    /// not, parents are told apart by the plan's name alone.
    #[must_use]
    pub fn of(plans: impl IntoIterator<Item = PlanSummary>, repository: Option<&str>) -> Self {
        let mut plans: Vec<PlanSummary> = plans.into_iter().collect();
        plans.sort_by(|a, b| a.plan.cmp(&b.plan));
        let ours = |named: &str| repository.is_none_or(|repository| repository == named);
        let named: Vec<(String, String)> = plans
            .iter()
            .filter_map(|plan| {
                let parent = plan.parent.as_deref()?;
                let parent = match parent.rsplit_once(':') {
                    Some((repository, name)) => Some(name).filter(|_| ours(repository))?,
                    None => parent,
                };
                Some((parent.to_owned(), plan.plan.clone()))
            })
            .collect();
        for plan in &mut plans {
            let ours = named.iter().filter(|(parent, _)| *parent == plan.plan);
            plan.children = ours.map(|(_, child)| child.clone()).collect();
        }
        Self {
            schema: Self::SCHEMA,
            plans,
        }
    }
}

impl PlanSummary {
    /// The summary of a plan that was read, its check included.
    #[must_use]
    pub fn of(files: &PlanFiles, facts: &Facts) -> Self {
        let view = PlanView::new(files, facts, Stage::Standing);
        let report = check_view(&view);
        let status = StatusReport::of(&view);
        let told = status.task_count > 0;
        let manifest = view.manifest.read();
        let titled = view
            .readme
            .as_ref()
            .and_then(|readme| readme.readme.title.as_ref());
        let title = manifest.and_then(|manifest| manifest.title.clone());
        Self {
            plan: files.name().to_owned(),
            title: title.or_else(|| titled.map(|title| title.value.clone())),
            status: told.then_some(status.status),
            approval: told.then_some(status.approval),
            completed: status.completed.len(),
            total: status.task_count,
            updated_at: view
                .state
                .read()
                .map(|state| state.updated_at.as_str().to_owned()),
            parent: manifest.and_then(|manifest| manifest.parent_plan.get().cloned()),
            children: Vec::new(),
            verdict: report.verdict().as_str(),
            must: count(&report, Severity::Must),
            should: count(&report, Severity::Should),
            unreadable: None,
        }
    }

    /// A plan that could not be read.
    fn unreadable(plan: String, why: String) -> Self {
        Self {
            plan,
            title: None,
            status: None,
            approval: None,
            completed: 0,
            total: 0,
            updated_at: None,
            parent: None,
            children: Vec::new(),
            verdict: "unverified",
            must: 0,
            should: 0,
            unreadable: Some(why),
        }
    }
}

fn count(report: &Report, severity: Severity) -> usize {
    report
        .findings()
        .filter(|finding| finding.severity() == severity)
        .count()
}

/// Lists the plans directly in `dir`: directories named `PLAN_…`, and others that hold a
/// `manifest.json` or a `state.json`. One that cannot be read is in the list, and says why.
/// `repository` is the name that parents give the repository of these plans, see [`PlanList::of`].
///
/// # Errors
///
/// Where `dir` itself cannot be listed.
pub fn list(dir: &ConfinedDir, repository: Option<&str>, facts: &Facts) -> Result<PlanList, Error> {
    let plans = plans_in(dir)?.into_iter();
    let summaries = plans.map(|found| match found.files {
        Ok(files) => PlanSummary::of(&files, facts),
        Err(error) => PlanSummary::unreadable(found.name, error.to_string()),
    });
    Ok(PlanList::of(summaries, repository))
}

/// A plan found in a directory.
#[derive(Debug)]
#[non_exhaustive]
pub struct FoundPlan {
    /// The name of its directory.
    pub name: String,
    /// Its files, or why they cannot be read.
    pub files: Result<PlanFiles, Error>,
}

/// The plans directly in `dir`, as [`list`] tells them from other directories, read one by one.
///
/// # Errors
///
/// Where `dir` itself cannot be listed.
pub fn plans_in(dir: &ConfinedDir) -> Result<Vec<FoundPlan>, Error> {
    let mut plans = Vec::new();
    for entry in dir.entries(None)? {
        if entry.kind != EntryKind::Dir {
            continue;
        }
        let entered = RelPath::new(entry.name.clone()).and_then(|name| dir.enter(&name));
        let files = match entered {
            Ok(Some(plan)) if entry.name.starts_with("PLAN_") || is_plan(&plan) => {
                PlanFiles::load(&plan)
            }
            Ok(_) => continue,
            Err(error) => Err(error),
        };
        plans.push(FoundPlan {
            name: entry.name,
            files: files.map_err(Error::from),
        });
    }
    Ok(plans)
}

fn is_plan(dir: &ConfinedDir) -> bool {
    let entries = dir.entries(None).unwrap_or_default();
    entries
        .iter()
        .any(|entry| matches!(entry.name.as_str(), "manifest.json" | "state.json"))
}

/// For people, one plan a line, children under their parents' names. Texts of the plans are
/// escaped, so that none ends a line.
impl fmt::Display for PlanList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for plan in &self.plans {
            let status = plan.status.unwrap_or("unknown");
            write!(
                f,
                "{}  {status}  {}/{}  {}",
                escape_terminal(&plan.plan),
                plan.completed,
                plan.total,
                plan.verdict
            )?;
            if plan.must > 0 || plan.should > 0 {
                write!(f, " ({} to fix, {} advisories)", plan.must, plan.should)?;
            }
            if let Some(parent) = &plan.parent {
                write!(f, "  part of {}", escape_terminal(parent))?;
            }
            if !plan.children.is_empty() {
                write!(f, "  with {}", escape_terminal(&plan.children.join(", ")))?;
            }
            if let Some(why) = &plan.unreadable {
                write!(f, "  {}", escape_terminal(why))?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}
