//! The plans and queues that the commands run on, written once.

use std::path::{Path, PathBuf};

use planwright_workloads::queue::{Size, queue};
use planwright_workloads::{Progress, plan, write};

/// A directory with one workload.
pub(crate) struct Stage {
    /// What it holds, for people.
    pub(crate) name: String,
    /// The plan or the queue.
    pub(crate) root: PathBuf,
    /// Bytes of all its files.
    pub(crate) bytes: usize,
}

impl Stage {
    /// A plan of that many tasks.
    pub(crate) fn plan(parent: &Path, tasks: u64, progress: Progress) -> Self {
        let files = plan(tasks, progress);
        Self::of(
            parent,
            &format!("{progress:?}-{tasks}"),
            format!("{} tasks", grouped(tasks as usize)),
            &files,
        )
    }

    /// A queue of that size.
    pub(crate) fn queue(parent: &Path, size: Size) -> Self {
        let name = format!(
            "{} open tasks, {} closings, {} human actions",
            grouped(size.tasks),
            grouped(size.done),
            grouped(size.human)
        );
        let folder = format!("queue-{}-{}-{}", size.tasks, size.done, size.human);
        Self::of(parent, &folder, name, &queue(size))
    }

    /// A plan or a queue of these files.
    pub(crate) fn of(
        parent: &Path,
        folder: &str,
        name: String,
        files: &[(String, String)],
    ) -> Self {
        let root = write(&parent.join(folder), files);
        flush();
        Self {
            name,
            root,
            bytes: files.iter().map(|(_, text)| text.len()).sum(),
        }
    }

    /// Its path, as an argument.
    pub(crate) fn shown(&self) -> &str {
        self.root.to_str().expect("a path that is text")
    }

    /// Writes plans and a queue, for a profiler, and says where.
    pub(crate) fn set(dir: &Path, size: usize) {
        for stage in [
            Self::plan(dir, size as u64, Progress::Completed),
            Self::plan(dir, size as u64, Progress::Half),
            Self::queue(
                dir,
                Size {
                    tasks: size,
                    done: size,
                    human: 0,
                },
            ),
        ] {
            println!("{}: {} KB", stage.root.display(), stage.bytes / 1_000);
        }
    }
}

/// Has the system write out what was staged, which would fall into what is measured: thousands of new
/// files take their turn in the journal before a durable write of the command gets its own.
fn flush() {
    // Where there is no such command, the figures are only less even.
    let _ = std::process::Command::new("sync").status();
}

/// A number with commas.
pub(crate) fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}
