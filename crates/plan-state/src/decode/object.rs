//! Members out of objects: required, optional, nullable, and what is left over (B8, B9).

use super::decoder::{At, Decoder, name};
use crate::json::{Member, Node, Path};
use crate::members::{Members, RawJson};
use crate::nullable::Nullable;
use crate::rules::shape::{SHAPE_ADDITIVE, SHAPE_CLOSED, SHAPE_MISSING};

/// An object whose members are being taken out.
pub(super) struct Object<'p, 't> {
    at: At<'p, 't>,
    members: &'t [Member<'t>],
    known: Vec<&'static str>,
}

impl<'p, 't> Object<'p, 't> {
    /// The object at `at`; anything else is reported.
    pub(super) fn open(decoder: &mut Decoder<'_>, at: At<'p, 't>) -> Option<Self> {
        if let Node::Object(members) = &at.tree.node {
            return Some(Self {
                at,
                members,
                known: Vec::with_capacity(16),
            });
        }
        decoder.wrong_type(at, "an object");
        None
    }

    fn take(&mut self, key: &'static str) -> Option<&'t Member<'t>> {
        self.known.push(key);
        self.members.iter().find(|member| member.key == key)
    }

    /// A member that must be there.
    pub(super) fn required<'d, T>(
        &mut self,
        decoder: &mut Decoder<'d>,
        key: &'static str,
        decode: impl FnOnce(&mut Decoder<'d>, At<'_, 't>) -> Option<T>,
    ) -> Option<T> {
        if let Some(member) = self.take(key) {
            return decode(
                decoder,
                At {
                    tree: &member.value,
                    path: Path::Key(&self.at.path, key),
                },
            );
        }
        let message = format!("{} has no `{key}`", name(self.at.path));
        decoder.report(&SHAPE_MISSING, self.at, message);
        None
    }

    /// A member that may be left out.
    pub(super) fn optional<'d, T>(
        &mut self,
        decoder: &mut Decoder<'d>,
        key: &'static str,
        decode: impl FnOnce(&mut Decoder<'d>, At<'_, 't>) -> Option<T>,
    ) -> Option<T> {
        let member = self.take(key)?;
        decode(
            decoder,
            At {
                tree: &member.value,
                path: Path::Key(&self.at.path, key),
            },
        )
    }

    /// A member that may be left out or be null.
    pub(super) fn nullable<'d, T>(
        &mut self,
        decoder: &mut Decoder<'d>,
        key: &'static str,
        decode: impl FnOnce(&mut Decoder<'d>, At<'_, 't>) -> Option<T>,
    ) -> Nullable<T> {
        match self.take(key).map(|member| &member.value) {
            None => Nullable::Absent,
            Some(tree) if matches!(tree.node, Node::Null) => Nullable::Null,
            Some(tree) => decode(
                decoder,
                At {
                    tree,
                    path: Path::Key(&self.at.path, key),
                },
            )
            .into(),
        }
    }

    fn unknown(&self) -> impl Iterator<Item = &'t Member<'t>> {
        let members: &'t [Member<'t>] = self.members;
        members
            .iter()
            .filter(|member| !self.known.contains(&&*member.key))
    }

    /// Ends a closed object: whatever was not asked for is reported.
    pub(super) fn close(self, decoder: &mut Decoder<'_>) {
        for member in self.unknown() {
            let path = Path::Key(&self.at.path, &member.key);
            let message = format!(
                "{} has no member {:?}; it is a closed object",
                name(self.at.path),
                member.key
            );
            decoder.report_span(&SHAPE_CLOSED, member.key_span, path, message);
        }
    }

    /// Ends an open object: whatever was not asked for is kept and mentioned.
    pub(super) fn keep(self, decoder: &mut Decoder<'_>) -> Members {
        let mut kept = Members::new();
        for member in self.unknown() {
            let path = Path::Key(&self.at.path, &member.key);
            let message = format!(
                "the member {:?} is kept, but its generation does not name it",
                member.key
            );
            decoder.report_span(&SHAPE_ADDITIVE, member.key_span, path, message);
            if let Some(raw) = RawJson::new(member.value.span.of(decoder.text)) {
                kept.push(&*member.key, raw);
            }
        }
        kept
    }
}
