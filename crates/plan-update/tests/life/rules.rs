//! Which operations are legal, with which refusal they are met where not, and what they lead to.

use plan_state::{Approval, Format, Generation, TaskStatus};
use plan_update::{PromotionCall, RefusalCode as Code};

use crate::model::{Amended, Gate, Log, Model, Task};
use crate::ops::{Change, Cmd, Edit, Op, Refining, Shown};

/// What a call comes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Told {
    /// Something was written.
    Done,
    /// It was so already.
    Same,
    /// It was so already, but for an entry in PROGRESS.md at most.
    DoneOrSame,
    /// Shown, and not written.
    Shown,
    Refused(Code),
    /// Something cannot be reconciled.
    Unsettled,
    /// The finalizer does not publish it.
    Unpublished,
}

/// One update, as the model sees it.
struct Ask {
    place: usize,
    to: TaskStatus,
    gate: Option<(Cmd, Shown)>,
    reason: bool,
    block: bool,
    resolve: bool,
}

type Judged<T> = Result<T, Code>;

impl Model {
    /// What the operation comes to; `turn` numbers the runs, notes and tasks that it brings.
    pub(crate) fn apply(&mut self, op: &Op, turn: u32) -> Told {
        match *op {
            Op::Approve { trust } => self.approve(trust),
            Op::Update {
                task,
                to,
                gate,
                reason,
                block,
                resolve,
            } => {
                let place = self.place(task);
                let ask = Ask {
                    place,
                    to,
                    gate,
                    reason,
                    block,
                    resolve,
                };
                told(self.update(&ask, turn))
            }
            Op::Complete {
                task,
                gate,
                resolve,
                log,
                met,
            } => {
                let ask = Ask {
                    place: self.place(task),
                    to: TaskStatus::Completed,
                    gate: gate.map(|shown| (Cmd::Declared, shown)),
                    reason: false,
                    block: false,
                    resolve,
                };
                told(self.complete(&ask, log, met, turn))
            }
            Op::Amend(task, change) => told(self.amend(self.place(task), change)),
            Op::Refine(refining) => told(self.refine(refining, turn)),
            Op::Promote(call) => told(self.promote(call)),
            Op::Migrate(to) => told(self.migrate(to)),
            Op::Reconcile { write } => self.reconcile(write),
            Op::Person(edit) => self.person(edit, turn),
        }
    }

    fn approve(&mut self, trust: bool) -> Told {
        let wanted = if trust {
            Approval::PreApproved
        } else {
            Approval::Approved
        };
        if !self.is_current() {
            return Told::Refused(Code::ApprovalSettled);
        }
        match self.approval {
            Approval::Pending => {
                self.approval = wanted;
                Told::Done
            }
            given if given == wanted => Told::Same,
            _ => Told::Refused(Code::ApprovalSettled),
        }
    }

    /// The plan after a transition of one task, the finalizer aside (D3).
    fn transition(&self, ask: &Ask, turn: u32) -> Judged<Self> {
        if self.is_current() && self.approval == Approval::Pending {
            return Err(Code::ApprovalMissing);
        }
        let Some(task) = self.tasks.get(ask.place) else {
            return Err(Code::TaskUnknown);
        };
        let reopens = task.is_done() && ask.to != TaskStatus::Completed;
        if reopens && !ask.reason {
            return Err(Code::ReopenWithoutReason);
        }
        if reopens && !(1..=task.amendments.len()).any(|one| task.is_unspent(one)) {
            return Err(Code::AmendmentMissing);
        }
        self.judge_blocker(ask, task)?;
        if matches!(ask.to, TaskStatus::InProgress | TaskStatus::Completed)
            && self.is_waiting(ask.place)
        {
            return Err(Code::DependencyOpen);
        }
        let mut next = self.clone();
        let now = &mut next.tasks[ask.place];
        if reopens {
            stamp(now);
        }
        now.gates.extend(ask.gate.map(|(cmd, shown)| Gate {
            cmd,
            shown,
            run: turn,
            stamped: None,
        }));
        now.status = ask.to;
        if ask.to == TaskStatus::Completed {
            judge_evidence(now)?;
        }
        if ask.resolve {
            next.blocked = None;
        }
        if ask.block {
            next.blocked = Some(task.key);
        }
        let skipped = next
            .tasks
            .iter()
            .filter(|task| task.status == TaskStatus::Skipped);
        if self.differs(&next) && !skipped.clone().all(Task::may_be_skipped) {
            return Err(Code::AmendmentMissing);
        }
        Ok(next)
    }

