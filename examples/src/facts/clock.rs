//! The clock: the time of an update, in UTC and whole seconds.

use plan_state::Timestamp;

/// The current time.
///
/// # Errors
///
/// The clock stands outside the years that a timestamp can write.
#[allow(
    clippy::disallowed_methods,
    reason = "the one place that reads the clock"
)]
pub fn now() -> Result<Timestamp, String> {
    let since_epoch = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since_epoch
        .ok()
        .and_then(|elapsed| i64::try_from(elapsed.as_secs()).ok())
        .and_then(Timestamp::from_unix)
        .ok_or_else(|| "the system clock stands outside the years 1970 to 9999; set it".to_owned())
}

/// Today in UTC, for who does not say which day it is.
///
/// # Errors
///
/// As [`now`].
pub fn today() -> Result<plan_queue::Date, String> {
    let now = now()?;
    let day = now.as_str().get(..10).and_then(plan_queue::Date::parse);
    day.ok_or_else(|| "the system clock stands at no day of the calendar; set it".to_owned())
}
