//! Reads `SECURITY_REVIEW.md`: is a critical finding left that nobody dealt with?
//!
//! Where the file has rows, items or sections for its findings, each is judged by its own words;
//! what is written elsewhere does not settle it. Prose is judged sentence by sentence, and counts
//! (`Critical: 2`) by the findings that the file lists. A critical finding of which the file does
//! not say that it was dealt with is unresolved.

mod lists;
mod prose;
mod tables;
#[rustfmt::skip]
mod vocabulary;
mod words;

use std::collections::BTreeMap;

use plan_diagnostics::Span;
use plan_markdown::Document;

use words::Status;

/// The unresolved critical findings of a security review, in the order of the text; none where it
/// is fine.
///
/// ```
/// use plan_markdown::Document;
/// use plan_verify::security_review::unresolved;
///
/// let review = Document::parse("SECURITY_REVIEW.md", "Critical: 0, high: 1 (accepted by the user)\n");
/// assert!(unresolved(&review).is_empty());
/// let review = Document::parse("SECURITY_REVIEW.md", "One unresolved critical finding remains.\n");
/// assert_eq!(unresolved(&review).len(), 1);
/// ```
#[must_use]
pub fn unresolved(review: &Document) -> Vec<Span> {
    let mut reading = Reading {
        review,
        consumed: BTreeMap::new(),
        listed: 0,
        open: Vec::new(),
        counts: Vec::new(),
    };
    lists::sections(&mut reading);
    tables::rows(&mut reading);
    lists::items(&mut reading);
    prose::paragraphs(&mut reading);
    reading.finish()
}

/// What was read so far.
struct Reading<'d> {
    review: &'d Document,
    /// Ranges that were judged as a whole already, end by start; none inside another.
    consumed: BTreeMap<usize, usize>,
    /// How many critical findings have a place of their own.
    listed: u64,
    open: Vec<Span>,
    /// Counts that do not say themselves what became of the findings.
    counts: Vec<(Span, u64)>,
}

impl Reading<'_> {
    /// Takes a critical finding that has a place of its own.
    fn finding(&mut self, span: Span, status: Status) {
        self.listed += 1;
        if status != Status::Resolved {
            self.open.push(span);
        }
    }

    /// Takes a number of critical findings.
    fn count(&mut self, span: Span, count: u64, status: Status) {
        match status {
            Status::Resolved => {}
            Status::Open => self.open.push(span),
            Status::Silent => self.counts.push((span, count)),
        }
    }

    fn is_consumed(&self, at: usize) -> bool {
        self.consumed
            .range(..=at)
            .next_back()
            .is_some_and(|(_, end)| at < *end)
    }

    fn consume(&mut self, span: Span) {
        self.consumed.insert(span.start, span.end);
    }

    fn finish(mut self) -> Vec<Span> {
        let listed = self.listed;
        let unlisted = self.counts.iter().filter(|(_, count)| *count > listed);
        self.open.extend(unlisted.map(|(span, _)| *span));
        self.open.sort_unstable();
        self.open.dedup();
        self.open
    }
}

