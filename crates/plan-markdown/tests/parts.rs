//! Headings, tables, labels, sections, links, frontmatter and fences.
#![allow(clippy::unwrap_used, reason = "tests")]

use plan_diagnostics::Span;
use plan_markdown::{Document, Label, Opener};

/// The headings of `input`: `level title|number|anchor|note`.
#[track_caller]
fn headings(input: &str, expected: &[&str]) {
    let document = Document::parse("a.md", input);
    let part = |span: Option<Span>| span.map_or("", |span| document.slice(span));
    let found: Vec<String> = document
        .headings()
        .iter()
        .map(|heading| {
            let title = document.heading_title(heading);
            let (number, anchor) = (part(heading.number), part(heading.anchor));
            format!(
                "{} {title}|{number}|{anchor}|{}",
                heading.level,
                part(heading.note)
            )
        })
        .collect();
    assert_eq!(found, expected, "{input:?}");
}

#[test]
fn heading_parts() {
    headings(
        "# A\n## 3. Goal ##\n### 3.1 Sub (x)\n",
        &["1 A|||", "2 Goal|3||", "3 Sub|3.1||x"],
    );
    headings("## Task 1: A {#task-1}\n", &["2 Task 1: A||task-1|"]);
    headings("## Task 1 — A (#task-1)\n", &["2 Task 1 — A||task-1|"]);
    headings("## [Task 1](#task-1)\n", &["2 Task 1||task-1|"]);
    headings(
        "## 10. Completion & Log (filled by the agent)\n",
        &["2 Completion & Log|10||filled by the agent"],
    );
    headings(
        "## **Goal:**\n## Goal:\n## 2024 review\n",
        &["2 Goal|||", "2 Goal|||", "2 2024 review|||"],
    );
    headings(
        "Title\n===\n\nSub\ntitle\n---\n",
        &["1 Title|||", "2 Sub\ntitle|||"],
    );
    headings(
        "```\n## no\n```\n<!-- ## no -->\n> ## Quoted\n",
        &["2 Quoted|||"],
    );
    headings("<details>\n## Inside\n</details>\n", &["2 Inside|||"]);
    headings("- [ ] a\n  ---\n", &[]);
    headings("#\n## #hash\n## a#\n", &["1 |||", "2 #hash|||", "2 a#|||"]);
}

/// The rows of the first table of `input`, cells joined with `/`.
#[track_caller]
fn table(input: &str, expected: &[&str]) {
    let document = Document::parse("a.md", input);
    let table = &document.tables()[0];
    let rows = std::iter::once(&table.header).chain(&table.rows);
    let found: Vec<String> = rows
        .map(|row| {
            let cells: Vec<_> = row.cells.iter().map(|cell| document.slice(*cell)).collect();
            cells.join("/")
        })
        .collect();
    assert_eq!(found, expected, "{input:?}");
}

/// Q10: escaped bars and bars in code spans are part of their cell.
#[test]
fn table_cells() {
    table("| a | b |\n|---|---|\n| c | d |\n", &["a/b", "c/d"]);
    table("a | b\n--|--\nc | d", &["a/b", "c/d"]);
    table(
        "| a | b |\n|---|---|\n| c\\|d | `e|f` |\n",
        &["a/b", "c\\|d/`e|f`"],
    );
    table("| `a|b` | c |\n|---|---|\n| d | e |\n", &["`a|b`/c", "d/e"]);
    table(
        "| a | b |\n|---|---|\n| c |\n| d | e | f |\n|  | g |\n",
        &["a/b", "c", "d/e/f", "/g"],
    );
    table(
        "| a | b |\r\n|---|---|\r\n| c ` | ` d |\r\n",
        &["a/b", "c ` | ` d"],
    );
    table("> | a | b |\n> |---|---|\n> | c | d |\n", &["a/b", "c/d"]);
    table(
        "text\n\n- x\n\n  | a |\n  |---|\n  | 1. c |\n",
        &["a", "1. c"],
    );
}

#[test]
fn stray_rows_are_not_lost() {
    let document = Document::parse("a.md", "| a | b |\n| c | d |\n\n| a |\n|---|\n| b |\n");
    let rows = document.stray_rows();
    assert_eq!(rows.len(), 2);
    assert_eq!(document.slice(rows[1].cells[1]), "d");
}

/// The labels of `input`: `kind name=value`.
#[track_caller]
fn labels(input: &str, expected: &[&str]) {
    let document = Document::parse("a.md", input);
    let show = |label: &Label| {
        let (name, value) = (document.slice(label.name), document.slice(label.wrapped));
        format!("{:?} {name}={value}", label.kind)
    };
    let found: Vec<String> = document.labels().iter().map(show).collect();
    assert_eq!(found, expected, "{input:?}");
}

