//! Promoting: what becomes of README, records and state, and every interruption both ways (H4).
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::disallowed_methods,
    reason = "tests"
)]

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use plan_guard::{ConfinedDir, Probe, Process};
use plan_state::{TaskStatus, Timestamp};
use plan_testkit::PlanBuilder;
use plan_update::{
    Environment, Outcome, PromotionCall, PromotionOutcome, RefusalCode, Request, promote, update,
};
use plan_verify::{Facts, PlanFiles, check};

use PromotionCall::{Resume, RollBack, Start};

fn environment() -> Environment {
    let now = "2026-03-05T08:00:00Z";
    Environment::new(
        Process::current("test", now),
        Timestamp::parse(now).unwrap(),
    )
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

    fn dir(&self) -> ConfinedDir {
        ConfinedDir::open(&self.root).unwrap()
    }

    fn text(&self, file: &str) -> String {
        std::fs::read_to_string(self.root.join(file)).unwrap()
    }

    fn promote(&self, call: PromotionCall) -> PromotionOutcome {
        promote(&self.dir(), call, &environment()).unwrap()
    }

    fn codes(&self) -> Vec<&'static str> {
        let report = check(&PlanFiles::load(&self.dir()).unwrap(), &Facts::default());
        report.findings().map(|finding| finding.rule.code).collect()
    }

    /// The files directly in the plan, with their text.
    fn files(&self) -> BTreeMap<String, String> {
        let entries = std::fs::read_dir(&self.root).unwrap();
        let paths = entries.map(|entry| entry.unwrap().path());
        let files = paths.filter(|path| path.is_file());
        let named = |path: PathBuf| {
            let name = path.file_name().unwrap().to_str().unwrap().to_owned();
            (name, std::fs::read_to_string(path).unwrap())
        };
        files.map(named).collect()
    }
}

const AMENDMENT: &str = "Status: completed\nTimestamp: 2026-03-02T10:01:30Z\nSummary: written in one pass.\nSkills disposition: none\n";

/// A Lite plan with a completed task, an amendment, a sub-heading and links between records. The
/// Final Review names its parts.
fn lite() -> PlanBuilder {
    let amended = format!(
        "{AMENDMENT}\n#### Amendment A1 — 2026-03-02\n\n**Criterion:** Part 1 has one row an invoice.\n**Observed:** as written.\n**Disposition:** achieved\n**Reason:** see [Task 2](#task-2).\n**Authority:** evidence\n**Tasks:** Task 1\n**Evidence:** invalidated: none; preserved: `cargo test -p part1`\n"
    );
    PlanBuilder::lite(3)
        .tick(1)
        .edit("README.md", AMENDMENT, &amended)
        .edit(
            "README.md",
            "- [ ] Task 2: Write part 2",
            "- [ ] [Task 2: Write part 2](#task-2)",
        )
}

#[test]
fn h4_the_plan_is_full_and_passes_its_check() {
    let plan = Plan::of(&lite());
    assert_eq!(plan.codes(), [""; 0]);
    let outcome = plan.promote(Start);
    let PromotionOutcome::Promoted { tasks } = outcome else {
        panic!("{outcome:?}");
    };
    let names = [
        "1.task_write_part_1.md",
        "2.task_write_part_2.md",
        "3.task_final_review.md",
    ];
    assert_eq!(tasks, names);
    assert_eq!(plan.codes(), [""; 0]);
    let readme = plan.text("README.md");
    assert!(readme.contains("Plan Format: Full\n"));
    assert!(readme.contains(
        "- [x] Task 1: Write part 1 — [1.task_write_part_1.md](./1.task_write_part_1.md)\n"
    ));
    assert!(readme.contains("- [ ] [Task 2: Write part 2](./2.task_write_part_2.md)\n"));
    assert!(readme.ends_with("Plan Status: 1/3 completed\n"), "{readme}");
    let record = plan.text("1.task_write_part_1.md");
    assert!(
        record.starts_with("# Task 1: Write part 1\n\n## Context\n"),
        "{record}"
    );
    assert!(record.contains("\n### Amendment A1 — 2026-03-02\n"));
    assert!(record.contains("see [Task 2](./2.task_write_part_2.md)."));
    let state = plan.text("state.json");
    assert!(state.contains("\"format\": \"full\"") && state.contains("\"promotion\": null"));
    assert!(state.contains("\"evidence\": \"64 passed in 3.1s, part 1\""));
    // The manifest keeps what was intended at creation.
    assert_eq!(plan.text("manifest.json"), lite().files()["manifest.json"]);
    assert!(
        plan.text("PROGRESS.md")
            .contains("Decision: promotion to Full\n")
    );
    assert!(!plan.root.join(".promotion.README.md").exists());
    assert!(matches!(plan.promote(Start), PromotionOutcome::Unchanged));
}

