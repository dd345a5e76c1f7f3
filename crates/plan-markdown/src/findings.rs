//! Findings: what the parts of a file break.

use crate::blocks::{Blocks, MOST_INDENT, MOST_QUOTES};
use crate::frontmatter::Opening;
use crate::items::Scan;
use crate::lines::{Kind, Line, index_at};
use crate::mark::Form;
use crate::{Comment, MarkKind, mark, prefix, rules};
use memchr::memmem;
use plan_diagnostics::{Finding, Location, Rule, Span};

/// Collects the findings of one file.
pub(crate) struct Findings<'a> {
    file: &'a str,
    text: &'a str,
    found: Vec<Finding>,
}

impl<'a> Findings<'a> {
    pub(crate) const fn new(file: &'a str, text: &'a str) -> Self {
        Self {
            file,
            text,
            found: Vec::new(),
        }
    }

    /// In order of position.
    pub(crate) fn sorted(mut self) -> Vec<Finding> {
        self.found
            .sort_by_key(|finding| finding.location.span.map(|span| span.start));
        self.found
    }

    fn push(&mut self, rule: &'static Rule, span: Span, message: impl Into<String>, help: &str) {
        let location = Location::span(self.file, span);
        self.found
            .push(Finding::new(rule, location, message).with_help(help));
    }

    pub(crate) fn byte_order_mark(&mut self) {
        let message = "the file starts with a byte order mark (U+FEFF)";
        self.push(
            &rules::BYTE_ORDER_MARK,
            Span::new(0, 3),
            message,
            "save it as UTF-8 without one",
        );
    }

    pub(crate) fn nul_bytes(&mut self) {
        let bytes = self.text.as_bytes();
        let Some(first) = memchr::memchr(b'\0', bytes) else {
            return;
        };
        let count = memchr::memchr_iter(b'\0', bytes).count();
        let message = format!("{count} NUL byte(s) in the file, the first at byte {first}");
        let help = "restore the content from version control";
        self.push(&rules::NUL_BYTE, Span::new(first, first + 1), message, help);
    }

    pub(crate) fn template_indent(&mut self, lines: &[Line]) {
        let count = lines.iter().filter(|line| line.strip >= 4).count();
        let first = lines.iter().find(|line| line.strip >= 4);
        let span = first.map_or(Span::new(0, 0), |line| {
            Span::new(line.start, line.text_start())
        });
        let message = format!("{count} line(s) are indented by the four spaces of a template");
        self.push(
            &rules::TEMPLATE_INDENT,
            span,
            message,
            "take four spaces from each of them",
        );
    }

    pub(crate) fn indented_content(&mut self, span: Span, count: usize) {
        let message = format!("{count} line(s) are indented like code, and read as content");
        let help = "take the indentation away, or fence the lines if they are code";
        self.push(&rules::INDENTED_CONTENT, span, message, help);
    }

    pub(crate) fn frontmatter(&mut self, opening: &Opening, lines: &[Line]) {
        for &(key, before) in &opening.repeated {
            let line = index_at(lines, before.start) + 1;
            let message = format!(
                "the key `{}` stands on line {line} already",
                key.of(self.text)
            );
            let help = "keep the line that is meant";
            self.push(&rules::DUPLICATE_FRONTMATTER_KEY, key, message, help);
        }
        for &line in &opening.other {
            let message = "this line of the frontmatter is not `key: value`";
            let help =
                "write one key and one plain value on a line; lists and nesting are not read";
            self.push(&rules::FRONTMATTER_LINE, line, message, help);
        }
        if let Some(span) = opening.unclosed {
            let message = "the file opens with `---` and a key, and no second `---` follows";
            let help = "close the frontmatter with a line `---`";
            self.push(&rules::UNCLOSED_FRONTMATTER, span, message, help);
        }
    }

    pub(crate) fn comments(&mut self, comments: &[Comment], lines: &[Line]) {
        let Some(open) = comments.iter().find(|comment| !comment.closed) else {
            return;
        };
        let from = index_at(lines, open.span.start);
        let hidden = if open.span.is_empty() {
            &[]
        } else {
            &lines[from..]
        };
        let message = if hidden.is_empty() {
            "a comment opens within this line and is never closed; it is read as text".to_owned()
        } else {
            format!(
                "the comment is never closed: it swallows {}",
                self.swallowed(hidden)
            )
        };
        let span = Span::new(open.span.start, open.span.start + 4);
        self.push(
            &rules::UNCLOSED_COMMENT,
            span,
            message,
            "close it with `-->`",
        );
    }

