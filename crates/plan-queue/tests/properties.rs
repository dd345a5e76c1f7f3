//! What holds for any text: reading never fails, and nothing that stands where content belongs is lost.
#![allow(clippy::unwrap_used, reason = "tests")]

mod common;

use common::queue;
use plan_markdown::Document;
use plan_queue::{Facts, QueueFiles, check, read};
use proptest::prelude::*;

/// Pieces of the files of a queue, and of what goes wrong in them.
fn piece() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "\n",
        "\n",
        "\n",
        "\n\n",
        "  ",
        "    ",
        "\t",
        "- ",
        "* ",
        "1. ",
        "> ",
        "- [ ] ",
        "- [x] ",
        "- [~] ",
        "[ ]",
        "**uno** ",
        "**dos-2** ",
        "**",
        "[lite] ",
        "[nada] ",
        "— ",
        "- ",
        "texto ",
        "é",
        "_Aceptación: ",
        "._ ",
        "_",
        "MAX_X",
        "; ",
        "(1) ",
        "(2) ",
        "(service: a) ",
        "(service: ",
        "(epic: 001) ",
        "(→ C1, C2) ",
        "(depende: uno) ",
        "(sin partir: x) ",
        "(fuera de verify: y) ",
        "(cast: a → b, c) ",
        "(",
        ")",
        "`",
        "`a; b` ",
        "\n## Hito h — T\n\n",
        "\n## Hito\n",
        "\n## Otra\n",
        "### x\n",
        "<!-- ",
        " -->",
        "```\n",
        "|",
        "| a | b | c | d |\n",
        "\n|---|---|---|---|\n",
        "\n  acept: ",
        "\n  tests: C1 → ",
        "A → x",
        "n/a — ",
        "\n  commit: ",
        "abc1234 x",
        "\n  fecha: 2026-09-28",
        "\n---\n",
        "task: uno\n",
        "status: pendiente\n",
        "\n## Criterios\n\n",
        "**C1** — ",
        "\n## Historias\n\n",
        "\r\n",
        "\n## Recurrencias\n\n",
        "\n## Postergaciones\n\n",
        "2026-10-02 ",
        "\n## Plan aprobado\n\n",
        "\n## Deuda\n\n",
    ])
}

const FILES: [&str; 13] = [
    "BACKLOG.md",
    "INBOX.md",
    "HUMAN_ACTIONS.md",
    "RECURRING.md",
    "AWAITING_REVIEW.md",
    "backlog/h.md",
    "roadmap/epic-001-x.md",
    "done/uno.md",
    "claims/uno.md",
    "wip/a.md",
    "human/a.md",
    "checkpoints/h.md",
    "inbox/ideas/a.md",
];

fn text() -> impl Strategy<Value = String> {
    prop::collection::vec(piece(), 0..40).prop_map(|pieces| pieces.concat())
}

/// A queue with one text in the place of every file.
fn everywhere(text: &str) -> QueueFiles {
    QueueFiles::new("planning", FILES.map(|file| (file, text)))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1024, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn q2_reading_and_checking_never_fail(text in text()) {
        let files = everywhere(&text);
        let report = check(&files, &queue().facts);
        for finding in report.findings() {
            let Some(span) = finding.location.span else { continue };
            prop_assert!(span.start <= span.end && span.end <= text.len(), "{:?}", finding);
            prop_assert!(text.is_char_boundary(span.start) && text.is_char_boundary(span.end), "{:?}", finding);
        }
    }

    #[test]
    fn q2_any_bytes_are_read(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let files = QueueFiles::new("planning", FILES.map(|file| (file, bytes.clone())));
        let _ = check(&files, &Facts::default());
    }

    /// Every bullet in a milestone is a task, or a finding says that it is none.
    #[test]
    fn q2_no_bullet_of_a_milestone_is_lost(text in text()) {
        let text = format!("## Hito h — T\n\n{text}");
        let files = QueueFiles::new("planning", [("BACKLOG.md", text.as_str())]);
        let queue = read(&files);
        let document = Document::parse("BACKLOG.md", text.as_str());
        for item in document.list_items() {
            let milestone = queue.milestones.iter().find(|m| m.span.contains(item.line));
            let Some(milestone) = milestone else { continue };
            let is_task = milestone.tasks.iter().any(|task| task.span.start == item.span.start);
            let is_found = queue.findings.iter().any(|finding| {
                finding.location.span.is_some_and(|span| span.start < item.line.end && item.line.start < span.end)
            });
            prop_assert!(is_task || is_found, "{:?} in {text:?}", document.slice(item.line));
        }
    }

    /// Every bullet in a file of closings is a closing, or a finding says that it is none; and every
    /// word of a closing is in a field, in its title or in a finding.
    #[test]
    fn q2_no_bullet_of_a_closing_is_lost(text in text()) {
        let text = format!("- [x] **uno**{text}");
        let files = QueueFiles::new("planning", [("done/uno.md", text.as_str())]);
        let queue = read(&files);
        let document = Document::parse("done/uno.md", text.as_str());
        for item in document.list_items() {
            let is_closing = queue.done.iter().any(|done| done.span.start == item.span.start);
            let is_found = queue.findings.iter().any(|finding| {
                finding.location.span.is_some_and(|span| span.start < item.line.end && item.line.start < span.end)
            });
            prop_assert!(is_closing || is_found, "{:?} in {text:?}", document.slice(item.line));
        }
    }

    /// Line endings do not change what is read.
    #[test]
    fn q1_line_endings_do_not_matter(text in text()) {
        let text = text.replace('\r', "");
        let shown = |text: &str| {
            let queue = read(&everywhere(text));
            let tasks: Vec<_> = queue
                .tasks()
                .map(|(_, task)| (
                    task.slug().to_owned(),
                    task.lane(),
                    task.tail.description.clone(),
                    task.tail.conditions.iter().map(|c| c.text.clone()).collect::<Vec<_>>(),
                    task.depends().map(str::to_owned).collect::<Vec<_>>(),
                ))
                .collect();
            let codes: Vec<_> = queue.findings.iter().map(|finding| finding.rule.code).collect();
            let fields: Vec<_> = queue
                .done
                .iter()
                .flat_map(|done| done.fields.iter().map(|(name, text)| (*name, text.value().to_owned())))
                .collect();
            (tasks, codes, fields, queue.human.len(), queue.recurrences.len(), queue.inbox.len())
        };
        prop_assert_eq!(shown(&text), shown(&text.replace('\n', "\r\n")));
    }
}

#[test]
fn q15_a_chain_of_ten_thousand_is_checked() {
    let item = |at: usize| {
        format!(
            "- [ ] **t-{at}** — X. _Aceptación: y._ (service: z) (depende: t-{})\n",
            at + 1
        )
    };
    let chain: String = (0..10_000).map(item).collect();
    let with = |last: &str| {
        let text = format!("## Hito h — T (sin partir: es una prueba)\n\n{chain}{last}");
        let files = QueueFiles::new("planning", [("BACKLOG.md", text)]);
        let report = check(&files, &Facts::default());
        let codes: Vec<_> = report.findings().map(|finding| finding.rule.code).collect();
        codes
            .iter()
            .filter(|code| code.starts_with("queue-dependency"))
            .count()
    };
    assert_eq!(
        with("- [ ] **t-10000** — X. _Aceptación: y._ (service: z)\n"),
        0
    );
    assert_eq!(
        with("- [ ] **t-10000** — X. _Aceptación: y._ (service: z) (depende: t-0)\n"),
        1
    );
}
