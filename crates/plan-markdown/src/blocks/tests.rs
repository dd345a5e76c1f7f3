//! The blocks read are comrak's own, and what is left out for it changes none.

use super::*;
use crate::lines;
use proptest::prelude::*;

/// The kinds of the lines, with all of the text or with what comrak gets otherwise.
fn kinds(text: &str, whole: bool) -> Vec<(Kind, bool, bool)> {
    let mut lines = lines::split(text);
    if whole {
        read(text, &mut lines); // marks blank lines
        lines
            .iter_mut()
            .for_each(|line| (line.first, line.item) = (false, false));
        lines
            .iter_mut()
            .filter(|line| line.kind != Kind::Blank)
            .for_each(|line| line.kind = Kind::Text);
        let numbers: Vec<usize> = (0..=lines.len()).collect();
        let mut blocks = Blocks::default();
        let arena = Arena::new();
        let root = comrak::parse_document(&arena, text, &options());
        walk(
            root,
            &mut Walk {
                lines: &mut lines,
                numbers: &numbers,
                blocks: &mut blocks,
            },
        );
    } else {
        read(text, &mut lines);
    }
    let is_blank = |line: &Line| text[line.start..line.end].trim().is_empty();
    let kind = |line: &Line| {
        if is_blank(line) {
            Kind::Blank
        } else {
            line.kind
        }
    };
    lines
        .iter()
        .map(|line| (kind(line), line.first, line.item))
        .collect()
}

fn piece() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "\n",
        "\n",
        "\n\n",
        "\n\n\n",
        " ",
        "  ",
        "    ",
        "\t",
        "- ",
        "* ",
        "1. ",
        "2) ",
        "> ",
        "[ ] ",
        "[x] ",
        "# ",
        "## ",
        " ##",
        "\n---\n",
        "\n===\n",
        "\n***\n",
        "\n_ _ _\n",
        "```",
        "~~~",
        "\n```sh\n",
        "`a`",
        "``",
        "<details>",
        "</details>",
        "<pre>",
        "</pre>",
        "<a b='c'>",
        "<b",
        "\n<?a\n",
        "?>",
        "<!X a>",
        "| a | b |\n|---|---|\n",
        "a | b\n--|--\n",
        "| c",
        "**b** ",
        "_i_ ",
        "[a](b) ",
        "\n[x]: u\n",
        "[a]: <b c> 't'\n",
        "word",
        "é",
        "日本",
        ":",
        "!",
        "&amp;",
        "\\",
        "Text.\n",
    ])
}

/// Blank lines end an empty item, or one of definitions alone, by their number and indent.
#[test]
fn blank_lines_behind_an_empty_item_stay() {
    for text in [
        "- [a]: <b c> 't'\n\n\n    - ",
        "- \n  \n    - ",
        "1.\n\n  \n    - a",
    ] {
        assert_eq!(kinds(text, false), kinds(text, true), "{text:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2048, failure_persistence: None, ..ProptestConfig::default() })]

    /// What is left out for comrak changes no block.
    #[test]
    fn simplified_text_has_the_same_blocks(pieces in prop::collection::vec(piece(), 0..30)) {
        let text = pieces.concat();
        prop_assert_eq!(kinds(&text, false), kinds(&text, true), "{:?}", text);
    }
}

/// Pieces of the texts that are read without comrak, and of a few that nearly are.
fn plain_piece() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "\n",
        "\n",
        "\n\n",
        "\n \n",
        "\n  ",
        "\n    ",
        "\n\t",
        "\n- ",
        "\n* ",
        "\n+ ",
        "- [x] ",
        "[ ] ",
        "**b** ",
        "`c` ",
        "word ",
        "12 ",
        "2026-01-02 ",
        "1. ",
        "é ",
        "(a) ",
        "[x]: u",
        "[x]: ",
        "<a> ",
        "| ",
        "-- ",
        "--- ",
        "=",
        ": ",
        "# ",
        "> ",
        "a | b",
        "\r\n",
    ])
}

fn is_plain(text: &str) -> bool {
    plain::read(text.as_bytes(), &mut lines::split(text))
}

#[test]
fn small_files_of_a_queue_are_plain() {
    let text = "- [x] **a-b** (epic: 001) — Title\n  acept: **x**\n    wraps\n  `npm test` 0\n\nProse.\n- more\n";
    assert!(is_plain(text));
    for text in [
        "# a",
        "- a\n  - b",
        "a\n---",
        "a\n\n    b",
        "a | b\n|--|",
        "1. a",
        "<p>",
        "> a",
        "```\na",
        "- - a",
    ] {
        assert!(!is_plain(text), "{text:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2048, max_global_rejects: 200_000, failure_persistence: None, ..ProptestConfig::default() })]

    /// Without comrak the blocks are the same.
    #[test]
    fn plain_text_has_the_same_blocks(pieces in prop::collection::vec(plain_piece(), 0..12)) {
        let text = pieces.concat();
        prop_assume!(is_plain(&text));
        prop_assert_eq!(kinds(&text, false), kinds(&text, true), "{:?}", text);
    }
}
