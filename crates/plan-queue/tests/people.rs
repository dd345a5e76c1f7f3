//! Human actions, claims, work in progress, checkpoints (Q10, Q12–Q16, Q36).

mod common;

use common::{CLAIM, HUMAN, QueueBuilder, WIP, queue, table};

fn row(row: &str) -> QueueBuilder {
    queue().write("HUMAN_ACTIONS.md", format!("{HUMAN}{row}\n"))
}

#[test]
fn q10_rows() {
    let state = &["queue-human-state"][..];
    table(&[
        ("near miss", row("| x | Pendiente | QA | Hacer. |"), &[]),
        (
            "near miss: dated",
            row("| x | pendiente 2026-01-01 | QA | Hacer. |"),
            &[],
        ),
        (
            "unknown state",
            row("| x | en curso | QA | Hacer. |"),
            state,
        ),
        (
            "something behind it",
            row("| x | resuelta por Ana | QA | Hacer. |"),
            state,
        ),
        (
            "no such day",
            row("| x | resuelta 2026-02-30 | QA | Hacer. |"),
            state,
        ),
        (
            "a mark behind it",
            row("| x | resuelta? | QA | Hacer. |"),
            state,
        ),
        (
            "three cells",
            row("| x | pendiente | Hacer. |"),
            &["queue-row-unread"],
        ),
        (
            "five cells",
            row("| x | pendiente | QA | Hacer | esto. |"),
            &["queue-row-unread"],
        ),
        (
            "near miss: escaped",
            row("| x | pendiente | QA | Hacer \\| esto y `a | b`. |"),
            &[],
        ),
        (
            "no task",
            row("|  | pendiente | QA | Hacer. |"),
            &["queue-human-incomplete"],
        ),
        (
            "no action",
            row("| x | pendiente | QA |  |"),
            &["queue-human-incomplete"],
        ),
        (
            "a row apart from the table",
            row("\nTexto.\n| x | pendiente | QA |"),
            &["queue-row-unread"],
        ),
    ]);
    let queue = row("\nTexto.\n\n| x | ¿? | QA | Hacer. |").read();
    assert!(
        queue
            .human
            .iter()
            .any(|action| action.task.value == "x" && action.holds())
    );
}

#[test]
fn q10_files() {
    let file = |text: &str| queue().write("human/x.md", text);
    let good = "---\ntask: x\nstatus: pendiente\norigin: QA\n---\n\nHacer.\n";
    table(&[
        ("near miss", file(good), &[]),
        (
            "no frontmatter",
            file("Hacer.\n"),
            &["queue-frontmatter-missing"],
        ),
        (
            "no task",
            file(&good.replace("task: x\n", "")),
            &["queue-human-incomplete"],
        ),
        (
            "no origin",
            file(&good.replace("origin: QA\n", "")),
            &["queue-human-incomplete"],
        ),
        (
            "no action",
            file(&good.replace("Hacer.", "<!-- Hacer. -->")),
            &["queue-human-incomplete"],
        ),
        (
            "no status",
            file(&good.replace("status: pendiente\n", "")),
            &["queue-human-state"],
        ),
        (
            "near miss: a status in the body",
            file(&good.replace("Hacer.", "status: resuelta")),
            &[],
        ),
        (
            "twice",
            file(&good.replace("origin", "status: resuelta\norigin")),
            &["md-duplicate-frontmatter-key"],
        ),
    ]);
    let queue =
        file(&good.replace("status: pendiente", "status: resuelta\nstatus: pendiente")).read();
    assert!(
        queue
            .human
            .iter()
            .all(|action| action.file.as_ref() != "human/x.md" || action.holds())
    );
}

#[test]
fn q15_rows_that_a_merge_brought_back() {
    let back = "| vieja | pendiente | QA | Gasto `a | b` aprobado \\| visto. |";
    table(&[
        ("back", row(back), &["queue-human-revived"]),
        (
            "near miss: another action",
            row("| vieja | pendiente | QA | Otro gasto. |"),
            &[],
        ),
        (
            "near miss: pending twice",
            row("| — | pendiente | Ready | Confirmar el dominio. |"),
            &[],
        ),
    ]);
}

