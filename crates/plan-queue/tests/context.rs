//! The context (Q20): what it tells, in which form, and that it is one value whatever the order of input.

#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

use plan_queue::context::{Call, Context};
use plan_queue::select::{Caller, Choice, ClaimVersions, Situation};
use plan_queue::{Queue, QueueFiles, read};
use proptest::prelude::*;
use serde_json::{Value, json};

const BACKLOG: &str = "# Cola\n\n## Hito uno — Uno\n\n\
    - [ ] **pagada** [lite] — Pagada. _Aceptación: sí._ (service: api)\n\
    - [ ] **tomada** [lite] — Tomada. _Aceptación: sí._ (service: api)\n\
    - [ ] **a-mano** [manual] — A mano. _Aceptación: sí._ (service: api)\n\
    - [ ] **espera** [lite] — Espera. _Aceptación: sí._ (service: api) (depende: tomada, hecha)\n\
    - [ ] **libre** [full] — Lo libre. _Aceptación: (1) uno (fuera de verify: va en qa) (2) dos._ (service: web/app) (cast: dev → qa, ux)\n";
const EPIC: &str = "---\nepic: 007\ntitle: Siete\nstatus: active\nservice: web\n---\n\n## Criterios\n\n\
    - **C1** — Se ve\n  en el móvil.\n- **C2** — Se oye.\n\n## Contexto relevante\n\nNada.\n\n## Historias\n\n\
    - [ ] **heredada** (→ C1, C2) — Hereda. (service: web)\n";
const OTHER: &str = "---\norder: 10\nline: admin\n---\n\n## Hito dos — Dos\n\n\
    - [ ] **heredada** — Hereda. (→ C1, C2) (epic: 7) (service: web)\n";
const CLAIM: &str = "---\ntask: tomada\nowner: ana@example.com\nrunner: /trees/two\nstarted: 2026-10-01\nservice: api\n---\n";
const HUMAN: &str =
    "---\ntask: pagada\nstatus: pendiente\norigin: Ready\n---\n\nPagar la cuenta.\n";
const AT_LARGE: &str =
    "---\ntask: epica-nueve\nstatus: pendiente\norigin: Ready\n---\n\nElegir proveedor.\n";
const DONE: &str = "- [x] **hecha** — Hecha\n  acept: sí\n  fecha: 2026-10-01\n";
const WIP: &str = "---\ntask: libre\nphase: Build\nservice: web/app\nlane: full\n---\n\n## Plan aprobado\n\n1. [x] Uno\n2. [ ] Dos\n\n## Bloqueos\n\n- Falta el color\n";
const RECURRING: &str = "# Vuelve\n\n## Recurrencias\n\n| Qué | Cada | Desde | Tarea |\n|---|---|---|---|\n\
    | deps | mensual | 2026-10-01 | Subir. _Aceptación: sí._ (service: .) |\n\
    | luego | mensual | 2027-10-01 | Subir. _Aceptación: sí._ (service: .) |\n";

const FILES: &[(&str, &str)] = &[
    ("BACKLOG.md", BACKLOG),
    ("backlog/dos.md", OTHER),
    ("roadmap/epic-007-siete.md", EPIC),
    ("claims/tomada.md", CLAIM),
    ("human/pagada.md", HUMAN),
    ("human/nueve.md", AT_LARGE),
    ("done/hecha.md", DONE),
    ("RECURRING.md", RECURRING),
];

fn queue(more: &[(&str, &str)]) -> Queue {
    read(&QueueFiles::new(
        "planning",
        FILES.iter().chain(more).copied(),
    ))
}

fn call(role: Option<&'static str>) -> Call<'static> {
    Call {
        queue: "planning",
        today: "2026-10-11".parse().unwrap(),
        owner: Some("eva@example.com"),
        role,
    }
}

fn context(queue: &Queue, caller: Caller<'_>) -> Value {
    let situation = Situation::new(queue, caller, ClaimVersions::default());
    serde_json::to_value(Context::of(&situation, call(None))).unwrap()
}

fn caller() -> Caller<'static> {
    Caller {
        runner: "/trees/one",
        ..Caller::default()
    }
}

