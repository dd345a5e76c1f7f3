//! A decision as it stands in PROGRESS.md (H10): the question is the title, each part an item.

use plan_markdown::view::progress::{Entry, EntryKind, Progress};
use plan_update::Note;

use super::Decision;
use crate::items::{self, Items};

impl Decision {
    /// The entry that says it.
    #[must_use]
    pub fn note(&self) -> Note {
        let task = self.task.map(|task| task.to_string());
        let single = |label, text: Option<&str>| text.map(|text| items::item(label, text));
        let options = self
            .options
            .iter()
            .map(|option| items::item(items::OPTION, option));
        let bullets = single(items::TASK, task.as_deref())
            .into_iter()
            .chain(options)
            .chain(single(items::CHOICE, Some(&self.choice)))
            .chain(single(items::REASON, Some(&self.reason)))
            .chain(single(items::REVERT, Some(&self.revert)))
            .chain(single(items::WORDS, self.words.as_deref()))
            .chain(single(items::RECOMMENDED, self.recommended.as_deref()));
        Note {
            kind: EntryKind::Decision,
            title: self.question.clone(),
            bullets: bullets.collect(),
        }
    }

    /// Reads a decision entry; `None` where it is none, or does not say what was chosen. Parts that
    /// it lacks are empty, as in entries that other tools wrote.
    #[must_use]
    pub fn read(entry: &Entry) -> Option<Self> {
        let items = Items::of(entry);
        if entry.kind != EntryKind::Decision {
            return None;
        }
        Some(Self {
            at: entry.timestamp.as_ref().map(|at| at.value.clone()),
            task: items.task(),
            question: entry.title.value.clone(),
            options: items.options(),
            choice: items.first(items::CHOICE)?.to_owned(),
            reason: items.text(items::REASON),
            revert: items.text(items::REVERT),
            words: items.first(items::WORDS).map(str::to_owned),
            recommended: items.first(items::RECOMMENDED).map(str::to_owned),
        })
    }

    /// The decisions that a PROGRESS.md tells, in order.
    #[must_use]
    pub fn all(progress: &Progress) -> Vec<Self> {
        progress.entries.iter().filter_map(Self::read).collect()
    }
}
