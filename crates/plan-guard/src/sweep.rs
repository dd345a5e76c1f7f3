//! What dead writers and holders leave behind, known by its name, and removed by the next holder.

use std::path::Path;

use crate::confined::{Entry, EntryKind};
use crate::nonce::Nonce;
use crate::sys::Dir;

/// How deep a lock directory moved aside is deleted. Ours are flat; others' hardly deeper.
const MAX_DEPTH: u8 = 4;

/// The name that a lock directory is moved to before it is deleted.
pub(crate) fn aside_name(lock: &str, nonce: impl std::fmt::Display) -> String {
    format!(".{lock}.{nonce}.gone")
}

/// The nonce in a name of the form `.{anything}.{nonce}{suffix}`.
fn nonce_in<'a>(name: &'a str, suffix: &str) -> Option<&'a str> {
    let (stem, nonce) = name
        .strip_prefix('.')?
        .strip_suffix(suffix)?
        .rsplit_once('.')?;
    (!stem.is_empty() && Nonce::is_form_of(nonce)).then_some(nonce)
}

/// Whether an entry is of this crate's making: a lock directory, one moved aside, a temporary file.
pub(crate) fn is_own(entry: &Entry) -> bool {
    match entry.kind {
        EntryKind::File => nonce_in(&entry.name, ".tmp").is_some(),
        EntryKind::Dir => entry.name.ends_with(".lock") || nonce_in(&entry.name, ".gone").is_some(),
        EntryKind::Symlink | EntryKind::Other => false,
    }
}

/// Removes from `dir` the temporary files of dead writers and the locks that were moved aside but
/// not deleted, except those of nonce `own`, if any. What cannot be removed is left: litter is no reason
/// to refuse a lock. A temporary file that is OS-locked has a living writer, and stays.
pub(crate) fn sweep(dir: &Dir, own: Option<Nonce>) {
    let own = own.map(|nonce| nonce.to_string());
    let foreign = |nonce: &str| own.as_deref() != Some(nonce);
    for (name, kind) in dir.names().unwrap_or_default() {
        let Some(text) = name.to_str() else { continue };
        match kind {
            EntryKind::File if nonce_in(text, ".tmp").is_some_and(foreign) => {
                remove_unless_open(dir, &name);
            }
            EntryKind::Dir if nonce_in(text, ".gone").is_some_and(foreign) => {
                remove_tree(dir, &name, MAX_DEPTH);
            }
            _ => {}
        }
    }
}

fn remove_unless_open(dir: &Dir, name: &Path) {
    if let Ok(file) = dir.open_file(name)
        && matches!(file.try_lock(), Err(std::fs::TryLockError::WouldBlock))
    {
        return;
    }
    let _ = dir.remove_file(name);
}

/// Deletes a directory that was moved aside; what others delete meanwhile is deleted.
pub(crate) fn remove_aside(parent: &Dir, name: &str) {
    remove_tree(parent, Path::new(name), MAX_DEPTH);
}

fn remove_tree(parent: &Dir, name: &Path, depth: u8) {
    if depth == 0 {
        return;
    }
    if let Ok(dir) = parent.open_dir(name) {
        for (inner, kind) in dir.names().unwrap_or_default() {
            if kind == EntryKind::Dir {
                remove_tree(&dir, &inner, depth - 1);
            } else {
                let _ = dir.remove_file(&inner);
            }
        }
    }
    let _ = parent.remove_dir(name);
}

#[cfg(test)]
mod tests {
    use super::{is_own, nonce_in};
    use crate::confined::{Entry, EntryKind};

    #[test]
    fn d8_only_names_of_the_exact_form_are_ours() {
        assert_eq!(
            nonce_in(".state.json.9f86d081884c7d65.tmp", ".tmp"),
            Some("9f86d081884c7d65")
        );
        for name in [
            "state.json.9f86d081884c7d65.tmp",
            ".state.json.9f86d081884c7d6.tmp",
            ".state.json.9F86D081884C7D65.tmp",
            ".state.json.tmp",
            "..9f86d081884c7d65.tmp",
            ".9f86d081884c7d65.tmp",
            ".state.json.9f86d081884c7d65.tmp~",
        ] {
            assert_eq!(nonce_in(name, ".tmp"), None, "{name}");
        }
        let is_own = |name: &str, kind| {
            is_own(&Entry {
                name: name.into(),
                kind,
                addressable: true,
            })
        };
        assert!(is_own("state.json.lock", EntryKind::Dir));
        assert!(is_own(
            ".state.json.lock.9f86d081884c7d65.gone",
            EntryKind::Dir
        ));
        assert!(is_own(".state.json.9f86d081884c7d65.tmp", EntryKind::File));
        assert!(!is_own("yarn.lock", EntryKind::File));
        assert!(!is_own("notes.tmp", EntryKind::File));
    }
}
