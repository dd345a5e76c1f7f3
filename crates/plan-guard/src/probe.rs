//! A hook at every step of a write and of a lock, so that tests can fail, stop or kill it there.

use std::fmt;
use std::io;
use std::sync::Arc;

macro_rules! steps {
    ($($(#[doc = $doc:literal])+ $step:ident = $name:literal,)+) => {
        /// The moment just before one action of a protocol of this crate.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Step {
            $($(#[doc = $doc])+ $step,)+
            /// A step of a caller's own protocol, known by its name.
            Caller(&'static str),
        }

        impl Step {
            /// The steps of this crate, in the order in which a locked write meets them.
            pub const ALL: &'static [Self] = &[$(Self::$step),+];

            /// The kebab-case name of the step.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$step => $name,)+
                    Self::Caller(name) => name,
                }
            }
        }
    };
}

steps! {
    /// Before the lock directory is made.
    LockDir = "lock-dir",
    /// Before the file `held` is created in it.
    LockHeld = "lock-held",
    /// Before the OS lock on `held` is taken.
    LockOs = "lock-os",
    /// Before the owner's record is written.
    LockOwner = "lock-owner",
    /// Before the owner's record gets its name.
    LockOwnerName = "lock-owner-name",
    /// Before temporary files of earlier holders are swept.
    Sweep = "sweep",
    /// Before the temporary file is created.
    TempCreate = "temp-create",
    /// Before its content is written.
    TempWrite = "temp-write",
    /// With half of its content written.
    TempHalf = "temp-half",
    /// Before it is flushed to the disk.
    TempSync = "temp-sync",
    /// Before the target is compared with what is expected (D9).
    Compare = "compare",
    /// Between that comparison and the rename.
    Rename = "rename",
    /// Before the directory is flushed; the new content has its name.
    DirSync = "dir-sync",
    /// Before the new content is read back.
    ReadBack = "read-back",
    /// Before a holder checks that the lock is still its own.
    ReleaseCheck = "release-check",
    /// Before the lock directory is moved aside.
    ReleaseAside = "release-aside",
    /// Before the directory moved aside is deleted.
    ReleaseDelete = "release-delete",
    /// Before a directory is made.
    MakeDir = "make-dir",
    /// Before a file or empty directory is removed.
    Remove = "remove",
    /// Before a file is moved.
    Move = "move",
    /// Before the breaker takes the OS lock.
    BreakLock = "break-lock",
    /// Before the broken lock is moved aside.
    BreakAside = "break-aside",
    /// Before the broken lock is deleted.
    BreakDelete = "break-delete",
}

type Hook = dyn Fn(Step) -> io::Result<()> + Send + Sync;

/// A hook called before every [`Step`]: an error from it becomes that step's failure.
///
/// For tests. The default does nothing and costs one branch a step.
#[doc(hidden)]
#[derive(Clone, Default)]
pub struct Probe(Option<Arc<Hook>>);

impl Probe {
    /// A probe that calls `hook` before every step.
    pub fn new(hook: impl Fn(Step) -> io::Result<()> + Send + Sync + 'static) -> Self {
        Self(Some(Arc::new(hook)))
    }

    /// The probe that does nothing.
    #[must_use]
    pub const fn none() -> Self {
        Self(None)
    }

    /// Whether there is a hook at all.
    #[must_use]
    pub const fn is_active(&self) -> bool {
        self.0.is_some()
    }

    /// Calls the hook; callers with protocols of their own pass [`Step::Caller`].
    ///
    /// # Errors
    ///
    /// Whatever the hook returns.
    pub fn at(&self, step: Step) -> io::Result<()> {
        self.0.as_ref().map_or(Ok(()), |hook| hook(step))
    }
}

impl fmt::Debug for Probe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.is_active() {
            "Probe(hook)"
        } else {
            "Probe(none)"
        })
    }
}

#[cfg(any(test, feature = "probe"))]
mod env {
    //! The environment form `ACTION:STEP[:N]`: at the nth time that the step is met, act. And
    //! `trace`: say which steps are met.

    use std::io::{self, Write as _};
    use std::sync::atomic::{AtomicU64, Ordering};

