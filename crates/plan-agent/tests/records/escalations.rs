//! P13, P16: an escalation names its class, is sent once, and waits with others where it can.

use plan_agent::batch::Batch;
use plan_agent::decision::{Decision, decide};
use plan_agent::escalation::{Class, Escalation, Question, escalate};
use plan_agent::{Recording, UnfitCode, told};
use plan_state::{Limits, RawState, TaskStatus, read_state};
use plan_update::{Conflict, RefusalCode, Request};
use proptest::prelude::*;

use crate::plan::{LATER, NOW, Plan, at, line};

fn token() -> Question {
    Question {
        task: 2,
        class: Some(Class::Credential),
        text: "Which account may publish the export".into(),
        needs: Some("read access to the bucket".into()),
        recommended: Some("the account of the nightly run".into()),
        ..Question::default()
    }
}

fn state(plan: &Plan) -> RawState {
    let text = plan.text("state.json");
    read_state("state.json", text.as_bytes(), &Limits::default())
        .value
        .unwrap()
}

fn sent(recording: Recording<Escalation>) -> Escalation {
    match recording {
        Recording::Applied(escalation) => escalation,
        other => panic!("{other:?}"),
    }
}

#[test]
fn p13_an_escalation_is_the_blocker_and_is_sent_once() {
    let plan = Plan::running();
    let first = sent(escalate(&plan.dir, &token(), &at(NOW)).unwrap());
    assert_eq!(first.id.to_string(), format!("PLAN_invoice_export/2/{NOW}"));
    let state_of = state(&plan);
    let blocked = state_of.blocked.get().unwrap();
    assert_eq!(
        blocked.reason,
        "authority-missing: [C2] Which account may publish the export"
    );
    assert_eq!(Escalation::of_blocker(&state_of.plan, blocked), first);
    let before = plan.text("state.json");
    let reworded = Question {
        text: "Please name the account".into(),
        ..token()
    };
    for question in [token(), reworded] {
        match escalate(&plan.dir, &question, &at(LATER)).unwrap() {
            Recording::Unchanged(again) => assert_eq!(again, first),
            other => panic!("{other:?}"),
        }
    }
    assert_eq!(plan.text("state.json"), before);
}

/// A blocker that was resolved and set again is another escalation.
#[test]
fn p13_the_identity_is_plan_task_and_since() {
    let plan = Plan::running();
    let first = sent(escalate(&plan.dir, &token(), &at(NOW)).unwrap());
    let resolve = Request {
        resolve_blocker: true,
        ..Request::new(2, TaskStatus::InProgress)
    };
    let _ = plan_update::update(&plan.dir, &resolve, None, &at(LATER)).unwrap();
    let second = sent(escalate(&plan.dir, &token(), &at(LATER)).unwrap());
    assert_ne!(first.id, second.id);
    assert_eq!(
        (&*second.id.plan, second.id.task),
        ("PLAN_invoice_export", 2)
    );
}

#[test]
fn p13_a_question_without_a_class_is_a_decision() {
    let plan = Plan::running();
    let plain = Question {
        class: None,
        ..token()
    };
    match escalate(&plan.dir, &plain, &at(NOW)).unwrap() {
        Recording::Unfit(unfit) => {
            assert_eq!(unfit.code, UnfitCode::ClassMissing);
            assert!(unfit.help.contains("dwp decide"));
        }
        other => panic!("{other:?}"),
    }
    assert!(!state(&plan).blocked.is_value());
}

#[test]
fn p13_a_blocker_of_another_tool_is_an_escalation_too() {
    let plan = Plan::running();
    let block = plan_update::Block {
        reason: "no-progress: 2 turns: nothing [C2]".into(),
        needs: None,
    };
    let request = Request {
        block: Some(block),
        ..Request::new(2, TaskStatus::Blocked)
    };
    let _ = plan_update::update(&plan.dir, &request, None, &at(NOW)).unwrap();
    match escalate(&plan.dir, &token(), &at(LATER)).unwrap() {
        Recording::Unchanged(standing) => {
            assert_eq!(standing.class, None);
            assert_eq!(standing.question, "no-progress: 2 turns: nothing [C2]");
        }
        other => panic!("{other:?}"),
    }
}

/// A turn that stops for a question leaves it, with its class, in the blocker.
#[test]
fn p13_a_turn_stops_for_a_question_with_its_class() {
    for class in [Class::Credential, Class::HumanGate, Class::Outward] {
        let question = Question {
            class: Some(class.clone()),
            ..token()
        };
        let plan = Plan::running();
        let request = Request {
            block: Some(question.stop().unwrap().block()),
            ..Request::new(2, TaskStatus::Blocked)
        };
        let _ = plan_update::update(&plan.dir, &request, None, &at(NOW)).unwrap();
        let state = state(&plan);
        let standing = Escalation::of_blocker(&state.plan, state.blocked.get().unwrap());
        assert_eq!(standing.class, Some(class));
        assert_eq!(standing.question, question.text);
    }
    assert!(Question::default().stop().is_err());
}

#[test]
fn p13_what_the_updater_refuses_is_refused() {
    let plan = Plan::running();
    let early = Question { task: 3, ..token() };
    match escalate(&plan.dir, &early, &at(NOW)).unwrap() {
        Recording::Refused(refusal) => assert_eq!(refusal.code, RefusalCode::BlockUnreachable),
        other => panic!("{other:?}"),
    }
    let secret = Question {
        needs: Some("postgres://app:hunter2@db.internal/app".into()),
        ..token()
    };
    match escalate(&plan.dir, &secret, &at(NOW)).unwrap() {
        Recording::Refused(refusal) => assert_eq!(refusal.code, RefusalCode::Credential),
        other => panic!("{other:?}"),
    }
    let long = Question {
        text: "x".repeat(1000),
        ..token()
    };
    match escalate(&plan.dir, &long, &at(NOW)).unwrap() {
        Recording::Unfit(unfit) => assert_eq!(unfit.code, UnfitCode::TextUnfit),
        other => panic!("{other:?}"),
    }
}

