//! Making, removing and moving, without replacing anything.

use std::fs;
use std::os::unix::fs::symlink;

use plan_guard::{Digest, Expect, Made, Moved, Removed};

use super::support::{Fixture, OLD, rel, state};

#[test]
fn a_directory_is_made_once() {
    let fixture = Fixture::new();
    assert_eq!(fixture.dir.create_dir(&rel("made")).unwrap(), Made::Created);
    assert_eq!(fixture.dir.create_dir(&rel("made")).unwrap(), Made::Existed);
    assert_eq!(
        fixture.dir.create_dir(&rel("made/deeper")).unwrap(),
        Made::Created
    );
    let code = |path| fixture.dir.create_dir(&rel(path)).unwrap_err().code();
    assert_eq!(code("absent/deeper"), "no-such-directory");
    assert_eq!(code("state.json"), "not-a-directory");
    symlink("made", fixture.path("linked")).unwrap();
    assert_eq!(code("linked"), "link-refused");
    assert_eq!(code("linked/x"), "link-refused");
}

#[test]
fn a_file_is_removed_where_it_is_what_was_expected() {
    let fixture = Fixture::new();
    let remove = |expect| fixture.dir.remove_file(&state(), &expect).unwrap();
    let actual = Digest::of(OLD);
    for expected in [Expect::Digest(Digest::of(b"other")), Expect::Absent] {
        assert_eq!(remove(expected), Removed::Conflict { expected, actual });
    }
    assert_eq!(fixture.state(), OLD);
    assert_eq!(remove(Expect::Digest(actual)), Removed::Gone);
    assert_eq!(remove(Expect::Digest(actual)), Removed::Absent);
    assert_eq!(
        fixture
            .dir
            .remove_file(&rel("analysis_results"), &Expect::Any)
            .unwrap_err()
            .code(),
        "not-a-file"
    );
}

#[test]
fn a_directory_is_removed_only_when_empty() {
    let fixture = Fixture::new();
    fs::write(fixture.path("analysis_results/x"), "").unwrap();
    let results = rel("analysis_results");
    let error = fixture.dir.remove_dir(&results).unwrap_err();
    assert_eq!(error.io_kind(), Some(std::io::ErrorKind::DirectoryNotEmpty));
    fs::remove_file(fixture.path("analysis_results/x")).unwrap();
    assert_eq!(fixture.dir.remove_dir(&results).unwrap(), Removed::Gone);
    assert_eq!(fixture.dir.remove_dir(&results).unwrap(), Removed::Absent);
}

#[test]
fn a_move_replaces_nothing() {
    let fixture = Fixture::new();
    fs::write(fixture.path("FINALIZATION.json"), "receipt").unwrap();
    let rename = |from, to| fixture.dir.rename(&rel(from), &rel(to)).unwrap();
    assert_eq!(rename("state.json", "FINALIZATION.json"), Moved::Taken);
    assert_eq!(
        fs::read(fixture.path("FINALIZATION.json")).unwrap(),
        b"receipt"
    );
    assert_eq!(fixture.state(), OLD);
    assert_eq!(rename("absent", "elsewhere"), Moved::Absent);
    assert_eq!(
        rename("FINALIZATION.json", "analysis_results/FINALIZATION.1.json"),
        Moved::Done
    );
    assert_eq!(
        fs::read(fixture.path("analysis_results/FINALIZATION.1.json")).unwrap(),
        b"receipt"
    );
    assert_eq!(rename("analysis_results", "results"), Moved::Done);
    assert_eq!(
        fixture
            .dir
            .rename(&state(), &rel("none/x"))
            .unwrap_err()
            .code(),
        "no-such-directory"
    );
}
