//! The entry of a closing: read from what the caller hands in, and completed (Q9, Q26).

use plan_diagnostics::Finding;

use super::super::Refusal;
use crate::model::{Done, DoneField, DoneLane, Passage};
use crate::read::page::one_line;
use crate::{Lane, QueueFiles, read};

/// An entry that was handed in, and where it is to stand.
pub(super) struct Entry {
    text: String,
    done: Done,
    findings: Vec<Finding>,
}

/// The file of a task's closing.
pub(super) fn file_of(slug: &str) -> String {
    format!("done/{slug}.md")
}

/// The one closing that a text holds, with what is wrong with it.
pub(super) fn closing(slug: &str, text: &str) -> Option<(Done, Vec<Finding>)> {
    let queue = read(&QueueFiles::new("", [(file_of(slug), text)]));
    let [done] = <[Done; 1]>::try_from(queue.done).ok()?;
    Some((done, queue.findings))
}

impl Entry {
    /// Reads what was handed in for a task.
    pub(super) fn read(slug: &str, text: &str) -> Result<Self, Refusal> {
        let mut text = text.trim_start_matches('\u{feff}').trim_end().to_owned();
        text += if text.contains("\r\n") { "\r\n" } else { "\n" };
        let form = "write `- [x] **slug** — title` and below it, indented, acept, fecha, done, qa, tests, commit and review";
        let Some((done, findings)) = closing(slug, &text) else {
            let message = "the entry is not one closing of one task";
            return Err(Refusal::new("entry-unfit", message).with_help(form));
        };
        if done.slug() != slug {
            let message = format!("the entry closes `{}`, and not `{slug}`", done.slug());
            return Err(
                Refusal::new("entry-unfit", message).with_help("name the task as the queue does")
            );
        }
        Ok(Self {
            text,
            done,
            findings,
        })
    }

    /// The entry with its lane: the one that ran, and no other.
    pub(super) fn in_lane(self, ran: Option<Lane>) -> Result<Self, Refusal> {
        let word = lane_word(ran.map_or(DoneLane::Unclassified, DoneLane::Lane));
        let Some(said) = self.done.field(DoneField::Lane) else {
            return self.with(DoneField::Lane, word);
        };
        if said.value() == word {
            return Ok(self);
        }
        let message = format!(
            "the entry says the lane `{}`, and `{word}` ran",
            said.value()
        );
        Err(Refusal::new("lane-differs", message)
            .with_help("say the lane that ran, or leave the field out"))
    }

    /// The entry with the critique of the work in progress, word for word on one line.
    pub(super) fn criticised(self, critique: Option<&str>) -> Result<Self, Refusal> {
        let Some(critique) = critique.map(one_line) else {
            return Ok(self);
        };
        let Some(said) = self.done.field(DoneField::Critique) else {
            return self.with(DoneField::Critique, &critique);
        };
        if said.value() == critique {
            return Ok(self);
        }
        let message = "the entry has another critique than the work in progress under `## Crítica`";
        Err(Refusal::new("critique-differs", message)
            .with_help("leave the field out: it is copied from there"))
    }

    /// The entry with lane and critique as the closing that stands already has them.
    pub(super) fn like(self, standing: &Done) -> Result<Self, Refusal> {
        let mut entry = self;
        for field in [DoneField::Lane, DoneField::Critique] {
            if let (None, Some(said)) = (entry.done.field(field), standing.field(field)) {
                entry = entry.with(field, said.value())?;
            }
        }
        Ok(entry)
    }

    /// With one more field behind the others; it must read back as it was given.
    fn with(self, field: DoneField, value: &str) -> Result<Self, Refusal> {
        let span = self.done.span;
        let end = span.start + span.of(&self.text).trim_end().len();
        let (before, after) = self.text.split_at(end);
        let eol = if self.text.contains("\r\n") {
            "\r\n"
        } else {
            "\n"
        };
        let text = format!("{before}{eol}  {}: {value}{after}", field.as_str());
        let entry = Self::read(self.done.slug(), &text)?;
        let reads = entry.done.field(field).map(Passage::value);
        if reads != Some(value) || entry.findings.len() > self.findings.len() {
            let message = format!("`{}` would not be read as it is: {value}", field.as_str());
            return Err(Refusal::new("entry-unfit", message)
                .with_help("take what hides or opens a field out of it"));
        }
        Ok(entry)
    }

    /// Its text, as it is to be written.
    pub(super) fn into_text(self) -> String {
        self.text
    }
}

/// The word of a lane in a closing.
pub(super) const fn lane_word(lane: DoneLane) -> &'static str {
    match lane {
        DoneLane::Lane(lane) => lane.as_str(),
        DoneLane::Unclassified => "sin clasificar",
    }
}
