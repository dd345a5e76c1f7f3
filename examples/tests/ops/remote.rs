//! `--push` as a command: what it answers, what others see, and what a crash leaves (Q25, Q30, Q34).

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value, json};

use crate::run::{Place, Ran, ops};
use crate::schema::meets;

mod closing;
mod kills;
mod page;
mod refusals;

/// A bare repository with the small queue, and clones of it.
pub(crate) struct Origin {
    place: Place,
}

impl Origin {
    pub(crate) fn new() -> Self {
        let origin = Self {
            place: Place::new(),
        };
        origin.place.write(
            "../gitconfig",
            "[user]\nname = Ana\nemail = ana@example.com\n[init]\ndefaultBranch = main\n",
        );
        let root = origin.root();
        origin.git(&root, &["init", "-q", "--bare", "origin.git"]);
        origin.git(&root, &["init", "-q"]);
        origin.git(&root, &["add", "planning"]);
        origin.git(&root, &["commit", "-q", "-m", "La cola"]);
        origin.git(&root, &["push", "-q", "origin.git", "HEAD:main"]);
        origin
    }

    pub(crate) fn root(&self) -> PathBuf {
        self.place.root()
    }

    pub(crate) fn bare(&self) -> PathBuf {
        self.root().join("origin.git")
    }

    pub(crate) fn clone(&self, name: &str) -> Clone<'_> {
        self.git(&self.root(), &["clone", "-q", "origin.git", name]);
        Clone {
            origin: self,
            dir: self.root().join(name),
            runner: name.to_owned(),
        }
    }

    /// A program, such as a hook.
    pub(crate) fn script(&self, file: &str, text: &str) {
        use std::os::unix::fs::PermissionsExt as _;
        let path = self.root().join(file);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, format!("#!/bin/sh\n{text}\n")).unwrap();
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755)).unwrap();
    }

    pub(crate) fn git(&self, dir: &Path, arguments: &[&str]) -> String {
        let mut command = Command::new("git");
        self.environment(command.current_dir(dir));
        let output = command.args(arguments).output().unwrap();
        assert!(output.status.success(), "{arguments:?}: {output:?}");
        String::from_utf8(output.stdout).unwrap().trim().to_owned()
    }

    pub(crate) fn environment(&self, command: &mut Command) {
        command
            .env("GIT_CONFIG_GLOBAL", self.root().join("gitconfig"))
            .env("GIT_CONFIG_NOSYSTEM", "1")
            .env("HOME", self.root());
    }

    /// The subjects of the branch's commits, the newest first.
    pub(crate) fn log(&self, branch: &str) -> Vec<String> {
        let log = self.git(&self.bare(), &["log", "--format=%s", branch]);
        log.lines().map(str::to_owned).collect()
    }
}

/// A clone, whose runner has its name.
pub(crate) struct Clone<'o> {
    pub(crate) origin: &'o Origin,
    pub(crate) dir: PathBuf,
    pub(crate) runner: String,
}

impl Clone<'_> {
    pub(crate) fn git(&self, arguments: &[&str]) -> String {
        self.origin.git(&self.dir, arguments)
    }

    /// `ops COMMAND`, not yet run.
    pub(crate) fn command(&self, command: &str, arguments: &[&str]) -> Command {
        let mut ops = ops();
        self.origin.environment(&mut ops);
        ops.arg(command)
            .arg(self.dir.join("planning"))
            .args(["--runner", &self.runner])
            .args(arguments);
        if matches!(command, "claim" | "close" | "context") {
            ops.args(["--today", "2026-10-15"]);
        }
        ops
    }

    pub(crate) fn ops(&self, command: &str, arguments: &[&str]) -> Ran {
        Ran::of(self.command(command, arguments).output().unwrap())
    }

    /// The JSON answer, held against its schema.
    pub(crate) fn json(&self, command: &str, arguments: &[&str]) -> (i32, Value) {
        let ran = self.ops(command, &[arguments, &["--format", "json"]].concat());
        let json = ran.json();
        meets(&json);
        (ran.code, json)
    }

    pub(crate) fn context(&self) -> Value {
        self.ops("context", &["--format", "json"]).json()
    }

    /// What a push has to leave alone.
    pub(crate) fn looks(&self) -> (String, String, Vec<u8>) {
        (
            self.git(&["status", "--porcelain", "--ignored"]),
            self.git(&["for-each-ref", "refs/heads", "refs/tags", "refs/planwright"]),
            std::fs::read(self.dir.join(".git/index")).unwrap(),
        )
    }
}

