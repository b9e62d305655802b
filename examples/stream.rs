//! Streams the orders of standard input to standard output as a tool result, and says on standard
//! error how fast that was and how much memory it took.
//!
//! ```sh
//! cargo run --release --example orders -- 1850000 > orders.json
//! cargo build --release --example stream
//! cat orders.json | target/release/examples/stream > shown.json
//! ```
//!
//! `stream 256 64` reads 256 KiB at a time, and writes 64.

use std::io::{self, Read, Write};
use std::time::Instant;

use mcp_presenter::{Frame, Input, Presenter, Renderer, Request};

/// Counts what it reads.
struct Counted<R>(R, usize);

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        let length = self.0.read(room)?;
        self.1 += length;
        Ok(length)
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let file = include_str!("orders.presenter.json").replace(",\n  \"limit\": 2", "");
    let orders = Presenter::from_json(&file)?;
    let mut sizes = std::env::args().skip(1).map(|size| size.parse::<usize>());
    let mut source = Counted(io::stdin().lock(), 0);
    let mut input = Input::json(&mut source);
    if let Some(kib) = sizes.next().transpose()? {
        input = input.read_chunk(kib << 10);
    }
    if let Some(kib) = sizes.next().transpose()? {
        input = input.write_chunk(kib << 10);
    }
    let start = Instant::now();
    let request = Request::new();
    let report = Renderer::new().stream(&orders, input, &request, Frame::Result, io::stdout())?;
    let seconds = start.elapsed().as_secs_f64();
    let speed = source.1 as f64 / 1e6 / seconds;
    let mut told = io::stderr();
    writeln!(
        told,
        "{} items, {} bytes in {seconds:.2} s, {speed:.0} MB/s",
        report.items(),
        source.1
    )?;
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    for line in status.lines().filter(|line| line.starts_with("VmHWM")) {
        writeln!(told, "{line}")?;
    }
    Ok(())
}
