//! The fingerprint of a plan's artefacts (F2, F3): one digest over names and contents, framed so
//! that no two different sets of files share it.
//!
//! For each artefact in the byte order of the names: the length of the name, the name, one byte
//! that says whether the file is there (1) or not (0), the length of the content, the content.
//! Lengths are eight bytes, big-endian; an absent file has length 0.

use std::collections::BTreeMap;

use plan_guard::Digest;

use crate::files::{PlanFiles, task_file_number};
use crate::receipt::{Receipt, ReceiptArtefact, is_receipt};

/// Part of every fingerprint, be they there or not.
const ALWAYS: [&str; 4] = ["PROGRESS.md", "PROMPTS.md", "README.md", "manifest.json"];

/// One file that a fingerprint covers.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Artefact {
    /// The file, relative to the plan.
    pub name: String,
    /// The digest of the content that counts; `None` where the file is absent.
    pub sha256: Option<Digest>,
    /// The length of that content, in bytes.
    pub length: u64,
}

/// The fingerprint of a plan's artefacts.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Fingerprint {
    /// The framed digest.
    pub digest: Digest,
    /// The artefacts that it covers, in the byte order of their names.
    pub artefacts: Vec<Artefact>,
}

impl Fingerprint {
    /// The fingerprint of the artefacts of a plan.
    ///
    /// Covered are README, PROMPTS, manifest, the task files, PROGRESS up to `progress_length`
    /// bytes (all of it where that is `None`), and everything under `analysis_results/` but
    /// receipts, turn records and temporary files. Files that could not be read count as absent:
    /// see [`PlanFiles::problems`] first.
    ///
    /// ```
    /// use plan_verify::{PlanFiles, fingerprint::Fingerprint};
    ///
    /// let mut files = PlanFiles::new("PLAN_a_b", [("README.md", "# A"), ("PROGRESS.md", "one")]);
    /// let before = Fingerprint::of(&files, None);
    /// files.insert("PROGRESS.md", "one two"); // may grow
    /// assert_eq!(Fingerprint::of(&files, Some(3)), before);
    /// files.insert("README.md", "# B");
    /// assert_ne!(Fingerprint::of(&files, Some(3)), before);
    /// ```
    #[must_use]
    pub fn of(files: &PlanFiles, progress_length: Option<u64>) -> Self {
        let mut contents: BTreeMap<&str, Option<&[u8]>> =
            ALWAYS.into_iter().map(|name| (name, None)).collect();
        for (name, content) in files.iter().filter(|(name, _)| is_artefact(name)) {
            contents.insert(name, Some(content.bytes()));
        }
        if let (Some(Some(bytes)), Some(length)) =
            (contents.get_mut("PROGRESS.md"), progress_length)
        {
            let length = usize::try_from(length).unwrap_or(usize::MAX);
            *bytes = bytes.get(..length).unwrap_or(bytes);
        }
        Self {
            digest: framed(&contents),
            artefacts: contents.iter().map(artefact).collect(),
        }
    }

    /// The artefacts as a receipt lists them.
    #[must_use]
    pub fn receipt_artefacts(&self) -> Vec<ReceiptArtefact> {
        let list = self.artefacts.iter().map(|artefact| ReceiptArtefact {
            name: artefact.name.clone(),
            sha256: artefact.sha256.map(|digest| digest.to_string()),
            length: artefact.length,
        });
        list.collect()
    }
}

/// How far `PROGRESS.md` counted when a receipt was written; `None` where it does not say.
pub(crate) fn progress_length(receipt: &Receipt) -> Option<u64> {
    let progress = receipt
        .artifacts
        .iter()
        .find(|artefact| artefact.name == "PROGRESS.md")?;
    progress.sha256.as_ref().map(|_| progress.length)
}

/// Whether a file of the plan counts for its fingerprint (F3).
pub(crate) fn is_artefact(file: &str) -> bool {
    if let Some(rest) = file.strip_prefix("analysis_results/") {
        return rest != "turns.ndjson" && !is_receipt(file) && !is_temporary(rest);
    }
    ALWAYS.contains(&file) || task_file_number(file).is_some()
}

/// What a killed writer leaves behind, to be swept by the next one (D8).
fn is_temporary(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    name.starts_with('.') && name.ends_with(".tmp")
}

fn artefact((name, content): (&&str, &Option<&[u8]>)) -> Artefact {
    Artefact {
        name: (*name).to_owned(),
        sha256: content.map(Digest::of),
        length: content.map_or(0, |bytes| bytes.len() as u64),
    }
}

fn framed(contents: &BTreeMap<&str, Option<&[u8]>>) -> Digest {
    let size = contents
        .iter()
        .map(|(name, content)| 17 + name.len() + content.map_or(0, <[u8]>::len));
    let mut frame = Vec::with_capacity(size.sum());
    for (name, content) in contents {
        frame.extend_from_slice(&(name.len() as u64).to_be_bytes());
        frame.extend_from_slice(name.as_bytes());
        frame.push(u8::from(content.is_some()));
        let bytes = content.unwrap_or_default();
        frame.extend_from_slice(&(bytes.len() as u64).to_be_bytes());
        frame.extend_from_slice(bytes);
    }
    Digest::of(&frame)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of<const N: usize>(files: [(&str, &str); N]) -> String {
        Fingerprint::of(&PlanFiles::new("PLAN_a_b", files), None)
            .digest
            .to_string()
    }

    #[test]
    fn f3_what_counts() {
        for file in [
            "README.md",
            "manifest.json",
            "2.task_x.md",
            "analysis_results/gates/t1.log",
            "analysis_results/APPROVAL.json",
        ] {
            assert!(is_artefact(file), "{file}");
        }
        for file in [
            "state.json",
            ".finalizing.json",
            "analysis_results/FINALIZATION.json",
            "analysis_results/FINALIZATION.2.json",
            "analysis_results/turns.ndjson",
            "notes.md",
            "analysis_results/.x.md.0a1b.tmp",
        ] {
            assert!(!is_artefact(file), "{file}");
        }
    }

    #[test]
    fn f3_the_frame_is_the_documented_one() {
        let mut frame = Vec::new();
        for (name, content) in [
            ("PROGRESS.md", None),
            ("PROMPTS.md", Some("")),
            ("README.md", Some("ab")),
            ("manifest.json", None),
        ] {
            frame.extend([0, 0, 0, 0, 0, 0, 0, name.len() as u8]);
            frame.extend(name.bytes());
            frame.push(u8::from(content.is_some()));
            frame.extend([0, 0, 0, 0, 0, 0, 0, content.unwrap_or("").len() as u8]);
            frame.extend(content.unwrap_or("").bytes());
        }
        let expected = Digest::of(&frame).to_string();
        assert_eq!(of([("README.md", "ab"), ("PROMPTS.md", "")]), expected);
    }

    #[test]
    fn f3_different_sets_differ() {
        let sets = [
            of([("README.md", "a"), ("PROMPTS.md", "b")]),
            of([("README.md", "ab"), ("PROMPTS.md", "")]),
            of([("README.md", "ab")]),
            of([("README.md", "ab"), ("1.task_a.md", "")]),
            of([("README.md", "ab"), ("1.task_b.md", "")]),
        ];
        let distinct: std::collections::BTreeSet<_> = sets.iter().collect();
        assert_eq!(distinct.len(), sets.len());
    }
}
