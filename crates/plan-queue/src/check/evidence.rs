//! Evidence that admits that nothing ran (Q36, by the engine of E1–E3).

use plan_diagnostics::{Finding, Span};
use plan_prose::evidence::{Admission, admits};
use rayon::prelude::*;

use crate::model::{Done, DoneField, DoneLane, Trace};
use crate::read::is_na;
use crate::{Lane, Queue, rules};

/// What the closings admit. Reading prose is much of the work of a check, and each stands alone.
pub(super) fn admitted(queue: &Queue) -> Vec<Finding> {
    queue.done.par_iter().flat_map_iter(admissions).collect()
}

fn admissions(done: &Done) -> Vec<Finding> {
    let judged = evidence(done).into_iter();
    judged
        .filter_map(|(field, text, span)| {
            let what = match admits(text)? {
                Admission::ZeroSelection { .. } => "that no check was selected, or that none ran",
                Admission::Invalidated { .. } => "that it was invalidated",
                _ => "that a check did not run",
            };
            let message = format!("`{}:` of `{}` admits {what}", field.as_str(), done.slug());
            let help =
                "run the check and record what it says; what does not apply is `n/a — reason`";
            let finding = Finding::new(&rules::DONE_ADMITS_NOTHING, done.at(span), message);
            Some(finding.with_help(help))
        })
        .collect()
}

/// The texts that are to say what ran. What says that it does not apply is judged by other rules;
/// where the lane runs no QA, that it did not run is no admission; and of a test in a file the note is
/// read, but not its name: that says what the test is about.
fn evidence(done: &Done) -> Vec<(DoneField, &str, Span)> {
    let no_qa = matches!(
        done.lane,
        Some(DoneLane::Lane(Lane::Express | Lane::Directo))
    );
    let whole = [DoneField::Done, DoneField::Qa]
        .into_iter()
        .filter_map(|field| {
            let text = done.field(field).filter(|text| !is_na(text.value()))?;
            (field != DoneField::Qa || !no_qa).then_some((field, text.value(), text.span()))
        });
    let tests = done.tests.iter().filter_map(|trace| {
        let Trace::Test { test, .. } = trace else {
            return None;
        };
        let parts = test.parts();
        let text = match parts.name {
            Some(_) => parts.note?,
            None => &test.text.value,
        };
        Some((DoneField::Tests, text, test.text.span))
    });
    whole.chain(tests).collect()
}
