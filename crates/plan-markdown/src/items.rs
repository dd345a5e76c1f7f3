//! List items, found by a scan of the lines, so that none is lost where CommonMark sees none.

use std::cmp::Ordering;

use crate::lines::{Kind, Line, trim_end, trim_start};
use crate::mark::{self, Form, Found};
use crate::prefix::{self, Placed, Prefix};
use crate::{Bullet, Heading, Item, ListItem, heading};
use plan_diagnostics::Span;

/// What the scan yields.
#[derive(Debug, Default)]
pub(crate) struct Scan {
    pub(crate) items: Vec<Item>,
    pub(crate) list_items: Vec<ListItem>,
    /// Headings inside HTML, where CommonMark sees none.
    pub(crate) headings: Vec<Heading>,
    /// Task items in a form that renderers do not show as such, by index, with the form.
    pub(crate) unusual: Vec<(usize, Form)>,
}

/// What the line before was.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Before {
    /// Blank, or the start of the file.
    Blank,
    /// A paragraph that the next line may go on with.
    Text,
    /// A task without a bullet.
    Bare,
    /// Another block.
    Block,
}

/// A list item that may go on.
struct Open {
    quotes: usize,
    column: usize,
    content: usize,
    item: usize,
    task: Option<usize>,
    /// The nearest task item around it, itself included.
    nearest: Option<usize>,
}

struct Scanner<'a> {
    text: &'a str,
    bytes: &'a [u8],
    out: Scan,
    open: Vec<Open>,
    before: Before,
    /// Whether the innermost item's own paragraph may still go on.
    wraps: bool,
    /// The end of the last line that is not blank.
    last_end: usize,
}

/// Scans the lines of a text in which comments are masked.
pub(crate) fn scan(text: &str, lines: &[Line]) -> Scan {
    let mut scanner = Scanner {
        text,
        bytes: text.as_bytes(),
        out: Scan::default(),
        open: Vec::new(),
        before: Before::Blank,
        wraps: false,
        last_end: 0,
    };
    for line in lines {
        scanner.line(line);
    }
    scanner.close_all();
    scanner.out
}