/// Whether `text` opens with the highest severity as a tag: `Critical: …`, `[critical] …`,
/// `**Critical** …`, `CRIT-1 …`; not `Critical path …`.
fn is_tagged(text: &str) -> bool {
    let start = text.trim_start_matches(|c: char| !c.is_alphanumeric());
    let word_end = start
        .find(|c: char| !c.is_alphanumeric())
        .unwrap_or(start.len());
    let (word, rest) = start.split_at(word_end);
    if !words::words(word)
        .first()
        .is_some_and(|w| words::is_critical(w))
    {
        return false;
    }
    let mut after = rest.chars();
    match after.next() {
        None => true,
        Some('-') => after.next().is_some_and(|c| c.is_ascii_digit() || c == ' '),
        Some(' ') => rest
            .trim_start()
            .starts_with(['-', '—', '–', ':', '|', '(']),
        Some(other) => !other.is_alphanumeric() && other != '/',
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: usize) {
        let review = Document::parse("analysis_results/SECURITY_REVIEW.md", text);
        let open = unresolved(&review);
        let found: Vec<_> = open.iter().map(|span| review.slice(*span)).collect();
        assert_eq!(found.len(), expected, "{text}\n→ {found:?}");
    }

    #[test]
    fn e_clean_reviews() {
        for text in [
            "No findings.\n",
            "| critical | token in fixture | fixed in 1f2e3d4 |\n",
            "| Severity | Finding | Status |\n|---|---|---|\n| critical | token in fixture | fixed in 1f2e3d4 |\n",
            "| Severidad | Hallazgo | Estado |\n|---|---|---|\n| crítica | token | corregida en 1f2e3d4 |\n| alta | x | abierta |\n",
            "Critical: 0, high: 1 (accepted by the user)\n",
            "A critical path was reviewed.\n",
            "- **Critical:** none\n- High: 1, open\n",
            "### Critical\n\nNone.\n\n### High\n\n- token in log: open\n",
            "## Findings\n\n### Critical: token in fixture\n\nThe endpoint was open to all.\n\n- Status: fixed in 1f2e3d4\n",
            "| Severity | Count |\n|---|---|\n| Critical | 0 |\n| High | 3 |\n",
            "| Severity | Found | Open |\n|---|---|---|\n| Critical | 2 | 0 |\n",
            "Critical: 1\n\n- critical: token in fixture — resolved in 1f2e3d4\n",
            "No se encontraron hallazgos críticos.\n",
            "One critical finding was found. It was fixed in 1f2e3d4.\n",
            "- [x] Critical: rotate the token\n",
            "```\ncritical: 1 open\n```\n\nNo findings.\n",
            "## Finding 1\n\nSeverity: critical\n\nStatus: false positive\n",
            "Checked for critical vulnerabilities: none found.\n",
            "| Severity | Issues |\n|---|---|\n| Critical | 0 |\n| High | 2 |\n",
            "| Severity | Finding | Status |\n|---|---|---|\n| Critical | none | — |\n",
            "| critical | 0 |\n",
            "No se han encontrado vulnerabilidades críticas.\n",
            "No quedan hallazgos críticos abiertos.\n",
            "There are no remaining critical or high vulnerabilities.\n",
            "All critical findings were fixed in 1f2e3d4.\n",
            "2 critical findings, both fixed in 1f2e3d4.\n",
            "- Severity: Critical | Status: Fixed\n",
            "## Critical findings\n\nNone.\n",
            "## Hallazgos críticos\n\nNinguno.\n",
            "**[CRITICAL]** Token in fixture. Fixed in 1f2e3d4.\n",
            "The parser is a security-critical module; no findings.\n",
            "| Gravedad | Hallazgo | Estado |\n|---|---|---|\n| Crítica | token | Aceptada por el usuario |\n",
            "- Critical: open redirect in the login (fixed in 1f2e3d4)\n",
        ] {
            check(text, 0);
        }
    }

    #[test]
    fn e_unresolved_critical_findings() {
        for text in [
            "| Severity | Finding | Status |\n|---|---|---|\n| critical | token in fixture | open |\n\nThe other was fixed in 1f2e3d4.\n",
            "| critical | token in fixture | open |\n\nfixed in 1f2e3d4\n",
            "| Severity | Finding | Status |\n|---|---|---|\n| critical | token in fixture | |\n",
            "One unresolved critical finding remains.\n",
            "- **Critical:** token in fixture (open)\n- Low: fixed in 1f2e3d4\n",
            "- **Critical** — token in fixture\n",
            "### Critical\n\n- token in fixture: not fixed\n\n### High\n\nNone.\n",
            "### Critical\n\nThe token is in the fixture.\n",
            "## Findings\n\n### [Critical] Token in fixture\n\nStatus: open\n\n### [Low] Typo\n\nStatus: fixed\n",
            "| Severidad | Hallazgo | Estado |\n|---|---|---|\n| Crítica | token | abierta |\n",
            "Critical: 1, high: 1 (fixed)\n",
            "Queda un hallazgo crítico sin resolver.\n",
            "- [ ] Critical: rotate the token\n",
            "## Finding 1\n\n- Severity: critical\n- Status: deferred\n",
            "| Severity | Found | Open |\n|---|---|---|\n| Critical | 2 | 1 |\n",
            "- Critical: token, accepted\n",
            "**[CRITICAL]** Token in fixture. It is in the log.\n",
            "The issue was rated critical.\n",
            "Hay una vulnerabilidad crítica en el parser.\n",
            "### CRIT-1: token in fixture\n\nNot fixed yet.\n",
            "1. Critical: token in fixture\n   - Status: in progress\n2. High: log\n   - Status: fixed\n",
            "- Critical: token, to be fixed next week\n",
        ] {
            check(text, 1);
        }
    }

    #[test]
    fn e_each_finding_is_judged_by_its_own_words() {
        check(
            "- Critical: a — open\n- Critical: b — fixed\n- Critical: c — won't fix\n",
            2,
        );
    }
}
