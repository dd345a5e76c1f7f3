//! Writing the receipt (F2), and keeping those of earlier publications.

use plan_diagnostics::Report;
use plan_guard::{Digest, Expect, Lock, Moved, RelPath, Replaced};

use super::{Error, Marker, Setting};
use crate::files::PlanFiles;
use crate::fingerprint::{Fingerprint, progress_length};
use crate::receipt::{RECEIPT_FILE, RECEIPT_SCHEMA, Receipt, ReceiptTool};

/// The receipt of `marker`'s publication, judged as `report` says.
pub(super) fn make(marker: &Marker, report: &Report, setting: &Setting<'_>) -> Receipt {
    Receipt {
        schema: RECEIPT_SCHEMA.to_owned(),
        plan: marker.candidate.state().plan().to_owned(),
        result: "verified".to_owned(),
        state_sha256: marker.candidate.digest().to_string(),
        artifacts_sha256: marker.artefacts_digest.to_string(),
        artifacts: marker.artefacts.clone(),
        rules: report
            .rules_checked()
            .map(|rule| rule.code.to_owned())
            .collect(),
        tool: ReceiptTool {
            name: setting.tool.name.to_owned(),
            version: setting.tool.version.to_owned(),
        },
        at: setting.now.to_string(),
    }
}

/// The receipt on disk, where it is of this state and still holds for these files.
pub(super) fn standing(files: &PlanFiles, state: Digest) -> Option<Receipt> {
    let receipt = Receipt::from_json(files.text(RECEIPT_FILE)?).ok()?;
    let now = Fingerprint::of(files, progress_length(&receipt));
    let holds = receipt.plan == files.name()
        && receipt.state_sha256 == state.to_string()
        && receipt.artifacts_sha256 == now.digest.to_string()
        && receipt.artifacts == now.receipt_artefacts();
    holds.then_some(receipt)
}

/// Writes the receipt. One of another publication is set aside first, never overwritten. `false`
/// where another writer put one there meanwhile.
pub(super) fn write(lock: &Lock, files: &PlanFiles, receipt: &Receipt) -> Result<bool, Error> {
    let path = RelPath::new(RECEIPT_FILE)?;
    if let Some(directory) = path
        .parent()
        .filter(|dir| !files.contains_directory(dir.as_str()))
    {
        lock.create_dir(&directory)?;
    }
    if files.contains(RECEIPT_FILE) {
        set_aside(lock, &path)?;
    }
    let written = lock.replace(&path, receipt.to_json().as_bytes(), &Expect::Absent)?;
    Ok(!matches!(written, Replaced::Conflict { .. }))
}

/// Moves a receipt to the first free `FINALIZATION.N.json` (D4).
fn set_aside(lock: &Lock, path: &RelPath) -> Result<(), Error> {
    for number in 1_u32.. {
        let aside = RelPath::new(RECEIPT_FILE.replace(".json", &format!(".{number}.json")))?;
        match lock.rename(path, &aside)? {
            Moved::Taken => {}
            Moved::Done | Moved::Absent => break,
        }
    }
    Ok(())
}
