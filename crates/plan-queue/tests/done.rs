//! Closings (Q9, Q15, Q16, Q36).

mod common;

use common::{DONE, QueueBuilder, commit, queue, table};
use plan_queue::facts::Cited;
use plan_queue::model::DoneField;

fn with(from: &str, to: &str) -> QueueBuilder {
    queue().done(from, to)
}

const TESTS: &str = "C1 → test/tabla.test.js › «crea la tabla» — en rojo antes";

#[test]
fn q9_one_entry_a_file() {
    table(&[
        (
            "empty",
            queue().write("done/nada.md", "# Nada\n"),
            &["queue-done-entry"],
        ),
        (
            "two",
            queue().append(
                "done/cerrada-antes.md",
                &DONE.replace("cerrada-antes", "otra"),
            ),
            &["queue-done-entry", "queue-done-file-name"],
        ),
        ("open box", with("- [x]", "- [ ]"), &["queue-done-entry"]),
        (
            "no bold",
            with("**cerrada-antes**", "cerrada-antes"),
            &["queue-item-unread", "queue-done-entry"],
        ),
        ("near miss: capital", with("- [x]", "- [X]"), &[]),
        (
            "near miss: heading and comment",
            queue().edit(
                "done/cerrada-antes.md",
                "- [x]",
                "# Cerrada\n\n<!-- - [x] **nada** -->\n\n- [x]",
            ),
            &[],
        ),
        (
            "another name",
            queue()
                .remove("done/cerrada-antes.md")
                .write("done/otra.md", DONE),
            &["queue-done-file-name"],
        ),
        (
            "a table",
            queue().append(
                "done/cerrada-antes.md",
                "\n| a | b |\n|---|---|\n| c | d |\n",
            ),
            &["queue-row-unread"],
        ),
        (
            "near miss: an archived epic",
            queue().write(
                "done/epic-009.md",
                "---\nepic: 009\nstatus: closed\n---\n\n- **C1** — x\n",
            ),
            &[],
        ),
    ]);
}

#[test]
fn q9_fields() {
    let lacks = &["queue-done-field-missing"][..];
    for field in [
        "acept: la tabla existe",
        "fecha: 2026-09-28",
        "qa: se consultó la tabla con psql y responde",
        "commit: abc1234 feat(db): tabla de pedidos (api@main)",
    ] {
        common::finds(field, &with(&format!("  {field}\n"), ""), lacks);
        let name = field.split(':').next().unwrap();
        common::finds(field, &with(field, &format!("{name}:")), lacks);
    }
    table(&[
        (
            "twice",
            with("  lane: lite", "  lane: lite\n  lane: full"),
            &["queue-done-field-repeated"],
        ),
        (
            "date",
            with("2026-09-28", "2026-09-31"),
            &["queue-date-invalid"],
        ),
        (
            "date in words",
            with("2026-09-28", "ayer"),
            &["queue-date-invalid"],
        ),
        (
            "lane",
            with("lane: lite", "lane: media"),
            &["queue-lane-unknown"],
        ),
        (
            "near miss: unclassified",
            with("lane: lite", "lane: sin clasificar"),
            &[],
        ),
        (
            "not indented",
            with("  lane:", "lane:"),
            &["queue-text-unread"],
        ),
        (
            "near miss: a blank line between",
            with("  lane:", "\n  lane:"),
            &[],
        ),
        (
            "loose text",
            with("  lane:", "\n  y algo más\n  lane:"),
            &["queue-text-unread"],
        ),
        (
            "nested bullet",
            with("  lane:", "  - nota\n  lane:"),
            &["queue-item-unread"],
        ),
        (
            "near miss: prose below",
            queue().append("done/cerrada-antes.md", "\nUn párrafo.\n"),
            &[],
        ),
    ]);
}

