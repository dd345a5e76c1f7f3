//! Text that was left to be filled in (E6).

use std::ops::Range;

/// Finds the first placeholder in `text`, as a byte range (E6).
///
/// Placeholders are `{{…}}`, the words `TBD` (in any letter case) and `TODO` (in capitals: in
/// Spanish *todo* is a common word), and `(to be filled …)` in any letter case. The words count
/// only as words: `TODOS`, `TODO_LIST`, `TODO.md` and `TODO-12` are names. In a code span they are
/// mentioned, not used, and do not count; `{{…}}` counts there too, since templates put
/// it in code spans, save after a `$`, where it is an expression of a build system.
///
/// A label with nothing after it is a matter of structure, and not looked for here.
///
/// ```
/// use plan_prose::placeholder;
///
/// assert_eq!(placeholder::find("Summary: TBD"), Some(9..12));
/// assert_eq!(placeholder::find("Se probaron TODOS los casos; no `TODO` is left"), None);
/// ```
#[must_use]
pub fn find(text: &str) -> Option<Range<usize>> {
    let firsts = [braces(text), word(text), to_be_filled(text)];
    firsts.into_iter().flatten().min_by_key(|span| span.start)
}

fn braces(text: &str) -> Option<Range<usize>> {
    if !text.contains('{') {
        return None;
    }
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        if let Some(span) = braces_in_line(line) {
            return Some(start + span.start..start + span.end);
        }
        start += line.len();
    }
    None
}

fn braces_in_line(line: &str) -> Option<Range<usize>> {
    let mut from = 0;
    loop {
        let open = from + line.get(from..)?.find("{{")?;
        let close = open + 2 + line.get(open + 2..)?.find("}}")?;
        if !line.get(..open)?.ends_with('$') {
            return Some(open..close + 2);
        }
        from = close + 2;
    }
}

fn word(text: &str) -> Option<Range<usize>> {
    let bytes = text.as_bytes();
    let mut code = CodeSpans::new(text);
    let places = bytes.iter().enumerate();
    let initials = places.filter(|(_, byte)| matches!(byte, b'T' | b't'));
    initials
        .filter_map(|(at, _)| Some(at..at + word_length(bytes.get(at..)?)?))
        .find(|span| stands_alone(text, span) && !code.covers(span.start))
}

/// The length of the word of a placeholder at the start of a text.
fn word_length(text: &[u8]) -> Option<usize> {
    if text.starts_with(b"TODO") {
        return Some(4);
    }
    text.get(..3)
        .filter(|word| word.eq_ignore_ascii_case(b"tbd"))
        .map(<[u8]>::len)
}

/// Whether the characters on both sides of `span` leave it a word of its own.
fn stands_alone(text: &str, span: &Range<usize>) -> bool {
    let joins = |c: char| c.is_alphanumeric() || c == '_';
    let glue = |c: char| matches!(c, '-' | '.' | '/');
    let before = text.get(..span.start).unwrap_or_default();
    let after = text.get(span.end..).unwrap_or_default();
    let mut back = before.chars().rev();
    let mut ahead = after.chars();
    let free = |first: Option<char>, second: Option<char>| match first {
        Some(c) if joins(c) => false,
        Some(c) if glue(c) => !second.is_some_and(joins),
        _ => true,
    };
    free(back.next(), back.next()) && free(ahead.next(), ahead.next())
}

fn to_be_filled(text: &str) -> Option<Range<usize>> {
    const OPENING: &[u8] = b"(to be filled";
    let opens = |at: &usize| {
        let there = text.as_bytes().get(*at..*at + OPENING.len());
        there.is_some_and(|there| there.eq_ignore_ascii_case(OPENING))
    };
    let start = text.match_indices('(').map(|(at, _)| at).find(opens)?;
    let rest = text.get(start..)?;
    let end = rest.find([')', '\n']).map_or(rest.len(), |at| {
        at + usize::from(rest.as_bytes().get(at) == Some(&b')'))
    });
    Some(start..start + end)
}

/// Where the code spans of a text are; asked about ascending offsets only.
struct CodeSpans<'t> {
    text: &'t str,
    current: Range<usize>,
    closed: bool,
}

impl<'t> CodeSpans<'t> {
    fn new(text: &'t str) -> Self {
        let mut spans = CodeSpans {
            text,
            current: 0..0,
            closed: true,
        };
        spans.advance();
        spans
    }

    fn covers(&mut self, at: usize) -> bool {
        while self.closed && self.current.end <= at {
            self.advance();
        }
        self.closed && self.current.contains(&at)
    }

    /// Goes to the next span: a backtick run up to the next run of the same length on the line.
    fn advance(&mut self) {
        let from = self.current.end;
        let rest = self.text.get(from..).unwrap_or_default();
        let next = rest.find('`').and_then(|open| {
            let fence = rest[open..].bytes().take_while(|&b| b == b'`').count();
            let inside = &rest[open + fence..];
            let length = inside.find(&rest[open..open + fence])?;
            Some(from + open..from + open + fence + length + fence)
        });
        self.closed = next.is_some();
        self.current = next.unwrap_or(self.text.len()..self.text.len());
    }
}

#[cfg(test)]
mod tests {
    use super::find;

    fn found(text: &str) -> Option<&str> {
        find(text).map(|span| &text[span])
    }

    #[test]
    fn e6_placeholders_are_found() {
        for (text, expected) in [
            ("Summary: {{summary}}", "{{summary}}"),
            ("Summary: `{{summary}}`", "{{summary}}"),
            ("Summary: tbd.", "tbd"),
            ("TODO: write this", "TODO"),
            ("TODO(ana) write this", "TODO"),
            ("**TODO**", "TODO"),
            ("see TODO", "TODO"),
            (
                "(To be filled by the agent) x",
                "(To be filled by the agent)",
            ),
            ("(to be filled", "(to be filled"),
            ("`TODO` and TODO", "TODO"),
            ("{{ open TBD", "TBD"),
            ("${{ env.x }} {{y}}", "{{y}}"),
            ("{{a\n{{b}}", "{{b}}"),
            ("status TBD — ask Ana", "TBD"),
        ] {
            assert_eq!(found(text), Some(expected), "{text}");
        }
    }

    #[test]
    fn e6_names_mentions_and_spanish_are_not_placeholders() {
        for text in [
            "",
            "Se corrieron TODOS los tests",
            "todo pasa",
            "METODO listo",
            "TODO_LIST was renamed",
            "docs/TODO.md updated",
            "TODO-12 closed",
            "removed each `TODO` comment",
            "``a ` TODO`` is code",
            "${{ secrets.NAME }} is not printed",
            "TBDX",
            "to be filled orders: 3",
            "{{ open",
        ] {
            assert_eq!(found(text), None, "{text}");
        }
    }
}
