//! The generated part of `docs/reliability.md`.

use std::fmt::Write as _;
use std::path::Path;

use crate::Row;
use crate::trial::Met;

const BEGIN: &str = "<!-- faults: generated, do not edit -->\n";
const END: &str = "<!-- end of faults -->\n";

/// Holds the page to the rows, or writes them into it where `PLANWRIGHT_REGENERATE` is set.
pub(crate) fn hold_to(rows: &[Row]) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/reliability.md");
    let page = std::fs::read_to_string(&path).unwrap();
    let (before, rest) = page.split_once(BEGIN).unwrap();
    let (_, after) = rest.split_once(END).unwrap();
    let made = format!("{before}{BEGIN}\n{}\n{END}{after}", table(rows));
    if std::env::var_os("PLANWRIGHT_REGENERATE").is_some() {
        std::fs::write(path, made).unwrap();
    } else {
        assert!(
            page == made,
            "docs/reliability.md is not what this run came to; regenerate it:\n{}",
            table(rows)
        );
    }
}

fn table(rows: &[Row]) -> String {
    let mut text = String::from(
        "| Writer | Steps | Killed | I/O error | No space | Left behind, and what to do |\n\
         |---|---|---|---|---|---|\n",
    );
    for row in rows {
        let outcome = |fault: usize| {
            let [stopped, done] = row.outcomes[fault];
            match (stopped, done) {
                (stopped, 0) => format!("{stopped} finished"),
                (stopped, done) => format!("{stopped} finished, {done} done"),
            }
        };
        let (name, remedy) = (row.writer.name, row.writer.remedy);
        let _ = writeln!(
            text,
            "| `{name}` | {} | {} | {} | {} | {remedy} |",
            steps(&row.met),
            outcome(0),
            outcome(1),
            outcome(2),
        );
    }
    text
}

/// How many steps there are, of how many kinds.
fn steps(met: &[Met]) -> String {
    let kinds = met.iter().filter(|met| met.nth == 1).count();
    format!("{} of {kinds} kinds", met.len())
}
