//! The temporary file that a write goes through: made beside its target, flushed, then renamed.

use std::fs::File;
use std::io::{self, Write as _};

use crate::nonce::Nonce;
use crate::probe::{Probe, Step};
use crate::sys::{self, Dir};

/// Mode of a file that replaces none; the process's umask applies.
pub(crate) const NEW_FILE_MODE: u32 = 0o644;

/// A temporary file with its content on the disk. Dropped without being renamed, it is removed.
pub(crate) struct Temp<'a> {
    parent: &'a Dir,
    name: String,
    /// Held open, and OS-locked, so that a sweeper can tell it from a dead writer's.
    file: File,
    renamed: bool,
}

/// The name `.{target}.{nonce}.tmp`, its middle cut where it would not fit into 255 bytes.
pub(crate) fn temp_name(target: &str, nonce: Nonce) -> String {
    let mut end = target.len().min(200);
    while !target.is_char_boundary(end) {
        end -= 1;
    }
    format!(".{}.{nonce}.tmp", &target[..end])
}

impl<'a> Temp<'a> {
    /// Creates, writes and flushes the file. `mode` is that of the file it will replace.
    pub(crate) fn write(
        parent: &'a Dir,
        name: String,
        bytes: &[u8],
        mode: Option<u32>,
        probe: &Probe,
    ) -> io::Result<Self> {
        probe.at(Step::TempCreate)?;
        let file = parent.create_new(&name, mode.map_or(NEW_FILE_MODE, |mode| mode & 0o777))?;
        // Best effort: where there are no OS locks, the nonce alone tells the sweeper.
        let _ = file.try_lock();
        let mut temp = Self {
            parent,
            name,
            file,
            renamed: false,
        };
        if let Some(mode) = mode {
            sys::set_mode(&temp.file, mode)?;
        }
        temp.fill(bytes, probe)?;
        probe.at(Step::TempSync)?;
        temp.file.sync_all()?;
        Ok(temp)
    }

    fn fill(&mut self, bytes: &[u8], probe: &Probe) -> io::Result<()> {
        probe.at(Step::TempWrite)?;
        if !probe.is_active() {
            return self.file.write_all(bytes);
        }
        let (first, second) = bytes.split_at(bytes.len() / 2);
        self.file.write_all(first)?;
        probe.at(Step::TempHalf)?;
        self.file.write_all(second)
    }

    /// Gives the file its name, replacing what has it.
    pub(crate) fn replace(mut self, name: &str) -> io::Result<()> {
        self.parent.rename(&self.name, name)?;
        self.renamed = true;
        Ok(())
    }

    /// Gives the file its name; fails with `AlreadyExists` where the name is taken.
    pub(crate) fn publish(mut self, name: &str) -> io::Result<()> {
        self.parent.rename_new(&self.name, self.parent, name)?;
        self.renamed = true;
        Ok(())
    }
}

impl Drop for Temp<'_> {
    fn drop(&mut self) {
        if !self.renamed {
            let _ = self.parent.remove_file(&self.name);
        }
    }
}
