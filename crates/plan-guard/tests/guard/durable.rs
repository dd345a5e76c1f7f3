//! Replacing a file: what is written, what is kept, what is refused (A4, A6, D9).

use std::fs;
use std::os::unix::fs::{PermissionsExt as _, symlink};

use plan_guard::{Digest, Expect, Replaced, WriteOptions};

use super::support::{Fixture, NEW, OLD, rel, state};

fn replace(fixture: &Fixture, path: &str, bytes: &[u8], expect: Expect) -> Replaced {
    fixture
        .dir
        .replace(&rel(path), bytes, &expect, &WriteOptions::default())
        .unwrap()
}

fn code(fixture: &Fixture, path: &str) -> &'static str {
    let options = WriteOptions::default();
    fixture
        .dir
        .replace(&rel(path), NEW, &Expect::Any, &options)
        .unwrap_err()
        .code()
}

#[test]
fn a4_the_outcome_follows_what_is_expected_and_what_is_there() {
    let (old, new) = (Digest::of(OLD), Digest::of(NEW));
    let other = Digest::of(b"other");
    let written = Replaced::Written { digest: new };
    let conflict = |expected, actual| Replaced::Conflict { expected, actual };
    // what is there, what is expected, what becomes of writing NEW
    let cases = [
        (Some(OLD), Expect::Any, written),
        (Some(OLD), Expect::Digest(old), written),
        (
            Some(OLD),
            Expect::Digest(other),
            conflict(Expect::Digest(other), Some(old)),
        ),
        (
            Some(OLD),
            Expect::Digest(new),
            conflict(Expect::Digest(new), Some(old)),
        ),
        (
            Some(OLD),
            Expect::Absent,
            conflict(Expect::Absent, Some(old)),
        ),
        (Some(NEW), Expect::Any, Replaced::Unchanged),
        (Some(NEW), Expect::Digest(new), Replaced::Unchanged),
        (
            Some(NEW),
            Expect::Digest(old),
            conflict(Expect::Digest(old), Some(new)),
        ),
        (
            Some(NEW),
            Expect::Absent,
            conflict(Expect::Absent, Some(new)),
        ),
        (None, Expect::Any, written),
        (None, Expect::Absent, written),
        (
            None,
            Expect::Digest(old),
            conflict(Expect::Digest(old), None),
        ),
        (
            None,
            Expect::Digest(new),
            conflict(Expect::Digest(new), None),
        ),
    ];
    for (there, expect, outcome) in cases {
        let fixture = Fixture::new();
        match there {
            Some(bytes) => fs::write(fixture.path("state.json"), bytes).unwrap(),
            None => fs::remove_file(fixture.path("state.json")).unwrap(),
        }
        assert_eq!(
            replace(&fixture, "state.json", NEW, expect),
            outcome,
            "{there:?} {expect:?}"
        );
        let left = if outcome == written { Some(NEW) } else { there };
        assert_eq!(fs::read(fixture.path("state.json")).ok().as_deref(), left);
        if left.is_some() {
            fixture.assert_clean("after a write");
        }
    }
}

/// What was read, or its absence, is an expectation like any other.
#[test]
fn d9_the_outcome_follows_what_was_read() {
    let written = Replaced::Written {
        digest: Digest::of(NEW),
    };
    let conflict = |read: Option<&[u8]>, actual: Option<&[u8]>| Replaced::Conflict {
        expected: read.map_or(Expect::Absent, |read| Expect::Digest(Digest::of(read))),
        actual: actual.map(Digest::of),
    };
    for (read, there, outcome) in [
        (Some(OLD), Some(OLD), written),
        (None, None, written),
        (Some(NEW), Some(NEW), Replaced::Unchanged),
        (Some(OLD), Some(NEW), conflict(Some(OLD), Some(NEW))),
        (Some(NEW), Some(OLD), conflict(Some(NEW), Some(OLD))),
        (Some(OLD), None, conflict(Some(OLD), None)),
        (Some(NEW), None, conflict(Some(NEW), None)),
        (None, Some(NEW), conflict(None, Some(NEW))),
    ] {
        let fixture = Fixture::new();
        fs::remove_file(fixture.path("state.json")).unwrap();
        if let Some(bytes) = there {
            fs::write(fixture.path("state.json"), bytes).unwrap();
        }
        let read = read.map(|bytes| plan_guard::Snapshot::of(bytes.to_vec()));
        let lock = fixture.held();
        let replaced = lock.replace_read(&state(), NEW, read.as_ref()).unwrap();
        lock.release().unwrap();
        assert_eq!(replaced, outcome);
        let expect = Expect::of(read.as_ref());
        assert!(
            matches!(replaced, Replaced::Conflict { expected, .. } if expected == expect)
                || !matches!(replaced, Replaced::Conflict { .. })
        );
        let left = if outcome == written { Some(NEW) } else { there };
        assert_eq!(fs::read(fixture.path("state.json")).ok().as_deref(), left);
    }
}

