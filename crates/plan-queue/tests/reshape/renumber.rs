//! `renumber-epic` (Q27).

use plan_queue::write::reshape::renumber_epic;
use plan_queue::{QueueFiles, read};

use super::{changed, faults, nothing, plan, refused, with_endings};
use crate::common::{EPIC, QueueBuilder, queue};

const OLD: &str = "roadmap/epic-001-pedidos.md";
const NEW: &str = "roadmap/epic-012-pedidos.md";

/// A queue in which the epic is named everywhere.
fn named() -> QueueBuilder {
    queue()
        .append(
            "INBOX.md",
            "\n- **ver** — Parte de epic-001-pedidos. (epic: 001)\n",
        )
        .append(
            "roadmap/README.md",
            "\n[Pedidos](epic-001-pedidos.md), y no epic-001-pedidos-viejos.\n",
        )
        .append(
            "human/dominio.md",
            "Para roadmap/epic-001-pedidos.md, no `(epic: 001)`.\n<!-- (epic: 001) -->\n",
        )
        .done("decisions:", "decisions: en epic-001-pedidos;")
}

#[test]
fn q27_every_reference_follows() {
    let (outcome, after) = plan(&named(), |files, queue| {
        renumber_epic(files, queue, "001", "12")
    });
    let changed = changed(&named().files(), &after);
    assert_eq!(changed[OLD], "", "it is gone");
    assert_eq!(
        changed[NEW],
        EPIC.replace("epic: 001", "epic: 012")
            .replace("Épica 001", "Épica 012")
    );
    assert_eq!(
        changed["BACKLOG.md"],
        crate::common::BACKLOG.replace("(epic: 001)", "(epic: 012)")
    );
    assert!(changed["done/cerrada-antes.md"].contains("(epic: 012)"));
    assert!(
        changed["done/cerrada-antes.md"].contains("en epic-001-pedidos;"),
        "what is on record stays"
    );
    assert!(changed["INBOX.md"].ends_with("Parte de epic-012-pedidos. (epic: 012)\n"));
    assert!(
        changed["roadmap/README.md"]
            .contains("(epic-012-pedidos.md), y no epic-001-pedidos-viejos.")
    );
    assert!(
        changed["human/dominio.md"]
            .contains("epic-012-pedidos.md, no `(epic: 001)`.\n<!-- (epic: 001) -->")
    );
    assert_eq!(faults(&after), [""; 0]);
    assert_eq!(
        (
            outcome.from.as_str(),
            outcome.to.as_str(),
            outcome.file.as_str()
        ),
        ("001", "012", NEW)
    );
    assert_eq!(
        outcome.named_in,
        [
            "BACKLOG.md",
            "INBOX.md",
            "done/cerrada-antes.md",
            "human/dominio.md",
            "roadmap/README.md"
        ]
    );
    nothing(&after, |files, queue| {
        renumber_epic(files, queue, "pedidos", "012")
    });
}

#[test]
fn q27_a_directory_moves_whole() {
    let builder = queue()
        .remove(OLD)
        .write("roadmap/epic-001-pedidos/spec.md", EPIC)
        .write(
            "roadmap/epic-001-pedidos/notes.md",
            "# Notas\n\nDe epic-001-pedidos.\n",
        );
    let (outcome, after) = plan(&builder, |files, queue| {
        renumber_epic(files, queue, "1", "7")
    });
    assert_eq!(outcome.file, "roadmap/epic-007-pedidos/spec.md");
    assert_eq!(
        after
            .text("roadmap/epic-007-pedidos/notes.md")
            .unwrap()
            .as_ref(),
        "# Notas\n\nDe epic-007-pedidos.\n"
    );
    assert!(!after.contains_directory("roadmap/epic-001-pedidos"));
    assert_eq!(faults(&after), [""; 0]);
    let odd = builder.write("roadmap/epic-001-pedidos/plan.md", b"\xff");
    assert_eq!(
        refused(&odd, |files, queue| renumber_epic(files, queue, "1", "7")),
        "file-unreadable"
    );
}

