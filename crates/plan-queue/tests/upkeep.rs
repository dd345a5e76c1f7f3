//! Recurrences and the inbox (Q11, Q16, Q35).

mod common;

use common::{QueueBuilder, queue, table};

fn edit(from: &str, to: &str) -> QueueBuilder {
    queue().edit("RECURRING.md", from, to)
}

#[test]
fn q11_recurrences() {
    let row = "| deps | mensual | 2026-11-01 |";
    table(&[
        (
            "cadence",
            edit("mensual", "semanal"),
            &["queue-recurrence-cadence"],
        ),
        ("near miss: yearly", edit("mensual", "anual"), &[]),
        (
            "date",
            edit("2026-11-01", "noviembre"),
            &["queue-date-invalid"],
        ),
        (
            "placeholder",
            edit("2026-11-01", "{{SINCE}}"),
            &["queue-date-invalid"],
        ),
        (
            "name",
            edit("| deps |", "| Deps |"),
            &["queue-recurrence-name", "queue-postponement-unknown"],
        ),
        (
            "twice",
            edit(
                row,
                &format!("{row} X. _Aceptación: y._ (service: z) |\n{row}"),
            ),
            &["queue-recurrence-name"],
        ),
        (
            "no acceptance",
            edit("_Aceptación: `npm outdated \\| wc` queda en cero._", ""),
            &["queue-recurrence-task"],
        ),
        (
            "no service",
            edit("(service: .)", ""),
            &["queue-recurrence-task"],
        ),
        (
            "no description",
            edit("Subir dependencias.", ""),
            &["queue-recurrence-task"],
        ),
        (
            "three cells",
            edit(row, "| deps | mensual |"),
            &["queue-row-unread", "queue-postponement-unknown"],
        ),
        (
            "a bullet",
            edit("## Postergaciones", "- deps\n\n## Postergaciones"),
            &["queue-item-unread"],
        ),
        (
            "no section",
            edit("## Recurrencias", "## Otras"),
            &["queue-row-unread", "queue-postponement-unknown"],
        ),
        (
            "near miss: a table of prose",
            edit(
                "## Recurrencias",
                "| a | b |\n|---|---|\n| c | d |\n\n## Recurrencias",
            ),
            &[],
        ),
    ]);
}

#[test]
fn q11_postponements() {
    let line = "- **deps** 2026-10-02 — se espera la 2.0";
    table(&[
        (
            "no reason",
            edit(line, "- **deps** 2026-10-02"),
            &["queue-item-unread"],
        ),
        (
            "no bold",
            edit(line, "- deps 2026-10-02 — x"),
            &["queue-item-unread"],
        ),
        (
            "date",
            edit(line, "- **deps** 2026-13-02 — x"),
            &["queue-date-invalid"],
        ),
        (
            "unknown",
            edit(line, "- **otra** 2026-10-02 — x"),
            &["queue-postponement-unknown"],
        ),
        (
            "near miss: hyphen, wrapped",
            edit(line, "- **deps** 2026-10-02 - se\n  espera"),
            &[],
        ),
        (
            "a row",
            edit(line, "| deps | x |\n|---|---|\n| a | b |"),
            &["queue-row-unread"],
        ),
    ]);
}

#[test]
fn q16_q21_what_is_due() {
    let line = "- **deps** 2026-10-02 — se espera la 2.0";
    let three = edit(line, &["- **deps** 2026-11-02 — x"; 3].join("\n"));
    let promoted = queue()
        .today("2026-11-05")
        .item("- [ ] **deps-2026-11** — X. _Aceptación: y._ (service: z)")
        .remove("claims/validar-stock.md");
    let quiet = |queue: QueueBuilder| queue.remove("claims/validar-stock.md");
    table(&[
        (
            "near miss: the day before",
            quiet(queue().today("2026-10-31")),
            &[],
        ),
        (
            "today",
            quiet(queue().today("2026-11-01")),
            &["queue-recurrence-due"],
        ),
        ("near miss: promoted", promoted, &[]),
        (
            "put off three times",
            three.clone(),
            &["queue-recurrence-postponed"],
        ),
        (
            "near miss: twice",
            edit(line, &["- **deps** 2026-11-02 — x"; 2].join("\n")),
            &[],
        ),
        (
            "and due all the same",
            quiet(three.today("2027-03-01")),
            &["queue-recurrence-due", "queue-recurrence-postponed"],
        ),
    ]);
}

#[test]
fn q35_the_inbox() {
    let inbox =
        |line: &str| queue().edit("INBOX.md", "## Ideas\n", &format!("## Ideas\n\n{line}\n"));
    table(&[
        ("near miss", inbox("- **a** — x\n  y más\n  - detalle"), &[]),
        ("no name", inbox("- una idea"), &["queue-item-unread"]),
        ("no dash", inbox("- **a** x"), &["queue-item-unread"]),
        (
            "a row",
            inbox("| a | b |\n|---|---|\n| c | d |"),
            &["queue-row-unread"],
        ),
        (
            "another section",
            inbox("## Visión\n\n- **a** — x"),
            &["queue-heading-unread"],
        ),
        ("near miss: prose", inbox("## Visión\n\nNada."), &[]),
        (
            "empty file",
            queue().write("inbox/deuda/a.md", "\n"),
            &["queue-inbox-file"],
        ),
        (
            "two items",
            queue().write("inbox/deuda/a.md", "- **a** — x\n- **b** — y\n"),
            &["queue-inbox-file"],
        ),
        (
            "another name",
            queue().write("inbox/deuda/a.md", "- **b** — y\n"),
            &["queue-inbox-file-name"],
        ),
        (
            "near miss: its name",
            queue().write("inbox/lecciones/a.md", "- **a** — y\n"),
            &[],
        ),
    ]);
}

#[test]
fn q16_a_long_inbox() {
    let lines = |count: usize| {
        let text = queue().text("INBOX.md");
        let more = count - text.lines().count();
        queue().append("INBOX.md", &"\n".repeat(more))
    };
    table(&[
        ("near miss: 300", lines(300), &[]),
        ("301", lines(301), &["queue-inbox-long"]),
    ]);
}
