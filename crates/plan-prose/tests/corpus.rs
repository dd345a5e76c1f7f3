//! Precision and recall of the evidence engine over the labelled corpus (E1–E3).
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "tests")]

use plan_prose::evidence::{Admission, admits};

/// The least recall, and the most false alarms, that pass, in percent.
const LEAST_RECALL: f64 = 97.0;
const MOST_FALSE_ALARMS: f64 = 1.0;

fn verdict(line: &str) -> &'static str {
    match admits(line) {
        None => "honest",
        Some(Admission::ZeroSelection { .. }) => "E1",
        Some(Admission::NotRun { .. }) => "E2",
        Some(Admission::Invalidated { .. }) => "E3",
        Some(_) => "?",
    }
}

/// Judges every line of `corpus`, prints each miss, and holds the figures to the limits.
fn measure(name: &str, corpus: &str) {
    let (mut caught, mut admissions, mut alarms, mut honest, mut kinds) = (0, 0, 0, 0, 0);
    for row in corpus
        .lines()
        .filter(|row| !row.starts_with('#') && !row.is_empty())
    {
        let mut fields = row.splitn(3, '\t');
        let (label, _language) = (fields.next().unwrap(), fields.next().unwrap());
        let line = fields.next().unwrap().replace("\\n", "\n");
        let found = verdict(&line);
        match (label == "honest", found == "honest") {
            (true, is_quiet) => {
                honest += 1;
                alarms += usize::from(!is_quiet);
            }
            (false, is_missed) => {
                admissions += 1;
                caught += usize::from(!is_missed);
                kinds += usize::from(label == found);
            }
        }
        if label != found {
            println!("{name}: {label} judged {found}: {line}");
        }
    }
    let percent = |part: usize, whole: usize| 100.0 * part as f64 / whole as f64;
    let recall = percent(caught, admissions);
    let false_alarms = percent(alarms, honest);
    let precision = percent(caught, caught + alarms);
    println!(
        "{name}: {honest} honest, {admissions} admissions: recall {recall:.1} %, false alarms \
         {false_alarms:.1} %, precision {precision:.1} %, kind right {:.1} %",
        percent(kinds, admissions)
    );
    assert!(recall >= LEAST_RECALL, "recall {recall:.1} %");
    assert!(
        false_alarms <= MOST_FALSE_ALARMS,
        "false alarms {false_alarms:.1} %"
    );
}

#[test]
fn e1_e2_e3_the_lines_that_the_tables_were_written_with() {
    measure("tuned", include_str!("../corpus/tuned.tsv"));
}

#[test]
fn e1_e2_e3_the_lines_that_were_written_after_the_tables() {
    measure("held out", include_str!("../corpus/held.tsv"));
}

#[test]
fn e1_e2_e3_the_lines_that_were_written_last() {
    measure("last", include_str!("../corpus/fresh.tsv"));
}

#[test]
fn e1_e2_e3_the_lines_of_the_fourth_style() {
    measure("fourth", include_str!("../corpus/fourth.tsv"));
}
