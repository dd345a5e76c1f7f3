//! The evidence field of an amendment: which gate records it touches, and how.

use crate::view::plain::code_spans;
use crate::view::spanned::{overlap, trim};
use crate::view::words::{bare, key, squeeze};
use plan_diagnostics::Span;

/// Commands named by `invalidated:`, `preserved:` and `withdrawn:`.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Evidence {
    /// Commands whose records no longer hold.
    pub invalidated: Vec<String>,
    /// Commands whose records still hold.
    pub preserved: Vec<String>,
    /// Commands that no longer belong to the task (G2).
    pub withdrawn: Vec<String>,
}

const PARTS: [(&str, &str); 3] = [
    ("invalidated", "invalidada"),
    ("preserved", "preservada"),
    ("withdrawn", "retirada"),
];

/// Whether a name (for comparison) is that of a part of the field.
pub(super) fn is_part(key: &str) -> bool {
    PARTS
        .iter()
        .any(|(english, spanish)| key == *english || key == *spanish)
}

type Problem = (Span, String);

impl Evidence {
    /// Reads the field. Each part holds commands in code spans, or `none`.
    pub(super) fn read(text: &str, span: Span) -> (Self, Vec<Problem>) {
        let mut evidence = Self::default();
        let mut problems = Vec::new();
        let codes = code_spans(text, span);
        let parts = parts(text, span, &codes);
        let head = parts.first().map_or(span.end, |part| part.name.start);
        let stray = trim(text, Span::new(span.start, head));
        if !bare(stray.of(text)).trim_matches(['-', ' ']).is_empty() {
            problems.push((
                stray,
                format!(
                    "`{}` belongs to no part of the evidence",
                    squeeze(stray.of(text))
                ),
            ));
        }
        for (index, (name, _)) in PARTS.iter().enumerate() {
            let ours: Vec<&Part> = parts.iter().filter(|part| part.index == index).collect();
            if ours.is_empty() && index < 2 {
                problems.push((span, format!("the evidence does not say what is {name}")));
            }
            let commands = ours
                .iter()
                .flat_map(|part| commands(text, part, &codes, &mut problems))
                .collect();
            match index {
                0 => evidence.invalidated = commands,
                1 => evidence.preserved = commands,
                _ => evidence.withdrawn = commands,
            }
        }
        (evidence, problems)
    }
}

struct Part {
    index: usize,
    name: Span,
    body: Span,
}

/// The parts of the field, in order: a name with a colon, outside code.
fn parts(text: &str, span: Span, codes: &[Span]) -> Vec<Part> {
    let lower = span.of(text).to_ascii_lowercase();
    let mut found: Vec<Part> = Vec::new();
    for (index, (english, spanish)) in PARTS.iter().enumerate() {
        for word in [english, spanish] {
            for (at, _) in lower.match_indices(*word) {
                let name = Span::new(span.start + at, span.start + at + word.len());
                if let Some(colon) = opens(text, name, span, codes) {
                    found.push(Part {
                        index,
                        name,
                        body: Span::new(colon, span.end),
                    });
                }
            }
        }
    }
    found.sort_by_key(|part| part.name.start);
    let starts: Vec<usize> = found.iter().skip(1).map(|part| part.name.start).collect();
    for (part, start) in found.iter_mut().zip(starts) {
        part.body.end = start;
    }
    found
}

/// The place behind the colon of a part's name, stars before or behind it.
fn opens(text: &str, name: Span, whole: Span, codes: &[Span]) -> Option<usize> {
    let free = !codes.iter().any(|code| overlap(*code, name));
    let fresh = !text[whole.start..name.start].ends_with(char::is_alphanumeric);
    let behind = text.get(name.end..whole.end)?;
    let rest = behind.trim_start_matches(['*', ' ']).strip_prefix(':')?;
    let rest = rest.strip_prefix("**").unwrap_or(rest);
    (free && fresh).then(|| whole.end - rest.len())
}

fn commands(text: &str, part: &Part, codes: &[Span], problems: &mut Vec<Problem>) -> Vec<String> {
    let ours = codes.iter().filter(|code| part.body.contains(**code));
    let found: Vec<String> = ours.map(|code| squeeze(code.of(text))).collect();
    let prose = trim(text, part.body);
    let none = matches!(
        key(bare(prose.of(text).trim_matches(['-', ';', ' ', '*', '.']))).as_str(),
        "none" | "ninguna"
    );
    if found.is_empty() && !none {
        let name = PARTS[part.index].0;
        let span = if prose.is_empty() { part.name } else { prose };
        problems.push((
            span,
            format!("{name} names no command in a code span, and does not say `none`"),
        ));
    }
    found
}
