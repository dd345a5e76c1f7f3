//! A point in time as RFC 3339 writes it, kept in the text it was read from (B7).

use std::cmp::Ordering;
use std::fmt;

use time::{Date, Month, OffsetDateTime, Time, UtcOffset};

/// A date, a time and an offset in strict RFC 3339.
///
/// The text that was read is kept and written back as it is; order is that of the instants, and,
/// between two spellings of one instant, of their texts.
///
/// ```
/// use plan_state::Timestamp;
///
/// let local = Timestamp::parse("2026-03-02T11:00:00+02:00")?;
/// let utc = Timestamp::parse("2026-03-02T10:00:00Z")?;
/// assert!(local < utc);
/// assert_eq!(local.as_str(), "2026-03-02T11:00:00+02:00");
/// assert!(Timestamp::parse("2026-03-02 10:00:00Z").is_err());
/// # Ok::<(), plan_state::TimestampError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Timestamp {
    text: String,
    nanos: i128,
}

/// Why a text is not a timestamp.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TimestampError {
    /// The characters do not follow the form.
    #[error(
        "not of the form YYYY-MM-DDTHH:MM:SS, an optional fraction, then Z or +HH:MM (capital T and Z)"
    )]
    Form,
    /// A field is outside its range: month, day of that month, hour, minute, second or offset.
    #[error("no such {0}")]
    Range(&'static str),
    /// The offset moves the instant out of the years that can be counted.
    #[error("the offset leads out of the calendar")]
    Overflow,
}

impl TimestampError {
    /// A stable, kebab-case word.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Form => "timestamp-form",
            Self::Range(_) => "timestamp-range",
            Self::Overflow => "timestamp-overflow",
        }
    }
}

impl Timestamp {
    /// Reads `text`, which must be nothing but the timestamp.
    ///
    /// Accepted is RFC 3339 with a capital `T` and `Z`, four-digit years, an existing calendar
    /// date, seconds up to 59 and an offset up to 23:59. Digits of a fraction beyond nine do not
    /// take part in the order.
    ///
    /// # Errors
    ///
    /// Says whether the form, a field's range or the resulting instant is at fault.
    pub fn parse(text: &str) -> Result<Self, TimestampError> {
        let (date_time, fraction, offset) = split(text).ok_or(TimestampError::Form)?;
        let date = date(date_time)?;
        let time = time_of_day(date_time, fraction)?;
        let instant = OffsetDateTime::new_in_offset(date, time, utc_offset(offset)?)
            .checked_to_offset(UtcOffset::UTC)
            .ok_or(TimestampError::Overflow)?;
        Ok(Self {
            text: text.to_owned(),
            nanos: instant.unix_timestamp_nanos(),
        })
    }

    /// The whole second `seconds` after 1970-01-01T00:00:00Z, written in UTC with `Z`; `None`
    /// outside the years 0 to 9999, which RFC 3339 cannot write.
    #[must_use]
    pub fn from_unix(seconds: i64) -> Option<Self> {
        let at = OffsetDateTime::from_unix_timestamp(seconds).ok()?;
        let (date, time) = (at.date(), at.time());
        let text = format!(
            "{:04}-{:02}-{:02}T{:02}:{:02}:{:02}Z",
            date.year(),
            u8::from(date.month()),
            date.day(),
            time.hour(),
            time.minute(),
            time.second()
        );
        Self::parse(&text).ok()
    }

    /// The text as it was read or made.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Whole seconds since 1970-01-01T00:00:00Z, rounded down.
    #[must_use]
    pub fn unix_seconds(&self) -> i64 {
        i64::try_from(self.nanos.div_euclid(1_000_000_000)).unwrap_or(i64::MAX)
    }
}

/// Date and time, the digits of the fraction, and the offset, where the form is met.
fn split(text: &str) -> Option<(&[u8], &[u8], &[u8])> {
    let (date_time, rest) = text.as_bytes().split_at_checked(19)?;
    matches_form(date_time, b"dddd-dd-ddTdd:dd:dd").then_some(())?;
    let digits = match rest.strip_prefix(b".") {
        Some(tail) => tail.iter().take_while(|byte| byte.is_ascii_digit()).count(),
        None => return offset_form(rest).then_some((date_time, &[], rest)),
    };
    let (fraction, offset) = rest.get(1..)?.split_at_checked(digits)?;
    (digits > 0 && offset_form(offset)).then_some((date_time, fraction, offset))
}

fn offset_form(offset: &[u8]) -> bool {
    offset == b"Z" || matches_form(offset, b"+dd:dd") || matches_form(offset, b"-dd:dd")
}

/// Whether `bytes` has a digit where `form` has `d`, and `form`'s own byte elsewhere.
fn matches_form(bytes: &[u8], form: &[u8]) -> bool {
    bytes.len() == form.len()
        && bytes.iter().zip(form).all(|(byte, want)| match want {
            b'd' => byte.is_ascii_digit(),
            _ => byte == want,
        })
}

/// The number in the digits at `from..to`; callers have checked that they are digits.
fn number(bytes: &[u8], from: usize, to: usize) -> u32 {
    let digits = bytes.get(from..to).unwrap_or_default();
    digits.iter().fold(0, |sum, digit| {
        sum * 10 + u32::from(digit.wrapping_sub(b'0'))
    })
}

/// The two-digit number at `from`.
fn two(bytes: &[u8], from: usize) -> u8 {
    u8::try_from(number(bytes, from, from + 2)).unwrap_or(u8::MAX)
}

