//! P19: no command that writes a queue lets a credential through, and no answer repeats one.

use std::path::Path;

use crate::run::{BACKLOG, Place};

/// A password in a URL; put together here, so that no scanner takes this file for a leak.
fn secret() -> (String, String) {
    let password = ["hunter", "2", "hunter"].concat();
    (
        format!("see postgres://app:{password}@db.internal/app"),
        password,
    )
}

/// The texts below a directory, one after the other; what the lock keeps of its last holder is no text.
fn texts(dir: &Path) -> String {
    let mut all = String::new();
    let mut entries: Vec<_> = std::fs::read_dir(dir)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    entries.sort();
    for path in entries {
        if path.ends_with(".lease") || path.ends_with(".lock") {
            continue;
        }
        if path.is_dir() {
            all += &texts(&path);
        } else {
            all += &String::from_utf8_lossy(&std::fs::read(&path).unwrap());
        }
    }
    all
}

const WIP: &str = "---\ntask: sumar\nphase: PHASE\nservice: api\nlane: lite\n---\n\n## Plan aprobado\n\n1. [x] Uno\n";
const ENTRY: &str = "- [x] **sumar** — Sumar\n  acept: suma\n  fecha: 2026-10-15\n  done: la suma, exit 0\n  qa: dio 4\n  \
                     tests: A → suma.rs › «suma»\n  commit: n/a — aparte\n  review: aprobado por qa\n";

/// A command, the phase of the work in progress (none where it is empty), and a file beside the queue that it
/// reads; `SECRET` is where the secret goes, `FILE` where the path goes.
type Row = (&'static str, &'static [&'static str], &'static str, String);

fn rows() -> Vec<Row> {
    let entry = |field: &str, value: &str| ENTRY.replace(field, value);
    vec![
        ("claim", &["sumar", "--owner", "SECRET"], "", String::new()),
        (
            "start",
            &["sumar", "--plan", "FILE"],
            "",
            "1. [ ] Uno SECRET\n".into(),
        ),
        (
            "start",
            &["sumar", "--plan", "FILE"],
            "",
            "1. [ ] Uno\n\n## Crítica\n\nSECRET\n".into(),
        ),
        (
            "close",
            &["sumar", "--entry", "FILE"],
            "Commit",
            entry("la suma, exit 0", "SECRET, exit 0"),
        ),
        (
            "close",
            &["sumar", "--entry", "FILE"],
            "Commit",
            entry("dio 4", "SECRET"),
        ),
        (
            "close",
            &["sumar", "--entry", "FILE"],
            "Commit",
            entry("aprobado por qa", "aprobado por qa: SECRET"),
        ),
        (
            "close",
            &["sumar", "--entry", "FILE", "--checkpoint", "SECRET"],
            "Commit",
            ENTRY.into(),
        ),
        (
            "stop",
            &["sumar", "--reason", "build-blocked", "--needs", "SECRET"],
            "Build",
            String::new(),
        ),
        (
            "return",
            &["sumar", "--finding", "SECRET|yes|falta"],
            "Review",
            String::new(),
        ),
        (
            "return",
            &["sumar", "--finding", "R7|yes|SECRET"],
            "Review",
            String::new(),
        ),
        (
            "return",
            &[
                "sumar",
                "--finding",
                "R7|yes|falta",
                "--finding",
                "R8|no|SECRET",
            ],
            "Review",
            String::new(),
        ),
        (
            "classify",
            &["restar", "--lane", "full", "--cast", "SECRET -> qa"],
            "",
            String::new(),
        ),
        (
            "human",
            &["--add", "SECRET", "--task", "sumar", "--origin", "QA"],
            "",
            String::new(),
        ),
        (
            "human",
            &[
                "--add",
                "Pedir acceso.",
                "--task",
                "sumar",
                "--origin",
                "SECRET",
            ],
            "",
            String::new(),
        ),
        (
            "inbox",
            &["--add", "SECRET", "--section", "ideas", "--name", "idea"],
            "",
            String::new(),
        ),
    ]
}

#[test]
fn p19_no_command_of_the_queue_writes_a_credential() {
    let (text, password) = secret();
    for (command, arguments, phase, file) in rows() {
        let place = Place::new();
        if command != "claim" {
            place.claim("sumar", "one");
        }
        if !phase.is_empty() {
            place.write("wip/one.md", &WIP.replace("PHASE", phase));
        }
        if arguments.contains(&"--checkpoint") {
            // A checkpoint is written where the milestone is done.
            let (first, _) = BACKLOG.split_once("- [ ] **restar**").unwrap();
            place.write("BACKLOG.md", first);
        }
        place.write("../given.md", &file.replace("SECRET", &text));
        let given = place.root().join("given.md").display().to_string();
        let filled = |argument: &&str| argument.replace("SECRET", &text).replace("FILE", &given);
        let filled: Vec<String> = arguments.iter().map(filled).collect();
        let mut filled: Vec<&str> = filled.iter().map(String::as_str).collect();
        if !["human", "inbox", "classify"].contains(&command) {
            filled.extend(["--runner", if command == "return" { "two" } else { "one" }]);
        }
        let before = texts(&place.root().join("planning"));
        let ran = place.ops(command, &filled);
        let said = format!("{}{}", ran.out, ran.err);
        assert_eq!(ran.code, 1, "{command} {arguments:?}: {said}");
        assert!(
            said.contains("credential"),
            "{command} {arguments:?}: {said}"
        );
        assert!(!said.contains(&password), "{command} {arguments:?}: {said}");
        let after = texts(&place.root().join("planning"));
        assert_eq!(after, before, "{command} {arguments:?}");
    }
}
