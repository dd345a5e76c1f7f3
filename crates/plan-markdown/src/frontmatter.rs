//! Frontmatter: a closed form of `key: value` lines, and no YAML (requirement Q3).

use crate::lines::{Kind, Line, trim_end, trim_start};
use crate::{Entry, Frontmatter};
use plan_diagnostics::Span;
use std::collections::BTreeMap;

/// What stands at the start of a file.
#[derive(Debug, Default)]
pub(crate) struct Opening {
    pub(crate) frontmatter: Option<Frontmatter>,
    /// Keys given before, with the first place.
    pub(crate) repeated: Vec<(Span, Span)>,
    /// Lines of another form.
    pub(crate) other: Vec<Span>,
    /// The opening line of a frontmatter that nothing closes.
    pub(crate) unclosed: Option<Span>,
}

/// Reads the frontmatter, and marks its lines.
pub(crate) fn read(text: &str, lines: &mut [Line]) -> Opening {
    let mut opening = Opening::default();
    let bytes = text.as_bytes();
    let Some(first) = lines.first() else {
        return opening;
    };
    if !is_delimiter(bytes, first) {
        return opening;
    }
    let is_blank = |line: &&Line| trim_start(bytes, line.start, line.end) == line.end;
    let begin = lines[1..].iter().find(|line| !is_blank(line)).copied();
    let Some(begin) = begin else { return opening };
    // A thematic break at the start of a file is followed by something else.
    if !is_delimiter(bytes, &begin) && entry(bytes, &begin).is_none() {
        return opening;
    }
    let Some(close) = lines[1..].iter().position(|line| is_delimiter(bytes, line)) else {
        opening.unclosed = Some(Span::new(first.text_start(), first.end));
        return opening;
    };
    let span = Span::new(first.text_start(), lines[close + 1].end);
    let mut frontmatter = Frontmatter {
        span,
        entries: Vec::new(),
    };
    let mut seen = BTreeMap::new();
    for line in lines[1..=close].iter().filter(|line| !is_blank(line)) {
        let Some(entry) = entry(bytes, line) else {
            opening.other.push(Span::new(line.start, line.end));
            continue;
        };
        if let Some(before) = seen.insert(entry.key.of(text), entry.key) {
            opening.repeated.push((entry.key, before));
            seen.insert(entry.key.of(text), before);
        }
        frontmatter.entries.push(entry);
    }
    lines[..=close + 1]
        .iter_mut()
        .for_each(|line| line.kind = Kind::Front);
    opening.frontmatter = Some(frontmatter);
    opening
}

fn is_delimiter(bytes: &[u8], line: &Line) -> bool {
    let start = line.text_start();
    &bytes[start.min(line.end)..trim_end(bytes, start.min(line.end), line.end)] == b"---"
}

fn entry(bytes: &[u8], line: &Line) -> Option<Entry> {
    let text = &bytes[line.start..line.end];
    let word =
        |byte: &&u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-') || **byte >= 0x80;
    let length = text.iter().take_while(word).count();
    let key = Span::new(line.start, line.start + length);
    let colon = trim_start(bytes, key.end, line.end);
    let after = bytes[colon..line.end].strip_prefix(b":")?;
    if key.is_empty() || text[0] == b'-' || !matches!(after.first(), None | Some(b' ' | b'\t')) {
        return None;
    }
    let start = trim_start(bytes, colon + 1, line.end);
    let value = unquoted(bytes, Span::new(start, trim_end(bytes, start, line.end)));
    Some(Entry {
        key,
        value,
        line: Span::new(line.start, line.end),
    })
}

/// A value without one level of matching quotes.
fn unquoted(bytes: &[u8], value: Span) -> Span {
    match &bytes[value.start..value.end] {
        [first @ (b'"' | b'\''), .., last] if first == last => {
            Span::new(value.start + 1, value.end - 1)
        }
        _ => value,
    }
}
