//! Files of a plan that are not what they should be: each is refused or read in bounded time and
//! memory, with a message that names it.

use std::io::Write as _;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::time::{Duration, Instant};

use plan_testkit::PlanBuilder;

use crate::run::{Plan, Ran};

/// The longest that a command may take, generous for a busy machine and a build without optimization.
const LONGEST: Duration = Duration::from_secs(60);

/// The most memory that a command may ask for, in KiB: far less than the files that are planted.
const MOST_KIB: u32 = 900_000;

/// Runs a command with a bound on its memory. A panic, a signal or an allocation that fails is no
/// answer.
fn bounded(arguments: &[&str]) -> Ran {
    let start = Instant::now();
    let script = format!("ulimit -v {MOST_KIB}; exec \"$0\" \"$@\"");
    let output = std::process::Command::new("sh")
        .args(["-c", &script, env!("CARGO_BIN_EXE_dwp")])
        .args(arguments)
        .env_remove("PLANWRIGHT_PROBE")
        .output()
        .unwrap();
    let ran = Ran::of(output);
    assert!(
        (0..=3).contains(&ran.code),
        "{arguments:?}: {} {}",
        ran.code,
        ran.err
    );
    assert!(!ran.err.contains("panicked"), "{arguments:?}: {}", ran.err);
    assert!(
        start.elapsed() < LONGEST,
        "{arguments:?}: {:?}",
        start.elapsed()
    );
    ran
}

/// Puts something in place of a file of a plan, and runs what reads and what writes: both name it.
fn refused(file: &str, put: &dyn Fn(&Path)) {
    let plan = Plan::of(&PlanBuilder::full(3).start(1));
    let path = plan.dir.join(file);
    std::fs::remove_file(&path).unwrap();
    put(&path);
    let check = bounded(&["check", plan.path()]);
    assert_ne!(check.code, 0, "{file}: {}", check.out);
    assert!(
        check.out.contains(file) || check.err.contains(file),
        "{file}: {}{}",
        check.out,
        check.err
    );
    bounded(&["status", plan.path()]);
    let state = plan.state_path();
    let update = bounded(&["update", &state, "--task", "1", "--status", "pending"]);
    if file == "state.json" {
        assert_ne!(update.code, 0, "{file}: {}", update.out);
    }
}

const FILES: [&str; 4] = [
    "state.json",
    "README.md",
    "manifest.json",
    "1.task_write_part_1.md",
];

/// A file of 1 GiB that takes no room on the disk.
fn sparse(path: &Path) {
    std::fs::File::create(path)
        .unwrap()
        .set_len(1 << 30)
        .unwrap();
}

#[test]
fn a6_what_is_no_regular_file_is_refused_at_once() {
    for file in FILES {
        refused(file, &|path| std::fs::create_dir(path).unwrap());
        refused(file, &|path| {
            let made = std::process::Command::new("mkfifo")
                .arg(path)
                .status()
                .unwrap();
            assert!(made.success());
        });
        refused(file, &|path| {
            std::os::unix::net::UnixListener::bind(path).unwrap();
        });
        refused(file, &|path| symlink("/dev/zero", path).unwrap());
        refused(file, &|path| symlink("/etc/passwd", path).unwrap());
        refused(file, &|path| {
            symlink(path.file_name().unwrap(), path).unwrap();
        });
    }
}

#[test]
fn b9_files_beyond_the_limit_are_refused_by_their_size() {
    for file in FILES {
        refused(file, &sparse);
    }
}

#[test]
fn b9_all_files_together_have_a_limit() {
    let plan = Plan::of(&PlanBuilder::full(3));
    // Each is within the limit of a file; together they are 192 MiB.
    for number in 10..22 {
        let path = plan.dir.join(format!("analysis_results/big_{number}.log"));
        std::fs::File::create(path)
            .unwrap()
            .set_len(16 << 20)
            .unwrap();
    }
    let check = bounded(&["check", plan.path()]);
    assert!(check.out.contains("big_21.log"), "{}", check.out);
    assert!(check.out.contains("128 MiB"), "{}", check.out);
}

