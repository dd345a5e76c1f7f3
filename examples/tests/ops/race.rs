//! Many processes for one task: one winner, and everybody else is told (Q24).

use std::process::Stdio;

use crate::run::{Place, Ran, ops};

/// How many processes race; `PLANWRIGHT_RACERS` says otherwise.
fn racers() -> usize {
    let asked = std::env::var("PLANWRIGHT_RACERS").ok();
    asked.and_then(|count| count.parse().ok()).unwrap_or(32)
}

fn race(place: &Place, which: &str) -> Vec<Ran> {
    let planning = place.planning();
    let start = |number: usize| {
        let mut command = ops();
        command.args(["claim", &planning, which, "--owner", "ana@example.com"]);
        command.args(["--runner", &format!("runner-{number}"), "--wait", "120"]);
        let piped = command.stdout(Stdio::piped()).stderr(Stdio::piped());
        piped.spawn().unwrap()
    };
    let children: Vec<_> = (0..racers()).map(start).collect();
    let ended = children
        .into_iter()
        .map(|child| Ran::of(child.wait_with_output().unwrap()));
    ended.collect()
}

#[test]
fn q24_one_of_many_wins_a_task() {
    let place = Place::new();
    let ran = race(&place, "sumar");
    let winners: Vec<_> = (0..ran.len()).filter(|at| ran[*at].code == 0).collect();
    let [winner] = winners[..] else {
        panic!("{winners:?}")
    };
    let claim = place.text("claims/sumar.md").unwrap();
    assert!(
        claim.contains(&format!("runner: runner-{winner}\n")),
        "{claim}"
    );
    for (at, loser) in ran.iter().enumerate().filter(|(at, _)| *at != winner) {
        let told = format!("it is taken by runner-{winner} (ana@example.com)");
        assert!(
            loser.code == 3 && loser.err.contains(&told),
            "{at}: {} {}",
            loser.code,
            loser.err
        );
    }
}

#[test]
fn q24_next_gives_each_task_to_one() {
    let place = Place::new();
    let tasks: String = (0..8)
        .map(|n| format!("- [ ] **t{n}** [lite] — Una. _Aceptación: va._ (service: api)\n"))
        .collect();
    place.write(
        "BACKLOG.md",
        &format!("# Cola\n\n## Hito uno — Uno\n\n{tasks}"),
    );
    let ran = race(&place, "--next");
    let mut won: Vec<_> = ran
        .iter()
        .filter(|ran| ran.code == 0)
        .map(|ran| &ran.out[..2])
        .collect();
    won.sort_unstable();
    assert_eq!(won, ["t0", "t1", "t2", "t3", "t4", "t5", "t6", "t7"]);
    let others = ran
        .iter()
        .filter(|ran| ran.code == 1 && ran.err.contains("queue-unavailable"));
    assert_eq!(others.count(), ran.len() - 8);
}
