//! What lies in the folders of entries: which names are entries, and which nobody reads (Q1, Q2).

use plan_diagnostics::{Finding, Location};

use crate::{QueueFiles, rules};

/// The files of entries directly in a folder, by name: all `.md` files but `README.md` and those in
/// `aside`. Anything else there is a finding, save names that start with a dot.
pub(crate) fn entries<'f>(
    files: &'f QueueFiles,
    folder: &str,
    aside: &[&str],
    out: &mut Vec<Finding>,
) -> Vec<&'f str> {
    let mut entries = Vec::new();
    for file in files.directly_in(folder) {
        let name = &file[folder.len() + 1..];
        if name.starts_with('.') || name == "README.md" || aside.contains(&name) {
            continue;
        }
        if name.ends_with(".md") && name.len() > ".md".len() {
            entries.push(file);
        } else {
            out.push(unread(
                file,
                format!("an entry is a file `{folder}/<name>.md`"),
            ));
        }
    }
    for directory in files.directories_in(folder) {
        let name = &directory[folder.len() + 1..];
        if !name.starts_with('.') && !aside.contains(&name) {
            let help = format!("an entry is a file directly in `{folder}/`");
            out.push(unread(directory, help));
        }
    }
    entries
}

/// A name that nobody reads.
pub(crate) fn unread(name: &str, help: String) -> Finding {
    let message = format!("nobody reads `{name}`");
    Finding::new(&rules::FILE_UNREAD, Location::file(name), message).with_help(help)
}

/// The name of a file without its folders and its `.md`.
pub(crate) fn stem(file: &str) -> &str {
    let name = file.rsplit('/').next().unwrap_or(file);
    name.strip_suffix(".md").unwrap_or(name)
}