#[test]
fn q10_the_archive_tells_what_a_merge_brought_back() {
    let archive = |state: &str| {
        let rows =
            format!("| A | B | C | D |\n|---|---|---|---|\n| otra | {state} | QA | Hacer. |\n");
        queue().write("done/human-actions.md", rows)
    };
    let pending = "| otra | pendiente | QA | Hacer. |\n";
    let file = |status: &str| {
        format!("---\ntask: dns\nstatus: {status}\norigin: QA\n---\n\nPedir el registro.\n")
    };
    let archived = |status: &str| queue().write("human/done/dns.md", file(status));
    table(&[
        ("near miss: archived", archive("resuelta 2026-08-17"), &[]),
        (
            "a row came back",
            archive("resuelta 2026-08-17").append("HUMAN_ACTIONS.md", pending),
            &["queue-human-revived"],
        ),
        (
            "near miss: another origin",
            archive("resuelta").append(
                "HUMAN_ACTIONS.md",
                "| otra | pendiente | Ready | Hacer. |\n",
            ),
            &[],
        ),
        (
            "a row that is pending in the archive",
            archive("pendiente"),
            &["queue-human-archived"],
        ),
        (
            "near miss: a file in the archive",
            archived("resuelta"),
            &[],
        ),
        (
            "a file that is pending in the archive",
            archived("pendiente"),
            &["queue-human-archived"],
        ),
        (
            "a file came back",
            archived("resuelta").write("human/dns.md", file("pendiente")),
            &["queue-human-revived"],
        ),
        (
            "near miss: other work under the same name",
            archived("resuelta").write(
                "human/dns.md",
                file("pendiente").replace("registro", "cambio"),
            ),
            &[],
        ),
        (
            "near miss: prose in the archive",
            queue().write("human/done/README.md", "# Prosa\n"),
            &[],
        ),
    ]);
}

#[test]
fn q15_names_that_hold_nothing() {
    let names = |task: &str| row(&format!("| {task} | pendiente | QA | Hacer. |"));
    let bad = &["queue-human-inexact"][..];
    table(&[
        ("near miss: exact", names("validar-stock"), &[]),
        ("case", names("Validar-Stock"), bad),
        ("code", names("`validar-stock`"), bad),
        ("underscores", names("validar_stock"), bad),
        ("words", names("la tarea validar-stock"), bad),
        ("two", names("validar-stock, guardar-pedido"), bad),
        ("near miss: an epic", names("épica 001"), &[]),
        ("near miss: longer", names("validar-stock-2"), &[]),
        (
            "near miss: resolved",
            row("| `validar-stock` | resuelta | QA | Hacer. |"),
            &[],
        ),
    ]);
}

#[test]
fn q12_q15_claims() {
    let claim = |from: &str, to: &str| queue().edit("claims/validar-stock.md", from, to);
    let lacks = &["queue-claim-incomplete"][..];
    table(&[
        (
            "another task",
            claim("task: validar-stock", "task: listar-pedidos"),
            &["queue-claim-task"],
        ),
        ("no task", claim("task: validar-stock\n", ""), lacks),
        ("no owner", claim("ana@example.com", ""), lacks),
        ("no runner", claim("runner: /home/ana/arbol\n", ""), lacks),
        ("no date", claim("started: 2026-09-30\n", ""), lacks),
        (
            "no such day",
            claim("2026-09-30", "2026-09-31"),
            &["queue-date-invalid", "queue-claim-incomplete"],
        ),
        (
            "no frontmatter",
            queue().write("claims/validar-stock.md", "tomada\n"),
            &["queue-frontmatter-missing", "queue-claim-incomplete"],
        ),
        (
            "unknown",
            queue().write("claims/nadie.md", CLAIM.replace("validar-stock", "nadie")),
            &["queue-claim-unknown"],
        ),
        (
            "done",
            queue().write(
                "claims/cerrada-antes.md",
                CLAIM.replace("validar-stock", "cerrada-antes"),
            ),
            &["queue-claim-done"],
        ),
        ("near miss: no service", claim("service: api\n", ""), &[]),
    ]);
}

#[test]
fn q16_idle_claims_and_shared_services() {
    let day = |today: &str| queue().today(today);
    let branch = |today: &str, last: &str| {
        let last = plan_queue::Date::parse(last).unwrap();
        day(today).git(|git| git.task_branches = Some([("validar-stock".to_owned(), last)].into()))
    };
    let other = |service: &str| {
        let text = CLAIM
            .replace("validar-stock", "listar-pedidos")
            .replace("service: api", service);
        queue().write("claims/listar-pedidos.md", text.replace("arbol", "otro"))
    };
    table(&[
        ("near miss: three days", day("2026-10-03"), &[]),
        ("four days", day("2026-10-04"), &["queue-claim-idle"]),
        (
            "near miss: the branch moved",
            branch("2026-10-10", "2026-10-08"),
            &[],
        ),
        (
            "the branch stopped",
            branch("2026-10-10", "2026-10-06"),
            &["queue-claim-idle"],
        ),
        (
            "one service",
            other("service: api/"),
            &["queue-claim-service-shared"],
        ),
        ("near miss: another service", other("service: web"), &[]),
        ("near miss: the service of its task", other(""), &[]),
    ]);
}