    fn judge_blocker(&self, ask: &Ask, task: &Task) -> Judged<()> {
        let (own, goes) = (
            self.blocked == Some(task.key),
            ask.to == TaskStatus::Blocked,
        );
        let resumes = matches!(ask.to, TaskStatus::InProgress | TaskStatus::Completed);
        match (self.blocked, ask.resolve) {
            (None, true) => return Err(Code::BlockerAbsent),
            (Some(_), true) if !own => return Err(Code::BlockerElsewhere),
            (Some(_), true) if !resumes => return Err(Code::BlockerNotResumed),
            (Some(held), false) if !(own && goes) => {
                let free = !own && !goes && task.waits.is_some() && !self.leads_to(ask.place, held);
                if !free {
                    return Err(Code::PlanBlocked);
                }
            }
            _ => {}
        }
        match (goes, ask.block) {
            (true, true) if !own && self.is_waiting(ask.place) => Err(Code::BlockUnreachable),
            (true, false) => Err(Code::BlockWithoutReason),
            (false, true) => Err(Code::BlockReasonMisplaced),
            _ => Ok(()),
        }
    }

    /// Whether a task that it waits for is open.
    fn is_waiting(&self, place: usize) -> bool {
        let settled = |key: &u32| {
            let task = self.tasks.iter().find(|task| task.key == *key);
            task.is_some_and(|task| {
                task.is_done() || task.status == TaskStatus::Skipped && task.may_be_skipped()
            })
        };
        !self.waited_for(place).iter().all(settled)
    }

    /// Whether the states differ.
    fn differs(&self, next: &Self) -> bool {
        let state = |model: &Self| {
            let of = |task: &Task| (task.status, task.gates.clone());
            (
                model.blocked,
                model.tasks.iter().map(of).collect::<Vec<_>>(),
            )
        };
        state(self) != state(next)
    }

    fn update(&mut self, ask: &Ask, turn: u32) -> Judged<Told> {
        let next = self.transition(ask, turn)?;
        if !self.differs(&next) {
            return Ok(Told::Same);
        }
        Ok(self.settle(next))
    }

    /// The next state written, or published where it completes the plan.
    fn settle(&mut self, mut next: Self) -> Told {
        next.sealed = None;
        if next.is_complete() {
            if !next.is_publishable() {
                return Told::Unpublished;
            }
            next.sealed = Some(next.pages());
        }
        *self = next;
        Told::Done
    }

    fn complete(&mut self, ask: &Ask, log: bool, met: bool, turn: u32) -> Judged<Told> {
        // The record is looked for first.
        if ask.place >= self.tasks.len() {
            return Err(Code::TaskUnknown);
        }
        let mut next = self.transition(ask, turn)?;
        let current = self.is_current();
        let moves = self.differs(&next);
        let task = &mut next.tasks[ask.place];
        task.log = task.log.max(if log { Log::Full } else { Log::Closed });
        if current && task.log != Log::Full {
            return Err(Code::LogUnfit);
        }
        task.met |= met && !task.is_excused();
        task.ticked = true;
        let told = std::mem::replace(&mut task.told, true);
        next.count = next.boxes();
        if moves {
            return Ok(self.settle(next));
        }
        let written = self.pages() != next.pages() || !told;
        *self = next;
        Ok(if written {
            Told::Done
        } else {
            Told::DoneOrSame
        })
    }

    fn amend(&mut self, place: usize, change: Change) -> Judged<Told> {
        let Some(task) = self.tasks.get(place) else {
            return Err(Code::TaskUnknown);
        };
        let amended = match change {
            Change::Invalidate(cmd) => Amended::Invalidate(cmd),
            Change::Remove => Amended::Remove,
            Change::Defer(to) => match self.tasks.get(self.place(to)) {
                Some(to) => Amended::Defer(to.key),
                None => return Err(Code::AmendmentUnfit),
            },
        };
        if task.amendments.last() == Some(&amended) {
            return Ok(Told::Same);
        }
        let known =
            |cmd: Cmd| cmd == Cmd::Declared || task.gates.iter().any(|gate| gate.cmd == cmd);
        let holds = match amended {
            Amended::Invalidate(cmd) => known(cmd),
            Amended::Remove => true,
            Amended::Defer(to) => to != task.key,
        };
        if !holds {
            return Err(Code::AmendmentUnfit);
        }
        self.tasks[place].amendments.push(amended);
        Ok(Told::Done)
    }

