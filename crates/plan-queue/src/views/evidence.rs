//! The tests that a closing names, and whether they are there (Q28).

use std::fmt;

use schemars::JsonSchema;
use serde::Serialize;

use crate::evidence_search::{Searched, Verdict, search};
use crate::model::{Done, Trace, TraceOf};

/// The evidence of one closed task.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(title = "Evidence of a closed task")]
#[non_exhaustive]
pub struct Evidence {
    /// `urn:planwright:schema:queue-evidence:v1`.
    pub schema: &'static str,
    /// The task.
    pub task: String,
    /// The day of its closing, `AAAA-MM-DD`.
    pub date: Option<String>,
    /// Its traces, in order.
    pub traces: Vec<TraceView>,
    /// What could not be searched, and why.
    pub not_searched: Vec<String>,
}

/// One trace.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct TraceView {
    /// What the test shows: `A`, or a criterion such as `C1`; null where the closing names neither.
    pub of: Option<String>,
    /// The test as written.
    pub test: String,
    /// `found`, `partial`, `absent` or `not-searchable`.
    pub verdict: &'static str,
    /// Where, or why not.
    pub detail: String,
}

impl Evidence {
    /// The `$id` of its schema.
    pub const SCHEMA: &'static str = "urn:planwright:schema:queue-evidence:v1";

    /// Judges the traces of a closing by what was searched.
    #[must_use]
    pub fn of(done: &Done, searched: &Searched) -> Self {
        Self {
            schema: Self::SCHEMA,
            task: done.slug().to_owned(),
            date: done.date.map(|date| date.to_string()),
            traces: done
                .tests
                .iter()
                .map(|trace| TraceView::of(trace, searched))
                .collect(),
            not_searched: searched.not_searched.clone(),
        }
    }
}

impl TraceView {
    fn of(trace: &Trace, searched: &Searched) -> Self {
        let (of, test) = match trace {
            Trace::Test { of, test } => (Some(of), test.text.value.clone()),
            Trace::NotApplicable { of, reason } => (of.as_ref(), format!("n/a — {}", reason.value)),
        };
        let verdict = search(trace, searched);
        Self {
            of: of.map(|of| match &of.value {
                TraceOf::Acceptance => "A".to_owned(),
                TraceOf::Criterion(id) => id.clone(),
            }),
            test,
            verdict: verdict.as_str(),
            detail: detail(&verdict),
        }
    }
}

fn detail(verdict: &Verdict) -> String {
    match verdict {
        Verdict::Found { place, path } => format!("{path}, {place}"),
        Verdict::Partial { place, path, lacks } => format!("{path}, {place}: {lacks}"),
        Verdict::Absent => "neither on disk nor in the cited commits".to_owned(),
        Verdict::NotSearchable { why } => why.clone(),
    }
}

impl fmt::Display for Evidence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let date = self.date.as_deref().unwrap_or("no date");
        writeln!(f, "{} ({date})", self.task)?;
        if self.traces.is_empty() {
            writeln!(f, "  it traces nothing to a test")?;
        }
        for TraceView {
            of,
            test,
            verdict,
            detail,
        } in &self.traces
        {
            let of = of.as_deref().unwrap_or("-");
            writeln!(f, "  {of} → {test}: {verdict} ({detail})")?;
        }
        for why in &self.not_searched {
            writeln!(f, "  not searched: {why}")?;
        }
        writeln!(f, "  That a test is there does not say that it ran.")
    }
}
