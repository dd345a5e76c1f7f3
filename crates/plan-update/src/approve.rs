//! Approval: a person lets the plan begin, in their own words, on record (D11).
//!
//! The order of the writes lets an interrupted call be repeated: the state, which tools obey, comes
//! last, and what stands already is not written again.

use plan_guard::{Acquired, Digest, Expect, Lock, RelPath, Replaced, Snapshot};
use plan_markdown::view::edit;
use plan_markdown::view::progress::{EntryKind, NewEntry, Progress};
use plan_markdown::view::readme::{PlanStatus, Readme, approval_word};
use plan_markdown::{Document, Edit};
use plan_state::{Approval, Materialization, State};
use plan_verify::approval_record::{APPROVAL_FILE, APPROVAL_SCHEMA, ApprovalRecord, ApprovedTask};
use plan_verify::{Facts, PlanFiles, PlanView, Stage};

use crate::commit::{Conflict, acquire};
use crate::refusal::RefusalCode as Code;
use crate::{Environment, Error, Refusal, input, words};

/// What a person said, and how far it reaches (D11).
///
/// Closed: a new member is one more question to the caller.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Consent {
    /// Who.
    pub by: String,
    /// Their words, verbatim, in one line.
    pub words: String,
    /// Whether this is an instruction to trust the plan in advance (`pre_approved`), rather than
    /// the approval of a plan that was read (`approved`).
    pub trust: bool,
    /// Whether the plan may also run with nobody watching.
    pub unattended: bool,
}

impl Consent {
    /// The value that README and state are to have.
    #[must_use]
    pub const fn approval(&self) -> Approval {
        if self.trust {
            Approval::PreApproved
        } else {
            Approval::Approved
        }
    }
}

/// What became of an approval.
///
/// Closed: every case asks the caller for an answer of its own.
#[derive(Debug)]
#[must_use]
pub enum ApprovalOutcome {
    /// README, PROGRESS.md and state say so now.
    Applied {
        /// The digest of the state file.
        digest: Digest,
    },
    /// They said so already.
    Unchanged,
    /// Another writer was there first.
    Conflict(Conflict),
    /// It cannot be given.
    Refused(Refusal),
}

/// Records the approval of the plan in `dir`, under its lock (D11).
///
/// # Errors
///
/// Reading or writing failed; every file is whole, and the call can be repeated.
pub fn approve(
    dir: &plan_guard::ConfinedDir,
    consent: &Consent,
    environment: &Environment,
) -> Result<ApprovalOutcome, Error> {
    let lock = match acquire(dir, environment)? {
        Acquired::Held(lock) => lock,
        Acquired::Busy(info) => {
            return Ok(ApprovalOutcome::Conflict(Conflict::LockHeld(Box::new(
                info,
            ))));
        }
    };
    let outcome = approve_under(&lock, consent, environment);
    lock.release()?;
    outcome
}

fn approve_under(
    lock: &Lock,
    consent: &Consent,
    environment: &Environment,
) -> Result<ApprovalOutcome, Error> {
    let plan = match Plan::read(lock, consent)? {
        Ok(plan) => plan,
        Err(refusal) => return Ok(ApprovalOutcome::Refused(refusal)),
    };
    let mut changed = false;
    if plan.is_pending() {
        changed |= plan.keep_what_was_approved(lock, consent, environment)?;
    }
    if plan.is_pending() || plan.opts_in(consent) {
        changed |= append_entry(lock, consent, environment)?;
    }
    match plan.edit_readme(lock, consent)? {
        Ok(edited) => changed |= edited,
        Err(conflict) => return Ok(ApprovalOutcome::Conflict(conflict)),
    }
    let mut next = plan.state.raw().clone();
    if next.approval != Some(consent.approval()) {
        next.approval = Some(consent.approval());
        next.updated_at = environment.now.clone();
    }
    let bytes = if next == *plan.state.raw() {
        None
    } else {
        Some(next.to_json())
    };
    let expected = plan.snapshot.digest();
    let Some(bytes) = bytes else {
        return Ok(if changed {
            ApprovalOutcome::Applied { digest: expected }
        } else {
            ApprovalOutcome::Unchanged
        });
    };
    Ok(
        match lock.replace(
            &input::state_file()?,
            bytes.as_bytes(),
            &Expect::Digest(expected),
        )? {
            Replaced::Written { digest } => ApprovalOutcome::Applied { digest },
            Replaced::Unchanged => ApprovalOutcome::Unchanged,
            Replaced::Conflict { actual, .. } => {
                ApprovalOutcome::Conflict(Conflict::Stale { expected, actual })
            }
        },
    )
}

