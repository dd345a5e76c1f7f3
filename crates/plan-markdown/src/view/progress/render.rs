//! Entries rendered, so that reading them gives back what they were made from.

use super::{EntryKind, escape};

/// An entry to append.
///
/// ```
/// use plan_markdown::view::progress::{EntryKind, NewEntry};
///
/// let entry = NewEntry {
///     timestamp: "2026-03-02T10:00:00Z",
///     kind: EntryKind::Task(2),
///     title: "Write the export",
///     bullets: &["One pass over the rows.".to_owned()],
/// };
/// assert_eq!(
///     entry.render()?,
///     "## 2026-03-02T10:00:00Z — Task 2: Write the export\n\n- One pass over the rows.\n"
/// );
/// # Ok::<(), plan_markdown::view::progress::RenderError>(())
/// ```
///
/// Closed: a new member is one more question to the caller.
#[derive(Debug, Clone, Copy)]
pub struct NewEntry<'e> {
    /// When, as an RFC 3339 date-time.
    pub timestamp: &'e str,
    /// The shape; not [`EntryKind::Other`].
    pub kind: EntryKind,
    /// The title: one line. Needed for tasks, decisions and events.
    pub title: &'e str,
    /// The items: one line each.
    pub bullets: &'e [String],
}

/// Why an entry cannot be rendered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RenderError {
    /// A title or item is blank, starts or ends with a space, or has a line break or another control
    /// character in it.
    #[error("the {what} of a progress entry must be one line of text, without space around it")]
    NotOneLine {
        /// Which part.
        what: &'static str,
    },
    /// The timestamp does not start with a date, or holds a space.
    #[error("the timestamp of a progress entry must be an RFC 3339 date-time")]
    Timestamp,
    /// The kind is [`EntryKind::Other`].
    #[error("a progress entry is about a task, a reconciliation, a decision, a turn or a lock")]
    Kind,
}

impl RenderError {
    /// A stable word for the kind of error.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::NotOneLine { .. } => "progress-not-one-line",
            Self::Timestamp => "progress-timestamp",
            Self::Kind => "progress-kind",
        }
    }
}

impl NewEntry<'_> {
    /// The text of the entry, with `\n` for line breaks and one at its end.
    ///
    /// # Errors
    /// Where the entry would not read back as it was given.
    pub fn render(&self) -> Result<String, RenderError> {
        if !super::is_stamp(self.timestamp)
            || !self.timestamp.bytes().all(|b| b.is_ascii_graphic())
            || self.timestamp.contains(['[', ']', '`', '*'])
        {
            return Err(RenderError::Timestamp);
        }
        let name = match self.kind {
            EntryKind::Task(number) => format!("Task {number}"),
            EntryKind::Reconciliation => "Reconciliation".to_owned(),
            EntryKind::Decision => "Decision".to_owned(),
            EntryKind::Turn => "Turn".to_owned(),
            EntryKind::Lock => "Lock".to_owned(),
            EntryKind::Other => return Err(RenderError::Kind),
        };
        let mut out = format!("## {} — {name}", self.timestamp);
        if !(self.title.is_empty() && self.kind == EntryKind::Reconciliation) {
            one_line(self.title, "title")?;
            out.push_str(": ");
            out.push_str(&escape::write_title(self.title));
        }
        out.push('\n');
        for (index, bullet) in self.bullets.iter().enumerate() {
            one_line(bullet, "item")?;
            out.push_str(if index == 0 { "\n- " } else { "- " });
            out.push_str(&escape::write_bullet(bullet));
            out.push('\n');
        }
        Ok(out)
    }
}

fn one_line(text: &str, what: &'static str) -> Result<(), RenderError> {
    let breaks = |c: char| c.is_control() || matches!(c, '\u{2028}' | '\u{2029}');
    if text.is_empty() || text.trim() != text || text.contains(breaks) {
        return Err(RenderError::NotOneLine { what });
    }
    Ok(())
}
