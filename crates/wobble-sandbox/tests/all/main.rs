//! The tests of the sandbox in one program: it is linked once, and its tests share the processors to the end.

mod build;
mod common;
mod play;
mod probe;
