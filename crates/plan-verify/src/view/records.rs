//! The task records of a plan, wherever they are kept.

use std::sync::Arc;

use plan_diagnostics::{Location, Span};
use plan_markdown::Document;
use plan_markdown::view::task::TaskRecord;
use plan_state::amendment::{self, Amendments};

use super::PlanView;
use crate::files::{PlanFiles, task_file_number};
use crate::parallel;

/// One task record with the file that it stands in.
#[derive(Debug)]
pub struct RecordFile {
    /// The number: of the file's name in a Full plan, of the heading in a Lite one.
    pub number: u64,
    /// The file: a task file, or `README.md`.
    pub file: String,
    /// What the record says.
    pub record: TaskRecord,
    /// Its amendments that hold (G).
    pub amendments: Amendments,
    /// The document of a task file; `None` for a record in the README, whose document the view has.
    own: Option<Document>,
}

impl RecordFile {
    /// The document that the record stands in.
    #[must_use]
    pub fn document<'v>(&'v self, view: &'v PlanView<'_>) -> Option<&'v Document> {
        self.own
            .as_ref()
            .or_else(|| view.readme.as_ref().map(|readme| &readme.document))
    }

    /// The record's title; empty where it has none.
    #[must_use]
    pub fn title(&self) -> String {
        self.record
            .title
            .as_ref()
            .map(|title| title.value.clone())
            .unwrap_or_default()
    }

    /// A place in the record's file.
    #[must_use]
    pub fn at(&self, span: Span) -> Location {
        Location::span(&self.file, span)
    }

    /// The record as a place: its heading, or the file where it has none.
    #[must_use]
    pub fn location(&self) -> Location {
        match (&self.record.title, &self.own) {
            (Some(title), _) => self.at(title.span),
            (None, Some(_)) => Location::file(&self.file),
            (None, None) => self.at(Span::new(
                self.record.within.start,
                self.record.within.start,
            )),
        }
    }
}

/// Takes the records from where the plan keeps them, and keeps what the parsers find in them.
pub(super) fn read(view: &mut PlanView<'_>, of_files: Vec<RecordFile>) -> Vec<RecordFile> {
    let mut records = if view.is_lite {
        sections(view)
    } else {
        of_files
    };
    for record in &records {
        view.findings.extend(record.record.findings.iter().cloned());
    }
    let own = records.iter().filter_map(|record| record.own.as_ref());
    view.findings
        .extend(own.flat_map(Document::findings).cloned());
    records.sort_by_key(|record| record.number);
    records
}

/// Judges the amendments of the records, now that the tasks of the plan are known.
pub(super) fn judge_amendments(view: &mut PlanView<'_>) {
    let tasks: Vec<u64> = view
        .titles()
        .into_iter()
        .map(|(number, _)| number)
        .collect();
    for record in view
        .records
        .iter_mut()
        .filter(|record| !record.record.amendments.is_empty())
    {
        let written = &record.record.amendments;
        let (amendments, findings) = amendment::judge(&record.file, record.number, written, &tasks);
        record.amendments = amendments;
        view.findings.extend(findings);
    }
}

/// The records in task files, as a Full plan keeps them. They are read while it is not yet known
/// whether it is one: a Lite plan has no such files.
pub(super) fn files(files: &PlanFiles) -> Vec<RecordFile> {
    let files = files.task_files().filter_map(|name| {
        let text = files.text(name)?;
        Some((name, text, task_file_number(name)?))
    });
    let files: Vec<_> = files.collect();
    parallel::map(&files, |(name, text, number)| {
        let document = Document::parse(name, Arc::clone(text));
        RecordFile {
            number: *number,
            file: (*name).to_owned(),
            record: TaskRecord::read_file(&document),
            amendments: Amendments::default(),
            own: Some(document),
        }
    })
}

fn sections(view: &PlanView<'_>) -> Vec<RecordFile> {
    let Some(readme) = &view.readme else {
        return Vec::new();
    };
    parallel::map(&readme.readme.records, |section| RecordFile {
        number: section.number,
        file: "README.md".to_owned(),
        record: TaskRecord::read(&readme.document, section.span),
        amendments: Amendments::default(),
        own: None,
    })
}
