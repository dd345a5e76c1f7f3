//! Text that would control the terminal, planted wherever a plan holds text: no command lets it
//! through, in an answer, a finding or a refusal.

use std::path::Path;

use plan_testkit::PlanBuilder;
use serde_json::Value;

use crate::run::{Plan, dwp};

/// A colour, a bell, an eight-bit sequence, a link, a carriage return, text turned around, a
/// separator that some terminals break lines at, and a line of its own.
const HOSTILE: &str = "\u{1b}[31mX\u{7}\u{9b}2J\u{1b}]8;;http://x.test\u{1b}\\l\r\u{202e}Y\u{2028}\u{200b}\nFORGED: ok";

/// The same within one line, as it can stand in Markdown.
const IN_LINE: &str =
    "\u{1b}[31mX\u{7}\u{9b}2J\u{1b}]8;;http://x.test\u{1b}\\l\u{202e}Y\u{2028}\u{200b}";

/// Whether a terminal, or a reader's eye, could be led astray by this character.
fn is_raw(character: char) -> bool {
    (character.is_control() && character != '\n')
        || matches!(character, '\u{200b}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Every command that reads a plan, and some that refuse.
const COMMANDS: [&[&str]; 22] = [
    &["check", "PLAN"],
    &["check", "--format", "json", "PLAN"],
    &["check", "--format", "sarif", "PLAN"],
    &["status", "PLAN"],
    &["status", "--format", "json", "PLAN"],
    &["list", "PARENT"],
    &["list", "--format", "json", "PARENT"],
    &["outcomes", "PLAN"],
    &["outcomes", "--format", "json", "PLAN"],
    &["diff", "PLAN", "PRISTINE"],
    &["diff", "--format", "json", "PLAN", "PRISTINE"],
    &["lock", "PLAN"],
    &["reconcile", "PLAN"],
    &["reconcile", "--format", "json", "PLAN"],
    &["decide", "PLAN"],
    &["escalate", "PLAN"],
    &["update", "STATE", "--task", "2", "--status", "completed"],
    &["update", "STATE", "--task", "9", "--status", "pending"],
    &[
        "update",
        "STATE",
        "--task",
        "1",
        "--status",
        "in_progress",
        "--format",
        "json",
    ],
    &["complete", "PLAN", "--task", "2"],
    &["promote", "PLAN"],
    &["finalize", "PLAN"],
];

/// Runs every command on a plan whose files are given, and on a copy of it, and looks at the bytes.
fn look(what: &str, files: &[(String, Vec<u8>)]) {
    for command in COMMANDS {
        let plan = written(files);
        let pristine = Plan::of(&PlanBuilder::full(3));
        let arguments: Vec<String> = command
            .iter()
            .map(|argument| match *argument {
                "PLAN" => plan.path().to_owned(),
                "PARENT" => plan.dir.parent().unwrap().to_str().unwrap().to_owned(),
                "PRISTINE" => pristine.path().to_owned(),
                "STATE" => plan.state_path(),
                other => other.to_owned(),
            })
            .collect();
        let output = dwp().args(&arguments).output().unwrap();
        clean(&format!("{what}: {command:?}"), &output);
    }
}

/// Asserts that nothing raw, and no forged line, is in what a command printed.
fn clean(what: &str, output: &std::process::Output) {
    for (stream, bytes) in [("stdout", &output.stdout), ("stderr", &output.stderr)] {
        let text = String::from_utf8(bytes.clone()).unwrap();
        let raw: Vec<char> = text.chars().filter(|c| is_raw(*c)).collect();
        assert!(raw.is_empty(), "{what}: {raw:?} in {stream}: {text:?}");
        let forged = text.lines().find(|line| line.starts_with("FORGED"));
        assert!(
            forged.is_none(),
            "{what}: a forged line in {stream}: {text}"
        );
    }
}

/// A plan of these files.
fn written(files: &[(String, Vec<u8>)]) -> Plan {
    let plan = Plan::of(&PlanBuilder::full(3));
    for (name, bytes) in files {
        let path = plan.dir.join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, bytes).unwrap();
    }
    plan
}

/// The files of a plan in which much can be said: one task done, one blocked.
fn rich() -> std::collections::BTreeMap<String, String> {
    PlanBuilder::full(4).tick(1).block(2).files()
}

/// The paths of all texts in a JSON value.
fn texts(value: &Value, path: &str, found: &mut Vec<String>) {
    match value {
        Value::String(_) => found.push(path.to_owned()),
        Value::Array(items) => {
            for (at, item) in items.iter().enumerate() {
                texts(item, &format!("{path}/{at}"), found);
            }
        }
        Value::Object(members) => {
            for (name, member) in members {
                texts(member, &format!("{path}/{name}"), found);
            }
        }
        _ => {}
    }
}

#[test]
fn every_text_of_the_json_files_is_shown_escaped() {
    let files = rich();
    let all = |name: &str, plant: &dyn Fn(&mut Value)| {
        let mut document: Value = serde_json::from_str(&files[name]).unwrap();
        plant(&mut document);
        let mut changed: Vec<(String, Vec<u8>)> = files
            .iter()
            .map(|(n, t)| (n.clone(), t.clone().into_bytes()))
            .collect();
        changed.retain(|(n, _)| n != name);
        changed.push((name.into(), serde_json::to_vec_pretty(&document).unwrap()));
        changed
    };
    // What may hold any text, all at once: the plan stays readable, and the texts are shown.
    let free = |document: &mut Value| {
        for task in document["tasks"].as_array_mut().unwrap() {
            task["title"] = HOSTILE.into();
            task["outcome"] = serde_json::json!({
                "worked": HOSTILE, "notes": HOSTILE, "tried": [HOSTILE], "failed": [HOSTILE]});
            task[HOSTILE] = HOSTILE.into();
            for gate in task["gates"].as_array_mut().unwrap() {
                gate["command"] = HOSTILE.into();
                gate["evidence"] = HOSTILE.into();
            }
        }
        document["updated_by"] = serde_json::json!({"agent": HOSTILE, "model": HOSTILE});
        document["blocked"]["reason"] = HOSTILE.into();
        document["blocked"]["needs"] = HOSTILE.into();
        document["checkpoint"]["note"] = HOSTILE.into();
        document["checkpoint"]["step"] = HOSTILE.into();
    };
    look("free texts of the state", &all("state.json", &free));
    let manifest = |document: &mut Value| {
        document["title"] = HOSTILE.into();
        document["tags"] = serde_json::json!([HOSTILE]);
        document["created_by"] = serde_json::json!({"agent": HOSTILE, "model": HOSTILE});
        document["parent_plan"] = format!("repo:{HOSTILE}").into();
        document[HOSTILE] = HOSTILE.into();
    };
    look(
        "free texts of the manifest",
        &all("manifest.json", &manifest),
    );
}

#[test]
fn what_is_refused_in_the_json_files_is_quoted_escaped() {
    let files = rich();
    for name in ["state.json", "manifest.json"] {
        let document: Value = serde_json::from_str(&files[name]).unwrap();
        let mut paths = Vec::new();
        texts(&document, "", &mut paths);
        for path in paths {
            let mut document = document.clone();
            *document.pointer_mut(&path).unwrap() = HOSTILE.into();
            let plan = written(&[(name.into(), serde_json::to_vec(&document).unwrap())]);
            let output = dwp().args(["check", plan.path()]).output().unwrap();
            clean(&format!("{name}{path}: check"), &output);
            let state = plan.state_path();
            let update = ["update", &state, "--task", "1", "--status", "in_progress"];
            clean(
                &format!("{name}{path}: update"),
                &dwp().args(update).output().unwrap(),
            );
        }
        // What is no JSON at all.
        look(
            name,
            &[(
                name.into(),
                format!("{{\"{IN_LINE}\": {IN_LINE}").into_bytes(),
            )],
        );
    }
}

#[test]
fn every_line_of_the_markdown_is_shown_escaped() {
    let at_the_end = |line: &str| format!("{line}{IN_LINE}\n");
    let inside = |line: &str| line.replacen(' ', &format!(" {IN_LINE}"), 2) + "\n";
    let planted = |plant: &dyn Fn(&str) -> String| {
        let files = rich().into_iter().map(|(name, text)| {
            let is_markdown = name.ends_with(".md");
            let text = if is_markdown {
                text.lines().map(plant).collect()
            } else {
                text
            };
            (name, text.into_bytes())
        });
        files.collect::<Vec<_>>()
    };
    look("ends of lines", &planted(&at_the_end));
    look("insides of lines", &planted(&inside));
}

#[test]
fn names_of_files_and_plans_are_shown_escaped() {
    let line = "\u{1b}[31mX\u{7}\u{202e}Y\nFORGED";
    let base = rich();
    let mut files: Vec<(String, Vec<u8>)> = base
        .iter()
        .map(|(n, t)| (n.clone(), t.clone().into_bytes()))
        .collect();
    for name in [
        format!("9.task_{line}.md"),
        format!("{line}.md"),
        format!("analysis_results/{line}.md"),
        format!("analysis_results/{line}/log.txt"),
        format!("state.json.{line}"),
    ] {
        files.push((name, b"ghp_16C7e42F292c6912E7710c838347Ae178B4a\n".to_vec()));
    }
    look("names of files", &files);
    let parent = tempfile::tempdir().unwrap();
    let plan = PlanBuilder::full(3).write_into(parent.path());
    let renamed = parent.path().join(format!("PLAN_{line}"));
    std::fs::rename(&plan, &renamed).unwrap();
    let state = renamed.join("state.json");
    for (command, path) in [
        ("check", renamed.as_path()),
        ("status", &renamed),
        ("outcomes", &renamed),
        ("lock", &renamed),
        ("reconcile", &renamed),
        ("list", parent.path()),
        ("check", Path::new("/nowhere/\u{1b}[31m\u{7}\nFORGED")),
        ("status", Path::new("/nowhere/\u{1b}[31m\u{7}\nFORGED")),
    ] {
        let output = dwp().arg(command).arg(path).output().unwrap();
        clean(&format!("{command} {path:?}"), &output);
    }
    let update = ["--task", "1", "--status", "in_progress"];
    clean(
        "update",
        &dwp()
            .arg("update")
            .arg(&state)
            .args(update)
            .output()
            .unwrap(),
    );
}

#[test]
fn records_of_locks_and_publications_are_shown_escaped() {
    let owner = serde_json::json!({"pid": 1, "host": HOSTILE, "boot_id": HOSTILE,
        "started_at": HOSTILE, "command": HOSTILE, "nonce": HOSTILE});
    for text in [owner.to_string(), format!("{{\"pid\": {IN_LINE}")] {
        look(
            "owner of the lock",
            &[("state.json.lock/owner.json".into(), text.into_bytes())],
        );
    }
    let marker = serde_json::json!({"schema": HOSTILE, "candidate": HOSTILE, "tool": HOSTILE});
    look(
        "marker",
        &[(".finalizing.json".into(), marker.to_string().into_bytes())],
    );
    let receipt = (
        "analysis_results/FINALIZATION.json".to_owned(),
        marker.to_string().into_bytes(),
    );
    look("receipt", &[receipt]);
    let approval = (
        "analysis_results/APPROVAL.json".to_owned(),
        marker.to_string().into_bytes(),
    );
    look("approval", &[approval]);
}

#[test]
fn arguments_are_quoted_escaped() {
    let plan = Plan::of(&PlanBuilder::full(3));
    let state = plan.state_path();
    let path = plan.path();
    let calls: [&[&str]; 12] = [
        &[HOSTILE],
        &["check", path, HOSTILE],
        &["check", "--format", HOSTILE, path],
        &["update", &state, "--task", HOSTILE, "--status", "pending"],
        &["update", &state, "--task", "1", "--status", HOSTILE],
        &[
            "update",
            &state,
            "--task",
            "1",
            "--status",
            "completed",
            "--gate",
            HOSTILE,
        ],
        &[
            "update",
            &state,
            "--task",
            "1",
            "--status",
            "completed",
            "--gate-json",
            HOSTILE,
        ],
        &[
            "update", &state, "--task", "1", "--status", "blocked", "--reason", HOSTILE,
        ],
        &[
            "update",
            &state,
            "--task",
            "1",
            "--status",
            "in_progress",
            "--expect",
            HOSTILE,
        ],
        &["schema", HOSTILE],
        &["lock", path, "--break", HOSTILE],
        &["approve", path, "--by", HOSTILE, "--words", HOSTILE],
    ];
    for call in calls {
        clean(&format!("{call:?}"), &dwp().args(call).output().unwrap());
    }
}
