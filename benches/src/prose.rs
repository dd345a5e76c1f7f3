//! Prose that is always the same: words drawn by a small generator with a fixed seed.

/// Thrown together they must never say that something was not done: no *one* beside *no*.
const VOCABULARY: [&str; 24] = [
    "the", "export", "writes", "each", "row", "an", "invoice", "and", "keeps", "amounts", "as",
    "whole", "cents", "until", "they", "become", "text", "so", "that", "no", "rounding", "creeps",
    "in", "between",
];

/// A source of words.
pub(crate) struct Words(u64);

impl Words {
    pub(crate) const fn new() -> Self {
        Self(0x9e37_79b9_7f4a_7c15)
    }

    /// A sentence of `count` words.
    pub(crate) fn sentence(&mut self, count: usize) -> String {
        let words: Vec<&str> = (0..count).map(|_| self.word()).collect();
        words.join(" ") + "."
    }

    /// The next word: one step of an xorshift generator.
    fn word(&mut self) -> &'static str {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        VOCABULARY[usize::try_from(self.0 % 24).unwrap_or(0)]
    }
}
