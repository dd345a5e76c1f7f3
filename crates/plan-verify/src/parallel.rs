//! The same question asked of many things: by several threads, with the answers in order.

use rayon::prelude::*;

/// Fewer things than these are not worth a second thread.
const MANY: usize = 32;

/// The answers of `ask`, in the order of the things.
pub(crate) fn map<T: Sync, R: Send>(things: &[T], ask: impl Fn(&T) -> R + Sync + Send) -> Vec<R> {
    if things.len() < MANY {
        things.iter().map(ask).collect()
    } else {
        things.par_iter().map(ask).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::{MANY, map};

    #[test]
    fn answers_are_in_the_order_of_the_things() {
        for count in [0, 1, MANY - 1, MANY, 50 * MANY] {
            let things: Vec<usize> = (0..count).collect();
            let expected: Vec<String> = things.iter().map(usize::to_string).collect();
            assert_eq!(map(&things, usize::to_string), expected);
        }
    }
}
