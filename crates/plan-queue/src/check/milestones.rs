//! Milestones: each in one place, decided, and of a size (Q15).

use std::collections::HashMap;

use plan_diagnostics::Finding;

use super::{Desk, placeholder};
use crate::rules;

/// More tasks than this need a reason to stay together (Q15).
const MOST_TASKS: usize = 9;

pub(super) fn judge(desk: &mut Desk<'_>) {
    let queue = desk.queue;
    let mut places: HashMap<&str, &str> = HashMap::new();
    for milestone in &queue.milestones {
        if let Some(first) = places.get(milestone.slug()) {
            let message = format!(
                "the milestone `{}` stands in `{first}` too",
                milestone.slug()
            );
            let location = milestone.at(milestone.heading);
            desk.push(Finding::new(&rules::MILESTONE_REPEATED, location, message));
        } else {
            places.insert(milestone.slug(), &milestone.file);
        }
        if let Some(words) = placeholder::find(&milestone.title.value) {
            let message = format!("the title of the milestone is still to be decided: `{words}`");
            desk.push(Finding::new(
                &rules::PLACEHOLDER,
                milestone.at(milestone.heading),
                message,
            ));
        }
        let count = milestone.tasks.len();
        if count > MOST_TASKS && milestone.split_reason.is_none() {
            let message = format!("the milestone has {count} tasks, more than {MOST_TASKS}");
            let help = "split it, or write `(sin partir: reason)` into its heading";
            let location = milestone.at(milestone.heading);
            desk.push(Finding::new(&rules::MILESTONE_TOO_LONG, location, message).with_help(help));
        }
    }
}