#[test]
fn q9_q15_grammar_of_the_values() {
    let bad = &["queue-done-field-malformed"][..];
    table(&[
        ("tests", with(TESTS, "npm test"), bad),
        ("tests: n/a without reason", with(TESTS, "n/a"), bad),
        (
            "near miss: tests n/a",
            with(TESTS, "n/a — sin superficie"),
            &["queue-done-untested"],
        ),
        ("criterion of no epic", with("(epic: 001) ", ""), bad),
        ("commit", with("abc1234 feat", "feat"), bad),
        (
            "near miss: commit n/a",
            with(
                "abc1234 feat(db): tabla de pedidos (api@main)",
                "n/a — sólo planning",
            ),
            &[],
        ),
        ("decisions", with("[fuente: docs/adr/003.md]", ""), bad),
        (
            "near miss: supposition",
            with("[fuente: docs/adr/003.md]", "[supuesto: pocas filas]"),
            &[],
        ),
        (
            "empty source",
            with("[fuente: docs/adr/003.md]", "[fuente: ]"),
            bad,
        ),
        (
            "review without reason",
            with("review: aprobado por security", "review: n/a"),
            &["queue-done-field-malformed", "queue-done-review-not-run"],
        ),
    ]);
}

#[test]
fn q15_traces() {
    let story = |tests: &str| {
        queue()
            .epic("(→ C1) — Preparar", "(→ C1, C2) — Preparar")
            .done(TESTS, tests)
    };
    table(&[
        ("one is missing", story("C1 → a"), &["queue-done-untraced"]),
        ("near miss: both", story("C1 → a; C2 → b"), &[]),
        (
            "near miss: n/a for one",
            story("C1 → a; C2 → n/a — no se ejecuta"),
            &[],
        ),
        (
            "near miss: n/a for all",
            story("n/a — nada que ejecutar").git(|git| {
                git.commits = Some(
                    [(
                        "abc1234".to_owned(),
                        Cited::Known {
                            files: Some(vec!["a.md".to_owned()]),
                        },
                    )]
                    .into(),
                );
            }),
            &[],
        ),
        ("acceptance only", story("A → a"), &["queue-done-untraced"]),
    ]);
}

#[test]
fn q15_q17_untested_work() {
    let touching = |files: &[&str]| {
        let files: Vec<String> = files.iter().map(|file| (*file).to_owned()).collect();
        with(TESTS, "n/a — sin superficie").git(|git| {
            git.commits =
                Some([("abc1234".to_owned(), Cited::Known { files: Some(files) })].into());
        })
    };
    table(&[
        (
            "code",
            touching(&["a.md", "src/a.rs"]),
            &["queue-done-untested"],
        ),
        (
            "a file without an ending",
            touching(&["Makefile"]),
            &["queue-done-untested"],
        ),
        (
            "near miss: documents and images",
            touching(&[
                "a.md", "b.TXT", "c.adoc", "d.png", "e.jpg", "f.jpeg", "g.gif", "h.svg", "i.webp",
            ]),
            &[],
        ),
        (
            "near miss: before the rule",
            touching(&["src/a.rs"]).done("2026-09-28", "2026-09-23"),
            &[],
        ),
        (
            "on the first day",
            touching(&["src/a.rs"]).done("2026-09-28", "2026-09-24"),
            &["queue-done-untested"],
        ),
        ("near miss: a test", queue(), &[]),
    ]);
}

#[test]
fn q16_lane_and_review() {
    table(&[
        (
            "no lane",
            with("  lane: lite\n", ""),
            &["queue-done-lane-missing"],
        ),
        (
            "no review",
            with("  review: aprobado por security\n", ""),
            &["queue-done-review-missing"],
        ),
        (
            "review not run",
            with("review: aprobado por security", "review: n/a — sin tiempo"),
            &["queue-done-review-not-run"],
        ),
        (
            "near miss: a lane without review",
            with("review: aprobado por security", "review: n/a — express")
                .done("lane: lite", "lane: express"),
            &[],
        ),
        (
            "qa not run",
            with(
                "qa: se consultó la tabla con psql y responde",
                "qa: n/a — sin superficie",
            ),
            &["queue-done-qa-not-run"],
        ),
        (
            "near miss: qa in directo",
            with(
                "qa: se consultó la tabla con psql y responde",
                "qa: n/a — directo",
            )
            .done("lane: lite", "lane: directo"),
            &[],
        ),
    ]);
}

