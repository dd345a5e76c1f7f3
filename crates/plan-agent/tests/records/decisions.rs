//! P13, P15: decisions are judged, recorded once, and read back without loss.

use plan_agent::decision::{Decision, Decisions, decide};
use plan_agent::{Recording, UnfitCode, told};
use plan_markdown::Document;
use plan_markdown::view::Progress;
use plan_markdown::view::progress::NewEntry;
use plan_testkit::PlanBuilder;
use plan_update::{Consent, RefusalCode};
use proptest::prelude::*;

use crate::plan::{LATER, NOW, Plan, at, line};

fn cents() -> Decision {
    Decision {
        task: Some(2),
        question: "How are amounts kept".into(),
        options: vec!["whole cents".into(), "a decimal type".into()],
        choice: "whole cents".into(),
        reason: "no rounding can creep in".into(),
        revert: "change `Amount`".into(),
        ..Decision::default()
    }
}

#[test]
fn p13_a_decision_is_recorded_once_and_reads_back() {
    let plan = Plan::running();
    let before = plan.text("PROGRESS.md");
    let recorded = Decision {
        at: Some(NOW.into()),
        ..cents()
    };
    match decide(&plan.dir, &cents(), &at(NOW)).unwrap() {
        Recording::Applied(decision) => assert_eq!(decision, recorded),
        other => panic!("{other:?}"),
    }
    let text = plan.text("PROGRESS.md");
    assert!(text.starts_with(&before));
    assert!(text.ends_with(
        "## 2026-03-03T10:00:00Z — Decision: How are amounts kept\n\n- Task: 2\n\
         - Option: whole cents\n- Option: a decimal type\n- Choice: whole cents\n\
         - Reason: no rounding can creep in\n- Revert: change `Amount`\n"
    ));
    assert_eq!(
        Decision::all(&told(&plan.dir).unwrap()).last(),
        Some(&recorded)
    );
    let again = decide(&plan.dir, &cents(), &at(LATER)).unwrap();
    assert!(matches!(again, Recording::Unchanged(_)), "{again:?}");
    assert_eq!(plan.text("PROGRESS.md"), text);
}

#[test]
fn p13_a_plan_that_another_tool_wrote_decisions_in_is_read() {
    let plan = Plan::of(&PlanBuilder::full(3));
    let text = "# Progress\n\n## 2026-03-02 — Decisión: el formato\n\n- Opciones: uno; dos.\n\
                - Elección: uno\n- Motivo: es más corto\n- Reversión: cambiarlo\n";
    std::fs::write(plan.path.join("PROGRESS.md"), text).unwrap();
    let decisions = Decisions::of("p", &told(&plan.dir).unwrap()).decisions;
    assert_eq!(decisions[0].options, ["uno", "dos"]);
    assert_eq!(
        (&*decisions[0].choice, &*decisions[0].revert),
        ("uno", "cambiarlo")
    );
}

#[test]
fn p15_the_words_of_the_developer_stand_beside_the_recommendation() {
    let literal = Decision {
        words: Some("Use a decimal type.".into()),
        recommended: Some("whole cents".into()),
        choice: "a decimal type".into(),
        ..cents()
    };
    assert_eq!(literal.judge(), Ok(()));
    let plan = Plan::running();
    let _ = decide(&plan.dir, &literal, &at(NOW)).unwrap();
    let read = Decision::all(&told(&plan.dir).unwrap()).pop().unwrap();
    assert_eq!(
        (read.words, read.recommended),
        (literal.words, literal.recommended)
    );
}

