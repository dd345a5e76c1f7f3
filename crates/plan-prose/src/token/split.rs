//! The tokeniser: one pass over the text, in chunks between blanks and separators.

use std::borrow::Cow;

use super::fold::{fold, is_mark};
use super::{Kind, Token};

/// Takes `text` apart. The spans ascend and lie on character boundaries.
pub(crate) fn tokenize(text: &str) -> Vec<Token<'_>> {
    let mut out = Splitter {
        text,
        tokens: Vec::with_capacity(text.len() / 4),
        code: false,
        quoted: false,
        glued: false,
    };
    let trimmed = text.trim();
    let inner = trimmed.strip_prefix('`').and_then(|t| t.strip_suffix('`'));
    let is_all_code = inner.is_some_and(|t| !t.contains('`'));
    let mut chunk_start = None;
    let mut ticks_left = text.matches('`').count();
    let mut before = None;
    let bytes = text.as_bytes();
    let mut at = 0;
    while let Some(first) = bytes.get(at) {
        // Most of a text are letters that end nothing.
        if first.is_ascii_alphanumeric() {
            chunk_start.get_or_insert(at);
            let run = bytes[at..].iter();
            at += run.take_while(|byte| byte.is_ascii_alphanumeric()).count();
            before = Some(char::from(bytes[at - 1]));
            continue;
        }
        let mut chars = text[at..].chars();
        let Some(c) = chars.next() else { break };
        let after = chars.next();
        if is_separator(before, c, after) {
            out.flush(&mut chunk_start, at);
            if c == '`' && !is_all_code {
                out.code = !out.code && ticks_left > 1;
                ticks_left -= 1;
            }
            match c {
                '\'' | '‘' | '’' => out.quote(before, after),
                _ => out.sign(at, c),
            }
        } else {
            chunk_start.get_or_insert(at);
        }
        before = Some(c);
        at += c.len_utf8();
    }
    out.flush(&mut chunk_start, text.len());
    out.tokens
}

/// Whether `c` ends a chunk. An apostrophe between letters does not, nor does a comma between
/// the thousands of a number.
fn is_separator(before: Option<char>, c: char, after: Option<char>) -> bool {
    let letters = |c: Option<char>| c.is_some_and(|c| c.is_alphabetic() || is_mark(c));
    let digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
    match c {
        '\'' | '’' | 'ʼ' => !(letters(before) && letters(after)),
        ',' => !(digit(before) && digit(after)),
        '—' | '–' | '…' | '→' | '✓' | '✔' | '✗' | '•' | '·' | '¿' | '¡' => true,
        ';' | '(' | ')' | '[' | ']' | '{' | '}' | '<' | '>' | '"' | '«' | '»' | '“' | '”' | '‘'
        | '=' | '|' | '!' | '?' | '*' | '`' => true,
        _ => c.is_whitespace() || c.is_control(),
    }
}

struct Splitter<'t> {
    text: &'t str,
    tokens: Vec<Token<'t>>,
    code: bool,
    quoted: bool,
    glued: bool,
}

impl<'t> Splitter<'t> {
    fn push(&mut self, start: usize, end: usize, kind: Kind<'t>) {
        let glued = std::mem::take(&mut self.glued);
        self.tokens.push(Token {
            span: start..end,
            kind,
            code: self.code,
            quoted: self.quoted,
            glued,
        });
    }

    /// A single quotation mark opens before a word, and closes after one.
    fn quote(&mut self, before: Option<char>, after: Option<char>) {
        let is_word = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
        let is_blank = before.is_none_or(|c| c.is_whitespace() || matches!(c, '(' | ',' | ':'));
        self.quoted = (self.quoted || is_blank) && is_word(after);
    }

