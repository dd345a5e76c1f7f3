//! What the tests share: a plan that is one transition away from complete, and looks at it.

use std::fs;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use plan_diagnostics::render::Tool;
use plan_diagnostics::{Report, Severity, Verdict};
use plan_guard::{Acquired, ConfinedDir, Digest, Lock, LockRequest, Probe, Process, RelPath};
use plan_state::Timestamp;
use plan_testkit::PlanBuilder;
use plan_verify::finalize::{Outcome, Publication, Recovery, Setting, publish, recover};
use plan_verify::receipt::{MARKER_FILE, RECEIPT_FILE, Receipt};
use plan_verify::{CompletedCandidate, Facts, PlanFiles, check};

pub(crate) const NOW: &str = "2026-03-03T08:00:00Z";

/// A plan whose Markdown is finished and whose state is not, on disk.
pub(crate) struct Fixture {
    _temp: tempfile::TempDir,
    pub(crate) dir: ConfinedDir,
    /// The text of `state.json` as it was built.
    pub(crate) old: String,
}

impl Fixture {
    pub(crate) fn new() -> Self {
        Self::of(finished())
    }

    /// The plan of `finished`, with the state that it has before its last transition.
    pub(crate) fn of(finished: PlanBuilder) -> Self {
        let old = PlanBuilder::full(3).tick(1).tick(2).start(3).files()["state.json"].clone();
        let temp = tempfile::tempdir().unwrap();
        let root = finished.write("state.json", &old).write_into(temp.path());
        let dir = ConfinedDir::open(&root).unwrap();
        Self {
            _temp: temp,
            dir,
            old,
        }
    }

    pub(crate) fn path(&self, file: &str) -> PathBuf {
        self.dir.root().join(file)
    }

    pub(crate) fn read(&self, file: &str) -> Option<String> {
        fs::read_to_string(self.path(file)).ok()
    }

    pub(crate) fn write(&self, file: &str, text: &str) {
        fs::write(self.path(file), text).unwrap();
    }

    pub(crate) fn append(&self, file: &str, more: &str) {
        let text = self.read(file).unwrap();
        self.write(file, &format!("{text}{more}"));
    }

    pub(crate) fn expected(&self) -> Digest {
        Digest::of(self.old.as_bytes())
    }

    /// Publishes `candidate`, under a lock taken with `probe`.
    pub(crate) fn publish_with(
        &self,
        candidate: &CompletedCandidate,
        expected: Digest,
        probe: Probe,
    ) -> Result<Outcome, plan_verify::finalize::Error> {
        let lock = self.lock(probe);
        with_setting(|setting| publish(&lock, candidate, expected, setting))
    }

    pub(crate) fn publish(&self) -> Outcome {
        self.publish_with(&candidate(), self.expected(), Probe::none())
            .unwrap()
    }

    /// Publishes, and fails at the step of that name.
    pub(crate) fn interrupt_at(&self, step: &'static str) {
        let failed = self.publish_with(&candidate(), self.expected(), failing(step));
        assert_eq!(failed.unwrap_err().code(), "io", "{step}");
        assert!(
            self.path(MARKER_FILE).exists(),
            "{step} comes before the marker"
        );
    }

    pub(crate) fn recover_with(
        &self,
        candidate: Option<&CompletedCandidate>,
        probe: Probe,
    ) -> Result<Recovery, plan_verify::finalize::Error> {
        let lock = self.lock(probe);
        with_setting(|setting| recover(&lock, candidate, None, setting))
    }

    pub(crate) fn recover(&self) -> Recovery {
        self.recover_with(None, Probe::none()).unwrap()
    }

    pub(crate) fn lock(&self, probe: Probe) -> Lock {
        match acquire(&self.dir, probe) {
            Acquired::Held(lock) => lock,
            Acquired::Busy(info) => panic!("busy: {info}"),
        }
    }

    pub(crate) fn check(&self) -> Report {
        check(&PlanFiles::load(&self.dir).unwrap(), &Facts::default())
    }

    /// Everything in the directory, by name.
    pub(crate) fn snapshot(&self) -> PlanFiles {
        PlanFiles::load(&self.dir).unwrap()
    }

    /// The plan is published, and an ordinary check has nothing to say about it.
    pub(crate) fn assert_published(&self, when: &str) -> Receipt {
        assert_eq!(
            self.read("state.json").unwrap(),
            candidate().to_json(),
            "{when}"
        );
        assert_eq!(self.read(MARKER_FILE), None, "{when}");
        let report = self.check();
        let musts = codes(&report);
        assert_eq!(report.verdict(), Verdict::Clean, "{when}: {musts:?}");
        assert!(
            !report
                .findings()
                .any(|f| f.rule.code.starts_with("receipt-")),
            "{when}"
        );
        Receipt::from_json(&self.read(RECEIPT_FILE).unwrap()).unwrap()
    }

