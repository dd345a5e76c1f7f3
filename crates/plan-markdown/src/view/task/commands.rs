//! The commands that a Validation section declares (E8).
//!
//! A command is a line of a fenced block, or a list item that is one code span. A paragraph that is
//! one code span is prose, and declares nothing. Lines of one command (a backslash, `&&`, `||` or
//! `|` at the end; a here-document; a loop or condition) make one; comments and blank lines none. Where a line of a
//! block starts with `$ `, the others are output.

use crate::view::plain;
use crate::view::ranges;
use crate::view::rules::VALIDATION_FENCE;
use crate::view::spanned::{Spanned, trim};
use crate::{Document, Fence};
use plan_diagnostics::{Finding, Location, Span};

/// The commands in a range, in order, without comments; their spans are the lines as written.
pub(super) fn read(
    document: &Document,
    body: Span,
    findings: &mut Vec<Finding>,
) -> Vec<Spanned<String>> {
    let mut found = Vec::new();
    for fence in document.fences_within(body) {
        let info = document.slice(fence.info);
        if is_commands(info) {
            found.extend(block(document.text(), fence));
        } else {
            let location = Location::span(document.file(), fence.info);
            let message =
                format!("the block is marked `{info}`; its lines are not read as commands");
            findings.push(Finding::new(&VALIDATION_FENCE, location, message));
        }
    }
    let items = ranges::list_items(document, body);
    let codes = items.filter_map(|item| plain::only_code(document.text(), item.wrapped));
    found.extend(codes.map(|code| Spanned::slice(document, trim(document.text(), code))));
    found.retain(|command| !command.is_blank());
    found.sort_by_key(|command| command.span);
    found
}

/// Whether the lines of a fence with this info string are commands: not where it names a format of
/// data or a programming language.
fn is_commands(info: &str) -> bool {
    const OTHER: &[&str] = &[
        "json",
        "jsonc",
        "yaml",
        "yml",
        "toml",
        "xml",
        "html",
        "css",
        "diff",
        "patch",
        "output",
        "log",
        "csv",
        "markdown",
        "md",
        "python",
        "py",
        "rust",
        "rs",
        "javascript",
        "js",
        "jsx",
        "typescript",
        "ts",
        "tsx",
        "go",
        "java",
        "c",
        "cpp",
        "ruby",
        "rb",
        "sql",
        "mermaid",
        "ini",
    ];
    let language = info
        .split([' ', ',', '{', '\t'])
        .next()
        .unwrap_or("")
        .to_lowercase();
    !OTHER.contains(&language.as_str())
}

fn block(text: &str, fence: &Fence) -> Vec<Spanned<String>> {
    let lines: Vec<Span> = lines(text, fence.content);
    let prompted = lines.iter().any(|line| line.of(text).starts_with("$ "));
    let mut found = Vec::new();
    let mut rest = lines.iter().copied();
    while let Some(line) = rest.next() {
        let line = match line.of(text).strip_prefix("$ ") {
            Some(command) => trim(text, Span::new(line.end - command.len(), line.end)),
            None if prompted => continue,
            None => line,
        };
        if !line.is_empty() && !line.of(text).starts_with('#') {
            found.push(command(text, line, &mut rest));
        }
    }
    found
}

/// The lines of a range, each without surrounding space and quote marks.
fn lines(text: &str, content: Span) -> Vec<Span> {
    let mut at = content.start;
    let mut found = Vec::new();
    for line in content.of(text).split_inclusive('\n') {
        let span = trim(text, Span::new(at, at + line.len()));
        let unquoted = span.of(text).strip_prefix("> ").map(str::trim_start);
        found.push(unquoted.map_or(span, |kept| Span::new(span.end - kept.len(), span.end)));
        at += line.len();
    }
    found
}