    /// A separator as a token, where it means something.
    fn sign(&mut self, at: usize, c: char) {
        match c {
            '"' => self.quoted = !self.quoted,
            '“' | '«' => self.quoted = true,
            '”' | '»' => self.quoted = false,
            _ => {}
        }
        let sign = match c {
            '\n' | '\r' | '\u{85}' | '\u{2028}' | '\u{2029}' => '\n',
            '…' => '.',
            '—' | '–' | '→' | '•' | '·' => '-',
            ';' | ',' | '(' | ')' | '[' | ']' | '=' | '|' | '!' | '?' => c,
            '✓' | '✔' => {
                return self.push(at, at + c.len_utf8(), Kind::Word("ok".into()));
            }
            _ => return,
        };
        self.push(at, at + c.len_utf8(), Kind::Sign(sign));
    }

    /// Ends the chunk that began at `start`, if one did.
    fn flush(&mut self, start: &mut Option<usize>, end: usize) {
        let Some(mut from) = start.take() else {
            return;
        };
        let text = self.text;
        let Some(chunk) = text.get(from..end) else {
            return;
        };
        if chunk.bytes().all(|byte| byte.is_ascii_alphabetic()) {
            return self.word(from, chunk);
        }
        let body = chunk.trim_end_matches(['.', ':', ',']);
        let tail = from + body.len();
        let bare = body.trim_matches('_');
        from += body.len() - body.trim_start_matches('_').len();
        let around = |range: std::ops::Range<usize>| self.text.get(range).unwrap_or_default();
        let (before, after) = (around(0..from), around(tail..self.text.len()));
        if is_field(bare) && is_in_record(before, after) {
            self.pieces(from, bare);
        } else if is_name(bare) {
            self.push(from, from + bare.len(), Kind::Name);
        } else {
            self.pieces(from, bare);
        }
        for (offset, c) in self.text.get(tail..end).unwrap_or_default().char_indices() {
            self.push(tail + offset, tail + offset + 1, Kind::Sign(c));
        }
    }

    /// Splits a chunk that is no name into words, numbers and signs.
    fn pieces(&mut self, from: usize, chunk: &'t str) {
        let mut rest = chunk;
        let mut at = from;
        while let Some(first) = rest.chars().next() {
            let length = piece_length(rest, first);
            let piece = rest.get(..length).unwrap_or_default();
            if first.is_alphanumeric() {
                self.piece(at, piece, first);
            } else if matches!(first, '-' | '_') && at > from {
                self.glued = true;
            } else if !is_mark(first) {
                self.push(at, at + length, Kind::Sign(first));
            }
            at += length;
            rest = rest.get(length..).unwrap_or_default();
        }
        self.glued = false;
    }

    fn piece(&mut self, at: usize, piece: &'t str, first: char) {
        if first.is_numeric() {
            let kind = number(piece);
            return self.push(at, at + piece.len(), kind);
        }
        self.word(at, piece);
    }

    /// A run of letters: a word, two, or a count.
    fn word(&mut self, at: usize, piece: &'t str) {
        let span = at..at + piece.len();
        let word = fold(piece);
        if let Some(count) = written_out(&word) {
            return self.push(span.start, span.end, Kind::Count(count));
        }
        let Some((first, second)) = contraction(&word) else {
            return self.push(span.start, span.end, Kind::Word(word));
        };
        for part in std::iter::once(first).chain(second) {
            self.push(
                span.start,
                span.end,
                Kind::Word(Cow::Owned(part.to_owned())),
            );
        }
    }
}

/// Whether a chunk is words joined as in the fields of a record: `not_run`, `tests_selected`.
fn is_field(chunk: &str) -> bool {
    let is_words = chunk.chars().all(|c| c.is_lowercase() || c == '_');
    is_words && (1..=3).contains(&chunk.matches('_').count()) && !chunk.starts_with("test_")
}

