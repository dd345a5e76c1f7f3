//! A deterministic scheduler over the steps of a probe: it runs a few actors one step at a time and
//! tries every order in which they can take turns, up to a number of preemptions.
//!
//! Each actor runs in a thread of its own, but only one of them runs at any moment: at each step its
//! probe hands the turn back, and the scheduler says who goes on. A schedule is the list of those
//! answers, so that a failing one can be run again.

use std::io;
use std::sync::{Arc, Condvar, Mutex};
use std::thread;

use plan_guard::Probe;

/// What one actor does, given the probe at whose steps others may come in between.
pub(crate) type Actor = Box<dyn FnOnce(Probe) + Send>;

/// The actors of one run, and what must hold when all have ended.
pub(crate) struct Scene {
    pub(crate) actors: Vec<Actor>,
    pub(crate) verdict: Box<dyn FnOnce() -> Result<(), String>>,
}

/// Runs the scene in every order with at most `preemptions` turns taken from an actor that could
/// have gone on. Answers how many orders there are.
pub(crate) fn explore(preemptions: usize, scene: impl Fn() -> Scene) -> usize {
    let mut orders = 0;
    let mut next = Some(Vec::new());
    while let Some(prefix) = next {
        let Scene { actors, verdict } = scene();
        let choices = run(actors, &prefix);
        orders += 1;
        if let Err(what) = verdict() {
            let order: Vec<usize> = choices.iter().map(|choice| choice.taken).collect();
            panic!("{what}\nin the order {order:?}");
        }
        next = following(&choices, preemptions);
    }
    orders
}

/// One answer of the scheduler: who could go on, who was running, who went on.
struct Choice {
    able: Vec<usize>,
    running: Option<usize>,
    taken: usize,
}

impl Choice {
    fn is_preemption(&self) -> bool {
        let running = self.running.filter(|running| self.able.contains(running));
        running.is_some_and(|running| running != self.taken)
    }
}

/// The next prefix in depth-first order that stays within the bound.
fn following(choices: &[Choice], preemptions: usize) -> Option<Vec<usize>> {
    for (at, choice) in choices.iter().enumerate().rev() {
        let spent = choices[..at].iter().filter(|c| c.is_preemption()).count();
        // The default comes first, the others after it in the order of their numbers.
        let default = usual(&choice.able, choice.running);
        let order = || {
            let others = choice.able.iter().copied().filter(|able| *able != default);
            std::iter::once(default).chain(others)
        };
        let mut rest = order().skip_while(|able| *able != choice.taken).skip(1);
        let costs = |taken| {
            let running = choice.running;
            let able = choice.able.clone();
            usize::from(
                Choice {
                    able,
                    running,
                    taken,
                }
                .is_preemption(),
            )
        };
        if let Some(other) = rest.find(|other| spent + costs(*other) <= preemptions) {
            let before = choices[..at].iter().map(|choice| choice.taken);
            return Some(before.chain([other]).collect());
        }
    }
    None
}

/// Whoever runs goes on; else the first who can.
fn usual(able: &[usize], running: Option<usize>) -> usize {
    let going_on = running.filter(|running| able.contains(running));
    going_on.unwrap_or(able[0])
}

/// Whose turn it is, and who has ended.
struct Turns {
    holder: Option<usize>,
    ended: Vec<bool>,
}

struct Stage {
    turns: Mutex<Turns>,
    changed: Condvar,
}

impl Stage {
    /// Waits for the turn.
    fn wait(&self, actor: usize) {
        let turns = self.turns.lock().unwrap();
        let mine = |turns: &mut Turns| turns.holder != Some(actor);
        drop(self.changed.wait_while(turns, mine).unwrap());
    }

    /// Hands the turn back and waits for the next one.
    fn pause(&self, actor: usize) {
        self.give_back();
        self.wait(actor);
    }

    fn give_back(&self) {
        self.turns.lock().unwrap().holder = None;
        self.changed.notify_all();
    }

    fn end(&self, actor: usize) {
        let mut turns = self.turns.lock().unwrap();
        turns.ended[actor] = true;
        turns.holder = None;
        self.changed.notify_all();
    }

    /// Gives the turn away once nobody has it; `None` when all have ended.
    fn direct(&self, decide: impl FnOnce(Vec<usize>) -> usize) -> Option<usize> {
        let mut turns = self.turns.lock().unwrap();
        while turns.holder.is_some() {
            turns = self.changed.wait(turns).unwrap();
        }
        let able: Vec<usize> = (0..turns.ended.len())
            .filter(|a| !turns.ended[*a])
            .collect();
        if able.is_empty() {
            return None;
        }
        let taken = decide(able);
        turns.holder = Some(taken);
        self.changed.notify_all();
        Some(taken)
    }
}

/// An actor that panics has ended too: the panic comes out when its thread is joined.
struct Ended<'a>(&'a Stage, usize);

impl Drop for Ended<'_> {
    fn drop(&mut self) {
        self.0.end(self.1);
    }
}

fn run(actors: Vec<Actor>, prefix: &[usize]) -> Vec<Choice> {
    let turns = Turns {
        holder: None,
        ended: vec![false; actors.len()],
    };
    let stage = Arc::new(Stage {
        turns: Mutex::new(turns),
        changed: Condvar::new(),
    });
    let mut choices: Vec<Choice> = Vec::new();
    thread::scope(|scope| {
        for (number, actor) in actors.into_iter().enumerate() {
            let stage = Arc::clone(&stage);
            scope.spawn(move || {
                let _ended = Ended(&stage, number);
                stage.wait(number);
                let hook = Arc::clone(&stage);
                actor(Probe::new(move |_| -> io::Result<()> {
                    hook.pause(number);
                    Ok(())
                }));
            });
        }
        let mut running = None;
        loop {
            let mut choice = None;
            running = stage.direct(|able| {
                let asked = prefix.get(choices.len()).copied();
                let taken = asked.unwrap_or_else(|| usual(&able, running));
                choice = Some(Choice {
                    able,
                    running,
                    taken,
                });
                taken
            });
            match choice {
                Some(choice) => choices.push(choice),
                None => break,
            }
        }
    });
    choices
}

/// The scheduler itself: two actors of two steps each have six orders, two of them without taking
/// the turn from anybody.
#[test]
fn all_orders_are_tried_once() {
    use std::collections::BTreeSet;

    for (preemptions, expected) in [(0, 2), (9, 6)] {
        let seen = Arc::new(Mutex::new(BTreeSet::new()));
        let orders = explore(preemptions, || {
            let trace = Arc::new(Mutex::new(String::new()));
            let actor = |name: char| -> Actor {
                let trace = Arc::clone(&trace);
                Box::new(move |probe: Probe| {
                    trace.lock().unwrap().push(name);
                    probe.at(plan_guard::Step::Rename).unwrap();
                    trace.lock().unwrap().push(name);
                })
            };
            let actors = vec![actor('a'), actor('b')];
            let (seen, trace) = (Arc::clone(&seen), Arc::clone(&trace));
            let verdict = Box::new(move || {
                let new = seen.lock().unwrap().insert(trace.lock().unwrap().clone());
                new.then_some(()).ok_or_else(|| "seen before".to_owned())
            });
            Scene { actors, verdict }
        });
        assert_eq!((orders, seen.lock().unwrap().len()), (expected, expected));
    }
}
