//! A scratch copy of a sample, removed when it is dropped.

use std::error::Error;
use std::path::{Path, PathBuf};

use plan_guard::{ConfinedDir, Expect, RelPath, WriteOptions};
use tempfile::TempDir;

/// A copy of a sample in a temporary directory of its own.
pub(super) struct Scratch {
    directory: TempDir,
    copy: PathBuf,
}

impl Scratch {
    /// Copies the sample of this name that lies in `folder` beside the sources.
    pub(super) fn of_sample(folder: &str, name: &str) -> Result<Self, Box<dyn Error>> {
        let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
        let sample = ConfinedDir::open(&samples.join(name))?;
        let directory = tempfile::tempdir()?;
        let place = directory.path().join(name);
        let parent = ConfinedDir::open(directory.path())?;
        parent.create_dir(&RelPath::new(name)?)?;
        copy(&sample, &ConfinedDir::open(&place)?)?;
        Ok(Self {
            directory,
            copy: place,
        })
    }

    /// Where the copy is.
    pub(super) fn place(&self) -> &Path {
        &self.copy
    }

    /// A text without the place of the copy, which is another at every run.
    pub(super) fn neutral(&self, text: &str) -> String {
        let place = self.directory.path().display().to_string();
        text.replace(&format!("{place}/"), "")
    }
}

/// Copies every file of a sample.
fn copy(from: &ConfinedDir, to: &ConfinedDir) -> Result<(), Box<dyn Error>> {
    for file in from.tree()?.files {
        let above: Vec<RelPath> = std::iter::successors(file.parent(), RelPath::parent).collect();
        for parent in above.iter().rev() {
            to.create_dir(parent)?;
        }
        let Some(snapshot) = from.read(&file)? else {
            continue;
        };
        let written = to.replace(
            &file,
            snapshot.bytes(),
            &Expect::Absent,
            &WriteOptions::default(),
        )?;
        if matches!(written, plan_guard::Replaced::Conflict { .. }) {
            return Err(format!("{file} is in the way").into());
        }
    }
    Ok(())
}
