//! Files, names and milestones (Q1, Q2, Q4, Q15).

mod common;

use common::{finds, queue, table};

const MORE: &str = "---\norder: 30\n---\n\n## Hito mas — Más\n\n- [ ] **otra** — X. _Aceptación: y._ (service: z)\n";

#[test]
fn q15_required_and_retired_files() {
    table(&[
        (
            "no backlog",
            queue().remove("BACKLOG.md"),
            &[
                "queue-file-missing",
                "queue-claim-unknown",
                "queue-wip-unknown",
            ],
        ),
        (
            "no inbox",
            queue().remove("INBOX.md"),
            &["queue-file-missing"],
        ),
        (
            "no protocol",
            queue().remove("PROTOCOL.md"),
            &["queue-file-missing"],
        ),
        (
            "no place for actions",
            queue()
                .remove("HUMAN_ACTIONS.md")
                .remove("human/dominio.md"),
            &["queue-file-missing"],
        ),
        (
            "near miss: the folder is enough",
            queue().remove("HUMAN_ACTIONS.md"),
            &[],
        ),
        (
            "near miss: the table is enough",
            queue().remove("human/dominio.md"),
            &[],
        ),
        (
            "near miss: no recurrences",
            queue().remove("RECURRING.md"),
            &[],
        ),
        (
            "retired",
            queue()
                .write("WIP.md", "status: IDLE\n")
                .write("DONE.md", ""),
            &["queue-file-retired"],
        ),
        (
            "near miss: another name",
            queue().write("LESSONS.md", "| a |\n|---|\n| b |\n"),
            &[],
        ),
    ]);
}

#[test]
fn q1_files_that_cannot_be_read() {
    let mut files = queue().files();
    files.insert_problem("claims/x.md", "it leads outside");
    let report = plan_queue::check(&files, &queue().facts);
    let codes: Vec<_> = report.findings().map(|f| f.rule.code).collect();
    assert_eq!(codes, ["queue-file-unreadable"]);
    table(&[
        (
            "not UTF-8",
            queue().write("human/x.md", [0xff, 0xfe]),
            &["queue-file-unreadable"],
        ),
        (
            "near miss: an image nobody reads",
            queue().write("human/.x.png", [0xff, 0xfe]),
            &[],
        ),
    ]);
}

#[test]
fn q1_markdown_that_hides_or_doubles_content() {
    let conflict = "<<<<<<< HEAD\nuno\n=======\ndos\n>>>>>>> otra\n";
    table(&[
        (
            "conflict in the queue",
            queue().append("BACKLOG.md", conflict),
            &["md-conflict-marker"],
        ),
        (
            "conflict in prose",
            queue().append("PROTOCOL.md", conflict),
            &["md-conflict-marker"],
        ),
        (
            "conflict in a README",
            queue().append("roadmap/README.md", conflict),
            &["md-conflict-marker"],
        ),
        (
            "unclosed fence",
            queue().append("BACKLOG.md", "\n```\nx\n"),
            &["md-unclosed-fence"],
        ),
        (
            "unclosed comment",
            queue().append("INBOX.md", "\n<!-- x\n"),
            &["md-unclosed-comment"],
        ),
        (
            "repeated key",
            queue().edit(
                "claims/validar-stock.md",
                "owner:",
                "task: validar-stock\nowner:",
            ),
            &["md-duplicate-frontmatter-key"],
        ),
        (
            "no key",
            queue().edit("claims/validar-stock.md", "owner:", "nada\nowner:"),
            &["md-frontmatter-line"],
        ),
        (
            "near miss: quotes",
            queue().edit(
                "claims/validar-stock.md",
                "task: validar-stock",
                "task: 'validar-stock'",
            ),
            &[],
        ),
        (
            "near miss: odd boxes in prose",
            queue().append("PROTOCOL.md", "- [~] x\n"),
            &[],
        ),
        (
            "odd box of a task",
            queue().edit("BACKLOG.md", "- [ ] **guardar", "- [~] **guardar"),
            &["md-odd-mark"],
        ),
    ]);
}

#[test]
fn q2_names_that_nobody_reads() {
    let unread = &["queue-file-unread"][..];
    for folder in [
        "backlog",
        "claims",
        "done",
        "human",
        "wip",
        "checkpoints",
        "inbox",
        "inbox/ideas",
    ] {
        let stray = queue().write(&format!("{folder}/nota.txt"), "x");
        finds(folder, &stray, unread);
        let hidden = queue().write(&format!("{folder}/.gitkeep"), "");
        finds(folder, &hidden, &[]);
    }
    table(&[
        ("a folder", queue().write("claims/viejos/a.md", "x"), unread),
        (
            "a section",
            queue().write("inbox/dudas/a.md", "- **a** — x\n"),
            unread,
        ),
        (
            "a file beside the sections",
            queue().write("inbox/a.md", "- **a** — x\n"),
            unread,
        ),
        (
            "near miss: archives",
            queue()
                .write("human/done/a.md", "x")
                .write("done/human-actions.md", "| a | b |\n|---|---|\n| c | d |\n"),
            &[],
        ),
        (
            "near miss: other folders",
            queue().write("reports/a.txt", "x"),
            &[],
        ),
    ]);
}

