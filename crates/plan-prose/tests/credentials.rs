//! Recall and false alarms of the credential shapes over a corpus of their own (B12, P19).
//!
//! The corpus holds templates, so that no scanner takes it for a leak; the values are made here, from a
//! fixed seed.
#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    clippy::cast_precision_loss,
    reason = "tests"
)]

use std::collections::BTreeMap;

use plan_prose::credential::{conceal, find, in_diff};

/// The least recall, and the most false alarms, that pass, in percent.
const LEAST_RECALL: f64 = 97.0;
const MOST_FALSE_ALARMS: f64 = 0.5;

/// How many values are made of each template.
const VALUES: u64 = 16;

struct Row {
    is_secret: bool,
    kind: &'static str,
    template: &'static str,
}

fn corpus() -> Vec<Row> {
    let rows = include_str!("../corpus/credentials.tsv").lines();
    rows.filter(|row| !row.starts_with('#'))
        .map(|row| {
            let fields: Vec<&str> = row.splitn(3, '\t').collect();
            Row {
                is_secret: fields[0] == "secret",
                kind: fields[1],
                template: fields[2],
            }
        })
        .collect()
}

/// A small generator; what it makes is as varied as a secret is.
struct Random(u64);

impl Random {
    fn next(&mut self, below: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % below
    }

    fn of(&mut self, alphabet: &str, length: usize) -> String {
        let alphabet = alphabet.as_bytes();
        (0..length)
            .map(|_| char::from(alphabet[self.next(alphabet.len())]))
            .collect()
    }
}

fn alphabet(class: char) -> Option<&'static str> {
    const ALL: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_";
    Some(match class {
        'a' => &ALL[..62],
        'b' => &ALL[..64],
        'd' => &ALL[52..62],
        'h' => "0123456789abcdef",
        'l' => &ALL[26..62],
        'u' => "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789",
        'w' => "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_",
        _ => return None,
    })
}

/// The template with its values made.
fn fill(template: &str, seed: u64) -> String {
    let mut random = Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ template.len() as u64);
    let mut out = String::new();
    let mut rest = template;
    while let Some(open) = rest.find('{') {
        let (before, tail) = rest.split_at(open);
        out.push_str(before);
        let made = tail.find('}').and_then(|close| {
            let mut inner = tail[1..close].chars();
            let alphabet = alphabet(inner.next()?)?;
            let length = inner.as_str().parse().ok()?;
            Some((random.of(alphabet, length), close + 1))
        });
        let (text, used) = made.unwrap_or_else(|| ("{".to_owned(), 1));
        out.push_str(&text);
        rest = &tail[used..];
    }
    out.push_str(rest);
    out.replace("\\n", "\n")
}

fn percent(part: usize, whole: usize) -> f64 {
    100.0 * part as f64 / whole.max(1) as f64
}

#[test]
fn p19_recall_and_false_alarms_over_the_corpus() {
    let mut figures: BTreeMap<(bool, &str), (usize, usize)> = BTreeMap::new();
    for row in corpus() {
        let hits = (0..VALUES).filter(|seed| find(&fill(row.template, *seed)).is_some());
        let hits = hits.count();
        let figure = figures.entry((row.is_secret, row.kind)).or_default();
        *figure = (figure.0 + hits, figure.1 + VALUES as usize);
        if (row.is_secret && hits < VALUES as usize) || (!row.is_secret && hits > 0) {
            println!("{} of {VALUES}: {}: {}", hits, row.kind, row.template);
        }
    }
    let mut totals = [(0, 0); 2];
    for ((is_secret, kind), (hits, all)) in figures {
        let word = if is_secret {
            "found"
        } else {
            "taken for a secret"
        };
        println!(
            "{kind}: {:.1} % {word} ({hits} of {all})",
            percent(hits, all)
        );
        let total = &mut totals[usize::from(is_secret)];
        *total = (total.0 + hits, total.1 + all);
    }
    let [(alarms, clean), (found, secret)] = totals;
    let (recall, false_alarms) = (percent(found, secret), percent(alarms, clean));
    println!("all: recall {recall:.1} % of {secret}, false alarms {false_alarms:.2} % of {clean}");
    assert!(secret >= 150 * VALUES as usize && clean >= 150 * VALUES as usize);
    assert!(recall >= LEAST_RECALL, "recall {recall:.1} %");
    assert!(
        false_alarms <= MOST_FALSE_ALARMS,
        "false alarms {false_alarms:.2} %"
    );
}

/// What is found is concealed, and found in a diff that adds it, on its line.
#[test]
fn p19_what_is_found_is_concealed_and_found_in_diffs() {
    for row in corpus() {
        let text = fill(row.template, 1);
        let Some(leak) = find(&text) else { continue };
        let shown = conceal(&text).unwrap_or_default();
        assert_eq!(find(&shown), None, "{}", row.template);
        assert_eq!(shown.len(), text.len());
        let lines: Vec<&str> = text.lines().collect();
        let body: String = lines.iter().map(|line| format!("+{line}\n")).collect();
        let diff = format!("--- a/x\n+++ b/x\n@@ -3,0 +4,{} @@\n{body}", lines.len());
        let line = text[..leak.span.start].matches('\n').count() as u64 + 4;
        let found = in_diff(&diff);
        assert!(
            found.iter().any(|added| added.line == Some(line)),
            "{}: {found:?}",
            row.template
        );
    }
}
