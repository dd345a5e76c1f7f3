//! From text to tree: `serde_json` says what is JSON, raw values say where it stands.

use std::collections::HashSet;
use std::fmt;

use plan_diagnostics::{Finding, Location, Span};
use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

use super::path::Path;
use super::tree::{Document, Member, Node, Tree};
use crate::limits::Limits;
use crate::reading::Reading;
use crate::rules::json::{JSON_DUPLICATE, JSON_SYNTAX, JSON_TRAILING};

/// Reads `bytes` as one JSON document; `file` names it in findings.
///
/// There is a value wherever the text could be parsed, even where a byte order mark, a duplicate
/// key or trailing data is a finding. The cost is one pass a level of nesting, of which there are
/// at most 128.
pub fn read<'t>(file: &str, bytes: &'t [u8], limits: &Limits) -> Reading<Document<'t>> {
    let mut findings = Vec::new();
    let value = super::bytes::text(file, bytes, limits, &mut findings).and_then(|(text, skip)| {
        let mut reader = Reader {
            file,
            text,
            findings: &mut findings,
        };
        let root = reader.outermost(skip)?;
        reader
            .tree(root, Path::Root)
            .map(|root| Document { text, root })
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
    findings: &'r mut Vec<Finding>,
}

impl<'t> Reader<'_, 't> {
    /// The outermost value, with everything inside it known to be JSON but for lone surrogates.
    fn outermost(&mut self, skip: usize) -> Option<&'t RawValue> {
        let text = self.text.get(skip..)?;
        let mut deserializer = serde_json::Deserializer::from_str(text);
        let raw = match <&RawValue>::deserialize(&mut deserializer) {
            Ok(raw) => raw,
            Err(error) => {
                let at = skip + offset(text, error.line(), error.column());
                self.syntax(Span::new(at, at), &error);
                return None;
            }
        };
        if deserializer.end().is_err() {
            self.trailing(self.span_of(raw.get()).end);
        }
        Some(raw)
    }

    fn tree(&mut self, raw: &'t RawValue, path: Path<'_>) -> Option<Tree> {
        let text = raw.get();
        let span = self.span_of(text);
        let node = match text.as_bytes().first()? {
            b'{' => Node::Object(self.members(text, path)?),
            b'[' => Node::Array(self.items(text, path)?),
            b'"' => Node::String(self.string(text)?),
            b't' => Node::Bool(true),
            b'f' => Node::Bool(false),
            b'n' => Node::Null,
            _ => Node::Number,
        };
        Some(Tree { span, node })
    }

    fn items(&mut self, text: &'t str, path: Path<'_>) -> Option<Vec<Tree>> {
        let raws = self.parsed::<Vec<&RawValue>>(text)?;
        let item = |(index, raw)| self.tree(raw, Path::Index(&path, index));
        raws.into_iter().enumerate().map(item).collect()
    }

    fn members(&mut self, text: &'t str, path: Path<'_>) -> Option<Vec<Member>> {
        let RawMembers(raws) = self.parsed(text)?;
        let mut members = Vec::with_capacity(raws.len());
        for (raw_key, raw_value) in raws {
            let key = self.string(raw_key.get())?;
            let value = self.tree(raw_value, Path::Key(&path, &key))?;
            members.push(Member {
                key,
                key_span: self.span_of(raw_key.get()),
                value,
            });
        }
        self.duplicates(&members, path);
        Some(members)
    }

    fn duplicates(&mut self, members: &[Member], path: Path<'_>) {
        let mut seen = HashSet::with_capacity(members.len());
        for member in members
            .iter()
            .filter(|member| !seen.insert(member.key.as_str()))
        {
            let message = format!("the key {:?} is there twice", member.key);
            let location = Location::span(self.file, member.key_span)
                .with_pointer(Path::Key(&path, &member.key).to_string());
            self.findings
                .push(Finding::new(&JSON_DUPLICATE, location, message));
        }
    }

    fn string(&mut self, text: &'t str) -> Option<String> {
        self.parsed(text)
    }

    /// Parses a part whose outline is known to be sound.
    fn parsed<T: Deserialize<'t>>(&mut self, text: &'t str) -> Option<T> {
        serde_json::from_str(text)
            .map_err(|error| self.syntax(self.span_of(text), &error))
            .ok()
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

    fn trailing(&mut self, from: usize) {
        let rest = self.text.get(from..).unwrap_or_default();
        let start = from + (rest.len() - rest.trim_ascii_start().len());
        let location = Location::span(self.file, Span::new(start, self.text.len()));
        let message = "something follows the end of the document";
        self.findings
            .push(Finding::new(&JSON_TRAILING, location, message));
    }

    /// Where `part`, a slice of the text, stands in it.
    fn span_of(&self, part: &str) -> Span {
        let start = part
            .as_ptr()
            .addr()
            .saturating_sub(self.text.as_ptr().addr());
        Span::new(start, start + part.len())
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

/// Keys and values of an object, in order, duplicates included.
struct RawMembers<'t>(Vec<(&'t RawValue, &'t RawValue)>);

impl<'t> Deserialize<'t> for RawMembers<'t> {
    fn deserialize<D: Deserializer<'t>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(RawMembersVisitor)
    }
}

struct RawMembersVisitor;

impl<'t> Visitor<'t> for RawMembersVisitor {
    type Value = RawMembers<'t>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'t>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut members = Vec::new();
        while let Some(member) = map.next_entry()? {
            members.push(member);
        }
        Ok(RawMembers(members))
    }
}
