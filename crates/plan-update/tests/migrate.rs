//! Migrating: what changes and what does not, what is refused, and every interruption (H5, A5).
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::disallowed_methods,
    reason = "tests"
)]

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use plan_guard::{ConfinedDir, Probe, Process};
use plan_state::{Generation, Timestamp};
use plan_testkit::PlanBuilder;
use plan_update::{
    Environment, Migration, MigrationOutcome, Outcome, RefusalCode, Request, migrate, update,
};
use plan_verify::{Facts, PlanFiles, check};

fn environment() -> Environment {
    let now = "2026-03-05T08:00:00Z";
    Environment::new(
        Process::current("test", now),
        Timestamp::parse(now).unwrap(),
    )
}

fn to(generation: Generation) -> Migration {
    Migration {
        to: generation,
        reason: "the team runs plans unattended".to_owned(),
    }
}

/// A plan on the disk, in memory where there is such a place.
struct Plan {
    _parent: tempfile::TempDir,
    root: PathBuf,
}

impl Plan {
    fn of(builder: &PlanBuilder) -> Self {
        let memory = Path::new("/dev/shm");
        let parent = if memory.is_dir() {
            tempfile::tempdir_in(memory).unwrap()
        } else {
            tempfile::tempdir().unwrap()
        };
        let root = builder.write_into(parent.path());
        Self {
            _parent: parent,
            root,
        }
    }

    fn text(&self, file: &str) -> String {
        std::fs::read_to_string(self.root.join(file)).unwrap()
    }

    fn migrate(&self, migration: &Migration, environment: &Environment) -> MigrationOutcome {
        let dir = ConfinedDir::open(&self.root).unwrap();
        migrate(&dir, migration, environment).unwrap()
    }

    fn codes(&self) -> Vec<&'static str> {
        let files = PlanFiles::load(&ConfinedDir::open(&self.root).unwrap()).unwrap();
        let report = check(&files, &Facts::default());
        report.findings().map(|finding| finding.rule.code).collect()
    }
}

fn legacy() -> PlanBuilder {
    PlanBuilder::legacy(3).tick(1).start(2)
}

/// A v2 plan, made from the v5 one that the builder gives.
fn second(builder: PlanBuilder) -> PlanBuilder {
    builder
        .edit("manifest.json", "plan-manifest/v5", "plan-manifest/v2")
        .edit(
            "manifest.json",
            "\"spec_version\": \"5.0.0\"",
            "\"spec_version\": \"2.4.0\"",
        )
        .edit("state.json", "plan-state/v5", "plan-state/v2")
        .edit("README.md", "DWP spec 5.0.0", "DWP spec 2.4.0")
}

#[test]
fn h5_v1_becomes_v2_or_v5_and_is_declared() {
    for (generation, version) in [(Generation::V2, "2.4.0"), (Generation::V5, "5.0.0")] {
        let plan = Plan::of(&legacy());
        let record = plan.text("1.task_write_part_1.md");
        let outcome = plan.migrate(&to(generation), &environment());
        assert!(
            matches!(
                outcome,
                MigrationOutcome::Applied {
                    from: Generation::V1,
                    awaits_approval: true
                }
            ),
            "{outcome:?}"
        );
        let line = format!(
            "**Standard:** DWP spec {version} (migrated from 2.3.0 on 2026-03-05 — the team runs plans unattended)\n"
        );
        assert!(
            plan.text("README.md").contains(&line),
            "{}",
            plan.text("README.md")
        );
        let entry = format!("## 2026-03-05T08:00:00Z — Decision: migration to {generation}\n");
        assert!(plan.text("PROGRESS.md").contains(&entry));
        let manifest = plan.text("manifest.json");
        assert!(manifest.contains(&format!("plan-manifest/{generation}.json")));
        assert!(manifest.contains(&format!("\"spec_version\": \"{version}\"")));
        assert!(manifest.contains("\"plan_format\": \"full\""));
        let state = plan.text("state.json");
        assert!(state.contains(&format!("plan-state/{generation}.json")));
        assert!(state.contains("\"approval\": \"pending\""));
        assert!(state.contains("\"evidence\": \"64 passed in 3.1s, part 1\""));
        // The records keep their shape, to the byte.
        assert_eq!(plan.text("1.task_write_part_1.md"), record);
        // What v1 could not say is what is left to do: a person approves.
        assert_eq!(plan.codes(), ["approval-overrun"]);
    }
}

