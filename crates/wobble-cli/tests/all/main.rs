//! The tests of the command in one program: it is linked once, and its tests share the processors to the end.

mod command;
mod crash;
mod documents;
mod serve;
