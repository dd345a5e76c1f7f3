//! The texts of a request: one line each, and no credential among them (B12).

use crate::refusal::RefusalCode as Code;
use crate::{Refusal, Request};

/// Refuses texts with line breaks or with what looks like a credential, naming field and kind,
/// never the value.
pub(crate) fn judge(request: &Request) -> Result<(), Refusal> {
    for (field, text) in request.texts() {
        single_line(field, text)?;
        no_credential(field, text)?;
    }
    for (field, text) in request.actor_texts() {
        no_email(field, text)?;
    }
    Ok(())
}

/// A text that is written is one line.
pub(crate) fn single_line(field: &str, text: &str) -> Result<(), Refusal> {
    if plan_prose::single_line(text) {
        return Ok(());
    }
    Err(Refusal::new(
        Code::NotSingleLine,
        format!("the {field} holds a line break or another control character"),
        "say it in one line, and put longer output into a file under analysis_results/",
    ))
}

/// No writer lets a credential through.
pub(crate) fn no_credential(field: &str, text: &str) -> Result<(), Refusal> {
    let Some(leak) = plan_prose::credential::find(text) else {
        return Ok(());
    };
    Err(Refusal::new(
        Code::Credential,
        format!(
            "the {field} holds what looks like a credential ({})",
            leak.kind
        ),
        "take it out, and revoke it if it is real: plans are read by many",
    ))
}

/// Attribution names an agent and a model, never an address.
fn no_email(field: &str, text: &str) -> Result<(), Refusal> {
    if plan_prose::credential::email(text).is_none() {
        return Ok(());
    }
    Err(Refusal::new(
        Code::Credential,
        format!("the name of the {field} holds an e-mail address"),
        "give a display name",
    ))
}