#[test]
fn h5_v2_becomes_v5_and_passes_its_check() {
    let plan = Plan::of(&second(PlanBuilder::lite(3).tick(1).start(2)));
    let outcome = plan.migrate(&to(Generation::V5), &environment());
    assert!(
        matches!(
            outcome,
            MigrationOutcome::Applied {
                from: Generation::V2,
                awaits_approval: false
            }
        ),
        "{outcome:?}"
    );
    assert_eq!(plan.codes(), [""; 0]);
    assert!(
        plan.text("manifest.json")
            .contains("\"plan_format\": \"lite\"")
    );
    let again = plan.migrate(&to(Generation::V5), &environment());
    assert!(matches!(again, MigrationOutcome::Unchanged), "{again:?}");
}

#[test]
fn h7_only_the_lines_that_must_change_do() {
    let builder = second(PlanBuilder::full(3).tick(1).start(2));
    let plan = Plan::of(&builder);
    let _ = plan.migrate(&to(Generation::V5), &environment());
    for (file, before) in builder.files() {
        let after = plan.text(&file);
        let changed = before
            .lines()
            .filter(|line| !after.lines().any(|other| other == *line))
            .count();
        let expected = match file.as_str() {
            "README.md" => 1,
            "manifest.json" | "state.json" => 2,
            _ => 0,
        };
        assert_eq!(changed, expected, "{file}:\n{after}");
        assert_eq!(
            before == after,
            expected == 0 && file != "PROGRESS.md",
            "{file}"
        );
    }
}

#[test]
fn b8_unknown_members_are_kept_and_never_taken_for_something_else() {
    let extra = "\"plan\": \"PLAN_invoice_export\",\n  \"x_cost\": 1.50e3,";
    let plan = Plan::of(&legacy().edit("state.json", "\"plan\": \"PLAN_invoice_export\",", extra));
    let _ = plan.migrate(&to(Generation::V5), &environment());
    assert!(plan.text("state.json").contains("\"x_cost\": 1.50e3"));
    let extra = "\"plan\": \"PLAN_invoice_export\",\n  \"approval\": \"approved\",";
    let builder = legacy().edit("state.json", "\"plan\": \"PLAN_invoice_export\",", extra);
    assert_eq!(
        refused(&builder, &to(Generation::V5)),
        RefusalCode::CandidateInvalid
    );
}

/// The refusal's code; nothing may have changed.
fn refused(builder: &PlanBuilder, migration: &Migration) -> RefusalCode {
    let plan = Plan::of(builder);
    let outcome = plan.migrate(migration, &environment());
    let MigrationOutcome::Refused(refusal) = outcome else {
        panic!("{outcome:?}");
    };
    for (file, text) in builder.files() {
        assert_eq!(plan.text(&file), text, "{file}");
    }
    refusal.code
}

#[test]
fn h5_what_cannot_be_migrated_truthfully_is_refused() {
    let v5 = to(Generation::V5);
    let gates = "\"gates\": [\n        {\n          \"command\": \"cargo test -p part1\",\n          \"passes\": true,\n          \"exit_code\": 0,\n          \"last_run\": \"2026-03-02T10:01:00Z\",\n          \"evidence\": \"64 passed in 3.1s, part 1\"\n        }\n      ],\n      ";
    let bare = legacy().edit("state.json", gates, "");
    assert_eq!(refused(&bare, &v5), RefusalCode::MissingEvidence);
    assert_eq!(
        refused(&legacy().remove("manifest.json"), &v5),
        RefusalCode::StateMalformed
    );
    assert_eq!(
        refused(&legacy().remove("state.json"), &v5),
        RefusalCode::StateMissing
    );
    let newer = legacy().edit("manifest.json", "\"2.3.0\"", "\"6.0.0\"");
    assert_eq!(refused(&newer, &v5), RefusalCode::SchemaUnknown);
    let down = PlanBuilder::full(3);
    assert_eq!(
        refused(&down, &to(Generation::V2)),
        RefusalCode::SchemaUnknown
    );
    assert_eq!(
        refused(&legacy(), &to(Generation::V1)),
        RefusalCode::SchemaUnknown
    );
    let marked = legacy().write(".finalizing.json", "{}");
    assert_eq!(refused(&marked, &v5), RefusalCode::FinalizationInterrupted);
    for reason in ["", "two\nlines", "with (parentheses)", " spaced"] {
        let reason = Migration {
            reason: reason.to_owned(),
            ..v5.clone()
        };
        assert_eq!(refused(&legacy(), &reason), RefusalCode::NotSingleLine);
    }
}

