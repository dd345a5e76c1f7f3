//! The credentials that a diff would add (P19).

use std::ops::Range;

use super::find;

/// A credential on a line that a diff adds: what it is and where, never what it says.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct AddedLeak {
    /// The kind in words, such as `GitHub token`.
    pub kind: &'static str,
    /// The file as the diff names it after the change, without `b/`; `None` before the first header.
    pub file: Option<String>,
    /// The line in that file, from 1; `None` outside of a hunk, as in a diff that was cut.
    pub line: Option<u64>,
    /// The bytes of that line, without its sign.
    pub span: Range<usize>,
}

/// Finds the credentials on the lines that a unified diff adds, as `git diff` and `git show` print it,
/// those of merges too (P19). What it removes or leaves is not looked at.
///
/// ```
/// use plan_prose::credential;
///
/// let diff = "--- a/src/db.rs\n+++ b/src/db.rs\n@@ -7 +7,2 @@\n-let url = env;\n+let a = 1;\n\
///             +let url = \"postgres://app:hunter2@db/app\";\n";
/// let leaks = credential::in_diff(diff);
/// assert_eq!((leaks[0].file.as_deref(), leaks[0].line), (Some("src/db.rs"), Some(8)));
/// ```
#[must_use]
pub fn in_diff(diff: &str) -> Vec<AddedLeak> {
    let mut leaks = Vec::new();
    let mut place = Place::default();
    for line in diff.split('\n') {
        let line = line.strip_suffix('\r').unwrap_or(line);
        let Some((added, number)) = place.step(line) else {
            continue;
        };
        let mut from = 0;
        while let Some(leak) = added.get(from..).and_then(find) {
            let span = from + leak.span.start..from + leak.span.end;
            from = span.end;
            leaks.push(AddedLeak {
                kind: leak.kind,
                file: place.file.clone(),
                line: number,
                span,
            });
        }
    }
    leaks
}

/// Where in a diff a line is.
#[derive(Default)]
struct Place {
    file: Option<String>,
    hunk: Option<Hunk>,
}

/// What is left of a hunk.
struct Hunk {
    /// How many signs a line begins with: one, and more in the diff of a merge.
    signs: usize,
    /// The next line of the file after the change.
    next: u64,
    /// How many lines of it are to come.
    new: u64,
    /// How many lines of each file before the change are to come.
    old: Vec<u64>,
}

impl Place {
    /// The text of an added line, and its number where it is known.
    fn step<'d>(&mut self, line: &'d str) -> Option<(&'d str, Option<u64>)> {
        if let Some(hunk) = self.hunk.as_mut().filter(|hunk| !hunk.is_over()) {
            return hunk.step(line);
        }
        self.hunk = None;
        if let Some(name) = line.strip_prefix("+++ ") {
            self.file = file_name(name);
        } else if line.starts_with("@@") {
            self.hunk = Hunk::open(line);
        } else if let Some(added) = line.strip_prefix('+') {
            return Some((added, None));
        }
        None
    }
}

impl Hunk {
    /// `@@ -7,2 +7,3 @@`, and `@@@ -1 -1 +1,2 @@@` in a merge.
    fn open(line: &str) -> Option<Self> {
        let signs = line.bytes().take_while(|byte| *byte == b'@').count() - 1;
        let mut ranges = line.split(' ').skip(1).take(signs + 1);
        let old: Vec<u64> = ranges
            .by_ref()
            .take(signs)
            .map(|range| Some(range_of(range.strip_prefix('-')?)?.1))
            .collect::<Option<_>>()?;
        let (next, new) = range_of(ranges.next()?.strip_prefix('+')?)?;
        (signs > 0 && old.len() == signs).then_some(Self {
            signs,
            next,
            new,
            old,
        })
    }

    fn is_over(&self) -> bool {
        self.new == 0 && self.old.iter().all(|left| *left == 0)
    }

    fn step<'d>(&mut self, line: &'d str) -> Option<(&'d str, Option<u64>)> {
        if line.starts_with('\\') {
            return None; // "\ No newline at end of file"
        }
        let signs = line.get(..self.signs).unwrap_or_default();
        let gone = signs.contains('-');
        for (left, sign) in self.old.iter_mut().zip(signs.bytes().chain([b' '; 8])) {
            let is_there = if gone { sign == b'-' } else { sign == b' ' };
            *left = left.saturating_sub(u64::from(is_there));
        }
        if gone {
            return None;
        }
        self.new = self.new.saturating_sub(1);
        let number = self.next;
        self.next += 1;
        let added = signs.contains('+');
        added.then(|| (line.get(self.signs..).unwrap_or_default(), Some(number)))
    }
}

/// `7,2` or `7`: where a range begins, and how many lines it has.
fn range_of(text: &str) -> Option<(u64, u64)> {
    let (start, count) = text.split_once(',').unwrap_or((text, "1"));
    Some((start.parse().ok()?, count.parse().ok()?))
}

