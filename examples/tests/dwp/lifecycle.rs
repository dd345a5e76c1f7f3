//! `dwp new` and `dwp migrate`: answers, exit codes, and kills at every step (H3, H5).

use std::path::{Path, PathBuf};

use plan_guard::Step;
use plan_testkit::PlanBuilder;

use crate::run::{Plan, Ran, dwp, names, run};

const DESCRIPTION: &str = r#"{
  "schema": "urn:planwright:schema:plan-description:v1",
  "name": "PLAN_invoice_export",
  "title": "Export invoices",
  "goal": "Invoices can be exported.",
  "context": "The service has no export.",
  "archetype": "individual",
  "rigor": "standard",
  "format": "full",
  "tasks": [
    {
      "title": "Write the export",
      "context": "The rows come from the table of invoices.",
      "goal": "The export has one row an invoice.",
      "touched_surface": { "surface": ["src/export.rs"], "risk": "isolated" },
      "instructions": "Read the rows, write them.",
      "acceptance_criteria": ["The export has one row an invoice."],
      "validation": ["cargo test -p export"]
    },
    {
      "title": "Final Review",
      "context": "The other task is done.",
      "goal": "Run the security pass, the final-state validation and the skills reconciliation.",
      "touched_surface": { "surface": ["the plan"], "risk": "not applicable" },
      "instructions": "Go through the plan.",
      "acceptance_criteria": ["All three are on record."],
      "validation": ["cargo test"]
    }
  ]
}"#;

/// A place for plans, with a description beside it.
struct Desk {
    parent: tempfile::TempDir,
    description: PathBuf,
}

impl Desk {
    fn of(description: &str) -> Self {
        let memory = Path::new("/dev/shm");
        let parent = if memory.is_dir() {
            tempfile::tempdir_in(memory).unwrap()
        } else {
            tempfile::tempdir().unwrap()
        };
        std::fs::create_dir(parent.path().join("plans")).unwrap();
        let file = parent.path().join("export.json");
        std::fs::write(&file, description).unwrap();
        Self {
            parent,
            description: file,
        }
    }

    fn plans(&self) -> PathBuf {
        self.parent.path().join("plans")
    }

    fn plan(&self) -> PathBuf {
        self.plans().join("PLAN_invoice_export")
    }

    fn write(&self, more: &[&str]) -> Ran {
        self.probed("", more)
    }

    fn probed(&self, probe: &str, more: &[&str]) -> Ran {
        let mut command = dwp();
        if !probe.is_empty() {
            command.env("PLANWRIGHT_PROBE", probe);
        }
        command
            .arg("new")
            .arg(&self.description)
            .arg("--into")
            .arg(self.plans());
        Ran::of(command.args(more).output().unwrap())
    }
}

/// Breaks the lock that a kill left behind in `plan`, where there is one.
fn break_lock(plan: &str) {
    let shown = run(&["lock", plan, "--format", "json"]);
    if shown.code != 0 || shown.json()["held"] == false {
        return;
    }
    let broken = match shown.json()["owner"]["nonce"].as_str() {
        Some(nonce) => run(&["lock", plan, "--break", nonce]),
        None => run(&["lock", plan, "--break-unowned"]),
    };
    assert_eq!(broken.code, 0, "{}{}", broken.out, broken.err);
}

