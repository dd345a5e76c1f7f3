//! Claims: `claims/<slug>.md` (Q12).

use std::sync::Arc;

use plan_diagnostics::{Finding, Location};

use super::listing;
use super::page::Page;
use crate::model::{Claim, Spanned, Text};
use crate::{Date, QueueFiles, rules};

/// The form that messages show.
pub(crate) const FORM: &str =
    "a claim is a frontmatter with the keys task, owner, runner, started (AAAA-MM-DD) and service";

/// Reads the claims, by file.
pub(crate) fn read(files: &QueueFiles, out: &mut Vec<Finding>) -> Vec<Claim> {
    let mut claims = Vec::new();
    for file in listing::entries(files, "claims", &[], out) {
        if let Some(page) = Page::open(files, file, out) {
            claims.push(in_page(&page, out));
        }
    }
    claims
}

/// Reads one claim from its text, such as one on the upstream branch. `file` is `claims/<slug>.md`.
#[must_use]
pub fn claim(file: &str, text: impl Into<Arc<str>>) -> (Claim, Vec<Finding>) {
    let mut out = Vec::new();
    let page = Page::of(file, text.into());
    let claim = in_page(&page, &mut out);
    (claim, out)
}

fn in_page(page: &Page, out: &mut Vec<Finding>) -> Claim {
    if page.doc.frontmatter().is_none() {
        let location = Location::file(&*page.file);
        let message = "the file does not open with a frontmatter; it still reserves its task";
        out.push(Finding::new(&rules::FRONTMATTER_MISSING, location, message).with_help(FORM));
    }
    Claim {
        file: Arc::clone(&page.file),
        slug: listing::stem(&page.file).to_owned(),
        task: page.filled("task"),
        owner: page.filled("owner"),
        runner: page.filled("runner"),
        started: day(page, page.filled("started"), out),
        service: page.filled("service"),
    }
}

/// A text as a day; one that is none is a finding.
fn day(page: &Page, text: Option<Text>, out: &mut Vec<Finding>) -> Option<Spanned<Date>> {
    let text = text?;
    let date = Date::parse(&text.value).map(|date| Spanned::new(date, text.span));
    if date.is_none() {
        let message = format!("`{}` is no day in the form AAAA-MM-DD", text.value);
        out.push(
            page.finding(&rules::DATE_INVALID, text.span, message)
                .with_help(FORM),
        );
    }
    date
}
