//! The floor under a lane: what must not break is never done with the least ceremony (Q22).

use std::fmt;

use super::{SetBy, Surfaces, Touch};
use crate::Lane;

/// The lane that runs, and why it is another than the one that the task declares (Q22).
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Floor {
    /// The lane that runs; `None` is unclassified.
    pub lane: Option<Lane>,
    /// What was raised, or stays as a person wrote it.
    pub note: Option<FloorNote>,
}

impl Floor {
    /// Puts the floor under a lane, for a task on the service of that path.
    ///
    /// ```
    /// use plan_queue::Lane;
    /// use plan_queue::phase::{Floor, SetBy, Surfaces};
    ///
    /// let surfaces = Surfaces::read("# Company\n\n## Qué no se puede romper\n\n- `billing/`\n");
    /// let of = |service| Floor::of(Some(Lane::Express), SetBy::Person, Some(service), &surfaces);
    /// assert_eq!(of("billing").lane, Some(Lane::Directo));
    /// assert_eq!(of("docs").lane, Some(Lane::Express));
    /// ```
    #[must_use]
    pub fn of(
        lane: Option<Lane>,
        set_by: SetBy,
        service: Option<&str>,
        surfaces: &Surfaces,
    ) -> Self {
        let touch = surfaces.touch(service);
        match (lane, touch) {
            (Some(Lane::Express), Touch::Critical(surface)) => {
                Self::raised(FloorNote::ExpressCritical { surface })
            }
            (Some(Lane::Express), Touch::Unknown(why)) => {
                Self::raised(FloorNote::ExpressUndecided { why })
            }
            (Some(Lane::Manual), Touch::Critical(surface)) => match set_by {
                SetBy::Classifier => Self::raised(FloorNote::ManualRaised { surface }),
                SetBy::Person => Self {
                    lane,
                    note: Some(FloorNote::ManualCritical { surface }),
                },
            },
            _ => Self { lane, note: None },
        }
    }

    const fn raised(note: FloorNote) -> Self {
        Self {
            lane: Some(Lane::Directo),
            note: Some(note),
        }
    }
}

/// Why the floor matters to a task (Q22).
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum FloorNote {
    /// `express` became `directo`: the task touches a critical surface.
    ExpressCritical {
        /// The surface, as the company writes it.
        surface: String,
    },
    /// `express` became `directo`: it cannot be told whether the task touches a critical surface.
    ExpressUndecided {
        /// Why not.
        why: String,
    },
    /// `manual`, as a classifier set it, became `directo`.
    ManualRaised {
        /// The surface.
        surface: String,
    },
    /// `manual` stays, as a person wrote it: a warning.
    ManualCritical {
        /// The surface.
        surface: String,
    },
}

impl FloorNote {
    /// A stable word for it.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::ExpressCritical { .. } => "express-critical",
            Self::ExpressUndecided { .. } => "express-undecided",
            Self::ManualRaised { .. } => "manual-raised",
            Self::ManualCritical { .. } => "manual-critical",
        }
    }
}

impl fmt::Display for FloorNote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ExpressCritical { surface } => {
                write!(f, "express becomes directo: `{surface}` must not break")
            }
            Self::ExpressUndecided { why } => write!(f, "express becomes directo: {why}"),
            Self::ManualRaised { surface } => {
                write!(f, "manual becomes directo: `{surface}` must not break")
            }
            Self::ManualCritical { surface } => {
                write!(
                    f,
                    "manual on `{surface}`, which must not break: a person wrote it so"
                )
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const COMPANY: &str = "## Qué no se puede romper\n\n- `services/billing`\n";

    fn floor(
        lane: Option<Lane>,
        set_by: SetBy,
        service: Option<&str>,
        company: &str,
    ) -> (Option<Lane>, &'static str) {
        let floor = Floor::of(lane, set_by, service, &Surfaces::read(company));
        (floor.lane, floor.note.as_ref().map_or("", FloorNote::code))
    }

    #[test]
    fn q22_the_floor_as_a_table() {
        use Lane::{Directo, Express, Full, Lite, Manual};
        use SetBy::{Classifier, Person};
        let critical = Some("services/billing");
        let clear = Some("services/docs");
        for (lane, by, service, expected, note) in [
            (Express, Person, critical, Directo, "express-critical"),
            (Express, Classifier, critical, Directo, "express-critical"),
            (Express, Person, clear, Express, ""),
            (Express, Person, None, Directo, "express-undecided"),
            (
                Express,
                Person,
                Some("services"),
                Directo,
                "express-undecided",
            ),
            (Manual, Classifier, critical, Directo, "manual-raised"),
            (Manual, Person, critical, Manual, "manual-critical"),
            (Manual, Classifier, clear, Manual, ""),
            (Manual, Classifier, None, Manual, ""),
            (Directo, Person, critical, Directo, ""),
            (Lite, Person, critical, Lite, ""),
            (Full, Person, critical, Full, ""),
        ] {
            let got = floor(Some(lane), by, service, COMPANY);
            assert_eq!(got, (Some(expected), note), "{lane} {by:?} {service:?}");
        }
        assert_eq!(floor(None, Person, critical, COMPANY), (None, ""));
        for company in ["", "# Company\n", "## Qué no se puede romper\n"] {
            assert_eq!(
                floor(Some(Express), Classifier, clear, company),
                (Some(Directo), "express-undecided")
            );
        }
    }
}
