//! The course of one task through its phases: which come, in which order, and what is refused.

use super::{Phase, PhaseRefusal, Role, SetBy, phases};
use crate::Lane;

/// The phases of one task in order, for one session (Q22, Q31).
///
/// ```
/// use plan_queue::Lane;
/// use plan_queue::phase::{Course, Phase, SetBy};
///
/// let course = Course::new(Some(Lane::Express), SetBy::Person, None);
/// assert!(course.ready_first());
/// assert_eq!(course.enter(None, Phase::Ready, false), Ok(()));
/// let refusal = course.enter(Some(Phase::Build), Phase::Commit, false).unwrap_err();
/// assert_eq!(refusal.code(), "phase-out-of-order");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Course {
    lane: Option<Lane>,
    role: Option<Role>,
    ready_first: bool,
    steps: Vec<Phase>,
}

impl Course {
    /// The course of a task in a lane, on which the [floor](super::Floor) was put before.
    #[must_use]
    pub fn new(lane: Option<Lane>, set_by: SetBy, role: Option<Role>) -> Self {
        let short = matches!(lane, Some(Lane::Express | Lane::Directo));
        let ready_first = short && set_by == SetBy::Person;
        let steps = match role {
            None => whole(lane, ready_first),
            Some(Role::Build) => building(&whole(lane, ready_first)),
            Some(Role::Review) => reviewing(phases(lane)),
        };
        Self {
            lane,
            role,
            ready_first,
            steps,
        }
    }

    /// The lane that runs.
    #[must_use]
    pub const fn lane(&self) -> Option<Lane> {
        self.lane
    }

    /// The phases that the lane's table lists.
    #[must_use]
    pub const fn table(&self) -> &'static [Phase] {
        phases(self.lane)
    }

    /// Whether Ready runs although the table does not list it: a person set a short lane.
    #[must_use]
    pub const fn ready_first(&self) -> bool {
        self.ready_first
    }

    /// The phases that this session goes through, in order.
    ///
    /// A building session ends with Review, which it only hands over to; a reviewing one begins with it.
    #[must_use]
    pub fn steps(&self) -> &[Phase] {
        &self.steps
    }

    /// Judges a step from one phase to another; `None` is before the first.
    ///
    /// To stay is allowed, and so is to go back, as long as the task is not closed. `critique_written`
    /// tells whether the work in progress has something under `## Crítica`.
    ///
    /// # Errors
    ///
    /// The lane does not run that phase, its predecessor has not run, or a plan that needs a critique
    /// has none.
    pub fn enter(
        &self,
        current: Option<Phase>,
        to: Phase,
        critique_written: bool,
    ) -> Result<(), PhaseRefusal> {
        if self.table().is_empty() {
            return Err(PhaseRefusal::Manual);
        }
        if current == Some(Phase::Done) && to != Phase::Done {
            return Err(PhaseRefusal::Closed);
        }
        if self.role == Some(Role::Review) && to == Phase::Build {
            return Ok(()); // sent back
        }
        let Some(wanted) = self.position(to) else {
            return Err(PhaseRefusal::NotInLane {
                lane: self.lane,
                role: self.role,
                phase: to,
            });
        };
        let handed_over = self.role == Some(Role::Build) && current == Some(Phase::Review);
        if handed_over && to != Phase::Review {
            return Err(PhaseRefusal::HandedOver);
        }
        let reached = current.map_or(0, |phase| self.reached(phase));
        if wanted > reached {
            return Err(PhaseRefusal::OutOfOrder {
                phase: to,
                first: self.steps[reached],
            });
        }
        let forward = wanted == reached;
        if forward && to == Phase::Build && self.needs_critique() && !critique_written {
            return Err(PhaseRefusal::CritiqueMissing);
        }
        Ok(())
    }

    /// The phase after this one; `None` after the last, and where the lane runs none.
    #[must_use]
    pub fn next(&self, current: Option<Phase>) -> Option<Phase> {
        self.steps
            .get(current.map_or(0, |phase| self.reached(phase)))
            .copied()
    }

    fn needs_critique(&self) -> bool {
        self.table().contains(&Phase::Critique)
    }

    fn position(&self, phase: Phase) -> Option<usize> {
        self.steps.iter().position(|step| *step == phase)
    }

    /// How many steps have run where `phase` runs: it, and all before it. A phase that is none of the
    /// steps, as after a change of lane, counts those that come before it in the work.
    fn reached(&self, phase: Phase) -> usize {
        let before = || self.steps.iter().take_while(|step| **step < phase).count();
        self.position(phase).map_or_else(before, |at| at + 1)
    }
}

