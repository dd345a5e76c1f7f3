//! Text that would control the terminal, planted wherever a queue and its history hold text: no
//! command lets it through.

use std::path::Path;

use crate::run::{Place, git_in, ops, sample};

/// A colour, a bell, an eight-bit sequence, a link, text turned around, and separators.
const HOSTILE: &str =
    "\u{1b}[31mX\u{7}\u{9b}2J\u{1b}]8;;http://x.test\u{1b}\\l\u{202e}Y\u{2028}\u{200b}";

/// Every command that reads a queue, and some that refuse.
const COMMANDS: [&[&str]; 18] = [
    &["check", "DIR", "--today", "2026-10-15"],
    &["check", "DIR", "--no-git", "--format", "json"],
    &[
        "context",
        "DIR",
        "--runner",
        "ana-1",
        "--owner",
        "ana@example.com",
    ],
    &[
        "context",
        "DIR",
        "--runner",
        "ana-1",
        "--owner",
        "ana@example.com",
        "--format",
        "json",
    ],
    &["recurring", "DIR"],
    &["human", "DIR"],
    &["inbox", "DIR"],
    &["inbox", "DIR", "--format", "json"],
    &["runners", "DIR", "--runner", "ana-1"],
    &["evidence", "DIR"],
    &["phase", "DIR", "sumar"],
    &["phase", "DIR", "no-such-task"],
    &[
        "claim",
        "DIR",
        "no-such-task",
        "--runner",
        "ana-1",
        "--dry-run",
    ],
    &[
        "claim",
        "DIR",
        "--next",
        "--runner",
        "ana-1",
        "--owner",
        "ana@example.com",
        "--dry-run",
    ],
    &["check", "DIR", HOSTILE],
    &["context", "DIR", "--milestone", HOSTILE],
    &["context", "DIR", "--today", HOSTILE],
    &[
        "claim", "DIR", HOSTILE, "--runner", HOSTILE, "--owner", HOSTILE,
    ],
];

/// Whether a terminal, or a reader's eye, could be led astray by this character.
fn is_raw(character: char) -> bool {
    (character.is_control() && character != '\n')
        || matches!(character, '\u{200b}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Runs every command on a planning directory and looks at the bytes.
fn look(what: &str, dir: &Path) {
    for command in COMMANDS {
        let dir = dir.to_str().unwrap();
        let arguments = command.iter().map(|argument| match *argument {
            "DIR" => dir,
            other => other,
        });
        let output = ops().args(arguments).output().unwrap();
        for (stream, bytes) in [("stdout", output.stdout), ("stderr", output.stderr)] {
            let text = String::from_utf8(bytes).unwrap();
            let raw: Vec<char> = text.chars().filter(|c| is_raw(*c)).collect();
            assert!(
                raw.is_empty(),
                "{what}: {command:?}: {raw:?} in {stream}: {text:?}"
            );
        }
    }
}

/// What makes another line of one.
type Plant<'f> = &'f dyn Fn(&str) -> String;

/// Copies a directory, with each line of each file changed.
fn copy(from: &Path, to: &Path, plant: Plant<'_>) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy(&entry.path(), &target, plant);
        } else {
            let text = std::fs::read_to_string(entry.path()).unwrap();
            let lines: String = text.lines().map(|line| plant(line) + "\n").collect();
            std::fs::write(target, lines).unwrap();
        }
    }
}

#[test]
fn every_line_of_a_queue_is_shown_escaped() {
    let sample = sample();
    let at_the_end = |line: &str| format!("{line}{HOSTILE}");
    let inside = |line: &str| line.replacen(' ', &format!(" {HOSTILE}"), 2);
    let behind_colons = |line: &str| line.replace(": ", &format!(": {HOSTILE}"));
    let plants: [(&str, Plant<'_>); 3] = [
        ("ends of lines", &at_the_end),
        ("insides of lines", &inside),
        ("values", &behind_colons),
    ];
    for (what, plant) in plants {
        let place = tempfile::tempdir().unwrap();
        let dir = place.path().join("planning");
        copy(Path::new(&sample), &dir, plant);
        look(what, &dir);
    }
}

#[test]
fn names_of_files_of_a_queue_are_shown_escaped() {
    let place = Place::new();
    let name = "\u{1b}[31mX\u{7}\u{202e}Y\nFORGED";
    for dir in [
        "done", "claims", "wip", "human", "backlog", "roadmap", "inbox", "epics", ".",
    ] {
        place.write(&format!("{dir}/{name}.md"), "- [ ] **x** — y\n");
    }
    look("names of files", Path::new(&place.planning()));
}

#[test]
fn subjects_branches_and_people_of_git_are_shown_escaped() {
    let place = Place::new();
    place.git(&["init", "-q"]);
    place.git(&["add", "."]);
    let user = format!("user.name=Ana{HOSTILE}");
    let subject = format!("sumar: done {HOSTILE}");
    git_in(&place.root(), &["-c", &user, "commit", "-qm", &subject]);
    let hash = place.git(&["rev-parse", "--short", "HEAD"]);
    place.done("sumar", "n/a", &hash);
    place.claim("restar", &format!("r{HOSTILE}"));
    place.git(&["add", "."]);
    git_in(&place.root(), &["-c", &user, "commit", "-qm", &subject]);
    place.git(&["checkout", "-q", "-b", "rama\u{202e}\u{200b}"]);
    look("history", Path::new(&place.planning()));
}
