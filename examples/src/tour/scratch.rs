//! A scratch copy of a sample plan, removed when it is dropped.

use std::error::Error;
use std::path::{Path, PathBuf};

use plan_guard::{ConfinedDir, Expect, RelPath, WriteOptions};
use tempfile::TempDir;

/// A copy of a sample plan in a temporary directory of its own.
pub(super) struct Scratch {
    directory: TempDir,
    plan: PathBuf,
}

impl Scratch {
    /// Copies the sample of this name.
    pub(super) fn of_sample(name: &str) -> Result<Self, Box<dyn Error>> {
        let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("plans");
        let sample = ConfinedDir::open(&samples.join(name))?;
        let directory = tempfile::tempdir()?;
        let plan = directory.path().join(name);
        let parent = ConfinedDir::open(directory.path())?;
        parent.create_dir(&RelPath::new(name)?)?;
        copy(&sample, &ConfinedDir::open(&plan)?)?;
        Ok(Self { directory, plan })
    }

    /// Where the copy is.
    pub(super) fn plan(&self) -> &Path {
        &self.plan
    }

    /// A text without the place of the copy, which is another at every run.
    pub(super) fn neutral(&self, text: &str) -> String {
        let place = self.directory.path().display().to_string();
        text.replace(&format!("{place}/"), "")
    }
}

/// Copies every file of a plan.
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
