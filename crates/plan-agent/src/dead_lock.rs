//! A lock whose owner is provably dead is broken by its nonce, and that is told (P12).

use plan_guard::{Broken, By, ConfinedDir, Liveness, Lock, LockInfo, Owner, Process, RelPath};
use plan_markdown::view::progress::{EntryKind, NewEntry, Progress};
use plan_prose::credential;
use plan_update::Environment;
use plan_verify::{PlanFiles, PlanView, Stage};

use crate::Error;
use crate::narrative::{Page, one_line};
use crate::profile::{Condition, Profile, admission};

/// Tries at telling it, where somebody writes `PROGRESS.md` at the same moment.
const TRIES: u32 = 3;

/// Breaks the lock of the state where its owner died on this host and boot. Any other lock is left:
/// whoever cannot be shown to be dead may live.
///
/// The entry is written first, while the dead lock still keeps every other writer out, and names the
/// nonce: cut short in between, the next turn finds the lock and the entry, and adds none.
///
/// With nobody watching, nothing is done to a plan that is not admitted for other reasons (P2).
pub(crate) fn clear(
    dir: &ConfinedDir,
    profile: Profile,
    environment: &Environment,
) -> Result<Option<String>, Error> {
    let here = &environment.process;
    let state = RelPath::new("state.json")?;
    let Some(info) = Lock::inspect(dir, &state, here)? else {
        return Ok(None);
    };
    let Some(owner) = dead(&info, here) else {
        return Ok(None);
    };
    if profile == Profile::Unattended && !is_admitted(dir, environment)? {
        return Ok(None);
    }
    if !tell(dir, owner, &info, environment)? {
        return Ok(None);
    }
    let by = By::Nonce(&owner.nonce);
    Ok(
        match Lock::break_lock_probed(dir, &state, by, here, &environment.probe)? {
            Broken::Removed(info) => Some(format!("broke a lock: {info}")),
            Broken::Refused { .. } | Broken::Absent => None,
        },
    )
}

/// The owner, where it is dead for certain: of this very host and boot, and its process gone.
fn dead<'i>(info: &'i LockInfo, here: &Process) -> Option<&'i Owner> {
    let owner = info.owner.as_ref()?;
    let same = owner.host == here.host && owner.boot_id.is_some() && owner.boot_id == here.boot_id;
    (same && info.liveness == Liveness::Dead).then_some(owner)
}

/// Whether nothing but what a turn mends keeps the plan from running with nobody watching.
fn is_admitted(dir: &ConfinedDir, environment: &Environment) -> Result<bool, Error> {
    let files = PlanFiles::load(dir)?;
    let view = PlanView::new(&files, &environment.facts, Stage::Standing);
    let unmet = admission(&view, None);
    Ok(unmet
        .iter()
        .all(|unmet| unmet.condition == Condition::FinalizationInterrupted))
}

/// Adds the entry, unless it stands there. `false` where others were always faster.
fn tell(
    dir: &ConfinedDir,
    owner: &Owner,
    info: &LockInfo,
    environment: &Environment,
) -> Result<bool, Error> {
    let command = one_line(&owner.command);
    let command = if credential::find(&command).is_some() {
        "a command that is not shown".to_owned()
    } else {
        format!("`{}`", command.replace('`', "'"))
    };
    let bullets = [
        format!("Nonce: {}", one_line(&owner.nonce)),
        format!(
            "Owner: {command}, process {} on {}, started {}",
            owner.pid,
            one_line(&owner.host),
            one_line(&owner.started_at)
        ),
        format!("It was dead: {}", one_line(&info.detail)),
    ];
    let entry = NewEntry {
        timestamp: environment.now.as_str(),
        kind: EntryKind::Lock,
        title: "broken, as its owner is dead",
        bullets: &bullets,
    };
    for _ in 0..TRIES {
        let page = Page::read(dir)?;
        if stands(&page, &bullets[0]) {
            return Ok(true);
        }
        // Under no lock of its own: the dead one keeps out whoever respects locks.
        let options = plan_guard::WriteOptions {
            nonce: None,
            probe: environment.probe.clone(),
        };
        let next = page.with(&entry)?;
        let written =
            dir.replace_read(&page.path, next.as_bytes(), page.before.as_ref(), &options)?;
        if page.outcome(written).is_ok() {
            return Ok(true);
        }
    }
    Ok(false)
}

fn stands(page: &Page, nonce: &str) -> bool {
    let progress = Progress::read(&page.document());
    let mut locks = progress
        .entries
        .iter()
        .filter(|entry| entry.kind == EntryKind::Lock);
    locks.any(|entry| entry.bullets.iter().any(|bullet| bullet.value == nonce))
}
