//! Evidence search (Q28): found, in part, absent, not searchable; disk first, then the commits.

#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

use plan_queue::evidence_search::{Hit, Place, Searched, Wanted, search};
use plan_queue::model::Done;
use plan_queue::views::Evidence;
use plan_queue::{QueueFiles, read};

fn closing(tests: &str) -> Done {
    let text = format!(
        "- [x] **sumar** — Sumar\n  acept: sí\n  fecha: 2026-10-01\n  done: sí\n  qa: sí\n  tests: {tests}\n  commit: abcdef1 feat: sumar\n"
    );
    let queue = read(&QueueFiles::new(
        "planning",
        [("BACKLOG.md", "# Cola\n"), ("done/sumar.md", &text)],
    ));
    queue.done.into_iter().next().unwrap()
}

/// What the caller's search comes to over these files.
fn hits(done: &Done, files: &[(&str, &str)]) -> Vec<Hit> {
    let wanted = Wanted::of(done);
    files
        .iter()
        .filter_map(|(path, text)| wanted.look(path, text))
        .collect()
}

/// Traces, files on disk, files in the commit; the verdict and its detail.
type Row<'a> = (&'a str, &'a [File], &'a [File], &'a str, &'a str);
/// A path and its text.
type File = (&'static str, &'static str);

fn verdict(tests: &str, disk: &[(&str, &str)], commit: &[(&str, &str)]) -> (String, String) {
    let done = closing(tests);
    let searched = Searched {
        places: vec![
            (Place::Disk, hits(&done, disk)),
            (Place::Commit("abcdef1".to_owned()), hits(&done, commit)),
        ],
        not_searched: Vec::new(),
    };
    let shown = Evidence::of(&done, &searched);
    (
        shown.traces[0].verdict.to_owned(),
        shown.traces[0].detail.clone(),
    )
}

const FILE: (&str, &str) = (
    "api/test/sumar.test.js",
    "test('suma dos números', () => {})",
);
const EMPTY: (&str, &str) = ("api/test/sumar.test.js", "test('otra cosa', () => {})");
const ELSEWHERE: (&str, &str) = (
    "web/test/otra.test.js",
    "test('suma dos números', () => {})",
);

#[test]
fn q28_the_verdicts_as_a_table() {
    let both = "A → test/sumar.test.js › «suma dos números» — el caso simple";
    let rows: &[Row<'_>] = &[
        (
            both,
            &[FILE],
            &[],
            "found",
            "api/test/sumar.test.js, on disk",
        ),
        (
            both,
            &[],
            &[FILE],
            "found",
            "api/test/sumar.test.js, in abcdef1",
        ),
        // Whole in a commit is more than in part on disk.
        (
            both,
            &[EMPTY],
            &[FILE],
            "found",
            "api/test/sumar.test.js, in abcdef1",
        ),
        (
            both,
            &[EMPTY],
            &[],
            "partial",
            "api/test/sumar.test.js, on disk: «suma dos números» does not stand in it",
        ),
        (
            both,
            &[ELSEWHERE],
            &[],
            "partial",
            "web/test/otra.test.js, on disk: «suma dos números» stands here, and not in test/sumar.test.js",
        ),
        (
            both,
            &[EMPTY],
            &[ELSEWHERE],
            "partial",
            "api/test/sumar.test.js, on disk: «suma dos números» does not stand in it",
        ),
        (
            both,
            &[("api/mytest/sumar.test.js.bak", "nada")],
            &[],
            "absent",
            "",
        ),
        (
            "A → suma_dos_numeros",
            &[("src/lib.rs", "fn suma_dos_numeros() {}")],
            &[],
            "found",
            "",
        ),
        (
            "A → suma_dos",
            &[("src/lib.rs", "fn suma_dos_numeros() {}")],
            &[],
            "absent",
            "",
        ),
        (
            "A → `TestSuma`",
            &[("suma_test.go", "func TestSuma(t *testing.T) {")],
            &[],
            "found",
            "",
        ),
        (
            "A → tests/suma.rs",
            &[("api/tests/suma.rs", "")],
            &[],
            "found",
            "",
        ),
        (
            "A → tests/suma.rs",
            &[("api/mas-tests/suma.rs", "")],
            &[],
            "absent",
            "",
        ),
        (
            "A → cargo test -p api",
            &[FILE],
            &[],
            "not-searchable",
            "it describes a test and names none",
        ),
        (
            "A → abc",
            &[FILE],
            &[],
            "not-searchable",
            "it describes a test and names none",
        ),
        (
            "n/a — sólo texto",
            &[FILE],
            &[],
            "not-searchable",
            "it says that there is nothing to test",
        ),
    ];
    for (tests, disk, commit, expected, detail) in rows {
        let (verdict, told) = verdict(tests, disk, commit);
        assert_eq!(verdict, *expected, "{tests}: {told}");
        assert!(detail.is_empty() || told == *detail, "{tests}: {told}");
    }
}

#[test]
fn q28_nowhere_to_look_is_not_absent() {
    let done = closing("A → suma_dos_numeros");
    let verdict = search(&done.tests[0], &Searched::default());
    assert_eq!(verdict.as_str(), "not-searchable");
}

#[test]
fn q28_a_file_that_concerns_nothing_is_no_hit() {
    let done = closing("A → test/sumar.test.js › «suma»");
    let wanted = Wanted::of(&done);
    assert_eq!(wanted.look("README.md", "sumar y resumas"), None);
    assert!(wanted.look("README.md", "«suma» es el nombre").is_some());
    assert!(wanted.names_file("x/test/sumar.test.js") && !wanted.names_file("sumar.test.js"));
}
