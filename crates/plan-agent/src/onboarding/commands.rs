//! The commands that manifests declare (P20). None is run here.

use std::fmt;

use plan_diagnostics::Span;
use schemars::JsonSchema;
use serde::Serialize;

use super::{Repository, Unreadable, scripts};

/// What a command is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum CommandKind {
    /// It builds.
    Build,
    /// It tests.
    Test,
    /// It lints.
    Lint,
    /// It checks types.
    Types,
    /// It formats, or says what is not formatted.
    Format,
}

impl CommandKind {
    /// The word for it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Build => "build",
            Self::Test => "test",
            Self::Lint => "lint",
            Self::Types => "types",
            Self::Format => "format",
        }
    }

    /// The kind of a script or target of this name, as its author most likely means it.
    pub(super) fn of_name(name: &str) -> Option<Self> {
        let head = name.split([':', '-', '_']).next().unwrap_or(name);
        Some(match (name, head) {
            ("type-check" | "check-types" | "types" | "tsc" | "check:types", _)
            | (_, "typecheck") => Self::Types,
            (_, "build" | "compile" | "dist") => Self::Build,
            (_, "test" | "tests" | "spec") => Self::Test,
            (_, "lint" | "clippy" | "vet") => Self::Lint,
            (_, "format" | "fmt" | "prettier") => Self::Format,
            _ => return None,
        })
    }
}

impl fmt::Display for CommandKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A command that a manifest declares, or that its presence means.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Command {
    /// What it is for.
    pub kind: CommandKind,
    /// The command, to be typed at the root of the repository.
    pub line: String,
    /// The file that declares it.
    pub file: String,
    /// Where in that file.
    #[serde(skip)]
    #[schemars(skip)]
    pub span: Option<Span>,
}

/// The manifests, in the order in which they are looked at.
pub(super) const MANIFESTS: [&str; 25] = [
    "package.json",
    "deno.json",
    "Cargo.toml",
    "pyproject.toml",
    "setup.cfg",
    "tox.ini",
    "pytest.ini",
    "noxfile.py",
    "go.mod",
    "pom.xml",
    "build.gradle",
    "build.gradle.kts",
    "composer.json",
    "Gemfile",
    "mix.exs",
    "Package.swift",
    "CMakeLists.txt",
    "pubspec.yaml",
    "build.sbt",
    "stack.yaml",
    "build.zig",
    "dune-project",
    "Makefile",
    "justfile",
    "Taskfile.yml",
];

/// The commands of a repository, and the manifests that cannot be read.
pub(super) fn found(repository: &Repository) -> (Vec<Command>, Vec<Unreadable>) {
    let mut desk = Desk {
        repository,
        commands: Vec::new(),
        unreadable: Vec::new(),
    };
    scripts::package_json(&mut desk);
    scripts::deno(&mut desk);
    cargo(&mut desk);
    python(&mut desk);
    for toolchain in TOOLCHAINS {
        toolchain.tell(&mut desk);
    }
    gradle(&mut desk);
    dotnet(&mut desk);
    scripts::composer(&mut desk);
    ruby(&mut desk);
    for (file, runner) in [("Makefile", "make"), ("justfile", "just")] {
        scripts::targets(&mut desk, file, runner);
    }
    scripts::taskfile(&mut desk);
    (desk.commands, desk.unreadable)
}

/// What is being gathered.
pub(super) struct Desk<'r> {
    pub(super) repository: &'r Repository,
    commands: Vec<Command>,
    unreadable: Vec<Unreadable>,
}

impl Desk<'_> {
    pub(super) fn add(
        &mut self,
        kind: CommandKind,
        line: impl Into<String>,
        file: &str,
        span: Option<Span>,
    ) {
        let line = line.into();
        if !self.commands.iter().any(|command| command.line == line) {
            self.commands.push(Command {
                kind,
                line,
                file: file.to_owned(),
                span,
            });
        }
    }

    pub(super) fn unreadable(&mut self, file: &str, reason: impl Into<String>) {
        self.unreadable.push(Unreadable {
            file: file.to_owned(),
            reason: reason.into(),
        });
    }

    /// Adds commands where the text of a file has a mark.
    fn marked(&mut self, file: &str, marks: &[(&str, CommandKind, &str)]) {
        let Some(text) = self.repository.text(file) else {
            return;
        };
        for (mark, kind, line) in marks {
            if let Some(at) = text.find(mark) {
                self.add(*kind, *line, file, Some(Span::new(at, at + mark.len())));
            }
        }
    }
}

use CommandKind::{Build, Format, Lint, Test, Types};

/// A manifest whose presence means its toolchain's own commands.
struct Toolchain {
    file: &'static str,
    commands: &'static [(CommandKind, &'static str)],
}

