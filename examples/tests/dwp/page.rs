//! The page on the life of a plan: every block of it is run, in order, and its output compared.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::run::Ran;

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .unwrap()
        .to_owned()
}

/// Runs a line in a shell that finds `dwp`; variables are those that earlier lines exported.
fn shell(dir: &Path, exported: &[String], line: &str) -> Ran {
    let binaries = Path::new(env!("CARGO_BIN_EXE_dwp")).parent().unwrap();
    let path = std::env::var("PATH").unwrap_or_default();
    let script = format!("exec 2>&1\n{}\n{line}", exported.join("\n"));
    let mut command = Command::new("sh");
    command
        .args(["-c", &script])
        .current_dir(dir)
        .env_remove("PLANWRIGHT_PROBE")
        .env("LC_ALL", "C")
        .env("PLANWRIGHT", repository())
        .env("PATH", format!("{}:{path}", binaries.display()));
    Ran::of(command.output().unwrap())
}

/// The page with every block as it comes out now; files are written, and commands run.
fn played(page: &str, dir: &Path) -> String {
    let mut out = String::new();
    let mut exported = Vec::new();
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        let _ = writeln!(out, "{line}");
        let Some(info) = line.strip_prefix("```") else {
            continue;
        };
        let block: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
        if let Some(file) = info.strip_prefix("json ") {
            std::fs::write(dir.join(file), block.join("\n") + "\n").unwrap();
            let _ = writeln!(out, "{}", block.join("\n"));
        } else if info == "console" {
            for command in block.iter().filter_map(|line| line.strip_prefix("$ ")) {
                let _ = writeln!(out, "$ {command}");
                if command.starts_with("export ") {
                    exported.push(command.to_owned());
                }
                let ran = shell(dir, &exported, command);
                out += &ran.out;
                if ran.code != 0 {
                    let _ = writeln!(out, "[exit {}]", ran.code);
                }
            }
        } else {
            panic!("a block of another kind: {line}");
        }
        out += "```\n";
    }
    out
}

/// A text without what differs from run to run: times, digests, the number of rules that there are.
fn plain(text: &str) -> String {
    let words = text.split_inclusive(|c: char| c.is_whitespace() || "(),;\"".contains(c));
    let plain = |word: &str| {
        let bare = word.trim_end_matches(|c: char| c.is_whitespace() || "(),;\".".contains(c));
        let time = bare.len() >= 20 && bare.ends_with('Z') && bare.as_bytes()[10] == b'T';
        let digest = bare.len() == 64 && bare.bytes().all(|byte| byte.is_ascii_hexdigit());
        if time || digest {
            word.replace(bare, "…")
        } else {
            word.to_owned()
        }
    };
    let text: String = words.map(plain).collect();
    let line = |line: &str| match line.split_once(" rules checked") {
        Some((before, behind)) => {
            let before = before.trim_end_matches(|c: char| c.is_ascii_digit());
            format!("{before}N rules checked{behind}\n")
        }
        None => format!("{line}\n"),
    };
    text.lines().map(line).collect()
}

/// With `PLANWRIGHT_REGENERATE=1` the page is written anew instead, where it differs.
#[test]
fn the_life_of_a_plan_is_as_the_page_has_it() {
    let path = repository().join("docs/life-of-a-plan.md");
    let page = std::fs::read_to_string(&path).unwrap();
    let dir = tempfile::tempdir().unwrap();
    let now = played(&page, dir.path());
    if plain(&now) == plain(&page) {
        return;
    }
    if std::env::var("PLANWRIGHT_REGENERATE").is_ok_and(|value| value == "1") {
        std::fs::write(&path, &now).unwrap();
    } else {
        let differs = |(now, then): &(&str, &str)| now != then;
        let (now, then) = (plain(&now), plain(&page));
        let first = now.lines().zip(then.lines()).find(differs);
        panic!("docs/life-of-a-plan.md is out of step, first where it is now {first:?}");
    }
}

#[test]
fn times_and_digests_are_passed_over() {
    let digest = "0".repeat(64);
    let text = format!("Task 3, start (2026-11-30T14:03:46Z)\n{digest}: 137 rules checked)\n");
    assert_eq!(plain("at 2026-11-30T14:03:46Z."), "at ….\n");
    assert!(plain(&text).starts_with("Task 3, start (…)\n"));
    assert!(plain("(0 errors; 12 rules checked)").contains("; N rules checked)"));
}
