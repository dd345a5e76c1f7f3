//! The target `queue_check`; see the library for what it asserts.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| planwright_fuzz::run("queue_check", data));
