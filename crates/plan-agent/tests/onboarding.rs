//! P20: what can be established about a repository, each rule with a repository that trips it and one
//! that does not.
#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

use plan_agent::Profile;
use plan_agent::onboarding::*;

/// A repository with these files; `files` that have a text are looked at.
fn repository(files: &[(&str, &str)]) -> Repository {
    let mut repository = Repository {
        name: "invoices".into(),
        ignores_dwp: Some(true),
        ..Repository::default()
    };
    for (file, text) in files {
        repository.files.insert((*file).to_owned());
        if is_wanted(file) {
            repository
                .texts
                .insert((*file).to_owned(), (*text).to_owned());
        }
    }
    repository
}

fn commands(files: &[(&str, &str)]) -> Vec<String> {
    let survey = Survey::of(&repository(files));
    let commands = survey.commands.iter();
    commands
        .map(|command| format!("{}: {}", command.kind, command.line))
        .collect()
}

fn codes(repository: &Repository) -> Vec<&'static str> {
    let report = Survey::of(repository).report(repository);
    report.findings().map(|finding| finding.rule.code).collect()
}

#[track_caller]
fn trips(rule: &plan_diagnostics::Rule, tripping: &Repository, near_miss: &Repository) {
    let (code, miss) = (codes(tripping), codes(near_miss));
    assert!(code.contains(&rule.code), "{code:?}");
    assert!(!miss.contains(&rule.code), "near miss: {miss:?}");
}

const CARGO: (&str, &str) = ("Cargo.toml", "[package]\nname = \"x\"\n");
const AGENTS: (&str, &str) = (
    "AGENTS.md",
    "# Conventions\n\nAmounts are kept as whole cents everywhere.\nEvery public item is documented in English.\n\
     Tests stand beside the code that they test.\n",
);

#[test]
fn p20_commands_of_common_manifests() {
    let package = r#"{"name": "x", "scripts": {"build": "tsc", "test": "vitest", "lint:fix": "eslint",
        "typecheck": "tsc", "fmt": "prettier", "start": "node ."}}"#;
    for (files, expected) in [
        (
            vec![("package.json", package)],
            vec![
                "build: npm run build",
                "format: npm run fmt",
                "lint: npm run lint:fix",
                "test: npm test",
                "types: npm run typecheck",
            ],
        ),
        (
            vec![
                ("package.json", r#"{"scripts": {"test": "vitest"}}"#),
                ("pnpm-lock.yaml", ""),
            ],
            vec!["test: pnpm run test"],
        ),
        (
            vec![CARGO],
            vec![
                "build: cargo build",
                "test: cargo test",
                "lint: cargo clippy --all-targets",
                "format: cargo fmt --check",
            ],
        ),
        (
            vec![(
                "pyproject.toml",
                "[tool.pytest.ini_options]\n[tool.ruff]\n[tool.mypy]\n",
            )],
            vec!["test: pytest", "lint: ruff check", "types: mypy"],
        ),
        (
            vec![(
                "Makefile",
                "VERSION := 1\n.PHONY: test\nbuild: src\n\tcc\ntest-unit:\n\techo lint: no\n# lint:\nfmt: ;\n",
            )],
            vec![
                "build: make build",
                "test: make test-unit",
                "format: make fmt",
            ],
        ),
        (
            vec![("justfile", "@test filter='':\n  cargo test\nlint:\n  x\n")],
            vec!["test: just test", "lint: just lint"],
        ),
        (
            vec![("go.mod", "module x\n")],
            vec![
                "build: go build ./...",
                "test: go test ./...",
                "lint: go vet ./...",
            ],
        ),
        (
            vec![("pom.xml", ""), ("mvnw", "")],
            vec!["build: ./mvnw package", "test: ./mvnw test"],
        ),
        (
            vec![("build.gradle.kts", ""), ("gradlew", "")],
            vec![
                "build: ./gradlew assemble",
                "test: ./gradlew test",
                "lint: ./gradlew check",
            ],
        ),
        (
            vec![
                (
                    "composer.json",
                    r#"{"scripts": {"lint": "phpcs", "post-install-cmd": "x"}}"#,
                ),
                ("phpunit.xml.dist", ""),
            ],
            vec!["lint: composer lint", "test: vendor/bin/phpunit"],
        ),
        (
            vec![("Gemfile", "gem 'rspec'\ngem 'rubocop'\n")],
            vec!["test: bundle exec rspec", "lint: bundle exec rubocop"],
        ),
        (
            vec![("x.sln", "")],
            vec!["build: dotnet build", "test: dotnet test"],
        ),
        (
            vec![(
                "Taskfile.yml",
                "version: 3\ntasks:\n  test:\n    cmds: [x]\n  deploy:\nvars:\n  lint:\n",
            )],
            vec!["test: task test"],
        ),
        (vec![("README.md", "run `make test`")], vec![]),
    ] {
        let mut found = commands(&files);
        if files[0].0 == "package.json" {
            found.sort();
        }
        assert_eq!(found, expected, "{}", files[0].0);
    }
}

