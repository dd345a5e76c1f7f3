//! The Markdown as it will be: record, README and PROGRESS.md, each with its smallest edits (H7).

use plan_diagnostics::Span;
use plan_guard::ConfinedDir;
use plan_markdown::view::progress::{EntryKind, NewEntry};
use plan_markdown::view::readme::Readme;
use plan_markdown::view::task::{Criterion, TaskRecord};
use plan_markdown::view::{edit, task::CriterionKind};
use plan_markdown::{Document, Edit};
use plan_state::amendment::{self, Amendments};
use plan_state::{Locator, RawState, State, Task, Timestamp};

use super::{Completion, entry, log};
use crate::page::{Ahead, NO_PROGRESS, Page, record_in, stands};
use crate::refusal::RefusalCode as Code;
use crate::{Environment, Error, Refusal, words};

/// The pages of a completion. In a Lite plan the record is in the README, which is then one page.
pub(super) struct Draft {
    record: Option<Page>,
    readme: Page,
    progress: Page,
    task: u64,
    locator: Locator,
    tasks: Vec<u64>,
    /// Criteria that stay open and that no amendment covers.
    pub(super) open_criteria: Vec<String>,
}

impl Draft {
    /// Fills the log of the record and ticks README: all that does not depend on the next state.
    pub(super) fn of_record(
        dir: &ConfinedDir,
        state: &State,
        completion: &Completion,
        environment: &Environment,
    ) -> Result<Result<Self, Refusal>, Error> {
        let number = completion.request.task;
        if let Err(refusal) = completion.log.as_deref().map_or(Ok(()), judge_text) {
            return Ok(Err(refusal));
        }
        let Some(task) = state.task(number) else {
            return Ok(Err(unknown(state, number)));
        };
        let mut draft = match Self::read(dir, state, task)? {
            Ok(draft) => draft,
            Err(refusal) => return Ok(Err(refusal)),
        };
        if draft.locate(&draft.page().document()).is_none() {
            return Ok(Err(no_record(task)));
        }
        if let Some(text) = &completion.log
            && let Err(refusal) = draft.place_log(text)?
        {
            return Ok(Err(refusal));
        }
        draft.close_log(environment)?;
        draft.criteria(completion.criteria_met)?;
        Ok(draft.tick_index()?.map(|()| draft))
    }

    fn read(dir: &ConfinedDir, state: &State, task: &Task) -> Result<Result<Self, Refusal>, Error> {
        let record = match &task.locator {
            Locator::Inline(_) => None,
            Locator::File(name) => match Page::read(dir, name, None)? {
                Ok(page) => Some(page),
                Err(refusal) => return Ok(Err(refusal)),
            },
        };
        let readme = match Page::read(dir, "README.md", None)? {
            Ok(page) => page,
            Err(refusal) => return Ok(Err(refusal)),
        };
        let progress = match Page::read(dir, "PROGRESS.md", Some(NO_PROGRESS))? {
            Ok(page) => page,
            Err(refusal) => return Ok(Err(refusal)),
        };
        Ok(Ok(Self {
            record,
            readme,
            progress,
            task: task.id,
            locator: task.locator.clone(),
            tasks: state.tasks().iter().map(|task| task.id).collect(),
            open_criteria: Vec::new(),
        }))
    }

    /// The pages in the order of writing, with the step before each (H6).
    pub(super) fn pages(&self) -> impl Iterator<Item = (&'static str, &Page)> {
        let record = self.record.as_ref().map(|page| ("complete-record", page));
        record.into_iter().chain([
            ("complete-readme", &self.readme),
            ("complete-progress", &self.progress),
        ])
    }

    /// The texts as they will be.
    pub(super) fn ahead(&self) -> Ahead {
        let text = |(_, page): (_, &Page)| (page.name().to_owned(), page.text().to_owned());
        self.pages().map(text).collect()
    }

    /// The page that the record is on.
    fn page(&self) -> &Page {
        self.record.as_ref().unwrap_or(&self.readme)
    }

    fn page_mut(&mut self) -> &mut Page {
        self.record.as_mut().unwrap_or(&mut self.readme)
    }

    /// The record on its page, as it is now.
    fn locate(&self, document: &Document) -> Option<TaskRecord> {
        record_in(document, self.task, &self.locator)
    }

    /// Makes one edit after another on the record's page, each on the text that the last one left.
    fn revise(
        &mut self,
        edits: impl FnOnce(&Document, &TaskRecord) -> Vec<Edit>,
    ) -> Result<(), Error> {
        let document = self.page().document();
        let Some(record) = self.locate(&document) else {
            return Ok(());
        };
        let edits = edits(&document, &record);
        self.page_mut().edit(&document, &edits)
    }

    fn place_log(&mut self, text: &str) -> Result<Result<(), Refusal>, Error> {
        let given = match log::Given::read(text) {
            Ok(given) => given,
            Err(refusal) => return Ok(Err(refusal)),
        };
        self.revise(|document, record| given.fields(document, record))?;
        for block in given.blocks() {
            self.revise(|document, record| log::append_block(document, record, block))?;
        }
        Ok(Ok(()))
    }

    /// Sets status and time where the log does not have them.
    fn close_log(&mut self, environment: &Environment) -> Result<(), Error> {
        let now = environment.now.as_str();
        self.revise(|document, record| log::close(document, record, now))
    }

