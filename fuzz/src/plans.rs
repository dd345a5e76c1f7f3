//! The planners that reshape a queue: what they hand out is right, and asked for twice is done once.

use plan_queue::model::InboxSection;
use plan_queue::phase::{SetBy, Surfaces};
use plan_queue::write::reshape::{
    Classifying, NewAction, NewEntry, add_human, add_inbox, archive_human, classify, promote,
    renumber_epic, split_backlog,
};
use plan_queue::write::{Planned, Step};
use plan_queue::{Lane, Queue, QueueFiles, read};

use super::files::split;

/// The files before the first `=== name` are what texts are made of that somebody adds.
pub(crate) fn run(data: &[u8]) {
    let files = QueueFiles::new("planning", split(data));
    let queue = read(&files);
    let head = data.split(|byte| *byte == b'\n').next().unwrap_or_default();
    let words = String::from_utf8_lossy(head).replace("\\n", "\n");

    twice("split-backlog", &files, &split_backlog);
    twice("archive-human", &files, &archive_human);
    for epic in queue.epics.iter().take(3) {
        let name = format!("epic-{}-{}", epic.file_number, epic.slug);
        twice("promote", &files, &|files, queue| {
            promote(files, queue, &name)
        });
        // The second time there is no such epic: only that it ends is asked.
        let renumbered = renumber_epic(&files, &queue, &name, "987");
        let after = renumbered.map(|step| applied(&files, &step));
        assert!(after.is_err() || after.is_ok_and(|after| read(&after).epic("987").is_some()));
    }
    let surfaces = Surfaces::read("## Qué no se puede romper\n\n- `api`\n");
    for (at, (_, task)) in queue.tasks().take(6).enumerate() {
        let lane = Lane::ALL[at % Lane::ALL.len()];
        let cast = (at % 2 == 0).then_some("dev → qa");
        let slug = task.slug();
        let request = Classifying {
            slug,
            lane,
            cast,
            set_by: SetBy::Classifier,
            surfaces: &surfaces,
        };
        twice("classify", &files, &|files, queue| {
            classify(files, queue, &request)
        });
    }
    let action = NewAction {
        task: &words,
        origin: "QA",
        action: &words,
    };
    twice("human", &files, &|files, queue| {
        add_human(files, queue, &action)
    });
    let entry = NewEntry {
        section: InboxSection::Ideas,
        name: "una-idea",
        text: &words,
    };
    twice("inbox", &files, &|files, queue| {
        add_inbox(files, queue, &entry)
    });
}

/// A plan that was carried out is not refused, and has nothing left to do.
pub(super) fn twice<T>(
    what: &str,
    files: &QueueFiles,
    planner: &dyn Fn(&QueueFiles, &Queue) -> Planned<T>,
) {
    let Ok(step) = planner(files, &read(files)) else {
        return;
    };
    let after = applied(files, &step);
    match planner(&after, &read(&after)) {
        Ok(Step::Already(_)) => {}
        Ok(Step::Change { change, .. }) => panic!("{what} twice: {change:?} of {files:?}"),
        Err(refusal) => panic!("{what} twice: {refusal} of {files:?}"),
    }
}

pub(super) fn applied<T>(files: &QueueFiles, step: &Step<T>) -> QueueFiles {
    let mut after = files.clone();
    for file in step.change().into_iter().flat_map(|change| &change.files) {
        match &file.content {
            Some(content) => after.insert(file.path.as_str(), content.as_str()),
            None => after.remove(file.path.as_str()),
        }
    }
    after
}
