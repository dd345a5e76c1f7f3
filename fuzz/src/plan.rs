//! The check of a plan.

use plan_diagnostics::render::{self, Style, Tool};
use plan_verify::{Facts, PlanFiles, check};

use super::files::{places_lie_in, split};

const TOOL: Tool<'static> = Tool {
    name: "fuzz",
    version: "0",
};

/// The check ends, names places that exist, and says the same twice and in every rendering.
pub(crate) fn run(data: &[u8]) {
    let files = PlanFiles::new("PLAN_fuzz_target", split(data));
    for facts in [Facts::default(), Facts::without_git()] {
        let report = check(&files, &facts);
        places_lie_in(&report, |file| files.text(file).map(|text| &**text));
        let json = render::json(std::slice::from_ref(&report), TOOL);
        assert_eq!(json, render::json(&[check(&files, &facts)], TOOL));
        let _ = render::text(&report, Style::with_color(true));
        let _ = render::sarif(&[report], TOOL);
    }
}