#[test]
fn p20_a_command_stands_where_its_manifest_names_it() {
    let text = "{\n  \"name\": \"test\",\n  \"scripts\": {\n    \"test\": \"vitest\"\n  }\n}\n";
    let repository = repository(&[("package.json", text)]);
    let report = Survey::of(&repository).report(&repository);
    let command = report
        .findings()
        .find(|finding| finding.rule.code == "repo-command")
        .unwrap();
    let place = report.start_of(&command.location).unwrap();
    assert_eq!((place.line, place.column), (4, 5));
}

/// What npm writes into a new package is no test.
#[test]
fn p20_a_placeholder_is_no_test() {
    let placeholder = r#"{"scripts": {"test": "echo \"Error: no test specified\" && exit 1", "lint": "eslint ."}}"#;
    let none = repository(&[("package.json", placeholder)]);
    let real = repository(&[(
        "package.json",
        r#"{"scripts": {"test": "vitest", "lint": "x"}}"#,
    )]);
    trips(&REPO_TESTS_MISSING, &none, &real);
}

#[test]
fn p20_what_is_missing_comes_with_a_proposal_for_the_stack() {
    for (file, stack, tests) in [
        ("tsconfig.json", "TypeScript", "vitest"),
        ("requirements.txt", "Python", "pytest"),
        ("main.tf", "Terraform", "terraform test"),
        ("run.sh", "shell", "bats"),
        ("notes.txt", "any", "test framework of its language"),
    ] {
        let repository = repository(&[(file, "")]);
        let survey = Survey::of(&repository);
        let proposal = survey.proposal.clone().unwrap();
        assert_eq!(proposal.stack.name, stack);
        let report = survey.report(&repository);
        let missing = report
            .findings()
            .find(|finding| finding.rule.code == "repo-tests-missing")
            .unwrap();
        let help = missing.help.clone().unwrap();
        assert!(
            help.contains(tests) && help.contains("60 % of lines"),
            "{help}"
        );
    }
    let without = repository(&[("Makefile", "test:\n\tx\n")]);
    trips(&REPO_LINT_MISSING, &without, &repository(&[CARGO]));
    assert_eq!(Survey::of(&repository(&[CARGO])).proposal, None);
}

#[test]
fn p20_git_ignores_the_plans_or_that_is_a_failure() {
    let ignored = repository(&[CARGO, AGENTS]);
    let tracked = Repository {
        ignores_dwp: Some(false),
        ..ignored.clone()
    };
    trips(&REPO_DWP_NOT_IGNORED, &tracked, &ignored);
    let verdict = |repository: &Repository| Survey::of(repository).report(repository).verdict();
    assert_eq!(verdict(&tracked), plan_diagnostics::Verdict::Findings);
    assert_eq!(verdict(&ignored), plan_diagnostics::Verdict::Clean);
    let unknown = Repository {
        ignores_dwp: None,
        ..ignored.clone()
    };
    trips(&REPO_DWP_NOT_IGNORED, &tracked, &unknown);
    assert_eq!(Survey::of(&unknown).report(&unknown).notes().count(), 1);
}

