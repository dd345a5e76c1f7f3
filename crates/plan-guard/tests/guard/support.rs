//! What the tests share: a directory to work in, facts about processes, a look for litter.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use plan_guard::{
    Acquired, ConfinedDir, Lock, LockInfo, LockRequest, Probe, Process, RelPath, Step,
};

pub(crate) const OLD: &[u8] = b"{\"old\": true}\n";
pub(crate) const NEW: &[u8] = b"{\"new\": true, \"longer\": true}\n";

/// A directory with a `state.json` of [`OLD`] and an `analysis_results`.
pub(crate) struct Fixture {
    _temp: tempfile::TempDir,
    pub(crate) dir: ConfinedDir,
}

impl Fixture {
    pub(crate) fn new() -> Self {
        Self::within(&std::env::temp_dir())
    }

    /// In memory where the system has a place for that: flushing is not what a test of thousands of
    /// runs is about.
    pub(crate) fn in_memory() -> Self {
        let memory = Path::new("/dev/shm");
        if memory.is_dir() {
            Self::within(memory)
        } else {
            Self::new()
        }
    }

    fn within(parent: &Path) -> Self {
        let temp = tempfile::tempdir_in(parent).unwrap();
        let dir = ConfinedDir::open(temp.path()).unwrap();
        fs::write(dir.root().join("state.json"), OLD).unwrap();
        fs::create_dir(dir.root().join("analysis_results")).unwrap();
        Self { _temp: temp, dir }
    }

    pub(crate) fn path(&self, rel: &str) -> PathBuf {
        self.dir.root().join(rel)
    }

    pub(crate) fn state(&self) -> Vec<u8> {
        fs::read(self.path("state.json")).unwrap()
    }

    pub(crate) fn acquire(&self, process: &Process, wait: Duration) -> Acquired {
        self.acquire_probed(process, wait, Probe::none()).unwrap()
    }

    pub(crate) fn acquire_probed(
        &self,
        process: &Process,
        wait: Duration,
        probe: Probe,
    ) -> Result<Acquired, plan_guard::Error> {
        Lock::acquire(
            &self.dir,
            &state(),
            &LockRequest {
                process,
                wait,
                probe,
            },
        )
    }

    pub(crate) fn held(&self) -> Lock {
        held(self.acquire(&here(), Duration::ZERO))
    }

    pub(crate) fn inspect(&self) -> Option<LockInfo> {
        Lock::inspect(&self.dir, &state(), &here()).unwrap()
    }

    /// Plays a lock that somebody left: its directory, with `owner.json` where one is given.
    pub(crate) fn plant(&self, owner: Option<&str>) {
        fs::create_dir(self.path("state.json.lock")).unwrap();
        if let Some(owner) = owner {
            fs::write(self.path("state.json.lock/owner.json"), owner).unwrap();
        }
    }

    /// Nothing but content is left.
    pub(crate) fn assert_clean(&self, when: &str) {
        assert_eq!(
            names(self.dir.root()),
            ["analysis_results", "state.json"],
            "{when}"
        );
        assert_eq!(names(&self.path("analysis_results")), [""; 0], "{when}");
    }
}

pub(crate) fn state() -> RelPath {
    rel("state.json")
}

pub(crate) fn rel(path: &str) -> RelPath {
    RelPath::new(path).unwrap()
}

/// The running process.
pub(crate) fn here() -> Process {
    Process::current("test", "2026-03-02T10:00:00Z")
}

/// The running process, told apart from itself: a contender within one test process.
pub(crate) fn another() -> Process {
    Process {
        start_ticks: Some(1),
        command: "another".into(),
        ..here()
    }
}

pub(crate) fn held(acquired: Acquired) -> Lock {
    match acquired {
        Acquired::Held(lock) => lock,
        Acquired::Busy(info) => panic!("busy: {info}"),
    }
}

pub(crate) fn busy(acquired: Acquired) -> LockInfo {
    match acquired {
        Acquired::Busy(info) => info,
        Acquired::Held(_) => panic!("held"),
    }
}

/// Runs `act` before the first `step`, and that once.
pub(crate) fn once(step: Step, act: impl Fn() -> io::Result<()> + Send + Sync + 'static) -> Probe {
    let met = AtomicU64::new(0);
    Probe::new(move |at| {
        if at == step && met.fetch_add(1, Ordering::SeqCst) == 0 {
            act()
        } else {
            Ok(())
        }
    })
}

pub(crate) fn names(dir: &Path) -> Vec<String> {
    let mut names: Vec<_> = fs::read_dir(dir)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
        .collect();
    names.sort_unstable();
    names
}

/// The pid of a process that ran and is gone.
pub(crate) fn dead_pid() -> u32 {
    let mut child = std::process::Command::new("true").spawn().unwrap();
    child.wait().unwrap();
    child.id()
}

/// An owner record of this host and boot.
pub(crate) fn owner_json(pid: u32, start_ticks: Option<u64>, nonce: &str) -> String {
    let Process { host, boot_id, .. } = here();
    let boot = boot_id.map_or("null".into(), |id| format!("{id:?}"));
    let ticks = start_ticks.map_or(String::new(), |ticks| format!(", \"start_ticks\": {ticks}"));
    format!(
        "{{\"pid\": {pid}, \"host\": {host:?}, \"boot_id\": {boot}, \"started_at\": \
         \"2026-03-02T10:00:00Z\", \"command\": \"dwp\", \"nonce\": \"{nonce}\"{ticks}}}"
    )
}
