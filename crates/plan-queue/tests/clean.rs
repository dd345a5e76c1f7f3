//! A queue of every kind of entry that has no findings, in every form that the grammar allows.

mod common;

use common::{finds, queue, table};
use plan_diagnostics::{ExitCode, Verdict};
use plan_queue::model::Holds;
use plan_queue::{Facts, Lane, QueueFiles, RULES, check};

#[test]
fn q18_a_queue_in_order_is_clean() {
    let report = queue().report();
    finds("clean", &queue(), &[]);
    assert_eq!(report.verdict(), Verdict::Clean);
    assert_eq!(report.notes().len(), 0);
    let judged: Vec<&str> = report.rules_checked().map(|rule| rule.code).collect();
    assert!(RULES.iter().all(|rule| judged.contains(&rule.code)));
}

#[test]
fn q1_line_endings_and_byte_order_marks_change_nothing() {
    let files = queue().files();
    let changed = |change: fn(&str) -> String| {
        let texts = files.iter().map(|(file, content)| {
            let text = content.text().map(|text| change(text)).unwrap_or_default();
            (file.to_owned(), text.into_bytes())
        });
        QueueFiles::new("planning", texts)
    };
    let facts = queue().facts;
    let model = format!("{:?}", plan_queue::read(&files).milestones.len());
    for change in [
        |text: &str| text.replace('\n', "\r\n"),
        |text: &str| format!("\u{feff}{text}"),
        |text: &str| format!("\u{feff}{}", text.replace('\n', "\r\n")),
    ] {
        let files = changed(change);
        let report = check(&files, &facts);
        let found: Vec<_> = report.findings().collect();
        assert!(found.is_empty(), "{found:#?}");
        let queue = plan_queue::read(&files);
        assert_eq!(format!("{:?}", queue.milestones.len()), model);
        assert_eq!(queue.tasks().count(), 3);
        assert_eq!(queue.done[0].commits.len(), 1);
    }
}

#[test]
fn q4_q5_the_queue_is_read_in_order_and_whole() {
    let queue = queue().read();
    let names: Vec<_> = queue
        .tasks()
        .map(|(milestone, task)| (milestone.slug(), task.slug()))
        .collect();
    assert_eq!(
        names,
        [
            ("pedidos", "validar-stock"),
            ("pedidos", "guardar-pedido"),
            ("panel", "listar-pedidos")
        ]
    );
    let (milestone, task) = queue.task("validar-stock").unwrap();
    assert_eq!(
        (milestone.line(), milestone.title.value.as_str()),
        (None, "Alta de pedidos")
    );
    assert_eq!(task.lane(), Some(Lane::Lite));
    assert_eq!(task.tail.description, "Rechazar el pedido sin stock.");
    assert_eq!(
        task.tail.acceptance.as_ref().unwrap().value,
        "un pedido sin stock devuelve 409; el cuerpo nombra MAX_ITEMS y no cambia nada."
    );
    assert_eq!(task.tail.conditions.len(), 2);
    let cast = task.tail.cast.as_ref().unwrap();
    let reviewers: Vec<_> = cast
        .reviewers
        .iter()
        .map(|one| one.value.as_str())
        .collect();
    assert_eq!(
        (cast.builder.value.as_str(), &reviewers[..]),
        ("backend", &["security", "reviewer"][..])
    );
    let (_, task) = queue.task("guardar-pedido").unwrap();
    assert_eq!(
        task.depends().collect::<Vec<_>>(),
        ["validar-stock", "cerrada-antes"]
    );
    let inherited: Vec<_> = queue.conditions(task).into_iter().map(|c| c.text).collect();
    assert_eq!(
        inherited[0],
        "Cuando llega un pedido, el servicio lo guarda y devuelve 201."
    );
    let (milestone, task) = queue.task("listar-pedidos").unwrap();
    assert_eq!(
        (milestone.line(), milestone.order.as_ref().map(|o| o.value)),
        (Some("admin"), Some(20))
    );
    assert_eq!(
        task.tail.acceptance.as_ref().unwrap().value,
        "se ven los diez últimos."
    );
}

#[test]
fn q8_to_q14_everything_else_is_read() {
    let queue = queue().read();
    let epic = queue.epic("1").unwrap();
    assert_eq!(
        (
            epic.number(),
            epic.criteria.len(),
            epic.stories.len(),
            epic.split.len()
        ),
        ("001", 2, 2, 2)
    );
    assert_eq!(epic.split[1].line.as_ref().unwrap().value, "admin");
    assert_eq!(epic.stories[1].tail.description, "Guardar el pedido.");
    let done = queue.done("cerrada-antes").unwrap();
    assert_eq!(done.fields.len(), 9);
    assert_eq!(done.date.unwrap().to_string(), "2026-09-28");
    assert_eq!(done.hashes().collect::<Vec<_>>(), ["abc1234"]);
    let [row, old, file] = &queue.human[..] else {
        panic!("three actions")
    };
    assert_eq!(
        (row.holds(), old.holds(), file.holds()),
        (true, false, true)
    );
    assert_eq!(old.action.value, "Gasto `a | b` aprobado | visto.");
    assert_eq!(file.action.value, "Comprar el dominio.");
    let recurrence = &queue.recurrences[0];
    assert_eq!(
        recurrence.tail.acceptance.as_ref().unwrap().value,
        "`npm outdated \\| wc` queda en cero."
    );
    assert_eq!(queue.postponements[0].reason.value, "se espera la 2.0");
    let wip = &queue.wips[0];
    assert!(wip.is_active() && wip.is_of("/home/ana/arbol"));
    assert_eq!(
        wip.steps.iter().map(|step| step.done).collect::<Vec<_>>(),
        [true, false]
    );
    assert_eq!(
        wip.critique.as_ref().unwrap().value,
        "El 409 no alcanza: se agregó el cuerpo."
    );
    assert!(wip.blockers.is_empty());
    assert_eq!(queue.checkpoints[0].holds, Holds::Line("admin".to_owned()));
    let inbox: Vec<_> = queue
        .inbox
        .iter()
        .map(|entry| entry.name.value.as_str())
        .collect();
    assert_eq!(inbox, ["csp", "modo-oscuro"]);
}

#[test]
fn q17_without_facts_rules_are_noted_as_not_checked() {
    let mut blind = queue().done(
        "C1 → test/tabla.test.js › «crea la tabla» — en rojo antes",
        "n/a — sin superficie",
    );
    blind.facts = Facts::default();
    let report = blind.report();
    assert_eq!(report.exit_code(), ExitCode::Clean);
    let judged: Vec<&str> = report.rules_checked().map(|rule| rule.code).collect();
    for code in [
        "queue-claim-idle",
        "queue-commit-unknown",
        "queue-commit-unnamed",
        "queue-done-untested",
        "queue-recurrence-due",
        "queue-wip-tracked",
    ] {
        assert!(!judged.contains(&code), "{code}");
        assert!(
            report.notes().any(|note| note.message.contains(code)),
            "{code}"
        );
    }
}

#[test]
fn q18_the_exit_code_follows_the_weight() {
    let warned = queue().done("  review: aprobado por security\n", "");
    table(&[("a warning", warned.clone(), &["queue-done-review-missing"])]);
    assert_eq!(warned.report().exit_code(), ExitCode::Clean);
    let wrong = queue().remove("PROTOCOL.md");
    assert_eq!(wrong.report().exit_code(), ExitCode::Findings);
}
