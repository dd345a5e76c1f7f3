//! Amendments: a change of scope, criterion or deferral, appended to the task's record (G1–G3).
//!
//! What is to be appended is put into the record in memory, read back, and judged there by the same
//! function that the check uses; only an amendment that holds is written. The record comes first and
//! PROGRESS.md second; a call that was interrupted between them is repeated, and adds neither twice.

use plan_guard::{Acquired, ConfinedDir, Lock, Step};
use plan_markdown::Document;
use plan_markdown::edit::append_within;
use plan_markdown::view::amendment::Amendment as Written;
use plan_markdown::view::progress::{EntryKind, NewEntry, Progress};
use plan_markdown::view::task::{SectionName, TaskRecord};
use plan_state::amendment::{Disposition, judge, same_criterion};
use plan_state::{Materialization, State, Task};

use crate::commit::acquire;
use crate::page::{NO_PROGRESS, Page, page_of, record_in};
use crate::refusal::RefusalCode as Code;
use crate::{Conflict, Environment, Error, Refusal, input, words};

/// An amendment to append; its number and date are given by the call (G1).
///
/// Closed: a new member is one more question to the caller.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewAmendment {
    /// The task in whose record it goes.
    pub task: u64,
    /// What is amended, verbatim: a criterion, an item of the checklist, a command, or the title.
    pub criterion: String,
    /// What was observed.
    pub observed: String,
    /// One of the dispositions of G2.
    pub disposition: String,
    /// Why.
    pub reason: String,
    /// `user`, `developer` or `evidence`, with the recorded statement behind it where there is one.
    pub authority: String,
    /// The tasks concerned, the record's own among them: `Task 2`, `Task 2 → Task 5`.
    pub tasks: String,
    /// `invalidated: …; preserved: …`, with commands in code spans, or `none`.
    pub evidence: String,
}

impl NewAmendment {
    fn fields(&self) -> [(&'static str, &str); 7] {
        [
            ("Criterion", self.criterion.trim()),
            ("Observed", self.observed.trim()),
            ("Disposition", self.disposition.trim()),
            ("Reason", self.reason.trim()),
            ("Authority", self.authority.trim()),
            ("Tasks", self.tasks.trim()),
            ("Evidence", self.evidence.trim()),
        ]
    }
}

/// What became of an amendment.
///
/// Closed: every case asks the caller for an answer of its own.
#[derive(Debug)]
#[must_use]
pub enum AmendOutcome {
    /// It is in the record, and PROGRESS.md says so.
    Applied(Amended),
    /// It was there already.
    Unchanged(Amended),
    /// Another writer was there first; worth a retry.
    Conflict(Conflict),
    /// It would not hold, or cannot be placed; nothing was written.
    Refused(Refusal),
}

/// An amendment that is on record.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Amended {
    /// `A1`.
    pub name: String,
    /// The file that it stands in.
    pub file: String,
}

/// Appends an amendment to a task's record in the plan in `dir`, under its lock (G1).
///
/// # Errors
///
/// Reading or writing failed. Every file is whole, and the call can be repeated.
pub fn amend(
    dir: &ConfinedDir,
    amendment: &NewAmendment,
    environment: &Environment,
) -> Result<AmendOutcome, Error> {
    let lock = match acquire(dir, environment)? {
        Acquired::Held(lock) => lock,
        Acquired::Busy(info) => {
            return Ok(AmendOutcome::Conflict(Conflict::LockHeld(Box::new(info))));
        }
    };
    let outcome = amend_under(&lock, amendment, environment);
    lock.release()?;
    outcome
}

fn amend_under(
    lock: &Lock,
    amendment: &NewAmendment,
    environment: &Environment,
) -> Result<AmendOutcome, Error> {
    let state = match input::state_under(lock, None)? {
        Ok((_, state)) => state,
        Err(input::Unready::Refused(refusal)) => return Ok(AmendOutcome::Refused(refusal)),
        Err(input::Unready::Conflict(conflict)) => return Ok(AmendOutcome::Conflict(conflict)),
    };
    let task = match judge_request(&state, amendment) {
        Ok(task) => task,
        Err(refusal) => return Ok(AmendOutcome::Refused(refusal)),
    };
    let mut page = match Page::read(lock.dir(), page_of(&task.locator), None)? {
        Ok(page) => page,
        Err(refusal) => return Ok(AmendOutcome::Refused(refusal)),
    };
    let mut progress = match Page::read(lock.dir(), "PROGRESS.md", Some(NO_PROGRESS))? {
        Ok(page) => page,
        Err(refusal) => return Ok(AmendOutcome::Refused(refusal)),
    };
    let name = match place(&mut page, &state, task, amendment, environment)? {
        Ok(name) => name,
        Err(refusal) => return Ok(AmendOutcome::Refused(refusal)),
    };
    tell(&mut progress, &name, amendment, environment)?;
    let amended = Amended {
        name,
        file: page.name().to_owned(),
    };
    let mut changed = false;
    for (step, page) in [("amend-record", &page), ("amend-progress", &progress)] {
        let probed = lock.probe().at(Step::Caller(step));
        probed.map_err(|source| Error::stopped(step, source))?;
        match page.write(lock)? {
            Ok(written) => changed |= written,
            Err(conflict) => return Ok(AmendOutcome::Conflict(conflict)),
        }
    }
    Ok(if changed {
        AmendOutcome::Applied(amended)
    } else {
        AmendOutcome::Unchanged(amended)
    })
}

