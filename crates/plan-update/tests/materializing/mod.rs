//! Descriptions to write, and places to write them into.

mod faults;
mod interruptions;
mod reading;
mod schema;
mod writing;

use std::collections::BTreeMap;
use std::path::Path;

use plan_guard::{ConfinedDir, Process};
use plan_state::{Format, Limits, Timestamp};
use plan_update::{Description, Environment, MaterializeOutcome, materialize, read_description};
use plan_verify::{Facts, PlanFiles, check};

/// A directory in memory where there is such a place: flushing a thousand times takes long on disks.
pub(crate) fn scratch() -> tempfile::TempDir {
    let memory = Path::new("/dev/shm");
    if memory.is_dir() {
        tempfile::tempdir_in(memory).unwrap()
    } else {
        tempfile::tempdir().unwrap()
    }
}

/// A description of three tasks as JSON.
pub(crate) fn json(format: &str) -> String {
    format!(
        r##"{{
  "schema": "urn:planwright:schema:plan-description:v1",
  "name": "PLAN_invoice_export",
  "title": "Export invoices",
  "goal": "Invoices can be exported.\n\n### Measure\n\nOne row an invoice.",
  "context": "The service has no export.",
  "guidelines": "- Keep the format plain.",
  "archetype": "individual",
  "rigor": "standard",
  "format": "{format}",
  "analysis": "One pass is enough.",
  "tags": ["backend"],
  "created_by": {{ "agent": "planner", "model": "test" }},
  "tasks": [
    {{
      "title": "Write the export",
      "context": "The rows come from `invoices`.",
      "read_before": ["src/invoices.rs"],
      "goal": "The export has one row an invoice.",
      "touched_surface": {{ "surface": ["`src/export.rs`"], "risk": "isolated" }},
      "instructions": "1. Read the rows.\n2. Write them.",
      "acceptance_criteria": ["The export has one row an invoice.", "It has a header."],
      "outputs": ["`src/export.rs`"],
      "validation": ["cargo test -p export", "cargo run --bin export -- --dry-run | head"]
    }},
    {{
      "title": "Document the export",
      "context": "Users read docs/.",
      "goal": "The export is documented.",
      "touched_surface": {{ "surface": ["docs/export.md"], "risk": "not applicable" }},
      "instructions": "Write the page.",
      "acceptance_criteria": ["docs/export.md shows an example."],
      "validation": ["mdbook test"],
      "depends_on": [1]
    }},
    {{
      "title": "Final Review",
      "context": "All tasks are done.",
      "goal": "Run the security pass, the final-state validation and the skills reconciliation.",
      "touched_surface": {{ "surface": ["the plan"], "risk": "seam" }},
      "instructions": "Go through the plan.",
      "acceptance_criteria": ["Security pass, validation and skills are on record."],
      "validation": ["cargo test"]
    }}
  ]
}}"##
    )
}

/// The description that a text is read as.
pub(crate) fn read(text: &str) -> Description {
    let reading = read_description("plan.json", text.as_bytes(), &Limits::default());
    assert_eq!(reading.findings, []);
    reading.value.unwrap()
}

pub(crate) fn description(format: Format) -> Description {
    read(&json(format.as_str()))
}

pub(crate) fn environment() -> Environment {
    let now = "2026-03-02T10:00:00Z";
    Environment::new(
        Process::current("test", now),
        Timestamp::parse(now).unwrap(),
    )
}

/// Writes the plan into a directory, which must be possible.
pub(crate) fn write(parent: &Path, plan: &Description) {
    let parent = ConfinedDir::open(parent).unwrap();
    let outcome = materialize(&parent, plan, &environment()).unwrap();
    assert!(
        matches!(outcome, MaterializeOutcome::Applied { resumed: false }),
        "{outcome:?}"
    );
}

/// The codes that a check of the plan finds.
pub(crate) fn codes(plan: &Path) -> Vec<&'static str> {
    let files = PlanFiles::load(&ConfinedDir::open(plan).unwrap()).unwrap();
    let report = check(&files, &Facts::default());
    report.findings().map(|finding| finding.rule.code).collect()
}

/// Every file below a directory, and every directory, by relative path.
pub(crate) fn tree(root: &Path) -> BTreeMap<String, Vec<u8>> {
    fn walk(root: &Path, at: &Path, found: &mut BTreeMap<String, Vec<u8>>) {
        for entry in std::fs::read_dir(at).unwrap() {
            let path = entry.unwrap().path();
            let name = path
                .strip_prefix(root)
                .unwrap()
                .to_str()
                .unwrap()
                .to_owned();
            if path.is_dir() {
                found.insert(format!("{name}/"), Vec::new());
                walk(root, &path, found);
            } else {
                found.insert(name, std::fs::read(&path).unwrap());
            }
        }
    }
    let mut found = BTreeMap::new();
    walk(root, root, &mut found);
    found
}
