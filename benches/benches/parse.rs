//! Parsing Markdown, against a bare comrak parse of the same bytes.

#![allow(missing_docs, reason = "criterion's macros")]

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use plan_markdown::Document;
use plan_markdown::view::{Readme, TaskRecord};
use planwright_workloads::{Progress, plan};

fn parse(criterion: &mut Criterion) {
    let files = plan(100, Progress::Completed);
    let records: Vec<&str> = files
        .iter()
        .filter(|(name, _)| name.contains(".task_"))
        .map(|(_, text)| text.as_str())
        .collect();
    let mut group = criterion.benchmark_group("parse");
    group.throughput(Throughput::Bytes(
        records.iter().map(|text| text.len() as u64).sum(),
    ));
    group.bench_function("comrak", |bencher| {
        let mut options = comrak::Options::default();
        options.extension.table = true;
        options.extension.tasklist = true;
        bencher.iter(|| {
            for text in &records {
                let arena = comrak::Arena::new();
                black_box(comrak::parse_document(&arena, text, &options));
            }
        });
    });
    group.bench_function("document", |bencher| {
        bencher.iter(|| {
            for text in &records {
                black_box(Document::parse("task.md", *text));
            }
        });
    });
    group.bench_function("task record", |bencher| {
        let documents: Vec<Document> = records
            .iter()
            .map(|text| Document::parse("task.md", *text))
            .collect();
        bencher.iter(|| {
            documents
                .iter()
                .map(TaskRecord::read_file)
                .map(black_box)
                .count()
        });
    });
    group.bench_function("readme", |bencher| {
        let readme = files.iter().find(|(name, _)| name == "README.md");
        let document = Document::parse("README.md", readme.map_or("", |(_, text)| text));
        bencher.iter(|| black_box(Readme::read(&document)));
    });
    group.finish();
}

criterion_group!(benches, parse);
criterion_main!(benches);