fn whole(lane: Option<Lane>, ready_first: bool) -> Vec<Phase> {
    let ready = ready_first.then_some(Phase::Ready);
    ready
        .into_iter()
        .chain(phases(lane).iter().copied())
        .collect()
}

/// Without Review and QA, and up to Commit; then the task is handed over.
fn building(whole: &[Phase]) -> Vec<Phase> {
    let left_out = [Phase::Review, Phase::Qa, Phase::Done];
    let own = whole
        .iter()
        .copied()
        .filter(|phase| !left_out.contains(phase));
    let hand_over = (!whole.is_empty()).then_some(Phase::Review);
    own.chain(hand_over).collect()
}

/// Review, which was asked for whatever the lane, then what proves the commit, then the closing.
fn reviewing(table: &[Phase]) -> Vec<Phase> {
    let wanted = [Phase::Review, Phase::Verify, Phase::Qa, Phase::Done];
    let runs =
        |phase: &Phase| table.contains(phase) || (*phase == Phase::Review && !table.is_empty());
    wanted.into_iter().filter(runs).collect()
}

#[cfg(test)]
mod tests {
    use Phase::{Build, Commit, Critique, Decompose, Done, Plan, Qa, Ready, Review, Verify, Wip};

    use super::*;

    fn course(lane: Option<Lane>) -> Course {
        Course::new(lane, SetBy::Classifier, None)
    }

    const LANES: [Option<Lane>; 5] = [
        Some(Lane::Express),
        Some(Lane::Directo),
        Some(Lane::Lite),
        Some(Lane::Full),
        None,
    ];

    #[test]
    fn q22_the_table_of_lanes() {
        let full = [
            Ready, Decompose, Plan, Critique, Wip, Build, Review, Verify, Qa, Commit, Done,
        ];
        let rows: [(Option<Lane>, &[Phase]); 6] = [
            (Some(Lane::Manual), &[]),
            (Some(Lane::Express), &[Wip, Build, Verify, Commit, Done]),
            (
                Some(Lane::Directo),
                &[Wip, Build, Review, Verify, Commit, Done],
            ),
            (
                Some(Lane::Lite),
                &[Ready, Plan, Wip, Build, Review, Verify, Qa, Commit, Done],
            ),
            (Some(Lane::Full), &full),
            (None, &full),
        ];
        for (lane, expected) in rows {
            assert_eq!(course(lane).steps(), expected, "{lane:?}");
            assert_eq!(course(lane).table(), expected, "{lane:?}");
        }
    }

    #[test]
    fn q22_ready_comes_first_where_a_person_set_a_short_lane() {
        for lane in LANES {
            let short = matches!(lane, Some(Lane::Express | Lane::Directo));
            let by_person = Course::new(lane, SetBy::default(), None);
            assert_eq!(by_person.ready_first(), short, "{lane:?}");
            assert_eq!(by_person.table(), course(lane).table(), "the table stays");
            assert_eq!(
                by_person.steps().len(),
                course(lane).steps().len() + usize::from(short)
            );
            assert!(!course(lane).ready_first(), "{lane:?}");
        }
        let by_person = Course::new(Some(Lane::Express), SetBy::Person, None);
        assert_eq!(
            by_person.enter(None, Wip, true).unwrap_err().code(),
            "phase-out-of-order"
        );
        assert_eq!(course(Some(Lane::Express)).enter(None, Wip, true), Ok(()));
    }

    #[test]
    fn q22_every_lane_runs_through_and_skips_nothing() {
        for lane in LANES {
            let course = course(lane);
            let mut current = None;
            for (at, &step) in course.steps().iter().enumerate() {
                for &later in &course.steps()[at + 1..] {
                    let refusal = course.enter(current, later, true).unwrap_err();
                    assert_eq!(
                        refusal,
                        PhaseRefusal::OutOfOrder {
                            phase: later,
                            first: step
                        }
                    );
                }
                assert_eq!(course.next(current), Some(step));
                assert_eq!(course.enter(current, step, true), Ok(()), "{lane:?} {step}");
                current = Some(step);
                assert_eq!(course.enter(current, step, true), Ok(()), "to stay");
            }
            assert_eq!(course.next(current), None);
            assert_eq!(
                course.enter(current, Build, true),
                Err(PhaseRefusal::Closed)
            );
        }
    }

