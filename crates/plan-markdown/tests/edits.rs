//! Edits: they change what they name and nothing else, and twice is once.
#![allow(clippy::unwrap_used, reason = "tests")]

use plan_diagnostics::Span;
use plan_markdown::{Document, Edit, edit};

/// `build` turns `input` into `expected`, and the result into itself.
#[track_caller]
fn check(input: &str, expected: &str, build: impl Fn(&Document) -> Option<Edit>) {
    let apply = |text: &str| {
        let document = Document::parse("README.md", text);
        document.apply(build(&document).as_slice()).unwrap()
    };
    let once = apply(input);
    assert_eq!(once, expected, "{input:?}");
    assert_eq!(apply(&once), once, "twice is not once: {input:?}");
}

/// H7
#[test]
fn tick() {
    let tick = |done| move |d: &Document| Some(edit::tick(d, &d.items()[0], done));
    check(
        "\u{feff}- [ ] a  \r\n- [ ] b",
        "\u{feff}- [x] a  \r\n- [ ] b",
        tick(true),
    );
    check("- [x] a\n", "- [ ] a\n", tick(false));
    check("- [X] a\n", "- [X] a\n", tick(true));
    check("- [] a\n", "- [x] a\n", tick(true));
    check("- [ x] a\n", "- [x] a\n", tick(true));
    check("- [~] a\n", "- [ ] a\n", tick(false));
    check("- \\[ \\] a\n", "- [x] a\n", tick(true));
    check("- [x](file) Task 1\n", "- [x] (file) Task 1\n", tick(true));
    check("- **[ ] a**\n", "- **[x] a**\n", tick(true));
    check(
        "    # A\n\n    - [ ] a\n",
        "    # A\n\n    - [x] a\n",
        tick(true),
    );
}

/// H7
#[test]
fn insert_after_the_whole_of_the_last_line() {
    let more = |d: &Document| edit::insert_after(d, &d.items()[0], "- more");
    check("- [ ] a\nb  \n\nc", "- [ ] a\nb  \n- more\n\nc", more);
    check("- [ ] a \t\r\n", "- [ ] a \t\r\n- more\r\n", more);
    check("- [ ] a\n  - <!-- c", "- [ ] a\n  - <!-- c\n- more", more);
}

/// H7
#[test]
fn fill() {
    let fill = |value: &'static str| move |d: &Document| Some(edit::fill(d, &d.labels()[0], value));
    check(
        "- **Status:** pending  \r\nx",
        "- **Status:** done  \r\nx",
        fill("done"),
    );
    check("- **Status:**\n", "- **Status:** done\n", fill("done"));
    check("- **Status:**   \nx", "- **Status:** done\nx", fill("done"));
    check("Status:", "Status: done", fill("done"));
    check(
        "**Status**: <!-- why -->\n",
        "**Status**: done <!-- why -->\n",
        fill("done"),
    );
    check(
        "**Status:** a <!-- why -->\n",
        "**Status:** done <!-- why -->\n",
        fill("done"),
    );
}

/// H7
#[test]
fn insert_after() {
    let insert = |d: &Document| edit::insert_after(d, &d.items()[0], "- [ ] c");
    check(
        "- [ ] a\r\n  See: x\r\n- [ ] b\r\n",
        "- [ ] a\r\n  See: x\r\n- [ ] c\r\n- [ ] b\r\n",
        insert,
    );
    check("  - [ ] a", "  - [ ] a\n  - [ ] c", insert);
    check("> - [ ] a\n", "> - [ ] a\n> - [ ] c\n", insert);
    check(
        "    # A\n\n    - [ ] a\n",
        "    # A\n\n    - [ ] a\n    - [ ] c\n",
        insert,
    );
}

/// H7
#[test]
fn append() {
    let append = |d: &Document| edit::append(d, "## B\n\n- b\n");
    check("# A\n", "# A\n\n## B\n\n- b\n", append);
    check("# A", "# A\n\n## B\n\n- b", append);
    check(
        "# A\r\n\r\ntext  \r\n",
        "# A\r\n\r\ntext  \r\n\r\n## B\r\n\r\n- b\r\n",
        append,
    );
    check("", "## B\n\n- b\n", append);
    check("\u{feff}", "\u{feff}## B\n\n- b\n", append);
}

/// H7
#[test]
fn append_within_a_section() {
    let append = |d: &Document| edit::append_within(d, d.section("Log")?.body, "entry");
    check(
        "## Log\n\na\n\n## C\n",
        "## Log\n\na\n\nentry\n\n## C\n",
        append,
    );
    check("## Log\n\n## C\n", "## Log\n\nentry\n\n## C\n", append);
    check("## Log", "## Log\n\nentry", append);
    let line = |d: &Document| edit::append_line(d, d.section("Log")?.body, "- b");
    check("## Log\n- a\n\n## C\n", "## Log\n- a\n- b\n\n## C\n", line);
}

#[test]
fn edits_check_what_they_replace() {
    let document = Document::parse("a.md", "- [ ] a\n- [ ] b\n");
    let other = Document::parse("a.md", "- [x] a\n- [ ] b\n");
    let first = edit::tick(&document, &document.items()[0], true);
    let second = edit::tick(&document, &document.items()[1], true);
    let both = document.apply(&[second.clone(), first.clone()]).unwrap();
    assert_eq!(both, "- [x] a\n- [x] b\n");
    assert_eq!(
        other
            .apply(std::slice::from_ref(&first))
            .unwrap_err()
            .code(),
        "edit-unexpected"
    );
    let wide = edit::replace(&document, Span::new(0, 16), "");
    assert_eq!(
        document.apply(&[first, wide]).unwrap_err().code(),
        "edit-overlap"
    );
    let beyond = Edit {
        span: Span::new(9, 99),
        expect: String::new(),
        replacement: String::new(),
    };
    assert_eq!(
        document.apply(&[beyond]).unwrap_err().code(),
        "edit-unexpected"
    );
}

/// A change and an insertion behind the same line go together.
#[test]
fn context_does_not_overlap() {
    let document = Document::parse("a.md", "- [ ] a\n- **Status:**\n");
    let edits = [
        edit::append_line(&document, Span::new(0, 22), "- [ ] b").unwrap(),
        edit::fill(&document, &document.labels()[0], "done"),
        edit::insert_after(&document, &document.items()[0], "- [ ] c").unwrap(),
        edit::tick(&document, &document.items()[0], true),
    ];
    let expected = "- [x] a\n- [ ] c\n- **Status:** done\n- [ ] b\n";
    assert_eq!(document.apply(&edits).unwrap(), expected);
}
