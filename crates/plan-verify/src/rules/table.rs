//! The table of rules: which function judges which, in which era, and from which files.

use plan_diagnostics::{Finding, Rule};

use super::*;
use crate::finalize::rules as finalize;
use crate::view::{Era, Part, PlanView};

/// What a rule needs to be judged at all.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Need {
    Readme,
    State,
    Records,
}

impl Need {
    /// Whether the plan has it, in a form that could be read.
    pub(crate) fn is_met(self, view: &PlanView<'_>) -> bool {
        match self {
            Self::Readme => view.readme.is_some(),
            Self::State => view.state.read().is_some(),
            Self::Records => !view.records.is_empty(),
        }
    }

    /// The file that it is about, and why it could not be used.
    pub(crate) fn lack(self, view: &PlanView<'_>) -> (&'static str, &'static str) {
        fn why<T>(part: &Part<T>) -> &'static str {
            match part {
                Part::Absent => "is not there",
                _ => "could not be read",
            }
        }
        match self {
            Self::Readme => ("README.md", "is not there, or could not be read"),
            Self::State => ("state.json", why(&view.state)),
            Self::Records => ("README.md", "leads to no task record"),
        }
    }
}

/// In which eras a rule is judged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Eras {
    Both,
    Current,
    Legacy,
}

impl Eras {
    pub(crate) fn has(self, era: &Era) -> bool {
        matches!(
            (self, era),
            (Self::Both, Era::Current | Era::Legacy)
                | (Self::Current, Era::Current)
                | (Self::Legacy, Era::Legacy)
        )
    }
}

/// A function over the view, with the rules whose findings it makes.
pub(crate) struct Judge {
    pub(crate) rules: &'static [&'static Rule],
    pub(crate) eras: Eras,
    pub(crate) needs: &'static [Need],
    /// Whether it is judged only when the plan is about to be published.
    pub(crate) at_end: bool,
    pub(crate) judge: fn(&PlanView<'_>, &mut Vec<Finding>),
}

const fn judge(
    rules: &'static [&'static Rule],
    eras: Eras,
    needs: &'static [Need],
    judge: fn(&PlanView<'_>, &mut Vec<Finding>),
) -> Judge {
    Judge {
        rules,
        eras,
        needs,
        at_end: false,
        judge,
    }
}

use Eras::{Both, Current, Legacy};
use Need::{Readme, Records, State};

/// Every rule with the function that judges it.
#[rustfmt::skip]
pub(crate) static TABLE: &[Judge] = &[
    judge(&[&PLAN_NAME], Both, &[], presence::name),
    judge(&[&FILE_MISSING], Both, &[], presence::files),
    judge(&[&STATE_MISSING, &STATE_ABSENT, &STATE_ABSENT_NO_GIT], Both, &[], presence::state),
    judge(&[&FILE_UNREADABLE], Both, &[], presence::readable),
    judge(&[&NESTED_PLAN], Both, &[], presence::nested),
    judge(&[&FINALIZATION_INTERRUPTED], Both, &[], presence::marker),
    judge(&[&REFINE_INTERRUPTED], Both, &[], presence::refining),
    judge(&[&NAME_MISMATCH], Both, &[], presence::names),

    judge(&[&README_SECTION_MISSING], Current, &[Readme], readme::sections),
    judge(&[&README_STATUS_MISSING, &README_MATERIALIZING, &README_STATUS_COUNT], Both, &[Readme], readme::status),
    judge(&[&README_STATUS_WORD], Both, &[Readme], readme::status_word),
    judge(&[&STANDARD_UNDECLARED, &STANDARD_UNKNOWN], Current, &[Readme], readme::standard),
    judge(&[&README_STATE_DIFFER], Current, &[Readme, State], standing::agreement),
    judge(&[&PLAN_NOT_READY], Current, &[State], standing::readiness),
    judge(&[&APPROVAL_AWAITED, &APPROVAL_OVERRUN], Current, &[], standing::approval),

    judge(&[&INDEX_MISMATCH], Both, &[Readme], index::index),
    judge(&[&STATE_DRIFT, &TITLE_DRIFT], Both, &[Readme, State], index::drift),
    judge(&[&TASKS_TOO_FEW], Current, &[], index::count),
    judge(&[&FINAL_REVIEW], Current, &[], index::final_review),

    judge(&[&TASK_FILE_MISSING, &TASK_FILE_UNLISTED], Both, &[], records::inventory),
    judge(&[&TASK_FILE_NAME], Both, &[], records::names),
    judge(&[&TASK_FILE_UNLINKED], Both, &[Readme], records::links),
    judge(&[&TASK_NUMBER], Both, &[Records], records::headings),
    judge(&[&TASK_SECTION_MISSING, &TASK_SECTION_ADVISED, &TASK_RISK_MISSING], Current, &[Records], records::sections),
    judge(&[&FINAL_REVIEW_FILE, &FINAL_REVIEW_PARTS], Current, &[Records], records::final_review),
    judge(&[&LITE_RECORD], Current, &[Readme], lite::records),
    judge(&[&LITE_TASK_FILE], Current, &[], lite::files),
    judge(&[&DEPENDENCY_UNKNOWN, &DEPENDENCY_CYCLE], Current, &[Records], dependencies::judge),

    judge(&[&EVIDENCE_ZERO_SELECTION, &EVIDENCE_NOT_RUN, &EVIDENCE_LOG_POINTER, &EVIDENCE_LOG_PLACE], Both, &[State], evidence::records),
    judge(&[&LOG_STATUS_PENDING], Both, &[Records], log::status),
    judge(&[&LOG_PLACEHOLDER], Both, &[Records], log::filled),
    Judge { at_end: true, ..judge(&[&LOG_DISPOSITION, &LOG_DECISION], Both, &[Records], log::at_finalization) },
    judge(&[&CRITERION_OPEN, &CRITERION_OPEN_AT_END], Both, &[Records], acceptance::criteria),
    judge(&[&MISSING_EVIDENCE, &MISSING_EVIDENCE_LEGACY], Both, &[Records, State], acceptance::commands),
    judge(&[&HUMAN_APPROVAL], Both, &[Records], acceptance::approvals),
    judge(&[&APPROVAL_RECORD, &APPROVAL_DRIFT], Current, &[], approved::judge),
    judge(&[&COMMIT_MISSING, &COMMIT_UNKNOWN], Both, &[State], traces::commits),
    judge(&[&OUTCOME_MISSING], Current, &[State], traces::outcomes),
    judge(&[&PROGRESS_ENTRY_MISSING], Current, &[State], traces::entries),

    judge(&[&SECURITY_REVIEW_MISSING, &SECURITY_REVIEW_UNRESOLVED], Both, &[], security::review),
    judge(&[&CREDENTIAL], Both, &[], credentials::leaks),
    judge(&[&AUTHOR_EMAIL], Both, &[], credentials::authors),
    judge(&[&RECEIPT_MISSING, &RECEIPT_UNREADABLE, &RECEIPT_MISMATCH], Current, &[State], publication::receipt),
    judge(&[&RECEIPT_CITED], Both, &[State], publication::cited),

    judge(&[&LEGACY_NUMBERS], Legacy, &[], legacy::numbers),
    judge(&[&LEGACY_CLOSING_MISSING, &LEGACY_CLOSING_MIXED, &LEGACY_CLOSING_VERSION], Legacy, &[], legacy::closing),
    judge(&[&LEGACY_VALIDATION, &LEGACY_SURFACE], Legacy, &[Records], legacy::sections),
    judge(&[&LEGACY_SKILLS], Legacy, &[], legacy::skills),
];