#[test]
fn q27_two_epics_of_one_number_come_apart() {
    let other = EPIC
        .replace("guardar-pedido", "enviar-aviso")
        .replace("cerrada-antes", "plantilla")
        .replace("**pedidos**", "**avisos**");
    let both = queue()
        .write("roadmap/epic-001-avisos.md", &other)
        .item("- [ ] **enviar-aviso** — Enviar. (→ C1) (epic: 001) (service: api)");
    assert_eq!(
        refused(&both, |files, queue| renumber_epic(
            files, queue, "001", "002"
        )),
        "epic-ambiguous"
    );
    let (_, after) = plan(&both, |files, queue| {
        renumber_epic(files, queue, "avisos", "002")
    });
    let text = after.text("BACKLOG.md").unwrap();
    assert!(text.contains("**enviar-aviso** — Enviar. (→ C1) (epic: 002)"));
    assert!(text.contains("(→ C1, C2) (epic: 001)"));
    assert!(
        after
            .text("done/cerrada-antes.md")
            .unwrap()
            .contains("(epic: 001)")
    );
    assert_eq!(faults(&after), [""; 0]);
}

#[test]
fn q27_taken_numbers_are_refused() {
    let to = |builder: &QueueBuilder, new: &str| {
        refused(builder, |files, queue| {
            renumber_epic(files, queue, "001", new)
        })
    };
    let with = |file: &str| {
        queue().write(
            file,
            EPIC.replace("001", "002")
                .replace("guardar-pedido", "a")
                .replace("cerrada-antes", "b"),
        )
    };
    assert_eq!(to(&with("roadmap/epic-002-otra.md"), "2"), "number-taken");
    assert_eq!(
        to(&with("roadmap/epic-003-otra/spec.md"), "003"),
        "number-taken"
    );
    assert_eq!(to(&with("roadmap/epic-003-otra.md"), "002"), "number-taken");
    assert_eq!(
        to(
            &queue().write("roadmap/epic-009-x.md", "---\nstatus: template\n---\n"),
            "9"
        ),
        "number-taken"
    );
    for new in ["0", "000", "", "1234", "x", "-1"] {
        assert_eq!(to(&queue(), new), "number-malformed", "{new}");
    }
    assert_eq!(
        refused(&queue(), |files, queue| renumber_epic(
            files, queue, "5", "6"
        )),
        "epic-unknown"
    );
}

#[test]
fn q29_only_the_digits_change_in_either_line_ending() {
    for ending in ["\n", "\r\n"] {
        let files: QueueFiles = with_endings(&named(), ending);
        let (_, after) = super::applied(&files, renumber_epic(&files, &read(&files), "1", "012"));
        for (file, text) in changed(&files, &after) {
            let before = files.text(&file).or_else(|| files.text(OLD)).unwrap();
            if file != OLD {
                assert_eq!(
                    text.replace("012", "001"),
                    before.replace("012", "001"),
                    "{file}"
                );
            }
        }
    }
}

/// The slug of an epic, or the name of its file, tells which one is meant after the number has changed; its
/// old number does not.
#[test]
fn q27_the_same_call_again_changes_nothing_where_it_names_the_epic() {
    let (_, after) = plan(&named(), |files, queue| {
        renumber_epic(files, queue, "epic-001-pedidos", "12")
    });
    let queue = read(&after);
    for old in ["pedidos", "epic-001-pedidos", "roadmap/epic-001-pedidos.md"] {
        let again = renumber_epic(&after, &queue, old, "12").unwrap();
        assert!(again.change().is_none(), "{old}: {again:?}");
        assert_eq!(again.outcome().file, NEW, "{old}");
    }
    for (old, new) in [
        ("001", "12"),
        ("epic-001-pedidos", "13"),
        ("epic-001-otra", "12"),
        ("epic-x-pedidos", "12"),
    ] {
        let refusal = renumber_epic(&after, &queue, old, new).unwrap_err();
        assert_eq!(refusal.code(), "epic-unknown", "{old} {new}");
    }
}
