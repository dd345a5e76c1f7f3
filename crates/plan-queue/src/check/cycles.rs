//! Circles of dependencies anywhere in the queue (Q15).

use std::collections::HashMap;

use plan_diagnostics::Finding;

use super::Desk;
use crate::model::Task;
use crate::rules;

/// Names of a circle that a message shows; the rest is counted.
const SHOWN: usize = 40;

pub(super) fn judge(desk: &mut Desk<'_>) {
    let queue = desk.queue;
    let tasks: Vec<&Task> = queue.tasks().map(|(_, task)| task).collect();
    let mut place: HashMap<&str, usize> = HashMap::with_capacity(tasks.len());
    for (at, task) in tasks.iter().enumerate() {
        place.entry(task.slug()).or_insert(at);
    }
    // What is done waits for nothing, and a task that waits for itself has a rule of its own.
    let wants = |at: usize| {
        let others = tasks[at]
            .depends()
            .filter(|slug| queue.done(slug).is_none());
        let others = others.filter_map(|slug| place.get(slug).copied());
        others.filter(|other| *other != at).collect()
    };
    let edges: Vec<Vec<usize>> = (0..tasks.len()).map(wants).collect();
    for circle in circles(&edges) {
        let Some(first) = circle.first().map(|at| tasks[*at]) else {
            continue;
        };
        let names = circle
            .iter()
            .chain(circle.first())
            .map(|at| tasks[*at].slug());
        let mut path: Vec<&str> = names.take(SHOWN).collect();
        if circle.len() >= SHOWN {
            path.push("…");
            path.push(first.slug());
        }
        let message = format!(
            "{} tasks wait for each other: {}",
            circle.len(),
            path.join(" → ")
        );
        let span = first
            .tail
            .depends
            .first()
            .map_or(first.slug.span, |text| text.span);
        desk.push(Finding::new(
            &rules::DEPENDENCY_CYCLE,
            first.at(span),
            message,
        ));
    }
}

/// One circle of every strongly connected part of a graph, each from its lowest node on. Iterative, and
/// linear in the size of the graph.
fn circles(edges: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let part = parts(edges);
    let mut seen = vec![false; edges.len()];
    let mut found = Vec::new();
    for start in 0..edges.len() {
        // The first node of a part that is met leads round a circle of it, if there is one.
        if seen[start] {
            continue;
        }
        let mut path = Vec::new();
        let mut at = start;
        while !seen[at] {
            seen[at] = true;
            path.push(at);
            match edges[at].iter().find(|next| part[**next] == part[at]) {
                Some(next) => at = *next,
                None => break,
            }
        }
        let closes = edges[path[path.len() - 1]]
            .iter()
            .any(|next| *next == at && part[*next] == part[start]);
        if let Some(from) = path.iter().position(|node| *node == at).filter(|_| closes) {
            let mut circle = path.split_off(from);
            let lowest = circle.iter().enumerate().min_by_key(|(_, node)| **node);
            let lowest = lowest.map_or(0, |(at, _)| at);
            circle.rotate_left(lowest);
            found.push(circle);
        }
        // One circle a part: the rest of it is done with.
    }
    found
}

/// The strongly connected part of every node, by Tarjan's algorithm with a stack of its own.
fn parts(edges: &[Vec<usize>]) -> Vec<usize> {
    const NEW: usize = usize::MAX;
    let count = edges.len();
    let mut part = vec![NEW; count];
    let mut order = vec![NEW; count];
    let mut low = vec![0; count];
    let mut open: Vec<usize> = Vec::new();
    let mut calls: Vec<(usize, usize)> = Vec::new();
    let (mut next_order, mut next_part) = (0, 0);
    for root in 0..count {
        if order[root] != NEW {
            continue;
        }
        calls.push((root, 0));
        while let Some((node, at)) = calls.pop() {
            if at == 0 {
                order[node] = next_order;
                low[node] = next_order;
                next_order += 1;
                open.push(node);
            }
            if let Some(&other) = edges[node].get(at) {
                calls.push((node, at + 1));
                if order[other] == NEW {
                    calls.push((other, 0));
                } else if part[other] == NEW {
                    low[node] = low[node].min(order[other]);
                }
                continue;
            }
            if low[node] == order[node] {
                while let Some(member) = open.pop() {
                    part[member] = next_part;
                    if member == node {
                        break;
                    }
                }
                next_part += 1;
            }
            if let Some(&(caller, _)) = calls.last() {
                low[caller] = low[caller].min(low[node]);
            }
        }
    }
    part
}

#[cfg(test)]
mod tests {
    use super::circles;

    #[test]
    fn q15_circles_are_found_and_chains_are_none() {
        assert_eq!(
            circles(&[vec![1], vec![2], vec![]]),
            Vec::<Vec<usize>>::new()
        );
        assert_eq!(circles(&[vec![1], vec![0]]), [[0, 1]]);
        assert_eq!(
            circles(&[vec![1, 2], vec![2], vec![]]),
            Vec::<Vec<usize>>::new()
        );
        // Two circles, and a tail that leads into one.
        assert_eq!(
            circles(&[vec![2], vec![2], vec![3], vec![1], vec![5], vec![4]]),
            [vec![1, 2, 3], vec![4, 5]]
        );
    }

    #[test]
    fn q15_long_chains_and_circles_do_not_overflow() {
        let chain = |last: Vec<usize>| -> Vec<Vec<usize>> {
            (1..100_000).map(|next| vec![next]).chain([last]).collect()
        };
        assert_eq!(circles(&chain(Vec::new())).len(), 0);
        let found = circles(&chain(vec![0]));
        assert_eq!((found.len(), found[0].len()), (1, 100_000));
    }
}
