//! Reading and listing: inside stays inside, and odd files make nobody wait (A6, B9).

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;

use plan_guard::{ConfinedDir, EntryKind, TreeLimits};

use super::support::{Fixture, OLD, rel, state};

fn code(fixture: &Fixture, path: &str) -> &'static str {
    match fixture.dir.read(&rel(path)) {
        Err(error) => error.code(),
        Ok(Some(_)) => "read",
        Ok(None) => "absent",
    }
}

#[test]
fn a6_links_that_stay_inside_are_read_and_those_that_leave_refused() {
    let fixture = Fixture::new();
    let outside = tempfile::tempdir().unwrap();
    fs::write(outside.path().join("secret"), "secret").unwrap();
    fs::write(fixture.path("analysis_results/a.md"), "a").unwrap();
    let link = |target: &Path, name: &str| symlink(target, fixture.path(name)).unwrap();
    let root = fixture.dir.root();
    link(Path::new("state.json"), "plain");
    link(Path::new("plain"), "twice");
    link(Path::new("../state.json"), "analysis_results/up");
    link(&root.join("state.json"), "absolute");
    link(Path::new("analysis_results"), "results");
    link(Path::new("./analysis_results/../state.json"), "winding");
    link(Path::new("nowhere"), "dangling");
    link(&outside.path().join("secret"), "out");
    link(outside.path(), "out_dir");
    link(Path::new("../"), "parent");
    link(Path::new("analysis_results/../../x"), "over");
    link(Path::new("out"), "indirect");
    link(Path::new("b"), "a");
    link(Path::new("a"), "b");
    link(Path::new("/"), "slash");
    for (path, expected) in [
        ("plain", "read"),
        ("twice", "read"),
        ("analysis_results/up", "read"),
        ("absolute", "read"),
        ("results/a.md", "read"),
        ("results/up", "read"),
        ("winding", "read"),
        ("dangling", "absent"),
        ("absent", "absent"),
        ("absent/deeper", "absent"),
        ("out", "path-escapes"),
        ("out_dir/secret", "path-escapes"),
        ("parent", "path-escapes"),
        ("parent/x", "path-escapes"),
        ("over", "path-escapes"),
        ("indirect", "path-escapes"),
        ("slash/etc/passwd", "path-escapes"),
        ("a", "io"),
        ("analysis_results", "not-a-file"),
        ("results", "not-a-file"),
        ("state.json/x", "not-a-directory"),
    ] {
        assert_eq!(code(&fixture, path), expected, "{path}");
    }
}

/// A component swapped for a link after the directory was opened leads nowhere.
#[test]
fn a6_a_directory_swapped_for_a_link_is_not_followed() {
    let fixture = Fixture::new();
    let outside = tempfile::tempdir().unwrap();
    fs::write(outside.path().join("a.md"), "outside").unwrap();
    fs::write(fixture.path("analysis_results/a.md"), "inside").unwrap();
    assert_eq!(code(&fixture, "analysis_results/a.md"), "read");
    fs::rename(fixture.path("analysis_results"), fixture.path("moved")).unwrap();
    symlink(outside.path(), fixture.path("analysis_results")).unwrap();
    assert_eq!(code(&fixture, "analysis_results/a.md"), "path-escapes");
}

#[test]
fn a6_fifos_sockets_and_devices_are_refused_at_once() {
    let fixture = Fixture::new();
    let mode = rustix::fs::Mode::from_raw_mode(0o644);
    let fifo = rustix::fs::FileType::Fifo;
    rustix::fs::mknodat(rustix::fs::CWD, fixture.path("fifo"), fifo, mode, 0).unwrap();
    let _socket = std::os::unix::net::UnixListener::bind(fixture.path("socket")).unwrap();
    assert_eq!(code(&fixture, "fifo"), "not-a-file");
    assert_eq!(code(&fixture, "socket"), "not-a-file");
    symlink("fifo", fixture.path("to_fifo")).unwrap();
    assert_eq!(code(&fixture, "to_fifo"), "not-a-file");
}

#[test]
fn b9_reading_has_a_limit() {
    let fixture = Fixture::new();
    let length = OLD.len() as u64;
    assert!(fixture.dir.read_within(&state(), length).unwrap().is_some());
    assert_eq!(
        fixture
            .dir
            .read_within(&state(), length - 1)
            .unwrap_err()
            .code(),
        "too-large"
    );
    let sparse = fs::File::create(fixture.path("sparse")).unwrap();
    sparse.set_len(plan_guard::DEFAULT_READ_LIMIT + 1).unwrap();
    assert_eq!(code(&fixture, "sparse"), "too-large");
}

#[test]
fn a_snapshot_has_the_bytes_and_their_digest() {
    let fixture = Fixture::new();
    let read = fixture.dir.read(&state()).unwrap().unwrap();
    assert_eq!(read.bytes(), OLD);
    assert_eq!(read.digest(), plan_guard::Digest::of(OLD));
    assert_eq!(read.into_bytes(), OLD);
}

