//! The reference part of the documents, made from the schema.
/// x
pub fn reference_text() -> String { String::new() }
