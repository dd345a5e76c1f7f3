//! The target `frontmatter`; see the library for what it asserts.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| planwright_fuzz::run("frontmatter", data));
