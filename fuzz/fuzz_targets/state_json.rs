//! The target `state_json`; see the library for what it asserts.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| planwright_fuzz::run("state_json", data));
