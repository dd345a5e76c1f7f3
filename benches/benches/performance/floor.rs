//! The floors: what a command cannot do without, done barely.

use std::fs::File;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use plan_guard::Digest;

/// Runs the floor of that name.
pub(crate) fn run(name: &str, arguments: &[&str]) -> ExitCode {
    match (name, arguments) {
        ("nothing", []) => {}
        ("read", [dir]) => {
            read(dir.as_ref());
        }
        ("comrak", [dir]) => parse(dir.as_ref()),
        ("replace", [file]) => replace(file.as_ref()),
        _ => return ExitCode::FAILURE,
    }
    ExitCode::SUCCESS
}

/// The files below a directory, read one after the other.
fn read(dir: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut files = Vec::new();
    let mut ahead = vec![dir.to_owned()];
    while let Some(dir) = ahead.pop() {
        for entry in std::fs::read_dir(&dir).expect("a directory") {
            let entry = entry.expect("an entry");
            let path = entry.path();
            if entry.file_type().expect("its type").is_dir() {
                ahead.push(path);
            } else {
                let bytes = std::fs::read(&path).expect("it is there");
                files.push((path, bytes));
            }
        }
    }
    files
}

/// Reads them, and parses the Markdown among them with comrak alone.
fn parse(dir: &Path) {
    let mut options = comrak::Options::default();
    options.extension.table = true;
    options.extension.tasklist = true;
    for (path, bytes) in read(dir) {
        if path.extension().is_some_and(|extension| extension == "md") {
            let text = String::from_utf8(bytes).expect("text");
            let arena = comrak::Arena::new();
            std::hint::black_box(comrak::parse_document(&arena, &text, &options));
        }
    }
}

/// Reads a file, hashes it, parses it as JSON, and writes it durably in its own place.
fn replace(path: &Path) {
    let bytes = std::fs::read(path).expect("it is there");
    std::hint::black_box(Digest::of(&bytes));
    let value: serde_json::Value = serde_json::from_slice(&bytes).expect("it is JSON");
    let text = serde_json::to_string_pretty(&value).expect("it is JSON");
    let temp = path.with_extension("tmp");
    let mut file = File::create(&temp).expect("a new file");
    file.write_all(text.as_bytes()).expect("written");
    file.sync_all().expect("flushed");
    std::fs::rename(&temp, path).expect("renamed");
    File::open(path.parent().expect("a parent"))
        .and_then(|dir| dir.sync_all())
        .expect("the directory is flushed");
}
