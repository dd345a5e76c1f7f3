//! Criteria that name a human approval (E9, P14).

use crate::language::{Purpose, Role, scan};

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
    let Some(scan) = scan(criterion, Purpose::Approval) else {
        return false;
    };
    scan.marks.iter().any(|mark| {
        let is_mention =
            (mark.start..mark.end).any(|at| scan.tokens.get(at).is_some_and(|token| token.code));
        mark.role == Role::Approval && !is_mention
    })
}

#[cfg(test)]
mod tests {
    use super::names_human_approval;

    #[test]
    fn e9_human_approvals_are_named() {
        for text in [
            "Human approval: the wording of the mail",
            "**Human approval:** Ana has seen it",
            "Approved by a human.",
            "The design is approved by the maintainer",
            "approved in writing by the user",
            "Requires sign-off from legal",
            "needs the product owner's approval",
            "Signed off by the security team",
            "The maintainer signs off the release",
            "The user approves the copy.",
            "A person must approve the migration",
            "explicit approval from the customer",
            "Aprobación humana del texto",
            "Lo aprueba una persona",
            "aprobado por el usuario",
            "Requiere la aprobación de la responsable",
            "visto bueno del cliente",
            "El usuario debe aprobarlo",
            "Una persona aprueba el diseño",
        ] {
            assert!(names_human_approval(text), "{text}");
        }
    }

    #[test]
    fn e9_features_about_approval_are_not_approvals() {
        for text in [
            "The export has one row an invoice.",
            "The user can approve an invoice in two clicks.",
            "An invoice approved twice is refused",
            "users without a role see no approval button",
            "The approval endpoint returns 403",
            "Tests pass on CI",
            "`approved by the user` is parsed as a label",
            "Todas las pruebas pasan",
            "El botón de aprobar se ve",
            "Las facturas aprobadas no se borran",
            "the manager view lists orders",
        ] {
            assert!(!names_human_approval(text), "{text}");
        }
    }
}
