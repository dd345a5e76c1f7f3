//! Whatever a plan's bytes are, the check answers, always the same, and places what it finds.
#![allow(clippy::unwrap_used, reason = "tests")]

use plan_testkit::PlanBuilder;
use plan_verify::{Facts, PlanFiles, PlanView, Stage, check, check_view};
use proptest::prelude::*;
use proptest::sample::Index;

/// A change of one file: the bytes between two places are replaced.
#[derive(Debug, Clone)]
struct Mutation {
    file: Index,
    from: Index,
    length: usize,
    bytes: Vec<u8>,
}

fn mutation() -> impl Strategy<Value = Mutation> {
    let words = prop_oneof![
        prop::collection::vec(any::<u8>(), 0..12),
        prop::sample::select(vec![
            "```",
            "<!--",
            "-->",
            "\r\n",
            "\u{feff}",
            "- [x] Task 1: a\n",
            "## Task 2 {#task-2}\n",
            "**Status:** pending\n",
            "### Amendment A1 — 2026-03-02\n",
            "| a | b |\n|---|---|\n",
            "    ",
            "\"id\": 2,",
            "null",
            "[[[[",
            "\\u0000",
            "İ",
            "\u{2028}",
            "Depends on: Task 1",
        ])
        .prop_map(|text| text.as_bytes().to_vec()),
    ];
    (any::<Index>(), any::<Index>(), 0..200_usize, words).prop_map(|(file, from, length, bytes)| {
        Mutation {
            file,
            from,
            length,
            bytes,
        }
    })
}

fn plan() -> impl Strategy<Value = PlanBuilder> {
    prop::sample::select(vec![
        PlanBuilder::full(3).complete(),
        PlanBuilder::full(3).tick(1).block(2),
        PlanBuilder::lite(3).complete(),
        PlanBuilder::lite(2).tick(1),
        PlanBuilder::legacy(3).tick(1),
        PlanBuilder::legacy(3)
            .remove("state.json")
            .remove("manifest.json"),
    ])
}

fn mutated(plan: &PlanBuilder, mutations: &[Mutation]) -> PlanFiles {
    let mut files: Vec<(String, Vec<u8>)> = plan
        .files()
        .into_iter()
        .map(|(name, text)| (name, text.into_bytes()))
        .collect();
    for Mutation {
        file,
        from,
        length,
        bytes,
    } in mutations
    {
        let at = file.index(files.len());
        let content = &mut files[at].1;
        let start = from.index(content.len() + 1);
        let end = (start + length).min(content.len());
        content.splice(start..end, bytes.iter().copied());
    }
    PlanFiles::new("PLAN_invoice_export", files)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 192, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_are_judged_and_always_alike(
        plan in plan(),
        mutations in prop::collection::vec(mutation(), 1..5),
    ) {
        let files = mutated(&plan, &mutations);
        let facts = Facts::default();
        let report = check(&files, &facts);
        prop_assert_eq!(&report, &check(&files, &facts));
        for finding in report.findings() {
            let text = files.text(&finding.location.file);
            if let (Some(span), Some(text)) = (finding.location.span, text) {
                prop_assert!(span.start <= span.end && span.end <= text.len(), "{:?}", finding);
                prop_assert!(text.is_char_boundary(span.start), "{:?}", finding);
            }
            prop_assert!(!finding.message.is_empty() && !finding.message.contains('\n'), "{:?}", finding);
        }
        let _ = check_view(&PlanView::new(&files, &facts, Stage::Finalizing));
    }
}

/// The work grows with the bytes: what is ten times as large takes no more than some thirty times
/// as long. A quadratic step would take a hundred times.
#[test]
fn the_work_is_linear() {
    use std::time::{Duration, Instant};
    fn time(files: &PlanFiles) -> Duration {
        let facts = Facts::default();
        let run = || {
            let start = Instant::now();
            let _ = check(files, &facts);
            start.elapsed()
        };
        (0..5).map(|_| run()).min().unwrap()
    }
    let grown = |name: &str, text: &str, count: usize| {
        let plan = PlanBuilder::full(3).complete().without_receipt();
        let base = plan.files()[name].clone();
        plan.write(name, &format!("{base}\n{}", text.repeat(count)))
            .plan_files()
    };
    for (name, text) in [
        ("README.md", "\n\n\n\n"),
        ("1.task_write_part_1.md", "- [ ] a thing to do\n"),
        (
            "analysis_results/SECURITY_REVIEW.md",
            "- high: a thing, fixed\n",
        ),
        (
            "analysis_results/SECURITY_REVIEW.md",
            "| low | a thing | fixed |\n",
        ),
        ("PROGRESS.md", "## x — Task 1: a\n\n- b\n"),
    ] {
        let (small, large) = (
            time(&grown(name, text, 400)),
            time(&grown(name, text, 4_000)),
        );
        assert!(
            large < small * 35,
            "{name} {text:?}: {small:?}, ten times as large {large:?}"
        );
    }
}
