//! This crate beside other ways to do the same job, and beside the floor.
//!
//! `cargo run --release --features serde --example peers -- [--json] [--isa NAME] [--rounds N] [--job PREFIX]`
//!
//! All contenders of a job take turns within one run, on the same input and into the same output
//! buffer, so that the ratios hold even on a machine that is not quiet. Times are medians. The floor
//! is what no validating writer can beat: one UTF-8 check of the input and one copy of an output of
//! that size.

#[path = "../../benches/orders/jobs.rs"]
mod jobs;
#[path = "../../benches/orders/mod.rs"]
mod orders;

mod contenders;
mod page;
mod table;
mod typed;
mod values;

use std::collections::BTreeMap;
use std::hint::black_box;
use std::io::{self, Write};
use std::time::Instant;

use contenders::Contender;
use jobs::Job;
use mcp_presenter::Isa;
use serde::Serialize;

/// Timed runs of a contender in each of its turns, after one that is not timed.
const RUNS: usize = 3;

/// How many orders `one` goes over.
const SINGLES: usize = 1_000;

struct Options {
    json: bool,
    isa: Isa,
    rounds: usize,
    /// Only the jobs whose name begins like this.
    prefix: String,
}

/// One line of the report. Times are those of one document.
#[derive(Serialize)]
struct Line {
    job: String,
    ours_ms: f64,
    floor_ms: f64,
    peers: BTreeMap<&'static str, f64>,
}

fn main() -> io::Result<()> {
    let options = match options() {
        Ok(options) => options,
        Err(message) => {
            writeln!(io::stderr(), "peers: {message}")?;
            std::process::exit(2);
        }
    };
    let mut out = io::stdout().lock();
    if !options.json {
        writeln!(
            out,
            "instruction set {:?}; medians; a peer's ratio is its time / ours",
            options.isa
        )?;
    }

    let whole = |count| vec![orders::orders(count)];
    for (job, size, documents) in [
        (Job::Full, "10k", whole(10_000)),
        (Job::Full, "1k", whole(1_000)),
        (Job::Full, "one", orders::order_list(SINGLES)),
        (Job::Select, "10k", whole(10_000)),
        (Job::Select, "one", orders::order_list(SINGLES)),
        (Job::Toon, "10k", whole(10_000)),
        (Job::Copy, "10k", whole(10_000)),
        (Job::Copy, "one", orders::order_list(SINGLES)),
        (Job::Page, "50", whole(Job::PAGE)),
    ] {
        let name = format!("{}/{size}", job.name());
        if name.starts_with(&options.prefix) {
            let contenders = contenders::of(job, options.isa, &documents);
            report(&mut out, &measure(job, name, (&documents, contenders), &options), &options)?;
        }
    }
    if "typed/10k".starts_with(&options.prefix) {
        let documents = whole(10_000);
        let contenders = values::of(&documents[0]);
        let line = measure(Job::Full, "typed/10k".to_owned(), (&documents, contenders), &options);
        report(&mut out, &line, &options)?;
    }
    Ok(())
}

fn report(out: &mut impl Write, line: &Line, options: &Options) -> io::Result<()> {
    if options.json {
        return writeln!(out, "{}", serde_json::to_string(line)?);
    }
    table(out, line)
}

fn measure(
    job: Job,
    name: String,
    (documents, mut contenders): (&[String], Vec<Contender>),
    options: &Options,
) -> Line {
    let mut out = Vec::new();
    for document in documents {
        let data = serde_json::from_str(document).expect("orders are JSON");
        for contender in &mut contenders {
            out.clear();
            (contender.run)(document.as_bytes(), &mut out);
            jobs::check(&out, job, &data, contender.name);
        }
    }

    let mut times = vec![Vec::new(); contenders.len()];
    for _ in 0..options.rounds {
        for (contender, times) in contenders.iter_mut().zip(&mut times) {
            for run in 0..=RUNS {
                let time = time(contender, documents, &mut out);
                if run > 0 {
                    times.push(time);
                }
            }
        }
    }

    let mut medians = contenders.iter().zip(times).map(|(contender, mut times)| {
        times.sort_by(f64::total_cmp);
        let median = times[times.len() / 2] / documents.len() as f64;
        // In whole picoseconds: the rest of the digits is noise of the division.
        (contender.name, (median * 1e9).round() / 1e9)
    });
    let (_, ours_ms) = medians.next().expect("we are the first contender");
    let (_, floor_ms) = medians.next().expect("the floor is the second");
    Line { job: name, ours_ms, floor_ms, peers: medians.collect() }
}

/// The milliseconds that a contender needs for all documents.
fn time(contender: &mut Contender, documents: &[String], out: &mut Vec<u8>) -> f64 {
    let start = Instant::now();
    for document in documents {
        out.clear();
        (contender.run)(black_box(document.as_bytes()), out);
        black_box(out.as_slice());
    }
    start.elapsed().as_secs_f64() * 1e3
}

fn table(out: &mut impl Write, line: &Line) -> io::Result<()> {
    // Nanoseconds for one order, milliseconds for many.
    let text = |ms: f64| {
        if ms < 0.02 { format!("{:.0} ns", ms * 1e6) } else { format!("{ms:.3} ms") }
    };
    let Line { job, ours_ms, floor_ms, peers } = line;
    writeln!(out, "\n{job}")?;
    writeln!(out, "  {:<22} {:>10}", "ours", text(*ours_ms))?;
    let above = ours_ms / floor_ms;
    writeln!(out, "  {:<22} {:>10}   ours is {above:.2} floors", "floor", text(*floor_ms))?;
    for (name, ms) in peers {
        writeln!(out, "  {name:<22} {:>10} {:>8.2}x", text(*ms), ms / ours_ms)?;
    }
    Ok(())
}

fn options() -> Result<Options, String> {
    let mut options =
        Options { json: false, isa: Isa::detect(), rounds: 21, prefix: String::new() };
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let mut value = || arguments.next().ok_or(format!("{argument} needs a value"));
        match argument.as_str() {
            "--json" => options.json = true,
            "--isa" => options.isa = isa(&value()?)?,
            "--rounds" => {
                let rounds = value()?.parse().ok().filter(|rounds| *rounds > 0);
                options.rounds = rounds.ok_or("--rounds needs a number from 1")?;
            }
            "--job" => options.prefix = value()?,
            _ => return Err(format!("unknown argument {argument}")),
        }
    }
    Ok(options)
}

fn isa(name: &str) -> Result<Isa, String> {
    let available: Vec<Isa> = Isa::available().collect();
    let found = available.iter().find(|isa| format!("{isa:?}").eq_ignore_ascii_case(name));
    found.copied().ok_or(format!("--isa {name}: this machine has {available:?}"))
}