#[test]
fn q20_the_members_of_the_contract() {
    let json = context(&queue(&[]), caller());
    assert_eq!(
        json,
        json!({
            "schema": "urn:planwright:schema:queue-context:v1",
            "queue": "planning",
            "today": "2026-10-11",
            "line": null,
            "runner": "/trees/one",
            "owner": "eva@example.com",
            "role": null,
            "task": {
                "slug": "libre", "milestone": "uno", "lane": "full",
                "cast": { "builder": "dev", "reviewers": ["qa", "ux"] },
                "service": "web/app", "epic": null, "description": "Lo libre.",
                "acceptance": "(1) uno (fuera de verify: va en qa) (2) dos.",
                "conditions": [
                    { "text": "uno", "outside_verify": "va en qa" },
                    { "text": "dos.", "outside_verify": null },
                ],
                "file": "BACKLOG.md", "because": "next",
            },
            "stop": null,
            "repair": null,
            "claimed": false,
            "wip": null,
            "queued": 5,
            "repeated": [],
            "taken": [{ "slug": "tomada", "owner": "ana@example.com", "runner": "/trees/two" }],
            "waiting": [{ "slug": "espera", "depends_on": ["tomada"] }],
            "held": [{ "slug": "pagada", "action": "Pagar la cuenta.", "file": "human/pagada.md" }],
            "manual": ["a-mano"],
            "other_lines": ["heredada"],
            "recurring_due": [{ "id": "deps", "due": "2026-10-01", "overdue_days": 10, "promoted": null }],
            "checkpoints": [],
            "human_pending": [
                { "slug": "epica-nueve", "action": "Elegir proveedor.", "file": "human/nueve.md" }
            ],
            "unread": 0,
        })
    );
}

#[test]
fn q20_a_task_inherits_the_words_of_its_criteria() {
    let admin = Caller {
        line: Some("admin"),
        ..caller()
    };
    let json = context(&queue(&[]), admin);
    let task = &json["task"];
    assert_eq!(
        (&task["slug"], &task["lane"], &task["epic"]),
        (&json!("heredada"), &Value::Null, &json!("7"))
    );
    assert_eq!(task["acceptance"], "Se ve en el móvil.; Se oye.");
    assert_eq!(
        task["conditions"][0],
        json!({ "text": "Se ve en el móvil.", "outside_verify": null })
    );
    assert_eq!(json["queued"], 1);
    assert_eq!(json["other_lines"].as_array().unwrap().len(), 5);
}

#[test]
fn q20_work_in_progress_repairs_and_stops() {
    let json = context(&queue(&[("wip/trees-one.md", WIP)]), caller());
    assert_eq!(
        (&json["task"]["slug"], &json["task"]["because"]),
        (&json!("libre"), &json!("wip"))
    );
    assert_eq!(
        json["wip"],
        json!({
            "task": "libre", "file": "wip/trees-one.md", "phase": "Build", "lane": "full",
            "complete": 1, "pending": 1, "next_step": "Dos", "blockers": ["Falta el color"],
        })
    );

    // What it goes on with is not passed over, even where a person has to act meanwhile.
    let human = HUMAN.replace("pagada", "libre");
    let files = [("wip/trees-one.md", WIP), ("human/libre.md", &human)];
    let json = context(&queue(&files), caller());
    assert_eq!(json["task"]["slug"], "libre");
    assert_eq!(json["held"].as_array().map(Vec::len), Some(1), "{json}");

    let closing = WIP.replace("libre", "hecha");
    let json = context(&queue(&[("wip/trees-one.md", &closing)]), caller());
    assert_eq!(
        (&json["repair"], &json["task"], &json["stop"]),
        (&json!("hecha"), &Value::Null, &Value::Null)
    );
    assert_eq!(json["wip"]["task"], "hecha");

    let checkpoint = "---\nstatus: pendiente\nhito: uno\n---\n\n# Alto\n\nMirar el hito.\n";
    let json = context(&queue(&[("checkpoints/uno.md", checkpoint)]), caller());
    assert_eq!(json["stop"]["reason"], "awaiting-review");
    assert_eq!(
        (&json["stop"]["family"], &json["stop"]["unblocked_by"]),
        (&json!("person"), &json!("person"))
    );
    assert_eq!(json["stop"]["detail"], "checkpoints/uno.md: Mirar el hito.");
    assert_eq!(
        (&json["checkpoints"], &json["task"]),
        (&json!(["checkpoints/uno.md"]), &Value::Null)
    );

    let claim = CLAIM.replace("tomada", "libre").replace("two", "one");
    let json = context(&queue(&[("claims/libre.md", &claim)]), caller());
    assert_eq!(
        (&json["claimed"], &json["task"]["because"]),
        (&json!(true), &json!("claim"))
    );
}

