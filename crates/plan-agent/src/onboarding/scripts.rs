//! Manifests that name commands of their own: scripts, tasks and targets.

use plan_diagnostics::Span;
use serde_json::{Map, Value};

use super::Repository;
use super::commands::{CommandKind, Desk};

/// The scripts of a package.json, by the package manager whose lock file is there.
pub(super) fn package_json(desk: &mut Desk<'_>) {
    let manager = manager(desk.repository);
    for (name, body, span) in members(desk, "package.json", "scripts") {
        // What npm writes into a new package is no test.
        let Some(kind) =
            CommandKind::of_name(&name).filter(|_| !body.contains("no test specified"))
        else {
            continue;
        };
        let line = match (manager, name.as_str()) {
            ("npm", "test") => "npm test".to_owned(),
            _ => format!("{manager} run {name}"),
        };
        desk.add(kind, line, "package.json", span);
    }
}

fn manager(repository: &Repository) -> &'static str {
    let locks = [
        ("pnpm-lock.yaml", "pnpm"),
        ("yarn.lock", "yarn"),
        ("bun.lock", "bun"),
        ("bun.lockb", "bun"),
    ];
    let found = locks.iter().find(|(file, _)| repository.has(file));
    found.map_or("npm", |(_, manager)| manager)
}

/// The tasks of a deno.json, and what deno has anyway.
pub(super) fn deno(desk: &mut Desk<'_>) {
    for (name, _, span) in members(desk, "deno.json", "tasks") {
        if let Some(kind) = CommandKind::of_name(&name) {
            desk.add(kind, format!("deno task {name}"), "deno.json", span);
        }
    }
    if desk.repository.has("deno.json") {
        desk.add(CommandKind::Test, "deno test", "deno.json", None);
        desk.add(CommandKind::Lint, "deno lint", "deno.json", None);
    }
}

/// The scripts of a composer.json, and the tools that are configured beside it.
pub(super) fn composer(desk: &mut Desk<'_>) {
    for (name, _, span) in members(desk, "composer.json", "scripts") {
        if let Some(kind) = CommandKind::of_name(&name) {
            desk.add(kind, format!("composer {name}"), "composer.json", span);
        }
    }
    for (files, kind, line) in [
        (
            ["phpunit.xml", "phpunit.xml.dist"],
            CommandKind::Test,
            "vendor/bin/phpunit",
        ),
        (
            ["phpstan.neon", "phpstan.neon.dist"],
            CommandKind::Lint,
            "vendor/bin/phpstan",
        ),
    ] {
        if let Some(file) = desk.repository.first(&files) {
            desk.add(kind, line, file, None);
        }
    }
}

/// The members of an object of a JSON manifest: name, text, and where the name stands.
fn members(desk: &mut Desk<'_>, file: &str, object: &str) -> Vec<(String, String, Option<Span>)> {
    let Some(text) = desk.repository.text(file).map(str::to_owned) else {
        return Vec::new();
    };
    let manifest: Map<String, Value> = match serde_json::from_str(&text) {
        Ok(manifest) => manifest,
        Err(error) => {
            desk.unreadable(file, error.to_string());
            return Vec::new();
        }
    };
    let scripts = manifest.get(object).and_then(Value::as_object);
    let from = text.find(&format!("\"{object}\"")).unwrap_or(0);
    let place = |name: &str| {
        let quoted = format!("\"{name}\"");
        let at = from + text.get(from..)?.find(&quoted)?;
        Some(Span::new(at, at + quoted.len()))
    };
    let members = scripts.into_iter().flatten();
    members
        .map(|(name, body)| {
            let body = body.as_str().unwrap_or_default().to_owned();
            (name.clone(), body, place(name))
        })
        .collect()
}

/// The targets of a Makefile, or the recipes of a justfile: `name: …` at the start of a line.
pub(super) fn targets(desk: &mut Desk<'_>, file: &str, runner: &str) {
    let Some(text) = desk.repository.text(file).map(str::to_owned) else {
        return;
    };
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let start = at;
        at += line.len();
        let Some((head, rest)) = line.split_once(':') else {
            continue;
        };
        let mut words = head.split_whitespace();
        // A recipe may have parameters, and a line several targets; the first word is the one to run.
        let name = words.next().unwrap_or_default();
        let sets = |word: &str| matches!(word, "=" | "?=" | "+=" | "::=");
        let is_assignment =
            rest.starts_with('=') || name.contains('=') || words.next().is_some_and(sets);
        if is_assignment || line.starts_with([' ', '\t', '#', '.']) {
            continue;
        }
        if let Some(kind) = CommandKind::of_name(name.trim_start_matches('@')) {
            let span = Span::new(start, start + head.len());
            desk.add(
                kind,
                format!("{runner} {}", name.trim_start_matches('@')),
                file,
                Some(span),
            );
        }
    }
}

/// The tasks of a Taskfile: `  name:` two spaces in, below `tasks:`.
pub(super) fn taskfile(desk: &mut Desk<'_>) {
    let Some(text) = desk.repository.text("Taskfile.yml").map(str::to_owned) else {
        return;
    };
    let tasks = text.lines().skip_while(|line| line.trim_end() != "tasks:");
    for line in tasks
        .skip(1)
        .take_while(|line| line.is_empty() || line.starts_with([' ', '#']))
    {
        let name = line
            .strip_prefix("  ")
            .filter(|name| !name.starts_with([' ', '#']));
        let name = name.and_then(|name| name.trim_end().strip_suffix(':'));
        if let Some((name, kind)) = name.and_then(|name| Some((name, CommandKind::of_name(name)?)))
        {
            desk.add(kind, format!("task {name}"), "Taskfile.yml", None);
        }
    }
}