    fn refine(&mut self, refining: Refining, turn: u32) -> Judged<Told> {
        if !self.is_current() || self.is_complete() {
            return Err(Code::RefineForbidden);
        }
        let mut next = self.clone();
        let (mut gone, mut parts) = (None, Vec::new());
        match refining {
            Refining::Add { after, waits } => {
                let mut task = new_task(turn, 0);
                task.waits = waits.then(|| vec![self.tasks[0].key]);
                next.tasks.insert(self.behind(&self.tasks, after)?, task);
            }
            Refining::Move { task, after } => {
                let task = next.tasks.remove(self.open(self.place(task))?);
                let to = self.behind(&next.tasks, after)?;
                next.tasks.insert(to, task);
            }
            Refining::Remove(task) => gone = Some(self.amended(self.place(task))?),
            Refining::Split(task) => {
                gone = Some(self.amended(self.place(task))?);
                parts = vec![new_task(turn, 0), new_task(turn, 1)];
            }
        }
        if let Some(place) = gone {
            let keys: Vec<u32> = parts.iter().map(|part| part.key).collect();
            let task = next.tasks.splice(place..=place, parts).next();
            next.forget(task, &keys);
        }
        if self.moves_what_stays(&next) {
            return Err(Code::RefineForbidden);
        }
        next.count = next.boxes();
        if !next.faults().is_subset(&self.faults()) {
            return Err(Code::WouldNotPass);
        }
        *self = next;
        Ok(Told::Done)
    }

    /// A task is gone, and others wait for the `parts` in its place.
    fn forget(&mut self, task: Option<Task>, parts: &[u32]) {
        let Some(task) = task else { return };
        self.aside.extend(task.gates.iter().map(|gate| gate.run));
        if self.blocked == Some(task.key) {
            self.blocked = None;
        }
        for waits in self.tasks.iter_mut().filter_map(|task| task.waits.as_mut()) {
            if let Some(at) = waits.iter().position(|key| *key == task.key) {
                waits.splice(at..=at, parts.iter().copied());
            }
        }
    }

    /// Whether a task gets another number that is done, or that an amendment names (G3, H8).
    fn moves_what_stays(&self, next: &Self) -> bool {
        let moved = |key: u32| self.number_of(key) != next.number_of(key);
        let names_moved = |task: &Task| {
            let to = |amended: &Amended| matches!(amended, Amended::Defer(to) if moved(*to));
            let own = !task.amendments.is_empty() && moved(task.key);
            next.number_of(task.key).is_some() && (own || task.amendments.iter().any(to))
        };
        self.tasks
            .iter()
            .any(|task| task.is_done() && moved(task.key) || names_moved(task))
    }

    /// The place of a task that may be refined.
    fn open(&self, place: usize) -> Judged<usize> {
        let is_last = place + 1 >= self.tasks.len();
        let open = !is_last && !self.tasks[place].is_done();
        open.then_some(place).ok_or(Code::RefineForbidden)
    }

    fn amended(&self, place: usize) -> Judged<usize> {
        let place = self.open(place)?;
        let permitted = self.tasks[place].may_be_skipped();
        permitted.then_some(place).ok_or(Code::AmendmentMissing)
    }

    /// The place behind a task by its number, in `row`.
    fn behind(&self, row: &[Task], after: u8) -> Judged<usize> {
        let Some(before) = usize::from(after).checked_sub(1) else {
            return Ok(0);
        };
        let task = self
            .tasks
            .get(before)
            .filter(|_| before + 1 < self.tasks.len());
        let at = task.and_then(|task| row.iter().position(|other| other.key == task.key));
        at.map(|at| at + 1).ok_or(Code::RefineForbidden)
    }

