//! Whether a plan may be worked on: ready, approved, and the same in README and state.

use plan_diagnostics::{Finding, Location, Rule, Severity};
use plan_markdown::view::readme::{Property, approval_word};
use plan_state::{Approval, Format, Materialization, TaskStatus};

use crate::view::{Part, PlanView, ReadmeFile};

/// The README says otherwise than the state.
pub static README_STATE_DIFFER: Rule = Rule {
    code: "readme-state-differ",
    severity: Severity::Must,
    title: "README and state disagree about approval, format or materialization",
    reason: "Tools go by the state and people by the README; they must not be told different things.",
    requirement: "B3",
};

/// The plan awaits approval.
pub static APPROVAL_AWAITED: Rule = Rule {
    code: "approval-awaited",
    severity: Severity::Should,
    title: "The plan awaits approval",
    reason: "No task may begin before a person has approved the plan.",
    requirement: "E",
};

/// Work began before the approval.
pub static APPROVAL_OVERRUN: Rule = Rule {
    code: "approval-overrun",
    severity: Severity::Must,
    title: "Work began on a plan that is not approved",
    reason: "The approval of the plan is the point where a person decides; work before it was never \
             agreed to.",
    requirement: "E",
};

/// The plan is being written or promoted.
pub static PLAN_NOT_READY: Rule = Rule {
    code: "plan-not-ready",
    severity: Severity::Must,
    title: "The plan is still being written, or is being promoted",
    reason: "Between its first and its last file a plan is partial; nothing may be executed from it.",
    requirement: "E",
};

pub(super) fn agreement(view: &PlanView<'_>, out: &mut Vec<Finding>) {
    let (Some(ReadmeFile { readme, .. }), Some(state)) = (&view.readme, view.state.read()) else {
        return;
    };
    let mut compare =
        |name: &str, property: Option<&Property>, ours: Option<String>, theirs: Option<&str>| {
            let (Some(property), Some(ours), Some(theirs)) = (property, ours, theirs) else {
                return;
            };
            if ours != theirs {
                let message = format!("{name}: the README says {ours}, state.json says {theirs}");
                let help = "tools go by the state: correct whichever is wrong";
                let location = Location::span("README.md", property.span);
                out.push(Finding::new(&README_STATE_DIFFER, location, message).with_help(help));
            }
        };
    let approval = readme.approval.as_ref();
    let word = approval
        .and_then(|p| approval_word(&p.value.value))
        .map(str::to_owned);
    compare(
        "approval",
        approval,
        word,
        state.approval.map(Approval::as_str),
    );
    let format = readme.plan_format.as_ref();
    compare(
        "format",
        format,
        format.and_then(first_word),
        state.format.map(Format::as_str),
    );
    let phase = readme.materialization.as_ref();
    compare(
        "materialization",
        phase,
        phase.and_then(first_word),
        state.materialization.map(Materialization::as_str),
    );
}

fn first_word(property: &Property) -> Option<String> {
    let word = property.word();
    let end = word
        .find(|c: char| !c.is_alphanumeric())
        .unwrap_or(word.len());
    (end > 0).then(|| word[..end].to_owned())
}

pub(super) fn readiness(view: &PlanView<'_>, out: &mut Vec<Finding>) {
    let Some(state) = view.state.read() else {
        return;
    };
    let phase = state.materialization.map(Materialization::as_str);
    let help = "finish it, or discard it, before anything is executed";
    if let Some(phase) = phase.filter(|phase| *phase != "ready") {
        let location = Location::file("state.json").with_pointer("/materialization");
        let message = format!("the plan is {phase}");
        out.push(Finding::new(&PLAN_NOT_READY, location, message).with_help(help));
    } else if state.promotion.is_value() {
        let location = Location::file("state.json").with_pointer("/promotion");
        let message = "a promotion to a Full plan is under way";
        out.push(Finding::new(&PLAN_NOT_READY, location, message).with_help(help));
    }
}

pub(super) fn approval(view: &PlanView<'_>, out: &mut Vec<Finding>) {
    let approval = view.approval();
    if approval.permits_work() {
        return;
    }
    let location = match (&view.state, &view.readme) {
        (Part::Read(state), _) if state.approval.is_some() => {
            Location::file("state.json").with_pointer("/approval")
        }
        (_, Some(ReadmeFile { readme, .. })) => readme.approval.as_ref().map_or_else(
            || Location::file("README.md"),
            |property| Location::span("README.md", property.span),
        ),
        _ => Location::file("README.md"),
    };
    let begun = view.state.read().map_or_else(
        || view.ticked_numbers().next(),
        |state| {
            state
                .tasks
                .iter()
                .find(|t| t.status != TaskStatus::Pending)
                .map(|t| t.id)
        },
    );
    out.push(match begun {
        Some(task) => Finding::new(
            &APPROVAL_OVERRUN,
            location,
            format!("the plan is not approved, and Task {task} is past pending"),
        )
        .with_help("have the plan approved by a person before work goes on"),
        None => Finding::new(&APPROVAL_AWAITED, location, "the plan awaits approval")
            .with_help("a person approves it with `dwp approve`"),
    });
}
