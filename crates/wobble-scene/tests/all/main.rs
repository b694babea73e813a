//! The tests of scenes in one program: it is linked once, and its tests share the processors to the end.

mod broken;
mod documents;
mod gallery;
mod laws;
mod living;
mod mutations;
mod scenes;
mod workloads;
