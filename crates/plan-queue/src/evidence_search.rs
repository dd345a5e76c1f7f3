//! Evidence search: whether the test that a trace names is there, on disk or in a cited commit (Q28).
//!
//! The caller searches: it offers every file to [`Wanted::look`] and hands the hits back as
//! [`Searched`]. What they come to is decided here. That a test is there does not say that it ran.

use std::collections::BTreeSet;
use std::fmt;

use crate::model::{Done, TestRef, Trace};

/// What the traces of a closing name: the files and names to look for.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Wanted {
    /// Files, as the traces write them.
    pub files: BTreeSet<String>,
    /// Names of tests.
    pub names: BTreeSet<String>,
}

/// A file in which something was found.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub struct Hit {
    /// The file, relative to the root that was searched.
    pub path: String,
    /// The names that stand in it.
    pub names: BTreeSet<String>,
}

/// What was searched, and what was found.
///
/// Closed: a new member is one more question to the caller.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Searched {
    /// Disk first, then the commits in the order in which the closing cites them.
    pub places: Vec<(Place, Vec<Hit>)>,
    /// What could not be searched, and why, one line each.
    pub not_searched: Vec<String>,
}

/// A place that was searched.
///
/// Closed: evidence is searched on disk and in commits (Q28).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Place {
    /// The files as they lie there.
    Disk,
    /// The files as a commit has them.
    Commit(String),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Disk => f.write_str("on disk"),
            Self::Commit(hash) => write!(f, "in {hash}"),
        }
    }
}

/// What a search for one trace comes to (Q28).
///
/// Closed: the protocol knows these four (Q28).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// The test is there.
    Found {
        /// Where.
        place: Place,
        /// Its file.
        path: String,
    },
    /// The file without the name, or the name elsewhere.
    Partial {
        /// Where.
        place: Place,
        /// The file.
        path: String,
        /// What is missing.
        lacks: String,
    },
    /// Neither file nor name is anywhere.
    Absent,
    /// There is nothing to look for, or nowhere to look.
    NotSearchable {
        /// Why.
        why: String,
    },
}

impl Verdict {
    /// The word used in output.
    #[must_use]
    pub const fn as_str(&self) -> &'static str {
        match self {
            Self::Found { .. } => "found",
            Self::Partial { .. } => "partial",
            Self::Absent => "absent",
            Self::NotSearchable { .. } => "not-searchable",
        }
    }
}

impl Wanted {
    /// What the traces of a closing name.
    #[must_use]
    pub fn of(done: &Done) -> Self {
        let mut wanted = Self::default();
        for aim in done.tests.iter().filter_map(aim) {
            wanted.files.extend(aim.file);
            wanted.names.extend(aim.name);
        }
        wanted
    }

    /// Whether there is nothing to look for.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.files.is_empty() && self.names.is_empty()
    }

    /// Whether the file of that path is one of those looked for, whatever it holds.
    #[must_use]
    pub fn names_file(&self, path: &str) -> bool {
        self.files.iter().any(|file| ends_with(path, file))
    }

    /// Looks into a file; `None` where it has nothing to do with what is looked for.
    #[must_use]
    pub fn look(&self, path: &str, text: &str) -> Option<Hit> {
        let names = self.names.iter().filter(|name| stands_in(text, name));
        let names: BTreeSet<String> = names.cloned().collect();
        let concerns = !names.is_empty() || self.names_file(path);
        concerns.then(|| Hit {
            path: path.to_owned(),
            names,
        })
    }
}

/// Judges one trace by what was searched: the first place in which it is found whole counts, else
/// the first in which it is found in part (Q28).
#[must_use]
pub fn search(trace: &Trace, searched: &Searched) -> Verdict {
    let Some(aim) = aim(trace) else {
        let why = match trace {
            Trace::NotApplicable { .. } => "it says that there is nothing to test",
            Trace::Test { .. } => "it describes a test and names none",
        };
        return Verdict::NotSearchable {
            why: why.to_owned(),
        };
    };
    if searched.places.is_empty() {
        return Verdict::NotSearchable {
            why: "there was nowhere to search".to_owned(),
        };
    }
    let whole = searched
        .places
        .iter()
        .find_map(|(place, hits)| aim.found(place, hits));
    let part = || {
        searched
            .places
            .iter()
            .find_map(|(place, hits)| aim.partial(place, hits))
    };
    whole.or_else(part).unwrap_or(Verdict::Absent)
}

