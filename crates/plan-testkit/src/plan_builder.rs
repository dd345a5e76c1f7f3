//! A plan for tests: clean as built, in memory or on disk, with exact edits to make it less so.
//!
//! ```
//! use plan_testkit::PlanBuilder;
//!
//! let files = PlanBuilder::full(3).tick(1).start(2).files();
//! assert!(files["README.md"].contains("- [x] Task 1: "));
//! assert!(files["state.json"].contains("\"in_progress\""));
//! ```
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that builds a plan wrongly is to stop there"
)]

mod text;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use plan_guard::{ConfinedDir, Digest, Expect, RelPath, Replaced, WriteOptions};
use plan_verify::PlanFiles;
use plan_verify::fingerprint::Fingerprint;
use plan_verify::receipt::{RECEIPT_FILE, RECEIPT_SCHEMA, Receipt, ReceiptTool};

/// How a built plan keeps its task records.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Shape {
    Full,
    Lite,
    Legacy,
}

#[derive(Debug, Clone)]
enum Change {
    Edit {
        file: String,
        from: String,
        to: String,
    },
    Write {
        file: String,
        text: String,
    },
    Remove {
        file: String,
    },
}

/// Builds a plan whose check finds nothing, not even an advisory.
#[derive(Debug, Clone)]
pub struct PlanBuilder {
    name: String,
    shape: Shape,
    tasks: u64,
    done: Vec<u64>,
    started: Option<u64>,
    blocked: bool,
    changes: Vec<Change>,
    receipt: bool,
}

impl PlanBuilder {
    /// A v5 Full plan of `tasks` tasks, the last of which is the Final Review; none is begun.
    #[must_use]
    pub fn full(tasks: u64) -> Self {
        Self::new(Shape::Full, tasks)
    }

    /// A v5 Lite plan.
    #[must_use]
    pub fn lite(tasks: u64) -> Self {
        Self::new(Shape::Lite, tasks)
    }

    /// A plan of the legacy era: v1, spec 2.3.0, a single Final Review.
    #[must_use]
    pub fn legacy(tasks: u64) -> Self {
        Self::new(Shape::Legacy, tasks)
    }

    fn new(shape: Shape, tasks: u64) -> Self {
        Self {
            name: "PLAN_invoice_export".into(),
            shape,
            tasks,
            done: Vec::new(),
            started: None,
            blocked: false,
            changes: Vec::new(),
            receipt: true,
        }
    }

    /// The same plan under another name.
    #[must_use]
    pub fn named(mut self, name: &str) -> Self {
        name.clone_into(&mut self.name);
        self
    }

    /// Task `task` is completed, in every artefact.
    #[must_use]
    pub fn tick(mut self, task: u64) -> Self {
        self.done.push(task);
        self
    }

    /// Task `task` is in progress.
    #[must_use]
    pub fn start(mut self, task: u64) -> Self {
        self.started = Some(task);
        self
    }

    /// Task `task` is blocked.
    #[must_use]
    pub fn block(mut self, task: u64) -> Self {
        self.started = Some(task);
        self.blocked = true;
        self
    }

    /// Every task is completed, the security review is there, and a receipt.
    #[must_use]
    pub fn complete(mut self) -> Self {
        self.done = (1..=self.tasks).collect();
        self
    }

    /// A completed plan has no receipt.
    #[must_use]
    pub fn without_receipt(mut self) -> Self {
        self.receipt = false;
        self
    }

    /// Replaces the only occurrence of `from` in `file`; a test that names a text that is not there,
    /// or there twice, panics.
    #[must_use]
    pub fn edit(mut self, file: &str, from: &str, to: &str) -> Self {
        self.changes.push(Change::Edit {
            file: file.into(),
            from: from.into(),
            to: to.into(),
        });
        self
    }

    /// Writes `file` anew, or for the first time.
    #[must_use]
    pub fn write(mut self, file: &str, text: &str) -> Self {
        self.changes.push(Change::Write {
            file: file.into(),
            text: text.into(),
        });
        self
    }

    /// Leaves `file` out; a test that names a file that is not there panics.
    #[must_use]
    pub fn remove(mut self, file: &str) -> Self {
        self.changes.push(Change::Remove { file: file.into() });
        self
    }

    /// The files by name, with all changes made. A receipt is written after the changes, over the
    /// files as changed, so that it holds unless a change is to the receipt itself.
    #[must_use]
    pub fn files(&self) -> BTreeMap<String, String> {
        let mut files = self.pristine();
        let (late, early): (Vec<_>, Vec<_>) = self
            .changes
            .iter()
            .partition(|change| change.file() == RECEIPT_FILE);
        for change in early {
            change.apply(&mut files);
        }
        if self.is_complete() && self.receipt && self.shape != Shape::Legacy {
            let receipt = receipt(&self.name, &files);
            files.insert(RECEIPT_FILE.into(), receipt);
        }
        for change in late {
            change.apply(&mut files);
        }
        files
    }