const TOOLCHAINS: &[Toolchain] = &[
    Toolchain {
        file: "go.mod",
        commands: &[
            (Build, "go build ./..."),
            (Test, "go test ./..."),
            (Lint, "go vet ./..."),
        ],
    },
    Toolchain {
        file: ".golangci.yml",
        commands: &[(Lint, "golangci-lint run")],
    },
    Toolchain {
        file: "pom.xml",
        commands: &[(Build, "mvn package"), (Test, "mvn test")],
    },
    Toolchain {
        file: "mix.exs",
        commands: &[
            (Build, "mix compile"),
            (Test, "mix test"),
            (Format, "mix format --check-formatted"),
        ],
    },
    Toolchain {
        file: "Package.swift",
        commands: &[(Build, "swift build"), (Test, "swift test")],
    },
    Toolchain {
        file: "pubspec.yaml",
        commands: &[
            (Test, "dart test"),
            (Lint, "dart analyze"),
            (Format, "dart format --output=none ."),
        ],
    },
    Toolchain {
        file: "build.sbt",
        commands: &[(Build, "sbt compile"), (Test, "sbt test")],
    },
    Toolchain {
        file: "stack.yaml",
        commands: &[(Build, "stack build"), (Test, "stack test")],
    },
    Toolchain {
        file: "build.zig",
        commands: &[(Build, "zig build"), (Test, "zig build test")],
    },
    Toolchain {
        file: "dune-project",
        commands: &[(Build, "dune build"), (Test, "dune test")],
    },
    Toolchain {
        file: "CMakeLists.txt",
        commands: &[(Build, "cmake --build build")],
    },
];

impl Toolchain {
    fn tell(&self, desk: &mut Desk<'_>) {
        if !desk.repository.has(self.file) {
            return;
        }
        let wrapped = self.file == "pom.xml" && desk.repository.has("mvnw");
        for (kind, line) in self.commands {
            let line = if wrapped {
                format!("./mvnw{}", &line[3..])
            } else {
                (*line).to_owned()
            };
            desk.add(*kind, line, self.file, None);
        }
        if self.file == "CMakeLists.txt" {
            desk.marked(
                self.file,
                &[("enable_testing", Test, "ctest --test-dir build")],
            );
        }
    }
}

fn cargo(desk: &mut Desk<'_>) {
    let Some(text) = desk.repository.text("Cargo.toml") else {
        return;
    };
    let all = if text.lines().any(|line| line.trim() == "[workspace]") {
        " --workspace"
    } else {
        ""
    };
    let file = "Cargo.toml";
    desk.add(Build, format!("cargo build{all}"), file, None);
    desk.add(Test, format!("cargo test{all}"), file, None);
    desk.add(Lint, format!("cargo clippy{all} --all-targets"), file, None);
    desk.add(Format, "cargo fmt --check", file, None);
}

fn python(desk: &mut Desk<'_>) {
    desk.marked(
        "pyproject.toml",
        &[
            ("[tool.pytest", Test, "pytest"),
            ("[tool.ruff", Lint, "ruff check"),
            ("[tool.mypy", Types, "mypy"),
            ("[tool.pyright", Types, "pyright"),
            ("[tool.black", Format, "black --check ."),
            ("[tool.hatch", Build, "hatch build"),
            ("[tool.poetry]", Build, "poetry build"),
        ],
    );
    desk.marked(
        "setup.cfg",
        &[
            ("[tool:pytest]", Test, "pytest"),
            ("[flake8]", Lint, "flake8"),
            ("[mypy", Types, "mypy"),
        ],
    );
    desk.marked(
        "tox.ini",
        &[
            ("[tox]", Test, "tox"),
            ("[pytest]", Test, "pytest"),
            ("[flake8]", Lint, "flake8"),
        ],
    );
    for (files, kind, line) in [
        (&["pytest.ini", "conftest.py"][..], Test, "pytest"),
        (&["noxfile.py"], Test, "nox"),
        (&["ruff.toml", ".ruff.toml"], Lint, "ruff check"),
        (&[".flake8"], Lint, "flake8"),
        (&["mypy.ini"], Types, "mypy"),
        (&["pyrightconfig.json"], Types, "pyright"),
    ] {
        if let Some(file) = desk.repository.first(files) {
            desk.add(kind, line, file, None);
        }
    }
}

fn gradle(desk: &mut Desk<'_>) {
    let Some(file) = desk.repository.first(&["build.gradle.kts", "build.gradle"]) else {
        return;
    };
    let runner = if desk.repository.has("gradlew") {
        "./gradlew"
    } else {
        "gradle"
    };
    for (kind, task) in [(Build, "assemble"), (Test, "test"), (Lint, "check")] {
        desk.add(kind, format!("{runner} {task}"), file, None);
    }
}

fn dotnet(desk: &mut Desk<'_>) {
    let sln = desk
        .repository
        .ending(".sln")
        .or_else(|| desk.repository.ending(".csproj"));
    if let Some(file) = sln.map(str::to_owned) {
        desk.add(Build, "dotnet build", &file, None);
        desk.add(Test, "dotnet test", &file, None);
    }
}

fn ruby(desk: &mut Desk<'_>) {
    desk.marked(
        "Gemfile",
        &[
            ("rspec", Test, "bundle exec rspec"),
            ("minitest", Test, "bundle exec rake test"),
            ("rubocop", Lint, "bundle exec rubocop"),
            ("sorbet", Types, "bundle exec srb tc"),
        ],
    );
}
