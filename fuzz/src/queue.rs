//! Reading and checking a queue, and choosing from it.

use plan_diagnostics::render::{self, Style, Tool};
use plan_queue::context::{Call, Context};
use plan_queue::select::{Caller, ClaimVersions, Situation};
use plan_queue::{Date, Facts, QueueFiles, check, read};

use super::files::{places_lie_in, split};

const TOOL: Tool<'static> = Tool {
    name: "fuzz",
    version: "0",
};

/// Reading and the check end and name places that exist; what is offered is a task of the queue that
/// nothing stands in the way of.
pub(crate) fn run(data: &[u8]) {
    let files = QueueFiles::new("planning", split(data));
    let Some(today) = Date::parse("2026-10-15") else {
        return;
    };
    let facts = Facts {
        today: Some(today),
        ..Facts::default()
    };
    let report = check(&files, &facts);
    places_lie_in(&report, |file| files.text(file).map(|text| &**text));
    let _ = (
        render::text(&report, Style::PLAIN),
        render::json(&[report], TOOL),
    );
    let queue = read(&files);
    for line in [None, Some("api")] {
        let caller = Caller {
            runner: "/trees/one",
            line,
            ..Caller::default()
        };
        let situation = Situation::new(&queue, caller, ClaimVersions::default());
        let call = Call {
            queue: "planning",
            today,
            owner: None,
            role: None,
        };
        let context = Context::of(&situation, call);
        let _ = context.to_string();
        assert!(
            context.task.is_none() || context.stop.is_none(),
            "both: {context:?}"
        );
        assert!(context.queued <= queue.tasks().count());
    }
}
