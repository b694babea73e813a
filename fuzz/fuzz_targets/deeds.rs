#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| wobble_torture::fuzz::deeds(bytes));