    /// Ticks the open criteria where the caller says that they are met; else keeps them in mind.
    fn criteria(&mut self, met: bool) -> Result<(), Error> {
        let document = self.page().document();
        let Some(record) = self.locate(&document) else {
            return Ok(());
        };
        let amendments = self.amendments(&record);
        let open: Vec<&Criterion> = record
            .criteria
            .iter()
            .filter(|criterion| matches!(criterion.kind, CriterionKind::Open | CriterionKind::Odd))
            .filter(|criterion| !amendments.covers_criterion(&criterion.text.value))
            .collect();
        if !met {
            self.open_criteria = open.iter().map(|open| open.text.value.clone()).collect();
            return Ok(());
        }
        let marks: Vec<Span> = open
            .iter()
            .filter_map(|open| Some(open.mark?.outer))
            .collect();
        let items = document
            .items()
            .iter()
            .filter(|item| marks.contains(&item.mark.outer));
        let edits: Vec<Edit> = items
            .map(|item| plan_markdown::edit::tick(&document, item, true))
            .collect();
        self.page_mut().edit(&document, &edits)
    }

    fn amendments(&self, record: &TaskRecord) -> Amendments {
        amendment::judge(
            self.page().name(),
            self.task,
            &record.amendments,
            &self.tasks,
        )
        .0
    }

    /// Ticks the task's box and brings the count up to date.
    fn tick_index(&mut self) -> Result<Result<(), Refusal>, Error> {
        let document = self.readme.document();
        let readme = Readme::read(&document);
        let mut edits = Vec::new();
        for entry in readme.entries(self.task) {
            edits.extend(edit::tick_entry(&document, entry, true));
        }
        let linked = readme
            .unnumbered
            .iter()
            .filter(|item| item.file_number == Some(self.task));
        let linked: Vec<_> = linked.collect();
        if readme.entries(self.task).next().is_none() && linked.is_empty() {
            return Ok(Err(no_entry(self.task)));
        }
        let open = linked.iter().filter(|item| item.done != Some(true));
        let items = open.filter_map(|item| document.items().get(item.item));
        edits.extend(items.map(|item| plan_markdown::edit::tick(&document, item, true)));
        self.readme.edit(&document, &edits)?;
        let document = self.readme.document();
        let readme = Readme::read(&document);
        let boxes = || {
            let numbered = readme.tasks.iter().map(|entry| entry.done);
            numbered.chain(readme.unnumbered.iter().map(|item| item.done))
        };
        let done = boxes().filter(|done| *done == Some(true)).count() as u64;
        let edits = edit::status_count(&document, &readme, done, boxes().count() as u64);
        self.readme.edit(&document, &edits)?;
        Ok(Ok(()))
    }

    /// Whether the log has what a completed task's log needs, in a plan of the current era.
    pub(super) fn judge_log(&self, next: &RawState) -> Result<(), Refusal> {
        let document = self.page().document();
        let Some(record) = self.locate(&document) else {
            return Ok(());
        };
        if !next.generation.is_current() {
            return Ok(());
        }
        let is_last = next.tasks.last().is_some_and(|last| last.id == self.task);
        log::judge(&record, is_last)
    }

    /// Adds the entry of PROGRESS.md, unless an interrupted call left it (H10). It is refused where it would
    /// carry a credential there that stands in the log or in the state (B12).
    pub(super) fn tell(
        &mut self,
        state: &State,
        next: &RawState,
        number: u64,
        environment: &Environment,
    ) -> Result<Result<(), Refusal>, Error> {
        let document = self.page().document();
        let (Some(task), Some(record)) = (next.task(number), self.locate(&document)) else {
            return Ok(Ok(()));
        };
        let amendments = self.amendments(&record);
        let bullets = entry::bullets(task, &record, &amendments);
        let before = state.task(number);
        let since = entry::since(before, &amendments);
        // Of a task that was completed before, any entry since its last reopening is the one.
        let updated = match before.and_then(|task| task.completed_at.as_ref()) {
            Some(_) => task.started_at.clone().or_else(|| Timestamp::from_unix(0)),
            None => Some(state.raw().updated_at.clone()),
        };
        let kind = EntryKind::Task(number);
        if stands(
            &self.progress.document(),
            kind,
            &bullets,
            updated.as_ref(),
            since,
        ) {
            return Ok(Ok(()));
        }
        let title = crate::page::bullet(&task.title);
        for text in bullets.iter().chain([&title]) {
            if let Err(refusal) = words::no_credential("entry of PROGRESS.md", text) {
                return Ok(Err(refusal));
            }
        }
        self.progress.append_entry(&NewEntry {
            timestamp: environment.now.as_str(),
            kind,
            title: &title,
            bullets: &bullets,
        })?;
        Ok(Ok(()))
    }
}

/// The text of the log holds no credential (B12).
fn judge_text(text: &str) -> Result<(), Refusal> {
    words::no_credential("log", text)
}

fn unknown(state: &State, number: u64) -> Refusal {
    Refusal::new(
        Code::TaskUnknown,
        format!(
            "{} has no task {number}; its tasks are 1 to {}",
            state.plan(),
            state.task_count()
        ),
        "name one of them with --task",
    )
}

fn no_record(task: &Task) -> Refusal {
    Refusal::new(
        Code::RecordUnreadable,
        format!(
            "README.md has no record of task {} at {}",
            task.id,
            task.locator.value()
        ),
        "restore the section: the completion log belongs into it",
    )
}

fn no_entry(number: u64) -> Refusal {
    Refusal::new(
        Code::ReadmeUnreadable,
        format!("README.md lists no task {number} with a box to tick"),
        "restore the item of the task list, or reconcile the plan",
    )
}
