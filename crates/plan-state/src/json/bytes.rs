//! What can be judged before parsing: size, encoding, byte order mark (B9); and depth, where a text
//! cannot be parsed.

use plan_diagnostics::{Finding, Location, Span};

use crate::limits::{DEPTH, Limits};
use crate::rules::json::{JSON_BOM, JSON_SIZE, JSON_UTF8};

const BYTE_ORDER_MARK: &str = "\u{feff}";

/// The text, and how many bytes of it to skip; a text that must not be parsed is not given.
pub(super) fn text<'t>(
    file: &str,
    bytes: &'t [u8],
    limits: &Limits,
    findings: &mut Vec<Finding>,
) -> Option<(&'t str, usize)> {
    if bytes.len() > limits.size {
        let message = format!(
            "the document has {} bytes, more than the {} allowed",
            bytes.len(),
            limits.size
        );
        findings.push(Finding::new(&JSON_SIZE, Location::file(file), message));
        return None;
    }
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => {
            findings.push(invalid_utf8(file, bytes, error));
            return None;
        }
    };
    let skip = if text.starts_with(BYTE_ORDER_MARK) {
        BYTE_ORDER_MARK.len()
    } else {
        0
    };
    if skip > 0 {
        let message = "the document begins with a byte order mark";
        let location = Location::span(file, Span::new(0, skip));
        findings.push(Finding::new(&JSON_BOM, location, message).with_help("save it without"));
    }
    Some((text, skip))
}

fn invalid_utf8(file: &str, bytes: &[u8], error: std::str::Utf8Error) -> Finding {
    let start = error.valid_up_to();
    let end = start + error.error_len().unwrap_or(bytes.len() - start);
    let valid = bytes
        .get(..start)
        .and_then(|bytes| std::str::from_utf8(bytes).ok());
    let (line, column) = line_column(valid.unwrap_or_default());
    let byte = bytes.get(start).copied().unwrap_or_default();
    let message =
        format!("byte 0x{byte:02X} at line {line}, column {column} does not belong to UTF-8");
    Finding::new(
        &JSON_UTF8,
        Location::span(file, Span::new(start, end)),
        message,
    )
}

/// Line and column (1-based, in code points) of what follows `before`.
fn line_column(before: &str) -> (usize, usize) {
    let last = before.rsplit('\n').next().unwrap_or_default();
    (before.matches('\n').count() + 1, last.chars().count() + 1)
}

/// Where the first bracket stands that opens a level too many.
pub(super) fn too_deep(text: &[u8]) -> Option<usize> {
    let (mut depth, mut at) = (0_usize, 0);
    loop {
        let rest = text.get(at..)?;
        at += rest
            .iter()
            .position(|byte| matches!(byte, b'"' | b'[' | b']' | b'{' | b'}'))?;
        match text.get(at)? {
            b'"' => at = string_end(text, at)?.0,
            b'[' | b'{' if depth == DEPTH => return Some(at),
            b'[' | b'{' => depth += 1,
            _ => depth = depth.saturating_sub(1),
        }
        at += 1;
    }
}

/// Where the string that opens at a quotation mark has its closing one, and whether it has escapes;
/// `None` where it is not closed.
pub(super) fn string_end(text: &[u8], open: usize) -> Option<(usize, bool)> {
    let (mut at, mut escapes) = (open + 1, false);
    loop {
        let rest = text.get(at..)?;
        at += rest.iter().position(|byte| matches!(byte, b'"' | b'\\'))?;
        if text.get(at) == Some(&b'"') {
            return Some((at, escapes));
        }
        escapes = true;
        at += 2;
    }
}
