//! Tags: `(key: value)` and `(→ C1, C2)` in the text of a task (Q5).

use plan_diagnostics::Span;

use super::page::trimmed;

/// What a tag says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Key {
    Service,
    Epic,
    Cast,
    Depends,
    Unsplit,
    Line,
    Criteria,
    OutsideVerify,
}

impl Key {
    const NAMES: [(&'static str, Self); 7] = [
        ("service:", Self::Service),
        ("epic:", Self::Epic),
        ("cast:", Self::Cast),
        ("depende:", Self::Depends),
        ("sin partir:", Self::Unsplit),
        ("line:", Self::Line),
        ("fuera de verify:", Self::OutsideVerify),
    ];

    /// The key at the start of what stands in a parenthesis, and the length of it.
    fn read(inner: &str) -> Option<(Self, usize)> {
        for arrow in ["→", "->"] {
            if inner.starts_with(arrow) {
                return Some((Self::Criteria, arrow.len()));
            }
        }
        let named = |name: &str| {
            inner
                .get(..name.len())
                .is_some_and(|start| start.eq_ignore_ascii_case(name))
        };
        let found = Self::NAMES.into_iter().find(|(name, _)| named(name));
        found.map(|(name, key)| (key, name.len()))
    }
}

/// A tag in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Tag {
    pub(crate) key: Key,
    /// The whole tag, parentheses included.
    pub(crate) span: Span,
    /// The value, trimmed.
    pub(crate) value: Span,
    /// Whether a parenthesis closes it; otherwise it runs to the end of the range.
    pub(crate) closed: bool,
}

/// The tags in a range, in order; those whose parenthesis `skips` says is no content are none.
pub(crate) fn tags(text: &str, within: Span, skips: impl Fn(usize) -> bool) -> Vec<Tag> {
    let mut out = Vec::new();
    let mut at = within.start;
    while let Some(found) = Span::new(at, within.end).of(text).find('(') {
        let open = at + found;
        at = open + 1;
        if skips(open) {
            continue;
        }
        let inner = Span::new(open + 1, within.end);
        let inner = Span::new(trimmed(text, inner).start, within.end);
        let Some((key, length)) = Key::read(inner.of(text)) else {
            continue;
        };
        let close = closing(text, open, within.end);
        let end = close.unwrap_or(within.end);
        let value = Span::new((inner.start + length).min(end), end);
        out.push(Tag {
            key,
            span: Span::new(open, close.map_or(end, |close| close + 1)),
            value: trimmed(text, value),
            closed: close.is_some(),
        });
        at = end;
    }
    out
}

/// The parenthesis that closes the one at `open`: the one that balances it, or else the first.
pub(crate) fn closing(text: &str, open: usize, end: usize) -> Option<usize> {
    let inner = Span::new(open + 1, end).of(text);
    let mut depth = 0_usize;
    for (at, byte) in inner.bytes().enumerate() {
        match byte {
            b'(' => depth += 1,
            b')' if depth == 0 => return Some(open + 1 + at),
            b')' => depth -= 1,
            _ => {}
        }
    }
    inner.find(')').map(|at| open + 1 + at)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<(Key, &str)> {
        let within = Span::new(0, text.len());
        let found = tags(text, within, |_| false);
        found
            .iter()
            .map(|tag| (tag.key, tag.value.of(text)))
            .collect()
    }

    #[test]
    fn q5_tags_in_any_order_and_form() {
        assert_eq!(
            read("x (→ C1, C2) (-> C3) (Service: a/b) (sin partir: una (sola) razón) (nota) y"),
            [
                (Key::Criteria, "C1, C2"),
                (Key::Criteria, "C3"),
                (Key::Service, "a/b"),
                (Key::Unsplit, "una (sola) razón"),
            ]
        );
        assert_eq!(
            read("( service:\n  a ) ((epic: 001))"),
            [(Key::Service, "a"), (Key::Epic, "001")]
        );
        assert_eq!(read("(servicio: a) (1) (service a)"), []);
    }

    #[test]
    fn q5_a_tag_without_an_end_is_found() {
        let text = "x (service: api";
        let [tag] = tags(text, Span::new(0, text.len()), |_| false)[..] else {
            panic!("one tag")
        };
        assert!(!tag.closed);
        assert_eq!(tag.value.of(text), "api");
        // Unbalanced inside: the first parenthesis closes.
        assert_eq!(
            read("(service: a (b) (epic: 2)"),
            [(Key::Service, "a (b"), (Key::Epic, "2")]
        );
    }
}
