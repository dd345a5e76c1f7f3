//! Amendments held against the rules on words, authority, tasks and order (G2, G3).

use plan_diagnostics::{Finding, Location, Rule, Span};
use plan_markdown::view::Spanned;
use plan_markdown::view::amendment::Amendment as Written;

use super::{Amendment, AmendmentDate, Amendments, Authority, Disposition};
use crate::rules::amendment::{
    AMENDMENT_AUTHORITY, AMENDMENT_DATE, AMENDMENT_DESTINATION, AMENDMENT_DISPOSITION,
    AMENDMENT_ORDER, AMENDMENT_TASKS,
};

/// Judges the amendments of one task's record, `tasks` being the numbers of the plan's tasks and
/// `file` the file that the record is in.
///
/// What is returned holds; what does not is left out, and among the findings. Absent and unreadable
/// fields are not reported again here: the view that read the record has done so.
#[must_use]
pub fn judge(
    file: &str,
    task: u64,
    written: &[Written],
    tasks: &[u64],
) -> (Amendments, Vec<Finding>) {
    let mut judge = Judge {
        file,
        task,
        tasks,
        findings: Vec::new(),
    };
    judge.order(written);
    let amendments = written
        .iter()
        .filter_map(|amendment| judge.one(amendment))
        .collect();
    (Amendments { task, amendments }, judge.findings)
}

struct Judge<'j> {
    file: &'j str,
    task: u64,
    tasks: &'j [u64],
    findings: Vec<Finding>,
}

impl Judge<'_> {
    /// Ids ascend and dates do not go back (G3).
    fn order(&mut self, written: &[Written]) {
        for pair in written.windows(2) {
            let [before, after] = pair else { continue };
            if let (Some(first), Some(second)) = (before.id, after.id)
                && second <= first
            {
                let message = format!("A{second} follows A{first}; numbers ascend");
                self.report(&AMENDMENT_ORDER, after.heading, message);
            }
            if let (Some(first), Some(second)) = (date(before), date(after))
                && second.is_before(&first)
            {
                let message = format!(
                    "{} is dated before {}, which it follows",
                    after.name(),
                    before.name()
                );
                self.report(&AMENDMENT_ORDER, after.heading, message);
            }
        }
    }

    /// The amendment, where it is complete and nothing that must hold is broken.
    fn one(&mut self, written: &Written) -> Option<Amendment> {
        let date = self.date(written);
        let disposition = self.disposition(written);
        let authority = self.authority(written, disposition);
        let destination = self.destination(written, disposition);
        self.tasks(written);
        let text = |field: &Option<Spanned<String>>| field.as_ref().map(|text| text.value.clone());
        let (authority, citation) = authority?;
        written.evidence_text.as_ref()?;
        Some(Amendment {
            id: written.id?,
            date: date?,
            criterion: text(&written.criterion)?,
            observed: text(&written.observed)?,
            disposition: disposition?,
            reason: text(&written.reason)?,
            authority,
            citation,
            tasks: Some(written.tasks.clone()).filter(|tasks| !tasks.is_empty())?,
            destination: destination?,
            invalidated: written.evidence.invalidated.clone(),
            preserved: written.evidence.preserved.clone(),
            withdrawn: written.evidence.withdrawn.clone(),
            span: written.span,
        })
    }

    fn date(&mut self, written: &Written) -> Option<AmendmentDate> {
        let text = written.date.as_ref()?;
        let date = AmendmentDate::parse(&text.value);
        if date.is_none() {
            let message = format!("{} is not an RFC 3339 date or date-time", text.value);
            self.report(&AMENDMENT_DATE, text.span, message);
        }
        date
    }

    fn disposition(&mut self, written: &Written) -> Option<Disposition> {
        let text = written.disposition.as_ref()?;
        let disposition = Disposition::of(&text.value);
        if disposition.is_none() {
            let words = Disposition::ALL.map(|word| format!("`{word}`")).join(", ");
            let message = format!("the disposition {:?} is not one of {words}", text.value);
            self.report(&AMENDMENT_DISPOSITION, text.span, message);
        }
        disposition
    }

    fn authority(
        &mut self,
        written: &Written,
        disposition: Option<Disposition>,
    ) -> Option<(Authority, Option<String>)> {
        let text = written.authority.as_ref()?;
        let found = Authority::of(&text.value);
        let message = match &found {
            None => {
                let words = Authority::ALL.map(|word| format!("`{word}`")).join(", ");
                format!("the authority {:?} is not one of {words}", text.value)
            }
            Some((authority, _)) => {
                let removed = disposition == Some(Disposition::Removed);
                if !removed || *authority == Authority::User {
                    return found;
                }
                format!("only the user removes; the authority is `{authority}`")
            }
        };
        self.report(&AMENDMENT_AUTHORITY, text.span, message);
        None
    }

    /// The destination; `None` where a deferral lacks one, or where it is no other task of the plan.
    #[allow(
        clippy::option_option,
        reason = "no valid destination is not the same as none needed"
    )]
    fn destination(
        &mut self,
        written: &Written,
        disposition: Option<Disposition>,
    ) -> Option<Option<u64>> {
        let span = written
            .tasks_text
            .as_ref()
            .map_or(written.heading, |text| text.span);
        let message = match written.destination {
            None if disposition == Some(Disposition::Deferred) => {
                format!(
                    "{} is deferred to no task; write `Task N → Task M`",
                    written.name()
                )
            }
            None => return Some(None),
            Some(to) if !self.tasks.contains(&to) => {
                format!(
                    "{} goes to task {to}, which the plan does not have",
                    written.name()
                )
            }
            Some(to) if written.tasks.contains(&to) => {
                format!("{} goes from task {to} to itself", written.name())
            }
            Some(to) => return Some(Some(to)),
        };
        self.report(&AMENDMENT_DESTINATION, span, message);
        None
    }

    /// Advisory: the tasks named are tasks of the plan, and the record's own is among them.
    fn tasks(&mut self, written: &Written) {
        let Some(text) = &written.tasks_text else {
            return;
        };
        if written.tasks.is_empty() {
            return;
        }
        let known = self.tasks;
        for task in written.tasks.iter().filter(|task| !known.contains(task)) {
            let message = format!(
                "{} names task {task}, which the plan does not have",
                written.name()
            );
            self.report(&AMENDMENT_TASKS, text.span, message);
        }
        if !written.tasks.contains(&self.task) {
            let message = format!(
                "{} stands in the record of task {}, and does not name it",
                written.name(),
                self.task
            );
            self.report(&AMENDMENT_TASKS, text.span, message);
        }
    }

    fn report(&mut self, rule: &'static Rule, span: Span, message: String) {
        self.findings
            .push(Finding::new(rule, Location::span(self.file, span), message));
    }
}

fn date(written: &Written) -> Option<AmendmentDate> {
    AmendmentDate::parse(&written.date.as_ref()?.value)
}
