//! Properties that hold for any text: positions, and what reaches a terminal.

mod common;

use common::{EMPTY_GOAL, NOTHING_RAN};
use plan_diagnostics::render::{Style, Tool, json, sarif, text};
use plan_diagnostics::{
    Finding, Location, Note, Position, Report, Source, Sources, Span, Subject, escape_json,
    escape_terminal,
};
use proptest::prelude::*;

/// Text with more line ends, wide and dangerous characters than chance would give.
fn nasty() -> impl Strategy<Value = String> {
    let character = prop_oneof![
        4 => "[a-z \\t\\\\\"]".prop_map(|s| s),
        2 => prop_oneof![Just("\n"), Just("\r\n"), Just("\r")].prop_map(str::to_owned),
        1 => prop_oneof![Just("\u{1b}[2J"), Just("\u{9b}"), Just("\u{202e}"), Just("\u{0}"), Just("\u{85}")]
            .prop_map(str::to_owned),
        1 => any::<char>().prop_map(String::from),
    ];
    proptest::collection::vec(character, 0..60).prop_map(|parts| parts.concat())
}

/// The position by its definition, without an index.
fn counted(text: &str, byte: usize) -> Position {
    let mut position = Position { line: 1, column: 1 };
    let bytes = text.as_bytes();
    for (at, character) in text.char_indices().take_while(|(at, _)| *at < byte) {
        let ends = character == '\n' || (character == '\r' && bytes.get(at + 1) != Some(&b'\n'));
        position = match ends {
            true => Position {
                line: position.line + 1,
                column: 1,
            },
            false => Position {
                column: position.column + 1,
                ..position
            },
        };
    }
    position
}

fn report(source: &str, words: &str, from: usize, to: usize) -> Report {
    let mut sources = Sources::new();
    sources.insert(words, source);
    let mut report = Report::new(Subject::plan(words), sources);
    report.push(Finding::new(
        &NOTHING_RAN,
        Location::span(words, Span::new(from, to)),
        words,
    ));
    report.push(
        Finding::new(
            &EMPTY_GOAL,
            Location::file(words).with_pointer(words),
            words,
        )
        .with_help(words),
    );
    report.note(Note {
        file: Some(words.to_owned()),
        message: words.to_owned(),
    });
    report.unverified(words);
    report
}

proptest! {
    #[test]
    fn a_position_is_what_counting_gives(text in nasty(), repeat in 1usize..40) {
        let text = text.repeat(repeat);
        let source = Source::new(text.as_str());
        for (at, _) in text.char_indices().chain([(text.len(), ' ')]).step_by(repeat) {
            prop_assert_eq!(source.position(at), counted(&text, at), "byte {}", at);
        }
    }

    #[test]
    fn lines_hold_no_line_end_and_miss_nothing(text in nasty()) {
        let source = Source::new(text.as_str());
        let lines: Vec<_> = (1..=source.line_count()).map(|n| source.line(n).unwrap()).collect();
        prop_assert!(lines.iter().all(|line| !line.of(&text).contains(['\n', '\r'])));
        let content: String = lines.iter().map(|line| line.of(&text)).collect();
        prop_assert_eq!(content, text.replace(['\n', '\r'], ""));
        prop_assert_eq!(source.line(source.line_count() + 1), None);
    }

    #[test]
    fn no_control_character_reaches_a_terminal(
        source in nasty(), words in nasty(), from in 0usize..200, len in 0usize..200,
    ) {
        let out = text(&report(&source, &words, from, from + len), Style::PLAIN);
        prop_assert!(out.chars().all(|c| c == '\n' || !c.is_control()), "{:?}", out);
        prop_assert_eq!(escape_terminal(&out.replace('\n', "")).into_owned(), out.replace('\n', ""));
    }

    #[test]
    fn machine_readable_output_parses_and_keeps_its_values(
        source in nasty(), words in nasty(), from in 0usize..200, len in 0usize..200,
    ) {
        let tool = Tool { name: "dwp", version: "0.1.0" };
        let reports = [report(&source, &words, from, from + len)];
        let value: serde_json::Value = serde_json::from_str(&json(&reports, tool)).unwrap();
        prop_assert_eq!(value["plan"].as_str(), Some(words.as_str()));
        prop_assert_eq!(value["findings"][0]["file"].as_str(), Some(words.as_str()));
        let log = sarif(&reports, tool);
        prop_assert!(log.chars().all(|c| c == '\n' || !c.is_control()));
        let log: serde_json::Value = serde_json::from_str(&log).unwrap();
        let message = &log["runs"][0]["results"][1]["message"]["text"];
        prop_assert_eq!(message.as_str(), Some(words.as_str()));
    }

    #[test]
    fn escaped_json_reads_as_the_same_value(words in nasty()) {
        let json = serde_json::to_string(&words).unwrap();
        let read: String = serde_json::from_str(&escape_json(&json)).unwrap();
        prop_assert_eq!(read, words);
    }
}
