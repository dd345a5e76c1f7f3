//! The whole queue, and the questions that everybody asks it.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};

use plan_diagnostics::Finding;

use super::epic::number_key;
use super::{
    Checkpoint, Claim, Criterion, Done, Epic, HumanAction, InboxEntry, Milestone, Postponement,
    Recurrence, Task, Wip,
};
use crate::{Condition, conditions};

/// What the files of a planning directory say.
///
/// Lists are in the order of the queue, or of the names of their files.
#[derive(Debug, Clone, Default)]
pub struct Queue {
    /// The milestones in queue order: those of `BACKLOG.md`, then the files by order and name (Q4).
    pub milestones: Vec<Milestone>,
    /// The epics, by file. Templates and number 000 are none.
    pub epics: Vec<Epic>,
    /// The closings, by file.
    pub done: Vec<Done>,
    /// The claims, by file.
    pub claims: Vec<Claim>,
    /// The work in progress of all runners, by file.
    pub wips: Vec<Wip>,
    /// The human actions: the rows of the table, then the files.
    pub human: Vec<HumanAction>,
    /// Those that were archived, in the same order: they hold nothing, and tell which of the others a
    /// merge brought back (Q10, Q27). What cannot be read of them is left.
    pub archived: Vec<HumanAction>,
    /// The recurrences, in order.
    pub recurrences: Vec<Recurrence>,
    /// The postponements, in order.
    pub postponements: Vec<Postponement>,
    /// The checkpoints: `AWAITING_REVIEW.md` first, then the files by name.
    pub checkpoints: Vec<Checkpoint>,
    /// The inbox: `INBOX.md`, then the files by section and name.
    pub inbox: Vec<InboxEntry>,
    /// What is wrong with the files as such: everything that did not parse (Q2).
    pub findings: Vec<Finding>,
    pub(crate) index: Index,
}

/// Where things are, by name. Of several with one name, the first.
#[derive(Debug, Clone, Default)]
pub(crate) struct Index {
    tasks: HashMap<String, (usize, usize)>,
    /// All tasks of one name, for the names that several have.
    namesakes: HashMap<String, Vec<(usize, usize)>>,
    done: HashMap<String, usize>,
    claims: HashMap<String, usize>,
    epics: HashMap<String, usize>,
    stories: HashSet<String>,
}

impl Index {
    fn add_task(&mut self, slug: &str, place: (usize, usize)) {
        match self.tasks.entry(slug.to_owned()) {
            Entry::Vacant(entry) => {
                entry.insert(place);
            }
            Entry::Occupied(first) => self
                .namesakes
                .entry(slug.to_owned())
                .or_insert_with(|| vec![*first.get()])
                .push(place),
        }
    }
}

impl Queue {
    /// Makes the lookups match the lists. To be called after the lists were changed.
    pub fn reindex(&mut self) {
        let mut index = Index::default();
        for (at, milestone) in self.milestones.iter().enumerate() {
            for (place, task) in milestone.tasks.iter().enumerate() {
                index.add_task(task.slug(), (at, place));
            }
        }
        for (at, done) in self.done.iter().enumerate() {
            index.done.entry(done.slug().to_owned()).or_insert(at);
        }
        for (at, claim) in self.claims.iter().enumerate() {
            index.claims.entry(claim.slug.clone()).or_insert(at);
        }
        for (at, epic) in self.epics.iter().enumerate() {
            let number = number_key(epic.number()).to_owned();
            index.epics.entry(number).or_insert(at);
            let stories = epic.stories.iter().map(|story| story.slug().to_owned());
            index.stories.extend(stories);
        }
        self.index = index;
    }

    /// The tasks of the queue in order, each with its milestone.
    pub fn tasks(&self) -> impl Iterator<Item = (&Milestone, &Task)> {
        self.milestones
            .iter()
            .flat_map(|milestone| milestone.tasks.iter().map(move |task| (milestone, task)))
    }

    /// The task of that name with its milestone; of several, the first.
    #[must_use]
    pub fn task(&self, slug: &str) -> Option<(&Milestone, &Task)> {
        self.task_at(*self.index.tasks.get(slug)?)
    }

    /// How many tasks of the queue have that name, where it is more than one, and the tasks in order: the
    /// name alone does not tell which of them is meant (Q15).
    pub(crate) fn namesakes(
        &self,
        slug: &str,
    ) -> Option<(usize, impl Iterator<Item = (&Milestone, &Task)>)> {
        let places = self.index.namesakes.get(slug)?;
        let tasks = places.iter().filter_map(|&place| self.task_at(place));
        Some((places.len(), tasks))
    }

    fn task_at(&self, (at, place): (usize, usize)) -> Option<(&Milestone, &Task)> {
        let milestone = self.milestones.get(at)?;
        Some((milestone, milestone.tasks.get(place)?))
    }

    /// The closing of that task.
    #[must_use]
    pub fn done(&self, slug: &str) -> Option<&Done> {
        self.done.get(*self.index.done.get(slug)?)
    }

    /// The claim on that task.
    #[must_use]
    pub fn claim(&self, slug: &str) -> Option<&Claim> {
        self.claims.get(*self.index.claims.get(slug)?)
    }

    /// The epic of that number, leading zeros aside.
    #[must_use]
    pub fn epic(&self, number: &str) -> Option<&Epic> {
        self.epics.get(*self.index.epics.get(number_key(number))?)
    }

    /// Whether some epic has a story of that name.
    #[must_use]
    pub fn is_story(&self, slug: &str) -> bool {
        self.index.stories.contains(slug)
    }

    /// The criteria that a task inherits from its epic: those that it cites and the epic has.
    #[must_use]
    pub fn criteria(&self, task: &Task) -> Vec<&Criterion> {
        let Some(epic) = task.epic().and_then(|number| self.epic(number)) else {
            return Vec::new();
        };
        let cited = task.tail.criteria.iter();
        cited.filter_map(|id| epic.criterion(&id.value)).collect()
    }

    /// What must hold for a task to be accepted (Q7): the conditions of its own acceptance and of
    /// every criterion that it inherits.
    #[must_use]
    pub fn conditions(&self, task: &Task) -> Vec<Condition> {
        let mut found = task.tail.conditions.clone();
        for criterion in self.criteria(task) {
            let text = &criterion.text;
            found.push(conditions::whole(&text.value, text.span));
        }
        found
    }
}
