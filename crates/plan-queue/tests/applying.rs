//! Writing changes to a directory: whole or not at all, one writer at a time (Q24, Q26, Q29).

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::disallowed_methods,
    reason = "tests"
)]

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use plan_guard::{ConfinedDir, Lease, Probe, Process, RelPath, Taken};
use plan_queue::write::{
    Change, Conflict, Draft, Error, JOURNAL, LOCK, Options, Outcome, Refusal, Scope, Step, apply,
    run,
};
use plan_queue::{Facts, QueueFiles, check};

const BACKLOG: &str = "# Cola\r\n\r\n## Hito uno — Uno\r\n\r\n- [ ] **sumar** — Sumar.\r\n";

/// A queue on disk.
struct Disk(tempfile::TempDir);

impl Disk {
    fn new() -> Self {
        let disk = Self(tempfile::tempdir().unwrap());
        disk.write("BACKLOG.md", BACKLOG);
        disk.write("claims/sumar.md", "---\ntask: sumar\n---\n");
        disk
    }

    fn write(&self, file: &str, text: &str) {
        let path = self.0.path().join(file);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }

    fn dir(&self) -> ConfinedDir {
        ConfinedDir::open(self.0.path()).unwrap()
    }

    /// Every file but the lock, by name.
    fn files(&self) -> BTreeMap<String, String> {
        let mut found = BTreeMap::new();
        collect(self.0.path(), self.0.path(), &mut found);
        found.remove(LOCK);
        found
    }
}

fn collect(root: &Path, dir: &Path, found: &mut BTreeMap<String, String>) {
    for entry in std::fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(root, &path, found);
        } else {
            let name = path.strip_prefix(root).unwrap().to_str().unwrap();
            found.insert(name.to_owned(), std::fs::read_to_string(&path).unwrap());
        }
    }
}

fn process() -> Process {
    Process::current("test", "2026-10-15T10:00:00Z")
}

fn options(process: &Process, probe: Probe) -> Options<'_> {
    Options {
        process,
        wait: Duration::from_secs(5),
        probe,
    }
}

/// A change of four files: one comes, one changes, one goes, one is local.
fn planned(files: &QueueFiles) -> Result<Change, Refusal> {
    let mut draft = Draft::new(files);
    draft.write("done/sumar.md", "- [x] **sumar**\n")?;
    let backlog = draft
        .text("BACKLOG.md")
        .unwrap_or_default()
        .replace("- [ ] **sumar** — Sumar.\r\n", "");
    draft.write("BACKLOG.md", backlog)?;
    draft.remove("claims/sumar.md")?;
    draft.write("wip/one.md", "IDLE\n")?;
    Ok(draft.into_change("Close sumar"))
}

fn close(disk: &Disk, probe: Probe) -> Result<Outcome<()>, Error> {
    let process = process();
    run(&disk.dir(), &options(&process, probe), |files, _| {
        let change = planned(files)?;
        Ok(if change.files.is_empty() {
            Step::Already(())
        } else {
            Step::Change {
                change,
                outcome: (),
            }
        })
    })
}

fn closed() -> BTreeMap<String, String> {
    let disk = Disk::new();
    assert!(matches!(
        close(&disk, Probe::none()),
        Ok(Outcome::Applied { .. })
    ));
    disk.files()
}

#[test]
fn q26_a_change_is_written_whole() {
    let files = closed();
    let names: Vec<_> = files.keys().map(String::as_str).collect();
    assert_eq!(names, ["BACKLOG.md", "done/sumar.md", "wip/one.md"]);
    assert_eq!(
        files["BACKLOG.md"],
        "# Cola\r\n\r\n## Hito uno — Uno\r\n\r\n"
    );
}

#[test]
fn q26_what_is_so_already_writes_nothing() {
    let disk = Disk::new();
    let _ = close(&disk, Probe::none()).unwrap();
    assert!(matches!(
        close(&disk, Probe::none()),
        Ok(Outcome::Unchanged(()))
    ));
}

#[test]
fn q13_work_in_progress_is_local() {
    let disk = Disk::new();
    let change = planned(&QueueFiles::load(&disk.dir()).unwrap()).unwrap();
    let shared: Vec<_> = change.shared().map(|file| file.path.as_str()).collect();
    assert_eq!(shared, ["done/sumar.md", "BACKLOG.md", "claims/sumar.md"]);
    assert!(change.local().all(|file| file.scope == Scope::Local));
}