/// Every line of a record is in its file, with the marks of headings and the targets of links aside.
#[test]
fn h4_the_text_of_the_records_is_moved_verbatim() {
    for ending in ["\n", "\r\n"] {
        let text = lite().files()["README.md"].replace('\n', ending);
        let plan = Plan::of(&lite().write("README.md", &text));
        let outcome = plan.promote(Start);
        assert!(
            matches!(outcome, PromotionOutcome::Promoted { .. }),
            "{outcome:?}"
        );
        let (_, records) = text.split_once("## Task 1").unwrap();
        let moved: String = [1, 2]
            .map(|n| plan.text(&format!("{n}.task_write_part_{n}.md")))
            .concat();
        let moved = moved + &plan.text("3.task_final_review.md");
        let bare = |line: &str| {
            let line = line
                .trim_start_matches('#')
                .split(" {#")
                .next()
                .unwrap_or("")
                .to_owned();
            line.replace("(#task-2)", "(./2.task_write_part_2.md)")
        };
        let lines = |text: &str| {
            text.lines()
                .map(bare)
                .filter(|line| !line.is_empty())
                .collect::<Vec<_>>()
        };
        assert_eq!(lines(&moved)[1..], lines(records)[1..]);
        assert_eq!(moved.contains("\r\n"), ending == "\r\n");
        assert_eq!(moved.matches('\n').count(), moved.matches(ending).count());
    }
}

fn refused(builder: &PlanBuilder, call: PromotionCall) -> RefusalCode {
    let plan = Plan::of(builder);
    let before = plan.files();
    let outcome = plan.promote(call);
    let PromotionOutcome::Refused(refusal) = outcome else {
        panic!("{outcome:?}");
    };
    assert!(plan.files() == before, "something was written");
    refusal.code
}

#[test]
fn h4_only_a_ready_lite_plan_between_tasks_is_promoted() {
    assert_eq!(refused(&lite().start(2), Start), RefusalCode::PlanNotReady);
    assert_eq!(refused(&lite().block(2), Start), RefusalCode::PlanNotReady);
    assert_eq!(
        refused(&PlanBuilder::legacy(3), Start),
        RefusalCode::PlanNotReady
    );
    assert_eq!(
        refused(&PlanBuilder::lite(3).complete(), Start),
        RefusalCode::PlanNotReady
    );
    assert_eq!(refused(&lite(), Resume), RefusalCode::PromotionAbsent);
    assert_eq!(refused(&lite(), RollBack), RefusalCode::PromotionAbsent);
    assert_eq!(
        refused(&PlanBuilder::full(3), RollBack),
        RefusalCode::PromotionAbsent
    );
    let stray = lite().write("2.task_mine.md", "# Mine\n");
    assert_eq!(refused(&stray, Start), RefusalCode::PlanExists);
    let marked = lite().write(".finalizing.json", "{}");
    assert_eq!(
        refused(&marked, Start),
        RefusalCode::FinalizationInterrupted
    );
    // The Final Review of a Full plan names its parts; the check of a Lite one does not look.
    let mut vague = lite().files()["README.md"].clone();
    vague = vague.replace(
        "Run the security pass, the final-state validation and the skills reconciliation.",
        "Look again.",
    );
    let vague = lite().write("README.md", &vague);
    assert_eq!(refused(&vague, Start), RefusalCode::WouldNotPass);
    let headless = lite().edit(
        "README.md",
        "## Task 2: Write part 2 {#task-2}",
        "## Part 2",
    );
    assert_eq!(refused(&headless, Start), RefusalCode::RecordUnreadable);
}

/// Stops the call at the `nth` step.
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

/// Runs `call` on a plan that `prepare` has brought there, stopped at every step, and hands over
/// what that leaves; tells how many steps there were.
fn at_every_step(
    prepare: impl Fn(&Plan),
    call: PromotionCall,
    mut then: impl FnMut(&Plan, usize),
) -> usize {
    for step in 0.. {
        let plan = Plan::of(&lite());
        prepare(&plan);
        let (environment, met) = stopping(step);
        let _ = promote(&plan.dir(), call, &environment);
        if met.load(Ordering::Relaxed) <= step {
            return step;
        }
        let _ = std::fs::remove_dir_all(plan.root.join("state.json.lock"));
        then(&plan, step);
    }
    0
}

/// While a promotion is under way nothing executes and no check passes.
fn under_way(plan: &Plan, step: usize) -> bool {
    if plan.text("state.json").contains("\"promotion\": null") {
        assert_eq!(plan.codes(), [""; 0], "step {step}");
        return false;
    }
    assert!(plan.codes().contains(&"plan-not-ready"), "step {step}");
    let request = Request::new(2, TaskStatus::InProgress);
    let outcome = update(&plan.dir(), &request, None, &environment()).unwrap();
    assert!(
        matches!(&outcome, Outcome::Refused(refusal) if refusal.code == RefusalCode::PlanNotReady),
        "step {step}: {outcome:?}"
    );
    let again = plan.promote(Start);
    assert!(
        matches!(&again, PromotionOutcome::Refused(refusal) if refusal.code == RefusalCode::PlanNotReady),
        "step {step}: {again:?}"
    );
    true
}