#[test]
fn q16_critiques_are_counted_before_the_first_and_named_after() {
    let full = |slug: &str, day: &str, critique: &str| {
        DONE.replace("cerrada-antes", slug)
            .replace("(epic: 001) ", "")
            .replace("C1 →", "A →")
            .replace("2026-09-28", day)
            .replace("lane: lite", &format!("lane: full{critique}"))
    };
    let has = "\n  critique: se objetó el índice; se cambió";
    let queue = || queue().write("done/a.md", full("a", "2026-09-10", has));
    table(&[
        ("near miss: it has one", queue(), &[]),
        (
            "before",
            queue().write("done/b.md", full("b", "2026-09-09", "")),
            &["queue-done-critique-early"],
        ),
        (
            "after",
            queue().write("done/b.md", full("b", "2026-09-10", "")),
            &["queue-done-critique-missing"],
        ),
        (
            "n/a after",
            queue().write(
                "done/b.md",
                full("b", "2026-09-11", "\n  critique: n/a — apuro"),
            ),
            &["queue-done-critique-missing"],
        ),
        (
            "nobody has it",
            common::queue().write("done/b.md", full("b", "2026-09-11", "")),
            &["queue-done-critique-early"],
        ),
    ]);
}

#[test]
fn q36_evidence_that_admits_that_nothing_ran() {
    let bad = &["queue-done-admits-nothing-ran"][..];
    let qa = "qa: se consultó la tabla con psql y responde";
    table(&[
        (
            "done",
            with("terminó con código 0", "aún no se ha corrido"),
            bad,
        ),
        ("qa", with(qa, "qa: no se probó"), bad),
        ("tests", with(TESTS, "C1 → 0 tests ran"), bad),
        (
            "near miss: the name of a test",
            with(TESTS, "C1 → a.js › «0 tests ran»"),
            &[],
        ),
        (
            "near miss: no QA in the lane",
            with(qa, "qa: no se probó, es directo").done("lane: lite", "lane: directo"),
            &[],
        ),
        (
            "near miss: exit codes",
            with("terminó con código 0", "exit 0, 42 pruebas, 0 fallas"),
            &[],
        ),
    ]);
}

#[test]
fn q16_q17_commits() {
    let known = |cited: Cited| {
        queue().git(|git| git.commits = Some([("abc1234".to_owned(), cited)].into()))
    };
    let recent = |hash: &str, day: &str| {
        let commit = commit(hash, day);
        queue().git(|git| git.recent = Some(vec![commit]))
    };
    table(&[
        ("unknown", known(Cited::Unknown), &["queue-commit-unknown"]),
        ("near miss: elsewhere", known(Cited::Elsewhere), &[]),
        (
            "not named",
            recent("def5678000", "2026-09-29"),
            &["queue-commit-unnamed"],
        ),
        ("near miss: named", recent("abc1234fff", "2026-09-29"), &[]),
        (
            "near miss: of the day",
            recent("def5678000", "2026-09-28"),
            &[],
        ),
    ]);
    assert!(
        known(Cited::Elsewhere)
            .report()
            .notes()
            .any(|note| note.message.contains("queue-commit-unknown"))
    );
}

#[test]
fn q9_values_wrap_and_comments_are_no_content() {
    let queue = with("  qa:", "  <!-- acept: otra -->\n  qa:")
        .done(
            "y la tabla aparece",
            "<!-- nada -->\n    y la tabla\n    aparece",
        )
        .done("responde", "responde\n    <!-- y\n    más -->\n    siempre");
    table(&[
        ("comments", queue.clone(), &[]),
        (
            "a quote",
            with("  lane:", "  > nota\n  lane:"),
            &["queue-text-unread"],
        ),
    ]);
    let read = queue.read();
    let field = |field| read.done[0].field(field).unwrap().value().to_owned();
    assert_eq!(field(DoneField::Acept), "la tabla existe");
    assert_eq!(
        field(DoneField::Done),
        "migración aplicada; `npm run migrate` terminó con código 0 y la tabla aparece"
    );
    assert_eq!(
        field(DoneField::Qa),
        "se consultó la tabla con psql y responde siempre"
    );
}