#[test]
fn q13_q15_work_in_progress() {
    let wip = |from: &str, to: &str| queue().edit("wip/home-ana-arbol.md", from, to);
    let unread = &["queue-item-unread"][..];
    table(&[
        (
            "unknown task",
            wip("task: validar-stock", "task: nadie"),
            &["queue-wip-unknown"],
        ),
        (
            "near miss: done",
            wip("task: validar-stock", "task: cerrada-antes"),
            &[],
        ),
        (
            "no steps",
            wip(
                "1. [x] Prueba en rojo\n2. [ ] Rechazar el pedido\n   - sin tocar el total\n",
                "",
            ),
            &["queue-wip-steps"],
        ),
        (
            "steps without boxes",
            wip("1. [x] Prueba en rojo\n2. [ ]", "1. Prueba en rojo\n2."),
            &["queue-item-unread", "queue-wip-steps"],
        ),
        ("a step without a number", wip("2. [ ]", "- [ ]"), unread),
        (
            "near miss: steps without a section",
            wip("## Plan aprobado", "## Plan"),
            &[],
        ),
        (
            "neither",
            wip("task: validar-stock\n", ""),
            &["queue-wip-unread"],
        ),
        (
            "near miss: idle",
            wip("task: validar-stock", "status: IDLE"),
            &[],
        ),
        (
            "near miss: idle on a line",
            queue().write("wip/otro.md", "status: IDLE\n"),
            &[],
        ),
        ("near miss: empty", queue().write("wip/otro.md", ""), &[]),
        (
            "one runner",
            queue().write("wip/home--Ana-arbol.md", "status: IDLE\n"),
            &["queue-wip-same-runner"],
        ),
        (
            "near miss: another",
            queue().write("wip/home-ana-arbol-2.md", "status: IDLE\n"),
            &[],
        ),
    ]);
}

#[test]
fn q36_work_of_others_and_in_git() {
    table(&[
        (
            "claimed by another",
            queue().edit(
                "claims/validar-stock.md",
                "/home/ana/arbol",
                "/home/beto/arbol",
            ),
            &["queue-wip-claimed-by-other"],
        ),
        (
            "near miss: not claimed",
            queue().remove("claims/validar-stock.md"),
            &[],
        ),
        (
            "near miss: idle",
            queue()
                .edit("claims/validar-stock.md", "ana/arbol", "beto/arbol")
                .write(
                    "wip/home-ana-arbol.md",
                    WIP.replace("phase:", "status: IDLE\nphase:"),
                ),
            &[],
        ),
        (
            "tracked",
            queue().git(|git| git.tracked = Some(["wip/home-ana-arbol.md".to_owned()].into())),
            &["queue-wip-tracked"],
        ),
        (
            "near miss: others tracked",
            queue().git(|git| git.tracked = Some(["wip/README.md".to_owned()].into())),
            &[],
        ),
    ]);
}

#[test]
fn q14_checkpoints() {
    let checkpoint = |from: &str, to: &str| queue().edit("checkpoints/panel.md", from, to);
    table(&[
        (
            "another milestone",
            checkpoint("hito: panel", "hito: otro"),
            &["queue-checkpoint-milestone"],
        ),
        (
            "no milestone",
            checkpoint("hito: panel\n", ""),
            &["queue-checkpoint-milestone"],
        ),
        (
            "status",
            checkpoint("resuelta 2026-09-01", "listo"),
            &["queue-checkpoint-status"],
        ),
        (
            "no status",
            checkpoint("status: resuelta 2026-09-01\n", ""),
            &["queue-checkpoint-status"],
        ),
        (
            "near miss: pending",
            checkpoint("resuelta 2026-09-01", "pendiente"),
            &[],
        ),
        (
            "line",
            checkpoint("line: admin", "line: Mi Línea"),
            &["queue-line-name"],
        ),
        (
            "near miss: empty line",
            checkpoint("line: admin", "line:"),
            &[],
        ),
        (
            "no frontmatter",
            queue().write("checkpoints/x.md", "status: resuelta\n"),
            &["queue-frontmatter-missing"],
        ),
    ]);
}

#[test]
fn q14_whom_a_checkpoint_holds() {
    let stops = |front: &str, line: Option<&str>| {
        let text = format!("---\nhito: x\n{front}---\nstatus: resuelta\n");
        let queue = queue().write("checkpoints/x.md", text).read();
        queue
            .checkpoints
            .iter()
            .any(|checkpoint| checkpoint.stops(line))
    };
    let pending = "status: pendiente\n";
    assert!(stops(pending, None) && stops(pending, Some("admin")));
    let main = "status: pendiente\nline:\n";
    assert!(stops(main, None) && !stops(main, Some("admin")));
    let line = "status: pendiente\nline: \"admin\"\n";
    assert!(!stops(line, None) && stops(line, Some("admin")) && !stops(line, Some("otra")));
    let odd = "status: pendiente\nline: ¿?\n";
    assert!(stops(odd, None) && stops(odd, Some("admin")));
    assert!(!stops("status: resuelta\n", None));
    assert!(stops("status: resuelto\n", None));
    for (text, held) in [
        ("", true),
        ("status: pendiente\n", true),
        ("status: resuelta\n", false),
        ("---\nstatus: resuelta\n---\n", false),
        ("---\nstatus: pendiente\n---\nstatus: resuelta\n", true),
        ("<!-- status: resuelta -->\n", true),
    ] {
        let queue = queue().write("AWAITING_REVIEW.md", text).read();
        let stops = |line| {
            queue
                .checkpoints
                .iter()
                .any(|checkpoint| checkpoint.stops(line))
        };
        assert_eq!(
            (stops(None), stops(Some("admin"))),
            (held, held),
            "{text:?}"
        );
    }
}
