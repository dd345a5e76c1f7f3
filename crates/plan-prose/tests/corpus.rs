//! Precision and recall of the evidence engine over the labelled corpus (E1–E3).
#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    clippy::cast_precision_loss,
    reason = "tests"
)]

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

/// The parts of the corpus.
const PARTS: &[(&str, &str)] = &include!("../corpus/parts.in");

/// How the lines of a part were judged.
#[derive(Default)]
struct Figures {
    honest: usize,
    alarms: usize,
    admissions: usize,
    caught: usize,
    right_kind: usize,
}

impl Figures {
    fn add(&mut self, label: &str, found: &str) {
        if label == "honest" {
            self.honest += 1;
            self.alarms += usize::from(found != "honest");
        } else {
            self.admissions += 1;
            self.caught += usize::from(found != "honest");
            self.right_kind += usize::from(found == label);
        }
    }

    fn recall(&self) -> f64 {
        percent(self.caught, self.admissions)
    }

    fn false_alarms(&self) -> f64 {
        percent(self.alarms, self.honest)
    }

    fn print(&self, name: &str) {
        println!(
            "{name}: {} honest, {} admissions: recall {:.1} %, false alarms {:.1} %, precision \
             {:.1} %, kind right {:.1} %",
            self.honest,
            self.admissions,
            self.recall(),
            self.false_alarms(),
            percent(self.caught, self.caught + self.alarms),
            percent(self.right_kind, self.admissions),
        );
    }
}

fn percent(part: usize, whole: usize) -> f64 {
    100.0 * part as f64 / whole as f64
}

#[test]
fn e1_e2_e3_precision_and_recall_over_the_corpus() {
    let mut all = Figures::default();
    for (name, rows) in PARTS.iter().copied() {
        let mut part = Figures::default();
        for row in rows.lines().filter(|row| !row.starts_with('#')) {
            let fields: Vec<&str> = row.splitn(3, '\t').collect();
            let line = fields[2].replace("\\n", "\n");
            let found = verdict(&line);
            part.add(fields[0], found);
            all.add(fields[0], found);
            if fields[0] != found {
                println!("{name}: {} judged {found}: {line}", fields[0]);
            }
        }
        part.print(name);
    }
    all.print("all");
    assert!(
        all.honest + all.admissions >= 400,
        "the corpus is too small to mean much"
    );
    assert!(all.recall() >= LEAST_RECALL, "recall {:.1} %", all.recall());
    assert!(
        all.false_alarms() <= MOST_FALSE_ALARMS,
        "false alarms {:.1} %",
        all.false_alarms()
    );
}