/// The plan as it is before its approval.
struct Plan {
    snapshot: Snapshot,
    state: State,
    readme_snapshot: Snapshot,
    readme: (Document, Readme),
}

impl Plan {
    /// Reads the plan and judges whether it can be approved so.
    fn read(lock: &Lock, consent: &Consent) -> Result<Result<Self, Refusal>, Error> {
        if let Err(refusal) = judge_words(consent) {
            return Ok(Err(refusal));
        }
        let dir = lock.dir();
        if let Some(refusal) = input::interrupted(dir)? {
            return Ok(Err(refusal));
        }
        let Some(snapshot) = dir.read(&input::state_file()?)? else {
            return Ok(Err(input::no_state(dir)));
        };
        let state = match input::judge_state(dir, &snapshot)? {
            Ok(state) => state,
            Err(refusal) => return Ok(Err(refusal)),
        };
        let readme_snapshot = dir.read(&RelPath::new("README.md")?)?;
        let text = readme_snapshot
            .as_ref()
            .and_then(|snapshot| std::str::from_utf8(snapshot.bytes()).ok())
            .map(str::to_owned);
        let (Some(readme_snapshot), Some(text)) = (readme_snapshot, text) else {
            return Ok(Err(Refusal::new(
                Code::ReadmeUnreadable,
                format!("{} has no README.md that can be read", dir.name()),
                "restore the README: the approval is recorded in it too",
            )));
        };
        let document = Document::parse("README.md", text);
        let readme = Readme::read(&document);
        let plan = Self {
            snapshot,
            state,
            readme_snapshot,
            readme: (document, readme),
        };
        Ok(plan.judge(consent).map(|()| plan))
    }

    /// The plan is ready, of a generation that has approvals, and not approved in another way.
    fn judge(&self, consent: &Consent) -> Result<(), Refusal> {
        let state = self.state.raw();
        if !state.generation.is_current() {
            return Err(Refusal::new(
                Code::ApprovalSettled,
                "a v1 state records no approval; it counts as approved for attended work",
                "migrate the plan first where it is to run unattended",
            ));
        }
        let status = self.readme.1.plan_status.as_ref();
        let unfinished = status.is_some_and(|s| s.status == PlanStatus::Materializing);
        let ready = state.materialization == Some(Materialization::Ready);
        if !ready || state.promotion.is_value() || unfinished {
            return Err(Refusal::new(
                Code::PlanNotReady,
                "a plan is approved once it is written in full (`materialization` is not `ready`)",
                "finish writing or promoting the plan first",
            ));
        }
        let given = self.in_force();
        if given == Approval::Pending || given == consent.approval() {
            return Ok(());
        }
        Err(Refusal::new(
            Code::ApprovalSettled,
            format!("the plan is already `{given}`"),
            "nothing needs to be done; --trust belongs to plans that nobody has approved yet",
        ))
    }

    /// The state's approval, else the README's, else pending (B3).
    fn in_force(&self) -> Approval {
        let stated = self.readme.1.approval.as_ref();
        let stated = stated.and_then(|stated| approval_word(&stated.value.value));
        self.state
            .raw()
            .approval
            .or(stated.and_then(Approval::of))
            .unwrap_or(Approval::Pending)
    }

    fn is_pending(&self) -> bool {
        self.state.raw().approval.unwrap_or(Approval::Pending) == Approval::Pending
    }

    /// Whether this consent adds the opt-in to unattended running.
    const fn opts_in(&self, consent: &Consent) -> bool {
        consent.unattended && !self.readme.1.execution_unattended
    }

    /// Writes the digests of titles and criteria as approved (E10).
    fn keep_what_was_approved(
        &self,
        lock: &Lock,
        consent: &Consent,
        environment: &Environment,
    ) -> Result<bool, Error> {
        let record = ApprovalRecord {
            schema: APPROVAL_SCHEMA.to_owned(),
            plan: self.state.plan().to_owned(),
            approval: consent.approval().as_str().to_owned(),
            by: consent.by.clone(),
            at: environment.now.as_str().to_owned(),
            words: consent.words.clone(),
            unattended: consent.unattended,
            tasks: approvable_tasks(lock)?,
        };
        lock.create_dir(&RelPath::new("analysis_results")?)?;
        let written = lock.replace(
            &RelPath::new(APPROVAL_FILE)?,
            record.to_json().as_bytes(),
            &Expect::Any,
        )?;
        Ok(matches!(written, Replaced::Written { .. }))
    }

