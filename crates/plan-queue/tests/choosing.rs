//! Choosing the task (Q19, Q31): each reason of the predicate, the order, and the stops.

#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

use plan_queue::model::Claim;
use plan_queue::phase::Role;
use plan_queue::select::{Because, Caller, Choice, ClaimVersions, Obstacle, Situation};
use plan_queue::{Queue, QueueFiles, read};

type Files<'a> = &'a [(&'a str, &'a str)];
type File = (String, String);

/// Two tasks on the main tree, the second of which depends on the first; one on the line `admin`.
const BACKLOG: &str = "# Cola\n\n## Hito uno — Uno\n\n\
    - [ ] **sumar** [lite] — Sumar. _Aceptación: suma._ (service: api)\n\
    - [ ] **restar** [lite] — Restar. _Aceptación: resta._ (service: api) (depende: sumar)\n";
const ADMIN: &str = "---\norder: 10\nline: admin\n---\n\n## Hito dos — Dos\n\n\
    - [ ] **mirar** [lite] — Mirar. _Aceptación: se ve._ (service: web)\n";
const BASE: Files<'static> = &[("BACKLOG.md", BACKLOG), ("backlog/dos.md", ADMIN)];

fn queue(files: &[Files<'_>]) -> Queue {
    let files = files.iter().copied().flatten().copied();
    read(&QueueFiles::new("planning", files))
}

fn caller() -> Caller<'static> {
    Caller {
        runner: "/trees/one",
        ..Caller::default()
    }
}

fn claim(slug: &str, runner: &str) -> File {
    let text = format!(
        "---\ntask: {slug}\nowner: ana@example.com\nrunner: {runner}\nstarted: 2026-10-01\nservice: api\n---\n"
    );
    (format!("claims/{slug}.md"), text)
}

fn done(slug: &str) -> File {
    let text = format!(
        "- [x] **{slug}** — Hecho\n  acept: sí\n  fecha: 2026-10-01\n  done: sí\n  qa: se ve\n  tests: A → prueba\n  commit: n/a — nada\n"
    );
    (format!("done/{slug}.md"), text)
}

fn human(task: &str, state: &str) -> File {
    let text =
        format!("---\ntask: {task}\nstatus: {state}\norigin: Ready\n---\n\nPagar la cuenta.\n");
    (format!("human/{task}.md"), text)
}

fn wip(runner: &str, task: &str, phase: &str) -> File {
    let text = format!(
        "---\ntask: {task}\nphase: {phase}\nservice: api\nlane: lite\n---\n\n## Plan aprobado\n\n1. [x] Uno\n2. [ ] Dos\n"
    );
    (format!("wip/{runner}.md"), text)
}

