//! The blocks read are comrak's own, and what is left out for it changes none.

use super::*;
use crate::lines;
use proptest::prelude::*;

/// What a line is, and whether a block or an item starts there.
type Marked = (Kind, bool, bool);

/// A heading or a fence: level or closedness, first and last line.
type Found = (usize, usize, usize);

/// The kinds of the lines, the headings and the fences, with all of the text or with what comrak
/// gets otherwise.
fn kinds(text: &str, whole: bool) -> (Vec<Marked>, Vec<Found>, Vec<Found>) {
    let mut lines = lines::split(text);
    let mut blocks = Blocks::default();
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
        blocks = read(text, &mut lines);
    }
    let is_blank = |line: &Line| text[line.start..line.end].trim().is_empty();
    let kind = |line: &Line| {
        if is_blank(line) {
            Kind::Blank
        } else {
            line.kind
        }
    };
    let heading = |raw: &RawHeading| (usize::from(raw.level), raw.first, raw.last);
    let fence = |raw: &RawBlock| (usize::from(raw.closed), raw.first, raw.last);
    (
        lines
            .iter()
            .map(|line| (kind(line), line.first, line.item))
            .collect(),
        blocks.headings.iter().map(heading).collect(),
        blocks.fences.iter().map(fence).collect(),
    )
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
        "(a) ",
        "\"a\" ",
        "'a",
        "b'",
        "]: u",
        "[a",
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

/// A title on the next line belongs to its definition, which then is no paragraph that an empty item
/// could not interrupt.
#[test]
fn definitions_keep_their_titles() {
    for text in [
        "[x]: u\n(a) \n- \n",
        "[x]: u\n\"a\nb\"\n- \n",
        "[x]: u \"a\"\n- \n",
        "[x]: u\n(a\n- \n",
        "[x\ny]: u\n- \n",
        "[x [y]: u\n- \n",
        "[x]:\nu v\n- \n",
    ] {
        assert_eq!(kinds(text, true), kinds(text, false), "{text:?}");
    }
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
        "\n1. ",
        "\n2. ",
        "\n1) ",
        "\n# ",
        "\n### ",
        "\n```\n",
        "\n```sh\n",
        "\n   ````\n",
        "\n``` \n",
        "\n``` `\n",
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
    plain::read(text.as_bytes(), &mut lines::split(text)).is_some()
}

#[test]
fn small_files_of_a_queue_and_task_files_are_plain() {
    let text = "- [x] **a-b** (epic: 001) — Title\n  acept: **x**\n    wraps\n  `npm test` 0\n\nProse.\n- more\n";
    assert!(is_plain(text));
    let text = "# Task 1: a\n\n1. b\n2. c\n   d\n\n```bash\n  e\n\n# f\n```\n## G\nH: i\n1) j\n";
    assert!(is_plain(text));
    for text in [
        "a\n2. b",
        "####### a",
        "- a\n  - b",
        "a\n---",
        "a\n\n    b",
        "a | b\n|--|",
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