/// What a trace names; at least one of the two is there.
#[derive(Debug)]
struct Aim {
    file: Option<String>,
    name: Option<String>,
}

fn aim(trace: &Trace) -> Option<Aim> {
    match trace {
        Trace::Test { test, .. } => aim_of(test),
        Trace::NotApplicable { .. } => None,
    }
}

/// `file › «name»` names both. Else one word names a file, where it has a slash or an extension, or a
/// test; several words describe it.
fn aim_of(test: &TestRef) -> Option<Aim> {
    let parts = test.parts();
    if parts.file.is_some() || parts.name.is_some() {
        return Some(Aim {
            file: parts.file.map(str::to_owned),
            name: parts.name.map(str::to_owned),
        });
    }
    let text = test.text.value.split(" — ").next().unwrap_or_default();
    let word = text
        .trim()
        .trim_matches(|c: char| "`«»\"".contains(c))
        .trim_end_matches("()");
    let is_word = word.chars().count() >= 4
        && !word.contains(char::is_whitespace)
        && word.contains(char::is_alphabetic);
    if !is_word {
        return None;
    }
    let word = word.to_owned();
    Some(if is_file(&word) {
        Aim {
            file: Some(word),
            name: None,
        }
    } else {
        Aim {
            file: None,
            name: Some(word),
        }
    })
}

/// A slash, or an extension of one to five letters and digits; `module::test` and `Class.method` are
/// names.
fn is_file(word: &str) -> bool {
    let extension = word.rsplit_once('.').map(|(_, extension)| extension);
    let short = |text: &str| {
        (1..=5).contains(&text.len())
            && text
                .bytes()
                .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
    };
    !word.contains("::") && (word.contains('/') || extension.is_some_and(short))
}

impl Aim {
    fn found(&self, place: &Place, hits: &[Hit]) -> Option<Verdict> {
        let hit = hits
            .iter()
            .find(|hit| self.has_file(hit) && self.has_name(hit))?;
        Some(Verdict::Found {
            place: place.clone(),
            path: hit.path.clone(),
        })
    }

    fn partial(&self, place: &Place, hits: &[Hit]) -> Option<Verdict> {
        let (Some(file), Some(name)) = (&self.file, &self.name) else {
            return None;
        };
        let in_part = |hit: &Hit, lacks: String| {
            Some(Verdict::Partial {
                place: place.clone(),
                path: hit.path.clone(),
                lacks,
            })
        };
        if let Some(hit) = hits.iter().find(|hit| self.has_file(hit)) {
            return in_part(hit, format!("«{name}» does not stand in it"));
        }
        let hit = hits.iter().find(|hit| hit.names.contains(name))?;
        in_part(hit, format!("«{name}» stands here, and not in {file}"))
    }

    fn has_file(&self, hit: &Hit) -> bool {
        self.file
            .as_ref()
            .is_none_or(|file| ends_with(&hit.path, file))
    }

    fn has_name(&self, hit: &Hit) -> bool {
        self.name
            .as_ref()
            .is_none_or(|name| hit.names.contains(name))
    }
}

/// Whether a path ends with another, part by part.
fn ends_with(path: &str, file: &str) -> bool {
    let mut parts = path.rsplit('/');
    let wanted = file.trim_start_matches("./").rsplit('/');
    wanted
        .filter(|part| !part.is_empty())
        .all(|part| parts.next() == Some(part))
}

/// Whether a name stands in a text as a whole word: `adds` does not stand in `adds_twice`.
fn stands_in(text: &str, name: &str) -> bool {
    let joins = |c: char| c.is_alphanumeric() || c == '_';
    let open = |inner: Option<char>, outer: Option<char>| {
        !(inner.is_some_and(joins) && outer.is_some_and(joins))
    };
    text.match_indices(name).any(|(at, _)| {
        let (before, after) = (&text[..at], &text[at + name.len()..]);
        open(name.chars().next(), before.chars().next_back())
            && open(name.chars().next_back(), after.chars().next())
    })
}