#[test]
fn q4_files_of_milestones() {
    let file = "backlog/mas.md";
    let with = |text: &str| queue().write(file, text);
    table(&[
        ("near miss: in order", with(MORE), &[]),
        (
            "no order",
            with(&MORE.replace("order: 30\n", "line: x\n")),
            &["queue-milestone-order"],
        ),
        (
            "order in words",
            with(&MORE.replace("30", "tres")),
            &["queue-milestone-order"],
        ),
        ("near miss: negative", with(&MORE.replace("30", "-3")), &[]),
        (
            "another name",
            queue().write("backlog/otro.md", MORE),
            &["queue-milestone-file"],
        ),
        (
            "no milestone",
            with("---\norder: 3\n---\n"),
            &["queue-milestone-file"],
        ),
        (
            "two",
            with(&format!("{MORE}\n## Hito dos — Dos\n")),
            &["queue-milestone-file"],
        ),
        (
            "twice",
            queue().append("BACKLOG.md", "\n## Hito panel — Otra vez\n"),
            &["queue-milestone-repeated"],
        ),
        (
            "line",
            with(&MORE.replace("order", "line: Mi Línea\norder")),
            &["queue-line-name"],
        ),
        (
            "near miss: an empty line",
            with(&MORE.replace("order", "line:\norder")),
            &[],
        ),
    ]);
}

#[test]
fn q4_order_decides_then_the_name() {
    let queue = queue()
        .write("backlog/mas.md", MORE.replace("30", "5"))
        .write(
            "backlog/aaa.md",
            MORE.replace("mas", "aaa")
                .replace("otra", "ultima")
                .replace("30", "20"),
        );
    let read = queue.read();
    let names: Vec<_> = read
        .milestones
        .iter()
        .map(plan_queue::model::Milestone::slug)
        .collect();
    assert_eq!(names, ["pedidos", "mas", "aaa", "panel"]);
}

#[test]
fn q2_q4_headings() {
    let heading = |text: &str| queue().append("BACKLOG.md", &format!("\n{text}\n"));
    let unread = &["queue-heading-unread"][..];
    table(&[
        ("no title", heading("## Hito solo"), unread),
        ("no dash", heading("## Hito uno Título"), unread),
        ("lower case", heading("## hito uno — Título"), unread),
        ("level 3", heading("### Hito uno — Título"), unread),
        ("near miss: hyphen", heading("## Hito uno - Título"), &[]),
        (
            "near miss: another heading",
            heading("## Hitos cerrados"),
            &[],
        ),
        (
            "task below it",
            heading("## Hito solo\n\n- [ ] **perdida** — X"),
            &["queue-heading-unread", "queue-item-unread"],
        ),
        (
            "task under prose",
            heading("## Milestone uno — X\n\n- [ ] **perdida** — X"),
            &["queue-item-unread"],
        ),
        (
            "near miss: a list of prose",
            heading("## Notas\n\n- [ ] comprar\n- **a** — b"),
            &[],
        ),
    ]);
}

#[test]
fn q2_a_backlog_of_another_grammar_is_no_empty_queue() {
    let foreign = "# Backlog\n\n| ID | Tarea |\n|---|---|\n| A-1 | Hacer |\n";
    let alone = queue()
        .remove("backlog/panel.md")
        .remove("claims/validar-stock.md")
        .remove("wip/home-ana-arbol.md");
    table(&[
        (
            "a table of tasks",
            alone.clone().write("BACKLOG.md", foreign),
            &["queue-row-unread"],
        ),
        (
            "near miss: no milestone, no table",
            alone.write("BACKLOG.md", "# Nada\n\n- prosa\n"),
            &[],
        ),
        (
            "a table under a milestone",
            queue().append("BACKLOG.md", "\n| a | b |\n|---|---|\n| c | d |\n"),
            &["queue-row-unread"],
        ),
    ]);
}

#[test]
fn q15_slugs() {
    let task = |slug: &str| {
        queue().item(&format!(
            "- [ ] **{slug}** — X. _Aceptación: y._ (service: z)"
        ))
    };
    table(&[
        ("near miss", task("a-1"), &[]),
        ("capitals", task("Otra-Cosa"), &["queue-slug-form"]),
        ("underscore", task("otra_cosa"), &["queue-slug-form"]),
        ("regex", task("a.*(b"), &["queue-slug-form"]),
        (
            "of a milestone",
            queue().append("BACKLOG.md", "\n## Hito Mal_Nombre — X\n"),
            &["queue-slug-form"],
        ),
        (
            "by case",
            task("Validar-stock"),
            &["queue-slug-form", "queue-slug-case"],
        ),
        (
            "twice in the queue",
            task("listar-pedidos"),
            &["queue-slug-repeated"],
        ),
        (
            "in the queue and done",
            task("cerrada-antes"),
            &["queue-slug-repeated"],
        ),
        (
            "twice done",
            queue().write("done/b.md", common::DONE),
            &["queue-slug-repeated", "queue-done-file-name"],
        ),
    ]);
}

#[test]
fn q15_sizes_and_placeholders_of_milestones() {
    let tasks = |count: usize| {
        (0..count).fold(queue(), |queue, at| {
            queue.item(&format!(
                "- [ ] **t-{at}** — X. _Aceptación: y._ (service: z)"
            ))
        })
    };
    let reason = "## Hito pedidos — Alta de pedidos (sin partir: es un solo resultado)";
    table(&[
        ("near miss: nine", tasks(7), &[]),
        ("ten", tasks(8), &["queue-milestone-too-long"]),
        (
            "near miss: a reason",
            tasks(8).edit("BACKLOG.md", "## Hito pedidos — Alta de pedidos", reason),
            &[],
        ),
        (
            "no reason",
            tasks(8).edit("BACKLOG.md", "Alta de pedidos", "Alta (sin partir: )"),
            &["queue-milestone-too-long"],
        ),
        (
            "title to be decided",
            queue().edit("BACKLOG.md", "Alta de pedidos", "Por definir"),
            &["queue-placeholder"],
        ),
    ]);
    let queue = tasks(8)
        .edit("BACKLOG.md", "## Hito pedidos — Alta de pedidos", reason)
        .read();
    assert_eq!(queue.milestones[0].title.value, "Alta de pedidos");
}
