//! Strings, numbers, words, timestamps and lists out of the tree (B2–B7).

use super::decoder::{At, Decoder, name, quoted, shortened};
use crate::json::{Node, Path};
use crate::limits::code_points;
use crate::pattern::Pattern;
use crate::rules::shape::{
    SHAPE_LENGTH, SHAPE_NULL, SHAPE_PATTERN, SHAPE_RANGE, SHAPE_TIMESTAMP, SHAPE_TYPE, SHAPE_VALUE,
};
use crate::timestamp::Timestamp;

impl<'d> Decoder<'d> {
    /// Reports that `at` is not of the type wanted, `wanted` with its article.
    pub(super) fn wrong_type(&mut self, at: At<'_, '_>, wanted: &str) {
        let name = name(at.path);
        if matches!(at.tree.node, Node::Null) {
            self.report(
                &SHAPE_NULL,
                at,
                format!("{name} is null; it must be {wanted}"),
            );
        } else {
            let kind = at.tree.kind();
            self.report(
                &SHAPE_TYPE,
                at,
                format!("{name} is {kind}; it must be {wanted}"),
            );
        }
    }

    /// A string of any length.
    pub(super) fn string<'t>(&mut self, at: At<'_, 't>) -> Option<&'t str> {
        if let Node::String(text) = &at.tree.node {
            return Some(text);
        }
        self.wrong_type(at, "a string");
        None
    }

    /// A string of at most `max` code points.
    pub(super) fn short(&mut self, at: At<'_, '_>, max: usize) -> Option<String> {
        let text = self.string(at)?;
        let length = code_points(text);
        if length > max {
            let name = name(at.path);
            let message = format!("{name} has {length} code points, more than the {max} allowed");
            self.report(&SHAPE_LENGTH, at, message);
        }
        Some(text.to_owned())
    }

    /// A string of a form.
    pub(super) fn formed(&mut self, at: At<'_, '_>, pattern: &Pattern) -> Option<String> {
        let text = self.string(at)?;
        if !(pattern.matches)(text) {
            let message = format!(
                "{} is {}, which is not {}",
                name(at.path),
                quoted(text),
                pattern.name
            );
            self.report(&SHAPE_PATTERN, at, message);
        }
        Some(text.to_owned())
    }

    /// A word of a vocabulary; `of` looks it up, `words` lists them for the message.
    pub(super) fn word<T: Copy + std::fmt::Display>(
        &mut self,
        at: At<'_, '_>,
        of: fn(&str) -> Option<T>,
        all: &[T],
    ) -> Option<T> {
        let text = self.string(at)?;
        let value = of(text);
        if value.is_none() {
            let words = all
                .iter()
                .map(|word| format!("`{word}`"))
                .collect::<Vec<_>>()
                .join(", ");
            let message = format!("{} is {}, not one of {words}", name(at.path), quoted(text));
            self.report(&SHAPE_VALUE, at, message);
        }
        value
    }

    /// A strict timestamp.
    pub(super) fn timestamp(&mut self, at: At<'_, '_>) -> Option<Timestamp> {
        let text = self.string(at)?;
        let reject = |error| format!("{} is {}: {error}", name(at.path), quoted(text));
        Timestamp::parse(text)
            .map_err(|error| self.report(&SHAPE_TIMESTAMP, at, reject(error)))
            .ok()
    }

    /// `true` or `false`.
    pub(super) fn boolean(&mut self, at: At<'_, '_>) -> Option<bool> {
        if let Node::Bool(value) = at.tree.node {
            return Some(value);
        }
        self.wrong_type(at, "a boolean");
        None
    }

    /// A whole number written as plain digits, so that writing it gives the same digits (B9).
    pub(super) fn integer(&mut self, at: At<'_, '_>) -> Option<i64> {
        let digits = self.digits(at)?;
        self.parsed_number(at, digits)
    }

    /// A whole number that is not below `min`.
    pub(super) fn count(&mut self, at: At<'_, '_>, min: u64) -> Option<u64> {
        let digits = self.digits(at)?;
        if digits.starts_with('-') || digits.parse::<u64>().is_ok_and(|value| value < min) {
            let message = format!(
                "{} is {}; it must be at least {min}",
                name(at.path),
                shortened(digits)
            );
            self.report(&SHAPE_RANGE, at, message);
            return None;
        }
        self.parsed_number(at, digits)
    }

    fn digits(&mut self, at: At<'_, '_>) -> Option<&'d str> {
        let digits = at.tree.span.of(self.text);
        if !matches!(at.tree.node, Node::Number) {
            self.wrong_type(at, "an integer");
            return None;
        }
        if digits == "-0" || digits.contains(['.', 'e', 'E']) {
            let message = format!(
                "{} is {}; it must be an integer written as plain digits",
                name(at.path),
                shortened(digits)
            );
            self.report(&SHAPE_TYPE, at, message);
            return None;
        }
        Some(digits)
    }

    fn parsed_number<T: std::str::FromStr>(&mut self, at: At<'_, '_>, digits: &str) -> Option<T> {
        let number = digits.parse().ok();
        if number.is_none() {
            let message = format!("{} is {}, beyond 64 bits", name(at.path), shortened(digits));
            self.report(&SHAPE_RANGE, at, message);
        }
        number
    }

    /// Every item of an array that `item` accepts.
    pub(super) fn list<T>(
        &mut self,
        at: At<'_, '_>,
        mut item: impl FnMut(&mut Self, At<'_, '_>) -> Option<T>,
    ) -> Option<Vec<T>> {
        let Node::Array(items) = &at.tree.node else {
            self.wrong_type(at, "an array");
            return None;
        };
        let mut values = Vec::with_capacity(items.len());
        for (index, tree) in items.iter().enumerate() {
            values.extend(item(
                self,
                At {
                    tree,
                    path: Path::Index(&at.path, index),
                },
            ));
        }
        Some(values)
    }
}
