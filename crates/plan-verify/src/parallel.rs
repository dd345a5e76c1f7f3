//! Work shared by several threads, where there is much of it; the answers are in order.

use rayon::prelude::*;

/// Work on fewer things than these is not worth a second thread.
const MANY: usize = 32;

/// Whether work on so many things is shared.
pub(crate) const fn is_shared(count: usize) -> bool {
    count >= MANY
}

/// The answers to two questions about `count` things.
pub(crate) fn both<A: Send, B: Send>(
    count: usize,
    one: impl FnOnce() -> A + Send,
    other: impl FnOnce() -> B + Send,
) -> (A, B) {
    if is_shared(count) {
        rayon::join(one, other)
    } else {
        (one(), other())
    }
}

/// The answers of `ask`, in the order of the things.
pub(crate) fn map<T: Sync, R: Send>(things: &[T], ask: impl Fn(&T) -> R + Sync + Send) -> Vec<R> {
    map_of(things.len(), things, ask)
}

/// The same, where each thing is a question about `count` others.
pub(crate) fn map_of<T: Sync, R: Send>(
    count: usize,
    things: &[T],
    ask: impl Fn(&T) -> R + Sync + Send,
) -> Vec<R> {
    if is_shared(count) {
        things.par_iter().map(ask).collect()
    } else {
        things.iter().map(ask).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::{MANY, map};
    use crate::PlanFiles;

    #[test]
    fn a_plan_of_many_task_files_is_shared() {
        let plan = |tasks: usize| {
            let files = (1..=tasks).map(|at| (format!("{at}.task_part.md"), "# Task"));
            PlanFiles::new("PLAN_invoice_export", files)
        };
        assert!(!plan(MANY - 1).are_shared());
        assert!(plan(MANY).are_shared());
    }

    #[test]
    fn answers_are_in_the_order_of_the_things() {
        for count in [0, 1, MANY - 1, MANY, 50 * MANY] {
            let things: Vec<usize> = (0..count).collect();
            let expected: Vec<String> = things.iter().map(usize::to_string).collect();
            assert_eq!(map(&things, usize::to_string), expected);
        }
    }
}