    fn promote(&mut self, call: PromotionCall) -> Judged<Told> {
        let full = self.is_current() && self.format == Format::Full;
        match call {
            PromotionCall::RollBack => return Err(Code::PromotionAbsent),
            _ if full => return Ok(Told::Same),
            PromotionCall::Resume => return Err(Code::PromotionAbsent),
            PromotionCall::Start => {}
        }
        let busy =
            |task: &Task| matches!(task.status, TaskStatus::InProgress | TaskStatus::Blocked);
        if self.format != Format::Lite || self.is_complete() || self.tasks.iter().any(busy) {
            return Err(Code::PlanNotReady);
        }
        self.format = Format::Full;
        Ok(Told::Done)
    }

    fn migrate(&mut self, to: Generation) -> Judged<Told> {
        if self.generation == to {
            return Ok(Told::Same);
        }
        if self.generation > to {
            return Err(Code::SchemaUnknown);
        }
        if !self.is_current() {
            self.approval = Approval::Pending;
        }
        self.generation = to;
        self.sealed = None;
        Ok(Told::Done)
    }

    fn reconcile(&mut self, write: bool) -> Told {
        let mut next = self.clone();
        for task in &mut next.tasks {
            match (task.ticked, task.status) {
                (true, TaskStatus::Completed) => {}
                (true, _) if judge_evidence(task).is_err() => return Told::Unsettled,
                (true, _) => task.status = TaskStatus::Completed,
                (false, TaskStatus::Completed) => task.status = TaskStatus::InProgress,
                (false, _) => {}
            }
        }
        let lifted = next
            .tasks
            .iter()
            .find(|task| next.blocked == Some(task.key) && task.is_settled());
        if lifted.is_some() {
            next.blocked = None;
        }
        if !self.differs(&next) {
            return Told::Same;
        }
        if !write {
            return Told::Shown;
        }
        for task in &mut next.tasks {
            // The entry of the reconciliation names the task.
            let before = self.tasks.iter().find(|before| before.key == task.key);
            task.told |= before.is_some_and(|before| before.status != task.status);
        }
        self.settle(next)
    }

    fn person(&mut self, edit: Edit, turn: u32) -> Told {
        match edit {
            Edit::Tick(pick) | Edit::Untick(pick) => {
                let place = self.place(pick);
                if let Some(task) = self.tasks.get_mut(place) {
                    task.ticked = matches!(edit, Edit::Tick(_));
                }
            }
            Edit::Count(done) => self.count.0 = u64::from(done),
            Edit::Prose => self.prose += 1,
            Edit::Note => self.notes.push(turn),
        }
        Told::Done
    }
}

fn told(judged: Judged<Told>) -> Told {
    judged.unwrap_or_else(Told::Refused)
}

/// A task that a turn brings: the first, or the second of two.
pub(crate) fn new_task(turn: u32, nth: u32) -> Task {
    let key = 100 + 2 * turn + nth;
    Task::new(
        key,
        &format!("Write piece {key}"),
        &format!("cargo test -p piece{key}"),
    )
}

/// What its amendments invalidate, and have not invalidated before, carries their stamp (G4).
fn stamp(task: &mut Task) {
    for cmd in [Cmd::Declared, Cmd::Extra] {
        let last = task
            .amendments
            .iter()
            .rposition(|one| *one == Amended::Invalidate(cmd));
        let Some(by) = last.map(|at| at + 1).filter(|by| task.is_unspent(*by)) else {
            continue;
        };
        let gate = task.gates.iter_mut().rev().find(|gate| gate.cmd == cmd);
        if let Some(gate) = gate.filter(|gate| gate.stamped.is_none()) {
            gate.stamped = Some(by);
        }
    }
}

/// What a task is completed on (C5, E1, E2, E8).
fn judge_evidence(task: &Task) -> Judged<()> {
    let counts: Vec<&Gate> = task.latest().collect();
    let shows = |shown| {
        counts
            .iter()
            .any(|gate| gate.stamped.is_none() && gate.shown == shown)
    };
    if shows(Shown::Zero) {
        return Err(Code::EvidenceZeroSelection);
    }
    if shows(Shown::NotRun) {
        return Err(Code::EvidenceNotRun);
    }
    let passes = |gate: &&Gate| gate.stamped.is_none() && gate.shown == Shown::Pass;
    let declared = counts.iter().any(|gate| gate.cmd == Cmd::Declared);
    if !declared || !counts.iter().all(passes) {
        return Err(Code::MissingEvidence);
    }
    Ok(())
}