/// A probe that fails the nth step, and counts.
fn failing(nth: usize) -> (Probe, Arc<AtomicUsize>) {
    let met = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&met);
    let probe = Probe::new(move |_| {
        if count.fetch_add(1, Ordering::Relaxed) == nth {
            return Err(std::io::Error::other("failed by the test"));
        }
        Ok(())
    });
    (probe, met)
}

#[test]
fn q26_a_failure_at_any_step_is_finished_by_the_same_call() {
    let (probe, met) = failing(usize::MAX);
    let _ = close(&Disk::new(), probe).unwrap();
    let whole = met.load(Ordering::Relaxed);
    assert!(whole > 20, "{whole} steps");
    let before = Disk::new().files();
    let after = closed();
    for nth in 0..whole {
        let disk = Disk::new();
        let (probe, _) = failing(nth);
        let failed = close(&disk, probe);
        assert!(failed.is_err(), "step {nth} was not met");
        let journal = disk.files().contains_key(JOURNAL);
        let left = disk.files();
        let touched = left
            .iter()
            .any(|(name, text)| before.get(name) != Some(text));
        assert!(journal || !touched || left == after, "step {nth}: {left:?}");
        let _ = close(&disk, Probe::none()).unwrap();
        assert_eq!(disk.files(), after, "step {nth}");
    }
}

#[test]
fn q26_any_later_writer_finishes_what_was_cut_short() {
    let disk = Disk::new();
    let (probe, _) = failing(12);
    assert!(close(&disk, probe).is_err());
    assert!(disk.files().contains_key(JOURNAL));
    let process = process();
    let outcome = run(&disk.dir(), &options(&process, Probe::none()), |_, _| {
        Ok(Step::Already(()))
    });
    assert!(matches!(outcome, Ok(Outcome::Unchanged(()))));
    assert_eq!(disk.files(), closed());
}

#[test]
fn q26_an_interrupted_change_is_reported() {
    let disk = Disk::new();
    let codes = |disk: &Disk| -> Vec<_> {
        let report = check(&QueueFiles::load(&disk.dir()).unwrap(), &Facts::default());
        let found = report.findings().map(|finding| finding.rule.code);
        found
            .filter(|code| *code == "queue-change-interrupted")
            .collect()
    };
    assert!(codes(&disk).is_empty());
    let (probe, _) = failing(12);
    assert!(close(&disk, probe).is_err());
    assert_eq!(codes(&disk), ["queue-change-interrupted"]);
    disk.write(JOURNAL, "{}");
    assert_eq!(codes(&disk), ["queue-change-interrupted"]);
    // Near misses: what is finished, and the lock that stays.
    std::fs::remove_file(disk.0.path().join(JOURNAL)).unwrap();
    assert!(disk.0.path().join(LOCK).exists());
    assert!(codes(&disk).is_empty());
}

#[test]
fn q26_a_change_that_nobody_can_finish_is_left_and_told() {
    let disk = Disk::new();
    let (probe, _) = failing(12);
    assert!(close(&disk, probe).is_err());
    disk.write("BACKLOG.md", "# By hand\n");
    let before = disk.files();
    let error = close(&disk, Probe::none()).unwrap_err();
    assert_eq!(error.code(), "journal-diverged");
    assert!(error.to_string().contains("`BACKLOG.md`"), "{error}");
    assert_eq!(disk.files(), before);
    disk.write(JOURNAL, "{}");
    assert_eq!(
        close(&disk, Probe::none()).unwrap_err().code(),
        "journal-unreadable"
    );
}

#[test]
fn q29_a_file_that_changed_meanwhile_is_planned_anew() {
    let disk = Disk::new();
    let process = process();
    let mut asked = 0;
    let outcome = run(
        &disk.dir(),
        &options(&process, Probe::none()),
        |files, _| {
            asked += 1;
            if asked == 1 {
                disk.write("BACKLOG.md", &BACKLOG.replace("# Cola", "# Otra"));
            }
            let change = planned(files)?;
            Ok(Step::Change {
                change,
                outcome: (),
            })
        },
    );
    assert!(matches!(outcome, Ok(Outcome::Applied { .. })));
    assert_eq!(asked, 2);
    assert!(disk.files()["BACKLOG.md"].starts_with("# Otra\r\n"));
}

#[test]
fn q29_a_change_that_does_not_fit_writes_nothing() {
    let disk = Disk::new();
    let change = planned(&QueueFiles::load(&disk.dir()).unwrap()).unwrap();
    disk.write("claims/sumar.md", "---\ntask: sumar\nrunner: other\n---\n");
    let before = disk.files();
    let process = process();
    let outcome = apply(&disk.dir(), &options(&process, Probe::none()), &change).unwrap();
    let Outcome::Conflict(Conflict::Changed(file)) = outcome else {
        panic!("{outcome:?}")
    };
    assert_eq!(file.as_str(), "claims/sumar.md");
    assert_eq!(disk.files(), before);
}

