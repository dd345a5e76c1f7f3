//! Writing a checkpoint: where work waits for a person (Q14, Q32, Q33).

use super::front::front;
use super::{Draft, Refusal};
use crate::Queue;
use crate::model::Milestone;

/// Writes the pending checkpoint of a milestone, for its line alone, and answers its file. One that is
/// pending stands as it is; one that was resolved is pending again.
pub(super) fn write(
    draft: &mut Draft<'_>,
    queue: &Queue,
    milestone: &Milestone,
    action: &str,
) -> Result<String, Refusal> {
    let file = format!("checkpoints/{}.md", milestone.slug());
    if let Some(known) = queue
        .checkpoints
        .iter()
        .find(|checkpoint| *checkpoint.file == *file)
    {
        if let Some(status) = known.status.as_ref().filter(|_| known.resolved) {
            draft.replace(&file, status.span, "pendiente")?;
        }
        return Ok(file);
    }
    let action = action.trim();
    if action.is_empty() {
        let message = "a checkpoint says what a person is to look at";
        return Err(Refusal::new("value-unfit", message));
    }
    let head = front(&[("status", "pendiente"), ("hito", milestone.slug())])?;
    let line = milestone
        .line()
        .map_or_else(String::new, |line| format!(" {line}"));
    let head = head.trim_end_matches("---\n");
    draft.write(&file, format!("{head}line:{line}\n---\n\n{action}\n"))?;
    Ok(file)
}