fn date(bytes: &[u8]) -> Result<Date, TimestampError> {
    let year = i32::try_from(number(bytes, 0, 4)).map_err(|_| TimestampError::Range("year"))?;
    let month = Month::try_from(two(bytes, 5)).map_err(|_| TimestampError::Range("month"))?;
    Date::from_calendar_date(year, month, two(bytes, 8))
        .map_err(|_| TimestampError::Range("day in that month"))
}

fn time_of_day(bytes: &[u8], fraction: &[u8]) -> Result<Time, TimestampError> {
    let kept = fraction.get(..9).unwrap_or(fraction);
    let missing = u32::try_from(9 - kept.len()).unwrap_or(0);
    let nanos = number(kept, 0, kept.len()) * 10_u32.pow(missing);
    Time::from_hms_nano(two(bytes, 11), two(bytes, 14), two(bytes, 17), nanos)
        .map_err(|_| TimestampError::Range("time of day"))
}

fn utc_offset(bytes: &[u8]) -> Result<UtcOffset, TimestampError> {
    if bytes == b"Z" {
        return Ok(UtcOffset::UTC);
    }
    let (hours, minutes) = (two(bytes, 1), two(bytes, 4));
    if hours > 23 || minutes > 59 {
        return Err(TimestampError::Range("offset"));
    }
    let sign = if bytes.starts_with(b"-") { -1 } else { 1 };
    let seconds = sign * (i32::from(hours) * 3600 + i32::from(minutes) * 60);
    UtcOffset::from_whole_seconds(seconds).map_err(|_| TimestampError::Range("offset"))
}

impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl PartialOrd for Timestamp {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Timestamp {
    fn cmp(&self, other: &Self) -> Ordering {
        self.nanos
            .cmp(&other.nanos)
            .then_with(|| self.text.cmp(&other.text))
    }
}

impl serde::Serialize for Timestamp {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::{Timestamp, TimestampError};

    /// B7: what is read, and what is refused for which reason.
    #[test]
    fn only_strict_rfc_3339_is_read() {
        for text in [
            "2026-03-02T10:00:00Z",
            "2026-03-02T10:00:00.000Z",
            "2026-03-02T10:00:00.123456789012+05:30",
            "2024-02-29T23:59:59-23:59",
            "0000-01-01T00:00:00+23:59",
            "9999-12-31T23:59:59Z",
            "2026-03-02T10:00:00-00:00",
        ] {
            assert_eq!(
                Timestamp::parse(text).as_ref().map(Timestamp::as_str),
                Ok(text)
            );
        }
        for (text, error) in [
            ("", TimestampError::Form),
            ("2026-03-02", TimestampError::Form),
            ("2026-03-02T10:00Z", TimestampError::Form),
            ("2026-03-02 10:00:00Z", TimestampError::Form),
            ("2026-03-02t10:00:00Z", TimestampError::Form),
            ("2026-03-02T10:00:00z", TimestampError::Form),
            ("2026-03-02T10:00:00", TimestampError::Form),
            ("2026-03-02T10:00:00.Z", TimestampError::Form),
            ("2026-03-02T10:00:00,5Z", TimestampError::Form),
            ("2026-03-02T10:00:00+0200", TimestampError::Form),
            ("2026-03-02T10:00:00Z ", TimestampError::Form),
            (" 2026-03-02T10:00:00Z", TimestampError::Form),
            ("+026-03-02T10:00:00Z", TimestampError::Form),
            ("2026-03-02T10:00:0٣Z", TimestampError::Form),
            ("2026-13-02T10:00:00Z", TimestampError::Range("month")),
            ("2026-00-02T10:00:00Z", TimestampError::Range("month")),
            (
                "2026-02-29T10:00:00Z",
                TimestampError::Range("day in that month"),
            ),
            (
                "2026-04-00T10:00:00Z",
                TimestampError::Range("day in that month"),
            ),
            ("2026-04-01T24:00:00Z", TimestampError::Range("time of day")),
            ("2026-04-01T23:59:60Z", TimestampError::Range("time of day")),
            ("2026-04-01T23:59:59+24:00", TimestampError::Range("offset")),
            ("2026-04-01T23:59:59-00:60", TimestampError::Range("offset")),
            ("9999-12-31T23:59:59-23:59", TimestampError::Overflow),
        ] {
            assert_eq!(Timestamp::parse(text), Err(error), "{text}");
        }
    }

    #[test]
    fn order_is_that_of_the_instants() -> Result<(), TimestampError> {
        let earlier = Timestamp::parse("2026-03-02T12:00:00.5+02:00")?;
        let later = Timestamp::parse("2026-03-02T10:00:00.75Z")?;
        assert!(earlier < later);
        assert_eq!(earlier.unix_seconds(), later.unix_seconds());
        Ok(())
    }

    #[test]
    fn written_timestamps_are_whole_seconds_in_utc() {
        let text = |seconds| Timestamp::from_unix(seconds).map(|at| at.to_string());
        assert_eq!(text(0).as_deref(), Some("1970-01-01T00:00:00Z"));
        assert_eq!(text(1_772_445_600).as_deref(), Some("2026-03-02T10:00:00Z"));
        assert_eq!(text(-1).as_deref(), Some("1969-12-31T23:59:59Z"));
        assert_eq!(text(i64::MAX), None);
    }
}
