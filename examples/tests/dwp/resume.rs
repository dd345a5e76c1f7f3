//! `dwp resume`: the ritual of the agent protocol on the command line (P2–P5, P11).

use plan_testkit::PlanBuilder;

use crate::run::{Plan, run};

fn resume(plan: &Plan, arguments: &[&str]) -> crate::run::Ran {
    run(&[&["resume", plan.path()], arguments].concat())
}

#[test]
fn p3_the_task_comes_out_once_the_smoke_command_passed() {
    let plan = Plan::of(&PlanBuilder::full(3).tick(1).start(2));
    let names = plan.names();
    let ran = resume(&plan, &["--smoke", "echo all well"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.out.contains("echo all well: passed"), "{}", ran.out);
    assert!(ran.out.contains("do task 2: Write part 2"), "{}", ran.out);
    assert!(
        ran.out.contains(&plan.file("2.task_write_part_2.md")),
        "the record, whole"
    );
    assert_eq!(plan.names(), names, "it only reads");

    let json = resume(&plan, &["--smoke", "true", "--format", "json"]).json();
    assert_eq!(json["schema"], "urn:planwright:schema:resume:v1");
    assert_eq!(json["next"]["kind"], "task");
    assert_eq!(json["next"]["task"]["id"], 2);
    assert_eq!(json["next"]["task"]["commands"][0], "cargo test -p part2");
    assert_eq!(json["checkpoint"]["recorded"]["task"], 2);
}

#[test]
fn p3_without_a_smoke_command_the_ritual_stops_before_the_task_and_says_so() {
    let plan = Plan::of(&PlanBuilder::full(3));
    let ran = resume(&plan, &[]);
    assert_eq!(ran.code, 0);
    assert!(ran.out.contains("Invoices can be exported."), "{}", ran.out);
    assert!(ran.out.contains("no task yet"), "{}", ran.out);
    assert!(ran.err.contains("--smoke CMD"), "{}", ran.err);
    let json = resume(&plan, &["--format", "json"]).json();
    assert_eq!(json["next"]["kind"], "smoke-first");
    assert!(json["next"]["task"].is_null());
}

#[test]
fn p3_a_failing_smoke_command_is_to_be_investigated_first() {
    let plan = Plan::of(&PlanBuilder::full(3));
    let smoke = "echo broken; echo '\u{1b}[31mred' >&2; exit 4";
    let ran = resume(&plan, &["--smoke", smoke]);
    assert_eq!(ran.code, 1);
    assert!(ran.out.contains("ended with exit code 4"), "{}", ran.out);
    assert!(
        ran.err.contains("  broken\n") && ran.err.contains("red"),
        "{}",
        ran.err
    );
    assert!(!ran.err.contains('\u{1b}'), "nothing controls the terminal");
    let json = resume(&plan, &["--smoke", smoke, "--format", "json"]).json();
    assert_eq!(json["next"]["kind"], "investigate-first");
    assert_eq!(json["smoke"]["exit_code"], 4);
    let killed = resume(&plan, &["--smoke", "kill -9 $$", "--format", "json"]);
    assert_eq!(killed.json()["smoke"]["outcome"], "failed");
    assert_eq!(killed.code, 1);
}

#[test]
fn p4_where_no_task_is_next_the_smoke_command_is_not_run() {
    let plan = Plan::of(&PlanBuilder::full(3).block(1));
    let mark = plan.dir.join("mark");
    let smoke = format!("touch {}", mark.display());
    let ran = resume(&plan, &["--smoke", &smoke]);
    assert_eq!(ran.code, 0, "P11: to report and yield is a success");
    assert!(ran.out.contains("the driver is missing"), "{}", ran.out);
    assert!(ran.out.contains("who must act: a person"), "{}", ran.out);
    assert!(!mark.exists());
    let drifted = PlanBuilder::full(3).edit("README.md", "- [ ] Task 1", "- [x] Task 1");
    let ran = resume(&Plan::of(&drifted), &["--smoke", "true"]);
    assert!(ran.out.contains("reconcile first"), "{}", ran.out);
    assert!(ran.out.contains("README ahead"), "{}", ran.out);
    let complete = resume(&Plan::of(&PlanBuilder::full(3).complete()), &[]);
    assert!(
        complete.out.contains("complete: every task is done"),
        "{}",
        complete.out
    );
    assert!(complete.err.is_empty(), "{}", complete.err);
}

#[test]
fn p2_unattended_running_is_refused_with_every_condition_that_is_not_met() {
    let plan = Plan::of(&PlanBuilder::full(3).write(".finalizing.json", "{}"));
    let ran = resume(&plan, &["--profile", "unattended", "--format", "json"]);
    assert_eq!(ran.code, 1);
    let json = ran.json();
    assert_eq!(json["next"]["kind"], "not-admitted");
    let unmet = &json["next"]["unmet"];
    assert_eq!(
        *unmet,
        serde_json::json!(["not-opted-in", "finalization-interrupted"])
    );
    let text = resume(&plan, &["--profile", "unattended"]).out;
    assert!(
        text.contains("not-opted-in: ") && text.contains("dwp approve"),
        "{text}"
    );
    assert_eq!(resume(&plan, &["--profile", "trust"]).code, 2);
}

#[test]
fn a_plan_that_cannot_be_judged_is_unusable() {
    let newer = Plan::of(&PlanBuilder::full(3).write("journal.ndjson", ""));
    assert_eq!(resume(&newer, &[]).code, 2);
    assert_eq!(run(&["resume", "/no/such/plan"]).code, 2);
}
