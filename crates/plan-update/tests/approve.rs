//! D11: an approval names the person and keeps their words.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::disallowed_methods,
    reason = "tests"
)]

mod common;

use common::{Plan, at, diff};
use plan_testkit::PlanBuilder;
use plan_update::{ApprovalOutcome, Consent, RefusalCode, approve};

#[test]
fn d11_an_approval_without_a_name_or_words_is_none() {
    let plan = Plan::of(
        &PlanBuilder::full(3)
            .edit("state.json", "\"approved\"", "\"pending\"")
            .edit("README.md", "Approval: approved", "Approval: pending"),
    );
    let old = plan.files();
    let given = |by: &str, words: &str| {
        let consent = Consent {
            by: by.to_owned(),
            words: words.to_owned(),
            trust: false,
            unattended: false,
        };
        approve(&plan.dir, &consent, &at("2026-03-03T10:00:00Z")).unwrap()
    };
    for (by, words, code) in [
        ("", "go ahead", RefusalCode::ApprovalUnattributed),
        ("Ada", " ", RefusalCode::ApprovalUnattributed),
        ("Ada", "go\nahead", RefusalCode::NotSingleLine),
    ] {
        let outcome = given(by, words);
        assert!(
            matches!(&outcome, ApprovalOutcome::Refused(refusal) if refusal.code == code),
            "{by:?}, {words:?}: {outcome:?}"
        );
    }
    assert_eq!(diff(&old, &plan.files()), "");
    assert!(matches!(
        given("Ada", "go ahead"),
        ApprovalOutcome::Applied { .. }
    ));
}
