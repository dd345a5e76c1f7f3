//! From text to tree: `serde_json` says what is JSON, a walk over it says where it stands.

use std::borrow::Cow;
use std::collections::HashSet;

use plan_diagnostics::{Finding, Location, Span};
use serde::Deserialize;
use serde_json::value::RawValue;

use super::bytes;
use super::path::Path;
use super::tree::{Document, Member, Node, Tree};
use crate::limits::{DEPTH, Limits};
use crate::reading::Reading;
use crate::rules::json::{JSON_DEPTH, JSON_DUPLICATE, JSON_SYNTAX, JSON_TRAILING};

/// Reads `bytes` as one JSON document; `file` names it in findings.
///
/// There is a value wherever the text could be parsed, even where a byte order mark, a duplicate
/// key or trailing data is a finding. The cost is linear in the length of the text.
pub fn read<'t>(file: &str, bytes: &'t [u8], limits: &Limits) -> Reading<Document<'t>> {
    let mut findings = Vec::new();
    let value = bytes::text(file, bytes, limits, &mut findings).and_then(|(text, skip)| {
        let mut reader = Reader {
            file,
            text,
            at: skip,
            end: text.len(),
            depth: 0,
            items: Vec::new(),
            members: Vec::new(),
            findings: &mut findings,
        };
        reader.outline()?;
        let root = reader.tree(Path::Root)?;
        Some(Document { text, root })
    });
    Reading {
        value,
        findings,
        unsupported: false,
    }
}

struct Reader<'r, 't> {
    file: &'r str,
    text: &'t str,
    /// Where the walk has come to.
    at: usize,
    /// Where the document ends.
    end: usize,
    /// How many arrays and objects are open there.
    depth: usize,
    /// The items of the open arrays so far, and the members of the open objects.
    items: Vec<Tree<'t>>,
    members: Vec<Member<'t>>,
    findings: &'r mut Vec<Finding>,
}