    /// The plan as the checker takes it.
    #[must_use]
    pub fn plan_files(&self) -> PlanFiles {
        let mut files = PlanFiles::new(self.name.clone(), self.files());
        files.insert_directory("analysis_results");
        files
    }

    /// Writes the plan into `parent` and returns its directory.
    ///
    /// # Panics
    ///
    /// Where it cannot be written.
    #[must_use]
    pub fn write_into(&self, parent: &Path) -> PathBuf {
        let parent_dir = ConfinedDir::open(parent).unwrap();
        let root = RelPath::new(self.name.clone()).unwrap();
        parent_dir.create_dir(&root).unwrap();
        let dir = ConfinedDir::open(&parent.join(&self.name)).unwrap();
        let files = self.files();
        let nested = files
            .keys()
            .filter_map(|file| file.rsplit_once('/'))
            .map(|(dir, _)| dir);
        let mut directories: Vec<_> = nested.chain(["analysis_results"]).collect();
        directories.sort_unstable();
        directories.dedup();
        for directory in directories {
            dir.create_dir(&RelPath::new(directory).unwrap()).unwrap();
        }
        for (file, text) in &files {
            let path = RelPath::new(file.clone()).unwrap();
            let written = dir.replace(
                &path,
                text.as_bytes(),
                &Expect::Absent,
                &WriteOptions::default(),
            );
            assert!(
                matches!(written.unwrap(), Replaced::Written { .. }),
                "{file} is there already"
            );
        }
        parent.join(&self.name)
    }

    fn is_done(&self, task: u64) -> bool {
        self.done.contains(&task)
    }

    fn is_complete(&self) -> bool {
        (1..=self.tasks).all(|task| self.is_done(task))
    }

    fn pristine(&self) -> BTreeMap<String, String> {
        let mut files = BTreeMap::from([
            ("README.md".to_owned(), self.readme()),
            ("PROGRESS.md".to_owned(), self.progress()),
            ("PROMPTS.md".to_owned(), self.prompts()),
            ("manifest.json".to_owned(), self.manifest()),
            ("state.json".to_owned(), self.state()),
            (
                "analysis_results/PLAN_ANALYSIS.md".to_owned(),
                "# Analysis\n\nOne pass.\n".to_owned(),
            ),
        ]);
        if self.shape != Shape::Lite {
            for task in 1..=self.tasks {
                files.insert(self.file_name(task), self.record(task));
            }
        }
        if self.is_complete() {
            let review = "# Security review\n\nNo findings.\n".to_owned();
            files.insert("analysis_results/SECURITY_REVIEW.md".to_owned(), review);
        }
        files
    }
}

impl Change {
    fn file(&self) -> &str {
        match self {
            Self::Edit { file, .. } | Self::Write { file, .. } | Self::Remove { file } => file,
        }
    }

    fn apply(&self, files: &mut BTreeMap<String, String>) {
        match self {
            Self::Edit { file, from, to } => {
                let text = files
                    .get_mut(file)
                    .unwrap_or_else(|| panic!("no file {file}"));
                assert_eq!(
                    text.matches(from.as_str()).count(),
                    1,
                    "{from:?} in {file}:\n{text}"
                );
                *text = text.replace(from.as_str(), to);
            }
            Self::Write { file, text } => {
                files.insert(file.clone(), text.clone());
            }
            Self::Remove { file } => {
                assert!(files.remove(file).is_some(), "no file {file}");
            }
        }
    }
}

fn receipt(name: &str, files: &BTreeMap<String, String>) -> String {
    let plan = PlanFiles::new(name, files.clone());
    let fingerprint = Fingerprint::of(&plan, None);
    let state = files
        .get("state.json")
        .map(String::as_bytes)
        .unwrap_or_default();
    let receipt = Receipt {
        schema: RECEIPT_SCHEMA.into(),
        plan: name.into(),
        result: "verified".into(),
        state_sha256: Digest::of(state).to_string(),
        artifacts_sha256: fingerprint.digest.to_string(),
        artifacts: fingerprint.receipt_artefacts(),
        rules: Vec::new(),
        tool: ReceiptTool {
            name: "planwright".into(),
            version: "0.1.0".into(),
        },
        at: "2026-03-02T23:00:00Z".into(),
    };
    receipt.to_json()
}
