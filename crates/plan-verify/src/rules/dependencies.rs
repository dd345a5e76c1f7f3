//! Declared dependencies between tasks: they exist, and do not go in circles (D12).

use std::collections::{BTreeMap, BTreeSet};

use plan_diagnostics::{Finding, Rule, Severity};
use plan_markdown::view::task::Depends;

use crate::view::PlanView;

/// A task depends on one that does not exist.
pub static DEPENDENCY_UNKNOWN: Rule = Rule {
    code: "dependency-unknown",
    severity: Severity::Must,
    title: "A task depends on a task that does not exist",
    reason: "A dependency on nothing can never be met, and the task never begun.",
    requirement: "D12",
};

/// Tasks depend on each other in a circle.
pub static DEPENDENCY_CYCLE: Rule = Rule {
    code: "dependency-cycle",
    severity: Severity::Must,
    title: "Tasks depend on each other in a circle",
    reason: "Each task of a circle waits for another; none of them can ever begin.",
    requirement: "D12",
};

pub(super) fn judge(view: &PlanView<'_>, out: &mut Vec<Finding>) {
    let tasks: BTreeSet<u64> = view
        .titles()
        .into_iter()
        .map(|(number, _)| number)
        .collect();
    for record in &view.records {
        let Some(declared) = &record.record.depends_on else {
            continue;
        };
        let Depends::Tasks(wanted) = &declared.value else {
            continue;
        };
        for unknown in wanted.iter().filter(|number| !tasks.contains(number)) {
            let message = format!(
                "Task {} depends on Task {unknown}, which does not exist",
                record.number
            );
            out.push(Finding::new(
                &DEPENDENCY_UNKNOWN,
                record.at(declared.span),
                message,
            ));
        }
    }
    let circle = in_circles(&tasks, &edges(view));
    for record in view
        .records
        .iter()
        .filter(|record| circle.contains(&record.number))
    {
        let Some(declared) = &record.record.depends_on else {
            continue;
        };
        let message = format!(
            "Task {} depends on itself, directly or through others",
            record.number
        );
        let help = format!("the circle is among the tasks {}", shown(&circle));
        out.push(
            Finding::new(&DEPENDENCY_CYCLE, record.at(declared.span), message).with_help(help),
        );
    }
}

fn shown(tasks: &BTreeSet<u64>) -> String {
    tasks
        .iter()
        .map(u64::to_string)
        .collect::<Vec<_>>()
        .join(", ")
}

/// What each task that declares it depends on; the others depend on all earlier ones.
fn edges(view: &PlanView<'_>) -> BTreeMap<u64, BTreeSet<u64>> {
    let declared = view.records.iter().filter_map(|record| {
        let depends = &record.record.depends_on.as_ref()?.value;
        Some((
            record.number,
            match depends {
                Depends::Tasks(tasks) => tasks.iter().copied().collect(),
                Depends::None => BTreeSet::new(),
            },
        ))
    });
    declared.collect()
}

/// The tasks that lie on a circle, or between two: what remains when those that wait for nothing
/// left, and then those that nothing left waits for, are taken away as long as there are any.
///
/// A task without a declaration waits for all earlier ones: one edge to "everything up to the task
/// before" stands for them, so that the graph stays as small as the plan. No recursion.
fn in_circles(tasks: &BTreeSet<u64>, declared: &BTreeMap<u64, BTreeSet<u64>>) -> BTreeSet<u64> {
    let place: BTreeMap<u64, usize> = tasks.iter().copied().zip(0..).collect();
    let count = tasks.len();
    let mut edges = vec![Vec::new(); 2 * count];
    for (task, at) in &place {
        let (before, up_to) = (at.checked_sub(1).map(|before| count + before), count + at);
        edges[up_to].push(*at);
        edges[up_to].extend(before);
        match declared.get(task) {
            Some(wanted) => edges[*at].extend(wanted.iter().filter_map(|other| place.get(other))),
            None => edges[*at].extend(before),
        }
    }
    let mut left = vec![true; 2 * count];
    prune(&edges, &mut left);
    prune(&reversed(&edges), &mut left);
    place
        .into_iter()
        .filter(|(_, at)| left[*at])
        .map(|(task, _)| task)
        .collect()
}

/// Takes away every node that has no edge to one that is left, until none is like that.
fn prune(edges: &[Vec<usize>], left: &mut [bool]) {
    let back = reversed(edges);
    let mut open: Vec<usize> = edges
        .iter()
        .map(|wanted| wanted.iter().filter(|other| left[**other]).count())
        .collect();
    let mut free: Vec<usize> = (0..edges.len())
        .filter(|node| left[*node] && open[*node] == 0)
        .collect();
    while let Some(node) = free.pop() {
        left[node] = false;
        for waiting in &back[node] {
            open[*waiting] -= 1;
            if left[*waiting] && open[*waiting] == 0 {
                free.push(*waiting);
            }
        }
    }
}

fn reversed(edges: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let mut back = vec![Vec::new(); edges.len()];
    for (from, wanted) in edges.iter().enumerate() {
        for to in wanted {
            back[*to].push(from);
        }
    }
    back
}

#[cfg(test)]
mod tests {
    use super::*;

    fn circles(tasks: u64, declared: &[(u64, &[u64])]) -> Vec<u64> {
        let declared = declared
            .iter()
            .map(|(task, on)| (*task, on.iter().copied().collect()))
            .collect();
        in_circles(&(1..=tasks).collect(), &declared)
            .into_iter()
            .collect()
    }

    #[test]
    fn d12_circles_are_found_and_chains_are_none() {
        assert_eq!(circles(3, &[]), [0_u64; 0]);
        assert_eq!(circles(3, &[(2, &[3]), (3, &[1])]), [0_u64; 0]);
        assert_eq!(circles(3, &[(1, &[2]), (2, &[1])]), [1, 2]);
        assert_eq!(circles(3, &[(2, &[2])]), [2]);
        // Task 2 waits for Task 3, which declares nothing and so waits for all before it.
        assert_eq!(circles(3, &[(2, &[3])]), [2, 3]);
    }

    #[test]
    fn d12_long_chains_in_either_direction_are_no_problem() {
        let up: Vec<(u64, Vec<u64>)> = (2..=10_000).map(|task| (task, vec![task - 1])).collect();
        let down: Vec<(u64, Vec<u64>)> = (1..10_000).map(|task| (task, vec![task + 1])).collect();
        for mut declared in [up, down] {
            declared.push((10_000, Vec::new()));
            let declared: Vec<(u64, &[u64])> =
                declared.iter().map(|(t, on)| (*t, &on[..])).collect();
            assert_eq!(circles(10_000, &declared), [0_u64; 0]);
        }
    }
}
