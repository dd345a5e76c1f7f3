//! The planners of a runner: claiming what a context offers, and giving it back.

use plan_queue::select::{Caller, ClaimVersions};
use plan_queue::write::{ClaimRequest, ReleaseRequest, Which, claim, release};
use plan_queue::{Date, QueueFiles, read};

use super::files::split;
use super::plans::{applied, twice};

/// What was claimed is held by the runner, asked for by name too; given back, the queue is as before.
pub(crate) fn run(data: &[u8]) {
    let files = QueueFiles::new("planning", split(data));
    let queue = read(&files);
    let Some(today) = Date::parse("2026-10-15") else {
        return;
    };
    let caller = Caller {
        runner: "/trees/two",
        ..Caller::default()
    };
    let versions = ClaimVersions::default();
    let request = |which| ClaimRequest {
        caller,
        owner: "eva@example.com",
        today,
        versions,
        which,
    };
    twice("claim", &files, &|files, queue| {
        claim(files, queue, &request(Which::Next))
    });
    for (_, task) in queue.tasks().take(6) {
        let slug = task.slug();
        let named = request(Which::Named(slug));
        twice("claim", &files, &|files, queue| claim(files, queue, &named));
        let Ok(step) = claim(&files, &queue, &named) else {
            continue;
        };
        let Some(change) = step.change() else {
            continue;
        };
        let held = applied(&files, &step);
        assert!(read(&held).claim(slug).is_some(), "{change:?} of {files:?}");
        let give_back = ReleaseRequest {
            caller,
            versions,
            task: slug,
            drop_wip: false,
        };
        match release(&held, &read(&held), &give_back) {
            Ok(step) => {
                let after = applied(&held, &step);
                assert!(after.iter().eq(files.iter()), "{step:?} of {files:?}");
            }
            Err(refusal) => assert_eq!(refusal.code(), "wip-active", "{refusal} of {files:?}"),
        }
    }
}
