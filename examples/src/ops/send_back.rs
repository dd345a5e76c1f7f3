//! `ops return`: sends a reviewed task back to the session that built it (Q31).

use plan_queue::write::{ReviewFinding, send_back};

use super::answer::Answer;
use super::writing::Writing;
use super::{Common, Planning, Who};
use crate::Output;

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    common: Common,
    /// The task
    slug: String,
    /// What was found, `BASIS|yes or no|TEXT`: the rule or criterion, whether it was checked, and what
    /// is the matter; only a checked finding sends a task back
    #[arg(long = "finding", value_name = "BASIS|CHECKED|TEXT", value_parser = finding, required = true)]
    findings: Vec<ReviewFinding>,
    #[command(flatten)]
    who: Who,
    #[command(flatten)]
    writing: Writing,
}

/// A finding: split on the first two bars only.
fn finding(text: &str) -> Result<ReviewFinding, String> {
    let form = || format!("`{text}` is not BASIS|yes|TEXT or BASIS|no|TEXT");
    let mut parts = text.splitn(3, '|').map(str::trim);
    let mut part = || parts.next().ok_or_else(form);
    let (basis, checked, text) = (part()?, part()?, part()?);
    let checked = match checked {
        "yes" => true,
        "no" => false,
        _ => return Err(form()),
    };
    Ok(ReviewFinding {
        basis: basis.to_owned(),
        checked,
        text: text.to_owned(),
    })
}

pub(super) fn run(arguments: &Arguments) -> Result<Output, Output> {
    let planning = Planning::open(&arguments.common.dir)?;
    let runner = arguments.who.runner()?;
    let answer = Answer {
        schema: "urn:planwright:schema:queue-return:v1",
        format: arguments.common.format,
    };
    let found = (&*arguments.slug, &*arguments.findings);
    let planner = |files: &_, queue: &_| send_back(files, queue, &runner, found);
    arguments
        .writing
        .run(&planning, "ops return", answer, planner)
}
