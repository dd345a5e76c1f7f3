//! Files, names, eras: what must be there, and what is judged when it is not.

mod common;

use common::{completed, finds, running, table};
use plan_diagnostics::Verdict;
use plan_testkit::PlanBuilder;
use plan_verify::{Facts, PlanFiles, check};

/// A legacy plan without JSON, whose name stands nowhere but on the directory.
fn bare(name: &str) -> PlanBuilder {
    PlanBuilder::legacy(3)
        .named(name)
        .remove("state.json")
        .remove("manifest.json")
}

#[test]
fn a1_a2_presence() {
    table(&[
        (
            "PROGRESS",
            running().remove("PROGRESS.md"),
            &["file-missing"],
        ),
        ("PROMPTS", running().remove("PROMPTS.md"), &["file-missing"]),
        (
            "one word",
            bare("PLAN_invoice"),
            &["plan-name", "state-absent"],
        ),
        (
            "upper case",
            bare("PLAN_Invoice_export"),
            &["plan-name", "state-absent"],
        ),
        (
            "near miss: five words",
            running().named("PLAN_a_b_c_d_e"),
            &[],
        ),
        (
            "another plan inside",
            running().write("PLAN_other_plan/README.md", "# x\n"),
            &["plan-nested"],
        ),
        (
            "near miss: a plan's name as a file",
            running().write("analysis_results/PLAN_other_plan.md", "x\n"),
            &[],
        ),
        (
            "copied manifest",
            running().edit("manifest.json", "PLAN_invoice_export", "PLAN_other_plan"),
            &["plan-name-mismatch"],
        ),
        (
            "copied state",
            running().edit("state.json", "PLAN_invoice_export", "PLAN_other_plan"),
            &["plan-name-mismatch"],
        ),
        (
            "marker",
            running().write(".finalizing.json", "{}"),
            &["finalization-interrupted"],
        ),
        (
            "near miss: a file of nearly that name",
            running().write("finalizing.json", "{}"),
            &[],
        ),
        (
            "H8: a refining under way",
            running().write(".refining.json", "{}"),
            &["refine-interrupted"],
        ),
        (
            "near miss: such a file among the results",
            running().write("analysis_results/.refining.json", "{}"),
            &[],
        ),
    ]);
}

#[test]
fn e_analysis_results_is_there() {
    let mut files = PlanFiles::new("PLAN_invoice_export", Vec::<(String, String)>::new());
    for (name, text) in running()
        .remove("analysis_results/PLAN_ANALYSIS.md")
        .files()
    {
        files.insert(name, text);
    }
    assert_eq!(
        common::codes(&check(&files, &Facts::default())),
        ["file-missing"]
    );
    files.insert_directory("analysis_results");
    assert_eq!(common::codes(&check(&files, &Facts::default())), [""; 0]);
}

#[test]
fn a6_what_cannot_be_read_is_a_finding() {
    let mut files = running().plan_files();
    files.insert_problem(
        "analysis_results/x",
        "path-escapes",
        "a symbolic link leads out",
    );
    files.insert_problem(
        "analysis_results/huge.log",
        "too-large",
        "is larger than the limit",
    );
    files.insert("notes.md", vec![0xff, 0xfe]);
    let report = check(&files, &Facts::default());
    let found: Vec<_> = report
        .findings()
        .map(|f| (f.rule.code, f.location.file.as_str()))
        .collect();
    assert_eq!(
        found,
        [
            ("file-unreadable", "analysis_results/x"),
            ("file-unreadable", "notes.md")
        ]
    );
    assert!(
        report
            .notes()
            .any(|note| note.file.as_deref() == Some("analysis_results/huge.log"))
    );
}

#[test]
fn e_deleting_files_never_makes_the_rules_laxer() {
    let untruth = |plan: PlanBuilder| {
        plan.edit("2.task_write_part_2.md", "## Touched Surface", "## Surface")
            .tick(2)
    };
    for plan in [
        untruth(running()).remove("state.json"),
        untruth(running())
            .remove("state.json")
            .remove("manifest.json"),
        untruth(running())
            .remove("state.json")
            .edit("manifest.json", "{", "<<<<<<< ours\n{"),
    ] {
        let codes = common::codes(&common::report(&plan));
        assert!(codes.contains(&"state-missing"), "{codes:?}");
        assert!(codes.contains(&"task-section-missing"), "{codes:?}");
    }
}

#[test]
fn e_a_readme_alone_is_current_by_its_standard_line_or_by_what_only_current_plans_have() {
    let alone = |plan: PlanBuilder| plan.remove("state.json").remove("manifest.json");
    let old = alone(PlanBuilder::full(3)).edit("README.md", "DWP spec 5.0.0", "DWP spec 2.3.0");
    assert!(!common::codes(&common::report(&old)).contains(&"state-missing"));
    let undeclared =
        alone(PlanBuilder::full(3)).edit("README.md", "**Standard:** DWP spec 5.0.0\n\n", "");
    assert!(common::codes(&common::report(&undeclared)).contains(&"state-missing"));
    let legacy = alone(PlanBuilder::legacy(3));
    finds("a legacy plan without JSON", &legacy, &["state-absent"]);
    let report = check(&legacy.plan_files(), &Facts::without_git());
    assert_eq!(common::codes(&report), ["state-absent-without-git"]);
}

#[test]
fn b1_newer_plans_are_unverified_without_guessing() {
    let newer = [
        running().write("contract.json", "{}"),
        running().write("journal.ndjson", ""),
        running().edit("state.json", "plan-state/v5.json", "plan-state/v6.json"),
        running().edit(
            "manifest.json",
            "plan-manifest/v5.json",
            "plan-manifest/v6.json",
        ),
        running().edit("README.md", "DWP spec 5.0.0", "DWP spec 5.0.1"),
        running().edit("README.md", "DWP spec 5.0.0", "DWP v7"),
        running().edit("README.md", "DWP spec 5.0.0", "DWP v7.0"),
        running().edit("manifest.json", "\"5.0.0\"", "\"6.0.0\""),
    ];
    let verdicts: Vec<_> = newer
        .iter()
        .map(|plan| common::report(plan).verdict())
        .collect();
    let mut expected = vec![Verdict::Unverified; newer.len()];
    expected[5] = Verdict::Clean; // "v7" alone is no version: an unreadable standard line
    assert_eq!(verdicts, expected);
    let report = common::report(&newer[2]);
    assert_eq!(common::codes(&report), ["schema-unknown"]);
    let empty = PlanFiles::new("PLAN_a_b", [("notes.md", "x")]);
    assert_eq!(
        check(&empty, &Facts::default()).verdict(),
        Verdict::Unverified
    );
}

#[test]
fn b9_a_broken_state_is_one_finding_and_a_note() {
    let plan = completed().edit("state.json", "\"tasks\": [", "\"tasks\": ");
    let report = common::report(&plan);
    assert_eq!(common::codes(&report), ["json-syntax"]);
    assert!(
        report
            .notes()
            .any(|note| note.message.contains("state-drift"))
    );
    assert!(
        report
            .rules_checked()
            .all(|rule| rule.code != "state-drift")
    );
}

#[test]
fn b1_a_mixed_pair_is_refused() {
    let plan = running().edit(
        "manifest.json",
        "plan-manifest/v5.json",
        "plan-manifest/v2.json",
    );
    finds("v2 with v5", &plan, &["schema-mixed"]);
}
