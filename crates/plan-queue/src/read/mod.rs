//! Reading: from the texts of the files to the model. It never fails; what does not parse is a finding.

mod backlog;
mod checkpoint;
mod claim;
mod commits;
mod done;
mod epic;
mod human;
mod inbox;
mod listing;
pub(crate) mod page;
mod recurring;
pub(crate) mod tags;
mod tail;
mod task;
mod traces;
mod wip;

pub use claim::claim;
pub(crate) use done::is_na;
pub(crate) use listing::stem;

use crate::{Queue, QueueFiles};
use page::Page;

/// Files of the planning directory that are prose: of their faults only those count that hide content.
const PROSE: [&str; 2] = ["PROTOCOL.md", "done/human-actions.md"];

/// Folders of entries, whose `README.md` is prose (Q1).
const FOLDERS: [&str; 6] = ["backlog", "done", "claims", "wip", "human", "checkpoints"];

/// Reads the files of a planning directory (Q1–Q14, Q35).
///
/// What does not parse is among [`Queue::findings`], and kept in the model as far as it was understood.
#[must_use]
pub fn read(files: &QueueFiles) -> Queue {
    let mut out = Vec::new();
    for file in PROSE {
        Page::prose(files, file, &mut out);
    }
    for folder in FOLDERS {
        Page::prose(files, &format!("{folder}/README.md"), &mut out);
    }
    let recurring = recurring::read(files, &mut out);
    // Closings are most of a queue; the open tasks are read meanwhile.
    let mut of_done = Vec::new();
    let ((milestones, epics), done) = rayon::join(
        || (backlog::read(files, &mut out), epic::read(files, &mut out)),
        || done::read(files, &mut of_done),
    );
    out.append(&mut of_done);
    let mut queue = Queue {
        milestones,
        epics,
        done,
        claims: claim::read(files, &mut out),
        wips: wip::read(files, &mut out),
        human: human::read(files, &mut out),
        archived: human::archived(files),
        recurrences: recurring.recurrences,
        postponements: recurring.postponements,
        checkpoints: checkpoint::read(files, &mut out),
        inbox: inbox::read(files, &mut out),
        ..Queue::default()
    };
    queue.findings = out;
    queue.reindex();
    queue
}
