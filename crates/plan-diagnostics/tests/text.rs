//! Reports as text.

mod common;

use common::{EMPTY_GOAL, NOTHING_RAN, queue_like_report, sample};
use plan_diagnostics::render::{Style, text};
use plan_diagnostics::{Finding, Location, Report, Sources, Span, Subject};

const PLAIN: Style = Style::PLAIN;

#[test]
fn a_report_with_findings_of_every_form() {
    insta::assert_snapshot!(text(&sample(), PLAIN));
}

#[test]
fn a_report_that_could_not_be_judged() {
    insta::assert_snapshot!(text(&queue_like_report(), PLAIN));
}

#[test]
fn a_clean_report_is_one_line() {
    let mut report = Report::new(Subject::plan("PLAN_invoice_export"), Sources::new());
    report.checked([&NOTHING_RAN]);
    let expected = "PLAN_invoice_export: clean (0 errors, 0 warnings; 1 rule checked)\n";
    assert_eq!(text(&report, PLAIN), expected);
}

#[test]
fn colours_come_on_request_only() {
    assert!(!text(&sample(), PLAIN).contains('\u{1b}'));
    assert!(text(&sample(), Style::with_color(true)).contains("\u{1b}["));
}

fn shown(source: &str, span: Span) -> String {
    let mut sources = Sources::new();
    sources.insert("README.md", source);
    let mut report = Report::new(Subject::plan("PLAN_a_b"), sources);
    report.push(Finding::new(
        &EMPTY_GOAL,
        Location::span("README.md", span),
        "here",
    ));
    text(&report, PLAIN)
}

#[test]
fn a_long_line_is_cut_around_the_mark() {
    let line = format!("{} {} {}", "a".repeat(300), "WRONG", "b".repeat(300));
    insta::assert_snapshot!(shown(&line, Span::new(301, 306)));
}

#[test]
fn a_few_lines_are_shown_and_many_are_not() {
    insta::assert_snapshot!(shown("one\ntwo\r\nthree\nfour", Span::new(0, 13)));
    insta::assert_snapshot!(shown(
        "one\ntwo\r\nthree\nfour\nfive\nsix\n",
        Span::new(4, 27)
    ));
}

#[test]
fn an_empty_place_is_shown_too() {
    insta::assert_snapshot!(shown("", Span::new(0, 0)));
    insta::assert_snapshot!(shown("one\n", Span::new(4, 4)));
    insta::assert_snapshot!(shown("one\n\ntwo", Span::new(4, 5)));
}

#[test]
fn wide_characters_and_tabs_keep_the_mark_in_place() {
    insta::assert_snapshot!(shown("\té 漢字 wrong", Span::new(11, 16)));
}

#[test]
fn what_a_file_says_never_controls_the_terminal() {
    let line = "a\u{1b}[31mred\u{9b}2J\u{202e}dlrow\u{7f} end";
    let out = shown(line, Span::new(1, 20));
    insta::assert_snapshot!(out);
    assert!(out.chars().all(|c| c == '\n' || !c.is_control()));
}

#[test]
fn a_flood_of_findings_is_cut_and_counted() {
    let mut report = Report::new(Subject::plan("PLAN_a_b"), Sources::new());
    for number in 0..700 {
        let place = Location::file(format!("{number}.md"));
        report.push(Finding::new(&EMPTY_GOAL, place, "no goal"));
    }
    let text = text(&report, PLAIN);
    assert_eq!(text.matches("no goal").count(), 500);
    assert!(text.contains("and 200 findings more"), "{text}");
}
