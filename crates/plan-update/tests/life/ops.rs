//! The operations of a sequence, and how they are drawn: mostly sensible, now and then not.

use plan_state::{Generation, TaskStatus};
use plan_update::PromotionCall;
use proptest::prelude::*;

/// Where a plan begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Start {
    pub(crate) shape: Shape,
    /// Whether a person approved it, where its kind asks for that.
    pub(crate) approved: bool,
    /// How many of its three tasks are completed already.
    pub(crate) done: u8,
}

/// What kind of plan it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Shape {
    /// Written from a description: v5, Full or Lite, with a second task that waits for none or not.
    New { full: bool, free: bool },
    /// A Full plan of v2, approved without a record of it.
    V2,
    /// A plan of v1.
    V1,
}

/// A task of the plan, whatever has become of its number by then.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Pick {
    /// The first one that is neither completed nor skipped, else the last.
    Open,
    /// The last one that is completed, else the first.
    Done,
    /// One by its place.
    At(u8),
    /// One that the plan does not have.
    None,
}

/// A command that a task records.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Cmd {
    /// The one that its Validation declares.
    Declared,
    /// Another one.
    Extra,
}

/// What the evidence of a record shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shown {
    Pass,
    Fail,
    /// A pass of which nothing ran (E1).
    Zero,
    /// A pass that admits that it is none (E2).
    NotRun,
}

/// An amendment.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Change {
    /// Achieved as written, but the records of a command no longer count.
    Invalidate(Cmd),
    /// Out of scope, says the user.
    Remove,
    /// To another task, says the user.
    Defer(Pick),
}

/// A refining of one change.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Refining {
    Add { after: u8, waits: bool },
    Remove(Pick),
    Split(Pick),
    Move { task: Pick, after: u8 },
}

/// What a person does with an editor.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Edit {
    Tick(Pick),
    Untick(Pick),
    Count(u8),
    Prose,
    Note,
}

#[derive(Debug, Clone)]
pub(crate) enum Op {
    Approve {
        trust: bool,
    },
    Update {
        task: Pick,
        to: TaskStatus,
        gate: Option<(Cmd, Shown)>,
        reason: bool,
        block: bool,
        resolve: bool,
    },
    Complete {
        task: Pick,
        gate: Option<Shown>,
        resolve: bool,
        log: bool,
        met: bool,
    },
    Amend(Pick, Change),
    Refine(Refining),
    Promote(PromotionCall),
    Migrate(Generation),
    Reconcile {
        write: bool,
    },
    Person(Edit),
}

impl Op {
    /// The call that it is.
    pub(crate) const fn kind(&self) -> &'static str {
        match self {
            Self::Approve { .. } => "approve",
            Self::Update { .. } => "update",
            Self::Complete { .. } => "complete",
            Self::Amend(..) => "amend",
            Self::Refine(Refining::Add { .. }) => "refine, add",
            Self::Refine(Refining::Remove(_)) => "refine, remove",
            Self::Refine(Refining::Split(_)) => "refine, split",
            Self::Refine(Refining::Move { .. }) => "refine, move",
            Self::Promote(_) => "promote",
            Self::Migrate(_) => "migrate",
            Self::Reconcile { .. } => "reconcile",
            Self::Person(_) => "person",
        }
    }
}

/// How a call is stopped.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Stop {
    /// The step that fails, from 0.
    pub(crate) at: u8,
    /// Whether all later ones fail too, as where the process is gone.
    pub(crate) dead: bool,
    /// Whether a promotion that was stopped is taken back rather than carried through.
    pub(crate) back: bool,
}

#[derive(Debug, Clone)]
pub(crate) struct Turn {
    pub(crate) op: Op,
    pub(crate) stop: Option<Stop>,
}

#[derive(Debug, Clone)]
pub(crate) struct Sequence {
    pub(crate) start: Start,
    /// Where the writing of a new plan is stopped.
    pub(crate) stop: Option<Stop>,
    pub(crate) turns: Vec<Turn>,
}

pub(crate) fn sequence() -> impl Strategy<Value = Sequence> {
    let groups = prop::collection::vec(group(), 3..=8);
    (start(), prop::option::weighted(0.1, stop()), groups).prop_map(|(start, stop, groups)| {
        let turns = groups.into_iter().flatten().collect();
        Sequence { start, stop, turns }
    })
}