impl<'t> Reader<'_, 't> {
    /// Makes sure that the text is JSON, but for lone surrogates: the walk relies on it.
    fn outline(&mut self) -> Option<()> {
        let text = self.text.get(self.at..)?;
        let mut deserializer = serde_json::Deserializer::from_str(text);
        let raw = match <&RawValue>::deserialize(&mut deserializer) {
            Ok(raw) => raw,
            Err(error) => {
                // A text that is cut off in the depth is too deep first of all.
                if let Some(at) = bytes::too_deep(self.text.as_bytes()) {
                    return self.too_deep(at);
                }
                let at = self.at + offset(text, error.line(), error.column());
                self.syntax(Span::new(at, at), &error);
                return None;
            }
        };
        let space = text.len() - text.trim_ascii_start().len();
        self.end = self.at + space + raw.get().len();
        if deserializer.end().is_err() {
            self.trailing();
        }
        Some(())
    }

    /// The value that comes next.
    fn tree(&mut self, path: Path<'_>) -> Option<Tree<'t>> {
        let first = self.next()?;
        let start = self.at;
        let node = match first {
            b'{' | b'[' if self.depth == DEPTH => return self.too_deep(start),
            b'{' => Node::Object(self.members(path)?),
            b'[' => Node::Array(self.items(path)?),
            b'"' => Node::String(self.string()?),
            b't' => self.scalar(Node::Bool(true)),
            b'f' => self.scalar(Node::Bool(false)),
            b'n' => self.scalar(Node::Null),
            _ => self.scalar(Node::Number),
        };
        Some(Tree {
            span: Span::new(start, self.at),
            node,
        })
    }

    /// Goes on to the next byte that is not white space.
    fn next(&mut self) -> Option<u8> {
        let rest = self.text.as_bytes().get(self.at..)?;
        self.at += rest.iter().position(|byte| !byte.is_ascii_whitespace())?;
        self.text.as_bytes().get(self.at).copied()
    }

    /// The items of an array. They are gathered behind those of the arrays around it, so that no list
    /// grows step by step.
    fn items(&mut self, path: Path<'_>) -> Option<Vec<Tree<'t>>> {
        let outer = self.items.len();
        self.enter();
        loop {
            match self.next()? {
                b']' => break,
                b',' => self.at += 1,
                _ => {
                    let index = self.items.len() - outer;
                    let item = self.tree(Path::Index(&path, index))?;
                    self.items.push(item);
                }
            }
        }
        self.leave();
        Some(self.items.split_off(outer))
    }

    /// The members of an object, likewise.
    fn members(&mut self, path: Path<'_>) -> Option<Vec<Member<'t>>> {
        let outer = self.members.len();
        self.enter();
        loop {
            match self.next()? {
                b'}' => break,
                b',' => self.at += 1,
                _ => {
                    let member = self.member(path)?;
                    self.members.push(member);
                }
            }
        }
        self.leave();
        let members = self.members.split_off(outer);
        self.duplicates(&members, path);
        Some(members)
    }

    /// Goes into an array or an object.
    fn enter(&mut self) {
        self.at += 1;
        self.depth += 1;
    }

    /// Goes out of one.
    fn leave(&mut self) {
        self.at += 1;
        self.depth -= 1;
    }

    fn member(&mut self, path: Path<'_>) -> Option<Member<'t>> {
        let start = self.at;
        let key = self.string()?;
        let key_span = Span::new(start, self.at);
        self.next()?;
        self.at += 1;
        let value = self.tree(Path::Key(&path, &key))?;
        Some(Member {
            key,
            key_span,
            value,
        })
    }

    fn duplicates(&mut self, members: &[Member<'_>], path: Path<'_>) {
        for member in repeated(members) {
            let message = format!("the key {:?} is there twice", member.key);
            let location = Location::span(self.file, member.key_span)
                .with_pointer(Path::Key(&path, &member.key).to_string());
            self.findings
                .push(Finding::new(&JSON_DUPLICATE, location, message));
        }
    }

    /// A string, decoded where it has escapes.
    fn string(&mut self) -> Option<Cow<'t, str>> {
        let start = self.at;
        let (end, escapes) = bytes::string_end(self.text.as_bytes(), start)?;
        self.at = end + 1;
        if !escapes {
            return self.text.get(start + 1..end).map(Cow::Borrowed);
        }
        let span = Span::new(start, self.at);
        serde_json::from_str(span.of(self.text))
            .map_err(|error| self.syntax(span, &error))
            .ok()
            .map(Cow::Owned)
    }

    /// Goes behind a number or a word.
    fn scalar(&mut self, node: Node<'t>) -> Node<'t> {
        let rest = self.text.as_bytes().get(self.at..self.end);
        let rest = rest.unwrap_or_default();
        let ends = |byte: &u8| matches!(byte, b',' | b']' | b'}') || byte.is_ascii_whitespace();
        self.at += rest.iter().position(ends).unwrap_or(rest.len());
        node
    }

    fn syntax(&mut self, span: Span, error: &serde_json::Error) {
        let full = error.to_string();
        let reason = full
            .rsplit_once(" at line ")
            .map_or(full.as_str(), |(reason, _)| reason);
        let location = Location::span(self.file, span);
        let mut finding = Finding::new(&JSON_SYNTAX, location, format!("not JSON: {reason}"));
        if self.text.lines().any(|line| line.starts_with("<<<<<<< ")) {
            finding = finding.with_help("resolve the merge conflict whose markers it has");
        }
        self.findings.push(finding);
    }

    /// Says that the bracket at a place opens a level too many.
    fn too_deep<T>(&mut self, at: usize) -> Option<T> {
        let message = format!("the document is nested deeper than {DEPTH} levels");
        let location = Location::span(self.file, Span::new(at, at + 1));
        self.findings
            .push(Finding::new(&JSON_DEPTH, location, message));
        None
    }

    fn trailing(&mut self) {
        let rest = self.text.get(self.end..).unwrap_or_default();
        let start = self.text.len() - rest.trim_ascii_start().len();
        let location = Location::span(self.file, Span::new(start, self.text.len()));
        let message = "something follows the end of the document";
        self.findings
            .push(Finding::new(&JSON_TRAILING, location, message));
    }
}

/// The byte at a 1-based line and 1-based byte column, or the nearest character border before it.
fn offset(text: &str, line: usize, column: usize) -> usize {
    let lines = text.split_inclusive('\n').take(line.saturating_sub(1));
    let start = lines.map(str::len).sum::<usize>();
    let at = (start + column.saturating_sub(1)).min(text.len());
    (0..=at)
        .rev()
        .find(|at| text.is_char_boundary(*at))
        .unwrap_or(0)
}

/// The members whose key an earlier one has.
fn repeated<'m, 't>(members: &'m [Member<'t>]) -> Vec<&'m Member<'t>> {
    /// So few members are compared one with the other.
    const FEW: usize = 16;
    if members.len() <= FEW {
        let is_known = |(at, member): &(usize, &Member<'_>)| {
            members[..*at].iter().any(|other| other.key == member.key)
        };
        let repeated = members.iter().enumerate().filter(is_known);
        return repeated.map(|(_, member)| member).collect();
    }
    let mut seen = HashSet::with_capacity(members.len());
    let repeated = members.iter().filter(|member| !seen.insert(&*member.key));
    repeated.collect()
}
