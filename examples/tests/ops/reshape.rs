//! What moves, renames or adds whole pieces of the queue, as commands (Q27, Q33).

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Stdio;

use serde_json::json;

use crate::run::{Place, Ran, ops};
use crate::schema::meets;

const EPIC: &str = "---\nepic: 002\ntitle: Avisos\nstatus: open\nservice: api\n---\n\n# Épica 002 — Avisos\n\n\
    ## Criterios\n\n- **C1** — Al guardar, el cliente recibe un correo.\n\n## Contexto relevante\n\nNada.\n\n\
    ## Historias\n\n- [ ] **plantilla** (→ C1) — Escribir la plantilla. (service: web)\n\
    - [ ] **enviar** (→ C1) — Enviar. (service: api)\n\n## Hitos\n\n- **avisos-web** — Web: plantilla\n\
    - **avisos-api** — Envío (line: api): enviar\n";
const ACTION: &str = "---\ntask: dns\nstatus: resuelta\norigin: QA\n---\n\nPedir el registro.\n";

/// A queue with something to do for every command.
fn place() -> Place {
    let place = Place::new();
    place.write("roadmap/epic-002-avisos/spec.md", EPIC);
    place.write("roadmap/epic-002-avisos/notes.md", "# Notas\n");
    place.write("human/dns.md", ACTION);
    place.write(
        "HUMAN_ACTIONS.md",
        "| T | E | O | A |\n|---|---|---|---|\n| x | resuelta | QA | Hecho. |\n| y | pendiente | QA | Falta. |\n",
    );
    place
}

/// Files with their texts, folders without.
type Tree = BTreeMap<String, Option<String>>;

/// Everything in the planning directory, the lock and its folder aside.
fn tree(place: &Place) -> Tree {
    fn walk(at: &Path, name: &str, tree: &mut Tree) {
        for entry in std::fs::read_dir(at).unwrap() {
            let entry = entry.unwrap();
            let name = format!("{name}/{}", entry.file_name().display());
            if entry.path().is_dir() {
                tree.insert(name.clone(), None);
                walk(&entry.path(), &name, tree);
            } else if !name.ends_with("/wip/.lock") {
                let text = std::fs::read(entry.path()).unwrap();
                tree.insert(name, Some(String::from_utf8_lossy(&text).into_owned()));
            }
        }
    }
    let mut found = BTreeMap::new();
    walk(Path::new(&place.planning()), "", &mut found);
    found.remove("/wip");
    found
}

/// The commands with what they are told.
const COMMANDS: [&[&str]; 7] = [
    &["split-backlog"],
    &["promote", "002"],
    &["renumber-epic", "002", "7"],
    &["archive-human"],
    &["classify", "sumar", "--lane", "full", "--cast", "dev -> qa"],
    &[
        "human",
        "--add",
        "Pedir acceso.",
        "--task",
        "sumar",
        "--origin",
        "Ready",
    ],
    &[
        "inbox",
        "--add",
        "Una idea.",
        "--section",
        "ideas",
        "--name",
        "idea",
    ],
];

fn ran(place: &Place, command: &[&str], more: &[&str]) -> Ran {
    place.ops(command[0], &[&command[1..], more].concat())
}

