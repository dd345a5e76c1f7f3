//! Dependencies, conditions and casts of tasks (Q7, Q15, Q16, Q36).

mod common;

use common::{QueueBuilder, queue, table};

const GOOD: &str = "- [ ] **una** [lite] — X. _Aceptación: y._ (service: z)";

fn item(line: &str) -> QueueBuilder {
    queue().item(line)
}

fn with(from: &str, to: &str) -> QueueBuilder {
    assert!(GOOD.contains(from), "{from}");
    item(&GOOD.replace(from, to))
}

#[test]
fn q15_dependencies() {
    let chain = |links: &[(&str, &str)]| {
        links.iter().fold(queue(), |queue, (slug, on)| {
            queue.item(&format!(
                "- [ ] **{slug}** — X. _Aceptación: y._ (service: z) (depende: {on})"
            ))
        })
    };
    table(&[
        ("itself", chain(&[("a", "a")]), &["queue-dependency-self"]),
        (
            "unknown",
            chain(&[("a", "nadie")]),
            &["queue-dependency-unknown"],
        ),
        ("near miss: done", chain(&[("a", "cerrada-antes")]), &[]),
        (
            "near miss: a chain",
            chain(&[("a", "b"), ("b", "c"), ("c", "validar-stock")]),
            &[],
        ),
        (
            "circle",
            chain(&[("a", "b"), ("b", "c"), ("c", "a")]),
            &["queue-dependency-cycle"],
        ),
        (
            "circle across files",
            queue()
                .edit(
                    "backlog/panel.md",
                    "(service: web)",
                    "(service: web) (depende: guardar-pedido)",
                )
                .edit(
                    "BACKLOG.md",
                    "(depende: validar-stock, cerrada-antes)",
                    "(depende: listar-pedidos)",
                ),
            &["queue-dependency-cycle"],
        ),
        (
            "near miss: a story of the roadmap",
            chain(&[("a", "futura")])
                .epic(
                    "- [x] **cerrada",
                    "- [ ] **futura** (→ C1) x (service: api)\n- [x] **cerrada",
                )
                .epic(": cerrada-antes", ": cerrada-antes, futura"),
            &[],
        ),
    ]);
    let report = chain(&[("a", "b"), ("b", "c"), ("c", "a")]).report();
    let finding = report.findings().next().unwrap();
    assert_eq!(
        finding.message,
        "3 tasks wait for each other: a → b → c → a"
    );
}

#[test]
fn q16_conditions_that_cannot_be_verified() {
    table(&[
        (
            "the commit",
            with("y._", "y; el commit la nombra._"),
            &["queue-condition-unverifiable"],
        ),
        (
            "done/",
            with("y._", "`done/una.md` existe._"),
            &["queue-condition-unverifiable"],
        ),
        (
            "near miss: marked",
            with(
                "y._",
                "y; el commit la nombra (fuera de verify: está en commit)._",
            ),
            &[],
        ),
        (
            "the mark is of its own condition only",
            with(
                "y._",
                "el reclamo se suelta; el commit la nombra (fuera de verify: x)._",
            ),
            &["queue-condition-unverifiable"],
        ),
        (
            "near miss: a commit of the product",
            with("y._", "el hook rechaza un commit sin firma._"),
            &[],
        ),
        (
            "inherited",
            queue().epic(
                "el servicio responde 400.",
                "la evidencia registrada lo dice.",
            ),
            &["queue-condition-unverifiable"],
        ),
        (
            "near miss: inherited and marked",
            queue().epic(
                "el servicio responde 400.",
                "la evidencia registrada lo dice (fuera de verify: x).",
            ),
            &[],
        ),
    ]);
}

#[test]
fn q36_who_builds_and_reviews() {
    let cast = |lane: &str, cast: &str| {
        item(&format!(
            "- [ ] **una** [{lane}] — X. _Aceptación: y._ (service: z) (cast: {cast})"
        ))
    };
    table(&[
        (
            "only reviewer",
            cast("directo", "ana → ana"),
            &["queue-cast-self-review"],
        ),
        (
            "near miss: another too",
            cast("directo", "ana → ana, beto"),
            &[],
        ),
        ("near miss: another lane", cast("lite", "ana → ana"), &[]),
        ("near miss: nobody", cast("directo", "ana"), &[]),
    ]);
}