/// Whether a field or its value stands between these texts: `state=…`, `"state": "…"`, `…=1`. Before a
/// colon it is one where the value is a number, a denial or an empty list, since names of tests stand there too.
fn is_in_record(before: &str, after: &str) -> bool {
    let before = before.strip_suffix('"').unwrap_or(before);
    let before = before.strip_suffix(' ').unwrap_or(before);
    let after = after.strip_prefix('"').unwrap_or(after);
    let is_key = after.strip_prefix(':').is_some_and(|value| {
        let value = value.trim_start_matches([' ', '"']);
        let denials = ["no", "none", "false", "never", "null"];
        let word = value.split(|c: char| !c.is_alphanumeric()).next();
        value.starts_with(|c: char| c.is_ascii_digit())
            || value.starts_with("[]")
            || word.is_some_and(|word| denials.contains(&word))
    });
    before.ends_with(['=', ':']) || after.starts_with('=') || is_key
}

/// Whether a chunk is the name of something rather than prose.
fn is_name(chunk: &str) -> bool {
    if chunk.bytes().all(|b| b.is_ascii_alphanumeric()) {
        return false;
    }
    let letter_after = |pair: &str| {
        chunk.match_indices(pair).any(|(at, _)| {
            let next = chunk
                .get(at + pair.len()..)
                .and_then(|rest| rest.chars().next());
            next.is_some_and(char::is_alphabetic) && at > 0
        })
    };
    let starts_number = chunk.starts_with(|c: char| c.is_ascii_digit());
    let is_flag = chunk.starts_with("--")
        || (chunk.starts_with('-')
            && chunk
                .get(1..)
                .is_some_and(|c| c.starts_with(char::is_alphabetic)));
    is_flag
        || chunk.contains(['_', '@', '\\', '$', '#'])
        || chunk.contains("::")
        || chunk.contains("//")
        || (chunk.starts_with(['/', '~']) && chunk.len() > 1)
        || (letter_after(".") && !starts_number)
        || (starts_number && chunk.contains(':'))
        || (starts_number && chunk.contains('.') && chunk.contains('/'))
}

/// The length of the piece at the start of `rest`: a run of letters and digits with what may
/// stand inside it, or one other character.
fn piece_length(rest: &str, first: char) -> usize {
    if rest.bytes().all(|b| b.is_ascii_alphanumeric()) {
        return rest.len();
    }
    if !first.is_alphanumeric() {
        return first.len_utf8();
    }
    let numeric = first.is_numeric();
    let mut chars = rest.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let next = chars.peek().map(|&(_, next)| next);
        let inside = match c {
            '\'' | '’' | 'ʼ' => next.is_some_and(char::is_alphabetic),
            '.' | ',' => numeric && next.is_some_and(|n| n.is_ascii_digit()),
            '%' => numeric,
            _ => c.is_alphanumeric() || is_mark(c),
        };
        if !inside {
            return at;
        }
    }
    rest.len()
}

/// Reads a piece that starts with a digit.
fn number(piece: &str) -> Kind<'static> {
    let digits: String = piece.chars().filter(char::is_ascii_digit).collect();
    let grouped = piece
        .split([',', '.'])
        .skip(1)
        .all(|group| group.len() == 3);
    let plain = piece
        .chars()
        .all(|c| c.is_ascii_digit() || matches!(c, ',' | '.'));
    match digits.parse() {
        Ok(n) if plain && grouped && !piece.starts_with("0.") => Kind::Count(n),
        Err(_) if plain && grouped && !digits.is_empty() => Kind::Count(u64::MAX),
        _ => Kind::Measure,
    }
}

/// The count that a word stands for, where it is one that stands for nothing else: *one* is a pronoun
/// as well, *once* an English adverb, and *una* an article.
fn written_out(word: &str) -> Option<u64> {
    Some(match word.as_bytes() {
        b"two" | b"dos" => 2,
        b"three" | b"tres" => 3,
        b"four" | b"cuatro" => 4,
        b"five" | b"cinco" => 5,
        b"six" | b"seis" => 6,
        b"seven" | b"siete" => 7,
        b"eight" | b"ocho" => 8,
        b"nine" | b"nueve" => 9,
        b"ten" | b"diez" => 10,
        b"eleven" => 11,
        b"twelve" | b"doce" => 12,
        _ => return None,
    })
}

