//! What is proposed where a repository has no way to test or lint itself (P20).

use schemars::JsonSchema;
use serde::Serialize;

use super::Repository;
use super::commands::{Command, CommandKind};

/// A stack, and the tools that suit it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Stack {
    /// Its name.
    pub name: &'static str,
    /// What tells that it is this one: names of files at the root, or endings of names.
    #[serde(skip)]
    #[schemars(skip)]
    pub marks: &'static [&'static str],
    /// A test framework and its runner.
    pub tests: &'static str,
    /// Where test files go, and how they are named.
    pub test_files: &'static str,
    /// A linter.
    pub linter: &'static str,
    /// A type checker, where the language needs one.
    pub types: &'static str,
    /// A formatter.
    pub formatter: &'static str,
}

/// The coverage of lines to aim at first, in percent: what a new suite reaches without padding.
const FIRST_COVERAGE: u8 = 60;

macro_rules! stack {
    ($name:literal, $marks:expr, $tests:literal, $files:literal, $linter:literal, $types:literal, $formatter:literal) => {
        Stack {
            name: $name,
            marks: &$marks,
            tests: $tests,
            test_files: $files,
            linter: $linter,
            types: $types,
            formatter: $formatter,
        }
    };
}

/// The stacks that are known, the more telling first; the last one suits any repository.
pub const STACKS: &[Stack] = &[
    stack!(
        "TypeScript",
        ["tsconfig.json"],
        "vitest, run by `vitest run`",
        "beside the code, `NAME.test.ts`",
        "eslint",
        "tsc --noEmit",
        "prettier"
    ),
    stack!(
        "JavaScript",
        ["package.json"],
        "vitest, run by `vitest run`",
        "beside the code, `NAME.test.js`",
        "eslint",
        "none needed; checkJs where wanted",
        "prettier"
    ),
    stack!(
        "Rust",
        ["Cargo.toml"],
        "the built-in harness, run by `cargo test`",
        "`#[cfg(test)]` modules, and `tests/`",
        "cargo clippy",
        "the compiler",
        "cargo fmt"
    ),
    stack!(
        "Python",
        [
            "pyproject.toml",
            "setup.py",
            "setup.cfg",
            "requirements.txt",
            ".py"
        ],
        "pytest, run by `pytest`",
        "`tests/test_NAME.py`",
        "ruff check",
        "mypy",
        "ruff format"
    ),
    stack!(
        "Go",
        ["go.mod"],
        "the testing package, run by `go test ./...`",
        "beside the code, `NAME_test.go`",
        "golangci-lint run",
        "the compiler",
        "gofmt"
    ),
    stack!(
        "Java or Kotlin",
        ["pom.xml", "build.gradle", "build.gradle.kts"],
        "JUnit 5, run by the build tool",
        "`src/test/`, `NameTest`",
        "checkstyle, or ktlint",
        "the compiler",
        "spotless"
    ),
    stack!(
        "PHP",
        ["composer.json"],
        "PHPUnit, run by `vendor/bin/phpunit`",
        "`tests/NameTest.php`",
        "phpstan",
        "phpstan",
        "php-cs-fixer"
    ),
    stack!(
        "Ruby",
        ["Gemfile", ".gemspec"],
        "RSpec, run by `bundle exec rspec`",
        "`spec/name_spec.rb`",
        "rubocop",
        "sorbet, where wanted",
        "rubocop -a"
    ),
    stack!(
        "Elixir",
        ["mix.exs"],
        "ExUnit, run by `mix test`",
        "`test/name_test.exs`",
        "credo",
        "dialyzer",
        "mix format"
    ),
    stack!(
        ".NET",
        [".sln", ".csproj"],
        "xUnit, run by `dotnet test`",
        "a project `NAME.Tests`",
        "the analyzers of the SDK",
        "the compiler",
        "dotnet format"
    ),
    stack!(
        "Swift",
        ["Package.swift"],
        "Swift Testing, run by `swift test`",
        "`Tests/`",
        "swiftlint",
        "the compiler",
        "swift-format"
    ),
    stack!(
        "C or C++",
        ["CMakeLists.txt", "meson.build", "configure.ac"],
        "Catch2, run by `ctest`",
        "`tests/test_name.cpp`",
        "clang-tidy",
        "the compiler",
        "clang-format"
    ),
    stack!(
        "Dart",
        ["pubspec.yaml"],
        "package:test, run by `dart test`",
        "`test/name_test.dart`",
        "dart analyze",
        "the analyzer",
        "dart format"
    ),
    stack!(
        "Terraform",
        [".tf"],
        "`terraform test`",
        "`tests/name.tftest.hcl`",
        "tflint",
        "terraform validate",
        "terraform fmt"
    ),
    stack!(
        "shell",
        [".sh"],
        "bats, run by `bats test`",
        "`test/name.bats`",
        "shellcheck",
        "none needed",
        "shfmt"
    ),
    stack!(
        "any",
        [],
        "the test framework of its language",
        "where that framework looks",
        "the linter of its language",
        "where the language has one",
        "the formatter of its language"
    ),
];

/// What is proposed for a repository: a target, for the developer to decide about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Proposal {
    /// Whether tests are what is missing.
    pub tests_missing: bool,
    /// Whether a linter is what is missing.
    pub lint_missing: bool,
    /// The stack, and what suits it.
    pub stack: Stack,
    /// The coverage of lines to aim at first, in percent.
    pub first_coverage: u8,
}

impl Proposal {
    /// What to say about tests.
    #[must_use]
    pub fn of_tests(&self) -> String {
        let Stack {
            name,
            tests,
            test_files,
            ..
        } = self.stack;
        let coverage = self.first_coverage;
        format!(
            "proposed for {name}: {tests}; test files {test_files}; {coverage} % of lines covered at first; \
             document it as the target, and tell the developer"
        )
    }

    /// What to say about linting.
    #[must_use]
    pub fn of_lint(&self) -> String {
        let Stack {
            name,
            linter,
            types,
            formatter,
            ..
        } = self.stack;
        format!(
            "proposed for {name}: linter {linter}; types {types}; formatter {formatter}; \
             document it as the target, and tell the developer"
        )
    }
}

/// The proposal, where tests or a linter are missing.
pub(super) fn of(repository: &Repository, commands: &[Command]) -> Option<Proposal> {
    let has = |kind| commands.iter().any(|command| command.kind == kind);
    let (tests_missing, lint_missing) = (!has(CommandKind::Test), !has(CommandKind::Lint));
    let stack = STACKS.iter().find(|stack| stack.suits(repository))?;
    (tests_missing || lint_missing).then_some(Proposal {
        tests_missing,
        lint_missing,
        stack: *stack,
        first_coverage: FIRST_COVERAGE,
    })
}

impl Stack {
    fn suits(&self, repository: &Repository) -> bool {
        let ending = |mark: &str| repository.files.iter().any(|file| file.ends_with(mark));
        let there = |mark: &&str| repository.has(mark) || (mark.starts_with('.') && ending(mark));
        self.marks.is_empty() || self.marks.iter().any(there)
    }
}
