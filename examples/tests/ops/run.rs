//! Runs `ops` on a queue in a directory of its own, and looks at what it printed.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// What a run came to.
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

/// The binary, not yet run, with nothing in its environment that names a runner or an owner.
pub(crate) fn ops() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ops"));
    command.env_remove("OPS_RUNNER").env_remove("OPS_OWNER");
    command
}

/// Runs `ops` with these arguments.
pub(crate) fn run(arguments: &[&str]) -> Ran {
    Ran::of(ops().args(arguments).output().unwrap())
}

/// The sample queue.
pub(crate) fn sample() -> String {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("queue/planning")
        .display()
        .to_string()
}

pub(crate) const BACKLOG: &str = "# Cola\n\n## Hito uno — Uno\n\n\
    - [ ] **sumar** [lite] — Sumar. _Aceptación: suma._ (service: api) (cast: dev → qa)\n\
    - [ ] **restar** [express] — Restar. _Aceptación: resta._ (service: web) (depende: sumar)\n";

/// A directory with a queue in `planning`.
pub(crate) struct Place {
    pub(crate) directory: tempfile::TempDir,
}

impl Place {
    /// A small queue that checks clean.
    pub(crate) fn new() -> Self {
        let place = Self {
            directory: tempfile::tempdir().unwrap(),
        };
        place.write("BACKLOG.md", BACKLOG);
        place.write("PROTOCOL.md", "# Protocolo\n");
        place.write(
            "INBOX.md",
            "# Inbox\n\n## Deuda\n\n## Ideas\n\n## Propuestas\n\n## Lecciones\n",
        );
        place.write("human/README.md", "# Acciones humanas\n");
        place
    }

    pub(crate) fn root(&self) -> PathBuf {
        self.directory.path().canonicalize().unwrap()
    }

    pub(crate) fn planning(&self) -> String {
        self.root().join("planning").display().to_string()
    }

    /// Writes a file of the planning directory; `../` leads beside it.
    pub(crate) fn write(&self, file: &str, text: &str) {
        let path = self.root().join("planning").join(file);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }

    pub(crate) fn claim(&self, slug: &str, runner: &str) {
        let text = format!(
            "---\ntask: {slug}\nowner: ana@example.com\nrunner: {runner}\nstarted: 2026-10-14\nservice: api\n---\n"
        );
        self.write(&format!("claims/{slug}.md"), &text);
    }

    pub(crate) fn done(&self, slug: &str, tests: &str, commit: &str) {
        let text = format!(
            "- [x] **{slug}** — Hecho\n  acept: sí\n  fecha: 2026-10-01\n  done: hecho, exit 0\n  qa: se ve\n  tests: {tests}\n  commit: {commit}\n  lane: lite\n  review: aprobado por qa\n"
        );
        self.write(&format!("done/{slug}.md"), &text);
    }

    /// Runs `ops COMMAND planning …` on 2026-10-15 where the command asks for the day.
    pub(crate) fn ops(&self, command: &str, arguments: &[&str]) -> Ran {
        let planning = self.planning();
        let day: &[&str] = match command {
            "check" | "claim" | "close" | "context" | "recurring" => &["--today", "2026-10-15"],
            _ => &[],
        };
        run(&[&[command, &planning], day, arguments].concat())
    }

    /// The text of a file of the planning directory; `None` where it is not there.
    pub(crate) fn text(&self, file: &str) -> Option<String> {
        std::fs::read_to_string(self.root().join("planning").join(file)).ok()
    }

    /// Runs git in the directory, as a user of its own and on a day of its own.
    pub(crate) fn git(&self, arguments: &[&str]) -> String {
        git_in(&self.root(), arguments)
    }
}

/// Runs git in a directory, with a configuration that is nobody's.
pub(crate) fn git_in(dir: &Path, arguments: &[&str]) -> String {
    let output = Command::new("git")
        .current_dir(dir)
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .env("GIT_AUTHOR_DATE", "2026-10-01T12:00:00Z")
        .env("GIT_COMMITTER_DATE", "2026-10-01T12:00:00Z")
        .args([
            "-c",
            "user.name=Ana",
            "-c",
            "user.email=ana@example.com",
            "-c",
            "init.defaultBranch=main",
        ])
        .args(arguments)
        .output()
        .unwrap();
    assert!(output.status.success(), "{arguments:?}: {output:?}");
    String::from_utf8(output.stdout).unwrap().trim().to_owned()
}
