//! Documents in: shape problems reported one and all, with span and pointer (B1–B9).

mod decoder;
mod manifest;
mod object;
mod record;
mod scalar;
mod state;

use plan_diagnostics::Severity;

use self::decoder::{At, Decoder};
use crate::json::{self, Path};
use crate::limits::Limits;
use crate::model::{Gate, Manifest, RawState};
use crate::reading::Reading;

/// Reads a state; `file` names it in findings.
///
/// ```
/// use plan_state::{Limits, read_state};
///
/// let reading = read_state("state.json", br#"{"schema": "urn:other"}"#, &Limits::default());
/// assert!(reading.unsupported);
/// assert_eq!(reading.findings[0].rule.code, "schema-unknown");
/// ```
pub fn read_state(file: &str, bytes: &[u8], limits: &Limits) -> Reading<RawState> {
    read(file, bytes, limits, state::state)
}

/// Reads a manifest; `file` names it in findings.
pub fn read_manifest(file: &str, bytes: &[u8], limits: &Limits) -> Reading<Manifest> {
    read(file, bytes, limits, manifest::manifest)
}

/// Reads one gate record, the closed object of B5, as a caller may hand one over; `name` stands
/// for the file in findings.
pub fn read_gate(name: &str, bytes: &[u8], limits: &Limits) -> Reading<Gate> {
    read(name, bytes, limits, record::gate)
}

fn read<T>(
    file: &str,
    bytes: &[u8],
    limits: &Limits,
    decode: impl FnOnce(&mut Decoder<'_>, At<'_, '_>) -> Option<T>,
) -> Reading<T> {
    let Reading {
        value,
        findings,
        unsupported,
    } = json::read(file, bytes, limits);
    let Some(document) = value else {
        return Reading {
            value: None,
            findings,
            unsupported,
        };
    };
    let mut decoder = Decoder {
        file,
        text: document.text,
        findings,
        unsupported,
    };
    let value = decode(
        &mut decoder,
        At {
            tree: &document.root,
            path: Path::Root,
        },
    );
    let Decoder {
        mut findings,
        unsupported,
        ..
    } = decoder;
    findings.sort_by_key(|finding| finding.location.span);
    let sound = findings
        .iter()
        .all(|finding| finding.severity() != Severity::Must);
    Reading {
        value: value.filter(|_| sound),
        findings,
        unsupported,
    }
}
