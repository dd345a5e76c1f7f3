//! The document as text: what is refused, and where it says so (B9).
#![allow(clippy::unwrap_used, reason = "tests")]

mod common;

use common::{STATE, codes, edited};
use plan_diagnostics::Source;
use plan_state::json::{self, Node};
use plan_state::{Limits, read_state};

fn read(bytes: &[u8]) -> Vec<String> {
    codes(&read_state("state.json", bytes, &Limits::default()).findings)
}

/// Each finding as `line:column code pointer: message`.
fn positions(bytes: &[u8]) -> String {
    let findings = read_state("state.json", bytes, &Limits::default()).findings;
    let source = Source::new(String::from_utf8_lossy(bytes));
    let mut lines = String::new();
    for finding in findings {
        let at = source.position(finding.location.span.unwrap_or_default().start);
        let pointer = finding.location.pointer.unwrap_or_default();
        let (code, message) = (finding.rule.code, finding.message);
        lines += &format!("{}:{} {code} {pointer}: {message}\n", at.line, at.column);
    }
    lines
}

#[test]
fn b9_positions_of_errors() {
    let mut report = String::new();
    let mut show = |name: &str, bytes: &[u8]| report += &format!("# {name}\n{}", positions(bytes));
    show("empty", b"");
    show("cut short", &STATE.as_bytes()[..700]);
    show(
        "comma too many",
        edited(STATE, &[("\"ready\",", "\"ready\",,")]).as_bytes(),
    );
    show(
        "single quotes",
        edited(STATE, &[("\"ready\"", "'ready'")]).as_bytes(),
    );
    show(
        "behind wide characters",
        edited(STATE, &[("erwartet\"", "erwartet\" x")]).as_bytes(),
    );
    show(
        "lone surrogate",
        edited(STATE, &[("64 passed", "\\ud800")]).as_bytes(),
    );
    show(
        "line break in a string",
        edited(STATE, &[("64 passed", "64\npassed")]).as_bytes(),
    );
    show(
        "not utf-8",
        &[&b"{\n  \"\xc3\xa9\": \""[..], b"\xff\"}"].concat(),
    );
    show("byte order mark", format!("\u{feff}{STATE}").as_bytes());
    show("trailing data", format!("{STATE}\n{{}}").as_bytes());
    show(
        "duplicate key",
        edited(STATE, &[("\"note\"", "\"st\\u0065p\"")]).as_bytes(),
    );
    show(
        "two problems",
        edited(STATE, &[("\"id\": 2", "\"id\": 0"), ("\"ready\"", "1")]).as_bytes(),
    );
    show(
        "missing member",
        edited(STATE, &[("\"title\": \"Final Review\",\n", "")]).as_bytes(),
    );
    show(
        "merge conflict",
        format!("<<<<<<< ours\n{STATE}").as_bytes(),
    );
    show(
        "unknown schema",
        edited(STATE, &[("v5.json", "v6.json")]).as_bytes(),
    );
    insta::assert_snapshot!(report);
}

#[test]
fn b9_size() {
    let limits = Limits { size: STATE.len() };
    assert!(
        read_state("state.json", STATE.as_bytes(), &limits)
            .value
            .is_some()
    );
    let limits = Limits {
        size: STATE.len() - 1,
    };
    let reading = read_state("state.json", STATE.as_bytes(), &limits);
    assert_eq!(codes(&reading.findings), ["json-size -"]);
    assert_eq!(Limits::default().size, 16 * 1024 * 1024);
}

#[test]
fn b9_depth() {
    let nested = |levels: usize| {
        let value = format!("{}{}", "[".repeat(levels), "]".repeat(levels));
        edited(
            STATE,
            &[("\"format\"", &format!("\"x\": {value}, \"format\""))],
        )
    };
    assert_eq!(read(nested(127).as_bytes()), ["shape-additive /x"]);
    assert_eq!(read(nested(128).as_bytes()), ["json-depth -"]);
    assert_eq!(read("[".repeat(1_000_000).as_bytes()), ["json-depth -"]);
    // Brackets in strings open nothing, and an escaped quote does not end one.
    let text = edited(STATE, &[("64 passed", &format!("\\\"{}", "[".repeat(200)))]);
    assert_eq!(read(text.as_bytes()), [""; 0]);
}