/// The codes of what keeps a task from being taken, with one more file in the directory.
fn obstacles(slug: &str, caller: Caller<'_>, more: &File) -> Vec<&'static str> {
    let queue = queue(&[BASE, &[(&more.0, &more.1)]]);
    let situation = Situation::new(&queue, caller, ClaimVersions::default());
    situation
        .obstacles_of(slug)
        .unwrap()
        .iter()
        .map(Obstacle::code)
        .collect()
}

fn nothing() -> File {
    ("INBOX.md".to_owned(), String::new())
}

fn backlog(line: &str) -> File {
    let text = format!("# Cola\n\n## Hito uno — Uno\n\n{line}\n");
    ("BACKLOG.md".to_owned(), text)
}

#[test]
fn q19_each_reason_of_the_predicate_and_its_near_miss() {
    let task = |rest: &str| {
        backlog(&format!(
            "- [ ] **sumar** {rest} — Sumar. _Aceptación: suma._ (service: api)"
        ))
    };
    let rows: &[(&str, &str, File, File)] = &[
        (
            "held-by-person",
            "sumar",
            human("sumar", "pendiente"),
            human("sumar", "resuelta 2026-10-02"),
        ),
        (
            "held-by-person",
            "sumar",
            human("sumar", "quizás"),
            human("sumar-algo", "pendiente"),
        ),
        (
            "taken",
            "sumar",
            claim("sumar", "/trees/two"),
            claim("sumar", "/trees/one"),
        ),
        ("taken", "sumar", claim("sumar", ""), nothing()),
        ("waiting", "restar", nothing(), done("sumar")),
        ("manual", "sumar", task("[manual]"), task("[express]")),
        ("manual", "sumar", task("[manual]"), task("")),
        ("task-done", "sumar", done("sumar"), done("sumar-otra")),
        (
            "task-done",
            "sumar",
            backlog("- [x] **sumar** — S. _Aceptación: s._ (service: api)"),
            task(""),
        ),
    ];
    for (code, slug, trips, near_miss) in rows {
        assert_eq!(
            obstacles(slug, caller(), trips),
            [*code],
            "{}\n{}",
            trips.0,
            trips.1
        );
        let near = obstacles(slug, caller(), near_miss);
        assert_eq!(near, Vec::<&str>::new(), "{}\n{}", near_miss.0, near_miss.1);
    }
    let admin = Caller {
        line: Some("admin"),
        ..caller()
    };
    assert_eq!(obstacles("mirar", caller(), &nothing()), ["other-line"]);
    assert_eq!(obstacles("mirar", admin, &nothing()), Vec::<&str>::new());
    assert_eq!(obstacles("sumar", admin, &nothing()), ["other-line"]);
    let milestone = |name| Caller {
        milestone: Some(name),
        ..caller()
    };
    assert_eq!(
        obstacles("sumar", milestone("dos"), &nothing()),
        ["other-milestone"]
    );
    assert_eq!(
        obstacles("sumar", milestone("uno"), &nothing()),
        Vec::<&str>::new()
    );
}

/// A milestone of its own, of the main tree, with one task `sumar`-or-so.
fn third(task: &str) -> File {
    let text = format!(
        "---\norder: 20\n---\n\n## Hito tres — Tres\n\n{task} — Otra.\n  _Aceptación: es otra._ (service: web)\n"
    );
    ("backlog/tres.md".to_owned(), text)
}

#[test]
fn q15_a_slug_that_stands_for_two_tasks_is_an_obstacle_of_both() {
    for trips in [
        third("- [ ] **sumar** [lite]"),
        // A tick does not make the name tell which is meant.
        third("- [x] **sumar** [lite]"),
        // Nor does a line: claims have none.
        backlog(
            "- [ ] **sumar** — S. _Aceptación: s._ (service: api)\n\
             - [ ] **sumar** — S. _Aceptación: s._ (service: api)",
        ),
    ] {
        let found = obstacles("sumar", caller(), &trips);
        assert_eq!(found, ["slug-repeated"], "{}", trips.1);
    }
    let admin = (
        "backlog/dos.md".to_owned(),
        ADMIN.replace("**mirar**", "**sumar**"),
    );
    assert_eq!(obstacles("sumar", caller(), &admin), ["slug-repeated"]);
    // Near misses: a name that begins like it, and the same in other letters.
    for near in [
        third("- [ ] **sumar-otra** [lite]"),
        third("- [ ] **su** [lite]"),
        third("- [ ] **Sumar** [lite]"),
    ] {
        let found = obstacles("sumar", caller(), &near);
        assert_eq!(found, Vec::<&str>::new(), "{}", near.1);
    }
    // Once queued and once closed: the name tells that it is done.
    assert_eq!(obstacles("sumar", caller(), &done("sumar")), ["task-done"]);
}

#[test]
fn q15_each_task_of_a_slug_is_named_by_file_line_and_milestone() {
    let twice = third("- [ ] **sumar** [lite]");
    let queue = queue(&[BASE, &[(&twice.0, &twice.1)]]);
    let situation = Situation::new(&queue, caller(), ClaimVersions::default());
    let both: Vec<_> = queue
        .tasks()
        .filter(|(_, task)| task.slug() == "sumar")
        .map(|(milestone, task)| situation.obstacles(milestone, task))
        .collect();
    assert_eq!(both.len(), 2);
    assert_eq!(both[0], both[1]);
    assert_eq!(
        both[0][0].to_string(),
        "its slug stands for 2 tasks: BACKLOG.md:5 (milestone uno), backlog/tres.md:7 (milestone tres)"
    );
    // What a name says of a task comes behind that the name is not enough.
    let held = [
        twice,
        claim("sumar", "/trees/two"),
        human("sumar", "pendiente"),
    ];
    let more: Vec<_> = held.iter().map(|(n, t)| (n.as_str(), t.as_str())).collect();
    let queue = read(&QueueFiles::new("planning", [BASE, &more].concat()));
    let situation = Situation::new(&queue, caller(), ClaimVersions::default());
    let all = situation.obstacles_of("sumar").unwrap();
    let codes: Vec<_> = all.iter().map(Obstacle::code).collect();
    assert_eq!(codes, ["slug-repeated", "held-by-person", "taken"]);
}

/// All of a large queue under one name: what is said of each does not grow with the others.
#[test]
fn faults_ten_thousand_tasks_of_one_slug() {
    let line = "- [ ] **sumar** — S. _Aceptación: s._ (service: api)\n";
    let (name, text) = backlog(&line.repeat(10_000));
    let queue = queue(&[&[(&name, &text)]]);
    let situation = Situation::new(&queue, caller(), ClaimVersions::default());
    for (milestone, task) in queue.tasks() {
        let found = situation.obstacles(milestone, task);
        let [Obstacle::SlugRepeated { tasks, at }] = &found[..] else {
            panic!("{found:?}");
        };
        assert_eq!((*tasks, at.len()), (10_000, 5));
        assert!(
            found[0]
                .to_string()
                .ends_with("(milestone uno), and 9995 more"),
            "{}",
            found[0]
        );
    }
    assert_eq!(word(&situation.choose()), "queue-unavailable");
}

#[test]
fn q19_all_reasons_are_told() {
    let mut files = vec![claim("restar", "/trees/two"), human("restar", "pendiente")];
    let line = "- [ ] **restar** [manual] — R. _Aceptación: r._ (service: api) (depende: a, b)";
    files.push(backlog(line));
    files.push(done("b"));
    let files: Vec<_> = files
        .iter()
        .map(|(name, text)| (name.as_str(), text.as_str()))
        .collect();
    let queue = queue(&[&files]);
    let situation = Situation::new(&queue, caller(), ClaimVersions::default());
    let all = situation.obstacles_of("restar").unwrap();
    let codes: Vec<_> = all.iter().map(Obstacle::code).collect();
    assert_eq!(codes, ["held-by-person", "taken", "waiting", "manual"]);
    assert_eq!(
        all[2],
        Obstacle::Waiting {
            on: vec!["a".to_owned()]
        }
    );
    assert_eq!(situation.obstacles_of("nadie"), None);
}

/// What is chosen, in a word: a task with why, a repair, a stop's code, or nothing.
fn chosen(caller: Caller<'_>, files: &[File]) -> String {
    let files: Vec<_> = files
        .iter()
        .map(|(name, text)| (name.as_str(), text.as_str()))
        .collect();
    let queue = queue(&[BASE, &files]);
    word(&Situation::new(&queue, caller, ClaimVersions::default()).choose())
}

fn word(choice: &Choice<'_>) -> String {
    match choice {
        Choice::Task { task, because, .. } => {
            let why = match because {
                Because::Wip(_) => "wip",
                Because::Claim => "claim",
                Because::Next => "next",
                Because::Review(_) => "review",
                _ => "another reason",
            };
            format!("{} by {why}", task.slug())
        }
        Choice::Repair { slug, .. } => format!("repair {slug}"),
        Choice::Stop(stop) => stop.reason.code.to_owned(),
        Choice::Nothing => "nothing".to_owned(),
    }
}

fn checkpoint(name: &str, frontmatter: &str) -> File {
    (
        name.to_owned(),
        format!("---\n{frontmatter}\n---\n\n# Revisar\n\nMirar el hito.\n"),
    )
}

#[test]
fn q19_the_order_of_choosing() {
    let own = "trees-one";
    let pending = checkpoint("checkpoints/uno.md", "status: pendiente\nhito: uno");
    let manual = backlog("- [ ] **sumar** [manual] — S. _Aceptación: s._ (service: api)");
    let empty = ("BACKLOG.md".to_owned(), "# Cola\n".to_owned());
    let rows: Vec<(&str, Vec<File>)> = vec![
        ("sumar by next", vec![]),
        // The checkpoint comes before everything, the work in progress included.
        ("awaiting-review", vec![pending.clone()]),
        (
            "awaiting-review",
            vec![pending.clone(), wip(own, "restar", "Build")],
        ),
        ("awaiting-review", vec![pending, empty.clone()]),
        // The work in progress is the task, whatever else.
        ("restar by wip", vec![wip(own, "restar", "Build")]),
        (
            "restar by wip",
            vec![wip(own, "restar", "Review"), claim("restar", "/trees/two")],
        ),
        (
            "restar by wip",
            vec![wip(own, "restar", "Build"), human("restar", "pendiente")],
        ),
        ("mirar by wip", vec![wip(own, "mirar", "Build")]),
        ("sumar by next", vec![wip("trees-two", "restar", "Build")]),
        // A closing that was cut short.
        (
            "repair vieja",
            vec![wip(own, "vieja", "Done"), done("vieja")],
        ),
        ("wip-malformed", vec![wip(own, "nadie", "Build")]),
        (
            "sumar by wip",
            vec![wip(own, "sumar", "Done"), done("sumar")],
        ),
        // Of two tasks of one slug neither; and a claim on that slug is a claim on neither.
        (
            "mas by next",
            vec![
                third("- [ ] **sumar**"),
                (
                    "backlog/mas.md".to_owned(),
                    third("- [ ] **mas**")
                        .1
                        .replace("tres", "mas")
                        .replace("20", "30"),
                ),
            ],
        ),
        ("queue-unavailable", vec![third("- [ ] **sumar**")]),
        (
            "claim-stuck",
            vec![third("- [ ] **sumar**"), claim("sumar", "/trees/one")],
        ),
        (
            "claim-stuck",
            vec![
                backlog("- [x] **sumar** — S. _Aceptación: s._ (service: api)"),
                third("- [ ] **sumar**"),
                claim("sumar", "/trees/one"),
            ],
        ),
        (
            "sumar by wip",
            vec![third("- [ ] **sumar**"), wip(own, "sumar", "Build")],
        ),
        // Its own claim, which stands against nothing that came after it.
        ("sumar by claim", vec![claim("sumar", "/trees/one")]),
        ("mirar by claim", vec![claim("mirar", "/trees/one")]),
        (
            "blocked-on-human",
            vec![claim("sumar", "/trees/one"), human("sumar", "pendiente")],
        ),
        ("claim-stuck", vec![claim("restar", "/trees/one")]),
        (
            "restar by claim",
            vec![claim("restar", "/trees/one"), done("sumar")],
        ),
        (
            "sumar by next",
            vec![claim("vieja", "/trees/one"), done("vieja")],
        ),
        // A manual task that it holds.
        (
            "manual-held",
            vec![claim("sumar", "/trees/one"), manual.clone()],
        ),
        (
            "manual-held",
            vec![wip(own, "sumar", "Build"), manual.clone()],
        ),
        // The first that can be taken.
        ("restar by next", vec![done("sumar")]),
        ("queue-unavailable", vec![claim("sumar", "/trees/two")]),
        ("queue-unavailable", vec![manual]),
        ("blocked-on-human", vec![human("sumar", "pendiente")]),
        ("nothing", vec![empty]),
        ("nothing", vec![done("sumar"), done("restar")]),
    ];
    for (expected, files) in rows {
        assert_eq!(chosen(caller(), &files), expected, "{files:#?}");
    }
}

#[test]
fn q19_a_line_has_its_own_queue() {
    let admin = Caller {
        line: Some("admin"),
        ..caller()
    };
    let other = Caller {
        line: Some("tienda"),
        ..caller()
    };
    assert_eq!(chosen(admin, &[]), "mirar by next");
    assert_eq!(chosen(other, &[]), "nothing");
    for (frontmatter, main, line) in [
        (
            "status: pendiente\nhito: x",
            "awaiting-review",
            "awaiting-review",
        ),
        (
            "status: pendiente\nhito: x\nline:",
            "awaiting-review",
            "mirar by next",
        ),
        (
            "status: pendiente\nhito: x\nline: admin",
            "sumar by next",
            "awaiting-review",
        ),
        (
            "status: pendiente\nhito: x\nline: NO VALE",
            "awaiting-review",
            "awaiting-review",
        ),
        (
            "status: resuelta\nhito: x",
            "sumar by next",
            "mirar by next",
        ),
        (
            "status: algo\nhito: x",
            "awaiting-review",
            "awaiting-review",
        ),
    ] {
        let file = checkpoint("checkpoints/x.md", frontmatter);
        assert_eq!(
            chosen(caller(), std::slice::from_ref(&file)),
            main,
            "{frontmatter}"
        );
        assert_eq!(chosen(admin, &[file]), line, "{frontmatter}");
    }
    let all = (
        "AWAITING_REVIEW.md".to_owned(),
        "# Alto\n\nMirar todo.\n".to_owned(),
    );
    assert_eq!(chosen(admin, &[all]), "awaiting-review");
    let resolved = checkpoint("AWAITING_REVIEW.md", "status: resuelta");
    assert_eq!(chosen(admin, &[resolved]), "mirar by next");
}

#[test]
fn q20_a_milestone_limits_new_work_and_nothing_else() {
    let two = Caller {
        milestone: Some("dos"),
        ..caller()
    };
    assert_eq!(chosen(two, &[]), "nothing", "it is another line's");
    assert_eq!(
        chosen(two, &[claim("sumar", "/trees/one")]),
        "sumar by claim"
    );
    let admin = Caller {
        line: Some("admin"),
        ..two
    };
    assert_eq!(chosen(admin, &[]), "mirar by next");
}

#[test]
fn q31_two_sessions_share_a_task() {
    let build = Caller {
        role: Some(Role::Build),
        ..caller()
    };
    let review = Caller {
        role: Some(Role::Review),
        ..caller()
    };
    let empty = ("BACKLOG.md".to_owned(), "# Cola\n".to_owned());
    let rows: Vec<(&str, &str, Vec<File>)> = vec![
        // (building, reviewing, files)
        ("sumar by next", "review-not-ready", vec![]),
        (
            "review-pending",
            "sumar by review",
            vec![wip("trees-one", "sumar", "Review")],
        ),
        (
            "sumar by wip",
            "review-not-ready",
            vec![wip("trees-one", "sumar", "Build")],
        ),
        (
            "sumar by next",
            "restar by review",
            vec![wip("trees-two", "restar", "Review")],
        ),
        (
            "sumar by next",
            "review-not-ready",
            vec![wip("trees-two", "mirar", "Review")],
        ),
        ("nothing", "nothing", vec![empty.clone()]),
        (
            "wip-malformed",
            "review-not-ready",
            vec![empty, wip("trees-one", "sumar", "Review")],
        ),
        (
            "repair vieja",
            "repair vieja",
            vec![wip("trees-one", "vieja", "Review"), done("vieja")],
        ),
    ];
    for (building, reviewing, files) in rows {
        assert_eq!(chosen(build, &files), building, "{files:#?}");
        assert_eq!(chosen(review, &files), reviewing, "{files:#?}");
    }
    // In queue order, not in that of the files.
    let both = [wip("a", "restar", "Review"), wip("b", "sumar", "Review")];
    assert_eq!(chosen(review, &both), "sumar by review");
    let held = [
        wip("a", "sumar", "Review"),
        checkpoint("checkpoints/uno.md", "status: pendiente\nhito: uno"),
    ];
    assert_eq!(chosen(review, &held), "awaiting-review");
    assert_eq!(Role::parse("builder"), None);
}

fn claims(list: &[(&str, &str)]) -> Vec<Claim> {
    let files: Vec<_> = list
        .iter()
        .map(|(slug, runner)| claim(slug, runner))
        .collect();
    read(&QueueFiles::new("planning", files)).claims
}

#[test]
fn q19_claims_of_work_tree_and_upstream_are_read_together() {
    let (one, two) = ("/trees/one", "/trees/two");
    // (work tree, upstream, common base, what is chosen)
    type Side = Option<&'static str>;
    let rows: &[(Side, Side, Option<Side>, &str)] = &[
        (None, Some(two), None, "queue-unavailable"),
        (None, Some(two), Some(None), "queue-unavailable"),
        (None, Some(one), Some(None), "sumar by claim"),
        // Released upstream, and not pulled yet.
        (Some(two), None, Some(Some(two)), "sumar by next"),
        (Some(two), None, None, "queue-unavailable"),
        // Claimed here, and not pushed yet.
        (Some(one), None, Some(None), "sumar by claim"),
        // Released here, and not pushed yet.
        (None, Some(one), Some(Some(one)), "sumar by next"),
        // Both claimed it: neither is right until one gives way.
        (Some(one), Some(two), Some(None), "claim-stuck"),
        (Some(one), Some(two), None, "claim-stuck"),
        // Handed from one to the other upstream.
        (Some(one), Some(two), Some(Some(one)), "queue-unavailable"),
        (Some(two), Some(two), Some(Some(two)), "queue-unavailable"),
    ];
    for (here, there, base, expected) in rows {
        let side = |runner: &Side| {
            claims(
                &runner
                    .iter()
                    .map(|runner| ("sumar", *runner))
                    .collect::<Vec<_>>(),
            )
        };
        let mut queue = queue(&[BASE]);
        queue.claims = side(here);
        queue.reindex();
        let (upstream, base) = (side(there), base.as_ref().map(side));
        let versions = ClaimVersions {
            upstream: Some(&upstream),
            base: base.as_deref(),
        };
        let choice = Situation::new(&queue, caller(), versions).choose();
        assert_eq!(word(&choice), *expected, "{here:?} {there:?} {base:?}");
    }
}

#[test]
fn q2_a_queue_that_cannot_be_read_is_not_empty() {
    for text in [
        "# Cola\n\n| ID | Tarea |\n|---|---|\n| 1 | Sumar |\n",
        "# Cola\n\n## Hito uno — Uno\n\n```\n- [ ] **sumar** — S.\n",
        "# Cola\n\n## Hito uno — Uno\n\n- **sumar** — Sin casilla\n",
        "# Cola\n\n<!-- sin cerrar\n\n## Hito uno — Uno\n\n- [ ] **sumar** — S.\n",
    ] {
        assert_eq!(chosen_of(text), "context-unavailable", "{text}");
    }
    let prose = "# Cola\n\nNada por ahora.\n\n## Notas\n\n- una\n";
    assert_eq!(chosen_of(prose), "nothing");
}

/// What is chosen from a `BACKLOG.md` alone.
fn chosen_of(backlog: &str) -> String {
    let queue = queue(&[&[("BACKLOG.md", backlog)]]);
    word(&Situation::new(&queue, caller(), ClaimVersions::default()).choose())
}

#[test]
fn faults_the_owner_decides_nothing() {
    // Two runners of one person: the claim of the one is foreign to the other.
    let files = [claim("sumar", "/trees/two")];
    assert_eq!(chosen(caller(), &files), "queue-unavailable");
}