    pub(crate) fn fences(&mut self, blocks: &Blocks, lines: &[Line]) {
        for block in blocks.fences.iter().filter(|block| !block.closed) {
            let opening = lines[block.first];
            let swallowed = self.swallowed(&lines[block.first + 1..=block.last]);
            let start = prefix::content_start(self.text.as_bytes(), &opening);
            let message = format!("the fence is never closed: it swallows {swallowed}");
            let help = "close it with a line of the same characters";
            self.push(
                &rules::UNCLOSED_FENCE,
                Span::new(start, opening.end),
                message,
                help,
            );
        }
    }

    /// How much stands on lines that are not read.
    fn swallowed(&self, lines: &[Line]) -> String {
        let is_task = |line: &&Line| {
            let start = prefix::content_start(self.text.as_bytes(), line);
            let opens = prefix::read(self.text.as_bytes(), line).at < start;
            opens && mark::read(self.text, start, line.end).is_some()
        };
        let tasks = lines.iter().filter(is_task).count();
        format!("{} line(s), {tasks} of them task items", lines.len())
    }

    pub(crate) fn items(&mut self, scan: &Scan) {
        for item in &scan.items {
            if item.mark.kind == MarkKind::Odd {
                let mark = item.mark.outer;
                let message = format!("`{}` is neither `[ ]` nor `[x]`", mark.of(self.text));
                let help = "write `[x]` if the item is done, `[ ]` if it is not";
                self.push(&rules::ODD_MARK, mark, message, help);
            }
        }
        for &(index, form) in &scan.unusual {
            let item = scan.items[index];
            if item.mark.kind == MarkKind::Odd && form != Form::Usual {
                continue; // reported above
            }
            let how = match form {
                Form::Usual => "a renderer sees no list item here",
                Form::Tight => "there is no space beside the brackets",
                Form::Escaped => "the brackets are escaped",
                Form::Wrapped => "the brackets stand inside bold or other markup",
                Form::Link => "the brackets are a link",
            };
            let message = format!("renderers do not show this task item as one: {how}");
            let help = "write it as `- [ ] text`, or `- [x] text`, on a line of its own";
            self.push(&rules::UNUSUAL_ITEM, item.mark.outer, message, help);
        }
    }

    pub(crate) fn too_deep(&mut self, lines: &[Line], first: Option<usize>) {
        let Some(line) = first.map(|index| lines[index]) else {
            return;
        };
        let message = format!(
            "this line has more than {MOST_QUOTES} quote marks or {MOST_INDENT} columns of indentation"
        );
        let span = Span::new(line.start, line.end);
        self.push(&rules::NESTED_TOO_DEEP, span, message, "nest less deeply");
    }

    /// Markers outside of code. A bare `=======` counts behind an opening marker only.
    pub(crate) fn conflict_markers(&mut self, lines: &[Line]) {
        let bytes = self.text.as_bytes();
        let mut open = false;
        for line in lines.iter().filter(|line| line.kind != Kind::Fence) {
            let content = &bytes[line.start..line.end];
            let Some(&first) = content.first() else {
                continue;
            };
            if !matches!(first, b'<' | b'>' | b'=' | b'|') || content.len() < 7 {
                continue;
            }
            let is_run = content[..7].iter().all(|&byte| byte == first);
            let rest = &content[7..];
            let marks = match first {
                b'=' | b'|' => open && (rest.is_empty() || rest[0] == b' '),
                b'>' => (rest.len() > 1 && rest[0] == b' ') || (open && rest.is_empty()),
                _ => rest.is_empty() || rest[0] == b' ',
            };
            if !is_run || !marks {
                continue;
            }
            open = first != b'>';
            let marker = String::from_utf8_lossy(&content[..7]).into_owned();
            let message = format!("a git conflict marker `{marker}` was left in the file");
            let span = Span::new(line.start, line.end);
            self.push(&rules::CONFLICT_MARKER, span, message, "finish the merge");
        }
    }

    pub(crate) fn literal_newlines(&mut self, lines: &[Line]) {
        let Some(at) = memmem::find(self.text.as_bytes(), b"\\n- **") else {
            return;
        };
        if matches!(
            lines[index_at(lines, at)].kind,
            Kind::Fence | Kind::Indented | Kind::Raw
        ) {
            return;
        }
        let message = "a literal `\\n` stands before a label, where a line should end";
        let help = "put the label on a line of its own";
        self.push(
            &rules::LITERAL_NEWLINE,
            Span::new(at, at + 2),
            message,
            help,
        );
    }
}
