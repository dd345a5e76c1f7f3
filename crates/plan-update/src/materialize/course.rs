//! The writes of a materialization in their order, and how far a directory has come along them.

use std::collections::BTreeMap;

use plan_diagnostics::{Report, Severity};
use plan_guard::{ConfinedDir, Digest, EntryKind, RelPath};
use plan_state::{Format, Limits, Timestamp, read_manifest};
use plan_verify::approval_record::{APPROVAL_FILE, APPROVAL_SCHEMA, ApprovalRecord};
use plan_verify::{Facts, PlanFiles, PlanView, Stage as ViewStage, check};

use super::echo;
use super::render::{Renderer, Stage, file_name, numbered};
use crate::{Description, Error};

/// The manifest's file.
pub(super) const MANIFEST: &str = "manifest.json";
/// The one directory inside a plan.
pub(super) const RESULTS: &str = "analysis_results";

/// One write: the file, and the whole content that it gets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Write {
    pub(super) file: String,
    pub(super) text: String,
}

/// All writes, in order (H3).
#[derive(Debug)]
pub(super) struct Course {
    pub(super) writes: Vec<Write>,
}

impl Course {
    /// The writes that make `plan`, created at `at`.
    pub(super) fn of(plan: &Description, at: &Timestamp) -> Result<Self, Error> {
        let renderer = renderer(plan, at);
        let mut course = Self { writes: Vec::new() };
        course.push(MANIFEST, renderer.manifest());
        course.push("README.md", renderer.readme(Stage::Skeleton));
        course.push("analysis_results/PLAN_ANALYSIS.md", renderer.analysis());
        match plan.format {
            Format::Full => {
                for (id, task) in numbered(plan) {
                    course.push(&file_name(id, task), renderer.record(id, task));
                }
            }
            Format::Lite => course.push("README.md", renderer.readme(Stage::Records)),
        }
        course.push("PROGRESS.md", renderer.progress()?);
        course.push("PROMPTS.md", renderer.prompts());
        if let Some(consent) = renderer.consent() {
            let mut files = course.files(&plan.name, course.writes.len());
            files.insert("README.md", renderer.readme(Stage::Whole));
            files.insert("state.json", renderer.state().to_json());
            let facts = Facts::default();
            let record = ApprovalRecord {
                schema: APPROVAL_SCHEMA.to_owned(),
                plan: plan.name.clone(),
                approval: consent.approval().as_str().to_owned(),
                by: consent.by,
                at: at.as_str().to_owned(),
                words: consent.words,
                unattended: consent.unattended,
                tasks: PlanView::new(&files, &facts, ViewStage::Standing).approvable_tasks(),
            };
            course.push(APPROVAL_FILE, record.to_json());
        }
        course.push("state.json", renderer.state().to_json());
        course.push("README.md", renderer.readme(Stage::Whole));
        Ok(course)
    }

    fn push(&mut self, file: &str, text: String) {
        self.writes.push(Write {
            file: file.to_owned(),
            text,
        });
    }

    /// The plan after the first `count` writes.
    fn files(&self, name: &str, count: usize) -> PlanFiles {
        let mut files = PlanFiles::new(name, Vec::<(String, String)>::new());
        for write in self.writes.iter().take(count) {
            files.insert(write.file.as_str(), write.text.as_str());
        }
        files.insert_directory(RESULTS);
        files
    }

    /// What a file has before the write at `index`: the content of an earlier write, or nothing.
    pub(super) fn before(&self, index: usize) -> Option<&str> {
        let file = &self.writes.get(index)?.file;
        let earlier = self.writes.iter().take(index).rev();
        let mut same = earlier.filter(|write| write.file == *file);
        same.next().map(|write| write.text.as_str())
    }