    /// Nothing was published: the old state, no marker, no receipt.
    pub(crate) fn assert_untouched(&self, when: &str) {
        assert_eq!(self.read("state.json").unwrap(), self.old, "{when}");
        assert_eq!(self.read(MARKER_FILE), None, "{when}");
        assert_eq!(self.read(RECEIPT_FILE), None, "{when}");
    }
}

/// A plan of three tasks, completed, as its finalizer finds it.
pub(crate) fn finished() -> PlanBuilder {
    PlanBuilder::full(3).complete().without_receipt()
}

pub(crate) fn candidate_text() -> String {
    finished().files()["state.json"].clone()
}

pub(crate) fn candidate() -> CompletedCandidate {
    CompletedCandidate::read(candidate_text().as_bytes()).unwrap()
}

/// Another state that would complete the same plan just as well.
pub(crate) fn other_candidate() -> CompletedCandidate {
    let text = candidate_text().replace("64 passed in 3.1s, part 2", "63 passed in 3.1s, part 2");
    assert_ne!(text, candidate_text());
    CompletedCandidate::read(text.as_bytes()).unwrap()
}

pub(crate) fn with_setting<T>(act: impl FnOnce(&Setting<'_>) -> T) -> T {
    let (facts, now) = (Facts::default(), Timestamp::parse(NOW).unwrap());
    let tool = Tool {
        name: "finalize-test",
        version: "1.2.3",
    };
    act(&Setting {
        facts: &facts,
        tool,
        now: &now,
    })
}

pub(crate) fn acquire(dir: &ConfinedDir, probe: Probe) -> Acquired {
    let process = here();
    let request = LockRequest {
        process: &process,
        wait: Duration::ZERO,
        probe,
    };
    Lock::acquire(dir, &rel("state.json"), &request).unwrap()
}

pub(crate) fn here() -> Process {
    Process::current("finalize test", NOW)
}

pub(crate) fn rel(path: &str) -> RelPath {
    RelPath::new(path).unwrap()
}

/// A probe that fails before every step of that name.
pub(crate) fn failing(step: &'static str) -> Probe {
    Probe::new(move |at| match at.name() == step {
        true => Err(std::io::Error::other("failed by the test")),
        false => Ok(()),
    })
}

/// A probe that acts before the step of that name, the first time.
pub(crate) fn once(step: &'static str, act: impl FnOnce() + Send + 'static) -> Probe {
    let act = Mutex::new(Some(act));
    Probe::new(move |at| {
        if at.name() == step
            && let Some(act) = act.lock().unwrap().take()
        {
            act();
        }
        Ok(())
    })
}

/// A probe that writes down the steps it meets.
pub(crate) fn tracing() -> (Probe, Arc<Mutex<Vec<&'static str>>>) {
    let steps = Arc::new(Mutex::new(Vec::new()));
    let met = Arc::clone(&steps);
    let probe = Probe::new(move |step| {
        met.lock().unwrap().push(step.name());
        Ok(())
    });
    (probe, steps)
}

/// The codes of the findings that must be mended, each once, in order.
pub(crate) fn codes(report: &Report) -> Vec<&'static str> {
    let musts = report
        .findings()
        .filter(|finding| finding.severity() == Severity::Must);
    let mut codes: Vec<_> = musts.map(|finding| finding.rule.code).collect();
    codes.sort_unstable();
    codes.dedup();
    codes
}

pub(crate) fn published(outcome: Outcome) -> Publication {
    match outcome {
        Outcome::Published(publication) => publication,
        Outcome::Refused(report) => panic!("refused: {:?}", report.findings().collect::<Vec<_>>()),
        other => panic!("not published: {other:?}"),
    }
}

pub(crate) fn recovered(recovery: Recovery) -> (Publication, Vec<String>) {
    match recovery {
        Recovery::Recovered {
            publication,
            changed,
        } => (publication, changed),
        Recovery::Refused(report) => panic!("refused: {:?}", report.findings().collect::<Vec<_>>()),
        other => panic!("not recovered: {other:?}"),
    }
}

pub(crate) fn refused(outcome: Outcome) -> Vec<&'static str> {
    match outcome {
        Outcome::Refused(report) => codes(&report),
        other => panic!("not refused: {other:?}"),
    }
}
