//! Civil dates: a day of the calendar, without a clock and without a time zone.
//!
//! Kept in a [`time::Date`], which knows the calendar and validates; it does not show in the interface.

use std::fmt;
use std::str::FromStr;

use time::util::days_in_month;
use time::{Duration, Month};

/// A day of the calendar, written `AAAA-MM-DD` (years 0001 to 9999).
///
/// ```
/// use plan_queue::Date;
///
/// let day: Date = "2026-01-31".parse()?;
/// assert_eq!((day.year(), day.to_string().as_str()), (2026, "2026-01-31"));
/// assert!(Date::parse("2026-02-30").is_none());
/// # Ok::<(), plan_queue::DateError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Date(time::Date);

impl Date {
    /// The date that a text is: exactly ten characters, `AAAA-MM-DD`, and a day that there is.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let bytes = text.as_bytes();
        let shape = bytes.len() == 10
            && bytes.iter().enumerate().all(|(at, byte)| match at {
                4 | 7 => *byte == b'-',
                _ => byte.is_ascii_digit(),
            });
        if !shape {
            return None;
        }
        let year: i32 = text.get(..4)?.parse().ok()?;
        Self::new(
            year,
            text.get(5..7)?.parse().ok()?,
            text.get(8..)?.parse().ok()?,
        )
    }

    /// The date of a year (1 to 9999), month (1 to 12) and day (from 1), where there is one.
    #[must_use]
    pub fn new(year: i32, month: u8, day: u8) -> Option<Self> {
        if !(1..=9999).contains(&year) {
            return None;
        }
        let month = Month::try_from(month).ok()?;
        time::Date::from_calendar_date(year, month, day)
            .ok()
            .map(Self)
    }

    /// The year.
    #[must_use]
    pub const fn year(self) -> i32 {
        self.0.year()
    }

    /// The month, 1 to 12.
    #[must_use]
    pub fn month(self) -> u8 {
        self.0.month().into()
    }

    /// The day of the month, from 1.
    #[must_use]
    pub const fn day(self) -> u8 {
        self.0.day()
    }

    /// The same day `months` months later, clamped to the end of that month; the last day that this
    /// type holds where it would lie behind it.
    pub(crate) fn plus_months(self, months: u32) -> Self {
        let index = i64::from(self.year()) * 12 + i64::from(self.month()) - 1 + i64::from(months);
        let year = i32::try_from(index.div_euclid(12)).unwrap_or(i32::MAX);
        let month = u8::try_from(index.rem_euclid(12) + 1).unwrap_or(1);
        let last = Month::try_from(month).map_or(28, |month| days_in_month(month, year.min(9999)));
        Self::new(year, month, self.day().min(last)).unwrap_or_else(Self::last)
    }

    /// The day `days` days later, or the last day that this type holds.
    #[must_use]
    pub fn plus_days(self, days: u32) -> Self {
        let later = self.0.checked_add(Duration::days(i64::from(days)));
        later
            .filter(|date| date.year() <= 9999)
            .map_or_else(Self::last, Self)
    }

    /// The first day of its month.
    pub(crate) fn first_of_month(self) -> Self {
        Self::new(self.year(), self.month(), 1).unwrap_or(self)
    }

    /// The days from this date to `later`; negative where that lies before it.
    pub(crate) fn days_until(self, later: Self) -> i64 {
        i64::from(later.0.to_julian_day()) - i64::from(self.0.to_julian_day())
    }

    /// Year and month, `AAAA-MM`: the period of a recurrence (Q21).
    #[must_use]
    pub fn period(self) -> String {
        format!("{:04}-{:02}", self.year(), self.month())
    }

    fn last() -> Self {
        Self(time::Date::MAX)
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{:04}-{:02}-{:02}",
            self.year(),
            self.month(),
            self.day()
        )
    }
}

/// A text is no date.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no day of the calendar in the form AAAA-MM-DD")]
pub struct DateError(String);

impl FromStr for Date {
    type Err = DateError;

    fn from_str(text: &str) -> Result<Self, DateError> {
        Self::parse(text).ok_or_else(|| DateError(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn date(text: &str) -> Date {
        text.parse().unwrap()
    }

    #[test]
    fn q9_only_days_that_there_are() {
        for text in ["2026-09-24", "2024-02-29", "0001-01-01", "9999-12-31"] {
            assert_eq!(date(text).to_string(), text);
        }
        for text in [
            "",
            "2026-02-29",
            "2026-13-01",
            "2026-00-10",
            "2026-1-01",
            "26-01-01",
            "2026-09-24 ",
            "2026/09/24",
            "AAAA-MM-DD",
            "0000-01-01",
            "+026-01-01",
            "２026-01-1",
        ] {
            assert_eq!(Date::parse(text), None, "{text}");
        }
    }

    #[test]
    fn q21_months_clamp_once() {
        assert_eq!(date("2026-01-31").plus_months(1), date("2026-02-28"));
        assert_eq!(date("2023-11-30").plus_months(3), date("2024-02-29"));
        assert_eq!(date("2026-12-31").plus_months(12), date("2027-12-31"));
        assert_eq!(date("9999-12-31").plus_months(u32::MAX), date("9999-12-31"));
        assert_eq!(date("9999-12-31").plus_days(u32::MAX), date("9999-12-31"));
        assert_eq!(date("2026-02-28").plus_days(1), date("2026-03-01"));
    }

    #[test]
    fn days_are_counted_across_years() {
        assert_eq!(date("2025-12-31").days_until(date("2026-01-03")), 3);
        assert_eq!(date("2026-01-03").days_until(date("2025-12-31")), -3);
        assert_eq!(date("2026-01-31").period(), "2026-01");
        assert_eq!(date("2026-01-31").first_of_month(), date("2026-01-01"));
    }
}
