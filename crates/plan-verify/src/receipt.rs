//! `analysis_results/FINALIZATION.json`: what was checked when a plan was published (F2).

use serde::{Deserialize, Serialize};

/// Where the receipt lies, relative to the plan.
pub const RECEIPT_FILE: &str = "analysis_results/FINALIZATION.json";

/// Where an interrupted publication leaves its marker, relative to the plan (F4).
pub const MARKER_FILE: &str = ".finalizing.json";

/// Where an interrupted refining leaves its marker, relative to the plan (H8).
pub const REFINING_FILE: &str = ".refining.json";

/// The `schema` of the receipt.
pub const RECEIPT_SCHEMA: &str = "urn:planwright:schema:finalization:v1";

/// What was checked when a plan was published. Digests are SHA-256 in lower-case hex.
///
/// Closed: the members are the document's (F2).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Receipt {
    /// [`RECEIPT_SCHEMA`].
    pub schema: String,
    /// The plan.
    pub plan: String,
    /// `verified`; nothing else is ever written.
    pub result: String,
    /// The digest of `state.json` as published.
    pub state_sha256: String,
    /// The framed digest of all artefacts, see [`crate::fingerprint`].
    pub artifacts_sha256: String,
    /// Every artefact, in the order of their names.
    pub artifacts: Vec<ReceiptArtefact>,
    /// The codes of the rules that ran.
    pub rules: Vec<String>,
    /// The tool that published.
    pub tool: ReceiptTool,
    /// When, as an RFC 3339 timestamp.
    pub at: String,
}

/// One artefact as it was when the plan was published.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[non_exhaustive]
pub struct ReceiptArtefact {
    /// The file, relative to the plan.
    pub name: String,
    /// The digest of its content, or `null` where the file was absent.
    pub sha256: Option<String>,
    /// Its length in bytes; that of `PROGRESS.md` is what counts, since the file may grow.
    pub length: u64,
}

/// The tool that published a plan.
///
/// Closed: the members are the document's (F2).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct ReceiptTool {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
}

impl Receipt {
    /// Reads a receipt.
    ///
    /// # Errors
    ///
    /// A line that says what is wrong, with line and column where the JSON itself is at fault.
    pub fn from_json(text: &str) -> Result<Self, String> {
        let receipt: Self = serde_json::from_str(text).map_err(|error| error.to_string())?;
        if receipt.schema != RECEIPT_SCHEMA {
            return Err(format!(
                "its schema is `{}`, not `{RECEIPT_SCHEMA}`",
                receipt.schema
            ));
        }
        if receipt.result != "verified" {
            return Err(format!(
                "its result is `{}`, not `verified`",
                receipt.result
            ));
        }
        Ok(receipt)
    }

    /// The receipt as it is written: two-space indent, one newline at the end.
    #[must_use]
    pub fn to_json(&self) -> String {
        let mut text = serde_json::to_string_pretty(self).unwrap_or_default();
        text.push('\n');
        text
    }
}

/// Whether a file is a receipt, the current one or one that was set aside when the plan was
/// reopened (`FINALIZATION.1.json`, D4).
pub(crate) fn is_receipt(file: &str) -> bool {
    let Some(name) = file.strip_prefix("analysis_results/FINALIZATION.") else {
        return false;
    };
    let number = name.strip_suffix(".json");
    name == "json" || number.is_some_and(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn d4_receipts_set_aside_are_receipts() {
        for file in [RECEIPT_FILE, "analysis_results/FINALIZATION.12.json"] {
            assert!(is_receipt(file), "{file}");
        }
        for file in [
            "FINALIZATION.json",
            "analysis_results/FINALIZATION.md",
            "analysis_results/FINALIZATION.old.json",
            "analysis_results/FINALIZATION..json",
        ] {
            assert!(!is_receipt(file), "{file}");
        }
    }
}