/// Contractions that are written without an apostrophe, with their verbs.
pub(crate) const BARE_CONTRACTIONS: [(&str, &str); 17] = [
    ("cannot", "can"),
    ("cant", "can"),
    ("wont", "will"),
    ("didnt", "did"),
    ("doesnt", "does"),
    ("dont", "do"),
    ("wasnt", "was"),
    ("isnt", "is"),
    ("werent", "were"),
    ("hasnt", "has"),
    ("havent", "have"),
    ("couldnt", "could"),
    ("wouldnt", "would"),
    ("dint", "did"),
    ("aint", "is"),
    ("havnt", "have"),
    ("coudnt", "could"),
];

/// Takes a contraction apart; `None` for any other word.
pub(crate) fn contraction(word: &str) -> Option<(&str, Option<&str>)> {
    if !word.ends_with('t') && !word.bytes().any(|byte| byte == b'\'') {
        return None;
    }
    let verb = match word {
        "can't" => Some("can"),
        "won't" => Some("will"),
        "shan't" => Some("shall"),
        _ => {
            let bare = BARE_CONTRACTIONS.iter().find(|(bare, _)| *bare == word);
            bare.map_or_else(|| word.strip_suffix("n't"), |(_, verb)| Some(*verb))
        }
    };
    if let Some(verb) = verb {
        return Some((verb, Some("not")));
    }
    let (base, ending) = word.split_at(word.bytes().position(|b| b == b'\'')?);
    let second = match ending {
        "'ve" => Some("have"),
        "'d" => Some("would"),
        "'ll" => Some("will"),
        "'re" => Some("are"),
        "'m" => Some("am"),
        "'s" => None,
        _ => return None,
    };
    Some((base, second))
}

#[cfg(test)]
mod tests {
    use super::tokenize;
    use crate::token::Kind;

    fn shape(text: &str) -> String {
        let shown = tokenize(text).into_iter().map(|token| match token.kind {
            Kind::Word(word) => word.into_owned(),
            Kind::Count(n) => format!("#{n}"),
            Kind::Measure => "#m".into(),
            Kind::Name => "@".into(),
            Kind::Sign(c) => c.escape_debug().to_string(),
        });
        shown.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn words_numbers_names_and_signs() {
        for (text, expected) in [
            ("ran=0; fp=1f2e+clean", "ran = #0 ; fp = #m + clean"),
            ("selected=0/64", "selected = #0 / #64"),
            ("Didn’t run", "did not run"),
            ("it's can't", "it can not"),
            ("1,000 tests in 3.1s", "#1000 tests in #m"),
            ("0.000s", "#m"),
            ("1.000 pruebas", "#1000 pruebas"),
            ("test_not_run ... ok", "@ . . . ok"),
            ("a::never_ran log=a/b.log", "@ log = @"),
            (
                "state=not_run tests_run=0",
                "state = not run tests run = #0",
            ),
            ("{\"state\": \"not_run\"}", "state : not run"),
            ("\"tests_run\": 0", "tests run : #0"),
            ("never_runs: ok test_not_run=ok", "@ : ok @ = ok"),
            ("src/main.rs --no-run", "@ @"),
            ("“not run”, **ok**", "not run , ok"),
            ("not-run e2e", "not run e2e"),
            ("a - b — c", "a - b - c"),
            ("0% of", "#m of"),
            ("ok.\nno", "ok . \\n no"),
            ("[no tests to run]", "[ no tests to run ]"),
            ("run/executed", "run / executed"),
        ] {
            assert_eq!(shape(text), expected, "{text}");
        }
    }

    #[test]
    fn code_spans_are_marked_unless_they_are_everything() {
        let code = |text: &str| tokenize(text).iter().any(|token| token.code);
        assert!(code("`cargo test` not run"));
        assert!(!code("`not run`"));
        assert!(!code("it` not run"));
    }
}
