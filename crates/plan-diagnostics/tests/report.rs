//! Verdicts, exit codes, order, and positions at their edges.

mod common;

use common::{EMPTY_GOAL, MISSING_FILE, queue_like_report, sample};
use plan_diagnostics::{
    ExitCode, Finding, Location, Position, Report, Source, Sources, Span, Subject, Verdict,
};

fn empty() -> Report {
    Report::new(Subject::plan("PLAN_a_b"), Sources::new())
}

#[test]
fn advisories_alone_are_clean() {
    let mut report = empty();
    report.push(Finding::new(
        &EMPTY_GOAL,
        Location::file("README.md"),
        "empty",
    ));
    assert_eq!(report.verdict(), Verdict::Clean);
    assert_eq!(report.exit_code(), ExitCode::Clean);
    report.push(Finding::new(
        &MISSING_FILE,
        Location::file("README.md"),
        "missing",
    ));
    assert_eq!(report.verdict(), Verdict::Findings);
    assert_eq!(report.exit_code(), ExitCode::REFUSED);
}

#[test]
fn over_several_reports_unverified_wins_over_findings() {
    let codes = |reports: &[Report]| ExitCode::of(reports).code();
    assert_eq!(codes(&[]), 0);
    assert_eq!(codes(&[empty(), sample()]), 1);
    assert_eq!(codes(&[sample(), queue_like_report(), empty()]), 2);
    assert_eq!(ExitCode::Conflict.code(), 3);
}

#[test]
fn findings_come_in_order_and_once() {
    let at = |file: &str, start| Location::span(file, Span::new(start, start + 1));
    let finding = |location, message: &str| Finding::new(&EMPTY_GOAL, location, message);
    let mut report = empty();
    report.extend([
        finding(at("b.md", 0), "x"),
        finding(at("a.md", 9), "x"),
        finding(at("a.md", 2), "y"),
        finding(at("a.md", 2), "x"),
        finding(at("a.md", 9), "x"),
        finding(Location::file("a.md"), "z"),
    ]);
    let order: Vec<_> = report
        .findings()
        .map(|f| {
            (
                f.location.file.as_str(),
                f.location.span.map(|s| s.start),
                f.message.as_str(),
            )
        })
        .collect();
    let expected = [
        ("a.md", None, "z"),
        ("a.md", Some(2), "x"),
        ("a.md", Some(2), "y"),
        ("a.md", Some(9), "x"),
        ("b.md", Some(0), "x"),
    ];
    assert_eq!(order, expected);
}

#[test]
fn a_position_outside_the_text_or_inside_a_character_is_still_one() {
    let source = Source::new("é\r\nx");
    assert_eq!(source.position(1), Position { line: 1, column: 1 });
    assert_eq!(source.position(3), Position { line: 1, column: 3 }); // between `\r` and `\n`
    assert_eq!(source.position(4), Position { line: 2, column: 1 });
    assert_eq!(source.position(999), Position { line: 2, column: 2 });
    assert_eq!(Source::new("").position(0), Position { line: 1, column: 1 });
}

#[test]
fn positions_on_one_enormous_line_are_quick() {
    let text = "ñ".repeat(4_000_000);
    let source = Source::new(text.as_str());
    for byte in (0..text.len()).step_by(400) {
        assert_eq!(
            source.position(byte),
            Position {
                line: 1,
                column: byte / 2 + 1
            }
        );
    }
}

#[test]
fn p19_what_must_not_be_told_is_in_no_rendering() {
    let hide = |text: &str| {
        text.contains("hunter2")
            .then(|| text.replace("hunter2", "*******"))
    };
    let mut sources = Sources::new();
    sources.insert("README.md", "# Plan hunter2\n");
    sources.insert("other.md", "hunter2");
    let mut report = Report::new(Subject::plan("PLAN_a_b"), sources);
    let place = Location::span("README.md", Span::new(7, 14)).with_pointer("/hunter2");
    report.push(Finding::new(&EMPTY_GOAL, place, "it says hunter2").with_help("not hunter2"));
    report.note(plan_diagnostics::Note {
        file: None,
        message: "hunter2 was not looked up".into(),
    });
    report.unverified("hunter2");
    let told = |report: &Report| {
        let reports = std::slice::from_ref(report);
        let style = plan_diagnostics::render::Style::PLAIN;
        let tool = plan_diagnostics::render::Tool {
            name: "t",
            version: "1",
        };
        [
            plan_diagnostics::render::text(report, style),
            plan_diagnostics::render::json(reports, tool),
            plan_diagnostics::render::sarif(reports, tool),
        ]
        .concat()
    };
    assert!(
        told(&report).contains("hunter2"),
        "the test proves something"
    );
    report.conceal(hide);
    assert!(!told(&report).contains("hunter2"), "{}", told(&report));
    assert!(told(&report).contains("# Plan *******"));
}