/// What makes other bytes of a text.
type Spoil<'f> = &'f dyn Fn(&str) -> Vec<u8>;

#[test]
fn b9_bytes_that_are_no_text_are_refused_or_reported() {
    let nul = |text: &str| text.replacen('\n', "\0\n", 1).into_bytes();
    let bom = |text: &str| [b"\xef\xbb\xbf", text.as_bytes()].concat();
    let latin = |text: &str| [text.as_bytes(), b"caf\xe9\n"].concat();
    let utf16 = |text: &str| text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let zeros = |text: &str| vec![0; text.len()];
    let spoils: [(&str, Spoil<'_>); 5] = [
        ("a NUL", &nul),
        ("a byte order mark", &bom),
        ("Latin-1", &latin),
        ("UTF-16", &utf16),
        ("zeros, as after a loss of power", &zeros),
    ];
    for file in FILES {
        for (what, spoil) in spoils {
            let plan = Plan::of(&PlanBuilder::full(3));
            let spoilt = spoil(&plan.file(file));
            std::fs::write(plan.dir.join(file), spoilt).unwrap();
            let check = bounded(&["check", plan.path()]);
            let said = format!("{}{}", check.out, check.err);
            assert!(said.contains(file), "{what} in {file}: {said}");
        }
    }
}

#[test]
fn line_endings_of_all_sorts_lose_no_task() {
    for ending in ["\r\n", "\r"] {
        let plan = Plan::of(&PlanBuilder::full(3).tick(1));
        for name in plan.names().iter().filter(|name| name.ends_with(".md")) {
            let text = plan.file(name).replace('\n', ending);
            std::fs::write(plan.dir.join(name), text).unwrap();
        }
        let status = bounded(&["status", plan.path()]);
        assert!(
            status.out.contains("completed: 1 of 3"),
            "{ending:?}: {}",
            status.out
        );
        let check = bounded(&["check", plan.path()]);
        assert!(!check.out.contains("no task"), "{ending:?}: {}", check.out);
    }
}

#[test]
fn long_and_deep_markdown_is_read_in_good_time() {
    let texts: [(&str, String); 7] = [
        ("one line of 10 MB", "x".repeat(10_000_000)),
        ("one line of 10 MB of brackets", "[".repeat(10_000_000)),
        ("quotes in each other", ">".repeat(100_000)),
        ("lists in each other", "- ".repeat(100_000)),
        ("headings", "## A heading\n\n".repeat(100_000)),
        ("links", "[a](b) ".repeat(100_000)),
        ("blank lines", "\n".repeat(1_000_000)),
    ];
    for (what, text) in texts {
        let plan = Plan::of(&PlanBuilder::full(3));
        let path = plan.dir.join("README.md");
        let mut file = std::fs::OpenOptions::new().append(true).open(path).unwrap();
        file.write_all(format!("\n## Appendix\n\n{text}\n").as_bytes())
            .unwrap();
        let check = bounded(&["check", plan.path()]);
        assert!(
            check.out.len() < 200_000,
            "{what}: {} bytes printed",
            check.out.len()
        );
        let state = plan.state_path();
        let update = bounded(&["update", &state, "--task", "1", "--status", "in_progress"]);
        assert_eq!(update.code, 0, "{what}: {}", update.err);
    }
}

#[test]
fn names_that_differ_in_letter_case_alone_are_different_files() {
    let plan = Plan::of(&PlanBuilder::full(3));
    for name in [
        "readme.md",
        "State.json",
        "1.TASK_WRITE_PART_1.md",
        "Progress.md",
    ] {
        std::fs::write(plan.dir.join(name), "# Another\n\n- [x] Task 1: done\n").unwrap();
    }
    let status = bounded(&["status", plan.path()]);
    assert!(status.out.contains("completed: 0 of 3"), "{}", status.out);
}
