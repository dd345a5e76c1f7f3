//! A plan on disk, and calls on it in this process, with a probe where a test wants one.
#![allow(dead_code, reason = "each test file uses its own part")]

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use plan_guard::{ConfinedDir, Probe, Process, Step};
use plan_state::Timestamp;
use plan_testkit::PlanBuilder;
use plan_update::Environment;
use plan_verify::{Facts, PlanFiles, check};

/// A plan in a directory of its own.
pub(crate) struct Plan {
    _parent: tempfile::TempDir,
    path: PathBuf,
    pub(crate) dir: ConfinedDir,
}

impl Plan {
    pub(crate) fn of(builder: &PlanBuilder) -> Self {
        let parent = scratch();
        let path = builder.write_into(parent.path());
        let dir = ConfinedDir::open(&path).unwrap();
        Self {
            _parent: parent,
            path,
            dir,
        }
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    pub(crate) fn text(&self, name: &str) -> String {
        std::fs::read_to_string(self.path.join(name)).unwrap()
    }

    /// Writes a file as an editor would, without the lock.
    pub(crate) fn write(&self, name: &str, text: &str) {
        std::fs::write(self.path.join(name), text).unwrap();
    }

    /// Replaces the only occurrence of a text.
    pub(crate) fn edit(&self, name: &str, from: &str, to: &str) {
        let text = self.text(name);
        assert_eq!(text.matches(from).count(), 1, "{from:?} in {name}:\n{text}");
        self.write(name, &text.replace(from, to));
    }

    pub(crate) fn remove(&self, name: &str) {
        std::fs::remove_file(self.path.join(name)).unwrap();
    }

    /// Every file of the plan.
    pub(crate) fn files(&self) -> BTreeMap<String, String> {
        let files = PlanFiles::load(&self.dir).unwrap();
        let text = |name: &str| {
            files
                .text(name)
                .map(ToString::to_string)
                .unwrap_or_default()
        };
        files
            .iter()
            .map(|(name, _)| (name.to_owned(), text(name)))
            .collect()
    }

    /// The codes of the findings that must be fixed.
    pub(crate) fn faults(&self) -> Vec<&'static str> {
        let files = PlanFiles::load(&self.dir).unwrap();
        let report = check(&files, &Facts::default());
        let musts = report
            .findings()
            .filter(|f| f.severity() == plan_diagnostics::Severity::Must);
        musts.map(|finding| finding.rule.code).collect()
    }
}

/// A directory in memory where there is such a place: durable writes take long on disks.
pub(crate) fn scratch() -> tempfile::TempDir {
    let memory = Path::new("/dev/shm");
    if memory.is_dir() {
        tempfile::tempdir_in(memory).unwrap()
    } else {
        tempfile::tempdir().unwrap()
    }
}

pub(crate) fn at(now: &str) -> Environment {
    let now = Timestamp::parse(now).unwrap();
    Environment::new(Process::current("test", now.as_str()), now)
}

/// The steps that a call meets, in order.
pub(crate) fn steps_of(environment: &Environment, call: impl FnOnce(&Environment)) -> Vec<Step> {
    let met = Arc::new(Mutex::new(Vec::new()));
    let seen = Arc::clone(&met);
    let probe = Probe::new(move |step| {
        seen.lock().unwrap().push(step);
        Ok(())
    });
    call(&Environment {
        probe,
        ..environment.clone()
    });
    met.lock().unwrap().clone()
}

/// An environment in which the `nth` step (from 0) fails.
pub(crate) fn failing(environment: &Environment, nth: usize) -> Environment {
    let met = Mutex::new(0_usize);
    let probe = Probe::new(move |_| {
        let mut met = met.lock().unwrap();
        *met += 1;
        if *met == nth + 1 {
            Err(io::Error::other("stopped by the test"))
        } else {
            Ok(())
        }
    });
    Environment {
        probe,
        ..environment.clone()
    }
}

/// An environment in which `act` runs once, just before a step of that name.
pub(crate) fn before(
    environment: &Environment,
    step: &'static str,
    act: impl Fn() + Send + Sync + 'static,
) -> Environment {
    let done = Mutex::new(false);
    let probe = Probe::new(move |met| {
        let mut done = done.lock().unwrap();
        if met.name() == step && !*done {
            *done = true;
            act();
        }
        Ok(())
    });
    Environment {
        probe,
        ..environment.clone()
    }
}

/// Removes the lock that a call left which failed while it released it.
pub(crate) fn break_lock(plan: &Plan) {
    let lock = plan.path().join("state.json.lock");
    if lock.exists() {
        std::fs::remove_dir_all(lock).unwrap();
    }
}

/// The lines that differ, as `-old` and `+new`, file by file.
pub(crate) fn diff(before: &BTreeMap<String, String>, after: &BTreeMap<String, String>) -> String {
    let names: std::collections::BTreeSet<&String> = before.keys().chain(after.keys()).collect();
    let mut out = String::new();
    for name in names {
        let empty = String::new();
        let (old, new) = (
            before.get(name).unwrap_or(&empty),
            after.get(name).unwrap_or(&empty),
        );
        if old == new {
            continue;
        }
        out += &format!("{name}\n");
        for (sign, line) in changed_lines(old, new) {
            out += &format!("{sign}{line}\n");
        }
    }
    out
}

/// Lines of the one text that the other does not have, in order: those gone, then those new.
fn changed_lines<'t>(old: &'t str, new: &'t str) -> Vec<(char, &'t str)> {
    let without = |lines: &'t str, others: &'t str| {
        let mut others: Vec<&str> = others.lines().collect();
        let mut left = Vec::new();
        for line in lines.lines() {
            match others.iter().position(|other| *other == line) {
                Some(at) => drop(others.remove(at)),
                None => left.push(line),
            }
        }
        left
    };
    let gone = without(old, new).into_iter().map(|line| ('-', line));
    gone.chain(without(new, old).into_iter().map(|line| ('+', line)))
        .collect()
}
