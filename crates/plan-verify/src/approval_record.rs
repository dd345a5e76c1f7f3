//! `analysis_results/APPROVAL.json`: what a person saw when they approved the plan (D11, E10).
//!
//! The record keeps digests, not texts: it says whether a title or a criterion is still the one
//! that was approved, without becoming a second place where it is written down.

use plan_guard::Digest;
use serde::{Deserialize, Serialize};

/// Where the record lies, relative to the plan.
pub const APPROVAL_FILE: &str = "analysis_results/APPROVAL.json";

/// The `schema` of the record.
pub const APPROVAL_SCHEMA: &str = "urn:planwright:schema:approval:v1";

/// An approval as it was given, with the digests of what it was given for.
///
/// Closed: the members are the document's (D11).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ApprovalRecord {
    /// [`APPROVAL_SCHEMA`].
    pub schema: String,
    /// The plan.
    pub plan: String,
    /// `approved` or `pre_approved`.
    pub approval: String,
    /// The person who approved.
    pub by: String,
    /// When, as an RFC 3339 timestamp.
    pub at: String,
    /// Their words, verbatim.
    pub words: String,
    /// Whether the plan may be run with nobody watching.
    pub unattended: bool,
    /// The tasks as approved, in order.
    pub tasks: Vec<ApprovedTask>,
}

/// One task as approved.
///
/// Closed: the members are the document's (D11).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ApprovedTask {
    /// The task's number then.
    pub id: u64,
    /// The digest of its title, with its white space folded and without its markup.
    pub title_sha256: String,
    /// The digests of its acceptance criteria, in order.
    pub criteria_sha256: Vec<String>,
}

impl ApprovedTask {
    /// The digests of a task's title and acceptance criteria.
    #[must_use]
    pub fn of<'c>(id: u64, title: &str, criteria: impl IntoIterator<Item = &'c str>) -> Self {
        Self {
            id,
            title_sha256: title_digest(title),
            criteria_sha256: criteria.into_iter().map(text_digest).collect(),
        }
    }
}

impl ApprovalRecord {
    /// Reads a record.
    ///
    /// # Errors
    ///
    /// A line that says what is wrong, with line and column where the JSON itself is at fault.
    pub fn from_json(text: &str) -> Result<Self, String> {
        let record: Self = serde_json::from_str(text).map_err(|error| error.to_string())?;
        if record.schema != APPROVAL_SCHEMA {
            return Err(format!(
                "its schema is `{}`, not `{APPROVAL_SCHEMA}`",
                record.schema
            ));
        }
        Ok(record)
    }

    /// The record as it is written: two-space indent, one newline at the end.
    #[must_use]
    pub fn to_json(&self) -> String {
        let mut text = serde_json::to_string_pretty(self).unwrap_or_default();
        text.push('\n');
        text
    }
}

/// The SHA-256, in lower-case hex, of a title or criterion with its white space folded: breaking a
/// line anew does not change what was approved, changing a word does.
pub(crate) fn text_digest(text: &str) -> String {
    let folded = text.split_whitespace().collect::<Vec<_>>().join(" ");
    Digest::of(folded.as_bytes()).to_string()
}

/// The [`text_digest`] of a title without its markup: README and state write the same title with
/// and without emphasis and code marks.
pub(crate) fn title_digest(title: &str) -> String {
    text_digest(&title.replace(['*', '_', '`', '~'], ""))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record() -> ApprovalRecord {
        ApprovalRecord {
            schema: APPROVAL_SCHEMA.into(),
            plan: "PLAN_invoice_export".into(),
            approval: "approved".into(),
            by: "Ana".into(),
            at: "2026-03-02T10:00:00Z".into(),
            words: "Approved, go ahead.".into(),
            unattended: false,
            tasks: vec![ApprovedTask::of(
                1,
                "Write the export",
                ["One row an invoice."],
            )],
        }
    }

    #[test]
    fn d11_the_record_reads_back() {
        let record = record();
        assert_eq!(ApprovalRecord::from_json(&record.to_json()), Ok(record));
    }

    #[test]
    fn e10_markup_and_line_breaks_are_no_part_of_what_is_approved() {
        assert_eq!(
            text_digest(" one row\n  an invoice"),
            text_digest("one row an invoice")
        );
        assert_ne!(
            text_digest("one row an invoice"),
            text_digest("two rows an invoice")
        );
        assert_eq!(
            title_digest("Write `a_b` **now**"),
            title_digest("Write ab now")
        );
        assert_ne!(title_digest("Write `a` now"), title_digest("Write `b` now"));
    }

    #[test]
    fn d11_a_foreign_schema_is_refused() {
        let text = record().to_json().replace("approval:v1", "approval:v9");
        assert!(
            ApprovalRecord::from_json(&text)
                .unwrap_err()
                .contains("approval:v9")
        );
    }
}