/// Each case is one step away from the decision that is fit.
#[test]
fn p13_what_is_no_decision_is_unfit() {
    type Change = fn(&mut Decision);
    let cases: [(UnfitCode, Change); 10] = [
        (UnfitCode::TextUnfit, |d| d.question.clear()),
        (UnfitCode::TextUnfit, |d| d.reason = "two\nlines".into()),
        (UnfitCode::TextUnfit, |d| d.options.push(" padded".into())),
        (UnfitCode::ChoiceUnknown, |d| d.choice = "floats".into()),
        (UnfitCode::ChoiceUnknown, |d| d.options.clear()),
        (UnfitCode::ChoiceUnknown, |d| {
            d.recommended = Some("floats".into());
        }),
        (UnfitCode::Irreversible, |d| d.revert = "None.".into()),
        (UnfitCode::Irreversible, |d| d.revert = "—".into()),
        (UnfitCode::Irreversible, |d| d.revert = "-".into()),
        (UnfitCode::RecommendationMissing, |d| {
            d.words = Some("as I said".into());
        }),
    ];
    assert_eq!(cents().judge(), Ok(()));
    for (code, change) in cases {
        let mut decision = cents();
        change(&mut decision);
        let plan = Plan::running();
        let before = plan.text("PROGRESS.md");
        match decide(&plan.dir, &decision, &at(NOW)).unwrap() {
            Recording::Unfit(unfit) => assert_eq!(unfit.code, code, "{decision:?}"),
            other => panic!("{decision:?}: {other:?}"),
        }
        assert_eq!(plan.text("PROGRESS.md"), before);
    }
}

#[test]
fn p19_a_decision_holds_no_credential() {
    let plan = Plan::running();
    let secret = Decision {
        reason: "postgres://app:hunter2@db.internal/app works".into(),
        ..cents()
    };
    match decide(&plan.dir, &secret, &at(NOW)).unwrap() {
        Recording::Refused(refusal) => {
            assert_eq!(refusal.code, RefusalCode::Credential);
            assert!(!refusal.message.contains("hunter2"));
        }
        other => panic!("{other:?}"),
    }
}

/// The decision that `dwp approve` leaves is one, too.
#[test]
fn p13_an_approval_is_a_decision_on_record() {
    let plan = Plan::of(&PlanBuilder::full(3).edit(
        "state.json",
        "\"approval\": \"approved\"",
        "\"approval\": \"pending\"",
    ));
    let consent = Consent {
        by: "Ana".into(),
        words: "Go.".into(),
        trust: false,
        unattended: false,
    };
    let _ = plan_update::approve(&plan.dir, &consent, &at(NOW)).unwrap();
    let decision = Decision::all(&told(&plan.dir).unwrap()).pop().unwrap();
    assert_eq!(decision.options, ["approve", "refine first"]);
    assert_eq!(decision.choice, "approved.");
}

fn decision() -> impl Strategy<Value = Decision> {
    let option = || proptest::option::of(line());
    (
        proptest::option::of(1..99u64),
        [line(), line(), line()],
        proptest::collection::vec(line(), 1..4),
        (option(), any::<bool>()),
    )
        .prop_map(
            |(task, [question, reason, revert], options, (words, recommends))| Decision {
                at: Some(NOW.into()),
                task,
                question,
                choice: options[0].clone(),
                recommended: recommends.then(|| options[options.len() - 1].clone()),
                options,
                reason,
                revert,
                words: words.filter(|_| recommends),
            },
        )
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn p13_any_decision_reads_back_from_markdown_and_json(first in decision(), second in decision()) {
        let mut text = "# Progress\n\nprose\n".to_owned();
        for decision in [&first, &second] {
            let note = decision.note();
            let entry = NewEntry { timestamp: NOW, kind: note.kind, title: &note.title, bullets: &note.bullets };
            text += "\n";
            text += &entry.render().unwrap();
        }
        let progress = Progress::read(&Document::parse("PROGRESS.md", text.as_str()));
        prop_assert_eq!(Decision::all(&progress), vec![first.clone(), second], "{}", text);
        let json = serde_json::to_string(&first).unwrap();
        prop_assert_eq!(serde_json::from_str::<Decision>(&json).unwrap(), first);
    }
}
