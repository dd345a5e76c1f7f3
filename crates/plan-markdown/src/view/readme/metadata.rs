//! The properties that a README declares by lines, labels and table rows.

use crate::view::label;
use crate::view::part::Scope;
use crate::view::rules::{APPROVAL_UNREADABLE, METADATA_CONFLICT};
use crate::view::spanned::Spanned;
use crate::view::words::{bare, key};
use plan_diagnostics::{Finding, Location, Span};

/// A property of the plan, as the README gives it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Property {
    /// The value, as written.
    pub value: Spanned<String>,
    /// The whole line or table row.
    pub span: Span,
}

impl Property {
    /// The value without emphasis, code marks, ornaments and final stop, in lower case.
    #[must_use]
    pub fn word(&self) -> String {
        bare(&self.value.value).to_lowercase()
    }

    /// Whether the value is this word, markup and letter case aside.
    #[must_use]
    pub fn is(&self, word: &str) -> bool {
        self.word() == word.to_lowercase()
    }
}

/// The approval that a text states: `pending`, `approved` or `pre_approved`; letter case, markup, a
/// hyphen or space in `pre_approved`, and a remark behind the word are tolerated (B3).
#[must_use]
pub fn approval_word(value: &str) -> Option<&'static str> {
    let value = bare(value);
    let end = value
        .find(['(', '—', '–', ',', ';', ':', '.'])
        .unwrap_or(value.len());
    match key(bare(&value[..end])).as_str() {
        "pending" | "awaiting approval" | "pendiente" => Some("pending"),
        "approved" | "aprobado" | "aprobada" => Some("approved"),
        "pre approved" | "preapproved" | "preaprobado" | "pre aprobado" => Some("pre_approved"),
        _ => None,
    }
}

/// Names of lines that are not part of a goal or context that a label opened.
pub(super) fn is_known(key: &str) -> bool {
    const NAMES: &[&str] = &[
        "standard",
        "plan format",
        "materialization",
        "approval",
        "execution",
        "plan status",
        "status",
        "plan id",
        "created",
        "task list",
        "tasks",
        "rigor",
        "archetype",
        "progress",
        "overall progress",
    ];
    NAMES.contains(&key)
}

#[derive(Default)]
pub(super) struct Properties {
    pub(super) standard: Option<Property>,
    pub(super) plan_format: Option<Property>,
    pub(super) materialization: Option<Property>,
    pub(super) approval: Option<Property>,
    pub(super) execution: Option<Property>,
}

impl Properties {
    pub(super) fn read(scope: &Scope<'_>, findings: &mut Vec<Finding>) -> Self {
        let all = rows(scope);
        let mut pick = |name: &str| choose(scope, &all, name, findings);
        Self {
            standard: pick("standard"),
            plan_format: pick("plan format"),
            materialization: pick("materialization"),
            execution: pick("execution"),
            approval: pick("approval"),
        }
    }
}

/// One property of a name: a name for comparison, and what it says.
pub(super) type Row = (String, Property);

/// All labelled lines and two-column table rows outside task records, in order.
pub(super) fn rows(scope: &Scope<'_>) -> Vec<Row> {
    let document = scope.document;
    let text = document.text();
    let labels = scope.labels.iter().copied();
    let mut rows: Vec<Row> = labels
        .chain(label::headings(document, scope.within))
        .map(|line| {
            (
                key(line.name.of(text)),
                Spanned::slice(document, line.value),
                line.span,
            )
        })
        .chain(cells(scope))
        .filter(|(_, _, span)| !scope.except.start_of(*span))
        .map(|(name, value, span)| (name, Property { value, span }))
        .collect();
    rows.sort_by_key(|(_, property)| property.span);
    rows
}

fn cells(scope: &Scope<'_>) -> Vec<(String, Spanned<String>, Span)> {
    let document = scope.document;
    let tables = document.tables().iter();
    tables
        .flat_map(|table| std::iter::once(&table.header).chain(&table.rows))
        .filter_map(|row| match row.cells.as_slice() {
            [name, value, ..] => Some((
                key(document.slice(*name)),
                Spanned::slice(document, *value),
                row.span,
            )),
            _ => None,
        })
        .collect()
}

/// The first statement of a property that can be read; others that differ are reported.
fn choose(
    scope: &Scope<'_>,
    rows: &[Row],
    name: &str,
    findings: &mut Vec<Finding>,
) -> Option<Property> {
    let file = scope.document.file();
    let named = rows
        .iter()
        .filter(|(key, property)| key == name && !property.value.is_blank());
    let all: Vec<&Property> = named.map(|(_, property)| property).collect();
    let readable = |property: &&&Property| {
        name != "approval" || approval_word(&property.value.value).is_some()
    };
    let first = all.iter().find(readable).or(all.first()).copied()?;
    if name == "approval" && approval_word(&first.value.value).is_none() {
        findings.push(
            Finding::new(
                &APPROVAL_UNREADABLE,
                Location::span(file, first.span),
                format!("the approval is given as `{}`", first.value.value),
            )
            .with_help("write `pending`, `approved` or `pre_approved`"),
        );
    }
    let differs = |property: &&&Property| same(name, property) != same(name, first);
    for other in all.iter().filter(readable).filter(differs) {
        let message = format!(
            "{name} is `{}` here, and `{}` earlier",
            other.word(),
            first.word()
        );
        findings.push(Finding::new(
            &METADATA_CONFLICT,
            Location::span(file, other.span),
            message,
        ));
    }
    Some(first.clone())
}

fn same(name: &str, property: &Property) -> String {
    match approval_word(&property.value.value) {
        Some(word) if name == "approval" => word.to_owned(),
        _ => property.word(),
    }
}
