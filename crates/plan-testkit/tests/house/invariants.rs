//! Invariants that a glance at the sources can tell: who does I/O, and that nobody is unsafe.

use crate::files::{below, crates, read, root, shown};

/// Sources that touch no file, process, clock or environment.
const PURE: &[&str] = &[
    "plan-prose/src",
    "plan-diagnostics/src",
    "plan-markdown/src",
    "plan-state/src",
    "plan-verify/src/rules",
    "plan-verify/src/view",
];

const OUTSIDE_WORLD: &[&str] = &[
    "std::fs",
    "std::net",
    "std::env",
    "process::Command",
    "::now()",
    "ConfinedDir",
];

/// The code of a file up to its tests, without the lines of comments.
fn shipped(text: &str) -> String {
    let code = text.split("#[cfg(test)]").next().unwrap_or(text);
    code.lines()
        .filter(|line| !line.trim_start().starts_with("//"))
        .collect::<Vec<_>>()
        .join("\n")
}

fn sources(dir: &std::path::Path) -> Vec<(String, String)> {
    below(dir, ".rs")
        .iter()
        .map(|path| (shown(path), shipped(&read(path))))
        .collect()
}

#[test]
fn only_plan_guard_may_write_files() {
    let allowance = "allow(clippy::disallowed_methods";
    let writers = crates()
        .into_iter()
        .filter(|dir| !dir.ends_with("plan-guard") && !dir.ends_with("plan-testkit"))
        .flat_map(|dir| sources(&dir.join("src")));
    let takes_leave: Vec<_> = writers
        .filter(|(_, code)| {
            let code: String = code.split_whitespace().collect();
            code.contains(allowance)
        })
        .map(|(file, _)| file)
        .collect();
    // It runs git, and writes no file.
    assert_eq!(
        takes_leave,
        ["crates/plan-queue/src/remote/git.rs"],
        "no other allows itself what clippy.toml forbids"
    );

    let rules = read(&root().join("clippy.toml"));
    for method in [
        "write",
        "rename",
        "copy",
        "remove_file",
        "File::create",
        "OpenOptions::new",
    ] {
        assert!(
            rules.contains(&format!("\"std::fs::{method}\"")),
            "clippy.toml forbids {method}"
        );
    }
}

#[test]
fn judging_does_no_io() {
    let mut seen = 0;
    for name in PURE {
        for (file, code) in sources(&root().join("crates").join(name)) {
            for word in OUTSIDE_WORLD {
                assert!(!code.contains(word), "{file} uses {word}");
            }
            seen += 1;
        }
    }
    assert!(seen > PURE.len(), "only {seen} files were seen");
}

#[test]
fn one_module_of_the_libraries_runs_processes() {
    let running: Vec<String> = crates()
        .into_iter()
        .filter(|dir| !dir.ends_with("plan-testkit"))
        .flat_map(|dir| sources(&dir.join("src")))
        .filter(|(_, code)| code.contains("Command::new("))
        .map(|(file, _)| file)
        .collect();
    assert_eq!(running, ["crates/plan-queue/src/remote/git.rs"]);
}

#[test]
fn every_package_keeps_the_lints_of_the_workspace() {
    let workspace = read(&root().join("Cargo.toml"));
    assert!(workspace.contains("unsafe_code = \"forbid\""));
    let packages = crates()
        .into_iter()
        .chain(["examples", "benches"].map(|name| root().join(name)));
    for dir in packages {
        let manifest = read(&dir.join("Cargo.toml"));
        assert!(
            manifest.contains("[lints]\nworkspace = true\n"),
            "{}",
            shown(&dir)
        );
    }
}
