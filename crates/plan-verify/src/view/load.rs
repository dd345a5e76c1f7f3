//! From files to view: each file is parsed once, and what the parsers find is kept.

use plan_diagnostics::Finding;
use plan_markdown::Document;
use plan_markdown::view::readme::Readme;
use plan_state::{
    Format, Generation, Limits, Manifest, RawState, Reading, read_manifest, read_state,
};

use super::era::Witnesses;
use super::{Closing, Era, Part, PlanView, ReadmeFile, Stage, records};
use crate::facts::Facts;
use crate::files::PlanFiles;
use crate::parallel;

impl<'a> PlanView<'a> {
    /// Reads a plan from its files.
    #[must_use]
    pub fn new(files: &'a PlanFiles, facts: &'a Facts, stage: Stage) -> Self {
        let count = files.task_files().count();
        let (own, of_files) = parallel::both(count, || Own::read(files), || records::files(files));
        let Own {
            manifest,
            state,
            readme,
            findings,
        } = own;
        let witnesses = Witnesses {
            files,
            manifest: &manifest,
            state: &state,
            readme: readme.as_ref(),
        };
        let era = Era::of(&witnesses);
        let closing = Closing::of(files, readme.as_ref());
        let mut view = Self {
            files,
            facts,
            stage,
            manifest,
            state,
            era,
            readme,
            records: Vec::new(),
            is_lite: false,
            findings,
            entries: Default::default(),
            tasks: Default::default(),
            closing,
            amended: Default::default(),
        };
        view.is_lite = view.keeps_records_in_readme();
        view.records = records::read(&mut view, of_files);
        records::judge_amendments(&mut view);
        view.amended = super::amended::Amended::of(&view.records);
        view.entries = first_of(view.index().iter().map(|entry| entry.number));
        view.tasks = first_of(
            view.state
                .read()
                .map_or(&[][..], |state| &state.tasks)
                .iter()
                .map(|t| t.id),
        );
        view
    }

    /// Whether the plan is Lite: by its state, else by its manifest, else by where its records are.
    fn keeps_records_in_readme(&self) -> bool {
        let by_state = self
            .state
            .read()
            .filter(|state| state.generation.is_current());
        let by_manifest = self
            .manifest
            .read()
            .filter(|m| m.generation != Generation::V1);
        let declared = by_state
            .and_then(|state| state.format)
            .or_else(|| by_manifest.and_then(|manifest| manifest.plan_format));
        match declared {
            Some(format) => format == Format::Lite,
            None => {
                self.files.task_files().next().is_none()
                    && self
                        .readme
                        .as_ref()
                        .is_some_and(|r| !r.readme.records.is_empty())
            }
        }
    }
}

/// The files of the plan itself.
struct Own {
    manifest: Part<Manifest>,
    state: Part<RawState>,
    readme: Option<ReadmeFile>,
    findings: Vec<Finding>,
}

impl Own {
    fn read(files: &PlanFiles) -> Self {
        let mut findings = Vec::new();
        let limits = Limits::default();
        Self {
            manifest: part(files, "manifest.json", &mut findings, |bytes| {
                read_manifest("manifest.json", bytes, &limits)
            }),
            state: part(files, "state.json", &mut findings, |bytes| {
                read_state("state.json", bytes, &limits)
            }),
            readme: readme(files, &mut findings),
            findings,
        }
    }
}

fn part<T>(
    files: &PlanFiles,
    name: &str,
    findings: &mut Vec<Finding>,
    read: impl FnOnce(&[u8]) -> Reading<T>,
) -> Part<T> {
    let Some(content) = files.get(name) else {
        return if files.contains(name) {
            Part::Broken
        } else {
            Part::Absent
        };
    };
    let reading = read(content.bytes());
    findings.extend(reading.findings);
    match reading.value {
        _ if reading.unsupported => Part::Unsupported,
        Some(value) => Part::Read(value),
        None => Part::Broken,
    }
}

fn readme(files: &PlanFiles, findings: &mut Vec<Finding>) -> Option<ReadmeFile> {
    let text = files.text("README.md")?;
    let document = Document::parse("README.md", text.clone());
    let readme = Readme::read(&document);
    findings.extend(document.findings().iter().cloned());
    findings.extend(readme.findings.iter().cloned());
    Some(ReadmeFile { document, readme })
}

/// The position of the first of each number.
fn first_of(numbers: impl Iterator<Item = u64>) -> std::collections::BTreeMap<u64, usize> {
    let mut first = std::collections::BTreeMap::new();
    for (at, number) in numbers.enumerate() {
        first.entry(number).or_insert(at);
    }
    first
}
