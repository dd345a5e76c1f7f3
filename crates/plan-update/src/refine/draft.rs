//! The files of the plan as the refining leaves them (H8).

use std::collections::BTreeMap;

use plan_diagnostics::Span;
use plan_guard::ConfinedDir;
use plan_markdown::view::edit::status_count;
use plan_markdown::view::readme::Readme;
use plan_markdown::{Document, Edit};
use plan_state::{
    Checkpoint, Format, Locator, Members, Nullable, RawState, State, Task, TaskStatus,
};
use plan_verify::approval_record::{APPROVAL_FILE, ApprovalRecord, ApprovedTask};

use super::order::{Order, Slot, forbidden};
use super::request::Refinement;
use super::texts;
use crate::materialize::{file_name, record_text};
use crate::page::{Page, page_of, record_in};
use crate::refusal::RefusalCode as Code;
use crate::transition::{count, first_open};
use crate::{Environment, Error, Refusal};

/// The next texts by file; `None` for a file that goes.
pub(super) type Files = BTreeMap<String, Option<String>>;

/// What a refining is drafted from.
pub(super) struct Desk<'a> {
    pub(super) dir: &'a ConfinedDir,
    pub(super) state: &'a State,
    pub(super) refinement: &'a Refinement,
    pub(super) order: &'a Order<'a>,
    pub(super) environment: &'a Environment,
    /// The README as it is.
    pub(super) readme: &'a Page,
}

