//! Two daemons over one plan, killed at random moments: the plan is completed, and nothing is lost or
//! done twice (P6, P12). `PLANWRIGHT_HEARTBEATS=1000` makes it as many kills.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use super::{daemon, plan};
use crate::run::{Plan, run};

const TASKS: u64 = 20;

/// What the worker leaves outside of the plan: who is at which task, whether two ever met, and what
/// was shown.
struct Yard {
    dir: tempfile::TempDir,
}

impl Yard {
    fn new() -> Self {
        let dir = tempfile::tempdir().unwrap();
        Self { dir }
    }

    /// A worker that takes a moment, and notices when another one lives: not one that is
    /// dead, or has its death pending.
    fn worker(&self) -> String {
        let yard = self.dir.path().display();
        let script = format!(
            "alive() {{\n\
             s=$(cat /proc/$1/status 2>/dev/null) || return 1\n\
             echo \"$s\" | grep -q '^State:[[:space:]][^ZX]' || return 1\n\
             ! echo \"$s\" | grep -q '^SigPnd:.*[13579bdf]..$'\n\
             }}\n\
             other=$(cat {yard}/busy 2>/dev/null || echo 0)\n\
             if alive $other; then echo $TASK >> {yard}/met; fi\n\
             echo $$ > {yard}/busy\nsleep 0.06\n\
             echo \"gate: cargo test -p part$TASK|0|64 passed, run $$\"\necho \"wrote part $TASK\"\n\
             rm -f {yard}/busy\n"
        );
        let path = self.dir.path().join("work.sh");
        std::fs::write(&path, script).unwrap();
        format!("sh {}", path.display())
    }

    fn met(&self) -> String {
        std::fs::read_to_string(self.dir.path().join("met")).unwrap_or_default()
    }
}

/// A daemon in a process group of its own, so that a kill takes the worker with it, as a crash does.
struct Daemon(Child);

impl Daemon {
    fn spawn(plan: &Plan, worker: &str) -> Self {
        let beats = ["--heartbeats", "100000", "--interval", "0.01"];
        let child = daemon(plan, worker, &beats)
            .process_group(0)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn();
        Self(child.unwrap())
    }
}

impl Drop for Daemon {
    fn drop(&mut self) {
        let group = rustix::process::Pid::from_child(&self.0);
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        let _ = self.0.wait();
    }
}

/// Numbers that look random, the same ones for each seed.
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % limit
    }
}

/// The gates on record: task, command, evidence.
fn gates(state: &serde_json::Value) -> BTreeSet<String> {
    let mut seen = BTreeSet::new();
    for task in state["tasks"].as_array().unwrap() {
        for gate in task["gates"].as_array().unwrap() {
            seen.insert(format!(
                "{} {} {}",
                task["id"], gate["command"], gate["evidence"]
            ));
        }
    }
    seen
}

fn kills_wanted() -> u64 {
    let asked = std::env::var("PLANWRIGHT_HEARTBEATS").ok();
    asked.map_or(60, |text| text.parse().unwrap())
}

/// A lock whose holder was killed before it wrote its name is for a person to break; here it is us.
fn break_unowned(plan: &Plan) -> bool {
    let lock = plan.dir.join("state.json.lock");
    let unowned = |lock: &Path| lock.exists() && !lock.join("owner.json").exists();
    if !unowned(&lock) {
        return false;
    }
    std::thread::sleep(Duration::from_millis(200));
    unowned(&lock) && run(&["lock", plan.path(), "--break-unowned"]).code == 0
}

/// Runs one plan to its end under at most `kills` kills; how many there were.
fn run_one(dice: &mut Dice, kills: u64, story: &mut String) -> u64 {
    let (plan, yard) = (plan(TASKS), Yard::new());
    let worker = yard.worker();
    let mut daemons = [Daemon::spawn(&plan, &worker), Daemon::spawn(&plan, &worker)];
    let mut seen = BTreeSet::new();
    let (mut done, mut unowned) = (0, 0);
    let deadline = Instant::now() + Duration::from_secs(300);
    loop {
        assert!(
            Instant::now() < deadline,
            "no end: {}",
            plan.file("state.json")
        );
        std::thread::sleep(Duration::from_millis(20 + dice.below(230)));
        let state = plan.state();
        let now = gates(&state);
        assert!(now.is_superset(&seen), "lost: {:?}", seen.difference(&now));
        seen = now;
        assert!(state["blocked"].is_null(), "{}", state["blocked"]);
        if state["status"] == "completed" {
            break;
        }
        if done < kills {
            let victim = &mut daemons[usize::try_from(dice.below(2)).unwrap()];
            // The old one is killed once the new one is there: they overlap, as restarts do.
            *victim = Daemon::spawn(&plan, &worker);
            done += 1;
        }
        unowned += u64::from(break_unowned(&plan));
    }
    // The last turn may be at its end still, or be killed before its receipt: the daemons see to it.
    for Daemon(child) in &mut daemons {
        assert!(child.wait().unwrap().success());
    }
    assert_eq!(yard.met(), "", "two workers met");
    judge(&plan);
    let locks = plan.file("PROGRESS.md").matches("Lock: broken").count();
    writeln!(
        story,
        "{done} kills, {locks} dead locks broken, {unowned} unowned ones by hand"
    )
    .unwrap();
    done
}

/// Completed, clean, each task once, in order.
fn judge(plan: &Plan) {
    let check = run(&["check", plan.path()]);
    assert_eq!(check.code, 0, "{}", check.out);
    let state = plan.state();
    assert_eq!(state["completed_count"], TASKS);
    let progress = plan.file("PROGRESS.md");
    let headings: Vec<&str> = progress
        .lines()
        .filter(|line| line.starts_with("## "))
        .collect();
    let times: Vec<&str> = headings.iter().map(|line| &line[3..23]).collect();
    assert!(times.is_sorted(), "{headings:?}");
    let tasks: Vec<u64> = headings
        .iter()
        .filter_map(|line| {
            line.split_once("— Task ")?
                .1
                .split(':')
                .next()?
                .parse()
                .ok()
        })
        .collect();
    assert_eq!(
        tasks,
        (1..=TASKS).collect::<Vec<_>>(),
        "each once, in order"
    );
    for task in state["tasks"].as_array().unwrap() {
        let command = format!("cargo test -p part{}", task["id"]);
        let gates = task["gates"].as_array().unwrap();
        let shown = gates
            .iter()
            .any(|gate| gate["command"] == command && gate["passes"] == true);
        assert!(shown, "{task}");
    }
    assert!(!plan.dir.join("state.json.lock").exists());
    let litter = plan.names().into_iter().filter(|name| {
        Path::new(name)
            .extension()
            .is_some_and(|extension| extension == "tmp")
    });
    assert_eq!(litter.count(), 0);
}

#[test]
fn p12_two_daemons_under_random_kills_complete_every_task_once() {
    let wanted = kills_wanted();
    let mut dice = Dice(0x9e37_79b9_7f4a_7c15);
    let (mut done, mut story) = (0, String::new());
    while done < wanted {
        done += run_one(&mut dice, wanted - done, &mut story);
    }
    println!("{done} kills\n{story}");
}
