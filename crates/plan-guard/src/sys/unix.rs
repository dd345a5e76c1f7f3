//! Unix: `openat` and its family, through rustix.

use std::fs::File;
use std::io;
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use rustix::fs::{AtFlags, FileType, Mode, OFlags, RawMode};

use super::Stat;
use crate::confined::EntryKind;

/// An open directory.
#[derive(Debug)]
pub(crate) struct Dir(OwnedFd);

const DIR: OFlags = OFlags::RDONLY
    .union(OFlags::DIRECTORY)
    .union(OFlags::CLOEXEC);
/// No link followed, no wait for a FIFO's writer, no terminal acquired.
const PLAIN: OFlags = OFlags::NOFOLLOW
    .union(OFlags::NONBLOCK)
    .union(OFlags::NOCTTY)
    .union(OFlags::CLOEXEC);

impl Dir {
    pub(crate) fn open_root(path: &Path) -> io::Result<Self> {
        Ok(Self(rustix::fs::open(path, DIR, Mode::empty())?))
    }

    pub(crate) fn open_dir(&self, name: impl AsRef<Path>) -> io::Result<Self> {
        let flags = DIR.union(OFlags::NOFOLLOW);
        Ok(Self(rustix::fs::openat(
            &self.0,
            name.as_ref(),
            flags,
            Mode::empty(),
        )?))
    }

