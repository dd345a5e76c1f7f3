//! The dependencies that a task declares: `**Depends on:** Task 1, Task 3`, or `none` (D12).

use crate::Document;
use crate::view::label::Line;
use crate::view::ranges::Ranges;
use crate::view::rules::DEPENDS_UNREADABLE;
use crate::view::spanned::Spanned;
use crate::view::tasks_list;
use crate::view::words::{bare, key};
use plan_diagnostics::{Finding, Location, Span};

/// What a task says that it depends on.
///
/// Closed: the records know these (D12).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Depends {
    /// On no task.
    None,
    /// On these, in the order written.
    Tasks(Vec<u64>),
}

/// The declaration among these labels, outside other ranges. One that cannot be read, or that another one
/// contradicts, is reported and counts as absent: the task then depends on all earlier ones.
pub(super) fn read(
    document: &Document,
    labels: &[Line],
    except: &Ranges,
    findings: &mut Vec<Finding>,
) -> Option<Spanned<Depends>> {
    let text = document.text();
    let ours = |line: &Line| {
        matches!(
            key(line.name.of(text)).as_str(),
            "depends on" | "depende de"
        ) && !except.start_of(line.span)
    };
    let mut declared: Option<Spanned<Depends>> = None;
    let mut sound = true;
    for line in labels.iter().filter(|line| ours(line)) {
        let message = match (depends(document, line.value), &declared) {
            (Some(depends), Some(earlier)) if earlier.value != depends => {
                "the dependencies are declared twice, and differ".to_owned()
            }
            (Some(depends), _) => {
                declared.get_or_insert(Spanned::new(depends, line.value));
                continue;
            }
            (None, _) => format!("`{}` is not a list of tasks", document.slice(line.value)),
        };
        sound = false;
        findings.push(
            Finding::new(
                &DEPENDS_UNREADABLE,
                Location::span(document.file(), line.span),
                message,
            )
            .with_help("write `**Depends on:** Task 1, Task 3`, or `none`"),
        );
    }
    declared.filter(|_| sound)
}

fn depends(document: &Document, value: Span) -> Option<Depends> {
    match key(bare(document.slice(value))).as_str() {
        "none" | "nothing" | "n a" | "ninguna" | "ninguno" => Some(Depends::None),
        _ => tasks_list::read(document, value).map(Depends::Tasks),
    }
}
