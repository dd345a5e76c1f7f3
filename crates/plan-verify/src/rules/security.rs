//! The security review of a completed plan.

use plan_diagnostics::{Finding, Location, Rule, Severity};
use plan_markdown::Document;

use crate::security_review;
use crate::view::PlanView;

/// Where the review lies, relative to the plan.
pub(crate) const REVIEW_FILE: &str = "analysis_results/SECURITY_REVIEW.md";

/// A completed plan has no security review.
pub static SECURITY_REVIEW_MISSING: Rule = Rule {
    code: "security-review-missing",
    severity: Severity::Must,
    title: "A completed plan has no security review",
    reason: "The security pass of the Final Review leaves a record, even where it found nothing.",
    requirement: "E",
};

/// A critical finding of the security review is unresolved.
pub static SECURITY_REVIEW_UNRESOLVED: Rule = Rule {
    code: "security-review-unresolved",
    severity: Severity::Must,
    title: "The security review leaves a critical finding unresolved",
    reason: "A plan is not completed while a critical finding is neither fixed, mitigated, refuted \
             nor accepted by the user.",
    requirement: "E",
};

pub(super) fn review(view: &PlanView<'_>, out: &mut Vec<Finding>) {
    if !is_due(view) {
        return;
    }
    let Some(text) = view
        .files
        .text(REVIEW_FILE)
        .filter(|text| !text.trim().is_empty())
    else {
        let message = "the plan is completed, and there is no security review, or an empty one";
        let help = "write what the security pass looked at and found, `No findings.` included";
        let location = Location::file(REVIEW_FILE);
        out.push(Finding::new(&SECURITY_REVIEW_MISSING, location, message).with_help(help));
        return;
    };
    let review = Document::parse(REVIEW_FILE, text.clone());
    for span in security_review::unresolved(&review) {
        let message = "a critical finding is not said to be dealt with";
        let help = "say beside the finding that it is fixed (and where), mitigated, a false \
                    positive, or accepted by the user";
        let location = Location::span(REVIEW_FILE, span);
        out.push(Finding::new(&SECURITY_REVIEW_UNRESOLVED, location, message).with_help(help));
    }
}

/// The review is due when the plan is completed; in the legacy era, when its security task is.
fn is_due(view: &PlanView<'_>) -> bool {
    view.is_completed() || view.legacy_security_done()
}
