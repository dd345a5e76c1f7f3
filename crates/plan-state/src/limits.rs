//! Lengths, patterns and sizes: the numbers that reader, schema and writers share (B2–B9).

/// Bounds on a document as a whole (B9).
///
/// Closed: a new member is one more question to the caller.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// The largest document read, in bytes.
    pub size: usize,
}

impl Default for Limits {
    /// 16 MiB.
    fn default() -> Self {
        Self {
            size: 16 * 1024 * 1024,
        }
    }
}

/// The deepest nesting of arrays and objects that is read (B9).
pub const DEPTH: usize = 128;

/// A task's title in v1, in code points (B4); later generations leave it open.
pub const TITLE_V1: usize = 200;
/// A name of an agent or model (B2, B3).
pub const ACTOR: usize = 100;
/// How many tags a v1 manifest may have (B2).
pub const TAGS_V1: usize = 20;
/// A tag of a v1 manifest (B2).
pub const TAG_V1: usize = 50;
/// A gate's command (B5).
pub const COMMAND: usize = 500;
/// A gate's evidence (B5).
pub const EVIDENCE: usize = 500;
/// An entry of `tried` or `failed` (B6).
pub const ATTEMPT: usize = 300;
/// An outcome's `worked` (B6).
pub const WORKED: usize = 500;
/// An outcome's `notes` (B6).
pub const NOTES: usize = 1000;
/// A checkpoint's step (B6).
pub const STEP: usize = 200;
/// A checkpoint's note (B6).
pub const NOTE: usize = 500;
/// A blocker's reason (B6).
pub const REASON: usize = 1000;
/// What a blocker needs (B6).
pub const NEEDS: usize = 500;

/// How many code points `text` has, which is what every limit here counts (B7).
#[must_use]
pub fn code_points(text: &str) -> usize {
    text.chars().count()
}
