//! The tests of hostile worlds in one program: it is linked once, and its tests share the processors to the end.

mod corpus;
mod torture;
