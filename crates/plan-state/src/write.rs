//! Documents out: two-space indent, the specification's member order, one newline at the end (B10).

use crate::model::{Manifest, RawState};
use crate::wire::{v1, v2};

impl RawState {
    /// The text of `state.json`.
    ///
    /// Members come in the order of the specification's examples and unknown ones behind them in
    /// the text they were read from; non-ASCII characters stay as they are; timestamps keep their
    /// text. Reading the result and writing it again gives the same bytes (B10).
    #[must_use]
    pub fn to_json(&self) -> String {
        if self.generation.is_current() {
            pretty(&v2::StateWire::from(self))
        } else {
            pretty(&v1::StateWire::from(self))
        }
    }
}

impl Manifest {
    /// The text of `manifest.json`, written as [`RawState::to_json`] writes.
    #[must_use]
    pub fn to_json(&self) -> String {
        if self.generation.is_current() {
            pretty(&v2::ManifestWire::from(self))
        } else {
            pretty(&v1::ManifestWire::from(self))
        }
    }
}

/// Serializing plain data into memory cannot fail; the empty text that stands for the failure is
/// never a document.
fn pretty(value: &impl serde::Serialize) -> String {
    serde_json::to_string_pretty(value)
        .map(|text| text + "\n")
        .unwrap_or_default()
}