    /// How many of the writes `disk` shows: it is as they leave it, and holds nothing else. `None`
    /// where it is no partial of this plan.
    pub(super) fn progress(&self, disk: &BTreeMap<String, Digest>) -> Option<usize> {
        let mut shown: BTreeMap<&str, Digest> = BTreeMap::new();
        let mut differing = disk.len();
        let mut reached = (differing == 0).then_some(0);
        for (index, write) in self.writes.iter().enumerate() {
            let file = write.file.as_str();
            let there = disk.get(file).copied();
            let next = Digest::of(write.text.as_bytes());
            let was = shown.insert(file, next) != there;
            let is = Some(next) != there;
            differing = differing + usize::from(is) - usize::from(was);
            if differing == 0 {
                reached = Some(index + 1);
            }
        }
        reached
    }
}

fn renderer<'d>(plan: &'d Description, at: &'d Timestamp) -> Renderer<'d> {
    Renderer {
        plan,
        at,
        digest: Digest::of(plan.to_json().as_bytes()).to_string(),
    }
}

/// What keeps the plan from being written: faults of the description, texts that are not read back
/// as they were given, and anything that a check of the whole would find, save that the plan awaits
/// approval.
pub(super) fn unfit(plan: &Description, at: &Timestamp) -> Result<Option<Report>, Error> {
    let mut report = Report::new(
        plan_diagnostics::Subject::plan(plan.name.clone()),
        plan_diagnostics::Sources::default(),
    );
    report.extend(plan.faults("description"));
    report.conceal(plan_prose::credential::conceal);
    if report.count(Severity::Must) > 0 {
        return Ok(Some(report));
    }
    report.extend(echo::differences(&renderer(plan, at)));
    report.conceal(plan_prose::credential::conceal);
    if report.count(Severity::Must) + report.count(Severity::Should) > 0 {
        return Ok(Some(report));
    }
    let course = Course::of(plan, at)?;
    let report = check(
        &course.files(&plan.name, course.writes.len()),
        &Facts::default(),
    );
    let awaited = |code: &str| code == "approval-awaited";
    let clean = report.findings().all(|finding| awaited(finding.rule.code))
        && report.unverified_reasons().is_empty();
    Ok((!clean).then_some(report))
}

/// When the plan in `dir` was created, by its manifest, where that is the one that `plan` makes.
pub(super) fn created_at(
    dir: &ConfinedDir,
    plan: &Description,
) -> Result<Option<Timestamp>, Error> {
    let Some(snapshot) = dir.read(&RelPath::new(MANIFEST)?)? else {
        return Ok(None);
    };
    let manifest = read_manifest(MANIFEST, snapshot.bytes(), &Limits::default()).value;
    let Some(at) = manifest.map(|manifest| manifest.created_at) else {
        return Ok(None);
    };
    let ours = renderer(plan, &at).manifest();
    Ok((ours.as_bytes() == snapshot.bytes()).then_some(at))
}

/// The files of `dir` with their digests; `None` where it holds anything that no plan being written
/// has.
pub(super) fn disk(
    dir: &ConfinedDir,
    course: &Course,
) -> Result<Option<BTreeMap<String, Digest>>, Error> {
    let tree = dir.tree()?;
    if !tree.is_complete() || !tree.others.is_empty() || has_directories(dir)? {
        return Ok(None);
    }
    let mut found = BTreeMap::new();
    for file in &tree.files {
        let ours = course
            .writes
            .iter()
            .any(|write| write.file == file.as_str());
        let Some(snapshot) = (if ours { dir.read(file)? } else { None }) else {
            return Ok(None);
        };
        found.insert(file.as_str().to_owned(), snapshot.digest());
    }
    Ok(Some(found))
}

/// Whether there are directories besides `analysis_results`, and besides locks.
fn has_directories(dir: &ConfinedDir) -> Result<bool, Error> {
    let own = dir.tree()?.own;
    let results = RelPath::new(RESULTS)?;
    for (place, except) in [(None, RESULTS), (Some(&results), "")] {
        for entry in dir.entries(place)? {
            let path = match place {
                None => entry.name.clone(),
                Some(place) => format!("{place}/{}", entry.name),
            };
            let known = entry.name == except || own.iter().any(|own| own.as_str() == path);
            if entry.kind == EntryKind::Dir && !known {
                return Ok(true);
            }
        }
    }
    Ok(false)
}
