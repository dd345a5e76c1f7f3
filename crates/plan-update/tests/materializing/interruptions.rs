//! A materialization stopped before every step: partial, completed by repeating, or discarded (H3).

use std::io;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use plan_guard::{ConfinedDir, Probe};
use plan_state::Format;
use plan_update::{
    Description, DiscardOutcome, Environment, MaterializeOutcome, discard, materialize,
};

use super::{codes, description, environment, tree, write};

/// An environment whose steps fail from the `nth` on, as after a crash.
fn stopping(nth: usize) -> (Environment, Arc<AtomicUsize>) {
    let met = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&met);
    let probe = Probe::new(move |_| {
        if count.fetch_add(1, Ordering::Relaxed) >= nth {
            return Err(io::Error::other("stopped"));
        }
        Ok(())
    });
    (
        Environment {
            probe,
            ..environment()
        },
        met,
    )
}

/// Clears what a crash leaves of a lock, as `dwp lock --break` would.
fn unlock(plan: &Path) {
    let _ = std::fs::remove_dir_all(plan.join("state.json.lock"));
}

/// A partial plan says so: there is no README, or it says that the plan is being written; until
/// then a check fails.
fn assert_partial_or_whole(plan: &Path, step: usize) {
    if !plan.exists() {
        return;
    }
    let readme = std::fs::read_to_string(plan.join("README.md"));
    match readme {
        Ok(text) if text.contains("Plan Status: 0/3 completed") => {
            assert_eq!(codes(plan), ["approval-awaited"], "step {step}");
        }
        Ok(text) => {
            assert!(
                text.contains("Plan Status: materializing"),
                "step {step}: {text}"
            );
            assert!(codes(plan).contains(&"readme-materializing"), "step {step}");
        }
        Err(_) => {
            let names = tree(plan).into_keys();
            let mut content =
                names.filter(|name| !name.contains(".lock") && !name.ends_with(".tmp"));
            assert!(content.all(|name| name == "manifest.json"), "step {step}");
        }
    }
}

/// Stops the call at every step, and hands the parent directory to `then`.
fn at_every_step(plan: &Description, mut then: impl FnMut(&Path, usize)) {
    for step in 0.. {
        let parent = super::scratch();
        let dir = ConfinedDir::open(parent.path()).unwrap();
        let (environment, met) = stopping(step);
        let outcome = materialize(&dir, plan, &environment);
        let root = parent.path().join(&plan.name);
        assert_partial_or_whole(&root, step);
        if met.load(Ordering::Relaxed) <= step {
            assert!(outcome.is_ok(), "{outcome:?}");
            assert!(step > 60, "only {step} steps were met");
            return;
        }
        unlock(&root);
        then(parent.path(), step);
    }
}

#[test]
fn h3_repeating_the_call_completes_what_is_missing() {
    for format in [Format::Full, Format::Lite] {
        let plan = description(format);
        let reference = super::scratch();
        write(reference.path(), &plan);
        let whole = tree(reference.path());
        at_every_step(&plan, |parent, step| {
            let dir = ConfinedDir::open(parent).unwrap();
            let outcome = materialize(&dir, &plan, &environment()).unwrap();
            assert!(
                matches!(
                    outcome,
                    MaterializeOutcome::Applied { .. } | MaterializeOutcome::Unchanged
                ),
                "{format}, step {step}: {outcome:?}"
            );
            assert!(tree(parent) == whole, "{format}, step {step}");
        });
    }
}

#[test]
fn h3_discarding_removes_what_was_written_and_nothing_else() {
    for format in [Format::Full, Format::Lite] {
        let plan = description(format);
        at_every_step(&plan, |parent, step| {
            let dir = ConfinedDir::open(parent).unwrap();
            let outcome = discard(&dir, &plan, &environment()).unwrap();
            let whole = !matches!(outcome, DiscardOutcome::Discarded | DiscardOutcome::Absent);
            if whole {
                assert_eq!(
                    codes(&parent.join(&plan.name)),
                    ["approval-awaited"],
                    "step {step}"
                );
            } else {
                assert!(
                    tree(parent).is_empty(),
                    "{format}, step {step}: {:?}",
                    tree(parent).keys()
                );
            }
        });
    }
}

