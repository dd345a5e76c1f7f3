//! Whether a text can stand in a plan without becoming part of its structure (H3).

use plan_markdown::Document;
use plan_prose::single_line;

/// What is wrong with a text of one line that is written as an item or a title.
pub(super) fn line(text: &str) -> Option<String> {
    if !single_line(text) {
        return Some("it holds a line break or another control character".to_owned());
    }
    (text.trim() != text).then(|| "it starts or ends with a space".to_owned())
}

/// What is wrong with a text of Markdown that is to stand under a heading; headings in it must be
/// of level `deepest` or deeper.
pub(super) fn block(text: &str, deepest: u8) -> Option<String> {
    let control = |c: char| c.is_control() && !matches!(c, '\n' | '\t');
    if text.contains(control) {
        return Some("it holds a control character; lines end with \\n".to_owned());
    }
    if text.trim_matches(['\n', ' ', '\t']) != text {
        return Some("it starts or ends with white space".to_owned());
    }
    // Read as it will stand: a first line can be a frontmatter only at the start of a file.
    let document = Document::parse("text", format!("## Text\n\n{text}\n"));
    let headings = document.headings().iter().skip(1);
    if headings.clone().any(|h| h.level < deepest && !h.quoted) {
        return Some(format!(
            "it holds a heading that ends its section; use level {deepest} or deeper, or bold text"
        ));
    }
    if !document.comments().is_empty() {
        return Some("it holds an HTML comment, which readers leave out".to_owned());
    }
    if !document.items().is_empty() {
        return Some("it holds a task item, which would count as one of the plan's".to_owned());
    }
    if document.fences().iter().any(|fence| !fence.closed) {
        return Some("it holds a fence that is not closed".to_owned());
    }
    let finding = document.findings().first();
    finding.map(|finding| finding.message.clone())
}
