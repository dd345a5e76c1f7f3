//! What a directory holds: one level, or everything below it within bounds.

use super::ConfinedDir;
use super::walk::{Found, Want};
use crate::error::{Error, Kind};
use crate::rel_path::RelPath;
use crate::sys::Dir;

/// What a name is, itself: a link is a link, wherever it points.
///
/// Closed: the last case holds all that there may be besides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum EntryKind {
    /// A regular file.
    File,
    /// A directory.
    Dir,
    /// A symbolic link.
    Symlink,
    /// A FIFO, socket or device.
    Other,
}

/// One name in a directory.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub struct Entry {
    /// The name; what is not UTF-8 in it is replaced by U+FFFD.
    pub name: String,
    /// What it is.
    pub kind: EntryKind,
    /// Whether a [`RelPath`] can name it: UTF-8, without a backslash.
    pub addressable: bool,
}

/// How deep and how far [`ConfinedDir::tree_within`] goes.
///
/// Closed: a tree has a depth and a size.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TreeLimits {
    /// Levels of directories below the root.
    pub depth: usize,
    /// Names met, of any kind.
    pub count: usize,
}

impl Default for TreeLimits {
    /// 16 levels, 100 000 names.
    fn default() -> Self {
        Self {
            depth: 16,
            count: 100_000,
        }
    }
}

/// Everything below a directory. What could not be taken in is said, not dropped.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Tree {
    /// The regular files, in byte order.
    pub files: Vec<RelPath>,
    /// Links, FIFOs, sockets and devices, in byte order. None was followed or opened.
    pub others: Vec<(RelPath, EntryKind)>,
    /// Names that no [`RelPath`] can be made of, with their directory, lossily.
    pub unnameable: Vec<String>,
    /// Names that this crate gives, skipped: temporary files and lock directories, which come and go.
    pub own: Vec<RelPath>,
    /// Directories that lie deeper than the limit, or that had more than the limit's count left.
    pub cut: Vec<RelPath>,
}

impl Tree {
    /// Whether the listing is all there is.
    #[must_use]
    pub const fn is_complete(&self) -> bool {
        self.cut.is_empty() && self.unnameable.is_empty()
    }
}

impl ConfinedDir {
    /// The names in `rel` (the root where it is `None`), sorted by bytes; an absent directory has
    /// none. Links are named, not followed; `rel` itself may be one that stays inside.
    ///
    /// # Errors
    ///
    /// `path-escapes`, `not-a-directory` or `io`.
    pub fn entries(&self, rel: Option<&RelPath>) -> Result<Vec<Entry>, Error> {
        let failed = |error| {
            Error::io(
                rel.map_or_else(|| self.root().into(), |r| self.path_of(r)),
                error,
            )
        };
        match self.find(rel, Want::Dir)? {
            Found::Dir(Some(dir)) => sorted(&dir).map_err(failed),
            Found::Dir(None) => sorted(self.handle()).map_err(failed),
            Found::Absent | Found::File(..) => Ok(Vec::new()),
        }
    }

    /// Every regular file below the directory, within the default [`TreeLimits`].
    ///
    /// Lock directories and temporary files of this crate are named in [`Tree::own`] and not
    /// entered: they come and go, and are no content.
    ///
    /// # Errors
    ///
    /// `io` where a directory cannot be read.
    pub fn tree(&self) -> Result<Tree, Error> {
        self.tree_within(TreeLimits::default())
    }

    /// [`tree`](Self::tree) with other limits.
    ///
    /// # Errors
    ///
    /// `io` where a directory cannot be read.
    pub fn tree_within(&self, limits: TreeLimits) -> Result<Tree, Error> {
        let mut tree = Tree::default();
        let mut left = limits.count;
        let mut ahead: Vec<(Option<RelPath>, usize)> = vec![(None, 0)];
        while let Some((rel, depth)) = ahead.pop() {
            for entry in self.listed(rel.as_ref())? {
                let Some(path) = below(rel.as_ref(), &entry) else {
                    tree.unnameable.push(shown(rel.as_ref(), &entry.name));
                    continue;
                };
                if crate::sweep::is_own(&entry) {
                    tree.own.push(path);
                    continue;
                }
                if left == 0 {
                    tree.cut.push(path);
                    break;
                }
                left -= 1;
                match entry.kind {
                    EntryKind::File => tree.files.push(path),
                    EntryKind::Dir if depth < limits.depth => ahead.push((Some(path), depth + 1)),
                    EntryKind::Dir => tree.cut.push(path),
                    kind => tree.others.push((path, kind)),
                }
            }
        }
        tree.files.sort_unstable();
        tree.others.sort_unstable();
        tree.unnameable.sort_unstable();
        tree.own.sort_unstable();
        tree.cut.sort_unstable();
        Ok(tree)
    }

    /// The entries of a directory that was met as one; gone or swapped meanwhile, it has none.
    fn listed(&self, rel: Option<&RelPath>) -> Result<Vec<Entry>, Error> {
        match self.entries(rel) {
            Err(error) if error.code() == Kind::NotADirectory.code() => Ok(Vec::new()),
            other => other,
        }
    }
}

fn sorted(dir: &Dir) -> std::io::Result<Vec<Entry>> {
    let mut entries: Vec<Entry> = dir
        .names()?
        .into_iter()
        .map(|(name, kind)| {
            let addressable = name.to_str().is_some_and(|name| RelPath::new(name).is_ok());
            Entry {
                name: name.to_string_lossy().into_owned(),
                kind,
                addressable,
            }
        })
        .collect();
    entries.sort_unstable();
    Ok(entries)
}

fn below(rel: Option<&RelPath>, entry: &Entry) -> Option<RelPath> {
    if !entry.addressable {
        return None;
    }
    rel.map_or_else(
        || RelPath::new(entry.name.as_str()),
        |rel| rel.join(&entry.name),
    )
    .ok()
}

fn shown(rel: Option<&RelPath>, name: &str) -> String {
    rel.map_or_else(|| name.to_owned(), |rel| format!("{rel}/{name}"))
}
