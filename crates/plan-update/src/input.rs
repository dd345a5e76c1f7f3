//! What an update reads under the lock: the marker, the state, the manifest, the records it needs.

use std::collections::BTreeMap;

use plan_diagnostics::{Finding, Severity};
use plan_guard::{ConfinedDir, Digest, Entry, Lock, Moved, RelPath, Snapshot};
use plan_markdown::Document;
use plan_markdown::view::readme::{PlanStatus, Readme, approval_word};
use plan_markdown::view::task::TaskRecord;
use plan_prose::evidence;
use plan_state::{Approval, Limits, Locator, RawState, State, Task, TaskStatus, read_manifest};
use plan_verify::human_approval::{is_asked_for, unapproved};
use plan_verify::receipt::{MARKER_FILE, RECEIPT_FILE};

use crate::page::Ahead;
use crate::refusal::RefusalCode as Code;
use crate::{
    Conflict, Context, Environment, Error, LogPointer, RecordFacts, Records, Refusal, Request,
};

/// The state file's name.
pub(crate) fn state_file() -> Result<RelPath, Error> {
    Ok(RelPath::new("state.json")?)
}

/// Why a call cannot begin.
pub(crate) enum Unready {
    /// A rule forbids it.
    Refused(Refusal),
    /// The state is not the one that the caller expects.
    Conflict(Conflict),
}

/// The state under the lock, judged: whole, of this plan, no finalization interrupted, and the one
/// expected (D2, D3).
pub(crate) fn state_under(
    lock: &Lock,
    expected: Option<Digest>,
) -> Result<Result<(Snapshot, State), Unready>, Error> {
    let dir = lock.dir();
    if let Some(refusal) = interrupted(dir)? {
        return Ok(Err(Unready::Refused(refusal)));
    }
    let snapshot = dir.read(&state_file()?)?;
    if let Some(expected) = expected {
        let actual = snapshot.as_ref().map(Snapshot::digest);
        if actual != Some(expected) {
            return Ok(Err(Unready::Conflict(Conflict::Stale { expected, actual })));
        }
    }
    let Some(snapshot) = snapshot else {
        return Ok(Err(Unready::Refused(no_state(dir))));
    };
    let judged = judge_state(dir, &snapshot)?;
    Ok(judged
        .map(|state| (snapshot, state))
        .map_err(Unready::Refused))
}

/// The refusal of anything while a finalization (F4) or a refining (H8) is interrupted, or the README
/// says that the plan is still being written: its count comes last, after the state (H3).
pub(crate) fn interrupted(dir: &ConfinedDir) -> Result<Option<Refusal>, Error> {
    let entries = dir.entries(None)?;
    let has = |name: &str| entries.iter().any(|entry| entry.name == name);
    if has(MARKER_FILE) {
        return Ok(Some(Refusal::new(
            Code::FinalizationInterrupted,
            format!(
                "a finalization of {} was interrupted ({MARKER_FILE} is there)",
                dir.name()
            ),
            "recover it first: dwp finalize PLAN_DIR --recover",
        )));
    }
    if has(crate::refine::MARKER) {
        return Ok(Some(crate::refine::interrupted(dir.name())));
    }
    Ok(is_materializing(dir)?.then(|| {
        Refusal::new(
            Code::PlanNotReady,
            format!(
                "the README of {} says that the plan is still being written (`Plan Status: materializing`)",
                dir.name()
            ),
            "finish writing it: repeat the `dwp new` that was stopped, or write the count of tasks in its place",
        )
    }))
}

/// Whether the README says that the plan is being written. Few do, and only those are parsed.
fn is_materializing(dir: &ConfinedDir) -> Result<bool, Error> {
    let Some(snapshot) = dir.read(&RelPath::new("README.md")?)? else {
        return Ok(false);
    };
    let text = std::str::from_utf8(snapshot.bytes()).unwrap_or_default();
    if !text.to_ascii_lowercase().contains("materializing") {
        return Ok(false);
    }
    let readme = Readme::read(&Document::parse("README.md", text));
    let stated = readme.plan_status.map(|stated| stated.status);
    Ok(stated == Some(PlanStatus::Materializing))
}

/// The refusal of an update where there is no state. A plan of Markdown alone never had one, and
/// reconciling makes none.
pub(crate) fn no_state(dir: &ConfinedDir) -> Refusal {
    let entries = dir.entries(None);
    let is_manifest = |entry: &Entry| entry.name == "manifest.json";
    let help = if entries.is_ok_and(|entries| !entries.iter().any(is_manifest)) {
        "it has no manifest either, and is kept up by hand; write it anew with `dwp new` to work on it \
         with these commands"
    } else {
        "reconcile the plan, which derives the state from its Markdown"
    };
    Refusal::new(
        Code::StateMissing,
        format!("{} has no state.json", dir.name()),
        help,
    )
}

