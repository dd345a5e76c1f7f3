//! Documents that are valid in shape, of every generation.

use plan_state::{
    Actor, Approval, Archetype, Blocked, Checkpoint, Format, Gate, Generation, Locator, Manifest,
    Materialization, Members, Nullable, Outcome, PlanStatus, Promotion, PromotionPhase, RawJson,
    RawState, Rigor, Task, TaskStatus, Timestamp,
};
use proptest::collection::vec;
use proptest::option::of;
use proptest::prelude::*;
use proptest::sample::select;

/// Any text of up to `max` code points, control characters and astral ones included.
fn text(max: usize) -> impl Strategy<Value = String> {
    vec(any::<char>(), 0..=max.min(12)).prop_map(|chars| chars.into_iter().collect())
}

fn timestamp() -> impl Strategy<Value = Timestamp> {
    let odd = vec![
        "2026-03-02T10:00:00.000Z",
        "2024-02-29T23:59:59.123456789-11:30",
    ];
    prop_oneof![
        (0_i64..4_000_000_000).prop_filter_map("in range", Timestamp::from_unix),
        select(odd).prop_filter_map("valid", |text| Timestamp::parse(text).ok()),
    ]
}

fn word<T: Copy + std::fmt::Debug + 'static>(all: &'static [T]) -> impl Strategy<Value = T> {
    select(all)
}

fn nullable<T: std::fmt::Debug + Clone>(
    value: impl Strategy<Value = T>,
) -> impl Strategy<Value = Nullable<T>> {
    of(value)
        .prop_flat_map(|value| prop_oneof![Just(Nullable::Absent), Just(Nullable::from(value))])
}

/// Unknown members with values of every kind, numbers that no float holds among them.
fn extra() -> impl Strategy<Value = Members> {
    let values = vec![
        "1.50",
        "1e400",
        "123456789012345678901234567890",
        "null",
        "[ 1,\n 2]",
        "{\"a\": \"\\u00e9\"}",
        "\"é\"",
    ];
    vec(("x_[a-z]{1,6}", select(values)), 0..3).prop_map(|pairs| {
        let mut members = Members::new();
        for (name, value) in pairs {
            if members.get(&name).is_none() {
                members.push(name, RawJson::new(value).unwrap());
            }
        }
        members
    })
}

fn actor() -> impl Strategy<Value = Actor> {
    (of(text(100)), of(text(100))).prop_map(|(agent, model)| Actor { agent, model })
}

fn gate() -> impl Strategy<Value = Gate> {
    (
        text(500),
        any::<bool>(),
        of(any::<i64>()),
        timestamp(),
        of(text(500)),
    )
        .prop_map(|(command, passes, exit_code, last_run, evidence)| Gate {
            command,
            passes,
            exit_code,
            last_run,
            evidence,
        })
}

fn outcome() -> impl Strategy<Value = Outcome> {
    let list = || of(vec(text(300), 0..3));
    (list(), list(), of(text(500)), of(text(1000))).prop_map(|(tried, failed, worked, notes)| {
        Outcome {
            tried,
            failed,
            worked,
            notes,
        }
    })
}

fn checkpoint() -> impl Strategy<Value = Checkpoint> {
    (1_u64.., of(text(200)), timestamp(), of(text(500))).prop_map(|(task, step, at, note)| {
        Checkpoint {
            task,
            step,
            at,
            note,
        }
    })
}

fn blocked() -> impl Strategy<Value = Blocked> {
    (1_u64.., text(1000), timestamp(), of(text(500))).prop_map(|(task, reason, since, needs)| {
        Blocked {
            task,
            reason,
            since,
            needs,
        }
    })
}

fn promotion() -> impl Strategy<Value = Promotion> {
    let files = vec("[0-9]{1,3}\\.task_[a-z0-9_]{1,8}\\.md", 0..3);
    (word(PromotionPhase::ALL), of(files)).prop_map(|(phase, tasks)| Promotion { phase, tasks })
}