impl Desk<'_> {
    fn format(&self) -> Format {
        self.state.raw().format.unwrap_or(Format::Full)
    }

    /// Every file that changes, with its next text.
    pub(super) fn files(&self) -> Result<Result<Files, Refusal>, Error> {
        let names = self.names();
        let mut files = Files::new();
        for id in &self.order.gone {
            match self.put_aside(*id)? {
                Ok((file, text)) => drop(files.insert(file, Some(text))),
                Err(refusal) => return Ok(Err(refusal)),
            }
        }
        if self.format() == Format::Full
            && let Err(refusal) = self.task_files(&names, &mut files)?
        {
            return Ok(Err(refusal));
        }
        match self.readme_text(&names)? {
            Ok(text) => drop(files.insert("README.md".to_owned(), Some(text))),
            Err(refusal) => return Ok(Err(refusal)),
        }
        self.prompts(&names, &mut files)?;
        if let Err(refusal) = self.approval(&mut files)? {
            return Ok(Err(refusal));
        }
        let next = match State::new(self.next_state()) {
            Ok(next) => next,
            Err(faults) => {
                let told: Vec<&str> = faults.iter().map(|fault| fault.message.as_str()).collect();
                return Ok(Err(forbidden(format!(
                    "the refined state would not be valid: {}",
                    told.join("; ")
                ))));
            }
        };
        files.insert("state.json".to_owned(), Some(next.to_json()));
        Ok(Ok(files))
    }

    /// Old names of task files and anchors, each with its new one.
    fn names(&self) -> BTreeMap<String, String> {
        let mut names = BTreeMap::new();
        for task in self.state.tasks() {
            let Some(new) = self.order.kept(task.id).filter(|new| *new != task.id) else {
                continue;
            };
            let old = task.locator.value();
            names.insert(
                old.to_owned(),
                locator(&task.locator, new).value().to_owned(),
            );
        }
        names
    }

    /// The record of a task that goes, kept with its gates where it no longer counts.
    fn put_aside(&self, id: u64) -> Result<Result<(String, String), Refusal>, Error> {
        let Some(task) = self.state.task(id) else {
            return Ok(Err(forbidden(format!("there is no task {id}"))));
        };
        let page = match Page::read(self.dir, page_of(&task.locator), None)? {
            Ok(page) => page,
            Err(refusal) => return Ok(Err(refusal)),
        };
        let document = page.document();
        let record = record_in(&document, id, &task.locator);
        let text = record.map(|record| document.slice(record.within).trim_end().to_owned());
        let whole: serde_json::Value =
            serde_json::from_str(&self.state.to_json()).unwrap_or_default();
        let index = usize::try_from(id.saturating_sub(1)).unwrap_or_default();
        let kept = serde_json::to_string_pretty(&whole["tasks"][index]).unwrap_or_default();
        let eol = document.line_ending();
        let text = format!(
            "{}{eol}{eol}---{eol}{eol}Taken out by a refining on {}; its entry in state.json was:{eol}{eol}```json{eol}{}{eol}```{eol}",
            text.unwrap_or_default(),
            self.environment.now.as_str(),
            kept.lines().collect::<Vec<_>>().join(eol),
        );
        let stamp: String = self
            .environment
            .now
            .as_str()
            .chars()
            .filter(char::is_ascii_alphanumeric)
            .collect();
        Ok(Ok((
            format!("analysis_results/removed_task_{id}_{stamp}.md"),
            text,
        )))
    }

    fn task_files(
        &self,
        names: &BTreeMap<String, String>,
        files: &mut Files,
    ) -> Result<Result<(), Refusal>, Error> {
        for task in self.state.tasks() {
            files.insert(task.locator.value().to_owned(), None);
        }
        for (number, slot) in (1..).zip(&self.order.slots) {
            let (name, text) = match slot {
                Slot::New(task) => (
                    file_name(number, task),
                    record_text(Format::Full, number, &self.order.numbered(task)),
                ),
                Slot::Kept(id) => {
                    let Some(task) = self.state.task(*id) else {
                        continue;
                    };
                    let mut page = match Page::read(self.dir, task.locator.value(), None)? {
                        Ok(page) => page,
                        Err(refusal) => return Ok(Err(refusal)),
                    };
                    let document = page.document();
                    if task.status != TaskStatus::Completed
                        && let Some(record) = record_in(&document, *id, &task.locator)
                    {
                        page.edit(
                            &document,
                            &texts::record(&document, &record, *id, self.order),
                        )?;
                    }
                    let name = locator(&task.locator, number).value().to_owned();
                    (name, texts::renamed(page.text(), names))
                }
            };
            files.insert(name, Some(text));
        }
        Ok(Ok(()))
    }

    /// The README: its index, its records in a Lite plan, its links and counts.
    fn readme_text(
        &self,
        names: &BTreeMap<String, String>,
    ) -> Result<Result<String, Refusal>, Error> {
        let document = self.readme.document();
        let readme = Readme::read(&document);
        let items: Vec<Span> = readme.tasks.iter().map(|entry| entry.span).collect();
        let (Some(place), Some(list)) = (
            texts::run(&document, &items),
            self.index(&document, &readme, names),
        ) else {
            return Ok(Err(unlisted(
                "the task list of README.md is not one list with an item a task",
            )));
        };
        let mut edits = vec![plan_markdown::edit::replace(&document, place, list)];
        if self.format() == Format::Lite {
            let sections: Vec<Span> = readme.records.iter().map(|record| record.span).collect();
            let (Some(place), Some(records)) = (
                texts::run(&document, &sections),
                self.sections(&document, &readme, names)?,
            ) else {
                return Ok(Err(unlisted(
                    "the records of README.md do not stand one after another",
                )));
            };
            edits.push(plan_markdown::edit::replace(&document, place, records));
        }
        edits.sort_by_key(|edit| edit.span.start);
        let text = apply_outside(&document, &edits, names);
        let document = Document::parse("README.md", text);
        let readme = Readme::read(&document);
        let done = readme
            .tasks
            .iter()
            .filter(|entry| entry.done == Some(true))
            .count() as u64;
        let counts = status_count(&document, &readme, done, self.order.slots.len() as u64);
        Ok(Ok(document.apply(&counts)?))
    }

    fn index(
        &self,
        document: &Document,
        readme: &Readme,
        names: &BTreeMap<String, String>,
    ) -> Option<String> {
        let last = self.state.tasks().last()?.id;
        let items = (1..)
            .zip(&self.order.slots)
            .map(|(number, slot)| match slot {
                Slot::Kept(id) => texts::item(document, readme, *id, number, names),
                Slot::New(task) => {
                    let file = (self.format() == Format::Full).then(|| file_name(number, task));
                    texts::new_item(document, readme, last, number, &task.title, file.as_deref())
                }
            });
        let items: Option<Vec<String>> = items.collect();
        let sound = readme.tasks.len() == self.state.tasks().len() && readme.unnumbered.is_empty();
        items
            .filter(|_| sound)
            .map(|items| items.join(document.line_ending()))
    }

    /// The records of a Lite plan in their new order.
    fn sections(
        &self,
        document: &Document,
        readme: &Readme,
        names: &BTreeMap<String, String>,
    ) -> Result<Option<String>, Error> {
        let mut texts = Vec::new();
        for (number, slot) in (1..).zip(&self.order.slots) {
            let text = match slot {
                Slot::New(task) => record_text(Format::Lite, number, &self.order.numbered(task)),
                Slot::Kept(id) => {
                    let Some(section) = readme.records_of(*id).next() else {
                        return Ok(None);
                    };
                    let record = plan_markdown::view::TaskRecord::read(document, section.span);
                    let own = Document::parse("README.md", document.text());
                    let edits = texts::record(&own, &record, *id, self.order);
                    let length = own.text().len() - section.span.end;
                    let whole = own.apply(&edits)?;
                    let text = &whole[section.span.start..whole.len() - length];
                    texts::renamed(text, names)
                }
            };
            let lines: Vec<&str> = text.trim_end().lines().collect();
            texts.push(lines.join(document.line_ending()));
        }
        let eol = document.line_ending();
        Ok(Some(texts.join(&eol.repeat(2)) + eol))
    }

    fn prompts(&self, names: &BTreeMap<String, String>, files: &mut Files) -> Result<(), Error> {
        if let Ok(page) = Page::read(self.dir, "PROMPTS.md", None)? {
            let text = texts::renamed(page.text(), names);
            if text != page.text() {
                files.insert("PROMPTS.md".to_owned(), Some(text));
            }
        }
        Ok(())
    }

    /// What was approved, under the new numbers; the user's authority stands for what is new (E10).
    fn approval(&self, files: &mut Files) -> Result<Result<(), Refusal>, Error> {
        let Ok(page) = Page::read(self.dir, APPROVAL_FILE, None)? else {
            return Ok(Ok(()));
        };
        let Ok(mut record) = ApprovalRecord::from_json(page.text()) else {
            return Ok(Ok(()));
        };
        let by_user = plan_state::amendment::Authority::of(&self.refinement.authority)
            .is_some_and(|(authority, _)| authority == plan_state::amendment::Authority::User);
        let mut tasks = Vec::new();
        for (number, slot) in (1..).zip(&self.order.slots) {
            match slot {
                Slot::Kept(id) => {
                    let approved = record.tasks.iter().find(|task| task.id == *id);
                    tasks.extend(approved.map(|task| ApprovedTask {
                        id: number,
                        ..task.clone()
                    }));
                }
                Slot::New(_) if !by_user => {
                    return Ok(Err(forbidden(
                        "a person approved the plan, and a new task needs the authority `user`"
                            .to_owned(),
                    )));
                }
                Slot::New(task) => {
                    let criteria = task.acceptance_criteria.iter().map(String::as_str);
                    tasks.push(ApprovedTask::of(number, &task.title, criteria));
                }
            }
        }
        record.tasks = tasks;
        files.insert(APPROVAL_FILE.to_owned(), Some(record.to_json()));
        Ok(Ok(()))
    }

    fn next_state(&self) -> RawState {
        let mut next = self.state.raw().clone();
        next.tasks = (1..)
            .zip(&self.order.slots)
            .filter_map(|(number, slot)| match slot {
                Slot::Kept(id) => {
                    let task = self.state.task(*id)?.clone();
                    Some(Task {
                        id: number,
                        locator: locator(&task.locator, number),
                        ..task
                    })
                }
                Slot::New(task) => Some(Task {
                    id: number,
                    locator: match self.format() {
                        Format::Full => Locator::File(file_name(number, task)),
                        Format::Lite => Locator::Inline(format!("#task-{number}")),
                    },
                    title: task.title.clone(),
                    status: TaskStatus::Pending,
                    started_at: None,
                    completed_at: None,
                    commit: None,
                    gates: Some(Vec::new()),
                    outcome: None,
                    extra: Members::new(),
                }),
            })
            .collect();
        next.task_count = next.tasks.len() as u64;
        if let Some(blocked) = self.state.blocked() {
            next.blocked = self
                .order
                .kept(blocked.task)
                .map_or(Nullable::Null, |task| {
                    Nullable::Value(plan_state::Blocked {
                        task,
                        ..blocked.clone()
                    })
                });
        }
        self.place(&mut next);
        count(&mut next);
        next.updated_at = self.environment.now.clone();
        next
    }

    /// The checkpoint moves with its task; where that is gone, it is at the first open one.
    fn place(&self, next: &mut RawState) {
        let Some(place) = self.state.checkpoint() else {
            return;
        };
        next.checkpoint = Nullable::Value(match self.order.kept(place.task) {
            Some(task) => Checkpoint {
                task,
                ..place.clone()
            },
            None => {
                let (task, step) = first_open(next);
                Checkpoint {
                    task,
                    step: Some(step.to_owned()),
                    at: self.environment.now.clone(),
                    note: None,
                }
            }
        });
    }
}

/// The locator of the same record under another number.
fn locator(old: &Locator, number: u64) -> Locator {
    match old {
        Locator::Inline(_) => Locator::Inline(format!("#task-{number}")),
        Locator::File(name) => {
            let slug = name.split_once('.').map_or(name.as_str(), |(_, slug)| slug);
            Locator::File(format!("{number}.{slug}"))
        }
    }
}

/// The text with the edits made, and names replaced outside them.
fn apply_outside(document: &Document, edits: &[Edit], names: &BTreeMap<String, String>) -> String {
    let mut out = String::new();
    let mut at = 0;
    for edit in edits {
        out += &texts::renamed(document.slice(Span::new(at, edit.span.start)), names);
        out += &edit.replacement;
        at = edit.span.end;
    }
    out + &texts::renamed(document.slice(Span::new(at, document.text().len())), names)
}

fn unlisted(why: &str) -> Refusal {
    Refusal::new(
        Code::ReadmeUnreadable,
        why,
        "bring the README into the form that a plan is written in, then refine",
    )
}