/// The texts are one line each, there, and without a credential; the plan is not being rewritten.
fn judge_request<'s>(state: &'s State, amendment: &NewAmendment) -> Result<&'s Task, Refusal> {
    for (field, text) in amendment.fields() {
        words::single_line(field, text)?;
        words::no_credential(field, text)?;
        if text.is_empty() {
            return Err(unfit(&format!("the amendment does not say its {field}")));
        }
    }
    let raw = state.raw();
    let ready = raw
        .materialization
        .is_none_or(|at| at == Materialization::Ready);
    if !ready || raw.promotion.is_value() {
        return Err(Refusal::new(
            Code::PlanNotReady,
            "the records of this plan are being written or promoted",
            "finish that first",
        ));
    }
    state.task(amendment.task).ok_or_else(|| {
        Refusal::new(
            Code::TaskUnknown,
            format!(
                "{} has no task {}; its tasks are 1 to {}",
                state.plan(),
                amendment.task,
                state.task_count()
            ),
            "name one of them with --task",
        )
    })
}

/// Puts the amendment at the end of the record, unless its last one says the same, and judges it.
fn place(
    page: &mut Page,
    state: &State,
    task: &Task,
    amendment: &NewAmendment,
    environment: &Environment,
) -> Result<Result<String, Refusal>, Error> {
    let document = page.document();
    let Some(record) = record_in(&document, task.id, &task.locator) else {
        return Ok(Err(Refusal::new(
            Code::RecordUnreadable,
            format!("{} has no record of task {}", page.name(), task.id),
            "restore the record: the amendment belongs into it",
        )));
    };
    if let Some(last) = record
        .amendments
        .last()
        .filter(|last| says(last, amendment))
    {
        return Ok(Ok(last.name()));
    }
    if let Err(refusal) = judge_quotes(&record, task, amendment) {
        return Ok(Err(refusal));
    }
    let id = record
        .amendments
        .iter()
        .filter_map(|one| one.id)
        .max()
        .unwrap_or(0)
        + 1;
    let text = render(&document, &record, id, amendment, environment);
    let edit = append_within(&document, record.within, &text);
    page.edit(&document, &edit.into_iter().collect::<Vec<_>>())?;
    Ok(holds(page, state, task, id).map(|()| format!("A{id}")))
}

/// Whether an amendment on record says what this one does.
fn says(written: &Written, amendment: &NewAmendment) -> bool {
    let standing = [
        &written.criterion,
        &written.observed,
        &written.disposition,
        &written.reason,
        &written.authority,
        &written.tasks_text,
        &written.evidence_text,
    ];
    standing
        .iter()
        .zip(amendment.fields())
        .all(|(standing, (_, given))| {
            standing
                .as_ref()
                .is_some_and(|text| text.value.split_whitespace().eq(given.split_whitespace()))
        })
}

/// What is quoted is in the record, and the commands named are known (G1).
fn judge_quotes(record: &TaskRecord, task: &Task, amendment: &NewAmendment) -> Result<(), Refusal> {
    let quoted = amendment.criterion.trim();
    let items = record.criteria.iter().chain(&record.checklist);
    let commands = || record.commands.iter().map(|command| command.value.as_str());
    let bare = quoted.trim_matches('`');
    let known = items
        .map(|item| item.text.value.as_str())
        .any(|text| same_criterion(text, quoted))
        || commands().any(|command| command == bare)
        || record
            .title
            .as_ref()
            .is_some_and(|title| same_criterion(&title.value, quoted));
    if !known {
        let criteria: Vec<String> = record
            .criteria
            .iter()
            .map(|criterion| format!("\"{}\"", criterion.text.value))
            .collect();
        return Err(Refusal::new(
            Code::CriterionUnknown,
            format!(
                "the record of task {} has no criterion \"{quoted}\"",
                task.id
            ),
            format!(
                "quote it verbatim; the criteria are {}, and commands and the title can be quoted too",
                criteria.join(", ")
            ),
        ));
    }
    Ok(())
}