fn locator(generation: Generation) -> BoxedStrategy<Locator> {
    let file = "[0-9]{1,3}\\.task_[a-z0-9_]{1,8}\\.md".prop_map(Locator::File);
    let inline = "#task-[1-9][0-9]{0,3}".prop_map(Locator::Inline);
    if generation.is_current() {
        prop_oneof![file, inline].boxed()
    } else {
        file.boxed()
    }
}

fn task(generation: Generation) -> impl Strategy<Value = Task> {
    let gates = vec(gate(), 0..3);
    let gates = if generation.is_current() {
        gates.prop_map(Some).boxed()
    } else {
        of(gates).boxed()
    };
    let times = (of(timestamp()), of(timestamp()));
    let head = (
        1_u64..,
        locator(generation),
        text(200),
        word(TaskStatus::ALL),
    );
    (
        head,
        times,
        of("[0-9a-f]{7,40}"),
        gates,
        of(outcome()),
        extra(),
    )
        .prop_map(
            |(
                (id, locator, title, status),
                (started_at, completed_at),
                commit,
                gates,
                outcome,
                extra,
            )| Task {
                id,
                locator,
                title,
                status,
                started_at,
                completed_at,
                commit,
                gates,
                outcome,
                extra,
            },
        )
}

fn generation() -> impl Strategy<Value = Generation> {
    select(&Generation::ALL[..])
}

/// Members that only the generations behind the first have.
fn current<T: std::fmt::Debug + Clone + 'static>(
    generation: Generation,
    value: impl Strategy<Value = T> + 'static,
    absent: T,
) -> BoxedStrategy<T> {
    if generation.is_current() {
        value.boxed()
    } else {
        Just(absent).boxed()
    }
}

/// A state that is valid in shape, whatever its contract says.
pub(crate) fn state() -> impl Strategy<Value = RawState> {
    generation().prop_flat_map(|generation| {
        let head = (
            "PLAN_[a-z0-9]{1,5}(_[a-z0-9]{1,5}){1,4}",
            timestamp(),
            of(actor()),
        );
        let counts = (word(PlanStatus::ALL), any::<u64>(), 1_u64..);
        let newer = (
            current(generation, word(Format::ALL).prop_map(Some), None),
            current(generation, word(Materialization::ALL).prop_map(Some), None),
            current(generation, of(word(Approval::ALL)), None),
            current(generation, nullable(promotion()), Nullable::Absent),
        );
        let tail = (
            vec(task(generation), 1..4),
            nullable(checkpoint()),
            nullable(blocked()),
            extra(),
        );
        (head, counts, newer, tail).prop_map(
            move |(
                (plan, updated_at, updated_by),
                (status, completed_count, task_count),
                (format, materialization, approval, promotion),
                (tasks, checkpoint, blocked, extra),
            )| RawState {
                generation,
                plan,
                updated_at,
                updated_by,
                status,
                completed_count,
                task_count,
                format,
                materialization,
                approval,
                promotion,
                tasks,
                checkpoint,
                blocked,
                extra,
            },
        )
    })
}

/// A manifest that is valid in shape.
pub(crate) fn manifest() -> impl Strategy<Value = Manifest> {
    let parent = "[a-z/]{1,8}:PLAN_[a-z]{1,5}_[a-z]{1,5}";
    generation().prop_flat_map(move |generation| {
        let head = (
            "[0-9]{1,2}\\.[0-9]{1,2}\\.[0-9]{1,2}",
            "PLAN_[a-z0-9]{1,5}(_[a-z0-9]{1,5}){1,4}",
            of(text(200)),
        );
        let kind = (
            word(Archetype::ALL),
            word(Rigor::ALL),
            current(generation, word(Format::ALL).prop_map(Some), None),
        );
        let tail = (
            timestamp(),
            of(actor()),
            of(vec(text(50), 0..4)),
            1_u64..,
            nullable(parent),
            extra(),
        );
        (head, kind, tail).prop_map(
            move |(
                (spec_version, name, title),
                (archetype, rigor, plan_format),
                (created_at, created_by, tags, task_count, parent_plan, extra),
            )| Manifest {
                generation,
                spec_version,
                name,
                title,
                archetype,
                rigor,
                plan_format,
                created_at,
                created_by,
                tags,
                task_count,
                parent_plan,
                extra,
            },
        )
    })
}
