//! The plan itself, in a directory, with the real calls on it.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use plan_guard::{Acquired, ConfinedDir, Lock, LockRequest, Probe, Process, RelPath};
use plan_state::{Limits, RawState, TaskStatus, Timestamp, read_state};
use plan_testkit::PlanBuilder;
use plan_update::*;
use plan_verify::finalize::{self, Recovery, Setting};

use crate::model::Model;
use crate::ops::{Change, Cmd, Edit, Op, Pick, Shape, Shown, Start, Stop};
use crate::rules::Told;
use crate::texts::{LOG, NONE, command, description, refine_file, report, scratch, v2};

/// The first minute of every sequence.
const BEGIN: i64 = 1_772_445_600;

pub(crate) struct World {
    _parent: tempfile::TempDir,
    parent: ConfinedDir,
    path: PathBuf,
    minute: i64,
}

/// A plan as a sequence begins with it; made once and written as it is.
type Fixture = (BTreeMap<String, String>, Model);
static FIXTURES: Mutex<BTreeMap<Start, Fixture>> = Mutex::new(BTreeMap::new());

impl World {
    /// The plan that a sequence begins with, and what it is; its writing is stopped and repeated where
    /// the sequence says so.
    pub(crate) fn begin(start: Start, stop: Option<Stop>) -> Result<(Self, Model), String> {
        let parent = scratch();
        let mut world = Self {
            parent: ConfinedDir::open(parent.path()).unwrap(),
            path: parent.path().join("PLAN_invoice_export"),
            _parent: parent,
            minute: 0,
        };
        let known = FIXTURES.lock().unwrap().get(&start).cloned();
        if let Some((files, model)) = known.filter(|_| stop.is_none()) {
            world.write_all(&files);
            world.minute = 100;
            return Ok((world, model));
        }
        let model = world.make(start, stop)?;
        world.minute = 100;
        if stop.is_none() {
            let fixture = (world.files(), model.clone());
            FIXTURES.lock().unwrap().insert(start, fixture);
        }
        Ok((world, model))
    }

    fn make(&mut self, start: Start, stop: Option<Stop>) -> Result<Model, String> {
        match start.shape {
            Shape::New { full, .. } => self.create(&description(start, full), stop)?,
            Shape::V2 => self.write_all(&v2().files()),
            Shape::V1 => self.write_all(&PlanBuilder::legacy(3).files()),
        }
        self.write(
            "analysis_results/SECURITY_REVIEW.md",
            "# Security review\n\nNo findings.\n",
        );
        let mut model = Model::new(start);
        for done in 0..start.done {
            let task = Pick::At(done);
            let op = Op::Complete {
                task,
                gate: Some(Shown::Pass),
                resolve: false,
                log: true,
                met: true,
            };
            let (before, run) = (model.clone(), 1000 + u32::from(done));
            let told = self
                .call(&op, run, &before, None)
                .map_err(|error| error.to_string())?;
            let wanted = model.apply(&op, run);
            if told != wanted || wanted != Told::Done {
                return Err(format!("task {} is not completed: {told:?}", done + 1));
            }
        }
        Ok(model)
    }

    fn write_all(&self, files: &BTreeMap<String, String>) {
        std::fs::create_dir_all(self.path.join("analysis_results")).unwrap();
        for (name, text) in files {
            self.write(name, text);
        }
    }

    /// Materializes, and where that is stopped, does it again.
    fn create(&mut self, description: &Description, stop: Option<Stop>) -> Result<(), String> {
        let environment = self.environment(stop);
        let told = match materialize(&self.parent, description, &environment) {
            Err(_) => {
                self.break_lock();
                let environment = self.environment(None);
                materialize(&self.parent, description, &environment)
            }
            told => told,
        };
        match told {
            Ok(MaterializeOutcome::Applied { .. } | MaterializeOutcome::Unchanged) => Ok(()),
            other => Err(format!("the plan is not written: {other:?}")),
        }
    }

    /// A call at the next minute, stopped where that is asked for.
    pub(crate) fn environment(&mut self, stop: Option<Stop>) -> Environment {
        self.minute += 1;
        let now = Timestamp::from_unix(BEGIN + 60 * self.minute).unwrap();
        let mut environment = Environment::new(Process::current("test", now.as_str()), now);
        if let Some(stop) = stop {
            let met = AtomicUsize::new(0);
            environment.probe = Probe::new(move |_| {
                let met = met.fetch_add(1, Ordering::Relaxed);
                let at = usize::from(stop.at);
                if met == at || stop.dead && met > at {
                    return Err(std::io::Error::other("stopped by the test"));
                }
                Ok(())
            });
        }
        environment
    }

    pub(crate) fn dir(&self) -> ConfinedDir {
        ConfinedDir::open(&self.path).unwrap()
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        self.path.join(name).exists()
    }

    pub(crate) fn text(&self, name: &str) -> String {
        std::fs::read_to_string(self.path.join(name)).unwrap_or_default()
    }

    fn write(&self, name: &str, text: &str) {
        std::fs::write(self.path.join(name), text).unwrap();
    }

