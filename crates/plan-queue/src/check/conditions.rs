//! Conditions that ask for what does not exist when they are verified (Q7, Q16).

use plan_diagnostics::{Finding, Location};

use super::Desk;
use crate::{Condition, rules};

pub(super) fn judge(desk: &mut Desk<'_>) {
    let queue = desk.queue;
    for (_, task) in queue.tasks() {
        for condition in &task.tail.conditions {
            report(desk, &task.file, condition);
        }
        let Some(epic) = task.epic().and_then(|number| queue.epic(number)) else {
            continue;
        };
        // Several tasks may inherit one criterion: the report keeps one of equal findings.
        for criterion in queue.criteria(task) {
            let text = &criterion.text;
            report(
                desk,
                &epic.file,
                &crate::conditions::whole(&text.value, text.span),
            );
        }
    }
}

fn report(desk: &mut Desk<'_>, file: &str, condition: &Condition) {
    if condition.outside_verify.is_some() {
        return;
    }
    if let Some((what, field)) = names(&condition.text) {
        let message =
            format!("this condition names {what}, which does not exist yet when Verify runs");
        let help =
            format!("it belongs in {field} of the closing; or mark it `(fuera de verify: reason)`");
        let location = Location::span(file, condition.span);
        desk.push(Finding::new(&rules::CONDITION_UNVERIFIABLE, location, message).with_help(help));
    }
}

/// What a condition names that does not exist at Verify, and the field where it belongs.
///
/// The task's own commit and claim are meant, so the words count behind a definite article or a
/// possessive: a product that rejects *un commit sin firma*, or files *el reclamo del cliente*, is
/// none of this.
fn names(text: &str) -> Option<(&'static str, &'static str)> {
    let lower = text.to_lowercase();
    // Most conditions hold none of the words at all, and need not be taken apart.
    if !SUBJECTS.iter().any(|subject| lower.contains(subject)) {
        return None;
    }
    let words: Vec<&str> = lower
        .split(|c: char| {
            c.is_whitespace() || matches!(c, ',' | ';' | '(' | ')' | '`' | '"' | '«' | '»' | '*')
        })
        .map(|word| word.trim_end_matches(['.', '?', '!']))
        .filter(|word| !word.is_empty())
        .collect();
    let raw = |word: &str| {
        text.split(|c: char| !c.is_alphanumeric() && c != '/')
            .any(|one| one == word)
    };
    if words.iter().any(|word| word.starts_with("done/")) || raw("DONE") {
        return Some(("`done/`", "the fields"));
    }
    if words.iter().any(|word| word.starts_with("claims/")) {
        return Some(("the claim", "`done:`"));
    }
    const DEFINITE: [&str; 14] = [
        "el", "los", "del", "al", "su", "sus", "este", "ese", "cada", "the", "its", "this", "la",
        "las",
    ];
    for (at, word) in words.iter().enumerate() {
        let is_definite = at
            .checked_sub(1)
            .is_some_and(|before| DEFINITE.contains(&words[before]));
        let next = words.get(at + 1).copied().unwrap_or_default();
        let after_next = words.get(at + 2).copied().unwrap_or_default();
        match word.trim_end_matches(':') {
            "commit" | "commits" if is_definite || word.ends_with(':') => {
                return Some(("the commit", "`commit:`"));
            }
            "commiteado" | "commiteada" | "commiteados" | "commiteadas" | "committed" => {
                return Some(("the commit", "`commit:`"));
            }
            "reclamo" | "claim" if is_definite && !is_of_somebody(next, after_next) => {
                return Some(("the claim", "`done:`"));
            }
            "evidencia" | "evidence" if is_definite || next.starts_with("registrad") => {
                return Some(("the recorded evidence", "`tests:` or `qa:`"));
            }
            _ => {}
        }
    }
    lower
        .contains("recorded evidence")
        .then_some(("the recorded evidence", "`tests:` or `qa:`"))
}

/// What every word that is asked for below holds.
const SUBJECTS: [&str; 6] = [
    "done",
    "claim",
    "reclamo",
    "commit",
    "evidencia",
    "evidence",
];

/// Whether `del cliente`, `de un usuario` and the like follow: somebody's claim in the product.
fn is_of_somebody(next: &str, after: &str) -> bool {
    let of = matches!(next, "del" | "de" | "of");
    let task = |word: &str| matches!(word, "tarea" | "task" | "runner");
    let article = matches!(after, "la" | "esta" | "the");
    of && !task(after) && !article
}

#[cfg(test)]
mod tests {
    use super::names;

    #[test]
    fn q16_conditions_that_cannot_exist_at_verify() {
        for (text, what) in [
            ("el commit nombra la tarea", "the commit"),
            ("queda commiteado", "the commit"),
            ("`commit:` cita el hash", "the commit"),
            ("el reclamo está suelto", "the claim"),
            ("se borra el reclamo de la tarea", "the claim"),
            ("no queda `claims/alta.md`", "the claim"),
            ("`done/alta.md` existe", "`done/`"),
            ("la entrada está en DONE", "`done/`"),
            ("la evidencia registrada lo dice", "the recorded evidence"),
            ("the recorded evidence says so", "the recorded evidence"),
        ] {
            assert_eq!(names(text).map(|(what, _)| what), Some(what), "{text}");
        }
        for text in [
            "",
            "el hook rechaza un commit sin firma",
            "el reclamo del cliente queda abierto",
            "el alta guarda evidencia de la firma",
            "devuelve 409",
            "redone/undone no cambian",
            "the button says Done",
        ] {
            assert_eq!(names(text), None, "{text}");
        }
    }
}