#[test]
fn p20_agent_files_refer_to_agents_md_and_do_not_repeat_it() {
    let with = |text: &str| repository(&[CARGO, AGENTS, ("CLAUDE.md", text)]);
    let refers = with("Follow AGENTS.md.\n");
    trips(&REPO_AGENT_FILE, &refers, &repository(&[CARGO, AGENTS]));
    trips(&REPO_AGENT_FILE_APART, &with("Be brief.\n"), &refers);
    trips(&REPO_AGENT_FILE_REPEATS, &with(AGENTS.1), &refers);
    let two = "Follow AGENTS.md.\nAmounts are kept as whole cents everywhere.\n";
    trips(&REPO_AGENT_FILE_REPEATS, &with(AGENTS.1), &with(two));
    trips(&REPO_AGENTS_MD_MISSING, &repository(&[CARGO]), &refers);
    let mut linked = repository(&[CARGO, AGENTS]);
    linked.links.insert("CLAUDE.md".into(), "AGENTS.md".into());
    trips(&REPO_AGENT_FILE_APART, &with("Be brief.\n"), &linked);
    assert!(codes(&linked).contains(&"repo-agent-file"));
}

#[test]
fn p20_archetypes_are_hinted_at() {
    let kind = |repository: &Repository| {
        Survey::of(repository)
            .archetype
            .map(|hint| hint.archetype.as_str())
    };
    assert_eq!(kind(&repository(&[CARGO])), Some("individual"));
    assert_eq!(
        kind(&repository(&[("SOUL.md", ""), ("HEARTBEAT.md", "")])),
        Some("agent-workspace")
    );
    let mut hub = repository(&[CARGO]);
    hub.nested.extend(["api".to_owned(), "web".to_owned()]);
    assert_eq!(kind(&hub), Some("orchestrator-hub"));
    let modules = "[submodule \"a\"]\n\tpath = a\n[submodule \"b\"]\n\tpath = b\n";
    assert_eq!(
        kind(&repository(&[(".gitmodules", modules)])),
        Some("orchestrator-hub")
    );
    let one = repository(&[(".gitmodules", "[submodule \"a\"]\n")]);
    assert_eq!(kind(&one), None);
    trips(&REPO_ARCHETYPE, &hub, &one);
}

#[test]
fn p20_skills_and_agents_at_hand() {
    let skill = repository(&[(".claude/skills/release/SKILL.md", "")]);
    trips(&REPO_SKILL, &skill, &repository(&[("skills.md", "")]));
    let agent = repository(&[(".claude/agents/reviewer.md", "")]);
    trips(
        &REPO_AGENT,
        &agent,
        &repository(&[("src/agents/mod.md", "")]),
    );
    trips(&REPO_COMMAND, &repository(&[CARGO]), &agent);
}

#[test]
fn p20_a_manifest_that_cannot_be_read_is_told() {
    let broken = repository(&[("package.json", "{")]);
    trips(
        &REPO_MANIFEST_UNREADABLE,
        &broken,
        &repository(&[("package.json", "{}")]),
    );
}

#[test]
fn p20_agents_are_data_and_unknown_names_are_accepted() {
    assert!(KNOWN_AGENTS.iter().all(|known| !known.files.is_empty()));
    for (name, profile) in [
        ("OpenClaw", Profile::Unattended),
        ("hermes", Profile::Unattended),
        ("codex", Profile::Interactive),
        ("an agent of tomorrow", Profile::Interactive),
    ] {
        assert_eq!(agent(name).default_profile(), profile, "{name}");
    }
    assert_eq!(agent("an agent of tomorrow").file, None);
}
