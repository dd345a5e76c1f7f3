//! Runs `dwp` and looks at what it printed.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use plan_testkit::PlanBuilder;

/// What a run of `dwp` came to.
pub struct Ran {
    pub code: i32,
    pub out: String,
    pub err: String,
}

impl Ran {
    pub fn of(output: Output) -> Self {
        Self {
            code: output.status.code().unwrap_or(-1),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        }
    }

    /// The output as JSON.
    pub fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.out)
            .unwrap_or_else(|error| panic!("{error}: {}{}", self.out, self.err))
    }
}

/// The binary, not yet run.
pub fn dwp() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_dwp"));
    command.env_remove("PLANWRIGHT_PROBE");
    command
}

/// Runs `dwp` with these arguments.
pub fn run(arguments: &[&str]) -> Ran {
    Ran::of(dwp().args(arguments).output().unwrap())
}

/// A plan in a directory of its own.
pub struct Plan {
    _parent: tempfile::TempDir,
    pub dir: PathBuf,
}

impl Plan {
    pub fn of(builder: &PlanBuilder) -> Self {
        let parent = tempfile::tempdir().unwrap();
        let dir = builder.write_into(parent.path());
        Self {
            _parent: parent,
            dir,
        }
    }

    pub fn path(&self) -> &str {
        self.dir.to_str().unwrap()
    }

    pub fn file(&self, name: &str) -> String {
        std::fs::read_to_string(self.dir.join(name)).unwrap()
    }

    pub fn state_path(&self) -> String {
        self.dir.join("state.json").to_str().unwrap().to_owned()
    }

    pub fn state(&self) -> serde_json::Value {
        serde_json::from_str(&self.file("state.json")).unwrap()
    }

    /// Runs `dwp update` on this plan's state.
    pub fn update(&self, arguments: &[&str]) -> Ran {
        run(&[&["update", &self.state_path()], arguments].concat())
    }

    /// The names in the plan directory.
    pub fn names(&self) -> Vec<String> {
        names(&self.dir)
    }
}

/// The names in a directory, sorted.
pub fn names(dir: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(dir).unwrap();
    let mut names: Vec<String> = entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}
