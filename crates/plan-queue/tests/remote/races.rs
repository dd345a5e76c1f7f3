//! Many clones that want the same, at the same moment (Q25).

use std::sync::Barrier;

use plan_queue::remote::{Shared, Target, share};

use crate::place::{Came, Clone, Place, local, release, request, won};

/// `PLANWRIGHT_RACES=ROUNDS` races for longer.
fn rounds() -> u32 {
    let asked = std::env::var("PLANWRIGHT_RACES").ok();
    asked.and_then(|text| text.parse().ok()).unwrap_or(3)
}

/// All of them do it at once.
fn at_once(clones: &[Clone<'_>], act: impl Fn(&Clone<'_>) -> Came + Sync) -> Vec<Came> {
    let start = Barrier::new(clones.len());
    std::thread::scope(|scope| {
        let running: Vec<_> = clones
            .iter()
            .map(|clone| {
                scope.spawn(|| {
                    start.wait();
                    act(clone)
                })
            })
            .collect();
        running
            .into_iter()
            .map(|thread| thread.join().unwrap())
            .collect()
    })
}

/// One winner a round, and everybody else is told who it is.
fn race(place: &Place, clones: &[Clone<'_>]) {
    let before: Vec<_> = clones.iter().map(Clone::looks).collect();
    for round in 0..rounds() {
        let came = at_once(clones, |clone| clone.claim("sumar"));
        let winners: Vec<&Clone<'_>> = clones
            .iter()
            .zip(&came)
            .filter(|(_, came)| won(came))
            .map(|(clone, _)| clone)
            .collect();
        let [winner] = winners[..] else {
            panic!("round {round}: {came:?}");
        };
        for (clone, came) in clones
            .iter()
            .zip(&came)
            .filter(|(clone, _)| clone.name != winner.name)
        {
            let Ok(Shared::Refused(refusal)) = came else {
                panic!("round {round}, {}: {came:?}", clone.name);
            };
            let named = format!("{} ", winner.name);
            assert!(
                refusal.is_conflict()
                    && format!("{refusal} ")
                        .replace([',', ')', '`'], " ")
                        .contains(&named),
                "round {round}: {refusal} is not {named}"
            );
        }
        let held = place.shared("main", "claims/sumar.md").unwrap();
        assert!(held.contains(&format!("runner: {}\n", winner.name)));
        let repository = winner.open(Target::default()).unwrap();
        let released = share(&repository, request(&local(), false), |_| release("sumar"));
        assert!(won(&released), "{released:?}");
    }
    assert_eq!(clones.iter().map(Clone::looks).collect::<Vec<_>>(), before);
    let commits = place.git(&place.origin(), &["rev-list", "--count", "main"]);
    assert_eq!(
        commits,
        (2 * rounds() + 1).to_string(),
        "two a round: claim and release"
    );
    place.git(&place.origin(), &["fsck", "--strict"]);
}

#[test]
fn q25_eight_clones_race_for_one_task() {
    let place = Place::new();
    let names: Vec<String> = (0..8).map(|number| format!("clone-{number}")).collect();
    let clones: Vec<_> = names.iter().map(|name| place.clone(name)).collect();
    race(&place, &clones);
}

/// Linked work trees share their refs: they are in each other's way before they reach the remote.
#[test]
fn q25_eight_work_trees_of_one_clone_race_for_one_task() {
    let place = Place::new();
    let main = place.clone("main");
    let trees: Vec<_> = (0..8)
        .map(|number| {
            let name = format!("tree-{number}");
            main.git(&[
                "worktree",
                "add",
                "-q",
                "--track",
                "-b",
                &name,
                &format!("../{name}"),
                "origin/main",
            ]);
            place.at(&name)
        })
        .collect();
    race(&place, &trees);
}

/// Who wants something else is never refused for a race: everybody gets what nobody else wants.
#[test]
fn q29_claims_of_different_tasks_lose_nothing() {
    let place = Place::new();
    let slugs: Vec<String> = (0..6).map(|number| format!("tarea-{number}")).collect();
    let mut backlog = "# Cola\n\n## Hito uno — Uno\n\n".to_owned();
    for slug in &slugs {
        backlog += &format!("- [ ] **{slug}** [lite] — Algo. _Aceptación: anda._ (service: api)\n");
    }
    place.write("seed/planning/BACKLOG.md", &backlog);
    let seed = place.at("seed");
    seed.git(&["commit", "-q", "-a", "-m", "Más tareas"]);
    seed.git(&["push", "-q", "../origin.git", "HEAD:main"]);
    let clones: Vec<_> = slugs.iter().map(|name| place.clone(name)).collect();
    let came = at_once(&clones, |clone| clone.claim(&clone.name));
    assert!(came.iter().all(won), "{came:?}");
    for slug in &slugs {
        let claim = place.shared("main", &format!("claims/{slug}.md")).unwrap();
        assert!(claim.contains(&format!("runner: {slug}\n")));
    }
}
