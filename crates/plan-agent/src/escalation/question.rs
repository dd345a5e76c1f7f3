//! A question that waits, as it stands in PROGRESS.md: a decision without a choice (P16).

use std::collections::BTreeSet;

use plan_markdown::view::progress::{Entry, EntryKind, Progress};
use plan_update::Note;

use super::{Class, Escalation, EscalationId, Question};
use crate::decision::Decision;
use crate::items::{self, Items};

impl Question {
    /// The entry that keeps it until it is answered.
    pub(super) fn note(&self, class: &Class) -> Note {
        let options = self.options.iter();
        let options = options.map(|option| items::item(items::OPTION, option));
        let needs = self.needs.iter();
        let recommended = self.recommended.iter();
        let bullets = [
            items::item(items::TASK, &self.task.to_string()),
            items::item(items::CLASS, class.as_str()),
        ];
        let bullets = bullets
            .into_iter()
            .chain(options)
            .chain(needs.map(|text| items::item(items::NEEDS, text)))
            .chain(recommended.map(|text| items::item(items::RECOMMENDED, text)));
        Note {
            kind: EntryKind::Decision,
            title: self.text.clone(),
            bullets: bullets.collect(),
        }
    }
}

impl Escalation {
    /// Reads an entry that keeps a question; `None` where it is none.
    fn read(plan: &str, entry: &Entry) -> Option<Self> {
        let items = Items::of(entry);
        if entry.kind != EntryKind::Decision || items.first(items::CHOICE).is_some() {
            return None;
        }
        Some(Self {
            id: EscalationId {
                plan: plan.to_owned(),
                task: items.task()?,
                since: entry.timestamp.as_ref()?.value.clone(),
            },
            class: Some(Class::parse(items.first(items::CLASS)?)?),
            question: entry.title.value.clone(),
            needs: items.first(items::NEEDS).map(str::to_owned),
            options: items.options(),
            recommended: items.first(items::RECOMMENDED).map(str::to_owned),
            waits: true,
        })
    }
}

/// The questions that a PROGRESS.md keeps and no later decision of the same words answers, in the
/// order in which they came up. A question asked twice is there once, as it was asked first.
#[must_use]
pub fn open_questions(plan: &str, progress: &Progress) -> Vec<Escalation> {
    let mut answered: BTreeSet<(Option<u64>, String)> = BTreeSet::new();
    let mut open: Vec<Escalation> = Vec::new();
    for entry in progress.entries.iter().rev() {
        if let Some(decision) = Decision::read(entry) {
            answered.insert((decision.task, decision.question));
        } else if let Some(asked) = Escalation::read(plan, entry) {
            let settled = [Some(asked.id.task), None]
                .into_iter()
                .any(|task| answered.contains(&(task, asked.question.clone())));
            if !settled {
                open.push(asked);
            }
        }
    }
    open.reverse();
    let mut seen = BTreeSet::new();
    open.retain(|asked| seen.insert((asked.id.task, asked.question.clone())));
    open
}