/// One command with the lines on which it goes on.
fn command(text: &str, first: Span, rest: &mut impl Iterator<Item = Span>) -> Spanned<String> {
    let mut value = uncommented(first.of(text)).to_owned();
    let mut end = first.end;
    while let Some(kept) = continued(&value).map(str::len) {
        let Some(next) = rest.next() else { break };
        value.truncate(kept);
        value.push(' ');
        value.push_str(uncommented(next.of(text)).trim_start_matches("> "));
        value.truncate(value.trim_end().len());
        end = next.end.max(end);
    }
    let mut open = if opens_block(&value) {
        open_blocks(0, &value)
    } else {
        0
    };
    while open > 0 {
        let Some(next) = rest.next() else { break };
        let line = uncommented(next.of(text));
        if !line.is_empty() {
            value.push_str(separator(&value));
            value.push_str(line);
            open = open_blocks(open, line);
            end = next.end.max(end);
        }
    }
    if let Some(word) = here_document(&value).map(str::to_owned) {
        for line in rest.by_ref() {
            end = line.end.max(end);
            if line.of(text) == word {
                break;
            }
        }
    }
    Spanned::new(value, Span::new(first.start, end))
}

/// The words that open a block.
const OPEN: &[&str] = &["for", "while", "until", "if", "case", "select"];

fn block_words(value: &str) -> impl Iterator<Item = &str> {
    value
        .split([' ', '\t', ';'])
        .filter(|word| !word.is_empty())
}

fn opens_block(value: &str) -> bool {
    block_words(value)
        .next()
        .is_some_and(|first| OPEN.contains(&first))
}

/// How many blocks are open behind a text, of those open before it: `for … do` without `done`.
fn open_blocks(open: usize, value: &str) -> usize {
    block_words(value).fold(open, |open, word| match word {
        "done" | "fi" | "esac" => open.saturating_sub(1),
        _ if OPEN.contains(&word) => open + 1,
        _ => open,
    })
}

/// What stands between two lines of a block.
fn separator(value: &str) -> &'static str {
    let opens = ["do", "then", "else", "in", "{", ";;"]
        .iter()
        .any(|word| value.ends_with(word));
    if opens || value.ends_with(';') {
        " "
    } else {
        "; "
    }
}

/// The part of a command to keep where it goes on in the next line.
fn continued(value: &str) -> Option<&str> {
    if let Some(kept) = value.strip_suffix('\\') {
        return (!kept.ends_with('\\')).then(|| kept.trim_end());
    }
    ["&&", "||", "|"]
        .iter()
        .any(|tail| value.ends_with(tail))
        .then_some(value)
}

/// A line without the comment behind it: a `#` after a space, outside quotes.
fn uncommented(line: &str) -> &str {
    let mut quote = None;
    let mut before = ' ';
    let mut chars = line.char_indices();
    while let Some((at, c)) = chars.next() {
        match (quote, c) {
            (None, '#') if before.is_whitespace() => return line[..at].trim_end(),
            (None, '\'' | '"' | '`') => quote = Some(c),
            (Some(open), _) if open == c => quote = None,
            (None | Some('"'), '\\') => {
                chars.next();
            }
            _ => {}
        }
        before = c;
    }
    line
}

/// The word that ends the here-document which a command opens.
fn here_document(value: &str) -> Option<&str> {
    let (before, rest) = value.split_once("<<")?;
    if rest.starts_with('<') || before.ends_with('<') {
        return None;
    }
    let rest = rest.strip_prefix('-').unwrap_or(rest).trim_start();
    let word = rest
        .split_whitespace()
        .next()?
        .trim_matches(['\'', '"', '\\']);
    let named = word.starts_with(|c: char| c.is_alphabetic() || c == '_');
    let end = word
        .find(|c: char| !c.is_alphanumeric() && c != '_')
        .unwrap_or(word.len());
    named.then(|| &word[..end])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_end_outside_quotes() {
        for (line, kept) in [
            ("a b   # why", "a b"),
            ("grep '# x' f", "grep '# x' f"),
            ("echo \"a # b\" # c", "echo \"a # b\""),
            ("curl http://h/#frag", "curl http://h/#frag"),
            ("echo \\# x", "echo \\# x"),
            ("it's # open", "it's # open"),
        ] {
            assert_eq!(uncommented(line), kept);
        }
    }

    #[test]
    fn here_documents_name_their_end() {
        assert_eq!(here_document("cat <<'EOF' > f"), Some("EOF"));
        assert_eq!(here_document("cat <<-END"), Some("END"));
        assert_eq!(here_document("grep x <<< y"), None);
        assert_eq!(here_document("echo $((1 << 2))"), None);
    }
}