#[test]
fn q31_an_unknown_role_is_a_stop() {
    let queue = queue(&[]);
    let situation = Situation::new(&queue, caller(), ClaimVersions::default());
    let context = Context::of(&situation, call(Some("builder")));
    assert_eq!(
        context.stop.as_ref().map(|stop| stop.reason),
        Some("role-unknown")
    );
    assert_eq!(
        (context.role.as_deref(), context.task),
        (Some("builder"), None)
    );
}

#[test]
fn q20_the_text_tells_the_same() {
    let queue = queue(&[]);
    let situation = Situation::new(&queue, caller(), ClaimVersions::default());
    let text = Context::of(&situation, call(None)).to_string();
    for line in [
        "task       libre [full] (next)",
        "cast       dev → qa, ux",
        "           outside Verify: va en qa",
        "claim      free: claim it before you begin",
        "taken      tomada by /trees/two (ana@example.com)",
        "waiting    espera for tomada",
        "held       pagada (human/pagada.md): Pagar la cuenta.",
        "manual     a-mano",
        "elsewhere  heredada",
        "due        deps since 2026-10-01 (10 days)",
        "queued     5",
    ] {
        assert!(text.lines().any(|shown| shown == line), "{line}\n{text}");
    }
}

#[test]
fn q20_a_slug_of_two_tasks_is_told_once_and_offered_never() {
    let twice = BACKLOG.replace("**pagada**", "**libre**");
    let queue = queue(&[("BACKLOG.md", &twice)]);
    let situation = Situation::new(&queue, caller(), ClaimVersions::default());
    let context = Context::of(&situation, call(None));
    let json = serde_json::to_value(&context).unwrap();
    assert_eq!(
        (&json["task"], &json["stop"]["reason"]),
        (&Value::Null, &json!("queue-unavailable"))
    );
    let at = |line_number: usize| json!({ "file": "BACKLOG.md", "line_number": line_number, "milestone": "uno" });
    assert_eq!(
        json["repeated"],
        json!([{ "slug": "libre", "tasks": 2, "at": [at(5), at(9)] }])
    );
    let text = context.to_string();
    let line = "repeated   libre stands for 2 tasks: BACKLOG.md:5 (milestone uno), BACKLOG.md:9 (milestone uno)";
    assert!(text.lines().any(|shown| shown == line), "{text}");
    // From another line, the same tasks are those of another line, and that alone.
    let admin = Caller {
        line: Some("admin"),
        ..caller()
    };
    let json = serde_json::to_value(Context::of(
        &Situation::new(&queue, admin, ClaimVersions::default()),
        call(None),
    ))
    .unwrap();
    assert_eq!(json["repeated"], json!([]));
    assert_eq!(json["task"]["slug"], "heredada");
}