#[test]
fn q27_each_command_writes_once_and_says_what() {
    for command in COMMANDS {
        let place = place();
        let before = tree(&place);
        let plan = ran(&place, command, &["--dry-run", "--format", "json"]);
        assert_eq!(plan.code, 0, "{command:?}: {}{}", plan.out, plan.err);
        assert_eq!(
            tree(&place),
            before,
            "{command:?}: a dry run wrote something"
        );
        let plan = plan.json();
        meets(&plan);
        let shown = ran(&place, command, &["--dry-run"]);
        assert!(
            shown.out.starts_with("would write: ") && shown.out.contains("\n    + "),
            "{}",
            shown.out
        );

        let done = ran(&place, command, &["--format", "json"]).json();
        meets(&done);
        assert_eq!(
            (&plan["outcome"], &done["outcome"]),
            (&json!("planned"), &json!("applied"))
        );
        let after = tree(&place);
        for file in plan["files"].as_array().unwrap() {
            let path = format!("/{}", file["path"].as_str().unwrap());
            let now = after.get(&path).and_then(Option::as_deref);
            assert_eq!(now, file["content"].as_str(), "{command:?}: {path}");
        }
        let check = place.ops("check", &["--no-git"]);
        assert_eq!(check.code, 0, "{command:?}: {}", check.out);

        let again = ran(&place, command, &["--format", "json"]);
        if command[0] == "renumber-epic" {
            assert_eq!(
                (again.code, &again.json()["code"]),
                (1, &json!("epic-unknown"))
            );
        } else {
            assert_eq!(again.json()["outcome"], "unchanged", "{command:?}");
        }
        meets(&again.json());
        assert_eq!(
            tree(&place),
            after,
            "{command:?}: the second call wrote something"
        );
    }
}

/// The steps at which a writer can be cut short.
const STEPS: [&str; 10] = [
    "queue-journal",
    "queue-file",
    "queue-remove",
    "queue-journal-remove",
    "temp-create",
    "temp-half",
    "rename",
    "dir-sync",
    "remove",
    "make-dir",
];

#[test]
fn q27_a_kill_at_any_step_leaves_all_or_what_the_next_call_makes_all() {
    let mut killed = 0;
    for command in &COMMANDS[..4] {
        let whole = place();
        let before = tree(&whole);
        assert_eq!(ran(&whole, command, &[]).code, 0);
        let after = tree(&whole);
        for step in STEPS {
            let cut = |nth: &usize| cut_short(command, &format!("{step}:{nth}"));
            for place in (1..).map_while(|nth| cut(&nth)) {
                killed += 1;
                finished_by_the_next(&place, command, step, [&before, &after]);
            }
        }
    }
    assert!(killed > 60, "the probe was met {killed} times only");
}

/// The queue that a command leaves that is killed at a step; `None` where it does not come to it.
fn cut_short(command: &[&str], at: &str) -> Option<Place> {
    let place = place();
    let mut cut = ops();
    cut.args([command[0], &place.planning()])
        .args(&command[1..]);
    cut.env("PLANWRIGHT_PROBE", format!("kill:{at}"));
    let ran = Ran::of(cut.output().unwrap());
    (ran.code == -1).then_some(place)
}

/// What was cut short is all old or all new, or has a journal; and is made whole by the next call.
fn finished_by_the_next(place: &Place, command: &[&str], step: &str, [before, after]: [&Tree; 2]) {
    let what = format!("{command:?} {step}");
    let left = tree(place);
    let begun = left.contains_key("/wip/.journal.json");
    let is = |whole: &Tree| {
        let files = whole.iter().filter(|(_, text)| text.is_some());
        files
            .clone()
            .all(|(name, text)| left.get(name) == Some(text))
            && left.keys().filter(|name| name.ends_with(".md")).count() == files.count()
    };
    assert!(
        begun || is(before) || is(after),
        "{what}: half, and no journal"
    );
    if begun {
        let check = place.ops("check", &["--no-git"]);
        assert!(
            check.out.contains("queue-change-interrupted"),
            "{what}: {}",
            check.out
        );
    }
    let again = ran(place, command, &[]);
    let repeated = command[0] == "renumber-epic" && again.code == 1;
    assert!(again.code == 0 || repeated, "{what}: {}", again.err);
    assert_eq!(&tree(place), after, "{what}");
}

