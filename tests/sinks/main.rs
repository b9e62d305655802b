//! Hostile text through every sink, in every frame, read back: by a strict reader of blocks, and by
//! a parser of CommonMark with GitHub's tables.

mod exact;
#[path = "../hostile/mod.rs"]
mod hostile;
mod markdown;
mod pairs;
mod panics;
mod random;
#[path = "../reader/mod.rs"]
mod reader;
mod structured;
mod tables;
mod tags;
