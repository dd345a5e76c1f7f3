//! SARIF 2.1.0 for code review tools: one run a report.

mod model;

use std::collections::BTreeMap;

use crate::render::{Tool, pretty};
use crate::{Finding, Location, Note, Report, Rule, Severity, Span, Verdict};

use model::{
    Artifact, Automation, Base, Component, Configuration, Descriptor, Driver, Invocation, Log,
    Logical, Notification, Outcome, Physical, Place, Properties, Region, Run, Text,
};

const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";
/// What the locations are relative to: the directory judged.
const BASE: &str = "JUDGED";

/// The rule under which SARIF lists what was not checked.
static NOT_CHECKED: Rule = Rule {
    code: "not-checked",
    severity: Severity::Should,
    title: "Something was not checked",
    reason: "What was not checked has not passed. The note says what is missing to check it.",
    requirement: "E",
};

/// The reports as SARIF 2.1.0, with a line break at its end: one run a report.
///
/// The rules of a run are those that were checked and those that findings name, by code. MUST is
/// an `error`, SHOULD a `warning`, and what was not checked a `note` of the rule `not-checked`.
/// Regions count code points (`columnKind`), locations are relative to the directory judged
/// (`uriBaseId`), and a JSON pointer is a logical location. A report that could not be judged has
/// an invocation that did not succeed, with the reasons as its notifications.
#[must_use]
pub fn sarif(reports: &[Report], tool: Tool<'_>) -> String {
    let runs = reports.iter().map(|report| run(report, tool)).collect();
    pretty(&Log {
        schema: SCHEMA,
        version: "2.1.0",
        runs,
    })
}

fn run<'a>(report: &'a Report, tool: Tool<'a>) -> Run<'a> {
    let rules = rules(report);
    let findings = report
        .findings()
        .map(|finding| outcome(report, &rules, finding));
    let notes = report.notes().map(|note| note_outcome(&rules, note));
    let subject = report.subject();
    Run {
        automation_details: Automation {
            id: format!("{}/{}/", subject.kind.as_str(), subject.name),
        },
        column_kind: "unicodeCodePoints",
        original_uri_base_ids: BTreeMap::from([(
            BASE,
            Base {
                description: plain("The directory judged."),
            },
        )]),
        invocations: [invocation(report)],
        results: findings.chain(notes).collect(),
        tool: Component {
            driver: Driver {
                name: tool.name,
                version: tool.version,
                rules: rules.into_iter().map(descriptor).collect(),
            },
        },
    }
}

/// The rules of a run by code, each once. A rule's index is its place in this list.
fn rules(report: &Report) -> Vec<&'static Rule> {
    let found = report.findings().map(|finding| finding.rule);
    let noted = report.notes().take(1).map(|_| &NOT_CHECKED);
    let by_code: BTreeMap<_, _> = report
        .rules_checked()
        .chain(found)
        .chain(noted)
        .map(|rule| (rule.code, rule))
        .collect();
    by_code.into_values().collect()
}

fn index(rules: &[&'static Rule], code: &str) -> usize {
    rules.partition_point(|rule| rule.code < code)
}

fn descriptor(rule: &'static Rule) -> Descriptor {
    Descriptor {
        id: rule.code,
        short_description: plain(rule.title),
        full_description: plain(rule.reason),
        default_configuration: Configuration {
            level: if rule.code == NOT_CHECKED.code {
                "note"
            } else {
                level(rule.severity)
            },
        },
        properties: Properties {
            requirement: rule.requirement,
        },
    }
}

const fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Must => "error",
        Severity::Should => "warning",
    }
}

fn invocation(report: &Report) -> Invocation<'_> {
    Invocation {
        execution_successful: report.verdict() != Verdict::Unverified,
        tool_execution_notifications: report
            .unverified_reasons()
            .iter()
            .map(|reason| Notification {
                level: "error",
                message: plain(reason),
            })
            .collect(),
    }
}

fn outcome<'a>(report: &Report, rules: &[&'static Rule], finding: &'a Finding) -> Outcome<'a> {
    let message = match &finding.help {
        Some(help) => Text {
            text: format!("{} Help: {help}", sentence(&finding.message)).into(),
        },
        None => plain(&finding.message),
    };
    Outcome {
        rule_id: finding.rule.code,
        rule_index: index(rules, finding.rule.code),
        level: level(finding.severity()),
        message,
        locations: vec![place(report, &finding.location)],
    }
}

fn note_outcome<'a>(rules: &[&'static Rule], note: &'a Note) -> Outcome<'a> {
    let whole_file = |file: &String| Place {
        physical_location: Physical {
            artifact_location: artifact(file),
            region: None,
        },
        logical_locations: Vec::new(),
    };
    Outcome {
        rule_id: NOT_CHECKED.code,
        rule_index: index(rules, NOT_CHECKED.code),
        level: "note",
        message: plain(&note.message),
        locations: note.file.iter().map(whole_file).collect(),
    }
}

fn place<'a>(report: &Report, location: &'a Location) -> Place<'a> {
    let pointer = location.pointer.iter();
    Place {
        physical_location: Physical {
            artifact_location: artifact(&location.file),
            region: location
                .span
                .and_then(|span| region(report, &location.file, span)),
        },
        logical_locations: pointer
            .map(|pointer| Logical {
                fully_qualified_name: pointer,
                kind: "value",
            })
            .collect(),
    }
}

fn region(report: &Report, file: &str, span: Span) -> Option<Region> {
    let source = report.sources().get(file)?;
    let (start, end) = (
        source.position(span.start),
        source.position(span.end.max(span.start)),
    );
    Some(Region {
        start_line: start.line,
        start_column: start.column,
        end_line: end.line,
        end_column: end.column,
    })
}

fn artifact(file: &str) -> Artifact {
    Artifact {
        uri: relative_uri(file),
        uri_base_id: BASE,
    }
}

/// A relative URI reference: what RFC 3986 does not reserve and `/` stay, all else is in percents.
fn relative_uri(file: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte);
    file.bytes()
        .map(|byte| {
            if plain(byte) {
                char::from(byte).to_string()
            } else {
                format!("%{byte:02X}")
            }
        })
        .collect()
}

fn sentence(message: &str) -> String {
    let ended = message.ends_with(['.', '!', '?']);
    format!("{message}{}", if ended { "" } else { "." })
}

fn plain(text: &str) -> Text<'_> {
    Text { text: text.into() }
}