#[test]
fn q33_many_who_add_at_once_lose_nothing() {
    let place = place();
    let planning = place.planning();
    let count = std::env::var("PLANWRIGHT_RACERS")
        .ok()
        .and_then(|count| count.parse().ok())
        .unwrap_or(16);
    let start = |number: usize| {
        let text = format!("Lo que vio {number}.");
        let mut command = ops();
        if number.is_multiple_of(2) {
            command.args([
                "inbox",
                &planning,
                "--add",
                &text,
                "--section",
                "ideas",
                "--name",
                "visto",
            ]);
        } else {
            command.args([
                "human", &planning, "--add", &text, "--task", "sumar", "--origin", "QA",
            ]);
        }
        command
            .args(["--wait", "120"])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap()
    };
    let children: Vec<_> = (0..count).map(start).collect();
    for child in children {
        let ran = Ran::of(child.wait_with_output().unwrap());
        assert_eq!(ran.code, 0, "{}", ran.err);
    }
    let files = tree(&place);
    for number in 0..count {
        let text = format!("Lo que vio {number}.\n");
        let holds = files
            .values()
            .flatten()
            .filter(|file| file.ends_with(&text))
            .count();
        assert_eq!(holds, 1, "{number}");
    }
    assert_eq!(place.ops("check", &["--no-git"]).code, 0);
}

#[test]
fn q27_refusals_say_what_to_do_and_write_nothing() {
    let place = place();
    place.write(
        "backlog/uno.md",
        "---\norder: 5\n---\n\n## Hito uno — Otro\n",
    );
    place.write("roadmap/epic-003-otra.md", &EPIC.replace("002", "003"));
    let before = tree(&place);
    for (command, code) in [
        (&["split-backlog"][..], "file-exists"),
        (&["promote", "9"], "epic-unknown"),
        (&["promote", "003"], "epic-unfit"),
        (&["renumber-epic", "002", "003"], "number-taken"),
        (&["classify", "nada", "--lane", "lite"], "task-unknown"),
        (
            &["human", "--add", "X", "--task", "SUMAR", "--origin", "QA"],
            "would-not-pass",
        ),
        (
            &["inbox", "--add", "X", "--section", "ideas", "--name", "A B"],
            "slug-malformed",
        ),
    ] {
        let json = ran(&place, command, &["--format", "json"]);
        assert_eq!(
            (json.code, &json.json()["code"]),
            (1, &json!(code)),
            "{command:?}: {}",
            json.out
        );
        meets(&json.json());
        let text = ran(&place, command, &[]);
        assert!(
            text.err.contains(&format!("refused ({code}): ")) && text.err.contains("help: "),
            "{}",
            text.err
        );
    }
    for command in [
        &["classify", "sumar", "--lane", "rapido"][..],
        &["inbox", "--add", "X", "--section", "otra", "--name", "x"],
        &["human", "--add", "X"],
        &["human", "--task", "x"],
    ] {
        assert_eq!(ran(&place, command, &[]).code, 2, "{command:?}");
    }
    assert_eq!(tree(&place), before);
}

#[test]
fn q22_the_company_decides_what_express_may_touch() {
    let place = place();
    place.write(
        "../organization/company.md",
        "## Qué no se puede romper\n\n- `api`\n",
    );
    let ran = place.ops("classify", &["sumar", "--lane", "express"]);
    assert!(
        ran.out.starts_with(
            "sumar [directo] (cast: dev → qa); express becomes directo: `api` must not break\n"
        ),
        "{}",
        ran.out
    );
    let by = [
        "sumar",
        "--lane",
        "manual",
        "--by",
        "classifier",
        "--format",
        "json",
    ];
    let json = place.ops("classify", &by).json();
    assert_eq!(
        (&json["lane"], &json["note"]["code"]),
        (&json!("directo"), &json!("manual-raised"))
    );
    let json = place
        .ops(
            "classify",
            &["sumar", "--lane", "manual", "--format", "json"],
        )
        .json();
    assert_eq!(
        (&json["lane"], &json["note"]["code"]),
        (&json!("manual"), &json!("manual-critical"))
    );
}
