//! Task items: each form that people write is found, and none that is no content.
#![allow(clippy::unwrap_used, reason = "tests")]

use plan_markdown::{Document, MarkKind};

/// `input` yields the items of `expected`: `o`, `x` or `?` for the mark, a space, the text.
#[track_caller]
fn check(input: &str, expected: &[&str]) {
    let document = Document::parse("README.md", input);
    let found: Vec<String> = document
        .items()
        .iter()
        .map(|item| {
            let mark = match item.mark.kind {
                MarkKind::Open => 'o',
                MarkKind::Done => 'x',
                MarkKind::Odd => '?',
            };
            format!("{mark} {}", document.slice(item.text))
        })
        .collect();
    assert_eq!(found, expected, "{input:?}");
}

#[test]
fn usual_forms() {
    check("- [ ] a\n- [x] b\n", &["o a", "x b"]);
    check("* [ ] a\n+ [X] b\n", &["o a", "x b"]);
    check("1. [ ] a\n2) [x] b\n", &["o a", "x b"]);
    check(
        "- [ ] **Task 1:** a\n- [x] [Task 2](2.md)\n",
        &["o **Task 1:** a", "x [Task 2](2.md)"],
    );
    check("- [ ] `cmd` runs\n", &["o `cmd` runs"]);
    check("- [ ] a\r\n- [x] b\r\n", &["o a", "x b"]);
    check("- [ ] a\r- [x] b", &["o a", "x b"]);
    check("-\t[ ] a\n\t- [x] b\n", &["o a", "x b"]);
    check("> - [ ] a\n> - [x] b\n", &["o a", "x b"]);
    check("\u{feff}- [ ] a\n", &["o a"]);
}

/// E: no item is lost where CommonMark sees none.
#[test]
fn forms_that_commonmark_does_not_see() {
    check(
        "- [] a\n- [ x] b\n- [~] c\n- [-] d\n",
        &["? a", "? b", "? c", "? d"],
    );
    check("- [x](file) Task 1\n", &["? Task 1"]);
    check("- [x](1.md): Task 1\n", &["? : Task 1"]);
    check("[x]: url\n- [x] Task 1\n", &["x Task 1"]);
    check("<details>\n- [ ] a\n* [x] b\n</details>\n", &["o a", "x b"]);
    check("- [ ] a\n  ---\n- [x] b\n", &["o a", "x b"]);
    check("- [ ] a\n---\n- [x] b\n", &["o a", "x b"]);
    check("Tasks:\n2. [ ] a\n3. [x] b\n", &["o a", "x b"]);
    check("Tasks:\n2. [ ] a\n3. [x] b\n---\n", &["o a", "x b"]);
    check("- \\[ \\] a\n- \\[x\\] b\n", &["o a", "x b"]);
    check("- [x]Task 1\n-[ ] b\n", &["x Task 1", "o b"]);
    check("- **[x] Task 1**\n- **[ ]** b\n", &["x Task 1**", "o b"]);
    check("[ ] a\n[x] b\n", &["o a", "x b"]);
    check("- [done] a\n- [✅] b\n- [v] c\n", &["? a", "? b", "? c"]);
    check("Text.\n\n      - [ ] a\n", &["o a"]);
}

/// E, Q1: examples and comments are no content.
#[test]
fn what_is_no_item() {
    check("```\n- [ ] a\n```\n- [x] b\n", &["x b"]);
    check("- a\n  ~~~\n  - [ ] a\n  ~~~\n- [x] b\n", &["x b"]);
    check("<!-- - [ ] a -->\n- [x] b\n", &["x b"]);
    check("<!--\n- [ ] a\n-->\n- [x] b <!-- c -->\n", &["x b"]);
    check("<pre>\n- [ ] a\n</pre>\n", &[]);
    check(
        "- `[ ]` a\n- [link](x) b\n- [C1] c\n- [^1] d\n- [a](b)\n",
        &[],
    );
    check("Text\n[ ] not a mark\n", &[]);
    check("- [|] a\n- [ || ] b\n- [/] c\n", &["? c"]);
    check("| - [ ] a | b |\n|---|---|\n| - [x] c | d |\n", &[]);
}

/// E: a code span or a fence hides no comment, and a comment hides neither.
#[test]
fn comments_and_code() {
    check("`<!--`\n- [ ] a\n", &["o a"]);
    check("```\n<!--\n```\n- [ ] a\n", &["o a"]);
    check("<!-- ``` -->\n- [ ] a\n<!-- ``` -->\n", &["o a"]);
    check("\\<!-- a\n- [ ] a\n", &["o a"]);
    check("<!-->\n- [ ] a\n", &["o a"]);
    check("a ``b`\n`<!-- c` -->` d\n- [ ] a\n", &["o a"]);
}

#[test]
fn nesting_and_extent() {
    let text = "- [ ] a\n  more\n  - [x] b\n    more\n\n  para\n- [ ] c\nlazy\n\nend\n";
    let document = Document::parse("a.md", text);
    let items = document.items();
    let slices: Vec<_> = items.iter().map(|item| document.slice(item.span)).collect();
    assert_eq!(
        slices,
        [
            "- [ ] a\n  more\n  - [x] b\n    more\n\n  para",
            "  - [x] b\n    more",
            "- [ ] c\nlazy"
        ]
    );
    let parents: Vec<_> = items.iter().map(|item| item.parent).collect();
    assert_eq!(parents, [None, Some(0), None]);
    assert_eq!(document.slice(items[0].wrapped), "a\n  more");
    assert_eq!(document.slice(items[2].wrapped), "c\nlazy");
    assert_eq!(items[1].indent, 2);
}

/// E: a template's indentation is taken away, wholly or in part, and positions are the file's.
#[test]
fn template_indentation() {
    let text = "    # Plan\n\n    ## Tasks\n\n    - [x] Task 1\n      See: [1](1.md)\n- [ ] Task 2\n  See: x\n";
    check(text, &["x Task 1", "o Task 2"]);
    let document = Document::parse("README.md", text);
    assert_eq!(document.headings().len(), 2);
    assert_eq!(document.slice(document.headings()[1].title), "Tasks");
    assert_eq!(
        document.slice(document.items()[0].span),
        "    - [x] Task 1\n      See: [1](1.md)"
    );
    check(
        "# Plan\n\n    ## Tasks\n\n    - [x] Task 1\n",
        &["x Task 1"],
    );
}

#[test]
fn list_items_with_and_without_marks() {
    let document = Document::parse(
        "a.md",
        "1. a\n   - b\n   - [ ] c\n* d\n\n2024. was a year\n",
    );
    let found: Vec<_> = document
        .list_items()
        .iter()
        .map(|item| (document.slice(item.text), item.parent, item.task))
        .collect();
    assert_eq!(
        found[..4],
        [
            ("a", None, None),
            ("b", Some(0), None),
            ("c", Some(0), Some(0)),
            ("d", None, None)
        ]
    );
    let prose = Document::parse(
        "a.md",
        "It happened in\n2024. Then nothing.\n- *not* an item?\n",
    );
    assert_eq!(prose.list_items().len(), 1);
}
