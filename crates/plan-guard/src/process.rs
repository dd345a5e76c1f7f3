//! The process that asks for a lock, as facts; and what `/proc` says of another (D8).

/// The facts about the calling process that its lock record carries.
///
/// The caller fills them in; [`Process::current`] gathers them for a caller that has no reason to
/// do otherwise.
///
/// Closed: a new member is one more question to the caller.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Process {
    /// Process id.
    pub pid: u32,
    /// Name of the machine.
    pub host: String,
    /// What tells this boot of the machine from others, where the system has it.
    pub boot_id: Option<String>,
    /// When the process (or its command) started, RFC 3339.
    pub started_at: String,
    /// Start of the process in clock ticks since boot, where the system tells: with the pid and
    /// the boot id it names one process and never a later one.
    pub start_ticks: Option<u64>,
    /// What the process does, for people: `dwp update`.
    pub command: String,
}

impl Process {
    /// The facts of the running process, save for `command` and `started_at` (RFC 3339).
    #[must_use]
    pub fn current(command: impl Into<String>, started_at: impl Into<String>) -> Self {
        let pid = std::process::id();
        Self {
            pid,
            host: crate::sys::host_name(),
            boot_id: boot_id(),
            started_at: started_at.into(),
            start_ticks: start_ticks(pid),
            command: command.into(),
        }
    }
}

/// The id of this boot (Linux: `/proc/sys/kernel/random/boot_id`), `None` elsewhere.
#[must_use]
pub fn boot_id() -> Option<String> {
    let text = std::fs::read_to_string("/proc/sys/kernel/random/boot_id").ok()?;
    Some(text.trim().to_owned()).filter(|id| !id.is_empty())
}

/// When process `pid` started, in clock ticks since boot (Linux: field 22 of `/proc/PID/stat`).
/// `None` where there is no such process, it is dead and only awaits its parent, or the system
/// has no `/proc`.
#[must_use]
pub fn start_ticks(pid: u32) -> Option<u64> {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    ticks_of(&stat)
}

/// The command name, in parentheses, may itself hold spaces and parentheses: count from its end.
fn ticks_of(stat: &str) -> Option<u64> {
    let mut fields = stat.get(stat.rfind(')')? + 1..)?.split_ascii_whitespace();
    let state = fields.next()?;
    if matches!(state, "Z" | "X" | "x") {
        return None;
    }
    fields.nth(18)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::{Process, start_ticks, ticks_of};

    const STAT: &str = "7 (a) b) S 1 7 7 0 -1 4194560 1 2 3 4 5 6 7 8 20 0 1 0 4242 99 1";

    #[test]
    fn d8_the_start_is_field_22_whatever_the_name() {
        assert_eq!(ticks_of(STAT), Some(4242));
        assert_eq!(ticks_of(&STAT.replace(") S ", ") Z ")), None);
        assert_eq!(ticks_of("7 (cut"), None);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn d8_the_running_process_has_all_its_facts() {
        let own = Process::current("test", "2026-03-02T10:00:00Z");
        assert_eq!(own.start_ticks, start_ticks(std::process::id()));
        assert!(own.start_ticks.is_some() && own.boot_id.is_some() && !own.host.is_empty());
    }
}
