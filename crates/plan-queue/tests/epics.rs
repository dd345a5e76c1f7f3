//! Epics (Q8, Q15, Q16).

mod common;

use common::{EPIC, queue, table};

const STORY: &str = "- [ ] **guardar-pedido** (-> C1, C2) — Guardar\n  el pedido. (service: api)\n";

#[test]
fn q15_names_that_look_like_epics() {
    let bad = &["queue-epic-file"][..];
    let file = |name: &str| queue().write(&format!("roadmap/{name}"), "x");
    let dir = || {
        let text = queue().text("roadmap/epic-001-pedidos.md");
        queue()
            .remove("roadmap/epic-001-pedidos.md")
            .write("roadmap/epic-001-pedidos/spec.md", text)
    };
    table(&[
        ("two digits", file("epic-12-x.md"), bad),
        ("no slug", file("epic-012.md"), bad),
        ("text", file("epic-012-x.txt"), bad),
        ("capitals", file("Epic-012-x.md"), bad),
        ("near miss: other names", file("notas.md"), &[]),
        ("near miss: a directory", dir(), &[]),
        (
            "near miss: what may stand beside",
            dir()
                .write("roadmap/epic-001-pedidos/plan.md", "- x")
                .write("roadmap/epic-001-pedidos/notes.md", ""),
            &[],
        ),
        (
            "something else beside",
            dir().write("roadmap/epic-001-pedidos/otro.md", ""),
            bad,
        ),
        (
            "a directory without a number",
            queue().write("roadmap/epic-x/spec.md", ""),
            bad,
        ),
        (
            "no spec",
            queue().write("roadmap/epic-002-x/plan.md", ""),
            bad,
        ),
        (
            "near miss: a template",
            queue().write(
                "roadmap/epic-002-x.md",
                "---\nepic: 002\nstatus: template\n---\n",
            ),
            &[],
        ),
    ]);
}

#[test]
fn q15_what_an_epic_must_have() {
    let lacks = &["queue-epic-incomplete"][..];
    table(&[
        ("number", queue().epic("epic: 001\n", ""), lacks),
        ("title", queue().epic("title: \"Pedidos\"\n", ""), lacks),
        ("empty title", queue().epic("\"Pedidos\"", ""), lacks),
        ("status", queue().epic("status: active\n", ""), lacks),
        (
            "unknown status",
            queue().epic("active", "doing"),
            &["queue-epic-status"],
        ),
        ("context", queue().epic("- `api/pedidos`", ""), lacks),
        (
            "context as a comment",
            queue().epic("- `api/pedidos`", "<!-- después -->"),
            lacks,
        ),
        (
            "criteria",
            queue().epic("## Criterios", "## Otros"),
            &[
                "queue-epic-incomplete",
                "queue-story-criterion",
                "queue-task-criterion",
            ],
        ),
        (
            "stories",
            queue().epic("## Historias", "## Otras"),
            &[
                "queue-epic-incomplete",
                "queue-criterion-uncovered",
                "queue-epic-split",
                "queue-task-not-a-story",
            ],
        ),
        (
            "another number",
            queue().epic("epic: 001", "epic: 002"),
            &["queue-epic-number", "queue-task-not-a-story"],
        ),
        (
            "a number twice",
            queue().write(
                "roadmap/epic-001-otra.md",
                EPIC.replace("-antes", "-otra")
                    .replace("guardar-pedido", "x"),
            ),
            &["queue-epic-number-repeated", "queue-task-not-a-story"],
        ),
        ("near miss: hyphens, arrows, quotes", queue(), &[]),
    ]);
}

#[test]
fn q8_criteria() {
    table(&[
        (
            "a bullet that is none",
            queue().epic("- **C2** -", "- C2 -"),
            &[
                "queue-item-unread",
                "queue-story-criterion",
                "queue-task-criterion",
            ],
        ),
        (
            "no text",
            queue().epic(
                "- **C2** - Al faltar un dato, el servicio responde 400.",
                "- **C2**",
            ),
            &[
                "queue-item-unread",
                "queue-story-criterion",
                "queue-task-criterion",
            ],
        ),
        (
            "nested",
            queue().epic("  y devuelve 201.", "  y devuelve 201.\n  - siempre"),
            &["queue-item-unread"],
        ),
        (
            "a table",
            queue().epic(
                "## Contexto",
                "| a | b |\n|---|---|\n| c | d |\n\n## Contexto",
            ),
            &["queue-row-unread"],
        ),
        (
            "twice",
            queue().epic("- **C2** -", "- **C1** - x\n- **C2** -"),
            &["queue-criterion-repeated"],
        ),
        (
            "uncovered",
            queue().epic("- **C2** -", "- **C3** - x\n- **C2** -"),
            &["queue-criterion-uncovered"],
        ),
        (
            "near miss: title contains it",
            queue().epic("## Criterios", "## Criterios de aceptación"),
            &[],
        ),
        (
            "competing",
            queue().epic(
                "## Contexto",
                "## Criterios importados\n\n- nada\n\n## Contexto",
            ),
            &["queue-section-competing"],
        ),
        (
            "competing stories",
            queue().epic(
                "## Historias",
                "## Historias viejas\n\n- nada\n\n## Historias",
            ),
            &["queue-section-competing"],
        ),
        (
            "near miss: another section",
            queue().epic("## Contexto", "## Riesgos\n\n- nada\n\n## Contexto"),
            &[],
        ),
    ]);
}

