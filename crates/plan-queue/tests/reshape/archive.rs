//! `archive-human` (Q10, Q27).

use plan_queue::read;
use plan_queue::write::reshape::archive_human;

use super::{changed, faults, nothing, plan, with_endings};
use crate::common::{HUMAN, QueueBuilder, queue};

const ROW: &str = "| vieja | resuelta 2026-08-17 | QA | Gasto `a | b` aprobado \\| visto. |";
const FILE: &str =
    "---\ntask: dns\nstatus: resuelta 2026-09-01\norigin: QA\n---\n\nPedir el registro.\n";

fn with_file() -> QueueBuilder {
    queue().write("human/dns.md", FILE)
}

#[test]
fn q27_what_is_resolved_moves_and_the_rest_stays() {
    let (outcome, after) = plan(&with_file(), archive_human);
    let changed = changed(&with_file().files(), &after);
    assert_eq!(
        changed["HUMAN_ACTIONS.md"],
        HUMAN.replace(&format!("{ROW}\n"), "")
    );
    assert_eq!(
        changed["done/human-actions.md"],
        format!(
            "# Acciones humanas resueltas\n\n| Tarea | Estado | Origen | Acción |\n|---|---|---|---|\n{ROW}\n"
        )
    );
    assert_eq!(
        (
            changed["human/dns.md"].as_str(),
            changed["human/done/dns.md"].as_str()
        ),
        ("", FILE)
    );
    assert_eq!(changed.len(), 4);
    let moved: Vec<_> = outcome
        .actions
        .iter()
        .map(|a| (a.task.as_str(), a.to.as_str()))
        .collect();
    assert_eq!(
        moved,
        [
            ("vieja", "done/human-actions.md"),
            ("dns", "human/done/dns.md")
        ]
    );
    let archived = read(&after);
    assert_eq!(archived.archived.len(), 2);
    assert_eq!(archived.human.len(), with_file().read().human.len() - 2);
    assert_eq!(faults(&after), [""; 0]);
    nothing(&after, archive_human);
}

#[test]
fn q27_rows_go_below_those_that_are_there_once() {
    let archive =
        "# Archivo\n\n| T | E | O | A |\n|---|---|---|---|\n| x | resuelta | QA | X. |\n\nFin.\n";
    let (_, after) = plan(
        &queue().write("done/human-actions.md", archive),
        archive_human,
    );
    let expected = archive.replace("| X. |\n", &format!("| X. |\n{ROW}\n"));
    assert_eq!(
        after.text("done/human-actions.md").unwrap().as_ref(),
        expected
    );
    // A merge brought the resolved row back: it goes, and is not archived again.
    let back = queue().write("done/human-actions.md", &expected);
    let (_, after) = plan(&back, archive_human);
    assert_eq!(
        after.text("done/human-actions.md").unwrap().as_ref(),
        expected
    );
    assert!(!after.text("HUMAN_ACTIONS.md").unwrap().contains("vieja"));
    let prose = queue().write("done/human-actions.md", "# Archivo\n");
    let (_, after) = plan(&prose, archive_human);
    assert_eq!(read(&after).archived.len(), 1);
}

#[test]
fn q27_a_name_that_is_taken_is_numbered() {
    let twice = with_file().write("human/done/dns.md", FILE.replace("registro", "otro"));
    let (outcome, after) = plan(&twice, archive_human);
    assert_eq!(outcome.actions[1].to, "human/done/dns-2.md");
    assert!(after.text("human/done/dns.md").unwrap().contains("otro"));
}

#[test]
fn q29_line_endings_stay() {
    let files = with_endings(&with_file(), "\r\n");
    let (_, after) = super::applied(&files, archive_human(&files, &read(&files)));
    for (file, text) in changed(&files, &after) {
        assert_eq!(
            text.matches('\n').count(),
            text.matches("\r\n").count(),
            "{file}"
        );
    }
    let row = format!("{ROW}\r\n");
    assert_eq!(
        after.text("HUMAN_ACTIONS.md").unwrap().as_ref(),
        files.text("HUMAN_ACTIONS.md").unwrap().replace(&row, "")
    );
}

#[test]
fn q27_a_last_row_without_a_line_ending_moves_too() {
    let files = queue().write("HUMAN_ACTIONS.md", HUMAN.trim_end()).files();
    let (_, after) = super::applied(&files, archive_human(&files, &read(&files)));
    assert!(
        after
            .text("HUMAN_ACTIONS.md")
            .unwrap()
            .ends_with("Confirmar el dominio. |\n")
    );
}
