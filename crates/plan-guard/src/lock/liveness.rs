//! Whether the owner of a lock lives: its OS lock first, then its process, else not known (D8).

use super::Owner;
use crate::process::{Process, start_ticks};

/// Whether the holder of a lock lives.
///
/// Closed: every case asks the caller for an answer of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Liveness {
    /// It does: the OS lock is held, or the recorded process runs.
    Alive,
    /// It does not: this machine says that its process is gone.
    Dead,
    /// This machine cannot tell.
    Unknown,
}

/// What the OS lock on `held` says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum OsLock {
    Held,
    Free,
    /// There is no such file, or it was not tried.
    Unseen,
}

/// The verdict and, in words, what it rests on.
pub(crate) fn judge(owner: Option<&Owner>, os: OsLock, here: &Process) -> (Liveness, String) {
    let because = |liveness, why: &str| (liveness, why.to_owned());
    if os == OsLock::Held {
        return because(Liveness::Alive, "the OS lock is held");
    }
    let Some(owner) = owner else {
        return because(Liveness::Unknown, "there is no readable owner record");
    };
    if owner.host != here.host {
        return (
            Liveness::Unknown,
            format!("the owner is of another host, {}", owner.host),
        );
    }
    if let (Some(then), Some(now)) = (&owner.boot_id, &here.boot_id)
        && then != now
    {
        return because(Liveness::Dead, "the machine has started anew since");
    }
    judge_process(owner, os)
}

fn judge_process(owner: &Owner, os: OsLock) -> (Liveness, String) {
    let pid = owner.pid;
    match (start_ticks(pid), owner.start_ticks) {
        (Some(now), Some(then)) if now == then => (
            Liveness::Alive,
            format!("process {pid} runs, though the OS lock is not held"),
        ),
        (Some(_), Some(_)) => (
            Liveness::Dead,
            format!("process id {pid} is another process now"),
        ),
        (Some(_), None) => (
            Liveness::Unknown,
            format!("a process {pid} runs, which may be another one"),
        ),
        (None, _) => judge_by_existence(pid, os),
    }
}

/// There is no `/proc` entry of a live process: it is gone, or the system has no `/proc`.
fn judge_by_existence(pid: u32, os: OsLock) -> (Liveness, String) {
    let proc_tells = start_ticks(std::process::id()).is_some();
    match crate::sys::process_exists(pid) {
        Some(false) => (Liveness::Dead, format!("process {pid} is gone")),
        Some(true) if proc_tells => (Liveness::Dead, format!("process {pid} has ended")),
        _ if os == OsLock::Free => (
            Liveness::Unknown,
            format!("the OS lock is free, but process {pid} may run"),
        ),
        _ => (
            Liveness::Unknown,
            format!("this system does not tell whether process {pid} runs"),
        ),
    }
}
