//! `split-backlog` (Q27).

use plan_queue::QueueFiles;
use plan_queue::read;
use plan_queue::write::reshape::split_backlog;

use super::{changed, nothing, plan, refused, said, with_endings};
use crate::common::{BACKLOG, queue};

const BACKLOG_OF_TWO: &str = "\
# Cola

Prosa.

## Hito uno — Uno (sin partir: va junto)

Antes de las tareas.

- [ ] **a** — A. _Aceptación: a._ (service: x)
- [ ] **b** — B. _Aceptación: b._
  (service: x)

## Otra sección

Se queda.

## Hito dos - Dos
- [ ] **c** — C. _Aceptación: c._ (service: x)   

";

fn two() -> crate::common::QueueBuilder {
    queue()
        .write("BACKLOG.md", BACKLOG_OF_TWO)
        .remove("roadmap/epic-001-pedidos.md")
        .remove("claims/validar-stock.md")
        .remove("wip/home-ana-arbol.md")
        .edit("done/cerrada-antes.md", " (epic: 001)", "")
        .edit("done/cerrada-antes.md", "C1 →", "A →")
}

#[test]
fn q27_each_milestone_gets_a_file_and_the_rest_stays() {
    let (outcome, after) = plan(&two(), split_backlog);
    assert_eq!(
        after.text("BACKLOG.md").unwrap().as_ref(),
        "# Cola\n\nProsa.\n\n## Otra sección\n\nSe queda.\n"
    );
    // `panel` has the order 20 already, and stays behind them.
    assert_eq!(
        after.text("backlog/uno.md").unwrap().as_ref(),
        "---\norder: 9\n---\n\n## Hito uno — Uno (sin partir: va junto)\n\nAntes de las tareas.\n\n\
         - [ ] **a** — A. _Aceptación: a._ (service: x)\n- [ ] **b** — B. _Aceptación: b._\n  (service: x)\n"
    );
    assert_eq!(
        after.text("backlog/dos.md").unwrap().as_ref(),
        "---\norder: 18\n---\n\n## Hito dos - Dos\n- [ ] **c** — C. _Aceptación: c._ (service: x)\n"
    );
    let slugs: Vec<_> = outcome
        .milestones
        .iter()
        .map(|m| (m.slug.as_str(), m.order))
        .collect();
    assert_eq!(slugs, [("uno", 9), ("dos", 18)]);
    assert_eq!(said(&read(&after)), said(&two().read()));
    nothing(&after, split_backlog);
}

#[test]
fn q27_without_other_files_the_order_goes_by_tens() {
    let alone = two()
        .remove("backlog/panel.md")
        .remove("checkpoints/panel.md");
    let (outcome, _) = plan(&alone, split_backlog);
    let orders: Vec<_> = outcome.milestones.iter().map(|m| m.order).collect();
    assert_eq!(orders, [10, 20]);
}

#[test]
fn q27_the_queue_keeps_its_order_whatever_the_files_say() {
    for order in [
        "-3",
        "0",
        "1",
        "2",
        "3",
        "11",
        "21",
        "9000",
        "-9223372036854775808",
    ] {
        let builder = two().edit("backlog/panel.md", "order: 20", &format!("order: {order}"));
        let files = builder.files();
        let step = split_backlog(&files, &builder.read());
        if order.len() > 5 {
            assert_eq!(
                step.unwrap_err().code(),
                "split-changes-queue",
                "there is no room before it"
            );
            continue;
        }
        let (_, after) = super::applied(&files, step);
        assert_eq!(said(&read(&after)), said(&builder.read()), "{order}");
    }
}

#[test]
fn q1_examples_and_comments_stay_and_line_endings_too() {
    for ending in ["\n", "\r\n"] {
        let files = with_endings(&queue(), ending);
        let (_, after) = super::applied(&files, split_backlog(&files, &read(&files)));
        let expected = BACKLOG
            .split("## Hito pedidos")
            .next()
            .unwrap()
            .trim_end()
            .replace('\n', ending);
        assert_eq!(
            after.text("BACKLOG.md").unwrap().as_ref(),
            format!("{expected}{ending}")
        );
        let own = after.text("backlog/pedidos.md").unwrap();
        assert_eq!(own.matches('\n').count(), own.matches(ending).count());
        assert_eq!(changed(&files, &after).len(), 2);
        assert_eq!(said(&read(&after)), said(&read(&files)));
    }
}

#[test]
fn q27_nothing_is_overwritten() {
    let there = |file: &str| {
        two().write(file, "---\norder: 30\n---\n\n## Hito otro — X\n\n- [ ] **x** — X. _Aceptación: x._ (service: x)\n")
    };
    assert_eq!(
        refused(&there("backlog/dos.md"), split_backlog),
        "file-exists"
    );
    assert_eq!(
        refused(&there("backlog/DOS.md"), split_backlog),
        "file-exists"
    );
    assert_eq!(
        refused(
            &two().edit("BACKLOG.md", "Hito dos", "Hito Dos"),
            split_backlog
        ),
        "slug-malformed"
    );
    assert_eq!(
        refused(
            &two().edit("BACKLOG.md", "Hito dos", "Hito uno"),
            split_backlog
        ),
        "milestone-repeated"
    );
    let mut files = two().files();
    files.insert_problem("backlog/uno.md", "it is a link that leads outside");
    assert_eq!(
        split_backlog(&files, &read(&files)).unwrap_err().code(),
        "file-exists"
    );
}

#[test]
fn q27_a_queue_without_milestones_in_backlog_is_left() {
    let files: QueueFiles = queue().write("BACKLOG.md", "# Cola\n").files();
    nothing(&files, split_backlog);
}
