//! Secrets in the files of a plan (B12).

use plan_diagnostics::{Finding, Location, Rule, Severity, Span};
use plan_prose::credential;
use plan_state::Actor;

use crate::parallel;
use crate::view::PlanView;

/// A file holds what looks like a credential.
pub static CREDENTIAL: Rule = Rule {
    code: "credential",
    severity: Severity::Must,
    title: "A file of the plan holds what looks like a credential",
    reason: "Plans are shared, indexed and committed; a secret in one is a leak. The value is never \
             repeated in a finding.",
    requirement: "B12",
};

/// An author field holds an e-mail address.
pub static AUTHOR_EMAIL: Rule = Rule {
    code: "author-email",
    severity: Severity::Must,
    title: "An author field holds an e-mail address",
    reason: "Authors are display names; a plan carries no identifiers of persons beyond them.",
    requirement: "B12",
};

/// How many leaks are reported in one file: a file with that many needs no longer list.
const MOST: usize = 20;

pub(super) fn leaks(view: &PlanView<'_>, out: &mut Vec<Finding>) {
    let texts = view.files.iter();
    let texts: Vec<(&str, &str)> = texts
        .filter_map(|(name, content)| Some((name, &**content.text()?)))
        .collect();
    let found = parallel::map(&texts, |(name, text)| leaks_of(name, text));
    out.extend(found.into_iter().flatten());
}

/// The leaks in one file.
fn leaks_of(name: &str, text: &str) -> Vec<Finding> {
    let mut out = Vec::new();
    let mut at = 0;
    while out.len() < MOST
        && let Some(leak) = text.get(at..).and_then(credential::find)
    {
        let span = Span::new(at + leak.span.start, at + leak.span.end);
        let message = format!("this looks like a credential: {}", leak.kind);
        let help = "remove it, and revoke it: it must be taken for known";
        out.push(Finding::new(&CREDENTIAL, Location::span(name, span), message).with_help(help));
        at = span.end.max(at + 1);
    }
    out
}

pub(super) fn authors(view: &PlanView<'_>, out: &mut Vec<Finding>) {
    let created = view
        .manifest
        .read()
        .and_then(|manifest| manifest.created_by.as_ref());
    let updated = view
        .state
        .read()
        .and_then(|state| state.updated_by.as_ref());
    author("manifest.json", "/created_by", created, out);
    author("state.json", "/updated_by", updated, out);
}

fn author(file: &str, pointer: &str, actor: Option<&Actor>, out: &mut Vec<Finding>) {
    let Some(actor) = actor else { return };
    for (field, value) in [("agent", &actor.agent), ("model", &actor.model)] {
        if value.as_deref().and_then(credential::email).is_some() {
            let location = Location::file(file).with_pointer(format!("{pointer}/{field}"));
            let message = format!("{field} holds an e-mail address");
            let help = "use a display name";
            out.push(Finding::new(&AUTHOR_EMAIL, location, message).with_help(help));
        }
    }
}
