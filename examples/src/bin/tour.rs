//! The `tour` binary.
fn main() {}
