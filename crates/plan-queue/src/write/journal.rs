//! The journal of a change: what it writes, put down before anything is written.

use plan_guard::{ConfinedDir, Digest, Expect, RelPath};
use serde::{Deserialize, Serialize};

use super::{Change, Error, JOURNAL};

/// The form of the journal. A journal of another form is not touched.
const FORM: &str = "urn:planwright:queue-journal:v1";

/// A change on its way (Q26, Q29): enough to finish it without whoever began it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Journal {
    pub(super) summary: String,
    pub(super) files: Vec<Entry>,
}

/// One file on its way from one content to another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) path: RelPath,
    /// What it was; `None` where it was not there.
    pub(super) before: Option<Digest>,
    /// What it is to hold; `None` where it goes.
    pub(super) content: Option<String>,
}

impl Entry {
    /// The digest of what it is to hold.
    pub(super) fn after(&self) -> Option<Digest> {
        self.content
            .as_deref()
            .map(|content| Digest::of(content.as_bytes()))
    }

    /// What it must be for this entry to be written.
    pub(super) fn expect(&self) -> Expect {
        self.before.map_or(Expect::Absent, Expect::Digest)
    }
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Wire {
    journal: String,
    summary: String,
    files: Vec<WireEntry>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WireEntry {
    path: String,
    before: Option<String>,
    content: Option<String>,
}

impl Journal {
    /// The journal of a change whose files are these now.
    pub(super) fn of(change: &Change, now: &[Option<Digest>]) -> Self {
        let files = change.files.iter().zip(now).map(|(file, before)| Entry {
            path: file.path.clone(),
            before: *before,
            content: file.content.clone(),
        });
        Self {
            summary: change.summary.clone(),
            files: files.collect(),
        }
    }

    /// The journal in a directory, where there is one.
    pub(super) fn load(dir: &ConfinedDir) -> Result<Option<Self>, Error> {
        let path = RelPath::new(JOURNAL)?;
        let Some(snapshot) = dir.read(&path)? else {
            return Ok(None);
        };
        let read = Self::parse(&snapshot.into_bytes());
        let unreadable = |why| Error::JournalUnreadable {
            path: dir.path_of(&path),
            why,
        };
        read.map(Some).map_err(unreadable)
    }

    /// Reads a journal.
    pub(super) fn parse(bytes: &[u8]) -> Result<Self, String> {
        let wire: Wire = serde_json::from_slice(bytes).map_err(|error| error.to_string())?;
        if wire.journal != FORM {
            return Err(format!("its form is `{}`, not `{FORM}`", wire.journal));
        }
        let entries = wire.files.into_iter().map(|file| {
            let digest = |hex: String| hex.parse().map_err(|error| format!("{error}"));
            Ok(Entry {
                path: RelPath::new(file.path).map_err(|error| error.to_string())?,
                before: file.before.map(digest).transpose()?,
                content: file.content,
            })
        });
        Ok(Self {
            summary: wire.summary,
            files: entries.collect::<Result<_, String>>()?,
        })
    }

    /// The journal as it is written.
    pub(super) fn to_json(&self) -> Vec<u8> {
        let files = self.files.iter().map(|file| WireEntry {
            path: file.path.to_string(),
            before: file.before.map(|digest| digest.to_string()),
            content: file.content.clone(),
        });
        let wire = Wire {
            journal: FORM.to_owned(),
            summary: self.summary.clone(),
            files: files.collect(),
        };
        // Texts and lists of them: this cannot fail.
        let mut bytes = serde_json::to_vec_pretty(&wire).unwrap_or_default();
        bytes.push(b'\n');
        bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn q26_a_journal_reads_back_as_it_was_written() {
        let journal = Journal {
            summary: "Close sumar".to_owned(),
            files: vec![
                Entry {
                    path: RelPath::new("done/sumar.md").unwrap(),
                    before: None,
                    content: Some("- [x] **sumar**\r\n".to_owned()),
                },
                Entry {
                    path: RelPath::new("claims/sumar.md").unwrap(),
                    before: Some(Digest::of(b"claim")),
                    content: None,
                },
            ],
        };
        assert_eq!(Journal::parse(&journal.to_json()), Ok(journal));
    }

    #[test]
    fn q26_what_is_no_journal_is_told() {
        let escaping = format!(
            r#"{{"journal":"{FORM}","summary":"x","files":[{{"path":"../x","before":null,"content":null}}]}}"#
        );
        let odd = r#"{"journal":"other:v2","summary":"x","files":[]}"#;
        for text in ["", "{", "[]", odd, &escaping] {
            assert!(Journal::parse(text.as_bytes()).is_err(), "{text}");
        }
    }
}
