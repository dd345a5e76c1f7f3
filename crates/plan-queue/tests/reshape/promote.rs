//! `promote` (Q27).

use plan_queue::write::reshape::promote;
use plan_queue::{Queue, QueueFiles, read};

use super::{changed, faults, nothing, plan, refused, with_endings};
use crate::common::{QueueBuilder, queue};

const EPIC: &str = "\
---
epic: 002
title: 'Avisos'
status: open
service: api
---

# Épica 002 — Avisos

## Criterios

- **C1** — Al guardar un pedido, el cliente recibe un correo.
- **C2** — Sin correo, queda anotado.

## Contexto relevante

- `api/avisos`

## Historias

- [ ] **plantilla-de-aviso** (→ C1) — Escribir la plantilla. _Aceptación: se ve._ (service: web)
- [ ] **enviar-aviso** [lite] (-> C1, C2) - Enviar
  el correo. (service: api) (depende: plantilla-de-aviso)
- [ ] **anotar-fallo** Anotar lo que no salió. (→ C2) (service: api)
";

const HITOS: &str = "\n## Hitos\n\n- **avisos-web** — Plantillas (line: admin): plantilla-de-aviso\n\
                     - **avisos-api** — Envío: enviar-aviso, anotar-fallo\n";

fn open() -> QueueBuilder {
    queue().write("roadmap/epic-002-avisos.md", EPIC)
}

fn two(
    files: &QueueFiles,
    queue: &Queue,
) -> plan_queue::write::Planned<plan_queue::write::reshape::Promoted> {
    promote(files, queue, "2")
}

#[test]
fn q27_stories_become_tasks_of_one_milestone() {
    let (outcome, after) = plan(&open(), two);
    let changed = changed(&open().files(), &after);
    assert_eq!(
        changed.keys().collect::<Vec<_>>(),
        ["backlog/avisos.md", "roadmap/epic-002-avisos.md"]
    );
    assert_eq!(
        changed["backlog/avisos.md"],
        "---\norder: 30\n---\n\n## Hito avisos — Avisos\n\n\
         - [ ] **plantilla-de-aviso** — Escribir la plantilla. _Aceptación: se ve._ (→ C1) (epic: 002) (service: web)\n\
         - [ ] **enviar-aviso** [lite] — Enviar\n  el correo. (-> C1, C2) (epic: 002) (service: api) (depende: plantilla-de-aviso)\n\
         - [ ] **anotar-fallo** — Anotar lo que no salió. (→ C2) (epic: 002) (service: api)\n"
    );
    assert_eq!(
        changed["roadmap/epic-002-avisos.md"],
        EPIC.replace("status: open", "status: active")
    );
    assert_eq!(faults(&after), [""; 0]);
    assert_eq!(
        outcome.milestones[0].tasks,
        ["plantilla-de-aviso", "enviar-aviso", "anotar-fallo"]
    );
    nothing(&after, two);
}

#[test]
fn q8_the_epic_says_which_story_goes_where() {
    let split = open().append("roadmap/epic-002-avisos.md", HITOS);
    let (outcome, after) = plan(&split, two);
    let told: Vec<_> = outcome
        .milestones
        .iter()
        .map(|m| (m.slug.as_str(), m.order, m.line.as_deref()))
        .collect();
    assert_eq!(
        told,
        [("avisos-web", 30, Some("admin")), ("avisos-api", 40, None)]
    );
    assert!(
        after
            .text("backlog/avisos-web.md")
            .unwrap()
            .starts_with("---\norder: 30\nline: admin\n---\n\n## Hito avisos-web — Plantillas\n")
    );
    let queue = read(&after);
    let milestones: Vec<_> = queue
        .milestones
        .iter()
        .map(|m| (m.slug(), m.tasks.len()))
        .collect();
    assert_eq!(
        milestones,
        [
            ("pedidos", 2),
            ("panel", 1),
            ("avisos-web", 1),
            ("avisos-api", 2)
        ]
    );
    assert_eq!(faults(&after), [""; 0]);
}

#[test]
fn q27_what_is_done_or_queued_is_left() {
    let part = open()
        .append("roadmap/epic-002-avisos.md", HITOS)
        .item("- [ ] **anotar-fallo** — Anotar. (→ C2) (epic: 2) (service: api)")
        .write(
            "done/plantilla-de-aviso.md",
            crate::common::DONE
                .replace("cerrada-antes", "plantilla-de-aviso")
                .replace("001", "002"),
        );
    let (outcome, after) = plan(&part, two);
    assert_eq!(outcome.left, ["plantilla-de-aviso", "anotar-fallo"]);
    assert_eq!(outcome.milestones.len(), 1);
    assert_eq!(read(&after).milestones.last().unwrap().slug(), "avisos-api");
    assert_eq!(faults(&after), [""; 0]);
}

#[test]
fn q27_line_endings_are_those_of_the_epic() {
    let files = with_endings(&open().append("roadmap/epic-002-avisos.md", HITOS), "\r\n");
    let (_, after) = super::applied(&files, two(&files, &read(&files)));
    for (file, text) in changed(&files, &after) {
        assert_eq!(
            text.matches('\n').count(),
            text.matches("\r\n").count(),
            "{file}"
        );
    }
    assert_eq!(faults(&after), [""; 0]);
}

#[test]
fn q27_an_epic_is_found_by_number_slug_or_file() {
    for name in [
        "2",
        "002",
        "avisos",
        "epic-002-avisos",
        "roadmap/epic-002-avisos.md",
    ] {
        let (outcome, _) = plan(&open(), |files, queue| promote(files, queue, name));
        assert_eq!(outcome.epic, "002", "{name}");
    }
    for name in ["3", "", "otra", "epic-002"] {
        assert_eq!(
            refused(&open(), |files, queue| promote(files, queue, name)),
            "epic-unknown"
        );
    }
}

#[test]
fn q27_promotion_is_refused_rather_than_half_right() {
    let epic = |from: &str, to: &str| open().edit("roadmap/epic-002-avisos.md", from, to);
    let hitos = |from: &str, to: &str| {
        open().append("roadmap/epic-002-avisos.md", HITOS).edit(
            "roadmap/epic-002-avisos.md",
            from,
            to,
        )
    };
    for (what, queue, code) in [
        (
            "a story of no milestone",
            hitos(", anotar-fallo", ""),
            "epic-unfit",
        ),
        (
            "a story of two",
            hitos("admin): ", "admin): enviar-aviso, "),
            "epic-unfit",
        ),
        ("no service", epic(" (service: web)", ""), "epic-unfit"),
        (
            "closed",
            epic("status: open", "status: closed"),
            "epic-closed",
        ),
        (
            "a placeholder",
            epic("Escribir la plantilla", "Por definir"),
            "would-not-pass",
        ),
        (
            "an unknown dependency",
            epic("(depende: plantilla-de-aviso)", "(depende: nadie)"),
            "would-not-pass",
        ),
        (
            "another task of the name",
            open().item("- [ ] **anotar-fallo** — X. _Aceptación: x._ (service: x)"),
            "slug-taken",
        ),
        (
            "a milestone of the name",
            hitos("**avisos-api**", "**pedidos**"),
            "milestone-exists",
        ),
        (
            "a file of the name",
            open().write("backlog/avisos.md", "nada"),
            "file-exists",
        ),
        (
            "the last order",
            open().edit(
                "backlog/panel.md",
                "order: 20",
                "order: 9223372036854775800",
            ),
            "order-exhausted",
        ),
    ] {
        assert_eq!(refused(&queue, two), code, "{what}");
    }
}
