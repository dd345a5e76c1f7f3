//! The tree of a JSON document: values with the bytes they stand in.

use std::borrow::Cow;

use plan_diagnostics::{Finding, Span};

/// A document that was read: its text and its tree.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Document<'t> {
    /// The text, to which all spans refer.
    pub text: &'t str,
    /// The outermost value.
    pub root: Tree<'t>,
}

/// A value and where it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Tree<'t> {
    /// The bytes of the value, without white space around it.
    pub span: Span,
    /// What it is.
    pub node: Node<'t>,
}

/// A JSON value.
///
/// Closed: JSON has these.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Node<'t> {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number; its digits are the bytes of its span.
    Number,
    /// A string, decoded; borrowed where it has no escapes.
    String(Cow<'t, str>),
    /// The items in order.
    Array(Vec<Tree<'t>>),
    /// The members in order, a duplicate key's later ones included.
    Object(Vec<Member<'t>>),
}

/// A member of an object.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Member<'t> {
    /// The key, decoded; borrowed where it has no escapes.
    pub key: Cow<'t, str>,
    /// The bytes of the key, quotes included.
    pub key_span: Span,
    /// The value.
    pub value: Tree<'t>,
}

impl<'t> Document<'t> {
    /// The value that a JSON pointer (RFC 6901) leads to.
    #[must_use]
    pub fn at(&self, pointer: &str) -> Option<&Tree<'t>> {
        let mut tree = &self.root;
        if pointer.is_empty() {
            return Some(tree);
        }
        for step in pointer.strip_prefix('/')?.split('/') {
            tree = tree.step(&step.replace("~1", "/").replace("~0", "~"))?;
        }
        Some(tree)
    }

    /// Gives findings that have a pointer and no span the span of the value, or of the nearest
    /// value around it that is there.
    pub fn place(&self, findings: &mut [Finding]) {
        for finding in findings
            .iter_mut()
            .filter(|finding| finding.location.span.is_none())
        {
            let mut pointer = finding.location.pointer.as_deref();
            while let Some(text) = pointer {
                finding.location.span = self.at(text).map(|tree| tree.span);
                pointer = match finding.location.span {
                    Some(_) => None,
                    None => text.rsplit_once('/').map(|(parent, _)| parent),
                };
            }
        }
    }
}

impl Tree<'_> {
    /// What the value is, for messages: `an object`, `null`, …
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self.node {
            Node::Null => "null",
            Node::Bool(_) => "a boolean",
            Node::Number => "a number",
            Node::String(_) => "a string",
            Node::Array(_) => "an array",
            Node::Object(_) => "an object",
        }
    }

    /// The value of the first member `key`, where the value is an object that has it.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Self> {
        let Node::Object(members) = &self.node else {
            return None;
        };
        members
            .iter()
            .find(|member| member.key == key)
            .map(|member| &member.value)
    }

    fn step(&self, step: &str) -> Option<&Self> {
        match &self.node {
            Node::Array(items) => items.get(step.parse::<usize>().ok()?),
            _ => self.get(step),
        }
    }
}
