//! `ops close`: closes a task with its evidence, in one call (Q26, Q31, Q33).

use std::path::PathBuf;

use plan_queue::facts::{Facts, Git};
use plan_queue::remote::Reading;
use plan_queue::select::{Caller, ClaimVersions};
use plan_queue::write::{CloseRequest, close};

use super::answer::Answer;
use super::push::Sharing;
use super::writing;
use super::{Common, Planning, Today, Who};
use crate::Output;

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    common: Common,
    /// The task
    slug: String,
    /// The evidence, as done/<slug>.md is to hold it; lane and critique are filled in
    ///
    /// Without it, a closing is finished whose evidence stands already.
    #[arg(long, value_name = "FILE")]
    entry: Option<PathBuf>,
    /// Where this is the last task of its milestone, let a person look at this before work goes on
    #[arg(long, value_name = "TEXT")]
    checkpoint: Option<String>,
    /// Where two sessions share a task: build or review
    #[arg(long)]
    role: Option<String>,
    /// Ask git nothing about the commits of the entry
    #[arg(long)]
    no_git: bool,
    #[command(flatten)]
    who: Who,
    #[command(flatten)]
    today: Today,
    #[command(flatten)]
    sharing: Sharing,
}

pub(super) fn run(arguments: &Arguments) -> Result<Output, Output> {
    let planning = Planning::open(&arguments.common.dir)?;
    let answer = Answer {
        schema: "urn:planwright:schema:queue-close:v1",
        format: arguments.common.format,
    };
    let role = super::role(arguments.role.as_deref(), answer)?;
    let entry = arguments
        .entry
        .as_deref()
        .map(writing::text_of)
        .transpose()?;
    let claims = arguments.sharing.claims(&planning);
    let runner = arguments.who.runner()?;
    let facts = Facts {
        today: Some(arguments.today.day()?),
        git: if arguments.no_git {
            Git::Absent
        } else {
            git(&planning, &arguments.slug, entry.as_deref())
        },
    };
    let request = CloseRequest {
        caller: Caller {
            runner: &runner,
            role,
            ..Caller::default()
        },
        versions: ClaimVersions {
            upstream: claims.upstream.as_deref(),
            base: claims.base.as_deref(),
        },
        task: &arguments.slug,
        entry: entry.as_deref(),
        checkpoint: arguments.checkpoint.as_deref(),
        facts: &facts,
    };
    let planner = |files: &_, queue: &_| close(files, queue, &request);
    let sharing = &arguments.sharing;
    sharing.run(&planning, "ops close", answer, Reading::Whole, planner)
}

/// What git says about the queue with the entry in it, so that its commits are looked up too.
fn git(planning: &Planning, slug: &str, entry: Option<&str>) -> Git {
    let mut files = planning.files.clone();
    if let Some(entry) = entry {
        files.insert(format!("done/{slug}.md"), entry);
    }
    planning.around().facts(&plan_queue::read(&files))
}
