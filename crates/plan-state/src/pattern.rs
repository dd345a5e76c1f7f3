//! Patterned strings: the expression for the schema beside the test for the reader.

/// A form that a string must have.
#[derive(Debug)]
pub(crate) struct Pattern {
    /// The expression, in the dialect of JSON Schema.
    pub(crate) expression: &'static str,
    /// What a string of this form is, for messages.
    pub(crate) name: &'static str,
    /// Whether a string has the form.
    pub(crate) matches: fn(&str) -> bool,
}

/// The name of a plan (A1).
pub(crate) const PLAN_NAME: Pattern = Pattern {
    expression: "^PLAN_[a-z0-9]+(_[a-z0-9]+){1,4}$",
    name: "a plan name: PLAN_ and two to five lower-case words joined by _",
    matches: is_plan_name,
};

/// A version of the specification (B2).
pub(crate) const SPEC_VERSION: Pattern = Pattern {
    expression: r"^[0-9]+\.[0-9]+\.[0-9]+$",
    name: "a version: three numbers joined by dots",
    matches: |text| text.split('.').count() == 3 && text.split('.').all(is_digits),
};

/// The name of a task file (A2, B4).
pub(crate) const TASK_FILE: Pattern = Pattern {
    expression: r"^[0-9]+\.task_[a-z0-9_]+\.md$",
    name: "a task file name: N.task_slug.md, the slug of a-z, 0-9 and _",
    matches: |text| split_task_file(text).is_some(),
};

/// The anchor of a task record in the README (B4).
pub(crate) const ANCHOR: Pattern = Pattern {
    expression: "^#task-[1-9][0-9]*$",
    name: "an anchor of the form #task-N",
    matches: |text| {
        text.strip_prefix("#task-")
            .is_some_and(|id| is_digits(id) && !id.starts_with('0'))
    },
};

/// A commit (B4).
pub(crate) const COMMIT: Pattern = Pattern {
    expression: "^[0-9a-f]{7,40}$",
    name: "a commit: 7 to 40 lower-case hexadecimal digits",
    matches: |text| {
        (7..=40).contains(&text.len())
            && text.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'))
    },
};

/// The parent of a plan (B2).
pub(crate) const PARENT_PLAN: Pattern = Pattern {
    expression: r"^[^\r\n]+:PLAN_[a-z0-9]+(_[a-z0-9]+){1,4}$",
    name: "a parent plan of the form REPO:PLAN_NAME",
    matches: |text| {
        text.rsplit_once(':').is_some_and(|(repo, plan)| {
            !repo.is_empty() && !repo.contains(['\r', '\n']) && is_plan_name(plan)
        })
    },
};

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn is_word(text: &str, extra: &[u8]) -> bool {
    let part = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || extra.contains(&b);
    !text.is_empty() && text.bytes().all(part)
}

/// Whether `name` is a plan's name: `PLAN_` and two to five lower-case words (A1).
///
/// ```
/// assert!(plan_state::is_plan_name("PLAN_invoice_export"));
/// assert!(!plan_state::is_plan_name("PLAN_invoice"));
/// ```
#[must_use]
pub fn is_plan_name(name: &str) -> bool {
    let Some(words) = name.strip_prefix("PLAN_") else {
        return false;
    };
    (2..=5).contains(&words.split('_').count()) && words.split('_').all(|word| is_word(word, b""))
}

/// Splits the name of a task file into the digits of its number and its slug (A2).
///
/// ```
/// assert_eq!(plan_state::split_task_file("12.task_final_review.md"), Some(("12", "final_review")));
/// assert_eq!(plan_state::split_task_file("12.task_Final.md"), None);
/// ```
#[must_use]
pub fn split_task_file(name: &str) -> Option<(&str, &str)> {
    let (number, rest) = name.split_once(".task_")?;
    let slug = rest.strip_suffix(".md")?;
    (is_digits(number) && is_word(slug, b"_")).then_some((number, slug))
}
