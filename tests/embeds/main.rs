//! Presenters embedded in another one: what each of them says about a value holds for it.

mod censors;
#[path = "../clock/mod.rs"]
mod clock;
mod keys;
mod limits;
mod nulls;
mod show;
mod types;
