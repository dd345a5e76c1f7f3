//! Tasks: grammar, and what each must say (Q5, Q6, Q7, Q15, Q16, Q36).

mod common;

use common::QueueBuilder;
use common::{EPIC, queue, table};

const GOOD: &str = "- [ ] **una** [lite] — X. _Aceptación: y._ (service: z)";

fn item(line: &str) -> QueueBuilder {
    queue().item(line)
}

fn with(from: &str, to: &str) -> QueueBuilder {
    assert!(GOOD.contains(from), "{from}");
    item(&GOOD.replace(from, to))
}

#[test]
fn q5_forms_of_a_task() {
    let unread = &["queue-item-unread"][..];
    table(&[
        ("near miss", item(GOOD), &[]),
        ("near miss: star", with("- [ ]", "* [ ]"), &[]),
        ("near miss: hyphen", with("—", "-"), &[]),
        ("near miss: no lane", with(" [lite]", ""), &[]),
        (
            "near miss: tags before the dash",
            with(" — X.", " (service: z) — X."),
            &["queue-tag-malformed"],
        ),
        (
            "near miss: tags first",
            item("- [ ] **una** (service: z) — X. _Aceptación: y._"),
            &[],
        ),
        (
            "near miss: description in code",
            with("X.", "`x` y `_z_`."),
            &[],
        ),
        (
            "near miss: in <details>",
            item(&format!("\n<details>\n\n{GOOD}\n\n</details>")),
            &[],
        ),
        ("no box", with("[ ] ", ""), unread),
        ("number", with("- [ ]", "1. [ ]"), unread),
        ("no bold", with("**una**", "una"), unread),
        ("no dash", with(" — X.", " X."), unread),
        ("quoted", item(&format!("\n> {GOOD}")), unread),
        ("nested", item(&format!("{GOOD}\n  - detalle")), unread),
        (
            "nested task",
            item(&format!(
                "{GOOD}\n  - [ ] **dos** — X. _Aceptación: y._ (service: z)"
            )),
            unread,
        ),
        ("a bullet of prose", item("- una nota"), unread),
        (
            "apart",
            item(&format!("{GOOD}\n\n  y además esto")),
            &["queue-text-unread"],
        ),
        (
            "near miss: prose below",
            item(&format!("{GOOD}\n\nUn párrafo.")),
            &[],
        ),
    ]);
}

#[test]
fn q5_q6_lanes() {
    for lane in ["manual", "express", "directo", "lite", "full"] {
        common::finds(lane, &with("[lite]", &format!("[{lane}]")), &[]);
    }
    table(&[
        (
            "unknown",
            with("[lite]", "[urgente]"),
            &["queue-lane-unknown"],
        ),
        (
            "capitals",
            with("[lite]", "[Lite]"),
            &["queue-lane-unknown"],
        ),
        (
            "near miss: a link",
            with("[lite] — X.", "— Ver [lite](x.md)."),
            &[],
        ),
        (
            "in an epic",
            queue().epic("**guardar-pedido** (->", "**guardar-pedido** [rápido] (->"),
            &["queue-lane-unknown"],
        ),
        (
            "in a work",
            queue().edit("wip/home-ana-arbol.md", "lane: lite", "lane: media"),
            &["queue-lane-unknown"],
        ),
        (
            "near miss: unclassified work",
            queue().edit(
                "wip/home-ana-arbol.md",
                "lane: lite",
                "lane: sin clasificar",
            ),
            &[],
        ),
    ]);
}

#[test]
fn q5_acceptances() {
    let acceptance = |text: &str| {
        let queue = with("_Aceptación: y._", text).read();
        let (_, task) = queue.task("una").unwrap();
        task.tail.acceptance.as_ref().map(|text| text.value.clone())
    };
    let some = |text: &str| Some(text.to_owned());
    assert_eq!(
        acceptance("_Aceptación: usa MAX_X y MIN_Y_."),
        some("usa MAX_X y MIN_Y")
    );
    assert_eq!(
        acceptance("_aceptacion: con\n  salto._"),
        some("con salto.")
    );
    assert_eq!(
        acceptance("_Aceptación: el campo `id_` y `a; b` sigue._"),
        some("el campo `id_` y `a; b` sigue.")
    );
    assert_eq!(
        acceptance("_Aceptación: (1) a (2) b._"),
        some("(1) a (2) b.")
    );
    assert_eq!(acceptance("`_Aceptación: no._`"), None);
    table(&[
        (
            "unclosed",
            with("y._", "y."),
            &["queue-acceptance-unclosed", "queue-task-acceptance"],
        ),
        (
            "closed inside a name only",
            with("y._", "MAX_X"),
            &["queue-acceptance-unclosed", "queue-task-acceptance"],
        ),
        (
            "empty",
            with("_Aceptación: y._", "_Aceptación: ._"),
            &["queue-tag-malformed", "queue-task-acceptance"],
        ),
        (
            "twice",
            with("_Aceptación: y._", "_Aceptación: y._ _Aceptación: z._"),
            &["queue-tag-malformed"],
        ),
        (
            "none",
            with("_Aceptación: y._", ""),
            &["queue-task-acceptance"],
        ),
    ]);
}

