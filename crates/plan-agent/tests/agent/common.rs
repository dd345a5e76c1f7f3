//! Plans on disk, and who wakes up over them.

use plan_agent::{Around, Next, Profile, Resumed, Ritual, Smoke};
use plan_guard::{ConfinedDir, Expect, Process, RelPath, WriteOptions};
use plan_state::Timestamp;
use plan_testkit::PlanBuilder;
use plan_update::Environment;

/// A plan in a directory of its own.
pub(crate) struct Plan {
    _parent: tempfile::TempDir,
    pub(crate) dir: ConfinedDir,
}

impl Plan {
    pub(crate) fn of(builder: &PlanBuilder) -> Self {
        let parent = tempfile::tempdir().unwrap();
        let path = builder.write_into(parent.path());
        let dir = ConfinedDir::open(&path).unwrap();
        Self {
            _parent: parent,
            dir,
        }
    }

    pub(crate) fn file(&self, name: &str) -> String {
        std::fs::read_to_string(self.dir.root().join(name)).unwrap_or_default()
    }

    pub(crate) fn write(&self, name: &str, text: &str) {
        let name = RelPath::new(name).unwrap();
        let options = WriteOptions::default();
        let _ = self
            .dir
            .replace(&name, text.as_bytes(), &Expect::Any, &options)
            .unwrap();
    }

    pub(crate) fn state(&self) -> serde_json::Value {
        serde_json::from_str(&self.file("state.json")).unwrap()
    }

    /// The codes of the findings that must be fixed.
    pub(crate) fn faults(&self) -> Vec<String> {
        let files = plan_verify::PlanFiles::load(&self.dir).unwrap();
        let report = plan_verify::check(&files, &plan_verify::Facts::default());
        let musts = report
            .findings()
            .filter(|finding| finding.severity() == plan_diagnostics::Severity::Must);
        musts.map(|finding| finding.rule.code.to_owned()).collect()
    }

    pub(crate) fn ritual(&self, profile: Profile) -> Ritual {
        Ritual::perform(&self.dir, profile, &Around::default(), &at(0)).unwrap()
    }

    /// The ritual with a smoke command that passes.
    pub(crate) fn resume(&self, profile: Profile) -> Resumed {
        self.ritual(profile).conclude(Smoke::Ran(Some(0)))
    }

    pub(crate) fn next(&self, profile: Profile) -> Next {
        self.resume(profile).next
    }
}

/// A plan that is approved and opts in to running with nobody watching.
pub(crate) fn unattended(builder: PlanBuilder) -> PlanBuilder {
    builder.edit(
        "README.md",
        "Approval: approved\n",
        "Approval: approved\n\n**Execution:** unattended\n",
    )
}

/// The environment at some minute of a day after everything in a built plan.
pub(crate) fn at(minute: u64) -> Environment {
    let now = format!("2026-03-03T{:02}:{:02}:00Z", minute / 60, minute % 60);
    let now = Timestamp::parse(&now).unwrap();
    Environment::new(Process::current("test", now.as_str()), now)
}