    use super::{Probe, Step};

    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub(super) enum Action {
        Kill,
        Stop,
        Fail,
        Full,
    }

    /// `kill:rename:2` → (kill, "rename", 2).
    pub(super) fn parse(text: &str) -> Option<(Action, String, u64)> {
        let mut parts = text.split(':');
        let action = match parts.next()? {
            "kill" => Action::Kill,
            "stop" => Action::Stop,
            "fail" => Action::Fail,
            "full" => Action::Full,
            _ => return None,
        };
        let step = parts.next().filter(|step| !step.is_empty())?.to_owned();
        let nth = parts.next().map_or(Some(1), |n| n.parse().ok())?;
        (parts.next().is_none() && nth > 0).then_some((action, step, nth))
    }

    pub(super) fn probe(text: &str) -> Option<Probe> {
        if text == "trace" {
            return Some(Probe::new(trace));
        }
        let (action, name, nth) = parse(text)?;
        let met = AtomicU64::new(0);
        Some(Probe::new(move |step| {
            if step.name() == name && met.fetch_add(1, Ordering::Relaxed) + 1 == nth {
                return act(action);
            }
            Ok(())
        }))
    }

    /// Says which step is met; a reader that is gone does not matter.
    fn trace(step: Step) -> io::Result<()> {
        let _ = writeln!(io::stderr(), "step {}", step.name());
        Ok(())
    }

    fn act(action: Action) -> io::Result<()> {
        match action {
            Action::Kill => {
                crate::sys::signal_self(true);
                std::process::abort()
            }
            Action::Stop => {
                crate::sys::signal_self(false);
                Ok(())
            }
            Action::Fail => Err(io::Error::other("failed by the probe")),
            Action::Full => Err(io::ErrorKind::StorageFull.into()),
        }
    }
}

#[cfg(feature = "probe")]
impl Probe {
    /// The probe that `PLANWRIGHT_PROBE` asks for: `kill:STEP[:N]`, `stop:STEP[:N]` (a stopped
    /// process goes on when it is continued), `fail:STEP[:N]` or `full:STEP[:N]` (no space left), at
    /// the Nth time (1 if absent) that the step is met; or `trace`, which writes `step STEP` to
    /// standard error at each. None where it is unset or not of that form.
    #[must_use]
    pub fn from_env() -> Self {
        #[allow(
            clippy::disallowed_methods,
            reason = "a test hook, absent from ordinary builds"
        )]
        let asked = std::env::var("PLANWRIGHT_PROBE").ok();
        asked.as_deref().and_then(env::probe).unwrap_or_default()
    }
}

#[cfg(not(feature = "probe"))]
impl Probe {
    /// No probe: the environment is read only under the feature `probe`.
    #[must_use]
    pub const fn from_env() -> Self {
        Self::none()
    }
}

#[cfg(test)]
mod tests {
    use super::env::{Action, parse, probe};
    use super::{Probe, Step};

    #[test]
    fn the_environment_form_is_read_strictly() {
        assert_eq!(
            parse("kill:rename"),
            Some((Action::Kill, "rename".into(), 1))
        );
        assert_eq!(
            parse("fail:dir-sync:3"),
            Some((Action::Fail, "dir-sync".into(), 3))
        );
        for odd in [
            "",
            "kill",
            "kill:",
            "burn:rename",
            "kill:rename:0",
            "kill:rename:x",
            "a:b:1:2",
        ] {
            assert_eq!(parse(odd), None, "{odd}");
        }
    }

    #[test]
    fn it_acts_at_the_nth_time_only() {
        let probe = probe("full:rename:2").unwrap();
        probe.at(Step::Rename).unwrap();
        probe.at(Step::Compare).unwrap();
        assert_eq!(
            probe.at(Step::Rename).unwrap_err().kind(),
            std::io::ErrorKind::StorageFull
        );
        probe.at(Step::Rename).unwrap();
    }

    #[test]
    fn names_are_unique_and_no_hook_passes() {
        let mut names: Vec<_> = Step::ALL.iter().map(|step| step.name()).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), Step::ALL.len());
        Probe::none().at(Step::Caller("marker")).unwrap();
    }
}