/// The state, where its shape, its contract and its manifest agree; else why not (B, C).
pub(crate) fn judge_state(
    dir: &ConfinedDir,
    snapshot: &Snapshot,
) -> Result<Result<State, Refusal>, Error> {
    let reading = State::read("state.json", snapshot.bytes(), &Limits::default());
    if reading.unsupported {
        return Ok(Err(Refusal::new(
            Code::SchemaUnknown,
            format!(
                "state.json is of a schema that this version does not know{}",
                told(&reading.findings)
            ),
            "use a version of this tool that supports it",
        )));
    }
    let Some(judged) = reading.value else {
        return Ok(Err(Refusal::new(
            Code::StateMalformed,
            format!("state.json is not a state{}", told(&reading.findings)),
            "see `dwp check` for every fault, then reconcile the plan",
        )));
    };
    let raw = judged
        .as_ref()
        .map_or_else(|broken| &broken.raw, State::raw);
    if let Some(refusal) = judge_pair(dir, raw)? {
        return Ok(Err(refusal));
    }
    Ok(judged.map_err(|broken| {
        Refusal::new(
            Code::StateBreaksContract,
            format!("state.json breaks its contract{}", told(&broken.breaches)),
            "reconcile the plan, which derives the state from its Markdown anew: dwp reconcile PLAN_DIR",
        )
    }))
}

/// Manifest and state are of one generation, one plan and one format (B1, C2). A manifest that
/// cannot be read is the check's to report: no update could repair it.
fn judge_pair(dir: &ConfinedDir, state: &RawState) -> Result<Option<Refusal>, Error> {
    let Some(snapshot) = dir.read(&RelPath::new("manifest.json")?)? else {
        return Ok(None);
    };
    let reading = read_manifest("manifest.json", snapshot.bytes(), &Limits::default());
    let Some(manifest) = reading.value else {
        return Ok(None);
    };
    let mut breaches = plan_state::pair(&manifest, state);
    breaches.retain(|breach| breach.severity() == Severity::Must);
    let Some(first) = breaches.first() else {
        return Ok(None);
    };
    let mixed = first.rule.code == Code::SchemaMixed.as_str();
    let code = if mixed {
        Code::SchemaMixed
    } else {
        Code::StateBreaksContract
    };
    Ok(Some(Refusal::new(
        code,
        format!(
            "manifest.json and state.json do not belong together{}",
            told(&breaches)
        ),
        "restore the pair, or migrate the plan deliberately",
    )))
}

/// The findings that must be fixed, as the tail of a sentence.
fn told(findings: &[Finding]) -> String {
    let musts = findings
        .iter()
        .filter(|finding| finding.severity() == Severity::Must);
    let messages: Vec<String> = musts
        .map(|finding| match &finding.location.pointer {
            Some(pointer) => format!("{} (at {pointer})", finding.message),
            None => finding.message.clone(),
        })
        .collect();
    match messages.as_slice() {
        [] => String::new(),
        messages => format!(": {}", messages.join("; ")),
    }
}

/// The facts that the transition is judged by; `ahead` are texts that stand for those on disk.
pub(crate) fn gather(
    dir: &ConfinedDir,
    ahead: &Ahead,
    state: &State,
    request: &Request,
    environment: &Environment,
) -> Result<Context, Error> {
    let mut markdown = Markdown {
        shelf: Shelf { dir, ahead },
        readme: None,
    };
    let readme_approval = match state.raw().approval {
        None if state.generation().is_current() => markdown.approval()?,
        _ => None,
    };
    Ok(Context {
        now: environment.now.clone(),
        readme_approval,
        records: markdown.records(state.raw(), request)?,
        logs: logs(dir, state, request)?,
    })
}

/// Where the plan's Markdown is read from: the disk, but for what is about to be written.
#[derive(Clone, Copy)]
struct Shelf<'d> {
    dir: &'d ConfinedDir,
    ahead: &'d Ahead,
}

impl Shelf<'_> {
    /// A Markdown file of the plan, where it is there and text.
    fn document(self, name: &str) -> Result<Option<Document>, Error> {
        if let Some(text) = self.ahead.get(name) {
            return Ok(Some(Document::parse(name, text.as_str())));
        }
        let Some(snapshot) = self.dir.read(&RelPath::new(name)?)? else {
            return Ok(None);
        };
        let text = String::from_utf8(snapshot.into_bytes()).ok();
        Ok(text.map(|text| Document::parse(name, text)))
    }
}

/// The plan's Markdown, read where it is needed and parsed once.
struct Markdown<'d> {
    shelf: Shelf<'d>,
    readme: Option<Option<(Document, Readme)>>,
}

