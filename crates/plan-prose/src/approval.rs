//! Criteria that name a human approval (E9, P14).

use crate::language::{Role, scan};

/// Whether `criterion` names a human approval (E9): it carries the label `Human approval:`, or says
/// so in a phrase of the tables, such as *approved by the maintainer*, *requires sign-off from
/// legal*, *aprobación humana*, *lo aprueba una persona*. Such a criterion is met only by the
/// recorded words of a person.
///
/// A phrase inside a code span is mentioned and does not count.
///
/// ```
/// use plan_prose::approval::names_human_approval;
///
/// assert!(names_human_approval("The copy is approved by a maintainer."));
/// assert!(names_human_approval("Lo aprueba una persona del equipo."));
/// assert!(!names_human_approval("The user can approve an invoice in two clicks."));
/// ```
#[must_use]
pub fn names_human_approval(criterion: &str) -> bool {
    let scan = scan(criterion);
    scan.marks.iter().any(|mark| {
        let is_mention =
            (mark.start..mark.end).any(|at| scan.tokens.get(at).is_some_and(|token| token.code));
        mark.role == Role::Approval && !is_mention
    })
}