    /// Where the link `name` points; `None` where it is no link.
    pub(crate) fn read_link(&self, name: impl AsRef<Path>) -> io::Result<Option<PathBuf>> {
        use std::os::unix::ffi::OsStringExt as _;
        match rustix::fs::readlinkat(&self.0, name.as_ref(), Vec::new()) {
            Ok(target) => Ok(Some(
                std::ffi::OsString::from_vec(target.into_bytes()).into(),
            )),
            Err(rustix::io::Errno::INVAL) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    pub(crate) fn open_file(&self, name: impl AsRef<Path>) -> io::Result<File> {
        self.open(name.as_ref(), OFlags::RDONLY, 0)
    }

    /// Opens for reading and writing, creating an empty file where there is none.
    pub(crate) fn open_or_create(&self, name: impl AsRef<Path>, mode: u32) -> io::Result<File> {
        self.open(name.as_ref(), OFlags::RDWR.union(OFlags::CREATE), mode)
    }

    /// Creates a file that was not there; the process's umask applies to `mode`.
    pub(crate) fn create_new(&self, name: impl AsRef<Path>, mode: u32) -> io::Result<File> {
        let flags = OFlags::RDWR.union(OFlags::CREATE).union(OFlags::EXCL);
        self.open(name.as_ref(), flags, mode)
    }

    fn open(&self, name: &Path, flags: OFlags, mode: u32) -> io::Result<File> {
        let mode = Mode::from_raw_mode(mode as RawMode);
        Ok(rustix::fs::openat(&self.0, name, flags.union(PLAIN), mode)?.into())
    }

    /// What `name` is, itself; `None` where it is absent.
    pub(crate) fn stat(&self, name: impl AsRef<Path>) -> io::Result<Option<Stat>> {
        match rustix::fs::statat(&self.0, name.as_ref(), AtFlags::SYMLINK_NOFOLLOW) {
            Ok(stat) => Ok(Some(facts_of(&stat))),
            Err(rustix::io::Errno::NOENT) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    pub(crate) fn make_dir(&self, name: impl AsRef<Path>) -> io::Result<()> {
        Ok(rustix::fs::mkdirat(
            &self.0,
            name.as_ref(),
            Mode::from_raw_mode(0o777),
        )?)
    }

    pub(crate) fn remove_file(&self, name: impl AsRef<Path>) -> io::Result<()> {
        Ok(rustix::fs::unlinkat(
            &self.0,
            name.as_ref(),
            AtFlags::empty(),
        )?)
    }

    pub(crate) fn remove_dir(&self, name: impl AsRef<Path>) -> io::Result<()> {
        Ok(rustix::fs::unlinkat(
            &self.0,
            name.as_ref(),
            AtFlags::REMOVEDIR,
        )?)
    }

    /// Renames within this directory, replacing a file that is there.
    pub(crate) fn rename(&self, from: &str, to: &str) -> io::Result<()> {
        Ok(rustix::fs::renameat(&self.0, from, &self.0, to)?)
    }

    /// Renames into `into`, failing with `AlreadyExists` where the name is taken.
    pub(crate) fn rename_new(&self, from: &str, into: &Self, to: &str) -> io::Result<()> {
        #[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
        {
            use rustix::io::Errno;
            let flags = rustix::fs::RenameFlags::NOREPLACE;
            match rustix::fs::renameat_with(&self.0, from, &into.0, to, flags) {
                // The file system does not know the flag: link, then unlink.
                Err(Errno::INVAL | Errno::NOSYS | Errno::NOTSUP) => {}
                settled => return Ok(settled?),
            }
        }
        rustix::fs::linkat(&self.0, from, &into.0, to, AtFlags::empty())?;
        self.remove_file(from)
    }

    /// Gives the file `from` a second name that is free, in this directory.
    pub(crate) fn link(&self, from: &str, to: &str) -> io::Result<()> {
        Ok(rustix::fs::linkat(
            &self.0,
            from,
            &self.0,
            to,
            AtFlags::empty(),
        )?)
    }

    /// Flushes the names in this directory to the disk.
    pub(crate) fn sync(&self) -> io::Result<()> {
        Ok(rustix::fs::fsync(&self.0)?)
    }

    /// Every name in the directory and what it is, in no order.
    pub(crate) fn names(&self) -> io::Result<Vec<(PathBuf, EntryKind)>> {
        use std::os::unix::ffi::OsStrExt as _;
        let mut names = Vec::new();
        for entry in rustix::fs::Dir::read_from(&self.0)? {
            let entry = entry?;
            let bytes = entry.file_name().to_bytes();
            if matches!(bytes, b"." | b"..") {
                continue;
            }
            let name = PathBuf::from(std::ffi::OsStr::from_bytes(bytes));
            let kind = match entry.file_type() {
                FileType::Unknown => self.stat(&name)?.map_or(EntryKind::Other, |stat| stat.kind),
                known => kind_of(known),
            };
            names.push((name, kind));
        }
        Ok(names)
    }
}

/// What an open file is.
pub(crate) fn stat_file(file: &File) -> io::Result<Stat> {
    Ok(facts_of(&rustix::fs::fstat(file)?))
}

/// Sets the permission bits.
pub(crate) fn set_mode(file: &File, mode: u32) -> io::Result<()> {
    Ok(rustix::fs::fchmod(
        file,
        Mode::from_raw_mode(mode as RawMode),
    )?)
}

/// The machine's name, empty where it has none.
pub(crate) fn host_name() -> String {
    rustix::system::uname()
        .nodename()
        .to_string_lossy()
        .into_owned()
}

/// Whether a process of that id exists; `None` where the system does not tell.
pub(crate) fn process_exists(pid: u32) -> Option<bool> {
    let pid = rustix::process::Pid::from_raw(i32::try_from(pid).ok()?)?;
    match rustix::process::test_kill_process(pid) {
        Ok(()) | Err(rustix::io::Errno::PERM) => Some(true),
        Err(rustix::io::Errno::SRCH) => Some(false),
        Err(_) => None,
    }
}

/// Kills (`true`) or stops (`false`) this very process, for the probe.
#[cfg(any(test, feature = "probe"))]
pub(crate) fn signal_self(kill: bool) {
    use rustix::process::{Signal, getpid, kill_process};
    let _ = kill_process(getpid(), if kill { Signal::KILL } else { Signal::STOP });
}

#[allow(
    clippy::unnecessary_cast,
    reason = "the widths of stat differ by platform"
)]
fn facts_of(stat: &rustix::fs::Stat) -> Stat {
    let seconds = u64::try_from(stat.st_mtime as i64).ok();
    let nanos = Duration::from_nanos(stat.st_mtime_nsec as u64);
    let modified = seconds
        .and_then(|s| SystemTime::UNIX_EPOCH.checked_add(Duration::from_secs(s)))
        .and_then(|time| time.checked_add(nanos));
    Stat {
        kind: kind_of(FileType::from_raw_mode(stat.st_mode)),
        len: u64::try_from(stat.st_size as i64).unwrap_or(0),
        mode: stat.st_mode as u32 & 0o7777,
        id: Some((stat.st_dev as u64, stat.st_ino as u64)),
        touched: (modified, (stat.st_ctime as i64, stat.st_ctime_nsec as i64)),
    }
}

fn kind_of(file_type: FileType) -> EntryKind {
    match file_type {
        FileType::RegularFile => EntryKind::File,
        FileType::Directory => EntryKind::Dir,
        FileType::Symlink => EntryKind::Symlink,
        _ => EntryKind::Other,
    }
}