/// A mixed pair that no migration declares is somebody else's damage.
#[test]
fn b1_a_mixture_that_nothing_declares_is_refused() {
    let mixed =
        second(PlanBuilder::full(3)).edit("manifest.json", "plan-manifest/v2", "plan-manifest/v5");
    assert_eq!(
        refused(&mixed, &to(Generation::V5)),
        RefusalCode::SchemaMixed
    );
    let declared = mixed.edit(
        "README.md",
        "DWP spec 2.4.0",
        "DWP spec 5.0.0 (migrated from 2.4.0 on 2026-03-04 — asked)",
    );
    let plan = Plan::of(&declared);
    let outcome = plan.migrate(&to(Generation::V5), &environment());
    assert!(
        matches!(outcome, MigrationOutcome::Applied { .. }),
        "{outcome:?}"
    );
}

#[test]
fn f2_the_receipt_of_a_completed_plan_is_set_aside() {
    let plan = Plan::of(&second(PlanBuilder::full(3).complete()));
    let _ = plan.migrate(&to(Generation::V5), &environment());
    assert!(
        !plan
            .root
            .join("analysis_results/FINALIZATION.json")
            .exists()
    );
    assert!(
        plan.root
            .join("analysis_results/FINALIZATION.1.json")
            .exists()
    );
    let musts = plan.codes();
    assert_eq!(musts, ["receipt-missing"]);
}

/// Stopped before every step: nothing works on the mixture, and repeating the call completes it.
#[test]
fn h5_a_stopped_migration_is_completed_by_repeating_it() {
    for (builder, from) in [
        (legacy(), Generation::V1),
        (
            second(PlanBuilder::full(3).tick(1).start(2)),
            Generation::V2,
        ),
    ] {
        let reference = Plan::of(&builder);
        let _ = reference.migrate(&to(Generation::V5), &environment());
        let mut mixed = 0;
        for step in 0.. {
            let plan = Plan::of(&builder);
            let met = Arc::new(AtomicUsize::new(0));
            let count = Arc::clone(&met);
            let probe = Probe::new(move |_| {
                if count.fetch_add(1, Ordering::Relaxed) >= step {
                    return Err(io::Error::other("stopped"));
                }
                Ok(())
            });
            let dir = ConfinedDir::open(&plan.root).unwrap();
            let stopped = migrate(
                &dir,
                &to(Generation::V5),
                &Environment {
                    probe,
                    ..environment()
                },
            );
            if met.load(Ordering::Relaxed) <= step {
                assert!(stopped.is_ok(), "{stopped:?}");
                assert!(step > 40, "only {step} steps were met");
                break;
            }
            let _ = std::fs::remove_dir_all(plan.root.join("state.json.lock"));
            let is = |file: &str, word: &str| plan.text(file).contains(&format!("/{word}.json"));
            if is("manifest.json", "v5") && is("state.json", from.as_str()) {
                mixed += 1;
                assert!(plan.codes().contains(&"schema-mixed"), "step {step}");
                let request = Request::new(2, plan_state::TaskStatus::InProgress);
                let outcome = update(&dir, &request, None, &environment()).unwrap();
                assert!(
                    matches!(&outcome, Outcome::Refused(refusal) if refusal.code == RefusalCode::SchemaMixed),
                    "step {step}: {outcome:?}"
                );
            }
            let again = plan.migrate(&to(Generation::V5), &environment());
            assert!(
                matches!(
                    again,
                    MigrationOutcome::Applied { .. } | MigrationOutcome::Unchanged
                ),
                "step {step}: {again:?}"
            );
            for file in ["README.md", "PROGRESS.md", "manifest.json", "state.json"] {
                assert_eq!(plan.text(file), reference.text(file), "step {step}: {file}");
            }
        }
        assert!(mixed > 3, "the mixture was seen {mixed} times only");
    }
}
