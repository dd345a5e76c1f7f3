//! How long somebody who wants a lock or a lease goes on trying.

use std::time::{Duration, Instant};

/// Times that a lock may vanish under a contender who does not wait, before that is told.
const VANISHED: u32 = 200;

/// How long a contender goes on trying: until a deadline, with sleeps of 0.2 ms growing to 10 ms.
pub(crate) struct Patience {
    deadline: Option<Instant>,
    sleep: Duration,
    vanished: u32,
}

impl Patience {
    pub(crate) fn new(wait: Duration) -> Self {
        let now = Instant::now();
        // A wait beyond what the clock can count is cut to a day.
        let deadline = (!wait.is_zero()).then(|| {
            now.checked_add(wait)
                .unwrap_or(now + Duration::from_secs(24 * 60 * 60))
        });
        Self {
            deadline,
            sleep: Duration::from_micros(200),
            vanished: 0,
        }
    }

    /// Sleeps a little; false once the time is up.
    pub(crate) fn pause(&mut self) -> bool {
        let Some(left) = self
            .deadline
            .map(|d| d.saturating_duration_since(Instant::now()))
        else {
            return false;
        };
        if left.is_zero() {
            return false;
        }
        std::thread::sleep(self.sleep.min(left));
        self.sleep = (self.sleep * 3 / 2).min(Duration::from_millis(10));
        true
    }

    /// The lock was gone at the look: try at once, a bounded number of times.
    pub(crate) fn again(&mut self) -> bool {
        self.vanished += 1;
        self.vanished <= VANISHED || self.pause()
    }
}