fn start() -> impl Strategy<Value = Start> {
    let shape = prop_oneof![
        6 => (any::<bool>(), prop::bool::weighted(0.4)).prop_map(|(full, free)| Shape::New { full, free }),
        2 => Just(Shape::V2),
        2 => Just(Shape::V1),
    ];
    let done = prop_oneof![3 => Just(0), 3 => Just(1), 2 => Just(2), 2 => Just(3)];
    (shape, prop::bool::weighted(0.85), done).prop_map(|(shape, approved, done)| Start {
        shape,
        approved,
        done: if approved || shape == Shape::V1 {
            done
        } else {
            0
        },
    })
}

/// Operations that lead to something together, or one alone.
fn group() -> impl Strategy<Value = Vec<Turn>> {
    let ops = prop_oneof![
        8 => op().prop_map(|op| vec![op]),
        1 => (pick(), any::<bool>()).prop_map(|(task, split)| {
            let refining = if split { Refining::Split(task) } else { Refining::Remove(task) };
            vec![Op::Amend(task, Change::Remove), Op::Refine(refining)]
        }),
        1 => pick().prop_map(|task| vec![Op::Amend(task, Change::Remove), plain(task, TaskStatus::Skipped)]),
        1 => (cmd(), reopen()).prop_map(|(cmd, reopen)| vec![Op::Amend(Pick::Done, Change::Invalidate(cmd)), reopen]),
        1 => recorded().prop_map(|recorded| vec![recorded, Op::Promote(PromotionCall::Start)]),
        1 => (recorded(), edit()).prop_map(|(recorded, edit)| {
            vec![recorded, Op::Person(edit), Op::Reconcile { write: true }]
        }),
    ];
    ops.prop_flat_map(|ops| {
        let stops = prop::collection::vec(prop::option::weighted(0.25, stop()), ops.len());
        stops.prop_map(move |stops| {
            let turns = ops.iter().cloned().zip(stops);
            turns.map(|(op, stop)| Turn { op, stop }).collect()
        })
    })
}

/// A task with a passing record.
fn recorded() -> impl Strategy<Value = Op> {
    prop_oneof![Just(TaskStatus::InProgress), Just(TaskStatus::Pending)].prop_map(|to| Op::Update {
        task: Pick::Open,
        to,
        gate: Some((Cmd::Declared, Shown::Pass)),
        reason: false,
        block: false,
        resolve: false,
    })
}

fn stop() -> impl Strategy<Value = Stop> {
    let at = prop_oneof![1 => 0..20_u8, 3 => 20..80_u8, 1 => 80..160_u8];
    (at, any::<bool>(), any::<bool>()).prop_map(|(at, dead, back)| Stop { at, dead, back })
}

fn op() -> impl Strategy<Value = Op> {
    prop_oneof![
        1 => prop::bool::weighted(0.2).prop_map(|trust| Op::Approve { trust }),
        3 => update(),
        4 => start_next(),
        2 => block(),
        9 => complete(),
        1 => reopen(),
        1 => skip(),
        3 => (pick(), change()).prop_map(|(task, change)| Op::Amend(task, change)),
        3 => refining().prop_map(Op::Refine),
        2 => promotion(),
        2 => generation().prop_map(Op::Migrate),
        3 => prop::bool::weighted(0.8).prop_map(|write| Op::Reconcile { write }),
        4 => edit().prop_map(Op::Person),
    ]
}

/// Any move at all.
fn update() -> impl Strategy<Value = Op> {
    let rare = || prop::bool::weighted(0.3);
    (pick(), status(), gate(), any::<bool>(), rare(), rare()).prop_map(
        |(task, to, gate, reason, block, resolve)| Op::Update {
            task,
            to,
            gate,
            reason,
            block,
            resolve,
        },
    )
}

fn plain(task: Pick, to: TaskStatus) -> Op {
    Op::Update {
        task,
        to,
        gate: None,
        reason: false,
        block: false,
        resolve: false,
    }
}