#[test]
fn label_forms() {
    labels("**Status:** done\n", &["Bold Status=done"]);
    labels("**Status**: done\n", &["Bold Status=done"]);
    labels("__Status:__ done\n", &["Bold Status=done"]);
    labels(
        "- **Notes / follow-ups:**\n",
        &["BoldItem Notes / follow-ups="],
    );
    labels(
        "Plan Format: Lite\n\nStatus: pending.\n",
        &["Plain Plan Format=Lite", "Plain Status=pending."],
    );
    labels(
        "- acept: a\n  fecha: b\n",
        &["PlainItem acept=a", "Plain fecha=b"],
    );
    labels(
        "**A:** x\n**B:** y\nC: z\n",
        &["Bold A=x", "Bold B=y", "Plain C=z"],
    );
    labels("**A:** x\n  and more\n\nprose\n", &["Bold A=x\n  and more"]);
    labels(
        "**A:** x\nwhich is: y\nz\n",
        &["Bold A=x\nwhich is: y\nz", "Plain which is=y"],
    );
    labels("**A:** x <!-- note -->\n", &["Bold A=x"]);
    labels(
        "- **Status:**\\n- **Timestamp:**\\n- **Summary of work:** s\n",
        &[
            "BoldItem Status=",
            "BoldItem Timestamp=",
            "BoldItem Summary of work=s",
        ],
    );
    labels(
        "See http://x.y and more\n**bold** text\n```\n**A:** x\n```\n",
        &[],
    );
    labels(
        "- [ ] Human approval: yes\n",
        &["PlainItem Human approval=yes"],
    );
}

/// The body of a section, without surrounding space.
#[track_caller]
fn section(input: &str, name: &str, expected: Option<&str>) {
    let document = Document::parse("a.md", input);
    let body = document
        .section(name)
        .map(|section| section.text().trim().to_owned());
    assert_eq!(body.as_deref(), expected, "{name} in {input:?}");
}

/// E: a section is a heading or a bold label, and ends where the next one starts.
#[test]
fn sections() {
    section(
        "# P\n## 1. Goal\n\na\n\n### Sub\n\nb\n\n## Context\nc\n",
        "goal",
        Some("a\n\n### Sub\n\nb"),
    );
    section(
        "## Goal\na\n```\n## Not\n```\nb\n## C\n",
        "Goal",
        Some("a\n```\n## Not\n```\nb"),
    );
    section(
        "**Goal**: a\nb\n\n**Created:** d\n\n**Context:** c\n",
        "Goal",
        Some("a\nb\n\n**Created:** d"),
    );
    section("**Goal:**\n\na\n## Next\nb\n", "Goal", Some("a"));
    section("# Goal\na\n", "Goal", None);
    section("## Goals\na\n", "Goal", None);
    section("```\n## Goal\n```\n", "Goal", None);
    section("<!--\n## Goal\n-->\n", "Goal", None);
    section("## OBJETIVO Ñ\na\n", "objetivo ñ", Some("a"));
    section("## 🎯 Goal\na\n", "Goal", Some("a"));
    section("Goal\n----\na\n", "Goal", Some("a"));
}

#[test]
fn empty_sections() {
    let empty = |text: &str| {
        Document::parse("a.md", text)
            .section("Goal")
            .unwrap()
            .is_empty()
    };
    assert!(empty("## Goal\n\n## Next\na\n"));
    assert!(empty("## Goal\n<!-- later -->\n\n---\n"));
    assert!(empty("## Goal\n### Sub\n\n-\n"));
    assert!(empty("## Goal\n```\n\n```\n"));
    assert!(empty("## Goal"));
    assert!(empty("**Goal:**\n\n**Context:** c\n"));
    assert!(!empty("## Goal\n### Sub\na\n"));
    assert!(!empty("## Goal\n```\nls\n```\n"));
    assert!(!empty("## Goal\n\n    ls\n"));
    assert!(!empty("**Goal:** a"));
    assert!(!empty("## Goal\n| a |\n|---|\n"));
}

