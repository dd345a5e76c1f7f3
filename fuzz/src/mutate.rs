//! Mutations of seeds, without a fuzzer: bytes, lines and words of a dictionary, from a number.
//!
//! Not guided by coverage. It runs wherever the tests do, and says the same for the same number.

/// A source of numbers that is the same everywhere: xorshift.
pub struct Numbers(u64);

impl Numbers {
    /// The numbers of a seed.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    /// The next number below `end`; 0 where that is 0.
    pub fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 11)
            .unwrap_or(0)
            .checked_rem(end)
            .unwrap_or(0)
    }
}

/// The words of a dictionary in libFuzzer's form: a quoted text a line, `\xNN` for a byte.
#[must_use]
pub fn dictionary(text: &str) -> Vec<Vec<u8>> {
    let quoted = text
        .lines()
        .filter_map(|line| line.trim().strip_prefix('"')?.strip_suffix('"'));
    quoted.map(unescaped).collect()
}

fn unescaped(word: &str) -> Vec<u8> {
    let mut out = Vec::new();
    let mut rest = word;
    while let Some((before, escape)) = rest.split_once('\\') {
        out.extend_from_slice(before.as_bytes());
        let hex = escape
            .strip_prefix('x')
            .and_then(|hex| u8::from_str_radix(hex.get(..2)?, 16).ok());
        match hex {
            Some(byte) => {
                out.push(byte);
                rest = &escape[3..];
            }
            None => {
                let length = escape.chars().next().map_or(0, char::len_utf8);
                out.extend_from_slice(&escape.as_bytes()[..length]);
                rest = &escape[length..];
            }
        }
    }
    out.extend_from_slice(rest.as_bytes());
    out
}

/// An input made of the seeds: one of them, changed a few times.
#[must_use]
pub fn input(seeds: &[Vec<u8>], words: &[Vec<u8>], numbers: &mut Numbers) -> Vec<u8> {
    let pick = |numbers: &mut Numbers| {
        seeds
            .get(numbers.below(seeds.len()))
            .cloned()
            .unwrap_or_default()
    };
    let mut data = pick(numbers);
    for _ in 0..=numbers.below(8) {
        let at = place(&data, numbers);
        match numbers.below(9) {
            0 => data.truncate(at),
            1 => put(
                &mut data,
                at,
                words
                    .get(numbers.below(words.len()))
                    .map_or(&[][..], Vec::as_slice),
            ),
            2 => {
                let byte = [0, b'\n', b'\r', b' ', b'\t', b'-', b'|', b'`', 0xc3][numbers.below(9)];
                put(&mut data, at, &[byte]);
            }
            3 => {
                let end = (at + 1 + numbers.below(12)).min(data.len());
                data.drain(at.min(end)..end);
            }
            4 => {
                let other = pick(numbers);
                let line = lines(&other, numbers);
                put(&mut data, at, line);
            }
            5 => {
                let line = lines(&data, numbers).to_vec();
                put(&mut data, at, &line);
            }
            6 => {
                let line = lines(&data, numbers).to_vec();
                if let Some(start) = data
                    .windows(line.len().max(1))
                    .position(|part| part == line)
                {
                    data.drain(start..start + line.len());
                }
            }
            7 if numbers.below(4) == 0 => data = replaced(&data, b"\n", b"\r\n"),
            7 => data = replaced(&data, "—".as_bytes(), b"-"),
            _ => {
                if let Some(byte) = data.get_mut(at) {
                    *byte ^= 1 << numbers.below(8);
                }
            }
        }
    }
    data
}

/// A place in the data; more often than not the start of a line.
fn place(data: &[u8], numbers: &mut Numbers) -> usize {
    let at = numbers.below(data.len() + 1);
    if numbers.below(2) == 0 {
        return at;
    }
    data[..at]
        .iter()
        .rposition(|byte| *byte == b'\n')
        .map_or(0, |line| line + 1)
}

/// Some lines of the data, line endings included.
fn lines<'d>(data: &'d [u8], numbers: &mut Numbers) -> &'d [u8] {
    let starts: Vec<usize> = [0]
        .into_iter()
        .chain(
            data.iter()
                .enumerate()
                .filter(|(_, byte)| **byte == b'\n')
                .map(|(at, _)| at + 1),
        )
        .collect();
    let first = numbers.below(starts.len());
    let last = first + 1 + numbers.below(4);
    let end = starts.get(last).copied().unwrap_or(data.len());
    &data[starts[first]..end]
}

fn put(data: &mut Vec<u8>, at: usize, what: &[u8]) {
    let at = at.min(data.len());
    data.splice(at..at, what.iter().copied());
}

fn replaced(data: &[u8], from: &[u8], to: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(data.len());
    let mut at = 0;
    while at < data.len() {
        if data[at..].starts_with(from) {
            out.extend_from_slice(to);
            at += from.len();
        } else {
            out.push(data[at]);
            at += 1;
        }
    }
    out
}