/// The amendment as it stands in a record (G1).
fn render(
    document: &Document,
    record: &TaskRecord,
    id: u32,
    amendment: &NewAmendment,
    environment: &Environment,
) -> String {
    let marks = "#".repeat(level(document, record));
    let lines: Vec<String> = amendment
        .fields()
        .iter()
        .map(|(name, text)| format!("**{name}:** {text}"))
        .collect();
    format!(
        "{marks} Amendment A{id} — {}\n\n{}\n",
        environment.now.as_str(),
        lines.join("\n")
    )
}

/// The level of its heading: that of the amendments there are, else one below the log's.
fn level(document: &Document, record: &TaskRecord) -> usize {
    let of = |start: usize| {
        let mut headings = document.headings().iter();
        headings
            .find(|heading| heading.span.start == start)
            .map(|heading| usize::from(heading.level))
    };
    let standing = record
        .amendments
        .first()
        .and_then(|first| of(first.heading.start));
    let log = record
        .section(SectionName::Log)
        .and_then(|log| of(log.part.opener.start));
    let mut headings = document.headings().iter();
    let own = headings.find(|heading| record.within.contains(heading.span));
    let below = |level: usize| (level + 1).min(6);
    standing.unwrap_or_else(|| {
        log.map_or_else(
            || own.map_or(3, |own| below(usize::from(own.level) + 1)),
            below,
        )
    })
}

/// Whether the amendment, read back from its page, holds (G1–G3).
fn holds(page: &Page, state: &State, task: &Task, id: u32) -> Result<(), Refusal> {
    let document = page.document();
    let Some(record) = record_in(&document, task.id, &task.locator) else {
        return Err(unfit("the record cannot be read with it"));
    };
    let numbers: Vec<u64> = state.tasks().iter().map(|task| task.id).collect();
    let (amendments, findings) = judge(page.name(), task.id, &record.amendments, &numbers);
    let Some(written) = record.amendments.iter().find(|one| one.id == Some(id)) else {
        return Err(unfit("it does not read back as an amendment"));
    };
    let ours = findings.iter().chain(&record.findings).filter(|finding| {
        finding
            .location
            .span
            .is_some_and(|span| written.span.contains(span))
    });
    let faults: Vec<&str> = ours.map(|finding| finding.message.as_str()).collect();
    let Some(held) = amendments
        .iter()
        .find(|one| one.id == id)
        .filter(|_| faults.is_empty())
    else {
        return Err(unfit(&faults.join("; ")));
    };
    let known = |command: &String| {
        record
            .commands
            .iter()
            .any(|declared| declared.value == *command)
            || task.gates().iter().any(|gate| gate.command == *command)
    };
    let named = held
        .invalidated
        .iter()
        .chain(&held.preserved)
        .chain(&held.withdrawn);
    let unknown: Vec<String> = named.filter(|command| !known(command)).cloned().collect();
    if unknown.is_empty() {
        return Ok(());
    }
    let message = format!(
        "task {} neither declares nor records {}",
        task.id,
        unknown.join(", ")
    );
    Err(unfit(&message).with_commands(unknown))
}

fn unfit(message: &str) -> Refusal {
    let words = Disposition::ALL.map(Disposition::as_str).join(", ");
    Refusal::new(
        Code::AmendmentUnfit,
        format!("the amendment would not hold: {message}"),
        format!(
            "the dispositions are {words}; a deferral names a task of the plan (`Task 2 → Task 5`), \
             `removed` needs the authority `user`, and the evidence is `invalidated: …; preserved: …` \
             with commands in backquotes, or `none`"
        ),
    )
}

/// Tells PROGRESS.md of it, as a decision, once (H10).
fn tell(
    progress: &mut Page,
    name: &str,
    amendment: &NewAmendment,
    environment: &Environment,
) -> Result<(), Error> {
    let title = format!("amendment {name} of task {}", amendment.task);
    let told = Progress::read(&progress.document());
    let mut decisions = told
        .entries
        .iter()
        .filter(|entry| entry.kind == EntryKind::Decision);
    if decisions.any(|entry| entry.title.value == title) {
        return Ok(());
    }
    let fields = amendment.fields();
    let bullets = [
        format!("Options: meet \"{}\" as written; amend it.", fields[0].1),
        format!(
            "Choice: {} ({}), on the authority of: {}.",
            fields[2].1, fields[5].1, fields[4].1
        ),
        format!("Reason: {}", fields[3].1),
        "Revert: amendments are never rewritten; append another one.".to_owned(),
    ];
    progress.append_entry(&NewEntry {
        timestamp: environment.now.as_str(),
        kind: EntryKind::Decision,
        title: &title,
        bullets: &bullets,
    })
}
