//! Rules and reports shared by the tests of the renderings.
//!
//! A needle that a text lacks would show in every snapshot as a position at the text's end.
#![allow(dead_code, reason = "each test file uses its own part")]

use plan_diagnostics::{Finding, Location, Note, Report, Rule, Severity, Sources, Span, Subject};

pub(crate) static NOTHING_RAN: Rule = Rule {
    code: "evidence-zero-selection",
    severity: Severity::Must,
    title: "The evidence of a passing record says that nothing ran",
    reason: "A check that selected nothing has shown nothing.",
    requirement: "E1",
};

pub(crate) static EMPTY_GOAL: Rule = Rule {
    code: "goal-empty",
    severity: Severity::Should,
    title: "The goal is empty",
    reason: "Without a goal nobody can tell when the plan is done.",
    requirement: "E",
};

pub(crate) static MISSING_FILE: Rule = Rule {
    code: "file-missing",
    severity: Severity::Must,
    title: "A file of the plan is missing",
    reason: "A plan that lacks a file cannot be resumed by somebody else.",
    requirement: "A2",
};

pub(crate) static NEVER_TRIPPED: Rule = Rule {
    code: "never-tripped",
    severity: Severity::Should,
    title: "Nothing trips this rule",
    reason: "It is checked all the same.",
    requirement: "A1",
};

const README: &str = "# Export\r\n\r\n## Goal\r\n\r\n## Contexto «ñ» here\r\n";
const STATE: &str =
    "{\n  \"tasks\": [{\"gates\": [{\"command\": \"make\", \"evidence\": \"ran=0\"}]}]\n}\n";

/// A report with findings with and without a span, a pointer and a help line.
pub(crate) fn sample() -> Report {
    let mut sources = Sources::new();
    sources.insert("README.md", README);
    sources.insert("state.json", STATE);
    let mut report = Report::new(Subject::plan("PLAN_invoice_export"), sources);
    report.checked([&NOTHING_RAN, &EMPTY_GOAL, &MISSING_FILE, &NEVER_TRIPPED]);
    report.extend([
        evidence(),
        Finding::new(
            &EMPTY_GOAL,
            at("README.md", README, "## Goal"),
            "the goal says nothing",
        )
        .with_help("say in a sentence what will be true when the plan is done"),
        Finding::new(
            &EMPTY_GOAL,
            at("README.md", README, "here"),
            "a word too many",
        ),
        Finding::new(
            &MISSING_FILE,
            Location::file("analysis results/ñ.md"),
            "it is not there",
        )
        .with_help("write it"),
        Finding::new(
            &MISSING_FILE,
            Location::file("manifest.json").with_pointer("/name"),
            "no such member",
        ),
        evidence(),
    ]);
    report.note(Note {
        file: Some("state.json".into()),
        message: "commits were not looked up: there is no git here".into(),
    });
    report
}

/// A report of a queue that could not be judged.
pub(crate) fn queue_like_report() -> Report {
    let mut report = Report::new(Subject::queue("planning"), Sources::new());
    report.unverified("its backlog is newer than this version supports");
    report.push(Finding::new(
        &MISSING_FILE,
        Location::file("INBOX.md"),
        "it is not there",
    ));
    report
}

fn evidence() -> Finding {
    let place = at("state.json", STATE, "\"ran=0\"").with_pointer("/tasks/0/gates/0/evidence");
    Finding::new(
        &NOTHING_RAN,
        place,
        "the evidence `ran=0` says that nothing ran",
    )
    .with_help("run the command, then record what it printed")
}

fn at(file: &str, text: &str, needle: &str) -> Location {
    let start = text.find(needle).unwrap_or(usize::MAX - needle.len());
    Location::span(file, Span::new(start, start + needle.len()))
}
