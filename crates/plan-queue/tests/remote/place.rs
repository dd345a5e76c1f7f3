//! A bare repository with a queue in it, and clones.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use plan_guard::{Expect, RelPath};
use plan_queue::QueueFiles;
use plan_queue::remote::{Git, Reading, RemoteError, Repository, Request, Shared, Target, share};
use plan_queue::select::{Caller, ClaimVersions, Obstacle, Situation};
use plan_queue::write::{Change, FileChange, Planned, Refusal, Scope, Step};

pub(crate) const BACKLOG: &str = "# Cola\n\n## Hito uno — Uno\n\n\
    - [ ] **sumar** [lite] — Sumar. _Aceptación: suma._ (service: api)\n\
    - [ ] **restar** [lite] — Restar. _Aceptación: resta._ (service: web)\n\
    - [ ] **dividir** [lite] — Dividir. _Aceptación: divide._ (service: web) (depende: vieja)\n";

/// A directory with the bare repository `origin.git`, and what is cloned from it.
pub(crate) struct Place {
    directory: tempfile::TempDir,
}

impl Place {
    /// A remote whose branch `main` has a queue in `planning`.
    pub(crate) fn new() -> Self {
        let place = Self {
            directory: tempfile::tempdir().unwrap(),
        };
        place.write(
            "gitconfig",
            "[user]\nname = Ana\nemail = ana@example.com\n[init]\ndefaultBranch = main\n",
        );
        place.git(&place.root(), &["init", "-q", "--bare", "origin.git"]);
        place.git(&place.root(), &["init", "-q", "seed"]);
        place.write("seed/planning/BACKLOG.md", BACKLOG);
        place.write("seed/planning/done/vieja.md", "- [x] **vieja**\n");
        place.write("seed/api/suma.js", "1 + 1\n");
        let seed = place.root().join("seed");
        place.git(&seed, &["add", "."]);
        place.git(&seed, &["commit", "-q", "-m", "La cola"]);
        place.git(
            &seed,
            &["push", "-q", "../origin.git", "HEAD:refs/heads/main"],
        );
        place
    }

    pub(crate) fn root(&self) -> PathBuf {
        self.directory.path().canonicalize().unwrap()
    }

    pub(crate) fn origin(&self) -> PathBuf {
        self.root().join("origin.git")
    }

    pub(crate) fn write(&self, file: &str, text: &str) {
        let path = self.root().join(file);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }

    /// A hook of the bare repository.
    pub(crate) fn hook(&self, name: &str, script: &str) {
        use std::os::unix::fs::PermissionsExt as _;
        let file = format!("origin.git/hooks/{name}");
        self.write(&file, &format!("#!/bin/sh\n{script}\n"));
        let mode = std::fs::Permissions::from_mode(0o755);
        std::fs::set_permissions(self.root().join(file), mode).unwrap();
    }

    /// A clone of the remote.
    pub(crate) fn clone(&self, name: &str) -> Clone<'_> {
        self.clone_with(name, &[])
    }

    pub(crate) fn clone_with(&self, name: &str, options: &[&str]) -> Clone<'_> {
        let url = format!("file://{}", self.origin().display());
        let arguments = [&["clone", "-q"], options, &[&url, name]].concat();
        self.git(&self.root(), &arguments);
        self.at(name)
    }

    pub(crate) fn at(&self, name: &str) -> Clone<'_> {
        Clone {
            place: self,
            dir: self.root().join(name),
            name: name.to_owned(),
        }
    }

    fn environment(&self) -> Vec<(OsString, OsString)> {
        let path = std::env::var_os("PATH").unwrap_or_default();
        vec![
            ("PATH".into(), path),
            ("HOME".into(), self.root().into()),
            (
                "GIT_CONFIG_GLOBAL".into(),
                self.root().join("gitconfig").into(),
            ),
            ("GIT_CONFIG_NOSYSTEM".into(), "1".into()),
        ]
    }

    pub(crate) fn git(&self, dir: &Path, arguments: &[&str]) -> String {
        let mut command = Command::new("git");
        command
            .current_dir(dir)
            .env_clear()
            .envs(self.environment());
        let output = command.args(arguments).output().unwrap();
        assert!(output.status.success(), "{arguments:?}: {output:?}");
        String::from_utf8(output.stdout)
            .unwrap()
            .trim_end()
            .to_owned()
    }

    /// What the remote's branch says in a file of the planning directory.
    pub(crate) fn shared(&self, branch: &str, file: &str) -> Option<String> {
        let name = format!("{branch}:planning/{file}");
        let mut command = Command::new("git");
        command
            .current_dir(self.origin())
            .env_clear()
            .envs(self.environment());
        let output = command.args(["cat-file", "blob", &name]).output().unwrap();
        output
            .status
            .success()
            .then(|| String::from_utf8(output.stdout).unwrap())
    }
}

