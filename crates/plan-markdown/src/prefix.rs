//! What stands before the content of a line: quote marks, indentation, bullets.

use crate::Bullet;
use crate::lines::{Line, blanks};

/// More bullets than this on one line are text.
const MOST_BULLETS: usize = 100;

/// The start of a line.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Prefix {
    /// How many quote marks open it.
    pub(crate) quotes: usize,
    /// Columns of indentation after them.
    pub(crate) indent: usize,
    /// The first byte that is neither space nor quote mark.
    pub(crate) at: usize,
}

/// Reads quote marks and indentation.
pub(crate) fn read(bytes: &[u8], line: &Line) -> Prefix {
    read_to(bytes, line, usize::MAX)
}

/// The indentation of the quote mark behind `outer` others, where there is one.
pub(crate) fn quote_indent(bytes: &[u8], line: &Line, outer: usize) -> Option<usize> {
    let prefix = read_to(bytes, line, outer);
    let mark = bytes[prefix.at..line.end].first() == Some(&b'>');
    (mark && prefix.quotes == outer).then_some(prefix.indent)
}

/// Reads so many quote marks, and the indentation behind them.
fn read_to(bytes: &[u8], line: &Line, most: usize) -> Prefix {
    let start = line.text_start().min(line.end);
    let mut prefix = Prefix {
        quotes: 0,
        indent: 0,
        at: start,
    };
    let mut base = 0;
    loop {
        let column = base + prefix.indent;
        let (length, after) = blanks(&bytes[prefix.at..line.end], column);
        prefix.at += length;
        prefix.indent = after - base;
        if prefix.quotes == most || bytes[prefix.at..line.end].first() != Some(&b'>') {
            return prefix;
        }
        prefix.quotes += 1;
        prefix.at += 1;
        base = after + 1;
        prefix.indent = 0;
        if bytes[prefix.at..line.end].first() == Some(&b' ') {
            prefix.at += 1;
            base += 1;
        }
    }
}

/// A bullet at an offset, and the offset behind it. A bracket may follow it without a space.
pub(crate) fn bullet(bytes: &[u8], at: usize, end: usize) -> Option<(Bullet, usize)> {
    let (bullet, after) = match bytes[at..end].first()? {
        b'-' => (Bullet::Dash, at + 1),
        b'*' => (Bullet::Star, at + 1),
        b'+' => (Bullet::Plus, at + 1),
        b'0'..=b'9' => numbered(bytes, at, end)?,
        _ => return None,
    };
    match bytes[after..end].first() {
        None | Some(b' ' | b'\t' | b'[') => Some((bullet, after)),
        _ => None,
    }
}

fn numbered(bytes: &[u8], at: usize, end: usize) -> Option<(Bullet, usize)> {
    let digits = bytes[at..end]
        .iter()
        .take(10)
        .take_while(|byte| byte.is_ascii_digit())
        .count();
    let stop = at + digits;
    if digits > 9 || !matches!(bytes[stop..end].first(), Some(b'.' | b')')) {
        return None;
    }
    let number = bytes[at..stop]
        .iter()
        .fold(0, |sum, byte| sum * 10 + u32::from(byte - b'0'));
    Some((Bullet::Number(number), stop + 1))
}

/// A bullet and where it stands.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Placed {
    pub(crate) bullet: Bullet,
    /// Its column, after the quote marks.
    pub(crate) column: usize,
    /// The column of what follows it.
    pub(crate) content: usize,
    /// The offset of what follows it, space skipped.
    pub(crate) after: usize,
}

/// The bullets that open a line, outermost first.
pub(crate) fn bullets<'a>(
    bytes: &'a [u8],
    line: &'a Line,
    prefix: Prefix,
) -> impl Iterator<Item = Placed> + 'a {
    let (mut at, mut column) = (prefix.at, prefix.indent);
    std::iter::from_fn(move || {
        let (bullet, after) = bullet(bytes, at, line.end)?;
        let behind = column + (after - at);
        let (length, content) = blanks(&bytes[after..line.end], behind);
        // An empty item, and one whose text is far off, has its content one column behind.
        let content_column = if after + length >= line.end || content > behind + 4 {
            behind + 1
        } else {
            content
        };
        let placed = Placed {
            bullet,
            column,
            content: content_column,
            after: after + length,
        };
        (at, column) = (after + length, content);
        Some(placed)
    })
    .take(MOST_BULLETS)
}

/// Where the content of a line starts: behind quote marks, indentation and bullets.
pub(crate) fn content_start(bytes: &[u8], line: &Line) -> usize {
    let prefix = read(bytes, line);
    bullets(bytes, line, prefix)
        .last()
        .map_or(prefix.at, |placed| placed.after)
}