/// A queue of small tasks with all that can keep them, drawn at random.
fn small_queue(picks: &[(u8, u8, bool, bool)]) -> Vec<(String, String)> {
    let mut backlog = String::from("# Cola\n\n## Hito uno — Uno\n\n");
    let mut files = Vec::new();
    for (at, (lane, depends, claimed, held)) in picks.iter().enumerate() {
        // One in five has the slug of another.
        let name = if *lane >= 205 { at / 2 } else { at };
        let lane = ["", " [lite]", " [manual]", " [express]"][usize::from(*lane % 4)];
        let on = usize::from(*depends) % picks.len();
        let depends = if on < at {
            format!(" (depende: t{on})")
        } else {
            String::new()
        };
        backlog +=
            &format!("- [ ] **t{name}**{lane} — T. _Aceptación: sí._ (service: api){depends}\n");
        if *claimed {
            files.push((
                format!("claims/t{name}.md"),
                CLAIM.replace("tomada", &format!("t{name}")),
            ));
        }
        if *held {
            files.push((
                format!("human/t{name}.md"),
                HUMAN.replace("pagada", &format!("t{name}")),
            ));
        }
    }
    files.push(("BACKLOG.md".to_owned(), backlog));
    files
}

proptest! {
    /// Q19: what is offered has no obstacle, all before it have, and every list agrees with the predicate.
    #[test]
    fn q19_offered_means_no_obstacle(picks in prop::collection::vec(any::<(u8, u8, bool, bool)>(), 1..9)) {
        let queue = read(&QueueFiles::new("planning", small_queue(&picks)));
        let situation = Situation::new(&queue, caller(), ClaimVersions::default());
        let free: Vec<_> = queue.tasks().filter(|(m, t)| situation.obstacles(m, t).is_empty()).collect();
        match situation.choose() {
            Choice::Task { task, .. } => prop_assert_eq!(Some(task.slug()), free.first().map(|(_, task)| task.slug())),
            Choice::Stop(stop) => {
                prop_assert!(free.is_empty());
                let held = picks.iter().any(|pick| pick.3);
                prop_assert_eq!(stop.reason.code, if held { "blocked-on-human" } else { "queue-unavailable" });
            }
            other => prop_assert!(false, "{other:?}"),
        }
        let context = Context::of(&situation, call(None));
        let listed = |slug: &str| {
            context.repeated.iter().any(|one| one.slug == slug)
                || context.taken.iter().any(|one| one.slug == slug)
                || context.waiting.iter().any(|one| one.slug == slug)
                || context.held.iter().any(|one| one.slug == slug)
                || context.manual.iter().any(|one| one == slug)
        };
        for (_, task) in queue.tasks() {
            let takeable = free.iter().any(|(_, one)| one.slug() == task.slug());
            prop_assert_eq!(listed(task.slug()), !takeable, "{}", task.slug());
        }
    }

    /// Q20: the order in which files are read changes nothing.
    #[test]
    fn q20_permutations_of_the_input_do_not_change_the_output(
        picks in prop::collection::vec(any::<(u8, u8, bool, bool)>(), 1..6),
        seed in any::<prop::sample::Index>(),
    ) {
        let files = small_queue(&picks);
        let mut turned = files.clone();
        turned.rotate_left(seed.index(files.len()));
        turned.reverse();
        let told = |files: Vec<(String, String)>| context(&read(&QueueFiles::new("planning", files)), caller()).to_string();
        prop_assert_eq!(told(files.clone()), told(turned));

        // And so does the order of the lists in which queue order means nothing.
        let mut shuffled = read(&QueueFiles::new("planning", files.clone()));
        shuffled.claims.reverse();
        shuffled.human.reverse();
        shuffled.wips.reverse();
        shuffled.done.reverse();
        shuffled.reindex();
        prop_assert_eq!(told(files), context(&shuffled, caller()).to_string());
    }
}