#[test]
fn h3_new_writes_a_plan_that_passes_and_awaits_approval() {
    let desk = Desk::of(DESCRIPTION);
    let ran = desk.write(&["--format", "json"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert_eq!(ran.json()["outcome"], "applied");
    assert_eq!(
        desk.write(&["--format", "json"]).json()["outcome"],
        "unchanged"
    );
    let plan = desk.plan();
    let report = run(&["check", plan.to_str().unwrap(), "--format", "json"]).json();
    assert_eq!(report["verdict"], "clean");
    let codes = report["findings"].as_array().unwrap().iter();
    assert_eq!(
        codes.map(|f| f["code"].clone()).collect::<Vec<_>>(),
        ["approval-awaited"]
    );
    let refused = desk.write(&["--discard", "--format", "json"]);
    assert_eq!(
        (refused.code, refused.json()["code"].as_str()),
        (1, Some("plan-exists"))
    );
}

#[test]
fn b9_faults_of_a_description_come_with_line_and_pointer() {
    let desk = Desk::of(&DESCRIPTION.replacen("\"cargo test\"", "\"a\\nb\"", 1));
    let ran = desk.write(&["--format", "json"]);
    assert_eq!(ran.code, 1, "{}", ran.err);
    let value = ran.json();
    assert_eq!(value["code"], "description-unfit");
    let finding = &value["report"]["findings"][0];
    assert_eq!(finding["code"], "description-text");
    assert_eq!(finding["pointer"], "/tasks/1/validation/0");
    assert_eq!(finding["file"], "export.json");
    assert_eq!(
        (&finding["line"], &finding["column"]),
        (&27.into(), &22.into())
    );
    assert!(names(&desk.plans()).is_empty());
    assert_eq!(Desk::of("{").write(&[]).code, 1);
    assert_eq!(
        Desk::of(&DESCRIPTION.replacen(":v1", ":v9", 1))
            .write(&[])
            .code,
        2
    );
    assert_eq!(run(&["new", "/no/such/file", "--into", "."]).code, 2);
}

#[test]
fn h3_a_kill_at_any_step_leaves_a_partial_to_complete_or_discard() {
    let whole = Desk::of(DESCRIPTION);
    assert_eq!(whole.write(&[]).code, 0);
    let mut killed = 0;
    let steps = Step::ALL.iter().map(|step| step.name()).chain(["plan-dir"]);
    // Steps of a write are met once a file: the first one, one in the middle, the last ones.
    for (step, nth) in steps.flat_map(|step| [1, 3, 5, 8].map(|nth| (step, nth))) {
        for more in [&[][..], &["--discard"]] {
            let desk = Desk::of(DESCRIPTION);
            let ran = desk.probed(&format!("kill:{step}:{nth}"), &[]);
            if ran.code != -1 {
                continue;
            }
            killed += 1;
            let plan = desk.plan();
            break_lock(plan.to_str().unwrap());
            let readme = std::fs::read_to_string(plan.join("README.md"));
            let is_whole = readme
                .as_ref()
                .is_ok_and(|text| text.contains("Plan Status: 0/2"));
            let again = desk.write(more);
            match (more.is_empty(), is_whole) {
                (false, true) => assert_eq!(again.code, 1, "{step}:{nth}: {}", again.err),
                (false, false) => {
                    assert_eq!(again.code, 0, "{step}:{nth}: {}", again.err);
                    assert!(names(&desk.plans()).is_empty(), "{step}:{nth}");
                }
                (true, _) => {
                    assert_eq!(again.code, 0, "{step}:{nth}: {}", again.err);
                    assert_eq!(names(&plan), names(&whole.plan()), "{step}:{nth}");
                }
            }
        }
    }
    assert!(killed > 60, "killed at {killed} steps only");
}

#[test]
fn h5_migrate_answers() {
    let builder = PlanBuilder::legacy(3).tick(1).start(2);
    let plan = Plan::of(&builder);
    let ran = run(&["migrate", plan.path(), "--to", "v5", "--format", "json"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert_eq!(ran.json()["awaits_approval"], true);
    let again = run(&["migrate", plan.path(), "--to", "v5", "--format", "json"]);
    assert_eq!(again.json()["outcome"], "unchanged");
    let back = run(&["migrate", plan.path(), "--to", "v2"]);
    assert_eq!(back.code, 1, "{}", back.out);
    assert_eq!(run(&["migrate", plan.path(), "--to", "v1"]).code, 2);
}

#[test]
fn h4_promote_answers_and_survives_kills_either_way() {
    let builder = PlanBuilder::lite(3).tick(1);
    let plan = Plan::of(&builder);
    let none = run(&["promote", plan.path(), "--resume", "--format", "json"]);
    assert_eq!(
        (none.code, none.json()["code"].as_str()),
        (1, Some("promotion-absent"))
    );
    let ran = run(&["promote", plan.path(), "--format", "json"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert_eq!(ran.json()["tasks"][2], "3.task_final_review.md");
    let again = run(&["promote", plan.path(), "--format", "json"]);
    assert_eq!(again.json()["outcome"], "unchanged");
    assert_eq!(
        run(&["promote", plan.path(), "--resume", "--rollback"]).code,
        2
    );
    let mut killed = 0;
    let steps = Step::ALL.iter().map(|step| step.name());
    for (step, nth) in steps.flat_map(|step| [1, 2, 4, 7, 9].map(|nth| (step, nth))) {
        for way in ["--resume", "--rollback"] {
            let plan = Plan::of(&builder);
            let mut command = dwp();
            command.env("PLANWRIGHT_PROBE", format!("kill:{step}:{nth}"));
            command.args(["promote", plan.path()]);
            if Ran::of(command.output().unwrap()).code != -1 {
                continue;
            }
            killed += 1;
            break_lock(plan.path());
            let under_way = !plan.file("state.json").contains("\"promotion\": null");
            let ran = run(&["promote", plan.path(), way]);
            let done =
                under_way || (way == "--resume" && plan.file("state.json").contains("\"full\""));
            assert_eq!(
                ran.code,
                i32::from(!done),
                "{step}:{nth} {way}: {}",
                ran.err
            );
            let report = run(&["check", plan.path(), "--format", "json"]).json();
            assert_eq!(
                report["findings"].as_array().unwrap().len(),
                0,
                "{step}:{nth} {way}: {report}"
            );
        }
    }
    assert!(killed > 60, "killed at {killed} steps only");
}

/// The outputs of the three commands meet their schemas.
#[test]
fn outputs_of_the_lifecycle_meet_their_schemas() {
    let desk = Desk::of(DESCRIPTION);
    let faulty = Desk::of("{}");
    let lite = Plan::of(&PlanBuilder::lite(3));
    let legacy = Plan::of(&PlanBuilder::legacy(3));
    let json = ["--format", "json"];
    let with = |arguments: &[&str]| run(&[arguments, &json].concat());
    let outputs = [
        desk.write(&json),
        desk.write(&json),
        desk.write(&["--discard", "--format", "json"]),
        faulty.write(&json),
        with(&["promote", lite.path(), "--rollback"]),
        with(&["promote", lite.path()]),
        with(&["migrate", legacy.path(), "--to", "v5"]),
        with(&["migrate", legacy.path(), "--to", "v2"]),
    ];
    crate::schema::meet_their_schemas(outputs);
}
