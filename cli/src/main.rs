//! `mcp-presenter`: shows JSON as an agent may see it, checks presenter files, says which schema their
//! output has, writes and reads TOON, and counts what each format costs.
//!
//! Exit code 0: done. 1: the data, or reading or writing it. 2: the command line or the presenter
//! file. On an error there is one line on standard error, and nothing on standard output but what a
//! stream has begun.
//!
//! Standard output of `render`, `schema`, `toon` and `untoon` is what was made, byte for byte. Colours, the
//! report in words and progress bars are for a terminal and never go elsewhere, unless colours are
//! asked for.

#![forbid(unsafe_code)]

mod arguments;
mod check;
mod compare;
mod console;
mod failure;
mod input;
mod progress;
mod render;
mod report;
mod schema;
mod stream;
mod text;
mod tokens;
mod toon;
mod untoon;

use std::env;
use std::process::ExitCode;

use arguments::{Arguments, Command};
use clap::Parser;
use console::{Console, write_exactly};
use failure::Failure;

fn main() -> ExitCode {
    let (console, done) = match Arguments::try_parse() {
        Ok(arguments) => {
            let mut console = Console::new(arguments.color.into());
            let done = match &arguments.command {
                Command::Render(arguments) => {
                    if arguments.report == Some(None) {
                        console.mute();
                    }
                    render::run(arguments, &console)
                }
                Command::Check { file } => check::run(file, &console),
                Command::Schema(arguments) => schema::run(arguments),
                Command::Toon(arguments) => toon::run(arguments, &console),
                Command::Untoon(arguments) => untoon::run(arguments, &console),
                Command::Compare(arguments) => compare::run(arguments, &console),
            };
            (console, done)
        }
        Err(error) => {
            let done = if error.use_stderr() {
                Err(Failure::usage(arguments::in_one_line(&error)))
            } else {
                // Help and version.
                write_exactly(error.to_string().as_bytes())
            };
            (Console::new(arguments::color_of(env::args_os().skip(1))), done)
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            console.error(&failure.message);
            ExitCode::from(failure.exit_code())
        }
    }
}
