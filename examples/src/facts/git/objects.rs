//! Reading objects of a repository: any number of questions to one `git cat-file --batch`.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

use super::git;

/// Objects larger than this are not read.
const LARGEST: usize = 16 << 20;

/// A running `git cat-file --batch`, ended when it is dropped.
#[derive(Debug)]
pub struct Objects {
    child: Child,
    questions: ChildStdin,
    answers: BufReader<ChildStdout>,
}

/// An entry of a tree object.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TreeEntry {
    /// Its name.
    pub name: String,
    /// The name of its object.
    pub object: String,
    /// Whether it is a file, not a directory, a link or a submodule.
    pub is_file: bool,
    /// Whether it is a directory.
    pub is_tree: bool,
}

impl Objects {
    /// Starts to read from the repository around a directory; `None` where git cannot be run.
    #[must_use]
    pub fn open(dir: &Path) -> Option<Self> {
        let mut child = git(dir)
            .args([
                "cat-file",
                "--batch=%(objecttype) %(objectsize) %(objectname)",
            ])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .ok()?;
        let questions = child.stdin.take()?;
        let answers = BufReader::new(child.stdout.take()?);
        Some(Self {
            child,
            questions,
            answers,
        })
    }

    /// The content of an object of that kind (`blob`, `tree`, `commit`); `None` where there is none.
    pub fn read(&mut self, name: &str, kind: &str) -> Option<Vec<u8>> {
        if name.contains(['\n', '\r', '\0']) {
            return None;
        }
        writeln!(self.questions, "{name}").ok()?;
        self.questions.flush().ok()?;
        let mut head = String::new();
        self.answers.read_line(&mut head).ok()?;
        let mut words = head.split_whitespace();
        let (found, size) = (words.next()?, words.next()?);
        // `missing` and `ambiguous` have no content.
        let size: usize = size.parse().ok()?;
        let mut content = vec![0; size.min(LARGEST)];
        self.answers.read_exact(&mut content).ok()?;
        let rest = u64::try_from(size - content.len()).ok()? + 1;
        std::io::copy(&mut self.answers.by_ref().take(rest), &mut std::io::sink()).ok()?;
        (found == kind && size <= LARGEST).then_some(content)
    }

    /// The entries of a tree; `None` where there is no such tree.
    pub fn tree(&mut self, name: &str) -> Option<Vec<TreeEntry>> {
        let content = self.read(name, "tree")?;
        entries(&content)
    }
}

impl Drop for Objects {
    fn drop(&mut self) {
        // A batch ends when its input does; should it not, it is not worth waiting for.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Reads a tree object: `mode name NUL id`, ids of 20 bytes (SHA-1) or 32 (SHA-256).
fn entries(content: &[u8]) -> Option<Vec<TreeEntry>> {
    parse(content, 20).or_else(|| parse(content, 32))
}

fn parse(mut rest: &[u8], id_length: usize) -> Option<Vec<TreeEntry>> {
    let mut entries = Vec::new();
    while !rest.is_empty() {
        let space = rest.iter().position(|byte| *byte == b' ')?;
        let end = space + rest[space..].iter().position(|byte| *byte == 0)?;
        let mode = rest
            .get(..space)
            .filter(|mode| mode.iter().all(u8::is_ascii_digit))?;
        let id = rest.get(end + 1..end + 1 + id_length)?;
        if let Ok(name) = std::str::from_utf8(&rest[space + 1..end]) {
            entries.push(TreeEntry {
                name: name.to_owned(),
                object: id.iter().map(|byte| format!("{byte:02x}")).collect(),
                is_file: mode.starts_with(b"100"),
                is_tree: mode == b"40000",
            });
        }
        rest = &rest[end + 1 + id_length..];
    }
    Some(entries)
}
