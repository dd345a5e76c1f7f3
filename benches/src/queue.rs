//! Planning queues of any size: tasks in milestones of nine, a chain of dependencies through them,
//! closings of about a kilobyte, and rows that wait for a person.

use std::fmt::Write as _;

use crate::prose::Words;

/// How large a generated queue is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Size {
    /// Open tasks; each depends on the one before it.
    pub tasks: usize,
    /// Closed tasks, one file each.
    pub done: usize,
    /// Rows of human actions, all resolved.
    pub human: usize,
}

/// The files of a planning directory of this size, clean under the check. The same size gives the
/// same bytes.
#[must_use]
pub fn queue(size: Size) -> Vec<(String, String)> {
    let mut words = Words::new();
    let mut files = vec![
        (
            "BACKLOG.md".to_owned(),
            "# Backlog\n\nMilestones are in `backlog/`.\n".to_owned(),
        ),
        ("PROTOCOL.md".to_owned(), "# Protocol\n".to_owned()),
        ("INBOX.md".to_owned(), "# Inbox\n".to_owned()),
        (
            "HUMAN_ACTIONS.md".to_owned(),
            human_actions(size.human, &mut words),
        ),
    ];
    let numbers: Vec<usize> = (1..=size.tasks).collect();
    for (index, tasks) in numbers.chunks(9).enumerate() {
        files.push((
            format!("backlog/part-{index}.md"),
            milestone(index, tasks, &mut words),
        ));
    }
    for number in 1..=size.done {
        files.push((
            format!("done/closed-{number}.md"),
            closing(number, &mut words),
        ));
    }
    files
}

fn milestone(index: usize, tasks: &[usize], words: &mut Words) -> String {
    let mut text = format!(
        "---\norder: {}\n---\n\n## Hito part-{index} — Part {index}\n\n",
        (index + 1) * 10
    );
    for task in tasks {
        let waits = if *task == 1 {
            String::new()
        } else {
            format!(" (depende: task-{})", task - 1)
        };
        let _ = writeln!(
            text,
            "- [ ] **task-{task}** [lite] — {} _Aceptación: {}_ (service: services/part-{index}){waits}",
            words.sentence(12),
            words.sentence(14),
        );
    }
    text
}

fn closing(number: usize, words: &mut Words) -> String {
    let (month, day) = (1 + number % 12, 1 + number % 28);
    format!(
        "- [x] **closed-{number}** — {}\n  acept: {}\n  fecha: 2025-{month:02}-{day:02}\n  done: {}\n  qa: {}\n  \
         tests: A → services/part/tests/export.rs › «case_{number}» — {}\n  commit: {:07x} feat(part): {}\n  \
         lane: lite\n  review: approved by a second person\n",
        words.sentence(12),
        words.sentence(40),
        words.sentence(40),
        words.sentence(40),
        words.sentence(10),
        0x00a0_0000 + number,
        words.sentence(8),
    )
}

fn human_actions(rows: usize, words: &mut Words) -> String {
    let mut text =
        "# Human actions\n\n| task | state | origin | action |\n|---|---|---|---|\n".to_owned();
    for row in 1..=rows {
        let _ = writeln!(
            text,
            "| closed-{row} | resuelta 2025-01-02 | review | {} |",
            words.sentence(12)
        );
    }
    text
}
