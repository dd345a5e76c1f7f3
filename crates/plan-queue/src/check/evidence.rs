//! Evidence that admits that nothing ran (Q36, by the engine of E1–E3).

use plan_diagnostics::{Finding, Span};
use plan_prose::evidence::{Admission, admits};

use super::Desk;
use crate::model::{Done, DoneField, DoneLane, Text, Trace};
use crate::read::is_na;
use crate::{Lane, rules};

pub(super) fn judge(desk: &mut Desk<'_>) {
    let queue = desk.queue;
    for done in &queue.done {
        for (field, text) in evidence(done) {
            let Some(admission) = admits(&text.value) else {
                continue;
            };
            let what = match admission {
                Admission::ZeroSelection { .. } => "that no check was selected, or that none ran",
                Admission::Invalidated { .. } => "that it was invalidated",
                _ => "that a check did not run",
            };
            let message = format!("`{}:` of `{}` admits {what}", field.as_str(), done.slug());
            let help =
                "run the check and record what it says; what does not apply is `n/a — reason`";
            let span = Span::new(text.span.start, text.span.end);
            desk.push(
                Finding::new(&rules::DONE_ADMITS_NOTHING, done.at(span), message).with_help(help),
            );
        }
    }
}

/// The texts that are to say what ran. What says that it does not apply is judged by other rules; and
/// where the lane runs no QA, that it did not run is no admission.
fn evidence(done: &Done) -> Vec<(DoneField, &Text)> {
    let no_qa = matches!(
        done.lane,
        Some(DoneLane::Lane(Lane::Express | Lane::Directo))
    );
    let whole = [DoneField::Done, DoneField::Qa]
        .into_iter()
        .filter_map(|field| {
            let text = done.field(field).filter(|text| !is_na(&text.value))?;
            (field != DoneField::Qa || !no_qa).then_some((field, text))
        });
    let tests = done.tests.iter().filter_map(|trace| match trace {
        Trace::Test { test, .. } => Some((DoneField::Tests, &test.text)),
        Trace::NotApplicable { .. } => None,
    });
    whole.chain(tests).collect()
}
