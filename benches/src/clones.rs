//! Real git for benches: a bare repository with a queue, and clones of it.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use plan_queue::remote::{Git, Repository, Target};

/// A directory with `origin.git`, whose branch `main` holds a queue in `planning/`.
#[derive(Debug)]
pub struct Origin {
    root: PathBuf,
}

impl Origin {
    /// Makes it below a directory that is a real path.
    ///
    /// # Panics
    ///
    /// Where git or the disk fail: a bench cannot go on without them.
    #[must_use]
    #[allow(
        clippy::disallowed_methods,
        clippy::expect_used,
        reason = "a bench sets its stage"
    )]
    pub fn new(root: &Path, files: &[(String, String)]) -> Self {
        let origin = Self {
            root: root.to_owned(),
        };
        fs::write(
            root.join("gitconfig"),
            "[user]\nname = Bench\nemail = bench@example.com\n[init]\ndefaultBranch = main\n",
        )
        .expect("the configuration can be written");
        origin.git(root, &["init", "-q", "--bare", "origin.git"]);
        origin.git(root, &["clone", "-q", "origin.git", "seed"]);
        let seed = root.join("seed");
        for (name, text) in files {
            let path = seed.join("planning").join(name);
            let parent = path.parent().expect("a file lies in a directory");
            fs::create_dir_all(parent).expect("a directory can be made");
            fs::write(&path, text).expect("a file can be written");
        }
        origin.git(&seed, &["add", "."]);
        origin.git(&seed, &["commit", "-q", "-m", "Queue"]);
        origin.git(&seed, &["push", "-q", "origin", "HEAD:refs/heads/main"]);
        origin
    }

    /// A hook of the bare repository that waits: a remote that is far away.
    ///
    /// # Panics
    ///
    /// As [`new`](Self::new).
    #[allow(
        clippy::disallowed_methods,
        clippy::expect_used,
        reason = "a bench sets its stage"
    )]
    pub fn set_latency(&self, latency: Duration) {
        use std::os::unix::fs::PermissionsExt as _;
        let hook = self.root.join("origin.git/hooks/pre-receive");
        let script = format!("#!/bin/sh\nsleep {}\n", latency.as_secs_f64());
        fs::write(&hook, script).expect("the hook can be written");
        fs::set_permissions(&hook, fs::Permissions::from_mode(0o755)).expect("it can be executed");
    }

    /// A clone, and the planning directory in it.
    #[must_use]
    pub fn clone_to(&self, name: &str) -> PathBuf {
        self.git(&self.root, &["clone", "-q", "origin.git", name]);
        self.root.join(name)
    }

    /// Where a clone shares its planning directory.
    ///
    /// # Panics
    ///
    /// As [`new`](Self::new).
    #[must_use]
    #[allow(clippy::expect_used, reason = "a bench sets its stage")]
    pub fn repository(&self, clone: &Path) -> Repository {
        let git = Git {
            program: "git".into(),
            environment: self.environment(),
            patience: Duration::from_secs(120),
        };
        Repository::open(git, &clone.join("planning"), Target::default()).expect("it has a remote")
    }

    /// Runs git, and gives back what it prints.
    ///
    /// # Panics
    ///
    /// Where it fails.
    #[allow(
        clippy::disallowed_methods,
        clippy::expect_used,
        clippy::must_use_candidate,
        reason = "a bench runs git, often for what that does"
    )]
    pub fn git(&self, dir: &Path, arguments: &[&str]) -> String {
        let mut command = Command::new("git");
        command
            .current_dir(dir)
            .env_clear()
            .envs(self.environment());
        let output = command.args(arguments).output().expect("git runs");
        assert!(output.status.success(), "{arguments:?}: {output:?}");
        String::from_utf8_lossy(&output.stdout)
            .trim_end()
            .to_owned()
    }

    #[allow(
        clippy::disallowed_methods,
        reason = "a bench runs the git of its user"
    )]
    fn environment(&self) -> Vec<(OsString, OsString)> {
        vec![
            ("PATH".into(), std::env::var_os("PATH").unwrap_or_default()),
            ("HOME".into(), self.root.clone().into()),
            (
                "GIT_CONFIG_GLOBAL".into(),
                self.root.join("gitconfig").into(),
            ),
            ("GIT_CONFIG_NOSYSTEM".into(), "1".into()),
        ]
    }
}