#[test]
fn sections_in_a_range() {
    let text = "## Task 1\n### Goal\na\n## Task 2\n### Goal\nb\n";
    let document = Document::parse("a.md", text);
    let whole = Span::new(0, text.len());
    let second = document.section_of(2, whole).unwrap();
    assert_eq!(second.opener, Opener::Heading(2));
    assert_eq!(
        document.section_within(second.body, "Goal").unwrap().text(),
        "b\n"
    );
    let first = document.section_of(0, whole).unwrap();
    assert_eq!(
        document.section_within(first.body, "Goal").unwrap().text(),
        "a\n"
    );
    assert_eq!(document.sections_within(whole, "Goal").len(), 2);
}

/// The links of `input`: `text>dest`.
#[track_caller]
fn links(input: &str, expected: &[&str]) {
    let document = Document::parse("a.md", input);
    let links = document.links().iter();
    let found: Vec<String> = links
        .map(|link| {
            format!(
                "{}>{}",
                document.slice(link.text),
                document.slice(link.dest)
            )
        })
        .collect();
    assert_eq!(found, expected, "{input:?}");
}

#[test]
fn link_forms() {
    links(
        "[a](b.md) [c](<d e> \"t\") [f](g_(h))\n",
        &["a>b.md", "c>d e", "f>g_(h)"],
    );
    links("- [ ] [a](b) `[c](d)` ![e](f) \\[g](h)\n", &["a>b"]);
    links(
        "[a][r] [r][] [r]\n\n[r]: u.md \"t\"\n",
        &["a>u.md", "r>u.md", "r>u.md"],
    );
    links("[x]: u\n- [x] a\n", &[]);
    links("```\n[a](b)\n```\n<!-- [a](b) -->\n", &[]);
    links(
        "## [Task 1](#task-1)\n\n| [a](b) |\n|---|\n",
        &["Task 1>#task-1", "a>b"],
    );
    links("[a](b c) [d](\n", &[]);
}

#[test]
fn code_spans() {
    let document = Document::parse("a.md", "a `b` ``c`d`` ` e\n\n- `f\n  g`\n\n\\`h` i`\n");
    let found: Vec<_> = document
        .code_spans()
        .iter()
        .map(|span| document.slice(*span))
        .collect();
    assert_eq!(found, ["b", "c`d", "f\n  g", " i"]);
}

/// Q3: one level of matching quotes goes; nothing else is evaluated.
#[test]
fn frontmatter_values() {
    let text = "---\na: \"x: 'y'\"\nb: it's\nc: 'z\"\nd:\ne-f: \"\"q\"\"\n---\n# A\n";
    let document = Document::parse("a.md", text);
    let entries = &document.frontmatter().unwrap().entries;
    let found: Vec<_> = entries
        .iter()
        .map(|e| (document.slice(e.key), document.slice(e.value)))
        .collect();
    let expected = [
        ("a", "x: 'y'"),
        ("b", "it's"),
        ("c", "'z\""),
        ("d", ""),
        ("e-f", "\"q\""),
    ];
    assert_eq!(found, expected);
    assert_eq!(document.headings().len(), 1);
    assert!(
        Document::parse("a.md", "a\n---\nb: c\n---\n")
            .frontmatter()
            .is_none()
    );
}

#[test]
fn fences() {
    let text = "- a\n\n  ```sh x\n  ls\n\n  cd\n  ```\n~~~\nopen\n";
    let document = Document::parse("a.md", text);
    let [first, second] = document.fences() else {
        panic!("{:?}", document.fences())
    };
    assert_eq!(document.slice(first.info), "sh x");
    assert_eq!(document.slice(first.content), "  ls\n\n  cd\n");
    let lines: Vec<_> = document
        .fence_lines(first)
        .iter()
        .map(|l| document.slice(*l))
        .collect();
    assert_eq!(lines, ["ls", "cd"]);
    assert_eq!(
        (document.slice(second.content), second.closed),
        ("open\n", false)
    );
    assert!(document.is_code_at(second.content.start) && !document.is_code_at(0));
}

/// The numbers of lines are those that a report shows, whatever ends the lines.
#[test]
fn line_numbers() {
    let text = "\u{feff}a\r\n\rb\nñ";
    let document = Document::parse("a.md", text);
    let source = plan_diagnostics::Source::new(text);
    for (byte, _) in text.char_indices() {
        assert_eq!(
            document.line_number(byte),
            source.position(byte).line,
            "{byte}"
        );
    }
    assert_eq!(document.line_number(text.len()), 4);
    assert_eq!(Document::parse("a.md", "").line_number(0), 1);
}

#[test]
fn comments_are_left_out_of_content() {
    let document = Document::parse("a.md", "a <!-- b --> c <!-- d -->\n");
    assert_eq!(document.content(Span::new(0, 26)), "a  c");
    assert_eq!(document.comments().len(), 2);
}
