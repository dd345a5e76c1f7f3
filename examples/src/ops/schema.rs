//! `ops schema`: the schemas that it knows.

use super::answer;
use crate::Output;
use crate::schema::{self, Schema};

pub(super) use crate::schema::Arguments;

pub(super) fn run(arguments: &Arguments) -> Output {
    schema::print(arguments, "ops", schemas())
}

/// Every schema of what `ops` prints.
#[must_use]
pub fn schemas() -> Vec<Schema> {
    let answers = plan_queue::schema::all().into_iter();
    let answers = answers.chain(answer::schemas()).map(Schema::from);
    schema::of_checks().chain(answers).collect()
}
