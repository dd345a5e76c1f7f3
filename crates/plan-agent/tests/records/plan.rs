//! A plan on disk.

use std::path::PathBuf;

use plan_guard::{ConfinedDir, Process};
use plan_state::Timestamp;
use plan_testkit::PlanBuilder;
use plan_update::Environment;

pub(crate) const NOW: &str = "2026-03-03T10:00:00Z";
pub(crate) const LATER: &str = "2026-03-03T11:00:00Z";

/// A plan in a directory of its own.
pub(crate) struct Plan {
    _parent: tempfile::TempDir,
    pub(crate) path: PathBuf,
    pub(crate) dir: ConfinedDir,
}

impl Plan {
    pub(crate) fn of(builder: &PlanBuilder) -> Self {
        let parent = tempfile::tempdir().unwrap();
        let path = builder.write_into(parent.path());
        let dir = ConfinedDir::open(&path).unwrap();
        Self {
            _parent: parent,
            path,
            dir,
        }
    }

    /// Three tasks, the first done, the second begun.
    pub(crate) fn running() -> Self {
        Self::of(&PlanBuilder::full(3).tick(1).start(2))
    }

    pub(crate) fn text(&self, name: &str) -> String {
        std::fs::read_to_string(self.path.join(name)).unwrap()
    }
}

pub(crate) fn at(now: &str) -> Environment {
    let now = Timestamp::parse(now).unwrap();
    Environment::new(Process::current("test", now.as_str()), now)
}

/// One line of text with something in it.
pub(crate) fn line() -> impl proptest::strategy::Strategy<Value = String> {
    use proptest::prelude::*;
    let part = prop_oneof![
        "[a-zA-Z0-9 áñ:;.,\\-—*_`<>!#\\[\\]()|\\\\]{1,12}",
        Just("Option: ".to_owned()),
        Just("Choice:".to_owned()),
        Just("- [x] ".to_owned()),
        Just("<!-- ".to_owned()),
        Just("## ".to_owned()),
    ];
    proptest::collection::vec(part, 1..4)
        .prop_map(|parts| parts.concat().trim().to_owned())
        .prop_filter("something", |text| !text.is_empty())
}
