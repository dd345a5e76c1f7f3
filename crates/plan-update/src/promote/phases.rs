//! The writes of a promotion, forwards and backwards; each is skipped where it stands already (H4).

use plan_guard::{Digest, Expect, Lock, RelPath, Removed, Replaced, Snapshot};
use plan_markdown::view::progress::{EntryKind, NewEntry, Progress};
use plan_state::{Format, PromotionPhase, RawState};

use super::{KEPT_README, draft::Draft, promoting, settled};
use crate::page::{NO_PROGRESS, Page};
use crate::{Conflict, Environment, Error, input};

/// `Ok(Ok)` where a write is done or stands, `Ok(Err)` where somebody else was there.
type Step = Result<Result<(), Conflict>, Error>;

/// Goes on where a step is done, returns where it is not.
macro_rules! step {
    ($step:expr) => {
        if let Err(conflict) = $step? {
            return Ok(Err(conflict));
        }
    };
}

pub(super) struct Phases<'p> {
    pub(super) lock: &'p Lock,
    pub(super) draft: &'p Draft,
    pub(super) environment: &'p Environment,
    /// The state as it stands on the disk.
    pub(super) state: RawState,
    pub(super) snapshot: Snapshot,
}

impl Phases<'_> {
    /// Intent, task files, coverage, README, PROGRESS.md, the switch, the end.
    pub(super) fn carry_through(&mut self) -> Step {
        let phase = self.phase();
        if phase.is_none() {
            // What an ended promotion may have left is no README of this one.
            forget(self.lock)?;
            // The time of the intent is kept until the end: it is what this promotion is known by.
            self.state.updated_at = self.environment.now.clone();
            step!(self.to(promoting(&self.state, PromotionPhase::Intent, None)));
        }
        if phase < Some(PromotionPhase::Switched) {
            step!(self.put(KEPT_README, &self.draft.lite, &Expect::Any));
            for (name, text) in &self.draft.files {
                step!(self.put(name, text, &Expect::Absent));
            }
            let tasks = Some(self.draft.names());
            step!(self.to(promoting(&self.state, PromotionPhase::TasksWritten, tasks)));
        }
        // Coverage: what is on the disk is the text of the records, to the byte.
        for (name, text) in &self.draft.files {
            step!(self.is(name, text));
        }
        if phase < Some(PromotionPhase::Switched) {
            step!(self.put("README.md", &self.draft.full, &digest(&self.draft.lite)));
            step!(self.tell("promotion to Full", &self.forwards()));
            let full = self.draft.located(&self.state, Format::Full);
            let tasks = Some(self.draft.names());
            step!(self.to(promoting(&full, PromotionPhase::Switched, tasks)));
        }
        self.state.updated_at = self.environment.now.clone();
        step!(self.to(settled(&self.state)));
        forget(self.lock).map(Ok)
    }

    /// The way back: the state first, so that nobody goes by files that are about to go.
    pub(super) fn take_back(&mut self) -> Step {
        for (name, text) in &self.draft.files {
            step!(self.is_or_absent(name, text));
        }
        if self.phase() == Some(PromotionPhase::Switched) {
            let lite = self.draft.located(&self.state, Format::Lite);
            let tasks = Some(self.draft.names());
            step!(self.to(promoting(&lite, PromotionPhase::TasksWritten, tasks)));
        }
        if self.read("README.md")?.as_deref() == Some(self.draft.full.as_bytes()) {
            step!(self.put("README.md", &self.draft.lite, &digest(&self.draft.full)));
        }
        for (name, text) in &self.draft.files {
            step!(self.remove(name, text));
        }
        step!(self.tell("promotion taken back", &self.backwards()));
        self.state.updated_at = self.environment.now.clone();
        step!(self.to(settled(&self.state)));
        forget(self.lock).map(Ok)
    }

    fn phase(&self) -> Option<PromotionPhase> {
        self.state.promotion.get().map(|promotion| promotion.phase)
    }

    /// Writes the next state where the file is still the one that was read.
    fn to(&mut self, next: RawState) -> Step {
        if next == self.state && self.snapshot.bytes() == next.to_json().as_bytes() {
            return Ok(Ok(()));
        }
        let file = input::state_file()?;
        let text = next.to_json();
        let written = self
            .lock
            .replace_read(&file, text.as_bytes(), Some(&self.snapshot))?;
        if let Replaced::Conflict { actual, .. } = written {
            let expected = self.snapshot.digest();
            return Ok(Err(Conflict::Stale { expected, actual }));
        }
        if let Some(snapshot) = self.lock.dir().read(&file)? {
            self.snapshot = snapshot;
        }
        self.state = next;
        Ok(Ok(()))
    }

    /// Writes a file where it is what is expected, or has that text already.
    fn put(&self, name: &str, text: &str, expect: &Expect) -> Step {
        let written = self
            .lock
            .replace(&RelPath::new(name)?, text.as_bytes(), expect)?;
        Ok(match written {
            Replaced::Written { .. } | Replaced::Unchanged => Ok(()),
            Replaced::Conflict { actual, .. } if actual == Some(Digest::of(text.as_bytes())) => {
                Ok(())
            }
            Replaced::Conflict { actual, .. } => Err(moved(name, text, actual)),
        })
    }

    fn remove(&self, name: &str, text: &str) -> Step {
        let removed = self.lock.remove_file(&RelPath::new(name)?, &digest(text))?;
        Ok(match removed {
            Removed::Gone | Removed::Absent => Ok(()),
            Removed::Conflict { actual, .. } => Err(moved(name, text, Some(actual))),
        })
    }

    fn read(&self, name: &str) -> Result<Option<Vec<u8>>, Error> {
        let snapshot = self.lock.dir().read(&RelPath::new(name)?)?;
        Ok(snapshot.map(Snapshot::into_bytes))
    }

    fn is(&self, name: &str, text: &str) -> Step {
        let found = self.read(name)?;
        if found.as_deref() == Some(text.as_bytes()) {
            return Ok(Ok(()));
        }
        let actual = found.map(|bytes| Digest::of(&bytes));
        Ok(Err(moved(name, text, actual)))
    }

    fn is_or_absent(&self, name: &str, text: &str) -> Step {
        if self.read(name)?.is_none() {
            return Ok(Ok(()));
        }
        self.is(name, text)
    }

    /// Appends the decision to PROGRESS.md, unless this promotion has told it already.
    fn tell(&self, title: &str, bullets: &[String]) -> Step {
        let page = Page::read(self.lock.dir(), "PROGRESS.md", Some(NO_PROGRESS))?;
        // Where it is not text nothing can be appended to it, and the check says so.
        let Ok(mut page) = page else {
            return Ok(Ok(()));
        };
        let entries = Progress::read(&page.document()).entries;
        let told = entries.iter().any(|entry| {
            let said = entry.bullets.iter().map(|bullet| &bullet.value);
            entry.title.value == title && said.eq(bullets)
        });
        if told {
            return Ok(Ok(()));
        }
        page.append_entry(&NewEntry {
            timestamp: self.environment.now.as_str(),
            kind: EntryKind::Decision,
            title,
            bullets,
        })?;
        Ok(page.write(self.lock)?.map(|_| ()))
    }

    fn forwards(&self) -> [String; 4] {
        [
            "Options: keep the records in the README; give each task a file of its own.".to_owned(),
            format!(
                "Choice: Full, with {} task files; the records are the same.",
                self.draft.files.len()
            ),
            format!(
                "Reason: asked for; begun {}.",
                self.state.updated_at.as_str()
            ),
            "Revert: none; a Full plan does not become Lite again.".to_owned(),
        ]
    }

    fn backwards(&self) -> [String; 4] {
        [
            "Options: resume the promotion; take it back.".to_owned(),
            "Choice: Lite, as before; the records are the same.".to_owned(),
            format!(
                "Reason: asked for; begun {}.",
                self.state.updated_at.as_str()
            ),
            "Revert: promote the plan again.".to_owned(),
        ]
    }
}

/// Removes the kept README, which nothing needs once no promotion is under way.
pub(super) fn forget(lock: &Lock) -> Result<(), Error> {
    let _: Removed = lock.remove_file(&RelPath::new(KEPT_README)?, &Expect::Any)?;
    Ok(())
}

fn digest(text: &str) -> Expect {
    Expect::Digest(Digest::of(text.as_bytes()))
}

fn moved(name: &str, text: &str, actual: Option<Digest>) -> Conflict {
    Conflict::File {
        file: name.to_owned(),
        expected: Some(Digest::of(text.as_bytes())),
        actual,
    }
}
