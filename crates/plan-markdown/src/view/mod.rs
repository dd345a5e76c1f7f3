//! What a plan's files say: views on a document.
//!
//! A view reads one kind of file, tolerantly: what is understood is used, what is not is among its
//! findings, and nothing is dropped in silence. Views do not judge; numbers out of order, boxes that
//! disagree with a count and fields that contradict each other are left for the rules to see. Every
//! text comes with its place in the source.

pub mod amendment;
mod count;
pub mod edit;
mod field;
mod label;
mod meaning;
mod part;
mod plain;
pub mod progress;
mod ranges;
pub mod readme;
pub mod rules;
mod spanned;
pub mod task;
mod tasks_list;
mod title;
mod words;

pub use amendment::Amendment;
pub use count::Count;
pub use field::Field;
pub use part::Part;
pub use progress::Progress;
pub use readme::Readme;
pub use spanned::Spanned;
pub use task::TaskRecord;