impl Scanner<'_> {
    fn line(&mut self, line: &Line) {
        match line.kind {
            Kind::Front => return,
            Kind::Blank => {
                self.before = Before::Blank;
                self.wraps = false;
                return;
            }
            Kind::Text | Kind::Setext | Kind::Html | Kind::Indented => self.content(line),
            Kind::Fence
            | Kind::Raw
            | Kind::Table
            | Kind::Heading
            | Kind::Underline
            | Kind::Rule => {
                self.block(line);
            }
        }
        self.last_end = trim_end(self.bytes, line.start, line.end);
    }

    /// A line of another block, which may open with the bullets of the items that it stands in.
    fn block(&mut self, line: &Line) {
        self.wraps = false;
        if line.first {
            let prefix = prefix::read(self.bytes, line);
            let bullets = line.item && line.kind != Kind::Rule;
            if !bullets || !self.bullets(line, prefix) {
                self.close(line, prefix, prefix.indent, false);
            }
            self.wraps = false;
        }
        self.before = Before::Block;
    }

    fn content(&mut self, line: &Line) {
        let prefix = prefix::read(self.bytes, line);
        if prefix.at == line.end {
            // A blank line within a quote.
            self.before = Before::Blank;
            self.wraps = false;
            return;
        }
        if self.bullets(line, prefix) {
            self.before = Before::Text;
            return;
        }
        if line.kind == Kind::Html && self.html_heading(line, prefix) {
            return;
        }
        if self.bare(line, prefix) {
            self.before = Before::Bare;
            return;
        }
        if matches!(self.before, Before::Text | Before::Bare) && line.kind != Kind::Indented {
            self.wrap(line, prefix);
            self.before = Before::Text;
            return;
        }
        self.close(line, prefix, prefix.indent, false);
        self.wraps = false;
        self.before = if line.kind == Kind::Indented {
            Before::Block
        } else {
            Before::Text
        };
    }

    /// A line that goes on with the paragraph before it.
    fn wrap(&mut self, line: &Line, prefix: Prefix) {
        let (true, Some(open)) = (self.wraps, self.open.last()) else {
            return;
        };
        let end = trim_end(self.bytes, prefix.at, line.end);
        let item = &mut self.out.list_items[open.item];
        item.wrapped.end = end;
        if let Some(task) = open.task {
            self.out.items[task].wrapped.end = end;
        }
    }

    /// Reads the bullets of a line as items; whether there are any.
    fn bullets(&mut self, line: &Line, prefix: Prefix) -> bool {
        let Some((last, outer)) = self.placed(line, prefix) else {
            return false;
        };
        let text_at = last.after;
        let reads = matches!(
            line.kind,
            Kind::Text | Kind::Setext | Kind::Html | Kind::Indented
        );
        let found = if reads {
            mark::read(self.text, text_at, line.end)
        } else {
            None
        };
        // A bracket right behind the bullet makes an item only where it is a mark.
        let seen = line.item || matches!(line.kind, Kind::Html | Kind::Setext);
        let tight = self.bytes[..text_at]
            .last()
            .is_some_and(|b| !matches!(b, b' ' | b'\t'))
            && text_at < line.end;
        if found.is_none() && (!seen || tight || (line.kind == Kind::Setext && !line.item)) {
            return false;
        }
        for placed in outer {
            self.push(line, prefix, placed, None);
        }
        self.push(line, prefix, last, found);
        self.wraps = true;
        if let (Some(found), true) = (found, line.kind != Kind::Indented) {
            let form = if tight { Form::Tight } else { found.form };
            if !line.item || form != Form::Usual {
                self.out.unusual.push((self.out.items.len() - 1, form));
            }
        }
        true
    }

    /// The innermost bullet of a line and those around it.
    fn placed(&self, line: &Line, prefix: Prefix) -> Option<(Placed, Vec<Placed>)> {
        let mut bullets = prefix::bullets(self.bytes, line, prefix);
        let mut last = bullets.next()?;
        let mut outer = Vec::new();
        for placed in bullets {
            outer.push(last);
            last = placed;
        }
        Some((last, outer))
    }

    fn push(&mut self, line: &Line, prefix: Prefix, placed: Placed, found: Option<Found>) {
        self.close(line, prefix, placed.column, true);
        let after = found.map_or(placed.after, |found| found.after.min(line.end));
        let start = trim_start(self.bytes, after, line.end);
        let text = Span::new(start, trim_end(self.bytes, start, line.end));
        let whole = Span::new(line.start, line.end);
        let around = self.open.last();
        let parent = around.map(|open| open.item);
        let nearest = around.and_then(|open| open.nearest);
        let quoted = prefix.quotes > 0;
        let (bullet, indent) = (placed.bullet, placed.column);
        let task = found.map(|found| {
            self.out.items.push(Item {
                span: whole,
                line: whole,
                mark: found.mark,
                bullet,
                indent,
                text,
                wrapped: text,
                parent: nearest,
                quoted,
            });
            self.out.items.len() - 1
        });
        let item = self.out.list_items.len();
        self.out.list_items.push(ListItem {
            span: whole,
            line: whole,
            bullet,
            indent,
            text,
            wrapped: text,
            parent,
            task,
            quoted,
        });
        let nearest = task.or(nearest);
        let (quotes, column, content) = (prefix.quotes, placed.column, placed.content);
        self.open.push(Open {
            quotes,
            column,
            content,
            item,
            task,
            nearest,
        });
    }

    /// A task mark that opens a paragraph without a bullet.
    fn bare(&mut self, line: &Line, prefix: Prefix) -> bool {
        if self.before == Before::Text || line.kind == Kind::Indented {
            return false;
        }
        let Some(found) = mark::read(self.text, prefix.at, line.end) else {
            return false;
        };
        let inner = found.mark.span.of(self.text);
        let plain = matches!(inner, "" | " " | "x" | "X");
        let text = trim_start(self.bytes, found.after, line.end);
        if !plain || found.form != Form::Usual || text == line.end {
            return false;
        }
        let (column, after) = (prefix.indent, prefix.at);
        let placed = Placed {
            bullet: Bullet::None,
            column,
            content: column + 1,
            after,
        };
        self.push(line, prefix, placed, Some(found));
        self.wraps = true;
        self.out
            .unusual
            .push((self.out.items.len() - 1, Form::Usual));
        true
    }

    fn html_heading(&mut self, line: &Line, prefix: Prefix) -> bool {
        let rest = &self.bytes[prefix.at..line.end];
        let hashes = rest
            .iter()
            .take(7)
            .take_while(|&&byte| byte == b'#')
            .count();
        if !(1..=6).contains(&hashes) || rest.get(hashes) != Some(&b' ') {
            return false;
        }
        self.close(line, prefix, prefix.indent, false);
        self.out.headings.push(heading::hashed(
            self.text,
            line,
            prefix.at,
            prefix.quotes > 0,
        ));
        self.before = Before::Block;
        self.wraps = false;
        true
    }

    /// Closes the items that a line in this column does not belong to. A bullet belongs to an item
    /// whose content starts at or before it, other blocks, quotes among them, to any item that they are
    /// indented under.
    fn close(&mut self, line: &Line, prefix: Prefix, column: usize, bullet: bool) {
        while let Some(open) = self.open.last() {
            let inside = match open.quotes.cmp(&prefix.quotes) {
                Ordering::Less => {
                    let quote = prefix::quote_indent(self.bytes, line, open.quotes);
                    quote.is_some_and(|indent| indent > open.column)
                }
                Ordering::Equal if bullet => column >= open.content,
                Ordering::Equal => column > open.column,
                Ordering::Greater => false,
            };
            if inside {
                return;
            }
            self.close_last();
        }
    }

    fn close_last(&mut self) {
        let Some(open) = self.open.pop() else { return };
        let item = &mut self.out.list_items[open.item];
        item.span.end = item.line.end.max(self.last_end);
        if let Some(task) = open.task {
            self.out.items[task].span.end = item.span.end;
        }
    }

    fn close_all(&mut self) {
        while !self.open.is_empty() {
            self.close_last();
        }
    }
}