/// Every rule of this crate: those of the check in the order of the table, then those that only a
/// publication can break.
#[rustfmt::skip]
pub static RULES: &[&Rule] = &[
    &PLAN_NAME, &FILE_MISSING, &STATE_MISSING, &STATE_ABSENT, &STATE_ABSENT_NO_GIT,
    &FILE_UNREADABLE, &NESTED_PLAN, &FINALIZATION_INTERRUPTED, &REFINE_INTERRUPTED,
    &NAME_MISMATCH,
    &README_SECTION_MISSING, &README_STATUS_MISSING, &README_MATERIALIZING, &README_STATUS_COUNT,
    &README_STATUS_WORD, &STANDARD_UNDECLARED, &STANDARD_UNKNOWN, &README_STATE_DIFFER, &PLAN_NOT_READY,
    &APPROVAL_AWAITED, &APPROVAL_OVERRUN,
    &INDEX_MISMATCH, &STATE_DRIFT, &TITLE_DRIFT, &TASKS_TOO_FEW, &FINAL_REVIEW,
    &TASK_FILE_MISSING, &TASK_FILE_UNLISTED, &TASK_FILE_NAME, &TASK_FILE_UNLINKED, &TASK_NUMBER,
    &TASK_SECTION_MISSING, &TASK_SECTION_ADVISED, &TASK_RISK_MISSING, &FINAL_REVIEW_FILE,
    &FINAL_REVIEW_PARTS, &LITE_RECORD, &LITE_TASK_FILE, &DEPENDENCY_UNKNOWN, &DEPENDENCY_CYCLE,
    &EVIDENCE_ZERO_SELECTION, &EVIDENCE_NOT_RUN, &EVIDENCE_LOG_POINTER, &EVIDENCE_LOG_PLACE,
    &LOG_STATUS_PENDING, &LOG_PLACEHOLDER, &LOG_DISPOSITION, &LOG_DECISION,
    &CRITERION_OPEN, &CRITERION_OPEN_AT_END, &MISSING_EVIDENCE, &MISSING_EVIDENCE_LEGACY,
    &HUMAN_APPROVAL, &APPROVAL_RECORD, &APPROVAL_DRIFT,
    &COMMIT_MISSING, &COMMIT_UNKNOWN, &OUTCOME_MISSING, &PROGRESS_ENTRY_MISSING,
    &SECURITY_REVIEW_MISSING, &SECURITY_REVIEW_UNRESOLVED, &CREDENTIAL, &AUTHOR_EMAIL,
    &RECEIPT_MISSING, &RECEIPT_UNREADABLE, &RECEIPT_MISMATCH, &RECEIPT_CITED,
    &LEGACY_NUMBERS, &LEGACY_CLOSING_MISSING, &LEGACY_CLOSING_MIXED, &LEGACY_CLOSING_VERSION,
    &LEGACY_VALIDATION, &LEGACY_SURFACE, &LEGACY_SKILLS,
    &finalize::CANDIDATE_NOT_COMPLETED, &finalize::ARTEFACT_UNREADABLE, &finalize::RECEIPT_PLACE,
    &finalize::ARTEFACT_CHANGED, &finalize::MARKER_UNREADABLE, &finalize::STATE_DIFFERS,
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_of_rules_is_that_of_the_table() {
        let judged = TABLE.iter().flat_map(|entry| entry.rules);
        let in_table: Vec<_> = judged
            .chain(finalize::RULES)
            .map(|rule| rule.code)
            .collect();
        let listed: Vec<_> = RULES.iter().map(|rule| rule.code).collect();
        assert_eq!(in_table, listed);
    }
}
