//! JSON for scripts. The order of members is that of the fields below; members may be added.

use serde::Serialize;

use crate::render::{Tool, pretty};
use crate::{Finding, Note, Report, SubjectKind};

const ONE: &str = "urn:planwright:schema:check:v1";
const SEVERAL: &str = "urn:planwright:schema:checks:v1";

/// The JSON Schemas (draft 2020-12) of what [`json`] returns: the name of each and its text.
pub const SCHEMAS: &[(&str, &str)] = &[
    ("check-v1", include_str!("schemas/check-v1.json")),
    ("checks-v1", include_str!("schemas/checks-v1.json")),
];

#[derive(Serialize)]
struct Checks<'a> {
    schema: &'static str,
    reports: Vec<Check<'a>>,
}

#[derive(Serialize)]
struct Check<'a> {
    schema: &'static str,
    tool: Tool<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    plan: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    queue: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    repository: Option<&'a str>,
    verdict: &'static str,
    findings: Vec<Entry<'a>>,
    checked: Vec<&'static str>,
    notes: Vec<Remark<'a>>,
    unverified: &'a [String],
}

#[derive(Serialize)]
struct Entry<'a> {
    code: &'static str,
    severity: &'static str,
    requirement: &'static str,
    file: &'a str,
    line: Option<usize>,
    column: Option<usize>,
    pointer: Option<&'a str>,
    message: &'a str,
    help: Option<&'a str>,
}

#[derive(Serialize)]
struct Remark<'a> {
    file: Option<&'a str>,
    message: &'a str,
}

/// The reports as JSON, with a line break at its end.
///
/// One report is an object with `schema` `urn:planwright:schema:check:v1`, `tool {name, version}`,
/// `plan`, `queue` or `repository`, `verdict` (`clean`, `findings`, `unverified`), `findings [{code, severity,
/// requirement, file, line, column, pointer, message, help}]`, `checked` (codes of rules), `notes
/// [{file, message}]` (what was not checked) and `unverified` (reasons). Any other number of them
/// is an object with `schema` `urn:planwright:schema:checks:v1` and such objects as `reports`.
/// What is not known is null. Control characters are written as JSON escapes, as by
/// [`escape_json`](crate::escape_json).
#[must_use]
pub fn json(reports: &[Report], tool: Tool<'_>) -> String {
    let mut checks: Vec<Check<'_>> = reports.iter().map(|report| check(report, tool)).collect();
    match checks.pop() {
        Some(only) if checks.is_empty() => pretty(&only),
        last => {
            checks.extend(last);
            pretty(&Checks {
                schema: SEVERAL,
                reports: checks,
            })
        }
    }
}

fn check<'a>(report: &'a Report, tool: Tool<'a>) -> Check<'a> {
    let subject = report.subject();
    let name_of = |kind| (subject.kind == kind).then_some(subject.name.as_str());
    Check {
        schema: ONE,
        tool,
        plan: name_of(SubjectKind::Plan),
        queue: name_of(SubjectKind::Queue),
        repository: name_of(SubjectKind::Repository),
        verdict: report.verdict().as_str(),
        findings: report
            .findings()
            .map(|finding| entry(report, finding))
            .collect(),
        checked: report.rules_checked().map(|rule| rule.code).collect(),
        notes: report.notes().map(remark).collect(),
        unverified: report.unverified_reasons(),
    }
}

fn entry<'a>(report: &Report, finding: &'a Finding) -> Entry<'a> {
    let location = &finding.location;
    let position = report.start_of(location);
    Entry {
        code: finding.rule.code,
        severity: finding.severity().as_str(),
        requirement: finding.rule.requirement,
        file: &location.file,
        line: position.map(|position| position.line),
        column: position.map(|position| position.column),
        pointer: location.pointer.as_deref(),
        message: &finding.message,
        help: finding.help.as_deref(),
    }
}

fn remark(note: &Note) -> Remark<'_> {
    Remark {
        file: note.file.as_deref(),
        message: &note.message,
    }
}
