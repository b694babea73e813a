//! The tests of the laboratory in one program: it is linked once, and its tests share the processors to the end.

mod benching;
mod comparing;
mod measuring;
mod sweeping;
