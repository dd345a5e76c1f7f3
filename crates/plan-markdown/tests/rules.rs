//! Every rule: an input that trips it, and a near miss that does not.
#![allow(clippy::unwrap_used, reason = "tests")]

use plan_markdown::{Document, RULES};

/// `input` trips exactly the rules of `expected`.
#[track_caller]
fn check(input: &str, expected: &[&str]) {
    let document = Document::parse("README.md", input);
    let mut codes: Vec<_> = document
        .findings()
        .iter()
        .map(|finding| finding.rule.code)
        .collect();
    codes.dedup();
    assert_eq!(codes, expected, "{input:?}\n{:#?}", document.findings());
}

#[track_caller]
fn message(input: &str, part: &str) {
    let document = Document::parse("README.md", input);
    let messages: Vec<_> = document
        .findings()
        .iter()
        .map(|finding| &finding.message)
        .collect();
    assert!(
        messages.iter().any(|message| message.contains(part)),
        "{messages:?}"
    );
}

/// Q1
#[test]
fn byte_order_mark() {
    check("\u{feff}# A\n", &["md-byte-order-mark"]);
    check("# A\u{feff}\n", &[]);
    let document = Document::parse("a.md", "\u{feff}---\nkey: v\n---\n# A\n");
    assert_eq!(document.frontmatter().unwrap().entries.len(), 1);
    assert_eq!(document.headings().len(), 1);
}

/// Q1
#[test]
fn conflict_marker() {
    check(
        "a\n<<<<<<< HEAD\nb\n=======\nc\n>>>>>>> topic\n",
        &["md-conflict-marker"],
    );
    check("a\n>>>>>>> topic\n", &["md-conflict-marker"]);
    check("a\n=======\nb\n\n```\n<<<<<<< HEAD\n```\n", &[]);
    check("<<<<<<<a\n>>>>>>>\n", &[]);
}

/// Q3
#[test]
fn frontmatter() {
    check("---\na: 1\na: 2\n---\n", &["md-duplicate-frontmatter-key"]);
    check("---\na: 1\n  - b\n---\n", &["md-frontmatter-line"]);
    check("---\na: 1\n# A\n", &["md-unclosed-frontmatter"]);
    check("---\na: 1\nA: it's a \"b\": c\n---\n", &[]);
    check("---\n\n## Goal\n\n---\n", &[]);
}

/// E
#[test]
fn indentation() {
    check("    # Plan\n\n    - [ ] a\n", &["md-template-indent"]);
    check("# Plan\n\n    - [ ] a\n", &["md-indented-content"]);
    check("# Plan\n\n    ls -l\n    # comment\n", &[]);
    check("    ls -l\n", &[]);
}

/// E
#[test]
fn literal_newline() {
    check(
        "- **Status:**\\n- **Timestamp:** x\n",
        &["md-literal-newline"],
    );
    check(
        "```\n- **Status:**\\n- **Timestamp:** x\n```\n- print \"a\\n\"\n",
        &[],
    );
}

/// E
#[test]
fn nested_too_deep() {
    check(&format!("{} a\n", ">".repeat(65)), &["md-nested-too-deep"]);
    check(&format!("{} a\n", ">".repeat(64)), &[]);
    check(
        &format!("a\n{}b\n", " ".repeat(257)),
        &["md-nested-too-deep"],
    );
    check(&format!("a\n{}b\n", " ".repeat(256)), &[]);
}

/// E
#[test]
fn nul_byte() {
    check("a\0b\n", &["md-nul-byte"]);
    check("a\\0b\n", &[]);
}

/// E
#[test]
fn odd_mark() {
    check("- [~] a\n", &["md-odd-mark"]);
    check("- [x](file) Task 1\n", &["md-odd-mark"]);
    check("- [X] a\n- [ ] b\n- [a](b)\n", &[]);
}

/// E
#[test]
fn unusual_item() {
    check("- [x]Task 1\n", &["md-unusual-item"]);
    check("Tasks:\n2. [ ] a\n", &["md-unusual-item"]);
    check("<details>\n- [ ] a\n</details>\n", &["md-unusual-item"]);
    check("Tasks:\n1. [ ] a\n", &[]);
    check("<details>\n\n- [ ] a\n\n</details>\n", &[]);
}

/// Q1
#[test]
fn unclosed_comment() {
    check("# A\n<!-- b\n- [ ] a\n", &["md-unclosed-comment"]);
    message(
        "# A\n<!-- b\n- [ ] a\n",
        "swallows 2 line(s), 1 of them task items",
    );
    check("# A <!-- b\n- [ ] a\n", &["md-unclosed-comment"]);
    check("# A\n<!-- b --> - `<!--`\n", &[]);
}

/// Q1
#[test]
fn unclosed_fence() {
    check("# A\n```sh\nls\n- [ ] a\n", &["md-unclosed-fence"]);
    message(
        "# A\n```sh\nls\n- [ ] a\n",
        "swallows 2 line(s), 1 of them task items",
    );
    check("- a\n  ```\n  ls\n\n- [ ] b\n", &["md-unclosed-fence"]);
    message("- a\n  ```\n  ls\n\n- [ ] b\n", "0 of them task items");
    check("# A\n````\n```\n````\n- [ ] a\n~~~\n~~~", &[]);
}

#[test]
fn codes_are_unique_and_sorted() {
    let codes: Vec<_> = RULES.iter().map(|rule| rule.code).collect();
    assert!(codes.is_sorted_by(|a, b| a < b), "{codes:?}");
}