#[test]
fn q5_tags() {
    let bad = &["queue-tag-malformed"][..];
    table(&[
        (
            "empty",
            with("(service: z)", "(service: )"),
            &["queue-tag-malformed", "queue-task-service"],
        ),
        ("unclosed", with("(service: z)", "(service: z"), bad),
        ("repeated", item(&format!("{GOOD} (service: y)")), bad),
        ("epic in words", item(&format!("{GOOD} (epic: uno)")), bad),
        ("criterion", item(&format!("{GOOD} (→ X1)")), bad),
        (
            "cast twice",
            item(&format!("{GOOD} (cast: a → b) (cast: c)")),
            bad,
        ),
        (
            "mark outside a condition",
            item(&format!("{GOOD} (fuera de verify: x)")),
            bad,
        ),
        (
            "near miss: in code",
            item(&format!("{GOOD} `(service: y)`")),
            &[],
        ),
        (
            "near miss: other parentheses",
            item(&format!("{GOOD} (nota: y) (1)")),
            &[],
        ),
        (
            "near miss: nested",
            item(&format!("{GOOD} (sin partir: una (sola) cosa)")),
            &[],
        ),
        (
            "no service",
            with(" (service: z)", ""),
            &["queue-task-service"],
        ),
    ]);
}

#[test]
fn q15_tasks_and_their_epics() {
    let story = |line: &str| queue().edit("BACKLOG.md", "(→ C1, C2) (epic: 001)", line);
    table(&[
        ("ticked", with("- [ ]", "- [x]"), &["queue-task-ticked"]),
        (
            "epic unknown",
            story("(→ C1) (epic: 007)"),
            &["queue-task-not-a-story"],
        ),
        (
            "no story of it",
            item("- [ ] **una** — X. (→ C1) (epic: 001) (service: z)"),
            &["queue-task-not-a-story"],
        ),
        (
            "criterion unknown",
            story("(→ C1, C9) (epic: 001)"),
            &["queue-task-criterion"],
        ),
        (
            "criterion of no epic",
            item(&format!("{GOOD} (→ C1)")),
            &["queue-task-criterion"],
        ),
        (
            "no criterion",
            story("(epic: 001)"),
            &["queue-task-acceptance"],
        ),
        (
            "near miss: number without zeros",
            story("(→ C1) (epic: 1)"),
            &[],
        ),
        (
            "near miss: story with an acceptance",
            story("_Aceptación: y._ (epic: 001)"),
            &[],
        ),
    ]);
}

#[test]
fn q15_placeholders() {
    table(&[
        ("title", with("X.", "Por definir."), &["queue-placeholder"]),
        (
            "acceptance",
            with("y._", "por completar._"),
            &["queue-placeholder"],
        ),
        (
            "inherited",
            queue().epic(
                "Al faltar un dato, el servicio responde 400.",
                "Por definir.",
            ),
            &["queue-placeholder"],
        ),
        (
            "epic",
            queue().epic("\"Pedidos\"", "Por completar"),
            &["queue-placeholder"],
        ),
        (
            "recurrence",
            queue().edit("RECURRING.md", "Subir dependencias", "Por definir"),
            &["queue-placeholder"],
        ),
        (
            "near miss",
            with("y._", "la lista de lo que queda por definir está vacía._"),
            &[],
        ),
    ]);
}

#[test]
fn q7_q15_sizes_of_tasks() {
    let conditions = |text: &str| with("y._", text);
    let criteria = (1..=6)
        .map(|n| format!("- **C{n}** — x\n"))
        .collect::<String>();
    let cited = "(→ C1, C2, C3, C4, C5, C6)";
    let epic = EPIC
        .replace("- **C1** — Cuando llega un pedido, el servicio lo guarda\n  y devuelve 201.\n- **C2** - Al faltar un dato, el servicio responde 400.\n", &criteria)
        .replace("(-> C1, C2)", cited);
    let inherited =
        queue()
            .write("roadmap/epic-001-pedidos.md", epic)
            .edit("BACKLOG.md", "(→ C1, C2)", cited);
    table(&[
        ("near miss: five", conditions("a; b; c; d; e._"), &[]),
        (
            "six",
            conditions("a; b; c; d; e; f._"),
            &["queue-task-too-large"],
        ),
        (
            "six by number",
            conditions("(1) a (2) b (3) c (4) d (5) e (6) f._"),
            &["queue-task-too-large"],
        ),
        (
            "near miss: semicolons within numbers",
            conditions("(1) a; b; c; (2) d; e; f._"),
            &[],
        ),
        (
            "near miss: a reason",
            conditions("a; b; c; d; e; f._ (sin partir: uno)"),
            &[],
        ),
        ("six criteria", inherited.clone(), &["queue-task-too-large"]),
        (
            "near miss: a reason for six criteria",
            inherited.edit("BACKLOG.md", cited, &format!("{cited} (sin partir: uno)")),
            &[],
        ),
    ]);
}