    #[test]
    fn q22_a_phase_that_the_lane_does_not_run_is_refused() {
        for (lane, phase) in [
            (Some(Lane::Express), Review),
            (Some(Lane::Express), Qa),
            (Some(Lane::Directo), Qa),
            (Some(Lane::Directo), Plan),
            (Some(Lane::Lite), Critique),
            (Some(Lane::Lite), Decompose),
        ] {
            for current in [None, Some(Build), Some(Verify)] {
                let refusal = course(lane).enter(current, phase, true).unwrap_err();
                assert_eq!(refusal.code(), "phase-not-in-lane", "{lane:?} {phase}");
            }
        }
        let manual = course(Some(Lane::Manual));
        assert_eq!(manual.enter(None, Wip, true), Err(PhaseRefusal::Manual));
        assert_eq!(manual.next(None), None);
    }

    #[test]
    fn q22_build_needs_the_critique_in_full_alone() {
        for lane in LANES {
            let full = matches!(lane, Some(Lane::Full) | None);
            let entered = course(lane).enter(Some(Wip), Build, false);
            assert_eq!(
                entered == Err(PhaseRefusal::CritiqueMissing),
                full,
                "{lane:?}"
            );
            assert_eq!(
                course(lane).enter(Some(Wip), Build, true),
                Ok(()),
                "{lane:?}"
            );
        }
        // Who is past it goes back without being asked again.
        assert_eq!(course(None).enter(Some(Verify), Build, false), Ok(()));
    }

    #[test]
    fn q22_going_back_is_allowed_until_the_task_is_closed() {
        assert_eq!(
            course(Some(Lane::Lite)).enter(Some(Review), Build, true),
            Ok(())
        );
        assert_eq!(
            course(Some(Lane::Lite)).enter(Some(Commit), Verify, true),
            Ok(())
        );
        assert_eq!(
            course(Some(Lane::Lite)).enter(Some(Done), Verify, true),
            Err(PhaseRefusal::Closed)
        );
    }

    #[test]
    fn q22_after_a_change_of_lane_the_work_counts_that_was_done() {
        // Planned in lite, then made express: of its steps, none comes before Plan.
        let express = course(Some(Lane::Express));
        assert_eq!(express.next(Some(Plan)), Some(Wip));
        assert_eq!(express.next(Some(Review)), Some(Verify));
        assert_eq!(express.enter(Some(Qa), Commit, true), Ok(()));
        assert_eq!(
            express.enter(Some(Plan), Commit, true).unwrap_err().code(),
            "phase-out-of-order"
        );
    }

    #[test]
    fn q31_building_skips_review_and_qa_and_ends_by_handing_over() {
        let build = |lane| Course::new(Some(lane), SetBy::Classifier, Some(Role::Build));
        assert_eq!(
            build(Lane::Lite).steps(),
            [Ready, Plan, Wip, Build, Verify, Commit, Review]
        );
        assert_eq!(
            build(Lane::Express).steps(),
            [Wip, Build, Verify, Commit, Review]
        );
        assert_eq!(
            build(Lane::Lite)
                .enter(Some(Build), Review, true)
                .unwrap_err()
                .code(),
            "phase-out-of-order"
        );
        assert_eq!(build(Lane::Lite).enter(Some(Commit), Review, true), Ok(()));
        assert_eq!(
            build(Lane::Lite)
                .enter(Some(Commit), Done, true)
                .unwrap_err()
                .code(),
            "phase-not-in-lane"
        );
        for phase in [Build, Verify, Commit] {
            assert_eq!(
                build(Lane::Lite).enter(Some(Review), phase, true),
                Err(PhaseRefusal::HandedOver)
            );
        }
        assert_eq!(build(Lane::Manual).steps(), []);
    }

    #[test]
    fn q31_reviewing_begins_with_review_and_closes_or_sends_back() {
        let review = |lane| Course::new(Some(lane), SetBy::Person, Some(Role::Review));
        assert_eq!(review(Lane::Lite).steps(), [Review, Verify, Qa, Done]);
        assert_eq!(review(Lane::Directo).steps(), [Review, Verify, Done]);
        assert_eq!(review(Lane::Express).steps(), [Review, Verify, Done]);
        assert_eq!(
            review(Lane::Full).enter(Some(Review), Build, false),
            Ok(()),
            "sent back"
        );
        assert_eq!(
            review(Lane::Full)
                .enter(Some(Review), Done, true)
                .unwrap_err()
                .code(),
            "phase-out-of-order"
        );
        assert_eq!(
            review(Lane::Full)
                .enter(Some(Qa), Commit, true)
                .unwrap_err()
                .code(),
            "phase-not-in-lane"
        );
    }
}
