//! `ops stop-reasons`: the vocabulary in which stops are named (Q23).

use plan_queue::views::StopReasons;

use crate::{Format, Output};

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// How to print
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

pub(super) fn run(arguments: &Arguments) -> Output {
    super::show(&StopReasons::all(), arguments.format)
}
