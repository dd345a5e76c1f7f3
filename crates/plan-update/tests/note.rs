//! H10: entries are appended under the lock, once, and none is lost.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::disallowed_methods,
    reason = "tests"
)]

mod common;

use common::{Plan, at, before, break_lock, failing, steps_of};
use plan_markdown::Document;
use plan_markdown::view::Progress;
use plan_markdown::view::progress::EntryKind;
use plan_testkit::PlanBuilder;
use plan_update::{Conflict, Note, NoteOutcome, RefusalCode, note};

const NOW: &str = "2026-03-03T10:00:00Z";
const LATER: &str = "2026-03-03T11:00:00Z";

fn decision(choice: &str) -> Note {
    Note {
        kind: EntryKind::Decision,
        title: "the driver".into(),
        bullets: vec![
            "Options: one; two.".into(),
            format!("Choice: {choice}"),
            "Revert: take the other.".into(),
        ],
    }
}

fn running() -> Plan {
    Plan::of(&PlanBuilder::full(3).tick(1).start(2))
}

fn entries(plan: &Plan) -> Vec<(EntryKind, String)> {
    let progress = Document::parse("PROGRESS.md", plan.text("PROGRESS.md"));
    let entries = Progress::read(&progress).entries;
    entries
        .into_iter()
        .map(|entry| (entry.kind, entry.title.value))
        .collect()
}

#[test]
fn h10_an_entry_is_appended_and_nothing_else_changes() {
    let plan = running();
    let old = plan.text("PROGRESS.md");
    let outcome = note(&plan.dir, &decision("one"), &at(NOW)).unwrap();
    assert!(matches!(outcome, NoteOutcome::Applied), "{outcome:?}");
    let expected = format!(
        "{old}\n## {NOW} — Decision: the driver\n\n- Options: one; two.\n- Choice: one\n\
         - Revert: take the other.\n"
    );
    assert_eq!(plan.text("PROGRESS.md"), expected);
    assert_eq!(plan.faults(), Vec::<&str>::new());
}

#[test]
fn h10_a_decision_is_told_once_until_another_one_takes_its_place() {
    let plan = running();
    for (choice, applied) in [("one", true), ("one", false), ("two", true), ("one", true)] {
        let outcome = note(&plan.dir, &decision(choice), &at(LATER)).unwrap();
        assert_eq!(matches!(outcome, NoteOutcome::Applied), applied, "{choice}");
    }
    let event = Note {
        kind: EntryKind::Turn,
        ..decision("one")
    };
    for (now, applied) in [(NOW, true), (NOW, false), (LATER, true)] {
        let outcome = note(&plan.dir, &event, &at(now)).unwrap();
        assert_eq!(matches!(outcome, NoteOutcome::Applied), applied, "{now}");
    }
}

#[test]
fn h10_a_plan_without_the_file_gets_it() {
    let plan = running();
    plan.remove("PROGRESS.md");
    let outcome = note(&plan.dir, &decision("one"), &at(NOW)).unwrap();
    assert!(matches!(outcome, NoteOutcome::Applied), "{outcome:?}");
    assert!(plan.text("PROGRESS.md").starts_with("# Progress\n\n## "));
}

#[test]
fn h10_what_cannot_be_read_back_is_refused() {
    for (tail, title, bullet, code) in [
        ("\n```\nopen", "t", "b", RefusalCode::ProgressUnreadable),
        ("\n<!-- open", "t", "b", RefusalCode::ProgressUnreadable),
        ("", "two\nlines", "b", RefusalCode::NotSingleLine),
        ("", "t", "two\nlines", RefusalCode::NotSingleLine),
        (
            "",
            "t",
            "postgres://app:hunter2@db.internal/app",
            RefusalCode::Credential,
        ),
    ] {
        let plan = running();
        let old = plan.text("PROGRESS.md") + tail;
        plan.write("PROGRESS.md", &old);
        let unfit = Note {
            kind: EntryKind::Decision,
            title: title.into(),
            bullets: vec![bullet.into()],
        };
        match note(&plan.dir, &unfit, &at(NOW)).unwrap() {
            NoteOutcome::Refused(refusal) => assert_eq!(refusal.code, code, "{tail:?}"),
            other => panic!("{tail:?}: {other:?}"),
        }
        assert_eq!(plan.text("PROGRESS.md"), old);
    }
}

/// The file as an editor left it between reading and renaming is kept.
#[test]
fn d9_a_change_in_between_is_a_conflict() {
    let plan = running();
    let path = plan.path().join("PROGRESS.md");
    let edited = plan.text("PROGRESS.md") + "\nby hand\n";
    let text = edited.clone();
    let environment = before(&at(NOW), "compare", move || {
        std::fs::write(&path, &text).unwrap();
    });
    let outcome = note(&plan.dir, &decision("one"), &environment).unwrap();
    assert!(
        matches!(&outcome, NoteOutcome::Conflict(Conflict::File { file, .. }) if file == "PROGRESS.md"),
        "{outcome:?}"
    );
    assert_eq!(plan.text("PROGRESS.md"), edited);
}

#[test]
fn h10_a_failure_at_any_step_leaves_old_or_new_and_can_be_repeated() {
    let steps = steps_of(&at(NOW), |environment| {
        let _ = note(&running().dir, &decision("one"), environment).unwrap();
    });
    assert!(steps.len() > 8, "{steps:?}");
    for (nth, step) in steps.iter().enumerate() {
        let plan = running();
        let _ = note(&plan.dir, &decision("one"), &failing(&at(NOW), nth));
        break_lock(&plan);
        let _ = note(&plan.dir, &decision("one"), &at(LATER)).unwrap();
        let told = entries(&plan);
        let ours = told.iter().filter(|(_, title)| title == "the driver");
        assert_eq!(ours.count(), 1, "{step:?}");
    }
}

/// Eight writers append at once, and again where another one holds the lock: every entry is there.
#[test]
fn h10_concurrent_entries_are_all_kept() {
    const WRITERS: usize = 8;
    const ENTRIES: usize = 6;
    let plan = running();
    let before = entries(&plan).len();
    std::thread::scope(|scope| {
        for writer in 0..WRITERS {
            let dir = &plan.dir;
            scope.spawn(move || {
                for entry in 0..ENTRIES {
                    let note_of = Note {
                        title: format!("writer {writer} entry {entry}"),
                        ..decision("one")
                    };
                    // A lock of one's own process is not waited for.
                    while let NoteOutcome::Conflict(conflict) =
                        note(dir, &note_of, &at(NOW)).unwrap()
                    {
                        assert_eq!(conflict.code(), "lock-held");
                        std::thread::yield_now();
                    }
                }
            });
        }
    });
    let told = entries(&plan);
    assert_eq!(told.len(), before + WRITERS * ENTRIES);
    for (writer, entry) in (0..WRITERS).flat_map(|w| (0..ENTRIES).map(move |e| (w, e))) {
        let title = format!("writer {writer} entry {entry}");
        let count = told.iter().filter(|(_, told)| *told == title).count();
        assert_eq!(count, 1, "{title}");
    }
}
