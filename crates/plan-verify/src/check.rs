//! The check: every rule over one view, in a report that says what was and was not judged.

use std::collections::BTreeSet;

use plan_diagnostics::{Finding, Note, Report, Sources, Subject};
use plan_prose::credential;
use plan_state::{Limits, contract, json};

use crate::facts::Facts;
use crate::files::PlanFiles;
use crate::parallel;
use crate::rules::{Judge, Need, TABLE};
use crate::view::{Era, PlanView, Stage};

/// Checks a plan as it lies there.
///
/// Reads nothing and changes nothing; every rule that can be judged is, whatever the others find.
/// The report is unverified where the plan is newer than supported, or no plan at all.
///
/// ```
/// use plan_diagnostics::Verdict;
/// use plan_verify::{Facts, PlanFiles, check};
///
/// let files = PlanFiles::new("PLAN_invoice_export", [("README.md", "# Plan\n\n- [x] Task 1: Export\n")]);
/// let report = check(&files, &Facts::default());
/// assert_eq!(report.verdict(), Verdict::Findings);
/// assert!(report.findings().any(|finding| finding.rule.code == "legacy-closing-missing"));
/// ```
#[must_use]
pub fn check(files: &PlanFiles, facts: &Facts) -> Report {
    check_view(&PlanView::new(files, facts, Stage::Standing))
}

/// Checks a plan that was parsed already, for callers that need the view besides.
#[must_use]
pub fn check_view(view: &PlanView<'_>) -> Report {
    let files = view.files;
    let mut report = Report::new(Subject::plan(files.name()), sources(files));
    match &view.era {
        Era::Newer(reason) | Era::Undecidable(reason) => {
            let of_schema = |finding: &&Finding| finding.rule.code.starts_with("schema-");
            report.extend(view.findings.iter().filter(of_schema).cloned());
            report.unverified(reason.clone());
            let message = format!("no rule was judged: {reason}");
            report.note(Note {
                file: None,
                message,
            });
            let of_parsers = plan_state::RULES
                .iter()
                .filter(|rule| rule.code.starts_with("schema-"));
            report.checked(of_parsers.copied());
        }
        Era::Current | Era::Legacy => {
            let mut findings = view.findings.clone();
            report.checked(plan_markdown::RULES.iter().copied());
            report.checked(plan_state::RULES.iter().copied());
            judge_state(view, &mut findings);
            judge_rules(view, &mut report, &mut findings);
            report.extend(placed(view, findings));
            notes(view, &mut report);
        }
    }
    report.conceal(credential::conceal);
    report
}

fn sources(files: &PlanFiles) -> Sources {
    let mut sources = Sources::new();
    for (name, content) in files.iter() {
        if let Some(text) = content.text() {
            sources.insert(name, text.clone());
        }
    }
    sources
}

/// What manifest and state must hold beyond their shape, alone and together.
fn judge_state(view: &PlanView<'_>, findings: &mut Vec<Finding>) {
    if let Some(state) = view.state.read() {
        findings.extend(contract::breaches(state));
        if !view.records.is_empty() {
            findings.extend(contract::unauthorized_skips(state, |task| {
                view.permits_skip(task)
            }));
        }
        let mut pair = view
            .manifest
            .read()
            .map(|m| plan_state::pair(m, state))
            .unwrap_or_default();
        // Of two names one differs from the directory's, which says more.
        pair.retain(|finding| finding.rule.code != "identity-name");
        findings.extend(pair);
    }
}

fn judge_rules(view: &PlanView<'_>, report: &mut Report, findings: &mut Vec<Finding>) {
    let in_era = TABLE.iter().filter(|entry| entry.eras.has(&view.era));
    let asked: Vec<&Judge> = in_era
        .filter(|entry| !entry.at_end || view.is_finalizing())
        .collect();
    let (judged, unjudged): (Vec<&Judge>, Vec<&Judge>) = asked
        .into_iter()
        .partition(|entry| entry.needs.iter().all(|need| need.is_met(view)));
    let found = parallel::map_of(view.records.len(), &judged, |entry| {
        let mut found = Vec::new();
        (entry.judge)(view, &mut found);
        found
    });
    findings.extend(found.into_iter().flatten());
    report.checked(judged.iter().flat_map(|entry| entry.rules).copied());
    let mut unmet: BTreeSet<(Need, &'static str)> = BTreeSet::new();
    for entry in unjudged {
        let lacking = entry.needs.iter().filter(|need| !need.is_met(view));
        for need in lacking {
            unmet.extend(entry.rules.iter().map(|rule| (*need, rule.code)));
        }
    }
    for need in [Need::Readme, Need::State, Need::Records] {
        let codes: Vec<_> = unmet
            .iter()
            .filter(|(of, _)| *of == need)
            .map(|(_, code)| *code)
            .collect();
        if !codes.is_empty() {
            let (file, why) = need.lack(view);
            let message = format!("not checked, as {file} {why}: {}", codes.join(", "));
            report.note(Note {
                file: Some(file.to_owned()),
                message,
            });
        }
    }
}

/// Gives findings at a JSON pointer the bytes of the value, so that they have lines.
fn placed(view: &PlanView<'_>, mut findings: Vec<Finding>) -> Vec<Finding> {
    for file in ["manifest.json", "state.json"] {
        let ours = |f: &Finding| {
            f.location.file == file && f.location.span.is_none() && f.location.pointer.is_some()
        };
        if !findings.iter().any(ours) {
            continue;
        }
        let Some(content) = view.files.get(file) else {
            continue;
        };
        if let Some(document) = json::read(file, content.bytes(), &Limits::default()).value {
            let (mut here, elsewhere) = findings.into_iter().partition::<Vec<_>, _>(ours);
            document.place(&mut here);
            findings = elsewhere.into_iter().chain(here).collect();
        }
    }
    findings
}

/// What was not looked at, apart from rules that lacked their file.
fn notes(view: &PlanView<'_>, report: &mut Report) {
    for problem in view
        .files
        .problems()
        .iter()
        .filter(|problem| problem.is_oversized_result())
    {
        let message = format!(
            "not read, and so not searched for credentials: {}",
            problem.message
        );
        report.note(Note {
            file: Some(problem.file.clone()),
            message,
        });
    }
    for link in view.files.linked_directories() {
        let message = "not read under this name: it is a link to a directory of the plan, whose files \
                       are judged where they lie";
        report.note(Note {
            file: Some(link.to_owned()),
            message: message.to_owned(),
        });
    }
    for (name, content) in view.files.iter() {
        if content.text().is_none() && !name.ends_with(".md") && !name.ends_with(".json") {
            let message = "not searched for credentials: it is not text".to_owned();
            report.note(Note {
                file: Some(name.to_owned()),
                message,
            });
        }
    }
    let commits = view.commits();
    if !commits.is_empty()
        && commits
            .iter()
            .any(|commit| view.facts.git.knows(commit).is_none())
    {
        let message = "commits were not looked up in git".to_owned();
        report.note(Note {
            file: Some("state.json".to_owned()),
            message,
        });
    }
}
