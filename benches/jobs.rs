//! Each job from JSON bytes to the complete framed result, on one order, on 1,000 and on 10,000; a
//! page on 50; full once more on 10,000, as text and as structured content.
//!
//! `cargo bench --bench jobs`; see `benches/README.md`.

#[path = "orders/jobs.rs"]
mod jobs;
#[path = "orders/mod.rs"]
mod orders;

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput};
use jobs::Job;
use mcp_presenter::{Channel, Frame, Renderer, Request};
use serde_json::Value;

fn measure(criterion: &mut Criterion, group: &str, job: Job, size: &str, json: &str) {
    measure_request(criterion, group, (job, job.request()), size, json);
}

fn measure_request(
    criterion: &mut Criterion,
    group: &str,
    (job, request): (Job, Request),
    size: &str,
    json: &str,
) {
    let presenter = job.presenter();
    let mut renderer = Renderer::new();
    let mut out = Vec::new();
    let mut render = |out: &mut Vec<u8>| {
        out.clear();
        let json = black_box(json.as_bytes());
        renderer.render(&presenter, json, &request, Frame::Result, out).expect("the orders fit");
    };

    render(&mut out);
    let data = serde_json::from_str(json).expect("orders are JSON");
    jobs::check(&without_structured(&out), job, &data, job.name());

    let mut group = criterion.benchmark_group(group);
    group.throughput(Throughput::Bytes(json.len() as u64));
    group.bench_function(BenchmarkId::from_parameter(size), |bencher| {
        bencher.iter(|| {
            render(&mut out);
            black_box(out.as_slice());
        });
    });
    group.finish();
}

/// The result without structured content, which, where there is some, is the JSON of the text.
fn without_structured(result: &[u8]) -> Vec<u8> {
    let mut result: Value = serde_json::from_slice(result).expect("a result is JSON");
    let members = result.as_object_mut().expect("a result is an object");
    if let Some(structured) = members.remove("structuredContent") {
        let text = result["content"][0]["text"].as_str().expect("a text");
        let text: Value = serde_json::from_str(text).expect("the text is JSON");
        // Not assert_eq: it would print megabytes.
        assert!(structured["items"] == text, "structured content is not the text");
    }
    result.to_string().into_bytes()
}

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    for job in Job::ALL {
        for count in [1, 1_000, 10_000] {
            measure(&mut criterion, job.name(), job, &count.to_string(), &orders::orders(count));
        }
    }
    // One order as an object of its own, not as an array of one: no table.
    for job in Job::ALL.into_iter().filter(|job| *job != Job::Toon) {
        measure(&mut criterion, "one", job, job.name(), &orders::order_list(1)[0]);
    }
    let page = orders::orders(Job::PAGE);
    measure(&mut criterion, Job::Page.name(), Job::Page, &Job::PAGE.to_string(), &page);
    let both = (Job::Full, Job::Full.request().channel(Channel::Both));
    measure_request(&mut criterion, "structured", both, "10000", &orders::orders(10_000));
    criterion.final_summary();
}
