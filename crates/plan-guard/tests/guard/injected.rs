//! A failure at every step: the error names the path, the content is old or new, nothing is left.

use std::io;
use std::time::Duration;

use plan_guard::{Acquired, Error, Expect, Replaced, Step, WriteOptions};

use super::support::{Fixture, NEW, OLD, held, here, once, rel, state};

fn write(fixture: &Fixture, step: Step, kind: io::ErrorKind) -> Result<(), Error> {
    let probe = once(step, move || Err(kind.into()));
    let lock = match fixture.acquire_probed(&here(), Duration::ZERO, probe)? {
        Acquired::Held(lock) => lock,
        Acquired::Busy(info) => panic!("busy: {info}"),
    };
    let read = fixture.dir.read(&state()).unwrap().unwrap();
    let written = lock.replace(&state(), NEW, &Expect::Digest(read.digest()))?;
    assert!(matches!(written, Replaced::Written { .. }));
    lock.release()
}

#[test]
fn a4_a_failure_at_any_step_leaves_old_or_new_and_no_litter() {
    let position = |step| Step::ALL.iter().position(|&other| other == step).unwrap();
    let steps = &Step::ALL[..=position(Step::ReleaseDelete)];
    for (&step, kind) in steps.iter().flat_map(|step| {
        [
            (step, io::ErrorKind::StorageFull),
            (step, io::ErrorKind::PermissionDenied),
        ]
    }) {
        let fixture = Fixture::new();
        let result = write(&fixture, step, kind);
        let new = position(step) >= position(Step::DirSync) || step == Step::Sweep;
        assert_eq!(
            fixture.state(),
            if new { NEW } else { OLD },
            "{}",
            step.name()
        );
        if matches!(step, Step::Sweep | Step::ReleaseDelete) {
            result.unwrap();
        } else {
            let error = result.expect_err(step.name());
            let locking = step.name().starts_with("lock") || step.name().starts_with("release");
            let path = fixture.path(if locking {
                "state.json.lock"
            } else {
                "state.json"
            });
            assert_eq!(error.path(), path, "{}", step.name());
            assert!(
                error.to_string().contains(path.to_str().unwrap()),
                "{error}"
            );
            assert_eq!(error.io_kind(), Some(kind), "{error}");
            let code = if step == Step::DirSync {
                "not-durable"
            } else {
                "io"
            };
            assert_eq!(error.code(), code, "{}", step.name());
        }
        held(fixture.acquire(&here(), Duration::ZERO))
            .release()
            .unwrap();
        fixture.assert_clean(step.name());
    }
}

/// D9: an editor who strikes at any moment up to the rename is noticed, and wins, whether the
/// comparison is with a digest or with the bytes that were read.
#[test]
fn d9_an_edit_between_read_and_rename_is_a_conflict() {
    let steps = [
        Step::TempCreate,
        Step::TempSync,
        Step::Compare,
        Step::Rename,
    ];
    for (step, by_bytes) in steps
        .into_iter()
        .flat_map(|step| [(step, false), (step, true)])
    {
        let fixture = Fixture::new();
        let read = fixture.dir.read(&state()).unwrap().unwrap();
        let path = fixture.path("state.json");
        let probe = once(step, move || std::fs::write(&path, "edited by hand"));
        let options = WriteOptions { nonce: None, probe };
        let expected = Expect::Digest(read.digest());
        let replaced = if by_bytes {
            fixture
                .dir
                .replace_read(&state(), NEW, Some(&read), &options)
        } else {
            fixture.dir.replace(&state(), NEW, &expected, &options)
        };
        let actual = Some(plan_guard::Digest::of(b"edited by hand"));
        let conflict = Replaced::Conflict { expected, actual };
        assert_eq!(replaced.unwrap(), conflict, "{} {by_bytes}", step.name());
        assert_eq!(fixture.state(), b"edited by hand");
        fixture.assert_clean(step.name());
    }
}

/// D9: removed, or put there, between the look and the rename: a conflict too.
#[test]
fn d9_a_removal_or_an_arrival_before_the_rename_is_a_conflict() {
    for step in [Step::TempSync, Step::Compare, Step::Rename] {
        let fixture = Fixture::new();
        let read = fixture.dir.read(&state()).unwrap().unwrap();
        let path = fixture.path("state.json");
        let probe = once(step, move || std::fs::remove_file(&path));
        let options = WriteOptions { nonce: None, probe };
        let expected = Expect::Digest(read.digest());
        let replaced = fixture
            .dir
            .replace(&state(), NEW, &expected, &options)
            .unwrap();
        assert_eq!(
            replaced,
            Replaced::Conflict {
                expected,
                actual: None
            },
            "{}",
            step.name()
        );

        let path = fixture.path("fresh.json");
        let probe = once(step, move || std::fs::write(&path, "first"));
        let options = WriteOptions { nonce: None, probe };
        let replaced = fixture
            .dir
            .publish_new(&rel("fresh.json"), NEW, &options)
            .unwrap();
        let actual = Some(plan_guard::Digest::of(b"first"));
        let conflict = Replaced::Conflict {
            expected: Expect::Absent,
            actual,
        };
        assert_eq!(replaced, conflict, "{}", step.name());
    }
}

/// A4: what is read back is compared before success is told.
#[test]
fn a4_content_that_reads_back_differently_is_an_error() {
    for content in ["overwritten", "{\"NEW\": true, \"longer\": true}\n"] {
        let fixture = Fixture::new();
        let path = fixture.path("state.json");
        let probe = once(Step::ReadBack, move || std::fs::write(&path, content));
        let options = WriteOptions { nonce: None, probe };
        let error = fixture
            .dir
            .replace(&state(), NEW, &Expect::Any, &options)
            .unwrap_err();
        assert_eq!(error.code(), "read-back-differs");
    }
}