    /// Every file of the plan, locks and temporary files too.
    pub(crate) fn files(&self) -> BTreeMap<String, String> {
        let mut files = BTreeMap::new();
        let mut waiting = vec![self.path.clone()];
        while let Some(directory) = waiting.pop() {
            for entry in std::fs::read_dir(directory).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    waiting.push(path);
                    continue;
                }
                let name = path
                    .strip_prefix(&self.path)
                    .unwrap()
                    .to_str()
                    .unwrap()
                    .to_owned();
                files.insert(name.clone(), self.text(&name));
            }
        }
        files
    }

    pub(crate) fn state(&self) -> Result<RawState, String> {
        let text = self.text("state.json");
        let reading = read_state("state.json", text.as_bytes(), &Limits::default());
        reading
            .value
            .ok_or_else(|| format!("state.json is no state: {:?}", reading.findings))
    }

    /// Removes the lock that a stopped call left.
    pub(crate) fn break_lock(&self) {
        let lock = self.path.join("state.json.lock");
        if lock.exists() {
            std::fs::remove_dir_all(lock).unwrap();
        }
    }

    /// Recovers a finalization that was stopped.
    pub(crate) fn recover(&mut self) -> Result<(), String> {
        let environment = self.environment(None);
        let request = LockRequest {
            process: &environment.process,
            wait: environment.wait,
            probe: Probe::none(),
        };
        let state = RelPath::new("state.json").unwrap();
        let Ok(Acquired::Held(lock)) = Lock::acquire(&self.dir(), &state, &request) else {
            return Err("the lock is not to be had".to_owned());
        };
        let setting = Setting {
            facts: &environment.facts,
            tool: environment.tool,
            now: &environment.now,
        };
        let recovered = finalize::recover(&lock, None, None, &setting);
        lock.release().unwrap();
        match recovered {
            Ok(Recovery::Recovered { .. }) => Ok(()),
            other => Err(format!("the finalization is not recovered: {other:?}")),
        }
    }

    /// Carries out an operation on the plan, `model` being what it is before it.
    pub(crate) fn call(
        &mut self,
        op: &Op,
        turn: u32,
        model: &Model,
        stop: Option<Stop>,
    ) -> Result<Told, Error> {
        let environment = &self.environment(stop);
        let dir = &self.dir();
        Ok(match *op {
            Op::Approve { trust } => {
                let (by, words) = ("Ada".to_owned(), "go ahead".to_owned());
                let consent = Consent {
                    by,
                    words,
                    trust,
                    unattended: false,
                };
                match approve(dir, &consent, environment)? {
                    ApprovalOutcome::Applied { .. } => Told::Done,
                    ApprovalOutcome::Unchanged => Told::Same,
                    ApprovalOutcome::Refused(refusal) => Told::Refused(refusal.code),
                    ApprovalOutcome::Conflict(conflict) => unexpected(&conflict),
                }
            }
            Op::Update {
                task,
                to,
                gate,
                reason,
                block,
                resolve,
            } => {
                let gate =
                    gate.map(|(cmd, shown)| report(model, model.place(task), cmd, shown, turn));
                let request = Request {
                    gates: gate.into_iter().collect(),
                    reopen_reason: reason.then(|| "it was found wanting".to_owned()),
                    block: block.then(|| Block {
                        reason: "the driver is missing".to_owned(),
                        needs: None,
                    }),
                    resolve_blocker: resolve,
                    ..Request::new(model.number(task), to)
                };
                match update(dir, &request, None, environment)? {
                    Outcome::Applied(_) => Told::Done,
                    Outcome::Unchanged(_) => Told::Same,
                    Outcome::Refused(refusal) => Told::Refused(refusal.code),
                    Outcome::Unpublished(_) => Told::Unpublished,
                    Outcome::Conflict(conflict) => unexpected(&conflict),
                }
            }
            Op::Complete {
                task,
                gate,
                resolve,
                log,
                met,
            } => {
                let place = model.place(task);
                let gate = gate.map(|shown| report(model, place, Cmd::Declared, shown, turn));
                let request = Request {
                    gates: gate.into_iter().collect(),
                    resolve_blocker: resolve,
                    ..Request::new(model.number(task), TaskStatus::Completed)
                };
                let completion = Completion {
                    log: log.then(|| LOG.to_owned()),
                    criteria_met: met,
                    ..Completion::new(request)
                };
                match complete(dir, &completion, None, environment)? {
                    CompletionOutcome::Applied(_) => Told::Done,
                    CompletionOutcome::Unchanged(_) => Told::Same,
                    CompletionOutcome::Refused(refusal) => Told::Refused(refusal.code),
                    CompletionOutcome::Unpublished { .. } => Told::Unpublished,
                    CompletionOutcome::Conflict { conflict, .. } => unexpected(&conflict),
                }
            }
            Op::Amend(task, change) => {
                let amendment = self.amendment(model, model.place(task), change);
                match amend(dir, &amendment, environment)? {
                    AmendOutcome::Applied(_) => Told::Done,
                    AmendOutcome::Unchanged(_) => Told::Same,
                    AmendOutcome::Refused(refusal) => Told::Refused(refusal.code),
                    AmendOutcome::Conflict(conflict) => unexpected(&conflict),
                }
            }
            Op::Refine(refining) => {
                let refinement = Refinement::read(&refine_file(model, refining, turn)).unwrap();
                match refine(dir, Some(&refinement), environment)? {
                    RefineOutcome::Applied { .. } => Told::Done,
                    RefineOutcome::Unchanged => Told::Same,
                    RefineOutcome::Refused(refusal) => Told::Refused(refusal.code),
                    RefineOutcome::Conflict(conflict) => unexpected(&conflict),
                }
            }
            Op::Promote(call) => self.promote(call, environment)?,
            Op::Migrate(to) => {
                let migration = Migration {
                    to,
                    reason: "the tools moved on".to_owned(),
                };
                match migrate(dir, &migration, environment)? {
                    MigrationOutcome::Applied { .. } => Told::Done,
                    MigrationOutcome::Unchanged => Told::Same,
                    MigrationOutcome::Refused(refusal) => Told::Refused(refusal.code),
                    MigrationOutcome::Conflict(conflict) => unexpected(&conflict),
                }
            }
            Op::Reconcile { write } => match reconcile(dir, &[], write, environment)? {
                ReconcileOutcome::Nothing(_) => Told::Same,
                ReconcileOutcome::Shown(_) => Told::Shown,
                ReconcileOutcome::Applied { .. } => Told::Done,
                ReconcileOutcome::Unsettled(_) => Told::Unsettled,
                ReconcileOutcome::Unpublished { .. } => Told::Unpublished,
                ReconcileOutcome::Refused(refusal) => Told::Refused(refusal.code),
                ReconcileOutcome::Conflict(conflict) => unexpected(&conflict),
            },
            Op::Person(edit) => {
                self.edit(edit, model, turn);
                Told::Done
            }
        })
    }

    pub(crate) fn promote(
        &self,
        call: PromotionCall,
        environment: &Environment,
    ) -> Result<Told, Error> {
        Ok(match promote(&self.dir(), call, environment)? {
            PromotionOutcome::Promoted { .. } | PromotionOutcome::RolledBack => Told::Done,
            PromotionOutcome::Unchanged => Told::Same,
            PromotionOutcome::Refused(refusal) => Told::Refused(refusal.code),
            PromotionOutcome::Conflict(conflict) => unexpected(&conflict),
        })
    }

    fn amendment(&self, model: &Model, place: usize, change: Change) -> NewAmendment {
        let task = place as u64 + 1;
        let (disposition, authority, tasks, evidence) = match change {
            Change::Invalidate(cmd) => {
                let command = model.tasks.get(place).map(|_| command(model, place, cmd));
                let invalidated = format!(
                    "invalidated: `{}`; preserved: none",
                    command.unwrap_or_default()
                );
                ("achieved", "evidence", format!("Task {task}"), invalidated)
            }
            Change::Remove => ("removed", "user", format!("Task {task}"), NONE.to_owned()),
            Change::Defer(to) => {
                let tasks = format!("Task {task} → Task {}", model.number(to));
                ("deferred", "user", tasks, NONE.to_owned())
            }
        };
        NewAmendment {
            task,
            criterion: self.criterion(model, place),
            observed: "the numbers are off".to_owned(),
            disposition: disposition.to_owned(),
            reason: "it has to be so".to_owned(),
            authority: authority.to_owned(),
            tasks,
            evidence,
        }
    }

    /// The one criterion of a task's record.
    fn criterion(&self, model: &Model, place: usize) -> String {
        let key = model.tasks.get(place).map_or(0, |task| task.key);
        if key < 100 {
            format!("Part {key} has one row an invoice.")
        } else {
            format!("Piece {key} works.")
        }
    }

    fn edit(&self, edit: Edit, model: &Model, turn: u32) {
        let readme = self.text("README.md");
        let swapped = |pick, from: &str, to: &str| {
            let number = model.number(pick);
            readme.replace(
                &format!("- [{from}] Task {number}: "),
                &format!("- [{to}] Task {number}: "),
            )
        };
        let next = match edit {
            Edit::Tick(pick) => swapped(pick, " ", "x"),
            Edit::Untick(pick) => swapped(pick, "x", " "),
            Edit::Count(done) => {
                let (_, behind) = readme.split_once("\nPlan Status: ").unwrap();
                let count = behind.lines().next().unwrap();
                let total = count.split_once('/').unwrap().1;
                readme.replace(
                    &format!("\nPlan Status: {count}"),
                    &format!("\nPlan Status: {done}/{total}"),
                )
            }
            Edit::Prose => readme.replacen(
                "The service has no export.",
                "The service has no export. Really.",
                1,
            ),
            Edit::Note => {
                let progress = self.text("PROGRESS.md");
                self.write(
                    "PROGRESS.md",
                    &format!("{progress}\nA note by hand, of turn {turn}.\n"),
                );
                return;
            }
        };
        self.write("README.md", &next);
    }
}

fn unexpected(conflict: &Conflict) -> ! {
    panic!("nobody else is here, and yet: {conflict:?}")
}
