//! The target `plan_check`; see the library for what it asserts.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| planwright_fuzz::run("plan_check", data));
