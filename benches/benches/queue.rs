//! The check of a planning queue and the choice of a task, against reading the same files.

#![allow(
    missing_docs,
    clippy::expect_used,
    reason = "criterion's macros; a bench sets its stage"
)]

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use plan_guard::ConfinedDir;
use plan_queue::{Facts, QueueFiles, check, read};
use planwright_workloads::queue::{Size, queue};
use planwright_workloads::write;

fn checks(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("queue");
    group.sample_size(10);
    for (name, size) in [
        (
            "2,000 tasks, 5,000 done",
            Size {
                tasks: 2_000,
                done: 5_000,
                human: 0,
            },
        ),
        (
            "100,000 done",
            Size {
                tasks: 9,
                done: 100_000,
                human: 0,
            },
        ),
        (
            "chain of 10,000",
            Size {
                tasks: 10_000,
                done: 0,
                human: 0,
            },
        ),
        (
            "500 human rows",
            Size {
                tasks: 9,
                done: 500,
                human: 500,
            },
        ),
    ] {
        let files = queue(size);
        let bytes: usize = files.iter().map(|(_, text)| text.len()).sum();
        let scratch = tempfile::tempdir().expect("a scratch directory");
        let root = write(scratch.path(), &files);
        let dir = ConfinedDir::open(&root).expect("it opens");
        let loaded = QueueFiles::load(&dir).expect("it loads");
        group.throughput(Throughput::Bytes(bytes as u64));
        group.bench_function(BenchmarkId::new("floor", name), |bencher| {
            bencher.iter(|| {
                let read = files.iter().map(|(file, _)| std::fs::read(root.join(file)));
                black_box(
                    read.map(|bytes| bytes.map_or(0, |bytes| bytes.len()))
                        .sum::<usize>(),
                )
            });
        });
        group.bench_function(BenchmarkId::new("load", name), |bencher| {
            bencher.iter(|| black_box(QueueFiles::load(&dir).is_ok()));
        });
        group.bench_function(BenchmarkId::new("read", name), |bencher| {
            bencher.iter(|| black_box(read(&loaded)));
        });
        group.bench_function(BenchmarkId::new("judge", name), |bencher| {
            bencher.iter(|| black_box(check(&loaded, &Facts::default())));
        });
    }
    group.finish();
}

criterion_group!(benches, checks);
criterion_main!(benches);
