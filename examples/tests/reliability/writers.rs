//! The table of the writers: where each is let loose, and by which call.

use std::path::Path;
use std::process::Command;

use crate::plans::{self, PLAN};
use crate::queues;
use crate::trial::{Tree, said};

/// A command that writes.
pub(crate) struct Writer {
    pub(crate) name: &'static str,
    /// What may be left behind, and what its user does then.
    pub(crate) remedy: &'static str,
    binary: &'static str,
    /// Fills an empty directory.
    set_up: fn(&Path),
    /// The arguments; `{}` stands for that directory.
    arguments: &'static [&'static str],
    /// Those of the call that finishes what was begun, where repeating the first one is refused.
    finish: &'static [&'static str],
}

const UNLOCK: &str = "a lock: `dwp lock`, break it, repeat the call";

const fn dwp(name: &'static str, set_up: fn(&Path), arguments: &'static [&'static str]) -> Writer {
    Writer {
        name,
        remedy: UNLOCK,
        binary: env!("CARGO_BIN_EXE_dwp"),
        set_up,
        arguments,
        finish: arguments,
    }
}

const fn ops(name: &'static str, set_up: fn(&Path), arguments: &'static [&'static str]) -> Writer {
    Writer {
        remedy: "nothing: repeat the call",
        binary: env!("CARGO_BIN_EXE_ops"),
        ..dwp(name, set_up, arguments)
    }
}

const AMEND: &[&str] = &[
    "amend",
    "{}/PLAN_invoice_export",
    "--task",
    "1",
    "--criterion",
    "Part 1 has one row an invoice.",
    "--observed",
    "The rows come in pages.",
    "--disposition",
    "deferred",
    "--reason",
    "the service has no other way",
    "--authority",
    "user",
    "--tasks",
    "Task 1 → Task 2",
    "--evidence",
    "invalidated: none; preserved: `cargo test -p part1`",
];

const DECIDE: &[&str] = &[
    "decide",
    "{}/PLAN_invoice_export",
    "--task",
    "2",
    "--question",
    "How are amounts kept",
    "--option",
    "whole cents",
    "--option",
    "a decimal type",
    "--choice",
    "whole cents",
    "--reason",
    "no rounding",
    "--revert",
    "change `Amount`",
];

const ESCALATE: &[&str] = &[
    "escalate",
    "{}/PLAN_invoice_export",
    "--task",
    "2",
    "--question",
    "Which account may publish",
    "--class",
    "C2",
    "--needs",
    "access to the bucket",
];

pub(crate) static WRITERS: &[Writer] = &[
    dwp(
        "dwp new",
        plans::described,
        &["new", "{}/export.json", "--into", "{}"],
    ),
    dwp(
        "dwp approve",
        plans::unapproved,
        &[
            "approve",
            "{}/PLAN_invoice_export",
            "--by",
            "Ana Ruiz",
            "--words",
            "Go ahead.",
        ],
    ),
    dwp(
        "dwp update",
        plans::started,
        &[
            "update",
            "{}/PLAN_invoice_export/state.json",
            "--task",
            "2",
            "--status",
            "in_progress",
            "--gate",
            "cargo test|1|1 failed",
        ],
    ),
    dwp(
        "dwp complete",
        plans::logged,
        &[
            "complete",
            "{}/PLAN_invoice_export",
            "--task",
            "2",
            "--log",
            "{}/log.md",
            "--gate",
            "cargo test -p part2|0|64 passed",
        ],
    ),
    Writer {
        remedy: "a lock, as above; then `dwp finalize PLAN_DIR --recover`",
        finish: &["finalize", "{}/PLAN_invoice_export", "--recover"],
        ..dwp(
            "dwp update, the last task",
            plans::nearly_complete,
            &[
                "update",
                "{}/PLAN_invoice_export/state.json",
                "--task",
                "3",
                "--status",
                "completed",
            ],
        )
    },
    dwp("dwp amend", plans::started, AMEND),
    dwp(
        "dwp refine",
        plans::refinable,
        &["refine", "{}/PLAN_invoice_export", "{}/refine.json"],
    ),
    Writer {
        remedy: "a lock, as above; then `dwp promote PLAN_DIR --resume` (or `--rollback`)",
        finish: &["promote", "{}/PLAN_invoice_export", "--resume"],
        ..dwp(
            "dwp promote",
            plans::lite,
            &["promote", "{}/PLAN_invoice_export"],
        )
    },
    dwp(
        "dwp migrate",
        plans::legacy,
        &["migrate", "{}/PLAN_invoice_export", "--to", "v5"],
    ),
    dwp(
        "dwp reconcile",
        plans::drifted,
        &["reconcile", "{}/PLAN_invoice_export", "--write"],
    ),
    dwp("dwp decide", plans::started, DECIDE),
    dwp("dwp escalate", plans::started, ESCALATE),
    Writer {
        remedy: "nothing, or the lock: repeat the call",
        ..dwp(
            "dwp lock --break",
            plans::left_locked,
            &["lock", "{}/PLAN_invoice_export", "--break-unowned"],
        )
    },
    ops(
        "ops claim",
        queues::open,
        &["claim", "{}/planning", "sumar"],
    ),
    ops(
        "ops release",
        queues::claimed,
        &["release", "{}/planning", "sumar"],
    ),
    ops(
        "ops start",
        queues::claimed,
        &["start", "{}/planning", "sumar", "--plan", "{}/plan.md"],
    ),
    ops("ops tick", queues::under_way, &["tick", "{}/planning", "1"]),
    ops(
        "ops phase --to",
        queues::under_way,
        &["phase", "{}/planning", "sumar", "--to", "Build"],
    ),
    ops(
        "ops close",
        queues::finished,
        &[
            "close",
            "{}/planning",
            "sumar",
            "--entry",
            "{}/entry.md",
            "--today",
            "2026-10-15",
        ],
    ),
    ops(
        "ops stop",
        queues::under_way,
        &[
            "stop",
            "{}/planning",
            "sumar",
            "--reason",
            "blocked-on-human",
            "--needs",
            "La clave del almacén",
        ],
    ),
    Writer {
        // Once it is sent back, it is not in review.
        finish: &["check", "{}/planning", "--no-git"],
        ..ops(
            "ops return",
            queues::in_review,
            &[
                "return",
                "{}/planning",
                "sumar",
                "--finding",
                "A|yes|No suma negativos",
            ],
        )
    },
    ops(
        "ops classify",
        queues::open,
        &["classify", "{}/planning", "restar", "--lane", "lite"],
    ),
    ops(
        "ops split-backlog",
        queues::open,
        &["split-backlog", "{}/planning"],
    ),
    ops(
        "ops promote",
        queues::planned,
        &["promote", "{}/planning", "002"],
    ),
    Writer {
        // Once it is done, there is no epic of the old number.
        finish: &["check", "{}/planning", "--no-git"],
        ..ops(
            "ops renumber-epic",
            queues::planned,
            &["renumber-epic", "{}/planning", "002", "7"],
        )
    },
    ops(
        "ops archive-human",
        queues::answered,
        &["archive-human", "{}/planning"],
    ),
    ops(
        "ops human --add",
        queues::open,
        &[
            "human",
            "{}/planning",
            "--add",
            "Dar la clave",
            "--task",
            "sumar",
            "--origin",
            "Build",
        ],
    ),
    ops(
        "ops inbox --add",
        queues::open,
        &[
            "inbox",
            "{}/planning",
            "--add",
            "Medir la suma",
            "--section",
            "ideas",
            "--name",
            "medir",
        ],
    ),
];

impl Writer {
    /// A directory of its own, set up; in memory where the system has a place for that.
    pub(crate) fn place(&self) -> tempfile::TempDir {
        let memory = Path::new("/dev/shm");
        let place = if memory.is_dir() {
            tempfile::tempdir_in(memory).unwrap()
        } else {
            tempfile::tempdir().unwrap()
        };
        (self.set_up)(place.path());
        place
    }

    /// The call.
    pub(crate) fn command(&self, root: &Path) -> Command {
        self.calling(self.arguments, root)
    }

    /// The call that finishes what was begun.
    pub(crate) fn finishing(&self, root: &Path) -> Command {
        self.calling(self.finish, root)
    }

    fn calling(&self, arguments: &[&str], root: &Path) -> Command {
        let mut command = Command::new(self.binary);
        let root = root.to_str().unwrap();
        command.args(
            arguments
                .iter()
                .map(|argument| argument.replace("{}", root)),
        );
        command
            .env_remove("PLANWRIGHT_PROBE")
            .env("OPS_RUNNER", "one")
            .env("OPS_OWNER", "ana@example.com");
        command
    }

    /// What an undisturbed call leaves.
    pub(crate) fn reference(&self) -> Tree {
        let place = self.place();
        let output = self.command(place.path()).output().unwrap();
        let err = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{}: {err}", self.name);
        Tree::of(place.path())
    }

    /// Breaks the lock that is left, by the nonce that it shows, or as unowned.
    pub(crate) fn unlock(&self, root: &Path) -> Result<(), String> {
        let plan = root.join(PLAN);
        let lock = |more: &[&str]| {
            let mut command = Command::new(env!("CARGO_BIN_EXE_dwp"));
            command.arg("lock").arg(&plan).args(more).output().unwrap()
        };
        let shown: Option<serde_json::Value> =
            serde_json::from_slice(&lock(&["--format", "json"]).stdout).ok();
        let Some(shown) = shown.filter(|shown| shown["held"] == true) else {
            return Ok(());
        };
        if shown["liveness"] == "alive" {
            return Err(format!(
                "the lock of a dead process counts as held: {shown}"
            ));
        }
        let broken = match shown["owner"]["nonce"].as_str() {
            Some(nonce) => lock(&["--break", nonce]),
            None => lock(&["--break-unowned"]),
        };
        match broken.status.success() {
            true => Ok(()),
            false => Err(format!("the lock cannot be broken: {}", said(&broken))),
        }
    }
}
