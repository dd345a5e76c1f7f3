//! The plan itself, in a directory, with the real calls on it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use plan_guard::{Acquired, ConfinedDir, Lock, LockRequest, Probe, Process, RelPath};
use plan_state::{Limits, RawState, TaskStatus, Timestamp, read_state};
use plan_testkit::PlanBuilder;
use plan_update::*;
use plan_verify::finalize::{self, Recovery, Setting};

use crate::model::Model;
use crate::ops::{Change, Cmd, Edit, Op, Pick, Refining, Shape, Shown, Start, Stop};
use crate::rules::{Told, new_task};

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

const LOG: &str =
    "Summary: written in one pass.\nSkills disposition: none\nDocumentation decision: none\n";
const NONE: &str = "invalidated: none; preserved: none";

fn unexpected(conflict: &Conflict) -> ! {
    panic!("nobody else is here, and yet: {conflict:?}")
}

/// A directory in memory where there is such a place: durable writes take long on disks.
fn scratch() -> tempfile::TempDir {
    let memory = Path::new("/dev/shm");
    if memory.is_dir() {
        tempfile::tempdir_in(memory).unwrap()
    } else {
        tempfile::tempdir().unwrap()
    }
}

fn v2() -> PlanBuilder {
    PlanBuilder::full(3)
        .edit("manifest.json", "plan-manifest/v5", "plan-manifest/v2")
        .edit("manifest.json", "\"5.0.0\"", "\"2.4.0\"")
        .edit("state.json", "plan-state/v5", "plan-state/v2")
        .edit("README.md", "DWP spec 5.0.0", "DWP spec 2.4.0")
}

fn command(model: &Model, place: usize, cmd: Cmd) -> String {
    match (cmd, model.tasks.get(place)) {
        (Cmd::Declared, Some(task)) => task.command.clone(),
        _ => "cargo clippy".to_owned(),
    }
}

/// The evidence of a run; its number tells it from all others.
pub(crate) fn evidence(shown: Shown, run: u32) -> String {
    match shown {
        Shown::Pass => format!("64 passed, run {run}."),
        Shown::Fail => format!("1 failed, run {run}."),
        Shown::Zero => format!("ran=0, run {run}."),
        Shown::NotRun => format!("the suite was never executed, run {run}."),
    }
}

fn report(model: &Model, place: usize, cmd: Cmd, shown: Shown, run: u32) -> GateReport {
    let passes = shown != Shown::Fail;
    GateReport {
        command: command(model, place, cmd),
        passes,
        exit_code: Some(i64::from(!passes)),
        evidence: evidence(shown, run),
        last_run: None,
    }
}

fn task(title: &str, command: &str, criterion: &str, waits: Option<&[u64]>) -> serde_json::Value {
    let mut task = serde_json::json!({
        "title": title, "context": "Part of the export.", "goal": "It is written.",
        "touched_surface": {"surface": ["`src/export.rs`"], "risk": "isolated"},
        "instructions": "Run the security pass, the final-state validation and the skills reconciliation.",
        "acceptance_criteria": [criterion], "validation": [command],
    });
    if let Some(waits) = waits {
        task["depends_on"] = waits.into();
    }
    task
}

fn description(start: Start, full: bool) -> Description {
    let model = Model::new(start);
    let tasks = model.tasks.iter().map(|one| {
        let criterion = format!("Part {} has one row an invoice.", one.key);
        let waits = one.waits.as_ref().map(|_| [].as_slice());
        task(&one.title, &one.command, &criterion, waits)
    });
    let mut text = serde_json::json!({
        "schema": DESCRIPTION_SCHEMA, "name": "PLAN_invoice_export", "title": "Export invoices",
        "goal": "Invoices can be exported.", "context": "The service has no export.",
        "archetype": "individual", "rigor": "standard", "format": if full { "full" } else { "lite" },
        "tasks": tasks.collect::<Vec<_>>(),
    });
    if start.approved {
        text["approval"] =
            serde_json::json!({"status": "approved", "by": "Ada", "words": "go ahead"});
    }
    let reading = read_description(
        "description",
        text.to_string().as_bytes(),
        &Limits::default(),
    );
    reading.value.unwrap()
}

/// The file of a refining; the reason tells it from those of other turns.
fn refine_file(model: &Model, refining: Refining, turn: u32) -> String {
    let new = |nth, waits: Option<&[u64]>| {
        let one = new_task(turn, nth);
        task(
            &one.title,
            &one.command,
            &format!("Piece {} works.", one.key),
            waits,
        )
    };
    let change = match refining {
        Refining::Add { after, waits } => {
            let waits = waits.then_some([1].as_slice());
            serde_json::json!({"add": {"after": after, "task": new(0, waits)}})
        }
        Refining::Remove(pick) => serde_json::json!({"remove": {"task": model.number(pick)}}),
        Refining::Split(pick) => {
            let into = [new(0, None), new(1, None)];
            serde_json::json!({"split": {"task": model.number(pick), "into": into}})
        }
        Refining::Move { task, after } => {
            serde_json::json!({"move": {"task": model.number(task), "after": after}})
        }
    };
    serde_json::json!({
        "schema": REFINE_SCHEMA, "observed": "it is slow", "authority": "user",
        "reason": format!("it has to be measured, turn {turn}"), "changes": [change],
    })
    .to_string()
}
