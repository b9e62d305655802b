//! Text that tries to break out, and what hooks and handlers write of it. Everything is made from
//! bytes, so that a fuzzer, a generator and a table of cases share it.

// Each test takes what it needs of it.
#![allow(dead_code, unreachable_pub, unused_imports)]

mod format;
mod rows;
mod script;
mod shown;
mod source;
mod text;
mod tool;

pub use rows::Rows;
pub use script::{Appended, FRAMES, Place, Script, texts};
pub use shown::{Shown, Tree, What, Written};
pub use source::{FRAGMENTS, Source};
pub use text::{Text, Way, folded, same_cell, same_line, same_text};
pub use tool::Described;
