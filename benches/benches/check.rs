//! The check of a Full plan: loading, and judging what was loaded, against reading and parsing the
//! same files with comrak alone.

#![allow(
    missing_docs,
    clippy::expect_used,
    reason = "criterion's macros; a bench sets its stage"
)]

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use plan_guard::ConfinedDir;
use plan_verify::{Facts, PlanFiles, check};
use planwright_workloads::{Progress, plan, write};

fn checks(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("check");
    group.sample_size(30);
    for tasks in [10, 100, 400] {
        let files = plan(tasks, Progress::Completed);
        let bytes: usize = files.iter().map(|(_, text)| text.len()).sum();
        let scratch = tempfile::tempdir().expect("a scratch directory");
        let root = write(scratch.path(), &files);
        let dir = ConfinedDir::open(&root).expect("it opens");
        let loaded = PlanFiles::load(&dir).expect("it loads");
        group.throughput(Throughput::Bytes(bytes as u64));
        group.bench_with_input(BenchmarkId::new("floor", tasks), &root, |bencher, root| {
            bencher.iter(|| black_box(floor(root, &files)));
        });
        group.bench_with_input(BenchmarkId::new("load", tasks), &dir, |bencher, dir| {
            bencher.iter(|| black_box(PlanFiles::load(dir)));
        });
        group.bench_with_input(
            BenchmarkId::new("judge", tasks),
            &loaded,
            |bencher, loaded| {
                bencher.iter(|| black_box(check(loaded, &Facts::default())));
            },
        );
    }
    group.finish();
}

/// Reads the same files, and parses the Markdown among them with comrak alone.
fn floor(root: &std::path::Path, files: &[(String, String)]) -> usize {
    let mut options = comrak::Options::default();
    options.extension.table = true;
    options.extension.tasklist = true;
    let mut blocks = 0;
    for (name, _) in files {
        let text = std::fs::read_to_string(root.join(name)).expect("it is there");
        if name.ends_with(".md") {
            let arena = comrak::Arena::new();
            blocks += comrak::parse_document(&arena, &text, &options)
                .children()
                .count();
        }
    }
    blocks
}

criterion_group!(benches, checks);
criterion_main!(benches);