impl Markdown<'_> {
    fn readme(&mut self) -> Result<Option<&(Document, Readme)>, Error> {
        if self.readme.is_none() {
            let document = self.shelf.document("README.md")?;
            self.readme = Some(document.map(|document| {
                let readme = Readme::read(&document);
                (document, readme)
            }));
        }
        Ok(self.readme.as_ref().and_then(Option::as_ref))
    }

    /// The README's Approval (B3).
    fn approval(&mut self) -> Result<Option<Approval>, Error> {
        let readme = self.readme()?;
        let stated = readme.and_then(|(_, readme)| readme.approval.as_ref());
        Ok(stated
            .and_then(|stated| approval_word(&stated.value.value))
            .and_then(Approval::of))
    }

    /// The records that the request depends on.
    fn records(&mut self, state: &RawState, request: &Request) -> Result<Records, Error> {
        let shelf = self.shelf;
        let tasks: Vec<u64> = state.tasks.iter().map(|task| task.id).collect();
        let completes = |id| id == request.task && request.status == TaskStatus::Completed;
        let mut records = Records::new();
        for id in request.records_needed(state) {
            let Some(task) = state.task(id) else { continue };
            let readme = match task.locator {
                Locator::Inline(_) => self.readme()?,
                Locator::File(_) => None,
            };
            let facts = with_record(shelf, task, readme, |document, record| {
                let mut facts = RecordFacts::of(document.file(), id, record, &tasks);
                if completes(id) && record.criteria.iter().any(is_asked_for) {
                    facts.unapproved = awaited(shelf, id, document, record, &facts)?;
                }
                Ok::<_, Error>(facts)
            })?;
            if let Some(facts) = facts.transpose()? {
                records.insert(id, facts);
            }
        }
        Ok(records)
    }
}

/// The criteria of a record that a person has still to approve (E9).
fn awaited(
    shelf: Shelf<'_>,
    task: u64,
    document: &Document,
    record: &TaskRecord,
    facts: &RecordFacts,
) -> Result<Vec<String>, Error> {
    let progress = shelf.document("PROGRESS.md")?;
    let progress = progress.unwrap_or_else(|| Document::parse("PROGRESS.md", ""));
    let awaited = unapproved(task, record, document, &facts.amendments, &progress);
    Ok(awaited
        .into_iter()
        .map(|criterion| criterion.text.value.clone())
        .collect())
}

/// Looks at the record of a task, in the document that it stands in: its file, or the README.
/// `None` where there is no record to look at.
fn with_record<T>(
    shelf: Shelf<'_>,
    task: &Task,
    readme: Option<&(Document, Readme)>,
    look: impl FnOnce(&Document, &TaskRecord) -> T,
) -> Result<Option<T>, Error> {
    match &task.locator {
        Locator::File(name) => {
            let document = shelf.document(name)?;
            Ok(document.map(|document| look(&document, &TaskRecord::read_file(&document))))
        }
        Locator::Inline(_) => Ok(readme.and_then(|(document, readme)| {
            let section = readme.records_of(task.id).next()?;
            Some(look(document, &TaskRecord::read(document, section.span)))
        })),
    }
}

/// What the task's evidence, stored and new, points at (E4).
fn logs(
    dir: &ConfinedDir,
    state: &State,
    request: &Request,
) -> Result<BTreeMap<String, LogPointer>, Error> {
    let stored = state
        .task(request.task)
        .map(Task::gates)
        .unwrap_or_default();
    let stored = stored.iter().filter_map(|gate| gate.evidence.as_deref());
    let new = request.gates.iter().map(|gate| gate.evidence.as_str());
    let mut logs = BTreeMap::new();
    for path in stored.chain(new).flat_map(evidence::log_pointers) {
        if !logs.contains_key(path) {
            logs.insert(path.to_owned(), resolve(dir, path));
        }
    }
    Ok(logs)
}

/// A path that leaves the plan, or cannot be read inside it, points at nothing.
fn resolve(dir: &ConfinedDir, path: &str) -> LogPointer {
    let path = path.strip_prefix("./").unwrap_or(path);
    let read = RelPath::new(path).and_then(|path| dir.read(&path));
    if matches!(read, Ok(Some(_))) {
        LogPointer::Present
    } else {
        LogPointer::Absent
    }
}

/// Moves the receipt of a completed plan that is reopened to the first free `FINALIZATION.N.json`
/// (D4).
pub(crate) fn set_receipt_aside(lock: &Lock) -> Result<(), Error> {
    let receipt = RelPath::new(RECEIPT_FILE)?;
    for number in 1_u32.. {
        let aside = RelPath::new(RECEIPT_FILE.replace(".json", &format!(".{number}.json")))?;
        match lock.rename(&receipt, &aside)? {
            Moved::Taken => {}
            Moved::Done | Moved::Absent => break,
        }
    }
    Ok(())
}