    /// Sets Approval and, on request, Execution in the README: nothing else changes (H7).
    fn edit_readme(&self, lock: &Lock, consent: &Consent) -> Result<Result<bool, Conflict>, Error> {
        let mut text = self.readme.0.text().to_owned();
        let mut set = |name: &str, value: &str| -> Result<(), Error> {
            let document = Document::parse("README.md", text.as_str());
            let readme = Readme::read(&document);
            let edits: Vec<Edit> = edit::property(&document, &readme, name, value);
            text = document.apply(&edits)?;
            Ok(())
        };
        set("Approval", consent.approval().as_str())?;
        if self.opts_in(consent) {
            set("Execution", "unattended")?;
        }
        if text == self.readme.0.text() {
            return Ok(Ok(false));
        }
        let readme = RelPath::new("README.md")?;
        Ok(
            match lock.replace_read(&readme, text.as_bytes(), Some(&self.readme_snapshot))? {
                Replaced::Written { .. } => Ok(true),
                Replaced::Unchanged => Ok(false),
                Replaced::Conflict { actual, .. } => Err(Conflict::Stale {
                    expected: self.readme_snapshot.digest(),
                    actual,
                }),
            },
        )
    }
}

/// The tasks as the check will compare them (E10).
fn approvable_tasks(lock: &Lock) -> Result<Vec<ApprovedTask>, Error> {
    let files = PlanFiles::load(lock.dir())?;
    let facts = Facts::default();
    Ok(PlanView::new(&files, &facts, Stage::Standing).approvable_tasks())
}

/// Name and words are one line each, hold no credential, and are there.
fn judge_words(consent: &Consent) -> Result<(), Refusal> {
    for (field, text) in [("name", &consent.by), ("words", &consent.words)] {
        words::single_line(field, text)?;
        words::no_credential(field, text)?;
        if text.trim().is_empty() {
            return Err(Refusal::new(
                Code::ApprovalUnattributed,
                format!("the {field} of the approval are empty"),
                "an approval names the person and keeps their words: --by NAME --words TEXT",
            ));
        }
    }
    Ok(())
}

/// Appends the approval to PROGRESS.md, unless the same words stand there already.
fn append_entry(lock: &Lock, consent: &Consent, environment: &Environment) -> Result<bool, Error> {
    let file = RelPath::new("PROGRESS.md")?;
    let before = lock.dir().read(&file)?;
    let expected = before
        .as_ref()
        .map_or(Expect::Absent, |before| Expect::Digest(before.digest()));
    let text = before.map_or_else(
        || "# Progress\n".to_owned(),
        |before| String::from_utf8_lossy(before.bytes()).into_owned(),
    );
    let document = Document::parse("PROGRESS.md", text);
    let bullets = bullets(consent);
    let stands = Progress::read(&document).entries.iter().any(|entry| {
        entry.kind == EntryKind::Decision
            && entry
                .bullets
                .iter()
                .map(|bullet| &bullet.value)
                .eq(&bullets)
    });
    if stands {
        return Ok(false);
    }
    let entry = NewEntry {
        timestamp: environment.now.as_str(),
        kind: EntryKind::Decision,
        title: "approval of the plan",
        bullets: &bullets,
    };
    let edit = plan_markdown::edit::append(&document, &entry.render()?);
    let text = document.apply(&edit.into_iter().collect::<Vec<_>>())?;
    let written = lock.replace(&file, text.as_bytes(), &expected)?;
    Ok(matches!(written, Replaced::Written { .. }))
}

/// The approval as a decision: options, choice, reason, how to revert (H10).
pub(crate) fn bullets(consent: &Consent) -> Vec<String> {
    let approval = consent.approval();
    let watched = if consent.unattended {
        ", unattended running allowed"
    } else {
        ""
    };
    vec![
        "Options: approve; refine first.".to_owned(),
        format!("Choice: {approval}{watched}."),
        format!("By: {}", consent.by.trim()),
        format!("Words: {}", consent.words.trim()),
        "Revert: set `Approval` back to `pending` before any task has begun.".to_owned(),
    ]
}