#[test]
fn q29_a_writer_that_strikes_half_way_undoes_the_rest() {
    let disk = Disk::new();
    let change = planned(&QueueFiles::load(&disk.dir()).unwrap()).unwrap();
    let path = disk.0.path().join("claims/sumar.md");
    let struck = path.clone();
    let files = AtomicUsize::new(0);
    let probe = Probe::new(move |step| {
        if step.name() == "queue-file" && files.fetch_add(1, Ordering::Relaxed) == 2 {
            std::fs::write(&struck, "by hand")?;
        }
        Ok(())
    });
    let process = process();
    let outcome = apply(&disk.dir(), &options(&process, probe), &change).unwrap();
    assert!(matches!(outcome, Outcome::Conflict(Conflict::Changed(_))));
    let files = disk.files();
    assert_eq!(files.len(), 2, "{files:?}");
    assert_eq!(
        (&*files["BACKLOG.md"], &*files["claims/sumar.md"]),
        (BACKLOG, "by hand")
    );
}

#[test]
fn q24_one_writer_at_a_time() {
    let disk = Disk::new();
    let _ = close(&disk, Probe::none()).unwrap();
    let me = process();
    let Taken::Held(_lease) = Lease::take(&disk.dir(), &RelPath::new(LOCK).unwrap(), &me).unwrap()
    else {
        panic!("the lease is free")
    };
    let options = Options {
        wait: Duration::ZERO,
        ..options(&me, Probe::none())
    };
    let outcome: Outcome<()> = run(&disk.dir(), &options, |_, _| panic!("nobody plans")).unwrap();
    let Outcome::Conflict(Conflict::Busy(Some(who))) = outcome else {
        panic!("{outcome:?}")
    };
    assert!(who.starts_with("`test` (process "), "{who}");
}

#[test]
fn a_directory_without_a_queue_gets_no_lock() {
    let empty = tempfile::tempdir().unwrap();
    let me = process();
    let dir = ConfinedDir::open(empty.path()).unwrap();
    let error = run(&dir, &options(&me, Probe::none()), |_, _| {
        Ok(Step::Already(()))
    })
    .unwrap_err();
    assert_eq!(error.code(), "not-a-planning-directory");
    assert_eq!(std::fs::read_dir(empty.path()).unwrap().count(), 0);
}

#[test]
fn q27_a_folder_that_a_change_empties_goes_too() {
    let disk = Disk::new();
    disk.write("roadmap/epic-001-alta/spec.md", "---\nepic: 001\n---\n");
    let process = process();
    let outcome = run(
        &disk.dir(),
        &options(&process, Probe::none()),
        |files, _| {
            let mut draft = Draft::new(files);
            let text = draft
                .text("roadmap/epic-001-alta/spec.md")
                .unwrap()
                .to_owned();
            draft.write("roadmap/epic-002-alta/spec.md", text)?;
            draft.remove("roadmap/epic-001-alta/spec.md")?;
            Ok(Step::Change {
                change: draft.into_change("Renumber"),
                outcome: (),
            })
        },
    );
    assert!(matches!(outcome, Ok(Outcome::Applied { .. })));
    assert!(!disk.0.path().join("roadmap/epic-001-alta").exists());
    assert!(disk.0.path().join("roadmap/epic-002-alta/spec.md").exists());
}

/// P19: whatever a planner writes goes through a draft, which lets no new credential in.
#[test]
fn p19_no_operation_writes_a_new_credential() {
    let url = ["postgres://app:hunter2", "hunter@db.internal/app"].concat();
    let leaky = format!("- see {url}\n");
    let files = QueueFiles::new(
        "planning",
        [("BACKLOG.md", BACKLOG), ("inbox/x.md", &*leaky)],
    );
    let mut draft = Draft::new(&files);
    let refusal = draft
        .write("human/sumar.md", format!("needs {url}\n"))
        .unwrap_err();
    assert_eq!(refusal.code(), "credential");
    assert!(!refusal.to_string().contains("hunter2"));
    assert!(draft.is_empty());
    // Near misses: a line that stands in the queue is moved, and a mask is none.
    draft.write("done/x.md", &*leaky).unwrap();
    draft
        .write("human/sumar.md", "postgres://app:***@db/app\n")
        .unwrap();
    let mark = plan_diagnostics::Span::new(0, 0);
    assert_eq!(
        draft.replace("BACKLOG.md", mark, &url).unwrap_err().code(),
        "credential"
    );
}
