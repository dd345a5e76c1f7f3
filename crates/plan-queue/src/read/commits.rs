//! `commit` of a closing: which commits hold the work, and in which repository (Q9).

use plan_diagnostics::Span;

use super::done::{after_na, na_reason};
use super::page::{one_line, trimmed};
use crate::model::{CommitPart, Reference, Text};

/// The form that messages show.
pub(crate) const FORM: &str = "write `<hash> subject`, several of them separated by `|`, and `(repo@branch)` at the \
                               end; or `n/a — reason`";

/// What was read, and what did not parse.
#[derive(Debug, Default)]
pub(crate) struct Read {
    pub(crate) parts: Vec<CommitPart>,
    pub(crate) problems: Vec<(Span, String)>,
}

/// Reads the parts in a range: separated by `|`, or by a `;` that a hash follows.
pub(crate) fn read(text: &str, within: Span) -> Read {
    let mut read = Read::default();
    let last = reference(text, within);
    let slice = within.of(text);
    let separators = slice.match_indices(['|', ';']).filter(|(at, separator)| {
        *separator == "|" || hash(slice[at + 1..].trim_start()).is_some()
    });
    let cuts: Vec<usize> = separators
        .map(|(at, _)| within.start + at)
        .chain([within.end])
        .collect();
    let mut start = within.start;
    for cut in cuts {
        let piece = trimmed(text, Span::new(start, cut));
        start = (cut + 1).min(within.end);
        match part(text, piece, last.as_ref()) {
            Some(part) => read.parts.push(part),
            None => {
                let shown = one_line(piece.of(text));
                read.problems
                    .push((piece, format!("`{shown}` names no commit")));
            }
        }
    }
    read
}

fn part(text: &str, piece: Span, last: Option<&Reference>) -> Option<CommitPart> {
    let slice = piece.of(text);
    if let Some(rest) = after_na(slice) {
        let start = piece.end - rest.len() + na_reason(rest)?;
        let span = trimmed(text, Span::new(start, piece.end));
        let reason = Text::new(one_line(span.of(text)), span);
        return Some(CommitPart::NotApplicable { reason });
    }
    let length = hash(slice)?;
    let span = Span::new(piece.start, piece.start + length);
    let own = reference(text, piece);
    let end = own
        .as_ref()
        .map_or(piece.end, |own| own.span.start.max(span.end));
    if Span::new(span.end, piece.end).of(text).trim().is_empty() {
        return None;
    }
    Some(CommitPart::Commit {
        hash: Text::new(span.of(text).to_ascii_lowercase(), span),
        subject: one_line(Span::new(span.end, end).of(text)),
        repository: own.or_else(|| last.cloned()),
    })
}

/// The length of the hash that a text opens with: 7 to 40 hexadecimal digits, and space behind them.
fn hash(text: &str) -> Option<usize> {
    let length = text.bytes().take_while(u8::is_ascii_hexdigit).count();
    let ends = text[length..].starts_with(char::is_whitespace);
    ((7..=40).contains(&length) && ends).then_some(length)
}

/// `(repo@branch)` at the end of a range; a note may follow the branch behind a semicolon.
fn reference(text: &str, span: Span) -> Option<Reference> {
    let span = trimmed(text, span);
    let inner = span.of(text).strip_suffix(')')?;
    let open = inner.rfind('(')?;
    let (repository, branch) = inner[open + 1..].split_once('@')?;
    let branch = branch.split(';').next().unwrap_or_default().trim();
    let plain = |name: &str| !name.is_empty() && !name.contains(char::is_whitespace);
    (plain(repository) && plain(branch)).then(|| Reference {
        repository: repository.to_owned(),
        branch: branch.to_owned(),
        span: Span::new(span.start + open, span.end),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> Vec<String> {
        let read = read(text, Span::new(0, text.len()));
        let mut out: Vec<String> = read
            .parts
            .iter()
            .map(|part| match part {
                CommitPart::Commit {
                    hash,
                    subject,
                    repository,
                } => {
                    let at = repository
                        .as_ref()
                        .map(|r| format!(" {}@{}", r.repository, r.branch));
                    format!("{} {subject}{}", hash.value, at.unwrap_or_default())
                }
                CommitPart::NotApplicable { reason } => format!("n/a {}", reason.value),
            })
            .collect();
        out.extend(read.problems.into_iter().map(|(_, why)| format!("! {why}")));
        out
    }

    #[test]
    fn q9_commits_in_all_forms() {
        assert_eq!(shown("ABC1234 feat(x): y"), ["abc1234 feat(x): y"]);
        assert_eq!(
            shown("abc1234 uno | def5678 dos; y más; 0123456 tres (api@main; sin footer)"),
            [
                "abc1234 uno api@main",
                "def5678 dos; y más api@main",
                "0123456 tres api@main"
            ]
        );
        assert_eq!(
            shown("abc1234 a (api@main) | def5678 b (web@dev)"),
            ["abc1234 a api@main", "def5678 b web@dev"]
        );
        assert_eq!(shown("n/a — sólo planning"), ["n/a sólo planning"]);
    }

    #[test]
    fn q9_what_names_no_commit_is_found() {
        assert_eq!(shown("abc123 corto"), ["! `abc123 corto` names no commit"]);
        assert_eq!(shown("abc1234"), ["! `abc1234` names no commit"]);
        assert_eq!(shown("n/a"), ["! `n/a` names no commit"]);
        assert_eq!(shown("abc1234 a |"), ["abc1234 a", "! `` names no commit"]);
        assert_eq!(shown("pendiente"), ["! `pendiente` names no commit"]);
    }
}
