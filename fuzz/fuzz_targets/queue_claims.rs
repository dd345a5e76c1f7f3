//! The target `queue_claims`; see the library for what it asserts.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| planwright_fuzz::run("queue_claims", data));
