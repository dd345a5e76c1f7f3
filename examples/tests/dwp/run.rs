//! Runs `dwp` and looks at what it printed.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use plan_testkit::PlanBuilder;

/// What a run of `dwp` came to.
pub(crate) struct Ran {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Ran {
    pub(crate) fn of(output: Output) -> Self {
        Self {
            code: output.status.code().unwrap_or(-1),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        }
    }

    /// The output as JSON, held against the schema that it names.
    #[track_caller]
    pub(crate) fn json(&self) -> serde_json::Value {
        let json = serde_json::from_str(&self.out)
            .unwrap_or_else(|error| panic!("{error}: {}{}", self.out, self.err));
        crate::schema::meets(&json);
        json
    }
}

/// The binary, not yet run.
pub(crate) fn dwp() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_dwp"));
    command.env_remove("PLANWRIGHT_PROBE");
    command
}

/// Runs `dwp` with these arguments.
pub(crate) fn run(arguments: &[&str]) -> Ran {
    Ran::of(dwp().args(arguments).output().unwrap())
}

/// A plan in a directory of its own.
pub(crate) struct Plan {
    _parent: tempfile::TempDir,
    pub(crate) dir: PathBuf,
}

impl Plan {
    pub(crate) fn of(builder: &PlanBuilder) -> Self {
        let parent = tempfile::tempdir().unwrap();
        let dir = builder.write_into(parent.path());
        Self {
            _parent: parent,
            dir,
        }
    }

    pub(crate) fn path(&self) -> &str {
        self.dir.to_str().unwrap()
    }

    pub(crate) fn file(&self, name: &str) -> String {
        std::fs::read_to_string(self.dir.join(name)).unwrap()
    }

    pub(crate) fn state_path(&self) -> String {
        self.dir.join("state.json").to_str().unwrap().to_owned()
    }

    pub(crate) fn state(&self) -> serde_json::Value {
        serde_json::from_str(&self.file("state.json")).unwrap()
    }

    /// Runs `dwp update` on this plan's state.
    pub(crate) fn update(&self, arguments: &[&str]) -> Ran {
        run(&[&["update", &self.state_path()], arguments].concat())
    }

    /// The names in the plan directory.
    pub(crate) fn names(&self) -> Vec<String> {
        names(&self.dir)
    }
}

/// The names in a directory, sorted.
pub(crate) fn names(dir: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(dir).unwrap();
    let mut names: Vec<String> = entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}
