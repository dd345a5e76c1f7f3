//! What a critical question parks, and what goes on beside it (P17).

use std::collections::{BTreeMap, BTreeSet};

use plan_markdown::view::task::Depends;
use plan_verify::PlanView;
use schemars::JsonSchema;
use serde::Serialize;

/// What a task depends on.
///
/// Closed: the documents know these two (D12).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DependsOn {
    /// It does not say: on all tasks before it. It goes on beside no blocked task, since nothing says
    /// that it can (D12).
    Earlier,
    /// On these.
    Tasks(Vec<u64>),
}

/// The tasks of a run, told apart by what blocked ones hold (P17).
///
/// Closed: a new member is one more question to the caller.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, JsonSchema)]
pub struct Chain {
    /// The blocked tasks themselves.
    pub blocked: Vec<u64>,
    /// The tasks that wait for one of them, directly or through others.
    pub parked: Vec<u64>,
    /// The tasks that go on.
    pub going_on: Vec<u64>,
}

impl Chain {
    /// What the blocker of a plan parks, of the tasks that are neither completed nor skipped.
    #[must_use]
    pub fn of(view: &PlanView<'_>) -> Self {
        let Some(state) = view.state.read() else {
            return Self::default();
        };
        let declared: BTreeMap<u64, &Depends> = view
            .records
            .iter()
            .filter_map(|record| Some((record.number, &record.record.depends_on.as_ref()?.value)))
            .collect();
        let depends = |task: u64| match declared.get(&task) {
            None => DependsOn::Earlier,
            Some(Depends::None) => DependsOn::Tasks(Vec::new()),
            Some(Depends::Tasks(tasks)) => DependsOn::Tasks(tasks.clone()),
        };
        let tasks = state.tasks.iter().map(|task| (task.id, depends(task.id)));
        let blocked = state.blocked.get().map(|blocked| blocked.task);
        let mut chain = chain(&tasks.collect(), blocked.as_slice());
        let open = |task: &u64| {
            state
                .task(*task)
                .is_some_and(|task| !task.status.is_settled())
        };
        for list in [&mut chain.blocked, &mut chain.parked, &mut chain.going_on] {
            list.retain(open);
        }
        chain
    }
}

/// Tells the tasks that go on from those that a blocked one parks (P17). A critical question blocks
/// its own chain of dependencies, not the run.
///
/// Every task is looked at once and every dependency once, whatever the depth; cycles and numbers
/// that there are not park nothing by themselves.
///
/// ```
/// use std::collections::BTreeMap;
/// use plan_agent::chain::{DependsOn, chain};
///
/// let tasks = BTreeMap::from([
///     (1, DependsOn::Tasks(vec![])),
///     (2, DependsOn::Tasks(vec![1])),
///     (3, DependsOn::Tasks(vec![2])),
///     (4, DependsOn::Tasks(vec![1])),
/// ]);
/// let chain = chain(&tasks, &[2]);
/// assert_eq!((chain.parked, chain.going_on), (vec![3], vec![1, 4]));
/// ```
#[must_use]
pub fn chain(tasks: &BTreeMap<u64, DependsOn>, blocked: &[u64]) -> Chain {
    let blocked: BTreeSet<u64> = blocked
        .iter()
        .copied()
        .filter(|task| tasks.contains_key(task))
        .collect();
    let reaching = Reaching::of(tasks, &blocked).tasks;
    let mut chain = Chain::default();
    for (task, depends) in tasks {
        let silent = *depends == DependsOn::Earlier && !blocked.is_empty();
        let list = if blocked.contains(task) {
            &mut chain.blocked
        } else if silent || reaching.contains(task) {
            &mut chain.parked
        } else {
            &mut chain.going_on
        };
        list.push(*task);
    }
    chain
}

/// The blocked tasks and all from which a chain of dependencies leads to one of them.
struct Reaching {
    tasks: BTreeSet<u64>,
    waiting: Vec<u64>,
    /// Tasks that depend on all before them and are not reaching yet, in order.
    silent: Vec<u64>,
}

impl Reaching {
    fn of(tasks: &BTreeMap<u64, DependsOn>, blocked: &BTreeSet<u64>) -> Self {
        let silent = tasks
            .iter()
            .filter(|(_, depends)| **depends == DependsOn::Earlier);
        let mut reaching = Self {
            tasks: BTreeSet::new(),
            waiting: Vec::new(),
            silent: silent.map(|(task, _)| *task).collect(),
        };
        let dependents = dependents(tasks);
        for task in blocked {
            reaching.add(*task);
        }
        while let Some(task) = reaching.waiting.pop() {
            for dependent in dependents.get(&task).into_iter().flatten() {
                reaching.add(*dependent);
            }
            while let Some(last) = reaching.silent.pop_if(|last| *last > task) {
                reaching.add(last);
            }
        }
        reaching
    }

    fn add(&mut self, task: u64) {
        if self.tasks.insert(task) {
            self.waiting.push(task);
        }
    }
}

/// The tasks that name each task as a dependency.
fn dependents(tasks: &BTreeMap<u64, DependsOn>) -> BTreeMap<u64, Vec<u64>> {
    let mut dependents: BTreeMap<u64, Vec<u64>> = BTreeMap::new();
    for (task, depends) in tasks {
        if let DependsOn::Tasks(named) = depends {
            for dependency in named {
                dependents.entry(*dependency).or_default().push(*task);
            }
        }
    }
    dependents
}
