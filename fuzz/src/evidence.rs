//! The evidence engine, and what else is asked of free text.

use plan_prose::evidence::{Admission, admits};
use plan_prose::{approval, credential, placeholder, single_line};

/// What is found lies in the text; what admits something does so whatever surrounds it by way of blanks.
pub(crate) fn run(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
    let lies_in =
        |span: &std::ops::Range<usize>| text.get(span.clone()).is_some_and(|part| !part.is_empty());
    let found = admits(text);
    if let Some(found) = &found {
        assert!(lies_in(found.span()), "{found:?} of {text:?}");
        assert!(!found.code().is_empty());
    }
    assert_eq!(kind(&found), kind(&admits(&format!("{text} "))), "{text:?}");
    if let Some(leak) = credential::find(text) {
        assert!(
            text.get(leak.span.clone())
                .is_some_and(|part| !part.is_empty()),
            "{leak:?} of {text:?}"
        );
    }
    if let Some(span) = placeholder::find(text) {
        assert!(lies_in(&span), "{span:?} of {text:?}");
    }
    assert!(!single_line(text) || text.lines().count() <= 1, "{text:?}");
    let _ = approval::names_human_approval(text);
}

fn kind(found: &Option<Admission>) -> Option<&'static str> {
    found.as_ref().map(Admission::code)
}
