//! Reading: from the texts of the files to the model. It never fails; what does not parse is a finding.

use crate::{Queue, QueueFiles};

/// Reads the files of a planning directory (Q1–Q14, Q35).
#[must_use]
pub fn read(files: &QueueFiles) -> Queue {
    let _ = files;
    let mut queue = Queue::default();
    queue.reindex();
    queue
}
