//! A durable write of 20 KB, without and with the lock, against the bare sequence: write to a new
//! file, flush it, rename it, flush the directory.

#![allow(
    missing_docs,
    clippy::expect_used,
    clippy::disallowed_methods,
    reason = "criterion's macros; a bench sets its stage, and its floor is the bare calls"
)]

use std::fs::File;
use std::io::Write as _;
use std::path::Path;
use std::time::Duration;

use criterion::{Criterion, criterion_group, criterion_main};
use plan_guard::{Acquired, ConfinedDir, Lock, LockRequest, Probe, Process, RelPath, WriteOptions};

/// 20 KB that differ from write to write.
fn content(round: u64) -> Vec<u8> {
    let mut bytes = vec![b'x'; 20 * 1024];
    bytes[..8].copy_from_slice(&round.to_le_bytes());
    bytes
}

fn bare(dir: &Path, bytes: &[u8]) {
    let temp = dir.join("bare.tmp");
    let mut file = File::create(&temp).expect("a new file");
    file.write_all(bytes).expect("written");
    file.sync_all().expect("flushed");
    std::fs::rename(&temp, dir.join("bare.json")).expect("renamed");
    File::open(dir)
        .and_then(|dir| dir.sync_all())
        .expect("the directory is flushed");
}

fn commit(criterion: &mut Criterion) {
    let scratch = tempfile::tempdir().expect("a scratch directory");
    let dir = ConfinedDir::open(scratch.path()).expect("it opens");
    let state = RelPath::new("state.json").expect("a relative path");
    let mut round = 0;
    let mut next = move || {
        round += 1;
        content(round)
    };
    let mut group = criterion.benchmark_group("commit 20 KB");
    group.sample_size(60);
    group.bench_function("bare", |bencher| {
        bencher.iter(|| bare(scratch.path(), &next()));
    });
    group.bench_function("replace", |bencher| {
        bencher.iter(|| {
            let read = dir.read(&state).expect("read");
            dir.replace_read(&state, &next(), read.as_ref(), &WriteOptions::default())
                .map(|written| assert!(matches!(written, plan_guard::Replaced::Written { .. })))
        });
    });
    group.bench_function("replace under the lock", |bencher| {
        let process = Process::current("bench", "2026-03-03T10:00:00Z");
        bencher.iter(|| {
            let request = LockRequest {
                process: &process,
                wait: Duration::ZERO,
                probe: Probe::none(),
            };
            let Ok(Acquired::Held(lock)) = Lock::acquire(&dir, &state, &request) else {
                unreachable!("nobody else wants it")
            };
            let read = lock.dir().read(&state).expect("read");
            let written = lock
                .replace_read(&state, &next(), read.as_ref())
                .expect("written");
            assert!(matches!(written, plan_guard::Replaced::Written { .. }));
            lock.release().expect("released");
        });
    });
    group.finish();
}

criterion_group!(benches, commit);
criterion_main!(benches);
