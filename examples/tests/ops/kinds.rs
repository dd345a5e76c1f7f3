//! Files of a queue that are not what they should be: each is refused or reported in bounded time
//! and memory, with a message that names it.

use std::os::unix::fs::symlink;
use std::path::Path;
use std::time::{Duration, Instant};

use crate::run::{BACKLOG, Place, Ran};

/// The longest that a command may take, generous for a busy machine and a build without optimization.
const LONGEST: Duration = Duration::from_secs(60);

/// The most memory that a command may ask for, in KiB: far less than the files that are planted.
const MOST_KIB: u32 = 900_000;

/// Runs a command on a queue with a bound on its memory.
fn bounded(place: &Place, command: &str) -> Ran {
    let start = Instant::now();
    let script = format!("ulimit -v {MOST_KIB}; exec \"$0\" \"$@\"");
    let output = std::process::Command::new("sh")
        .args([
            "-c",
            &script,
            env!("CARGO_BIN_EXE_ops"),
            command,
            &place.planning(),
        ])
        .env_remove("OPS_RUNNER")
        .output()
        .unwrap();
    let ran = Ran::of(output);
    assert!(
        (0..=3).contains(&ran.code),
        "{command}: {} {}",
        ran.code,
        ran.err
    );
    assert!(!ran.err.contains("panicked"), "{command}: {}", ran.err);
    assert!(
        start.elapsed() < LONGEST,
        "{command}: {:?}",
        start.elapsed()
    );
    ran
}

/// Puts something in place of a file of a queue, and runs what reads it: the check names it.
fn refused(file: &str, put: &dyn Fn(&Path)) {
    let place = Place::new();
    place.done("restar", "n/a", "n/a");
    place.claim("sumar", "ana-1");
    let path = place.root().join("planning").join(file);
    std::fs::remove_file(&path).unwrap();
    put(&path);
    let check = bounded(&place, "check");
    assert_ne!(check.code, 0, "{file}: {}", check.out);
    assert!(
        check.out.contains(file) || check.err.contains(file),
        "{file}: {}{}",
        check.out,
        check.err
    );
    for command in ["context", "inbox", "runners"] {
        bounded(&place, command);
    }
}

const FILES: [&str; 4] = [
    "BACKLOG.md",
    "INBOX.md",
    "done/restar.md",
    "claims/sumar.md",
];

#[test]
fn a6_what_is_no_regular_file_is_refused_at_once() {
    for file in FILES {
        refused(file, &|path| {
            let made = std::process::Command::new("mkfifo")
                .arg(path)
                .status()
                .unwrap();
            assert!(made.success());
        });
        refused(file, &|path| symlink("/dev/zero", path).unwrap());
        refused(file, &|path| {
            symlink(path.file_name().unwrap(), path).unwrap();
        });
    }
}

#[test]
fn b9_files_beyond_the_limit_are_refused_by_their_size() {
    for file in FILES {
        refused(file, &|path| {
            std::fs::File::create(path)
                .unwrap()
                .set_len(1 << 30)
                .unwrap();
        });
    }
}

#[test]
fn b9_all_files_together_have_a_limit() {
    let place = Place::new();
    place.write("done/none.md", "");
    for number in 10..22 {
        let path = place.root().join(format!("planning/done/big-{number}.md"));
        std::fs::File::create(path)
            .unwrap()
            .set_len(16 << 20)
            .unwrap();
    }
    let check = bounded(&place, "check");
    assert!(check.out.contains("128 MiB"), "{}", check.out);
}

#[test]
fn long_and_deep_markdown_is_read_in_good_time() {
    let texts: [(&str, String); 5] = [
        ("one line of 10 MB", "x".repeat(10_000_000)),
        ("quotes in each other", ">".repeat(100_000)),
        ("lists in each other", "- ".repeat(100_000)),
        ("tasks", "- [ ] **sumar** [lite] — Sumar.\n".repeat(20_000)),
        ("blank lines", "\n".repeat(1_000_000)),
    ];
    for (what, text) in texts {
        let place = Place::new();
        place.write("BACKLOG.md", &format!("{BACKLOG}\n{text}\n"));
        let check = bounded(&place, "check");
        assert!(
            check.out.len() < 1_000_000,
            "{what}: {} bytes printed",
            check.out.len()
        );
    }
}

#[test]
fn metacharacters_of_patterns_are_text() {
    let place = Place::new();
    place.done("restar", "`a[b(.*+?` en `src/x{2,}.rs`", "n/a");
    place.write("../src/x{2,}.rs", "fn a[b(.*+? () {}\n");
    for name in ["a[b", "(.*", "x|y", "^$", "\\"] {
        let ran = crate::run::run(&["phase", &place.planning(), name]);
        assert_eq!(ran.code, 2, "{name}: {}", ran.err);
        assert!(ran.err.contains(name), "{name}: {}", ran.err);
    }
    bounded(&place, "check");
    bounded(&place, "evidence");
}
