//! Reading, judging, moving and writing a state of about 20 KB.

#![allow(
    missing_docs,
    clippy::expect_used,
    reason = "criterion's macros; a bench sets its stage"
)]

use std::collections::BTreeMap;
use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use plan_state::{Limits, State, TaskStatus, Timestamp, contract, read_state};
use plan_update::{Context, GateReport, Records, Request, transition};
use planwright_workloads::{Progress, command, dry_run, state};

fn states(criterion: &mut Criterion) {
    let text = state(40, Progress::Half);
    let read = || read_state("state.json", text.as_bytes(), &Limits::default()).value;
    let raw = read().expect("the generated state is one");
    let valid = State::new(raw.clone()).expect("it meets its contract");
    let mut group = criterion.benchmark_group("state");
    group.bench_function("read", |bencher| bencher.iter(|| black_box(read())));
    group.bench_function("contract", |bencher| {
        bencher.iter(|| black_box(contract::breaches(&raw)));
    });
    group.bench_function("write", |bencher| bencher.iter(|| black_box(raw.to_json())));
    group.bench_function("transition", |bencher| {
        let context = Context {
            now: Timestamp::parse("2026-03-03T10:00:00Z").expect("a timestamp"),
            readme_approval: None,
            records: Records::new(),
            logs: BTreeMap::new(),
        };
        let report = |command: String| GateReport {
            command,
            passes: true,
            exit_code: Some(0),
            evidence: "24 passed".to_owned(),
            last_run: None,
        };
        let request = Request {
            gates: vec![report(command(21)), report(dry_run(21))],
            ..Request::new(21, TaskStatus::Completed)
        };
        bencher.iter(|| black_box(transition(&valid, &request, &context)));
    });
    group.finish();
}

criterion_group!(benches, states);
criterion_main!(benches);