/// The files without what a later sweep removes.
fn content(plan: &Plan) -> BTreeMap<String, String> {
    let mut files = plan.files();
    files.retain(|name, _| !name.ends_with(".tmp"));
    files
}

#[test]
fn h4_a_stopped_promotion_is_resumed_at_every_step() {
    let reference = Plan::of(&lite());
    let _ = reference.promote(Start);
    let mut resumed = 0;
    let steps = at_every_step(
        |_| (),
        Start,
        |plan, step| {
            let call = if under_way(plan, step) { Resume } else { Start };
            resumed += usize::from(call == Resume);
            let outcome = plan.promote(call);
            assert!(
                matches!(
                    outcome,
                    PromotionOutcome::Promoted { .. } | PromotionOutcome::Unchanged
                ),
                "step {step}: {outcome:?}"
            );
            assert_eq!(content(plan), content(&reference), "step {step}");
        },
    );
    assert!(steps > 80 && resumed > 60, "{resumed} of {steps} steps");
}

#[test]
fn h4_a_stopped_promotion_is_taken_back_at_every_step() {
    let before = lite().files();
    let mut taken_back = 0;
    at_every_step(
        |_| (),
        Start,
        |plan, step| {
            if !under_way(plan, step) {
                return;
            }
            taken_back += 1;
            let outcome = plan.promote(RollBack);
            assert!(
                matches!(outcome, PromotionOutcome::RolledBack),
                "step {step}: {outcome:?}"
            );
            assert_eq!(plan.codes(), [""; 0], "step {step}");
            for (name, text) in plan.files() {
                match name.as_str() {
                    "PROGRESS.md" => assert!(text.contains("Decision: promotion taken back\n")),
                    "state.json" => assert!(text.contains("\"value\": \"#task-2\"")),
                    _ => assert_eq!(Some(&text), before.get(&name), "step {step}: {name}"),
                }
            }
            // And the plan can be promoted again.
            let outcome = plan.promote(Start);
            assert!(
                matches!(outcome, PromotionOutcome::Promoted { .. }),
                "step {step}: {outcome:?}"
            );
            assert_eq!(plan.codes(), [""; 0], "step {step}");
        },
    );
    assert!(taken_back > 60, "taken back at {taken_back} steps only");
}

/// Brings a plan to just before the end of its promotion.
fn nearly_promoted(plan: &Plan) {
    let total = at_every_step(|_| (), Start, |_, _| ());
    for step in (0..total).rev() {
        let (environment, _) = stopping(step);
        let _ = promote(&plan.dir(), Start, &environment);
        let _ = std::fs::remove_dir_all(plan.root.join("state.json.lock"));
        let state = plan.text("state.json");
        if state.contains("\"phase\": \"switched\"") {
            return;
        }
        // Too far: begin again with a fresh plan.
        for name in plan.files().into_keys() {
            std::fs::remove_file(plan.root.join(name)).unwrap();
        }
        for (name, text) in lite().files() {
            std::fs::write(plan.root.join(name), text).unwrap();
        }
    }
    panic!("no step leaves a plan that is switched");
}

/// A roll-back that is stopped itself is repeated, or the promotion carried through after all.
#[test]
fn h4_a_stopped_roll_back_goes_either_way() {
    let start = Plan::of(&lite());
    nearly_promoted(&start);
    let files = start.files();
    let prepare = |plan: &Plan| {
        for name in plan.files().into_keys() {
            std::fs::remove_file(plan.root.join(name)).unwrap();
        }
        for (name, text) in &files {
            std::fs::write(plan.root.join(name), text).unwrap();
        }
    };
    let steps = at_every_step(prepare, RollBack, |plan, step| {
        if !under_way(plan, step) {
            return;
        }
        let call = if step % 2 == 0 { RollBack } else { Resume };
        let outcome = plan.promote(call);
        assert!(
            matches!(
                outcome,
                PromotionOutcome::RolledBack | PromotionOutcome::Promoted { .. }
            ),
            "step {step}: {outcome:?}"
        );
        assert_eq!(plan.codes(), [""; 0], "step {step}");
    });
    assert!(steps > 30, "only {steps} steps were met");
}

#[test]
fn d9_what_somebody_wrote_meanwhile_is_a_conflict_and_stays() {
    let mut conflicts = 0;
    at_every_step(
        |_| (),
        Start,
        |plan, step| {
            let file = "1.task_write_part_1.md";
            if !under_way(plan, step) || !plan.root.join(file).exists() {
                return;
            }
            std::fs::write(plan.root.join(file), "# Mine\n").unwrap();
            for call in [Resume, RollBack] {
                let outcome = plan.promote(call);
                assert!(
                    matches!(outcome, PromotionOutcome::Conflict(_)),
                    "step {step}: {outcome:?}"
                );
                conflicts += 1;
            }
            assert_eq!(plan.text(file), "# Mine\n");
        },
    );
    assert!(conflicts > 40);
}
