//! Pointers to logs in evidence (E4).

/// The paths that `evidence` names with `log=PATH`, in order (E4).
///
/// The key counts as a word of its own (`--log=` and `catalog=` are other keys), in any letter
/// case. The path may be quoted with `"`, `'` or a backtick, and then may hold blanks; unquoted it
/// ends at a blank, `;`, `,` or `|`, and a final `.`, `:`, `)`, `]`, `}` or `>` is not part of it.
/// A key without a path yields the empty text, which no file has.
///
/// ```
/// use plan_prose::evidence::log_pointers;
///
/// let evidence = "ran=64/64; log=analysis_results/gates/t3.log; (log=\"a b.log\")";
/// let found: Vec<_> = log_pointers(evidence).collect();
/// assert_eq!(found, ["analysis_results/gates/t3.log", "a b.log"]);
/// ```
pub fn log_pointers(evidence: &str) -> impl Iterator<Item = &str> {
    const KEY: &str = "log=";
    let bytes = evidence.as_bytes();
    let is_key = move |at: usize| {
        let head = bytes.get(at..at + KEY.len());
        let before = evidence.get(..at).and_then(|head| head.chars().next_back());
        head.is_some_and(|head| head.eq_ignore_ascii_case(KEY.as_bytes()))
            && !before.is_some_and(|c| c.is_alphanumeric() || matches!(c, '-' | '_' | '.'))
    };
    (0..bytes.len())
        .filter(move |&at| is_key(at))
        .filter_map(move |at| evidence.get(at + KEY.len()..).map(path))
}

/// The path at the start of `text`.
fn path(text: &str) -> &str {
    if let Some(quote) = text
        .chars()
        .next()
        .filter(|c| matches!(c, '"' | '\'' | '`'))
    {
        let inside = text.get(1..).unwrap_or_default();
        if let Some((quoted, _)) = inside.split_once(quote) {
            return quoted;
        }
    }
    let ends = |c: char| c.is_whitespace() || matches!(c, ';' | ',' | '|' | '"' | '\'' | '`');
    let body = text.trim_start_matches(['"', '\'', '`']);
    let end = body.find(ends).unwrap_or(body.len());
    body.get(..end)
        .unwrap_or_default()
        .trim_end_matches(['.', ':', ')', ']', '}', '>', '*'])
}
