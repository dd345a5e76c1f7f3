//! JSON text as a tree that knows where everything stands (B9).
//!
//! Members keep their order and numbers their digits; duplicate keys, trailing data, byte order
//! marks and depth are findings with a place.

mod bytes;
mod path;
mod reader;
mod tree;

pub use reader::read;
pub use tree::{Document, Member, Node, Tree};

pub(crate) use path::Path;