#[test]
fn q8_stories() {
    table(&[
        (
            "no service",
            queue().epic("el pedido. (service: api)", "el pedido."),
            &["queue-story-service"],
        ),
        (
            "no criterion",
            queue().epic("(→ C1) ", ""),
            &["queue-story-criterion"],
        ),
        (
            "unknown criterion",
            queue().epic("(→ C1)", "(→ C1, C7)"),
            &["queue-story-criterion", "queue-done-untraced"],
        ),
        (
            "no box",
            queue().epic("- [x] **cerrada", "- **cerrada"),
            &["queue-item-unread", "queue-epic-split"],
        ),
        (
            "twice",
            queue().epic(STORY, &format!("{STORY}{STORY}")),
            &["queue-story-repeated"],
        ),
        (
            "slug",
            queue()
                .epic(
                    STORY,
                    &format!("{STORY}- [ ] **Mala** (→ C1) x (service: a)\n"),
                )
                .epic(": guardar-pedido", ": guardar-pedido, Mala"),
            &["queue-slug-form"],
        ),
        (
            "near miss: no dash",
            queue()
                .epic(
                    STORY,
                    &format!("{STORY}- [ ] **buena** (→ C1) x (service: a)\n"),
                )
                .epic(": guardar-pedido", ": guardar-pedido, buena"),
            &[],
        ),
    ]);
}

#[test]
fn q15_status_and_what_is_done() {
    let closed = queue().epic("status: active", "status: closed");
    let all_done = |queue: common::QueueBuilder| {
        queue
            .edit("BACKLOG.md", "- [ ] **guardar-pedido** — Guardar el pedido. (→ C1, C2) (epic: 001) (service: api)\n  (depende: validar-stock, cerrada-antes)\n", "")
            .write("done/guardar-pedido.md", common::DONE.replace("cerrada-antes", "guardar-pedido").replace("C1 →", "C2 → x; C1 →"))
    };
    table(&[
        (
            "closed with an open story",
            closed.clone(),
            &["queue-epic-closed-open"],
        ),
        (
            "active with none",
            all_done(queue()),
            &["queue-epic-active-done"],
        ),
        ("near miss: closed, all done", all_done(closed), &[]),
        (
            "near miss: open",
            queue().epic("status: active", "status: open"),
            &[],
        ),
    ]);
}

#[test]
fn q15_sizes_of_epics() {
    let criteria = |count: usize, more: &str| {
        let list: String = (3..=count).map(|n| format!("- **C{n}** — x\n")).collect();
        let cited: String = (3..=count).map(|n| format!(", C{n}")).collect();
        queue()
            .epic("- **C2** -", &format!("{list}- **C2** -"))
            .epic("(-> C1, C2)", &format!("(-> C1, C2{cited})"))
            .epic(
                "# Épica 001 — Pedidos",
                &format!("# Épica 001 — Pedidos {more}"),
            )
    };
    table(&[
        ("near miss: seven", criteria(7, ""), &[]),
        ("eight", criteria(8, ""), &["queue-epic-too-large"]),
        (
            "near miss: a reason",
            criteria(8, "(sin partir: un solo resultado)"),
            &[],
        ),
        (
            "the reason of a story is none",
            criteria(8, "").epic("el pedido. (service", "el pedido. (sin partir: x) (service"),
            &["queue-epic-too-large"],
        ),
    ]);
}

#[test]
fn q8_the_split_into_milestones() {
    let bad = &["queue-epic-split"][..];
    table(&[
        ("left out", queue().epic(": cerrada-antes", ": guardar-pedido"), bad),
        ("unknown", queue().epic(": cerrada-antes", ": cerrada-antes, otra"), bad),
        ("twice", queue().epic(": cerrada-antes", ": cerrada-antes, guardar-pedido"), bad),
        ("a milestone twice", queue().epic("- **base**", "- **pedidos**"), bad),
        ("malformed", queue().epic("- **base** — Lo primero: cerrada-antes", "- base: cerrada-antes"), &["queue-item-unread", "queue-epic-split"]),
        ("line", queue().epic("(line: admin)", "(line: Mi Línea)"), &["queue-line-name"]),
        ("slug", queue().epic("**base**", "**La base**"), &["queue-slug-form"]),
        ("near miss: no split", queue().epic("## Hitos\n\n- **base** — Lo primero: cerrada-antes\n- **pedidos** — Alta de pedidos (line: admin): guardar-pedido\n", ""), &[]),
    ]);
}