/// A discard that is stopped is itself repeated, or the plan completed after all.
#[test]
fn h3_a_stopped_discard_leaves_a_partial() {
    let plan = description(Format::Lite);
    let partial = before_last_write(&plan);
    for step in 0.. {
        let parent = super::scratch();
        let dir = ConfinedDir::open(parent.path()).unwrap();
        write(parent.path(), &plan);
        let root = parent.path().join(&plan.name);
        // Back to before the last two writes: a partial.
        std::fs::remove_file(root.join("state.json")).unwrap();
        std::fs::write(root.join("README.md"), &partial).unwrap();
        let (environment, met) = stopping(step);
        let outcome = discard(&dir, &plan, &environment);
        if met.load(Ordering::Relaxed) <= step {
            assert!(
                matches!(outcome, Ok(DiscardOutcome::Discarded)),
                "{outcome:?}"
            );
            assert!(tree(parent.path()).is_empty());
            assert!(step > 20, "only {step} steps were met");
            return;
        }
        unlock(&root);
        assert_partial_or_whole(&root, step);
        let outcome = if step % 2 == 0 {
            materialize(&dir, &plan, &super::environment()).map(|outcome| format!("{outcome:?}"))
        } else {
            discard(&dir, &plan, &super::environment()).map(|outcome| format!("{outcome:?}"))
        };
        let outcome = outcome.unwrap();
        assert!(!outcome.contains("Refused"), "step {step}: {outcome}");
    }
}

/// The README as it stands before the state is written.
fn before_last_write(plan: &Description) -> String {
    for step in (0..400).rev() {
        let parent = super::scratch();
        let dir = ConfinedDir::open(parent.path()).unwrap();
        let (environment, _) = stopping(step);
        let _ = materialize(&dir, plan, &environment);
        let text = std::fs::read_to_string(parent.path().join(&plan.name).join("README.md"));
        if let Ok(text) = text
            && text.contains("Plan Status: materializing")
        {
            return text;
        }
    }
    panic!("no step leaves a partial README");
}

#[test]
fn h3_a_partial_that_somebody_changed_is_refused() {
    let plan = description(Format::Full);
    let mut changed = 0;
    at_every_step(&plan, |parent, step| {
        let root = parent.join(&plan.name);
        let Ok(readme) = std::fs::read_to_string(root.join("README.md")) else {
            return;
        };
        changed += 1;
        std::fs::write(root.join("README.md"), readme + "\nmine\n").unwrap();
        let before = tree(parent);
        let dir = ConfinedDir::open(parent).unwrap();
        let outcome = materialize(&dir, &plan, &environment()).unwrap();
        assert!(
            matches!(outcome, MaterializeOutcome::Refused(_)),
            "step {step}: {outcome:?}"
        );
        let outcome = discard(&dir, &plan, &environment()).unwrap();
        assert!(
            matches!(outcome, DiscardOutcome::Refused(_)),
            "step {step}: {outcome:?}"
        );
        let after = tree(parent);
        let content = |tree: &std::collections::BTreeMap<String, Vec<u8>>| {
            let kept = tree.iter().filter(|(name, _)| !name.contains("/."));
            kept.map(|(name, bytes)| (name.clone(), bytes.clone()))
                .collect::<Vec<_>>()
        };
        assert!(content(&after) == content(&before), "step {step}");
    });
}

/// The README names the description, so that another one does not complete the plan.
#[test]
fn h3_another_description_does_not_complete_the_partial() {
    let plan = description(Format::Full);
    let mut other = plan.clone();
    "Another context.".clone_into(&mut other.tasks[2].context);
    at_every_step(&plan, |parent, step| {
        let root = parent.join(&plan.name);
        let has_readme = root.join("README.md").exists();
        let dir = ConfinedDir::open(parent).unwrap();
        let outcome = materialize(&dir, &other, &environment()).unwrap();
        let refused = matches!(outcome, MaterializeOutcome::Refused(_));
        assert_eq!(refused, has_readme, "step {step}: {outcome:?}");
    });
}
