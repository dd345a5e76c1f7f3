//! `ops recurring`: what recurs, when it is due, and the line that promotes a round (Q21, Q27).

use plan_diagnostics::ExitCode;
use plan_queue::views::Recurring;

use super::answer::Answer;
use super::{Common, Planning, Today};
use crate::{Format, Output};

/// The schema of a refusal by a command that writes nothing.
const REFUSED: &str = "urn:planwright:schema:queue-refusal:v1";

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    common: Common,
    #[command(flatten)]
    today: Today,
    /// Print the task line of this recurrence's next round; a person writes it into the queue
    #[arg(long, value_name = "ID")]
    promote: Option<String>,
}

pub(super) fn run(arguments: &Arguments) -> Result<Output, Output> {
    let planning = Planning::open(&arguments.common.dir)?;
    let mut recurring = Recurring::of(planning.name(), &planning.queue, arguments.today.day()?);
    let format = arguments.common.format;
    let Some(id) = &arguments.promote else {
        return Ok(super::show(&recurring, format));
    };
    recurring.recurrences.retain(|round| &round.id == id);
    let Some(round) = recurring.recurrences.first() else {
        let message = format!(
            "{} has no recurrence `{id}` that can be read",
            planning.root.display()
        );
        return Err(super::unusable(&message, "`ops recurring` lists them"));
    };
    if round.promoted {
        let message = format!("{} stands in the queue already", round.slug);
        let help = "close it; the next round is counted from there";
        let answer = Answer {
            schema: REFUSED,
            format,
        };
        let negative = answer.negative("refused", "round-promoted", &message, help);
        return Err(answer.print(&negative, ExitCode::REFUSED));
    }
    Ok(match format {
        Format::Json => super::show(&recurring, format),
        Format::Text => {
            Output::done(plan_diagnostics::escape_terminal(&round.task_line).into_owned() + "\n")
        }
    })
}
