//! Code spans: which backticks belong together, in linear time.

/// Longer runs of backticks than this never open a code span.
const LONGEST: usize = 80;

/// Finds the run of backticks that closes a code span, within one paragraph.
///
/// The first search that fails notes the last run of every length, so that later ones that must fail
/// do so at once.
pub(crate) struct Ticks {
    end: usize,
    exhausted: bool,
    last: [usize; LONGEST + 1],
}

impl Ticks {
    /// For a paragraph that ends at `end`.
    pub(crate) const fn new(end: usize) -> Self {
        Self {
            end,
            exhausted: false,
            last: [0; LONGEST + 1],
        }
    }

    /// Where the code span that opens with the run of backticks at `open` has its content and its
    /// end: (content start, content end, end). Without one, the end of the run.
    pub(crate) fn span(
        &mut self,
        bytes: &[u8],
        open: usize,
    ) -> Result<(usize, usize, usize), usize> {
        let start = open + run(bytes, open, self.end);
        let length = start - open;
        if length > LONGEST || (self.exhausted && self.last[length] < start) {
            return Err(start);
        }
        let mut at = start;
        while let Some(found) = memchr::memchr(b'`', &bytes[at..self.end]) {
            let close = at + found;
            at = close + run(bytes, close, self.end);
            if at - close == length {
                return Ok((start, close, at));
            }
            if at - close <= LONGEST {
                self.last[at - close] = close;
            }
        }
        self.exhausted = true;
        Err(start)
    }
}

/// How many backticks stand at an offset.
fn run(bytes: &[u8], at: usize, end: usize) -> usize {
    bytes[at..end]
        .iter()
        .take_while(|&&byte| byte == b'`')
        .count()
}

/// Whether an odd number of backslashes stands before an offset, not looking before `start`.
pub(crate) fn escaped(bytes: &[u8], start: usize, at: usize) -> bool {
    bytes[start..at]
        .iter()
        .rev()
        .take_while(|&&byte| byte == b'\\')
        .count()
        % 2
        == 1
}
