//! The plan's lock, and `PROGRESS.md` where it is written under another's, who is dead (H10, P12).

use plan_guard::{Acquired, ConfinedDir, Lock, LockRequest, RelPath, Replaced, Snapshot};
use plan_markdown::Document;
use plan_markdown::view::progress::NewEntry;
use plan_update::{Conflict, Environment};

use crate::Error;

/// The narrative's file.
pub(crate) const FILE: &str = "PROGRESS.md";

/// How it begins where it is not there.
const OPENING: &str = "# Progress\n";

/// Takes the lock of the state, under which all files of a plan are written (D8).
pub(crate) fn acquire(
    dir: &ConfinedDir,
    environment: &Environment,
) -> Result<Result<Lock, Conflict>, Error> {
    let request = LockRequest {
        process: &environment.process,
        wait: environment.wait,
        probe: environment.probe.clone(),
    };
    Ok(
        match Lock::acquire(dir, &RelPath::new("state.json")?, &request)? {
            Acquired::Held(lock) => Ok(lock),
            Acquired::Busy(info) => Err(Conflict::LockHeld(Box::new(info))),
        },
    )
}

/// The narrative as it was read.
pub(crate) struct Page {
    pub(crate) path: RelPath,
    pub(crate) before: Option<Snapshot>,
    text: String,
}

impl Page {
    pub(crate) fn read(dir: &ConfinedDir) -> Result<Self, Error> {
        let path = RelPath::new(FILE)?;
        let before = dir.read(&path)?;
        let text = before.as_ref().map_or_else(
            || OPENING.to_owned(),
            |snapshot| String::from_utf8_lossy(snapshot.bytes()).into_owned(),
        );
        Ok(Self { path, before, text })
    }

    pub(crate) fn document(&self) -> Document {
        Document::parse(FILE, self.text.as_str())
    }

    /// The text with an entry more.
    pub(crate) fn with(&self, entry: &NewEntry<'_>) -> Result<String, Error> {
        let document = self.document();
        let rendered = entry.render().map_err(plan_update::Error::from)?;
        let edits: Vec<_> = plan_markdown::edit::append(&document, &rendered)
            .into_iter()
            .collect();
        Ok(document.apply(&edits).map_err(plan_update::Error::from)?)
    }

    pub(crate) fn outcome(&self, written: Replaced) -> Result<(), Conflict> {
        match written {
            Replaced::Written { .. } | Replaced::Unchanged => Ok(()),
            Replaced::Conflict { actual, .. } => Err(Conflict::File {
                file: FILE.to_owned(),
                expected: self.before.as_ref().map(Snapshot::digest),
                actual,
            }),
        }
    }
}

/// A text as an entry has it: one line, nothing around it, never empty.
pub(crate) fn one_line(text: &str) -> String {
    let visible = text.replace(char::is_control, " ");
    let line = visible.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.is_empty() {
        "nothing".to_owned()
    } else {
        line
    }
}