fn start_next() -> impl Strategy<Value = Op> {
    gate().prop_map(|given| match plain(Pick::Open, TaskStatus::InProgress) {
        Op::Update { task, to, .. } => Op::Update {
            task,
            to,
            gate: given,
            reason: false,
            block: false,
            resolve: false,
        },
        other => other,
    })
}

/// A blocker set, or lifted.
fn block() -> impl Strategy<Value = Op> {
    (any::<bool>(), pick()).prop_map(|(resolve, task)| Op::Update {
        task: if resolve { Pick::Open } else { task },
        to: if resolve {
            TaskStatus::InProgress
        } else {
            TaskStatus::Blocked
        },
        gate: None,
        reason: false,
        block: !resolve,
        resolve,
    })
}

fn complete() -> impl Strategy<Value = Op> {
    let gate =
        prop_oneof![8 => Just(Some(Shown::Pass)), 1 => Just(None), 1 => shown().prop_map(Some)];
    let task = prop_oneof![6 => Just(Pick::Open), 1 => pick()];
    let (mostly, rarely) = (prop::bool::weighted(0.9), prop::bool::weighted(0.1));
    (task, gate, rarely, mostly, mostly).prop_map(|(task, gate, resolve, log, met)| Op::Complete {
        task,
        gate,
        resolve,
        log,
        met,
    })
}

fn reopen() -> impl Strategy<Value = Op> {
    prop::bool::weighted(0.9).prop_map(|reason| Op::Update {
        task: Pick::Done,
        to: TaskStatus::InProgress,
        gate: None,
        reason,
        block: false,
        resolve: false,
    })
}

fn skip() -> impl Strategy<Value = Op> {
    pick().prop_map(|task| plain(task, TaskStatus::Skipped))
}

fn pick() -> impl Strategy<Value = Pick> {
    prop_oneof![
        5 => Just(Pick::Open),
        3 => Just(Pick::Done),
        4 => (0..6_u8).prop_map(Pick::At),
        1 => Just(Pick::None),
    ]
}

fn status() -> impl Strategy<Value = TaskStatus> {
    prop::sample::select(vec![
        TaskStatus::Pending,
        TaskStatus::InProgress,
        TaskStatus::Completed,
        TaskStatus::Blocked,
        TaskStatus::Skipped,
    ])
}

fn shown() -> impl Strategy<Value = Shown> {
    prop::sample::select(vec![Shown::Pass, Shown::Fail, Shown::Zero, Shown::NotRun])
}

fn cmd() -> impl Strategy<Value = Cmd> {
    prop_oneof![3 => Just(Cmd::Declared), 1 => Just(Cmd::Extra)]
}

fn gate() -> impl Strategy<Value = Option<(Cmd, Shown)>> {
    prop::option::weighted(0.4, (cmd(), shown()))
}

fn change() -> impl Strategy<Value = Change> {
    prop_oneof![
        3 => cmd().prop_map(Change::Invalidate),
        2 => Just(Change::Remove),
        1 => pick().prop_map(Change::Defer),
    ]
}

fn refining() -> impl Strategy<Value = Refining> {
    prop_oneof![
        3 => (0..5_u8, prop::bool::weighted(0.3)).prop_map(|(after, waits)| Refining::Add { after, waits }),
        2 => pick().prop_map(Refining::Remove),
        1 => pick().prop_map(Refining::Split),
        2 => (pick(), 0..5_u8).prop_map(|(task, after)| Refining::Move { task, after }),
    ]
}

fn promotion() -> impl Strategy<Value = Op> {
    prop_oneof![
        5 => Just(PromotionCall::Start),
        1 => Just(PromotionCall::Resume),
        1 => Just(PromotionCall::RollBack),
    ]
    .prop_map(Op::Promote)
}

fn generation() -> impl Strategy<Value = Generation> {
    prop_oneof![1 => Just(Generation::V2), 2 => Just(Generation::V5)]
}

fn edit() -> impl Strategy<Value = Edit> {
    prop_oneof![
        3 => pick().prop_map(Edit::Tick),
        2 => pick().prop_map(Edit::Untick),
        2 => (0..4_u8).prop_map(Edit::Count),
        1 => Just(Edit::Prose),
        1 => Just(Edit::Note),
    ]
}