#[test]
fn q25_a_pushed_claim_is_seen_by_its_runner_and_by_others() {
    let origin = Origin::new();
    let (one, two) = (origin.clone("one"), origin.clone("two"));
    let before = one.looks();
    let (code, json) = one.json("claim", &["--next", "--push"]);
    assert_eq!(
        (code, &json["outcome"], &json["task"]),
        (0, &json!("applied"), &json!("sumar")),
        "{json}"
    );
    let commit = origin.git(&origin.bare(), &["rev-parse", "main"]);
    assert_eq!(
        json["push"],
        json!({ "remote": "origin", "branch": "main", "commit": commit, "visible": true, "instead": null, "pushes": 1 })
    );
    assert_eq!(one.looks(), before);

    let context = one.context();
    assert_eq!(
        (
            &context["task"]["slug"],
            &context["task"]["because"],
            &context["claimed"]
        ),
        (&json!("sumar"), &json!("claim"), &json!(true)),
        "its own claim is seen before any pull"
    );
    let again = one.ops("claim", &["sumar", "--push"]);
    assert_eq!(
        (again.code, &*again.out),
        (
            0,
            "nothing to do: sumar is claimed by one (ana@example.com)\n  on main of origin\n"
        )
    );

    // The other has not fetched.
    let (code, json) = two.json("claim", &["sumar", "--push", "origin"]);
    assert_eq!(
        (code, &json["outcome"], &json["code"]),
        (3, &json!("conflict"), &json!("taken"))
    );
    assert!(json["message"].as_str().unwrap().contains("one"), "{json}");
    assert_eq!(
        two.context()["taken"][0]["runner"],
        "one",
        "now it is known here too"
    );
}

#[test]
fn q30_a_dry_run_shows_the_lines_and_pushes_nothing() {
    let origin = Origin::new();
    let one = origin.clone("one");
    let shown = one.ops("claim", &["--next", "--push", "--dry-run"]);
    assert_eq!(shown.code, 0, "{}", shown.err);
    assert_eq!(
        shown.out,
        "would write: sumar is claimed by one (ana@example.com)\n  created claims/sumar.md\n\
         \x20   + ---\n    + task: sumar\n    + owner: ana@example.com\n    + runner: one\n\
         \x20   + started: 2026-10-15\n    + service: api\n    + ---\n  on main of origin\n"
    );
    assert_eq!(origin.log("main"), ["La cola"]);
    let local = one.ops("claim", &["--next"]);
    assert_eq!(local.code, 0);
    assert_eq!(origin.log("main"), ["La cola"], "nothing is pushed unasked");
}

#[test]
fn q24_a_claim_that_was_never_pushed_counts() {
    let origin = Origin::new();
    let one = origin.clone("one");
    one.origin.place.write(
        "../one/planning/claims/restar.md",
        "---\ntask: restar\nrunner: one\n---\n",
    );
    let (code, json) = one.json("claim", &["--next", "--push"]);
    assert_eq!((code, &json["code"]), (1, &json!("runner-busy")), "{json}");
    assert_eq!(origin.log("main"), ["La cola"]);
}

/// Q25: N clones, one winner, and N−1 who are told of it.
#[test]
fn q25_eight_processes_race_for_one_task() {
    let origin = Origin::new();
    let names: Vec<String> = (0..8).map(|number| format!("clone-{number}")).collect();
    let clones: Vec<_> = names.iter().map(|name| origin.clone(name)).collect();
    let before: Vec<_> = clones.iter().map(Clone::looks).collect();
    let running: Vec<_> = clones
        .iter()
        .map(|clone| {
            let mut command = clone.command("claim", &["sumar", "--push", "--format", "json"]);
            command
                .stdout(std::process::Stdio::piped())
                .spawn()
                .unwrap()
        })
        .collect();
    let ran: Vec<Ran> = running
        .into_iter()
        .map(|child| Ran::of(child.wait_with_output().unwrap()))
        .collect();
    let winners: Vec<&str> = names
        .iter()
        .zip(&ran)
        .filter(|(_, ran)| ran.code == 0)
        .map(|(name, _)| name.as_str())
        .collect();
    let [winner] = winners[..] else {
        panic!("{winners:?}");
    };
    for (name, ran) in names.iter().zip(&ran).filter(|(name, _)| *name != winner) {
        let json = ran.json();
        meets(&json);
        assert_eq!(
            (ran.code, &json["code"]),
            (3, &json!("taken")),
            "{name}: {json}"
        );
        assert!(
            json["message"].as_str().unwrap().contains(winner),
            "{name}: {json}"
        );
    }
    assert_eq!(clones.iter().map(Clone::looks).collect::<Vec<_>>(), before);
    assert_eq!(origin.log("main"), ["Claim sumar", "La cola"]);
}
