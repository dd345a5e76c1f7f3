//! The record of turns: whatever tore it, the whole lines count (P8).

use plan_agent::{Journal, TurnLine};
use proptest::prelude::*;
use serde_json::json;

fn line() -> impl Strategy<Value = TurnLine> {
    let status = prop_oneof![Just("in_progress"), Just("completed"), Just("blocked")];
    let passing = proptest::collection::vec("[a-c]", 0..3);
    let evidence = "\\PC{0,12}";
    (1..4_u64, status, passing, evidence).prop_map(|(task, status, passing, evidence)| {
        serde_json::from_value(json!({
            "schema": "urn:planwright:schema:turn:v1",
            "at": "2026-03-03T00:00:00Z",
            "profile": "unattended",
            "end": "paused",
            "task": task,
            "status": status,
            "state_sha256": null,
            "passing": passing,
            "attempts": [{"command": "make", "passes": false, "evidence": evidence, "hypothesis": null}],
        }))
        .unwrap()
    })
}

fn text(lines: &[TurnLine]) -> String {
    let lines = lines
        .iter()
        .map(|line| serde_json::to_string(line).unwrap() + "\n");
    lines.collect()
}

proptest! {
    #[test]
    fn p8_a_file_cut_anywhere_reads_as_its_whole_lines(
        lines in proptest::collection::vec(line(), 0..5), cut in any::<proptest::sample::Index>(),
    ) {
        let text = text(&lines);
        let mut at = cut.index(text.len() + 1);
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        let torn = Journal::read(&text[..at]);
        prop_assert!(lines.starts_with(&torn.lines));
        prop_assert!(torn.notes.len() <= 1);
        let whole = text[..at].matches('\n').count();
        prop_assert!(torn.lines.len() >= whole);
    }

    #[test]
    fn p8_any_text_is_read_without_a_word_lost(text in "\\PC{0,40}(\n\\PC{0,40}){0,4}") {
        let read = Journal::read(&text);
        let lines = text.lines().filter(|line| !line.trim().is_empty()).count();
        prop_assert_eq!(read.lines.len() + read.notes.len(), lines);
    }

    /// Recomputed in another way: the longest tail in which nothing moved.
    #[test]
    fn p8_fruitless_turns_are_those_in_which_nothing_moved(
        lines in proptest::collection::vec(line(), 0..8), task in 1..4_u64,
    ) {
        let moved = |at: usize| {
            let line = &lines[at];
            let before = lines[..at].iter().rev().find(|other| other.task == line.task);
            let status = before.map_or("in_progress", |before| before.status.as_deref().unwrap());
            let new = line.passing.iter().any(|gate| before.is_none_or(|b| !b.passing.contains(gate)));
            line.status.as_deref() != Some(status) || new
        };
        let tail = (0..lines.len()).rev();
        let expected = tail.take_while(|at| lines[*at].task == Some(task) && !moved(*at)).count();
        let journal = Journal::read(&text(&lines));
        prop_assert_eq!(journal.fruitless(task), expected);
    }
}