#[test]
fn a4_unchanged_content_is_not_written_again() {
    use std::os::unix::fs::MetadataExt as _;
    let fixture = Fixture::new();
    let inode = || fs::metadata(fixture.path("state.json")).unwrap().ino();
    let before = inode();
    assert_eq!(
        replace(&fixture, "state.json", OLD, Expect::Any),
        Replaced::Unchanged
    );
    assert_eq!(inode(), before);
    let _ = replace(&fixture, "state.json", NEW, Expect::Any);
    assert_ne!(inode(), before, "control: a write brings a new inode");
}

#[test]
fn a4_the_mode_is_kept_and_a_new_file_is_not_private() {
    let fixture = Fixture::new();
    let mode = |path: &str| {
        fs::metadata(fixture.path(path))
            .unwrap()
            .permissions()
            .mode()
            & 0o7777
    };
    for kept in [0o600, 0o640, 0o664, 0o666, 0o444] {
        fs::set_permissions(fixture.path("state.json"), fs::Permissions::from_mode(kept)).unwrap();
        let content = format!("{kept}");
        let _ = replace(&fixture, "state.json", content.as_bytes(), Expect::Any);
        assert_eq!(mode("state.json"), kept);
    }
    fs::write(fixture.path("plain"), "").unwrap();
    let _ = replace(&fixture, "fresh", NEW, Expect::Any);
    assert_eq!(mode("fresh"), mode("plain") & 0o644);
}

#[test]
fn a6_nothing_is_written_through_a_link() {
    let fixture = Fixture::new();
    symlink("state.json", fixture.path("inside")).unwrap();
    symlink("nowhere", fixture.path("dangling")).unwrap();
    symlink("analysis_results", fixture.path("linked")).unwrap();
    let outside = tempfile::tempdir().unwrap();
    symlink(outside.path(), fixture.path("leaving")).unwrap();
    for path in ["inside", "dangling", "linked/x.md", "leaving/x.md"] {
        assert_eq!(code(&fixture, path), "link-refused", "{path}");
    }
    assert_eq!(fixture.state(), OLD);
    assert!(fs::read_dir(outside.path()).unwrap().next().is_none());
}

#[test]
fn a4_only_a_regular_file_is_replaced() {
    let fixture = Fixture::new();
    assert_eq!(code(&fixture, "analysis_results"), "not-a-file");
    assert_eq!(code(&fixture, "state.json/x"), "not-a-directory");
    assert_eq!(code(&fixture, "absent/x"), "no-such-directory");
}

#[test]
fn a4_names_up_to_the_system_limit_can_be_written() {
    let fixture = Fixture::new();
    for name in ["a".repeat(255), "é".repeat(127)] {
        assert!(matches!(
            replace(&fixture, &name, NEW, Expect::Any),
            Replaced::Written { .. }
        ));
        assert_eq!(fs::read(fixture.path(&name)).unwrap(), NEW);
    }
}

/// Several without a lock on one file: each content is whole, and of equal expectations one wins.
#[test]
fn d9_large_content_survives_many_writers() {
    let fixture = Fixture::new();
    std::thread::scope(|scope| {
        for byte in b'a'..b'e' {
            let fixture = &fixture;
            scope.spawn(move || {
                for _ in 0..10 {
                    let content = vec![byte; 70_000];
                    // Another may have replaced it before it was read back: told, not hidden.
                    let options = WriteOptions::default();
                    match fixture
                        .dir
                        .replace(&state(), &content, &Expect::Any, &options)
                    {
                        Ok(_) => {}
                        Err(error) => assert_eq!(error.code(), "read-back-differs"),
                    }
                    let read = fixture.state();
                    assert!(read == OLD || read.len() == 70_000);
                    assert!(read == OLD || read.iter().all(|b| *b == read[0]));
                }
            });
        }
    });
    fixture.assert_clean("after many writers");
}
