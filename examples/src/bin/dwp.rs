//! The `dwp` binary.
fn main() {}
