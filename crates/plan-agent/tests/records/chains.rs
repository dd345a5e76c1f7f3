//! P17: what a blocked task parks, against the definition and against the updater.

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use plan_agent::chain::{Chain, DependsOn, chain};
use plan_state::{Limits, State, TaskStatus, Timestamp, read_state};
use plan_testkit::PlanBuilder;
use plan_update::{Context, RecordFacts, Records, RefusalCode, Request, transition};
use proptest::prelude::*;

type Tasks = BTreeMap<u64, DependsOn>;

/// The tasks from which one leads to a blocked one, by trying until nothing is added.
fn closure(tasks: &Tasks, blocked: &[u64]) -> BTreeSet<u64> {
    let mut reaching: BTreeSet<u64> = blocked.iter().copied().collect();
    loop {
        let before = reaching.len();
        for (task, depends) in tasks {
            let leads = match depends {
                DependsOn::Earlier => reaching.iter().any(|other| other < task),
                DependsOn::Tasks(named) => named.iter().any(|other| reaching.contains(other)),
            };
            if leads {
                reaching.insert(*task);
            }
        }
        if reaching.len() == before {
            return reaching;
        }
    }
}

fn tasks() -> impl Strategy<Value = Tasks> {
    let depends = prop_oneof![
        Just(DependsOn::Earlier),
        proptest::collection::vec(1..14u64, 0..3).prop_map(DependsOn::Tasks),
        proptest::collection::vec(1..14u64, 0..3).prop_map(DependsOn::Tasks),
    ];
    proptest::collection::vec(depends, 1..12).prop_map(|list| (1..).zip(list).collect())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 512, ..ProptestConfig::default() })]

    #[test]
    fn p17_parked_is_the_closure_and_nothing_is_lost(tasks in tasks(), asked in proptest::collection::vec(1..13u64, 0..3)) {
        let blocked: Vec<u64> = asked.into_iter().filter(|task| tasks.contains_key(task)).collect();
        let reaching = closure(&tasks, &blocked);
        let got = chain(&tasks, &blocked);
        for (task, depends) in &tasks {
            let silent = *depends == DependsOn::Earlier && !blocked.is_empty();
            let lists = (blocked.contains(task), silent || reaching.contains(task));
            let told = (got.blocked.contains(task), got.parked.contains(task), got.going_on.contains(task));
            let expected = match lists {
                (true, _) => (true, false, false),
                (false, true) => (false, true, false),
                (false, false) => (false, false, true),
            };
            prop_assert_eq!(told, expected, "task {} of {:?}, blocked {:?}", task, tasks, blocked);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 128, ..ProptestConfig::default() })]

    /// The updater lets exactly those tasks move that go on.
    #[test]
    fn p17_the_updater_agrees(depends in proptest::collection::vec(proptest::option::of(proptest::collection::vec(1..7u64, 0..3)), 6)) {
        let text = PlanBuilder::full(6).block(1).files()["state.json"].clone();
        let raw = read_state("state.json", text.as_bytes(), &Limits::default()).value.unwrap();
        let state = State::new(raw).unwrap();
        let mut records = Records::new();
        for (task, depends_on) in (1..).zip(&depends) {
            records.insert(task, RecordFacts { depends_on: depends_on.clone(), ..RecordFacts::default() });
        }
        let context = Context {
            now: Timestamp::parse("2026-03-03T10:00:00Z").unwrap(),
            readme_approval: None,
            records,
            logs: BTreeMap::new(),
        };
        let tasks: Tasks = (1..)
            .zip(depends)
            .map(|(task, depends)| (task, depends.map_or(DependsOn::Earlier, DependsOn::Tasks)))
            .collect();
        let chain = chain(&tasks, &[1]);
        for task in 2..=6 {
            let refused = transition(&state, &Request::new(task, TaskStatus::InProgress), &context);
            let held = matches!(refused, Err(refusal) if refusal.code == RefusalCode::PlanBlocked);
            prop_assert_eq!(held, chain.parked.contains(&task), "task {} of {:?}", task, tasks);
        }
    }
}

#[test]
fn p17_without_a_blocked_task_all_go_on() {
    let tasks = Tasks::from([(1, DependsOn::Earlier), (2, DependsOn::Tasks(vec![1, 7]))]);
    let all = Chain {
        going_on: vec![1, 2],
        ..Chain::default()
    };
    assert_eq!(chain(&tasks, &[]), all);
    assert_eq!(chain(&tasks, &[9]), all, "there is no such task");
}

#[test]
fn p17_cycles_end() {
    let tasks = Tasks::from([
        (1, DependsOn::Tasks(vec![2])),
        (2, DependsOn::Tasks(vec![1])),
        (3, DependsOn::Tasks(vec![])),
    ]);
    let chain = chain(&tasks, &[1]);
    assert_eq!((chain.parked, chain.going_on), (vec![2], vec![3]));
}

/// Ten thousand tasks in one chain, in a star, and without a word about dependencies.
#[test]
fn p17_ten_thousand_tasks_take_no_time() {
    const TASKS: u64 = 10_000;
    let shapes: [fn(u64) -> DependsOn; 3] = [
        |task| DependsOn::Tasks(vec![task.saturating_sub(1)]),
        |_| DependsOn::Tasks(vec![1]),
        |_| DependsOn::Earlier,
    ];
    for shape in shapes {
        let tasks: Tasks = (1..=TASKS).map(|task| (task, shape(task))).collect();
        let begun = Instant::now();
        let chain = chain(&tasks, &[1]);
        assert_eq!(chain.parked.len() as u64, TASKS - 1);
        assert!(
            begun.elapsed() < Duration::from_secs(2),
            "{:?}",
            begun.elapsed()
        );
    }
}