/// Between looking for a standing blocker and setting one, another agent sets it: that is a conflict,
/// and its words stay.
#[test]
fn p13_a_blocker_set_meanwhile_is_not_overwritten() {
    let plan = Plan::running();
    let path = plan.path.join("state.json");
    let other = Plan::running();
    let _ = sent(escalate(&other.dir, &token(), &at(NOW)).unwrap());
    let theirs = other.text("state.json");
    let written = theirs.clone();
    let mut environment = at(LATER);
    environment.probe = plan_guard::Probe::new(move |step| {
        if step.name() == "lock-owner" {
            std::fs::write(&path, &written).unwrap();
        }
        Ok(())
    });
    let reworded = Question {
        text: "Please name the account".into(),
        ..token()
    };
    let outcome = escalate(&plan.dir, &reworded, &environment).unwrap();
    assert!(
        matches!(outcome, Recording::Conflict(Conflict::Stale { .. })),
        "{outcome:?}"
    );
    assert_eq!(plan.text("state.json"), theirs);
}

fn scope(task: u64, text: &str) -> Question {
    Question {
        task,
        class: Some(Class::Scope),
        text: text.into(),
        options: vec!["keep it".into(), "drop it".into()],
        recommended: Some("keep it".into()),
        waits: true,
        ..Question::default()
    }
}

#[test]
fn p16_questions_that_wait_are_asked_together() {
    let plan = Plan::running();
    let last = sent(escalate(&plan.dir, &scope(3, "Is the header part of it"), &at(NOW)).unwrap());
    let first =
        sent(escalate(&plan.dir, &scope(2, "Is the footer part of it"), &at(LATER)).unwrap());
    assert!(!state(&plan).blocked.is_value(), "neither blocks");
    let again = escalate(&plan.dir, &scope(3, "Is the header part of it"), &at(LATER)).unwrap();
    assert!(
        matches!(&again, Recording::Unchanged(sent) if *sent == last),
        "{again:?}"
    );
    let batch = Batch::of("PLAN_invoice_export", &told(&plan.dir).unwrap());
    assert_eq!(batch.questions, [first, last]);
    assert_eq!(batch.before_task, Some(2));
    assert_eq!(
        batch.to_string(),
        "PLAN_invoice_export: 2 questions to answer before Task 2\n\
         1. [C5] Task 2: Is the footer part of it; recommended: keep it (since 2026-03-03T11:00:00Z)\n   \
         - keep it\n   - drop it\n\
         2. [C5] Task 3: Is the header part of it; recommended: keep it (since 2026-03-03T10:00:00Z)\n   \
         - keep it\n   - drop it\n"
    );
    let answer = Decision {
        task: Some(2),
        question: "Is the footer part of it".into(),
        options: vec!["keep it".into(), "drop it".into()],
        choice: "drop it".into(),
        reason: "Ana: \"Drop it.\"".into(),
        revert: "ask again".into(),
        ..Decision::default()
    };
    let _ = decide(&plan.dir, &answer, &at(LATER)).unwrap();
    let batch = Batch::of("PLAN_invoice_export", &told(&plan.dir).unwrap());
    assert_eq!((batch.questions.len(), batch.before_task), (1, Some(3)));
}

#[test]
fn p16_a_question_that_waits_has_a_default() {
    let plan = Plan::running();
    let open = Question {
        recommended: None,
        ..scope(2, "Is the footer part of it")
    };
    match escalate(&plan.dir, &open, &at(NOW)).unwrap() {
        Recording::Unfit(unfit) => assert_eq!(unfit.code, UnfitCode::DefaultMissing),
        other => panic!("{other:?}"),
    }
    let absent = escalate(&plan.dir, &scope(9, "x"), &at(NOW)).unwrap();
    assert!(
        matches!(&absent, Recording::Unfit(unfit) if unfit.code == UnfitCode::TaskUnknown),
        "{absent:?}"
    );
    let none = Batch::of("p", &told(&plan.dir).unwrap());
    assert_eq!(none.to_string(), "p: no question waits\n");
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 24, ..ProptestConfig::default() })]

    /// Whatever is asked is read back as it was asked, from either place.
    #[test]
    fn p13_any_escalation_reads_back(
        text in line(),
        needs in proptest::option::of(line()),
        options in proptest::collection::vec(line(), 0..3),
        default in line(),
        class in prop_oneof![
            proptest::sample::select(Class::NUMBERED.to_vec()),
            "[a-z][a-z0-9-]{0,8}".prop_map(Class::Other),
        ],
        waits: bool,
    ) {
        let recommended = Some(options.last().cloned().unwrap_or(default));
        let options = if waits { options } else { Vec::new() };
        let question = Question { task: 2, class: Some(class), text, needs, options, recommended, waits };
        let plan = Plan::running();
        let told_of = sent(escalate(&plan.dir, &question, &at(NOW)).unwrap());
        let read = if waits {
            Batch::of("PLAN_invoice_export", &told(&plan.dir).unwrap()).questions.pop().unwrap()
        } else {
            let state = state(&plan);
            Escalation::of_blocker(&state.plan, state.blocked.get().unwrap())
        };
        let mut expected = told_of;
        expected.needs = expected.needs.or((!waits).then(|| "an answer".to_owned()));
        prop_assert_eq!(&read, &expected);
        let json = serde_json::to_string(&read).unwrap();
        prop_assert_eq!(serde_json::from_str::<Escalation>(&json).unwrap(), expected);
    }
}