#[test]
fn b9_encoding() {
    assert_eq!(read(b"\xff\xfe{\0}\0"), ["json-utf8 -"]);
    let text = format!("\u{feff}{STATE}");
    assert_eq!(read(text.as_bytes()), ["json-bom -"]);
    let inside = edited(STATE, &[("64 passed", "\u{feff}64 passed")]);
    assert_eq!(read(inside.as_bytes()), [""; 0]);
    let wide: Vec<u8> = STATE.encode_utf16().flat_map(u16::to_le_bytes).collect();
    assert_eq!(read(&wide).len(), 1);
}

#[test]
fn b9_duplicate_keys_anywhere() {
    for (from, to, pointer) in [
        (
            "\"approval\"",
            "\"format\": \"full\", \"approval\"",
            "/format",
        ),
        (
            "\"exit_code\"",
            "\"passes\": true, \"exit_code\"",
            "/tasks/0/gates/0/passes",
        ),
        (
            "\"exit_code\"",
            "\"p\\u0061sses\": true, \"exit_code\"",
            "/tasks/0/gates/0/passes",
        ),
    ] {
        let found = read(edited(STATE, &[(from, to)]).as_bytes());
        assert_eq!(found, [format!("json-duplicate-key {pointer}")]);
    }
    let extra = edited(
        STATE,
        &[("\"format\"", "\"x\": {\"a\": 1, \"a\": 1}, \"format\"")],
    );
    assert_eq!(
        read(extra.as_bytes()),
        ["shape-additive /x", "json-duplicate-key /x/a"]
    );
    let cased = edited(STATE, &[("\"format\"", "\"Format\": 1, \"format\"")]);
    assert_eq!(read(cased.as_bytes()), ["shape-additive /Format"]);
}

#[test]
fn b9_trailing_data() {
    for rest in ["{}", "x", "\u{0}", ",", "]"] {
        assert_eq!(
            read(format!("{STATE}{rest}").as_bytes()),
            ["json-trailing-data -"]
        );
    }
    assert_eq!(read(format!("\n {STATE} \r\n\t").as_bytes()), [""; 0]);
}

#[test]
fn b9_what_is_not_json() {
    for text in [
        "", " ", "nul", "{", "{\"a\"}", "[1,]", "{'a': 1}", "// x\n{}", "NaN", "01", "\"\t\"",
        "[1e]",
    ] {
        let found = read(text.as_bytes());
        let code = found.first().map(String::as_str).unwrap_or_default();
        assert!(
            matches!(code, "json-syntax -" | "json-trailing-data -"),
            "{text}: {found:?}"
        );
    }
    for text in ["null", "[]", "7", "\"x\"", "true"] {
        let code = if text == "null" {
            "shape-null "
        } else {
            "shape-type "
        };
        assert_eq!(read(text.as_bytes()), [code]);
    }
}

#[test]
fn a_tree_is_walked_by_pointer() {
    let bytes = br#"{"a/b": [10, {"~": "\u00e9"}], "": null}"#;
    let document = json::read("x.json", bytes, &Limits::default())
        .value
        .unwrap();
    let text = |pointer| document.at(pointer).map(|tree| tree.span.of(document.text));
    assert_eq!(text("/a~1b/0"), Some("10"));
    assert_eq!(text("/a~1b/1/~0"), Some("\"\\u00e9\""));
    assert_eq!(text("/"), Some("null"));
    assert_eq!(text("/a~1b/2"), None);
    assert_eq!(text("a"), None);
    assert_eq!(
        document.at("/a~1b/1/~0").unwrap().node,
        Node::String("é".into())
    );
}

/// Sixteen times the input takes nowhere near 256 times the time; depth costs a pass a level.
#[test]
fn b9_reading_a_large_document_is_not_quadratic() {
    let wide = format!("[{}1]", "{\"k\": [1, 2]},".repeat(100_000));
    assert!(
        json::read("x", wide.as_bytes(), &Limits::default())
            .value
            .is_some()
    );
    let keys: String = (0..50_000).map(|key| format!("\"k{key}\": 1,")).collect();
    let text = edited(STATE, &[("\"format\"", &format!("{keys} \"format\""))]);
    assert_eq!(read(text.as_bytes()).len(), 50_000);
}