/// A clone, as one runner has it.
pub(crate) struct Clone<'p> {
    pub(crate) place: &'p Place,
    pub(crate) dir: PathBuf,
    pub(crate) name: String,
}

pub(crate) type Came = Result<Shared<String>, RemoteError>;

impl Clone<'_> {
    pub(crate) fn git(&self, arguments: &[&str]) -> String {
        self.place.git(&self.dir, arguments)
    }

    pub(crate) fn user_git(&self) -> Git {
        Git {
            program: "git".into(),
            environment: self.place.environment(),
            patience: Duration::from_secs(60),
        }
    }

    pub(crate) fn open(&self, target: Target<'_>) -> Result<Repository, RemoteError> {
        Repository::open(self.user_git(), &self.dir.join("planning"), target)
    }

    /// A git that writes down what it is asked to do, one line a process; and where.
    pub(crate) fn recording_git(&self) -> (Git, PathBuf) {
        use std::os::unix::fs::PermissionsExt as _;
        let record = self.place.root().join("record");
        let script = format!(
            "#!/bin/sh\necho \"$*\" >> '{}'\nexec git \"$@\"\n",
            record.display()
        );
        self.place.write("recording-git", &script);
        let program = self.place.root().join("recording-git");
        std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).unwrap();
        let git = Git {
            program: program.into(),
            ..self.user_git()
        };
        (git, record)
    }

    /// Claims a task as the runner that is named as the clone.
    pub(crate) fn claim(&self, slug: &str) -> Came {
        self.claim_on(slug, Target::default())
    }

    pub(crate) fn claim_on(&self, slug: &str, target: Target<'_>) -> Came {
        share(&self.open(target)?, request(&local(), false), |files| {
            claim(files, slug, &self.name)
        })
    }

    /// What a claim must leave as it is: the work tree, the index, `HEAD` and the local branches.
    pub(crate) fn looks(&self) -> Vec<String> {
        let index = self.git(&["rev-parse", "--git-path", "index"]);
        let index = std::fs::read(self.dir.join(index)).unwrap_or_default();
        vec![
            self.git(&["status", "--porcelain", "--ignored"]),
            self.git(&["for-each-ref", "refs/heads", "refs/tags", "refs/stash"]),
            self.git(&["rev-parse", "--symbolic-full-name", "HEAD"]),
            self.git(&["reflog"]),
            format!("{index:?}"),
            format!("{}", self.dir.join(".git/FETCH_HEAD").exists()),
        ]
    }
}

pub(crate) fn local() -> QueueFiles {
    QueueFiles::new::<String, Vec<u8>>("planning", [])
}

pub(crate) fn request(local: &QueueFiles, dry_run: bool) -> Request<'_> {
    Request {
        local,
        reading: Reading::Choosing,
        attempts: 32,
        dry_run,
    }
}

/// A planner that claims, in short: the one predicate decides.
pub(crate) fn claim(files: &QueueFiles, slug: &str, runner: &str) -> Planned<String> {
    let queue = plan_queue::read(files);
    let caller = Caller {
        runner,
        ..Caller::default()
    };
    let situation = Situation::new(&queue, caller, ClaimVersions::default());
    let Some(obstacles) = situation.obstacles_of(slug) else {
        return Err(Refusal::new("no-such-task", slug));
    };
    if situation.is_claimed(slug) {
        return Ok(Step::Already(slug.to_owned()));
    }
    if let Some(obstacle) = obstacles.first() {
        let refusal = Refusal::new("obstacle", obstacle.to_string());
        return Err(match obstacle {
            Obstacle::Taken { .. } => refusal.conflicting(),
            _ => refusal,
        });
    }
    let text = format!(
        "---\ntask: {slug}\nowner: ana@example.com\nrunner: {runner}\nstarted: 2026-10-15\nservice: api\n---\n"
    );
    Ok(change(
        &format!("Claim {slug}"),
        &format!("claims/{slug}.md"),
        Some(text),
        slug,
    ))
}

pub(crate) fn release(slug: &str) -> Planned<String> {
    Ok(change(
        &format!("Release {slug}"),
        &format!("claims/{slug}.md"),
        None,
        slug,
    ))
}

fn change(summary: &str, file: &str, content: Option<String>, outcome: &str) -> Step<String> {
    Step::Change {
        change: Change {
            summary: summary.to_owned(),
            files: vec![FileChange {
                path: RelPath::new(file).unwrap(),
                expect: Expect::Any,
                content,
                scope: Scope::of(file),
            }],
        },
        outcome: outcome.to_owned(),
    }
}

pub(crate) fn won(came: &Came) -> bool {
    matches!(came, Ok(Shared::Landed(landed)) if landed.commit.is_some() && landed.is_visible())
}
