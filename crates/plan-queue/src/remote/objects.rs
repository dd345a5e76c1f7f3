//! Objects of a repository: any number of questions to one `git cat-file --batch`.

use std::io::{BufRead as _, BufReader, Read as _};
use std::path::Path;
use std::process::ChildStdout;

use super::dialogue::Dialogue;
use super::{Git, RemoteError};

/// Objects larger than this are not kept.
const LARGEST: usize = 16 << 20;

/// So many questions are asked before their answers are taken: they fit into a pipe.
const AT_ONCE: usize = 400;

/// A running `git cat-file --batch`.
#[derive(Debug)]
pub(super) struct Objects<'g>(Dialogue<'g, Option<Object>>);

/// An object.
#[derive(Debug)]
pub(super) struct Object {
    /// Its name, in hexadecimal digits.
    pub(super) id: String,
    /// `blob`, `tree`, `commit` or `tag`.
    pub(super) kind: String,
    /// What it holds; `None` where that is too large.
    pub(super) content: Option<Vec<u8>>,
}

/// An entry of a tree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct TreeEntry {
    pub(super) mode: String,
    pub(super) name: Vec<u8>,
    pub(super) id: String,
}

impl TreeEntry {
    pub(super) fn is_tree(&self) -> bool {
        self.mode == "40000"
    }

    pub(super) fn is_file(&self) -> bool {
        self.mode.starts_with("100")
    }

    /// The kind of object that it names.
    pub(super) fn kind(&self) -> &'static str {
        match self.mode.as_str() {
            "40000" => "tree",
            "160000" => "commit",
            _ => "blob",
        }
    }
}

impl<'g> Objects<'g> {
    pub(super) fn open(git: &'g Git, dir: &Path) -> Result<Self, RemoteError> {
        Dialogue::open(git, dir, &["cat-file", "--batch"], answer).map(Self)
    }

    /// The objects of these names, in their order; `None` for one that is not there.
    pub(super) fn read(&mut self, names: &[String]) -> Result<Vec<Option<Object>>, RemoteError> {
        let mut found = Vec::with_capacity(names.len());
        for some in names.chunks(AT_ONCE) {
            let questions: String = some.iter().map(|name| format!("{name}\n")).collect();
            self.0.say(questions.as_bytes())?;
            for _ in some {
                found.push(self.0.next()?);
            }
        }
        Ok(found)
    }

    /// One object.
    pub(super) fn one(&mut self, name: String) -> Result<Option<Object>, RemoteError> {
        Ok(self.read(&[name])?.pop().flatten())
    }

    /// The entries of a tree; `None` where there is no such tree.
    pub(super) fn tree(&mut self, name: String) -> Result<Option<Vec<TreeEntry>>, RemoteError> {
        Ok(self.one(name)?.and_then(|object| entries(&object)))
    }
}

/// The next answer; `None` at the end of the stream, or where it makes no sense.
fn answer(output: &mut BufReader<ChildStdout>) -> Option<Option<Object>> {
    let mut head = String::new();
    output.read_line(&mut head).ok().filter(|read| *read > 0)?;
    let head = head.trim_end_matches('\n');
    if head.ends_with(" missing") || head.ends_with(" ambiguous") {
        return Some(None);
    }
    let mut words = head.split(' ');
    let (id, kind, size) = (words.next()?, words.next()?, words.next()?);
    let size: usize = size.parse().ok()?;
    let mut content = vec![0; size.min(LARGEST)];
    output.read_exact(&mut content).ok()?;
    let rest = u64::try_from(size - content.len()).ok()? + 1;
    std::io::copy(&mut output.by_ref().take(rest), &mut std::io::sink()).ok()?;
    Some(Some(Object {
        id: id.to_owned(),
        kind: kind.to_owned(),
        content: (size <= LARGEST).then_some(content),
    }))
}

/// Reads a tree object: `mode name NUL id`, the ids as long as that of the tree itself.
pub(super) fn entries(tree: &Object) -> Option<Vec<TreeEntry>> {
    if tree.kind != "tree" {
        return None;
    }
    let length = tree.id.len() / 2;
    let mut rest = tree.content.as_deref()?;
    let mut entries = Vec::new();
    while !rest.is_empty() {
        let space = rest.iter().position(|byte| *byte == b' ')?;
        let end = space + rest[space..].iter().position(|byte| *byte == 0)?;
        let id = rest.get(end + 1..end + 1 + length)?;
        entries.push(TreeEntry {
            mode: String::from_utf8(rest[..space].to_vec()).ok()?,
            name: rest[space + 1..end].to_vec(),
            id: id.iter().map(|byte| format!("{byte:02x}")).collect(),
        });
        rest = &rest[end + 1 + length..];
    }
    Some(entries)
}
