//! What tasks and milestones say, apart from where they stand: to hold a plan to saying the same.

use crate::Lane;
use crate::model::{Milestone, Task, Text};

/// What a task says. Two that are equal mean the same to every reader.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Says<'q> {
    slug: &'q str,
    ticked: bool,
    lane: Option<Lane>,
    unknown_lane: Option<&'q str>,
    description: &'q str,
    acceptance: Option<&'q str>,
    conditions: Vec<(&'q str, Option<&'q str>)>,
    service: Option<&'q str>,
    epic: Option<&'q str>,
    criteria: Vec<&'q str>,
    cast: Option<(&'q str, Vec<&'q str>)>,
    depends: Vec<&'q str>,
    split_reason: Option<&'q str>,
}

impl<'q> Says<'q> {
    pub(super) fn of(task: &'q Task) -> Self {
        let tail = &task.tail;
        let conditions = tail.conditions.iter();
        let cast = tail.cast.as_ref();
        Self {
            slug: task.slug(),
            ticked: task.ticked,
            lane: task.lane(),
            unknown_lane: text(task.unknown_lane.as_ref()),
            description: &tail.description,
            acceptance: text(tail.acceptance.as_ref()),
            conditions: conditions
                .map(|one| (one.text.as_str(), one.outside_verify.as_deref()))
                .collect(),
            service: task.service(),
            epic: task.epic(),
            criteria: texts(&tail.criteria),
            cast: cast.map(|cast| (cast.builder.value.as_str(), texts(&cast.reviewers))),
            depends: texts(&tail.depends),
            split_reason: text(tail.split_reason.as_ref()),
        }
    }

    /// The same, as a task of the epic of that number.
    pub(super) fn in_epic(self, number: &'q str) -> Self {
        Self {
            epic: Some(number),
            ..self
        }
    }
}

/// What a milestone says, its tasks included.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct MilestoneSays<'q> {
    slug: &'q str,
    title: &'q str,
    split_reason: Option<&'q str>,
    line: Option<&'q str>,
    tasks: Vec<Says<'q>>,
}

/// What milestones say, in order.
pub(super) fn milestones(list: &[Milestone]) -> Vec<MilestoneSays<'_>> {
    let mut said = Vec::with_capacity(list.len());
    for milestone in list {
        said.push(MilestoneSays {
            slug: milestone.slug(),
            title: &milestone.title.value,
            split_reason: text(milestone.split_reason.as_ref()),
            line: milestone.line(),
            tasks: milestone.tasks.iter().map(Says::of).collect(),
        });
    }
    said
}

fn text(text: Option<&Text>) -> Option<&str> {
    text.map(|text| text.value.as_str())
}

fn texts(texts: &[Text]) -> Vec<&str> {
    texts.iter().map(|text| text.value.as_str()).collect()
}
