//! The rules over a plan: each judges the view by its own static, and none stops the others.
//!
//! One table lists them all, with the function that judges each and what it needs to be
//! judged at all. What could not be judged is said in a note, not passed over.

mod acceptance;
mod approved;
mod credentials;
mod dependencies;
mod evidence;
mod index;
mod legacy;
mod lite;
mod log;
mod presence;
mod publication;
mod readme;
mod records;
mod security;
mod standing;
mod table;
mod traces;

pub use acceptance::*;
pub use approved::*;
pub use credentials::*;
pub use dependencies::*;
pub use evidence::*;
pub use index::*;
pub use legacy::*;
pub use lite::*;
pub use log::*;
pub use presence::*;
pub use publication::*;
pub use readme::*;
pub use records::*;
pub use security::*;
pub use standing::*;
pub use table::RULES;
pub(crate) use table::{Judge, Need, TABLE};
pub use traces::*;