/// The file of a `+++` line: without the prefix that git sets before it, and without the time that
/// other tools set behind it. `None` for a file that is gone.
fn file_name(name: &str) -> Option<String> {
    let name = name.split('\t').next().unwrap_or(name);
    let quoted = name
        .strip_prefix('"')
        .and_then(|name| name.strip_suffix('"'));
    let name = quoted.map_or_else(|| name.to_owned(), unquoted);
    if name == "/dev/null" {
        return None;
    }
    let prefixes = ["b/", "w/", "i/", "c/", "o/"];
    let bare = prefixes.iter().find_map(|prefix| name.strip_prefix(prefix));
    Some(bare.unwrap_or(&name).to_owned())
}

/// A name that git quoted: backslashes, and octal bytes.
fn unquoted(name: &str) -> String {
    let mut bytes = Vec::with_capacity(name.len());
    let mut rest = name.as_bytes();
    while let Some((first, tail)) = rest.split_first() {
        rest = tail;
        if *first != b'\\' {
            bytes.push(*first);
            continue;
        }
        let octal = tail
            .get(..3)
            .and_then(|digits| std::str::from_utf8(digits).ok());
        if let Some(byte) = octal.and_then(|digits| u8::from_str_radix(digits, 8).ok()) {
            bytes.push(byte);
            rest = tail.get(3..).unwrap_or_default();
        } else if let Some((escaped, tail)) = tail.split_first() {
            bytes.push(match escaped {
                b'n' => b'\n',
                b't' => b'\t',
                other => *other,
            });
            rest = tail;
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    const URL: &str = "postgres://app:hunter2@db/app";

    fn places(diff: &str) -> Vec<(String, Option<u64>)> {
        let leaks = in_diff(diff).into_iter();
        leaks
            .map(|leak| (leak.file.unwrap_or_default(), leak.line))
            .collect()
    }

    fn at(file: &str, line: u64) -> Vec<(String, Option<u64>)> {
        vec![(file.to_owned(), Some(line))]
    }

    #[test]
    fn p19_only_added_lines_are_judged() {
        let diff = format!(
            "diff --git a/x b/x\nindex 1..2 100644\n--- a/x\n+++ b/x\n@@ -1,3 +1,3 @@ fn {URL}\n-{URL}\n {URL}\n+a\n \
             b\n\\ No newline at end of file\n"
        );
        assert_eq!(places(&diff), []);
        assert_eq!(places(&diff.replace("+a", &format!("+{URL}"))), at("x", 2));
    }

    #[test]
    fn p19_lines_that_look_like_headers_are_content_inside_a_hunk() {
        let diff = format!(
            "--- a/x\n+++ b/x\n@@ -4,2 +4,3 @@\n c\n--- a/{URL}\n+++ b/{URL}\n+@@ -1 +1 @@\n--- a/y\n+++ b/y\n@@ \
             -0,0 +9 @@\n+{URL}\n"
        );
        let mut expected = at("x", 5);
        expected.extend(at("y", 9));
        assert_eq!(places(&diff), expected);
    }

    #[test]
    fn p19_merges_names_and_line_endings() {
        let merge = format!(
            "diff --cc x\n--- a/x\n+++ b/x\n@@@ -1,2 -1,1 +1,3 @@@\n  one\n++{URL}\n+ {URL}\n"
        );
        let mut expected = at("x", 2);
        expected.extend(at("x", 3));
        assert_eq!(places(&merge), expected);
        for (header, name) in [
            ("b/a b.txt\t2026-03-02 10:00:00", "a b.txt"),
            ("\"b/a\\303\\261o\\t\\\"x\"", "año\t\"x"),
            ("x.txt", "x.txt"),
            ("w/x.txt", "x.txt"),
        ] {
            let diff = format!("+++ {header}\r\n@@ -0,0 +1 @@\r\n+{URL}\r\n");
            assert_eq!(places(&diff), at(name, 1), "{header}");
        }
    }

    #[test]
    fn p19_a_diff_that_was_cut_is_judged_as_far_as_it_goes() {
        assert_eq!(in_diff(&format!("+{URL}")).len(), 1);
        assert_eq!(in_diff(&format!("@@ odd @@\n+{URL}\n")).len(), 1);
        assert_eq!(
            in_diff(&format!("+++ b/x\n@@ -1,9 +1,9 @@\n+{URL}")).len(),
            1
        );
        assert_eq!(in_diff(&format!("{URL}\n-{URL}\n")), []);
        assert_eq!(in_diff(""), []);
    }

    #[test]
    fn p19_every_credential_of_a_line_is_told() {
        let leaks = in_diff(&format!("+++ b/x\n@@ -0,0 +1 @@\n+{URL} {URL}\n"));
        let spans: Vec<_> = leaks.iter().map(|leak| leak.span.clone()).collect();
        assert_eq!(spans, [15..22, 45..52]);
    }
}