/// The command runs inside the directory, or is given a path with dots or links in it.
#[test]
fn a6_a_directory_is_named_by_its_canonical_path() {
    let fixture = Fixture::new();
    let plan = fixture.path("PLAN_a_b");
    fs::create_dir(&plan).unwrap();
    symlink(&plan, fixture.path("alias")).unwrap();
    for path in [
        plan.clone(),
        plan.join("."),
        plan.join("../PLAN_a_b"),
        fixture.path("alias"),
    ] {
        let dir = ConfinedDir::open(&path).unwrap();
        assert_eq!(
            (dir.root(), dir.name()),
            (plan.as_path(), "PLAN_a_b"),
            "{path:?}"
        );
    }
    let here = ConfinedDir::open(Path::new(".")).unwrap();
    assert_eq!(here.root(), std::env::current_dir().unwrap());
    assert_eq!(
        ConfinedDir::open(&fixture.path("state.json"))
            .unwrap_err()
            .code(),
        "not-a-directory"
    );
    assert_eq!(
        ConfinedDir::open(&fixture.path("absent"))
            .unwrap_err()
            .code(),
        "io"
    );
}

#[test]
fn a6_an_inner_directory_confines_to_itself() {
    let fixture = Fixture::new();
    symlink("analysis_results", fixture.path("linked")).unwrap();
    symlink("../state.json", fixture.path("analysis_results/up")).unwrap();
    let outside = tempfile::tempdir().unwrap();
    symlink(outside.path(), fixture.path("out")).unwrap();
    let inner = fixture.dir.enter(&rel("linked")).unwrap().unwrap();
    assert_eq!(inner.name(), "analysis_results");
    assert_eq!(inner.read(&rel("up")).unwrap_err().code(), "path-escapes");
    assert!(fixture.dir.enter(&rel("absent")).unwrap().is_none());
    assert_eq!(
        fixture.dir.enter(&rel("out")).unwrap_err().code(),
        "path-escapes"
    );
    assert_eq!(
        fixture.dir.enter(&rel("state.json")).unwrap_err().code(),
        "not-a-directory"
    );
}

#[test]
fn entries_are_sorted_and_say_what_they_are() {
    let fixture = Fixture::new();
    symlink("state.json", fixture.path("Link")).unwrap();
    fs::write(fixture.path("back\\slash"), "").unwrap();
    let entries = fixture.dir.entries(None).unwrap();
    let shown: Vec<_> = entries
        .iter()
        .map(|e| (e.name.as_str(), e.kind, e.addressable))
        .collect();
    assert_eq!(
        shown,
        [
            ("Link", EntryKind::Symlink, true),
            ("analysis_results", EntryKind::Dir, true),
            ("back\\slash", EntryKind::File, false),
            ("state.json", EntryKind::File, true),
        ]
    );
    assert!(
        fixture
            .dir
            .entries(Some(&rel("absent")))
            .unwrap()
            .is_empty()
    );
    assert_eq!(
        fixture
            .dir
            .entries(Some(&rel("state.json")))
            .unwrap_err()
            .code(),
        "not-a-directory"
    );
}

#[test]
fn the_tree_is_whole_bounded_and_follows_no_link() {
    use std::os::unix::ffi::OsStrExt as _;
    let fixture = Fixture::new();
    fs::create_dir_all(fixture.path("analysis_results/gates/deep")).unwrap();
    for path in [
        "analysis_results/gates/t1.log",
        "analysis_results/gates/deep/x",
        "README.md",
    ] {
        fs::write(fixture.path(path), path).unwrap();
    }
    symlink(".", fixture.path("loop")).unwrap();
    fs::write(
        fixture
            .dir
            .root()
            .join(std::ffi::OsStr::from_bytes(b"\xff")),
        "",
    )
    .unwrap();
    let lock = fixture.held();
    let tree = fixture.dir.tree().unwrap();
    lock.release().unwrap();
    let shown: Vec<_> = tree.files.iter().map(plan_guard::RelPath::as_str).collect();
    assert_eq!(
        shown,
        [
            "README.md",
            "analysis_results/gates/deep/x",
            "analysis_results/gates/t1.log",
            "state.json",
        ]
    );
    assert_eq!(tree.others, [(rel("loop"), EntryKind::Symlink)]);
    assert_eq!(tree.unnameable, ["\u{fffd}"]);
    assert_eq!(tree.own, [rel("state.json.lock")]);
    assert!(
        !tree.is_complete(),
        "there is a name that it could not take in"
    );

    let shallow = fixture
        .dir
        .tree_within(TreeLimits {
            depth: 1,
            count: 100,
        })
        .unwrap();
    assert_eq!(shallow.cut, [rel("analysis_results/gates")]);
    let few = fixture
        .dir
        .tree_within(TreeLimits {
            depth: 16,
            count: 2,
        })
        .unwrap();
    assert!(!few.cut.is_empty());
}
