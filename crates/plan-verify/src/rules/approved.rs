//! The plan held against what was approved (E10).

use plan_diagnostics::{Finding, Location, Rule, Severity};

use crate::approval_record::{APPROVAL_FILE, ApprovalRecord, ApprovedTask};
use crate::view::{PlanView, RecordFile};

/// The approval record cannot be read.
pub static APPROVAL_RECORD: Rule = Rule {
    code: "approval-record-unreadable",
    severity: Severity::Must,
    title: "The record of the approval cannot be read, or is of another plan",
    reason: "Without it nobody can tell whether the plan is still the one that was approved.",
    requirement: "E10",
};

/// The plan is not the approved one.
pub static APPROVAL_DRIFT: Rule = Rule {
    code: "approval-drift",
    severity: Severity::Must,
    title: "A task differs from its approved form, and no amendment names the change",
    reason: "The approval was given for these tasks, titles and criteria; what changed since needs \
             an amendment that says so.",
    requirement: "E10",
};

pub(super) fn judge(view: &PlanView<'_>, out: &mut Vec<Finding>) {
    let Some(text) = view.files.text(APPROVAL_FILE) else {
        return;
    };
    let record = match ApprovalRecord::from_json(text) {
        Ok(record) => record,
        Err(error) => {
            let message = format!("the record of the approval cannot be read: {error}");
            out.push(Finding::new(
                &APPROVAL_RECORD,
                Location::file(APPROVAL_FILE),
                message,
            ));
            return;
        }
    };
    if record.plan != view.files.name() {
        let message = format!(
            "it is of {}, and the directory is {}",
            record.plan,
            view.files.name()
        );
        let location = Location::file(APPROVAL_FILE).with_pointer("/plan");
        out.push(Finding::new(&APPROVAL_RECORD, location, message));
        return;
    }
    let now = view.approvable_tasks();
    let mut left: Vec<&ApprovedTask> = now.iter().collect();
    for approved in &record.tasks {
        // Renumbering keeps a task what it is: it is looked for by its number, else by its title.
        let at = left
            .iter()
            .position(|task| task.id == approved.id && task.title_sha256 == approved.title_sha256)
            .or_else(|| {
                left.iter()
                    .position(|task| task.title_sha256 == approved.title_sha256)
            })
            .or_else(|| left.iter().position(|task| task.id == approved.id));
        match at.map(|at| left.remove(at)) {
            Some(task) => compare(view, approved, task, out),
            None if !view.amendment_names_task(approved.id) => {
                report(
                    view,
                    approved.id,
                    format!("Task {} was approved, and is gone", approved.id),
                    out,
                );
            }
            None => {}
        }
    }
    for added in left
        .into_iter()
        .filter(|task| !view.amendment_names_task(task.id))
    {
        report(
            view,
            added.id,
            format!("Task {} was not there when the plan was approved", added.id),
            out,
        );
    }
}

fn compare(
    view: &PlanView<'_>,
    approved: &ApprovedTask,
    now: &ApprovedTask,
    out: &mut Vec<Finding>,
) {
    let id = now.id;
    if approved.title_sha256 != now.title_sha256 && !view.amendment_names_task(id) {
        report(
            view,
            id,
            format!("the title of Task {id} is not the one that was approved"),
            out,
        );
    }
    let mut added = now.criteria_sha256.clone();
    let mut gone = Vec::new();
    for digest in &approved.criteria_sha256 {
        match added.iter().position(|other| other == digest) {
            Some(at) => {
                added.remove(at);
            }
            None => gone.push(digest),
        }
    }
    let unnamed = gone
        .iter()
        .filter(|digest| !view.amendment_names_criterion(id, digest))
        .count();
    if unnamed > 0 {
        let what = if unnamed == 1 {
            "criterion differs"
        } else {
            "criteria differ"
        };
        report(
            view,
            id,
            format!("Task {id}: {unnamed} approved {what}, and no amendment quotes it"),
            out,
        );
    } else if !added.is_empty() && !view.amendment_names_task(id) {
        let count = added.len();
        let what = if count == 1 {
            "criterion was"
        } else {
            "criteria were"
        };
        report(
            view,
            id,
            format!("Task {id}: {count} {what} added after the approval"),
            out,
        );
    }
}

fn report(view: &PlanView<'_>, task: u64, message: String, out: &mut Vec<Finding>) {
    let record = view.records_of(task).first();
    let location = record.map_or_else(|| Location::file("README.md"), RecordFile::location);
    let help =
        "record an amendment that quotes the original criterion, or have the plan approved anew";
    out.push(Finding::new(&APPROVAL_DRIFT, location, message).with_help(help));
}
