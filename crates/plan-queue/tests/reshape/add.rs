//! `human --add` and `inbox --add` (Q33).

use plan_queue::model::InboxSection;
use plan_queue::read;
use plan_queue::write::reshape::{NewAction, NewEntry, add_human, add_inbox};

use super::{changed, faults, nothing, plan, refused};
use crate::common::{QueueBuilder, queue};

const ACTION: NewAction<'static> = NewAction {
    task: "validar-stock",
    origin: "Ready",
    action: "Crear la cuenta.\n\n- Dejar el token en `.env`.\n",
};

fn entry<'a>(name: &'a str, text: &'a str) -> NewEntry<'a> {
    NewEntry {
        section: InboxSection::Ideas,
        name,
        text,
    }
}

#[test]
fn q33_an_action_gets_a_file_of_its_own() {
    let (outcome, after) = plan(&queue(), |files, queue| add_human(files, queue, &ACTION));
    assert_eq!(
        changed(&queue().files(), &after)["human/validar-stock.md"],
        "---\ntask: validar-stock\nstatus: pendiente\norigin: Ready\n---\n\nCrear la cuenta.\n\n- Dejar el token en `.env`.\n"
    );
    assert!(outcome.holds);
    assert_eq!(faults(&after), [""; 0]);
    nothing(&after, |files, queue| add_human(files, queue, &ACTION));
    let other = NewAction {
        action: "Pedir permiso.",
        ..ACTION
    };
    let (outcome, after) = super::applied(&after, add_human(&after, &read(&after), &other));
    assert_eq!(outcome.file, "human/validar-stock-2.md");
    assert_eq!(
        after.text("human/validar-stock.md").unwrap().lines().last(),
        Some("- Dejar el token en `.env`.")
    );
}

#[test]
fn q33_an_action_may_hold_up_more_than_a_task() {
    for (task, file) in [
        ("—", "human/accion.md"),
        ("Épica 001: avisos", "human/epica-001-avisos.md"),
        ("'x'", "human/x.md"),
    ] {
        let new = NewAction {
            task,
            origin: "\"QA\"",
            ..ACTION
        };
        let (outcome, after) = plan(&queue(), |files, queue| add_human(files, queue, &new));
        assert_eq!(
            (outcome.file.as_str(), outcome.holds),
            (file, false),
            "{task}"
        );
        let queue = read(&after);
        let written = queue
            .human
            .iter()
            .find(|action| &*action.file == file)
            .unwrap();
        assert_eq!(
            (written.task.value.as_str(), written.origin.value.as_str()),
            (task, "\"QA\"")
        );
    }
}

#[test]
fn q33_an_action_that_would_not_be_read_is_refused() {
    for (what, new, code) in [
        (
            "no task",
            NewAction {
                task: " ",
                ..ACTION
            },
            "action-unfit",
        ),
        (
            "two lines",
            NewAction {
                origin: "a\nb",
                ..ACTION
            },
            "action-unfit",
        ),
        (
            "nothing to do",
            NewAction {
                action: "\n",
                ..ACTION
            },
            "action-unfit",
        ),
        (
            "a comment",
            NewAction {
                action: "<!-- hacer -->",
                ..ACTION
            },
            "would-not-pass",
        ),
        (
            "an open fence",
            NewAction {
                action: "Hacer:\n```\nx",
                ..ACTION
            },
            "would-not-pass",
        ),
        (
            "an inexact task",
            NewAction {
                task: "Validar-Stock",
                ..ACTION
            },
            "would-not-pass",
        ),
        (
            "a comment beside it",
            NewAction {
                action: "Hacer. <!-- y esto -->",
                ..ACTION
            },
            "action-unfit",
        ),
    ] {
        assert_eq!(
            refused(&queue(), |files, queue| add_human(files, queue, &new)),
            code,
            "{what}"
        );
    }
}

#[test]
fn q33_an_entry_gets_a_file_of_its_own() {
    let new = entry("modo-claro", "¿Lo pide alguien?\n\n  - una vez\n");
    let (_, after) = plan(&queue(), |files, queue| add_inbox(files, queue, &new));
    assert_eq!(
        changed(&queue().files(), &after)["inbox/ideas/modo-claro.md"],
        "- **modo-claro** — ¿Lo pide alguien?\n  - una vez\n"
    );
    assert_eq!(faults(&after), [""; 0]);
    nothing(&after, |files, queue| add_inbox(files, queue, &new));
}

#[test]
fn q33_nothing_in_the_inbox_is_overwritten() {
    let new = entry("modo-oscuro", "Otra cosa");
    let (outcome, after) = plan(&queue(), |files, queue| add_inbox(files, queue, &new));
    assert_eq!(
        (outcome.name.as_str(), outcome.file.as_str()),
        ("modo-oscuro-2", "inbox/ideas/modo-oscuro-2.md")
    );
    assert_eq!(faults(&after), [""; 0]);
    nothing(&after, |files, queue| add_inbox(files, queue, &new));
    let known = entry("modo-oscuro", "¿Lo pide alguien?");
    nothing(&queue().files(), |files, queue| {
        add_inbox(files, queue, &known)
    });
}

#[test]
fn q33_an_entry_that_would_not_be_read_is_refused() {
    let code = |new: NewEntry<'_>| {
        let empty: QueueBuilder = queue();
        refused(&empty, |files, queue| add_inbox(files, queue, &new))
    };
    assert_eq!(code(entry("Modo Claro", "x")), "slug-malformed");
    assert_eq!(code(entry("../x", "x")), "slug-malformed");
    assert_eq!(code(entry("x", " \n ")), "entry-unfit");
    assert_eq!(code(entry("x", "<!-- nada -->")), "entry-unfit");
    assert_eq!(code(entry("x", "a\n```\nb")), "would-not-pass");
}
