#![doc = include_str!("../README.md")]

mod blocks;
mod document;
pub mod edit;
mod findings;
mod frontmatter;
mod heading;
mod inline;
mod items;
mod labels;
mod lines;
mod mark;
mod mask;
mod model;
mod prefix;
mod query;
pub mod rules;
mod section;
mod table;
mod ticks;
pub mod view;

pub use document::Document;
pub use edit::{Edit, EditError};
pub use model::{
    Bullet, Comment, Entry, Fence, Frontmatter, Heading, Item, Label, LabelKind, Link, ListItem,
    Mark, MarkKind, Row, Table,
};
pub use rules::RULES;
pub use section::{Opener, Section};

/// The names of the sections of a task record; a section that a label opens ends at the next of them.
pub static SECTION_NAMES: &[&str] = &[
    "Goal",
    "Context",
    "Read Before Starting",
    "Touched Surface",
    "Instructions",
    "Acceptance Criteria",
    "Outputs",
    "Validation",
    "Execution Checklist",
    "Checklist",
    "Rollback",
    "Completion & Log",
    "Completion Log",
    "Log",
];

/// Whether two names are the same: letter case, surrounding space, markup and punctuation aside.
#[must_use]
pub fn same_name(a: &str, b: &str) -> bool {
    fn trim(name: &str) -> &str {
        name.trim_matches(|c: char| !c.is_alphanumeric())
    }
    let (a, b) = (trim(a), trim(b));
    a.eq_ignore_ascii_case(b)
        || a.chars()
            .flat_map(char::to_lowercase)
            .eq(b.chars().flat_map(char::to_lowercase))
}
