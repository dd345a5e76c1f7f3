//! The page on teams: what it tells people to paste runs, and prints what it says.

use std::path::Path;
use std::process::Command;

use super::Origin;

/// The fenced blocks of a language, with the line that they open on.
fn blocks<'t>(page: &'t str, language: &str) -> Vec<&'t str> {
    let open = format!("```{language}\n");
    let parts = page.split(open.as_str()).skip(1);
    parts.filter_map(|part| part.split("```").next()).collect()
}

#[test]
fn q25_the_page_on_teams_can_be_pasted() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/team-of-agents.md");
    let page = std::fs::read_to_string(page).unwrap();
    let script = blocks(&page, "sh").concat();
    assert!(script.contains("ops claim"));

    let origin = Origin::new();
    let dir = origin.root().join("team");
    std::fs::create_dir(&dir).unwrap();
    let binary = Path::new(env!("CARGO_BIN_EXE_ops"));
    let mut paths = vec![binary.parent().unwrap().to_owned()];
    paths.extend(std::env::split_paths(&std::env::var_os("PATH").unwrap()));
    let mut bash = Command::new("bash");
    origin.environment(&mut bash);
    bash.env("PATH", std::env::join_paths(paths).unwrap())
        .env_remove("OPS_RUNNER")
        .current_dir(&dir)
        .args(["-euo", "pipefail", "-c", &format!("exec 2>&1\n{script}")]);
    let output = bash.output().unwrap();
    let printed = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{printed}");
    // The second block is a sketch.
    let mut rest = printed.as_str();
    for line in blocks(&page, "text")[0].lines() {
        let at = rest
            .find(line)
            .unwrap_or_else(|| panic!("`{line}` is not in {printed}"));
        rest = &rest[at + line.len()..];
    }
    assert!(
        printed.ends_with("lend-tool.md\n"),
        "what is left is one claim: {printed}"
    );
}
