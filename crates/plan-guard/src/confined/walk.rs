//! Resolving a path inside the root, component by component, links included (A6).
//!
//! The kernel is never asked to follow a link: each is read and walked here, against a stack of
//! open directories whose bottom is the root. What pops the root off that stack, escapes.

use std::ffi::OsString;
use std::fs::File;
use std::io;
use std::path::{Component, Path};

use super::{ConfinedDir, EntryKind};
use crate::error::{Error, Kind};
use crate::rel_path::RelPath;
use crate::sys::Dir;

/// Links followed in one path before it counts as a loop; what Linux allows.
const MAX_LINKS: u8 = 40;

/// What the caller is looking for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Want {
    File,
    Dir,
}

/// What was found there.
pub(super) enum Found {
    Absent,
    /// A regular file, open, and how long it was when it was opened.
    File(File, u64),
    /// `None` is the root itself.
    Dir(Option<Dir>),
}

enum Met {
    Absent,
    File(File, u64),
    Dir(Dir),
    Link(std::path::PathBuf),
}

impl ConfinedDir {
    /// Finds `rel`, or the root where it is `None`.
    pub(super) fn find(&self, rel: Option<&RelPath>, want: Want) -> Result<Found, Error> {
        let Some(rel) = rel else {
            return Ok(Found::Dir(None));
        };
        let refused = |kind| Error::new(kind, self.path_of(rel));
        let mut inside: Vec<Dir> = Vec::new();
        let mut ahead: Vec<OsString> = rel.parts().rev().map(OsString::from).collect();
        let mut links = 0;
        while let Some(part) = ahead.pop() {
            if part == ".." {
                inside.pop().ok_or_else(|| refused(Kind::PathEscapes))?;
                continue;
            }
            let here = inside.last().unwrap_or_else(|| self.handle());
            let last = ahead.is_empty() && want == Want::File;
            match meet(here, Path::new(&part), last).map_err(|stop| stop.at(&self.path_of(rel)))? {
                Met::Absent => return Ok(Found::Absent),
                Met::File(file, length) => return Ok(Found::File(file, length)),
                Met::Dir(dir) => inside.push(dir),
                Met::Link(target) => {
                    links += 1;
                    if links > MAX_LINKS {
                        let looped = io::Error::other("too many symbolic links");
                        return Err(Error::io(self.path_of(rel), looped));
                    }
                    let target = self.relative_target(&target, &mut inside);
                    push_parts(
                        &mut ahead,
                        &target.ok_or_else(|| refused(Kind::PathEscapes))?,
                    );
                }
            }
        }
        match want {
            Want::File => Err(refused(Kind::NotAFile)),
            Want::Dir => Ok(Found::Dir(inside.pop())),
        }
    }

    /// The target of a link, relative to the directories on the stack. An absolute one is taken
    /// where it lies under the root, and the walk starts again from there.
    fn relative_target(&self, target: &Path, inside: &mut Vec<Dir>) -> Option<std::path::PathBuf> {
        if !target.has_root() {
            return Some(target.to_owned());
        }
        let relative = match target.strip_prefix(self.root()) {
            Ok(relative) => relative.to_owned(),
            Err(_) => std::fs::canonicalize(target)
                .ok()?
                .strip_prefix(self.root())
                .ok()?
                .to_owned(),
        };
        inside.clear();
        Some(relative)
    }
}

fn push_parts(ahead: &mut Vec<OsString>, target: &Path) {
    let parts = target
        .components()
        .rev()
        .filter_map(|component| match component {
            Component::Normal(part) => Some(part.to_owned()),
            Component::ParentDir => Some("..".into()),
            Component::CurDir | Component::RootDir | Component::Prefix(_) => None,
        });
    ahead.extend(parts);
}

/// Why a component could not be met.
enum Stop {
    Kind(Kind),
    Io(io::Error),
}

impl Stop {
    fn at(self, path: &Path) -> Error {
        match self {
            Self::Kind(kind) => Error::new(kind, path),
            Self::Io(error) => Error::io(path, error),
        }
    }
}

/// Opens `name` in `dir` as a file or a directory, or says where it points.
fn meet(dir: &Dir, name: &Path, want_file: bool) -> Result<Met, Stop> {
    let opened = if want_file {
        dir.open_file(name).map(regular)
    } else {
        dir.open_dir(name).map(|dir| Ok(Met::Dir(dir)))
    };
    match opened {
        Ok(met) => met,
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Met::Absent),
        Err(error) => explain(dir, name, want_file, error),
    }
}

fn regular(file: File) -> Result<Met, Stop> {
    let stat = crate::sys::stat_file(&file).map_err(Stop::Io)?;
    match stat.kind {
        EntryKind::File => Ok(Met::File(file, stat.len)),
        _ => Err(Stop::Kind(Kind::NotAFile)),
    }
}

/// The open failed: because it is a link, because it is something else, or for its own reason.
fn explain(dir: &Dir, name: &Path, want_file: bool, error: io::Error) -> Result<Met, Stop> {
    match dir.stat(name).map_err(Stop::Io)?.map(|stat| stat.kind) {
        None => Ok(Met::Absent),
        Some(EntryKind::Symlink) => match dir.read_link(name).map_err(Stop::Io)? {
            Some(target) => Ok(Met::Link(target)),
            None => Err(Stop::Io(error)),
        },
        Some(EntryKind::File) if want_file => Err(Stop::Io(error)),
        Some(EntryKind::Dir) if !want_file => Err(Stop::Io(error)),
        Some(_) if want_file => Err(Stop::Kind(Kind::NotAFile)),
        Some(_) => Err(Stop::Kind(Kind::NotADirectory)),
    }
}
