//! What holds for any backlog: splitting and classifying change what they are about and nothing else.

use plan_queue::phase::{SetBy, Surfaces};
use plan_queue::write::Step;
use plan_queue::write::reshape::{Classifying, classify, split_backlog};
use plan_queue::{Lane, QueueFiles, read};
use proptest::prelude::*;

use super::{changed, said};

/// Lines of a backlog, and of what goes wrong in one.
fn line() -> impl Strategy<Value = String> {
    let task = (
        0_u8..12,
        prop::sample::select(vec!["", " [lite]", " [full]", " [x]"]),
        0_u8..6,
    )
        .prop_map(|(slug, lane, form)| {
            let tail = [
                "— Hacer. _Aceptación: a; b._ (service: api)",
                "— Hacer `a (service: x)`.\n  _Aceptación: (1) a (2) b._ (service: api)",
                "- Hacer (cast: a → b). _Aceptación: MAX_X es 1._",
                "— Hacer <!-- (service: no) --> (service: web) (epic: 001) (→ C1)",
                "sin raya (service: api)",
                "— Partir (sin partir: junto) (depende: t1)   ",
            ][usize::from(form)];
            format!("- [ ] **t{slug}**{lane} {tail}")
        });
    let other = prop::sample::select(vec![
        "",
        "",
        "Prosa.",
        "### Aparte",
        "## Otra",
        "## Hito roto",
        "# Título",
        "<!-- - [ ] **no** — x -->",
        "```\n## Hito f — F\n```",
        "| a | b |\n|---|---|",
        "- viñeta",
        "> - [ ] **q** — x",
        "***",
        "  - anidada",
        "Sub\n---",
        "[x]: y",
    ])
    .prop_map(str::to_owned);
    let milestone = (0_u8..5, prop::bool::ANY).prop_map(|(slug, reason)| {
        format!(
            "## Hito h{slug} — T{slug}{}",
            if reason { " (sin partir: r)" } else { "" }
        )
    });
    prop_oneof![4 => task, 3 => other, 2 => milestone]
}

fn backlog() -> impl Strategy<Value = QueueFiles> {
    let endings = prop::sample::select(vec!["\n", "\r\n"]);
    let lines = prop::collection::vec(line(), 0..24);
    (lines, endings, prop::bool::ANY, prop::option::of(-2_i64..60)).prop_map(|(lines, ending, ends, order)| {
        let mut text = lines.join("\n");
        if ends {
            text.push('\n');
        }
        let own = order.map(|order| {
            ("backlog/z.md".to_owned(), format!("---\norder: {order}\n---\n\n## Hito z — Z\n\n- [ ] **z** — Z. _Aceptación: z._ (service: z)\n"))
        });
        let fixed = [("INBOX.md", ""), ("PROTOCOL.md", ""), ("HUMAN_ACTIONS.md", "")].map(|(f, t)| (f.to_owned(), t.to_owned()));
        let backlog = ("BACKLOG.md".to_owned(), text.replace('\n', ending));
        QueueFiles::new("planning", fixed.into_iter().chain([backlog]).chain(own))
    })
}

/// Whether `part` is what is left of `whole` when some of it is taken out.
fn is_left_of(part: &str, whole: &str) -> bool {
    let mut rest = whole.lines();
    part.lines().all(|line| rest.any(|other| other == line))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn q27_a_split_queue_reads_equal(files in backlog()) {
        let before = read(&files);
        let Ok(Step::Change { change, outcome }) = split_backlog(&files, &before) else { return Ok(()) };
        let mut after = files.clone();
        for file in &change.files {
            after.insert(file.path.as_str(), file.content.clone().unwrap());
        }
        prop_assert_eq!(said(&read(&after)), said(&before));
        let text = files.text("BACKLOG.md").unwrap();
        for milestone in &outcome.milestones {
            let own = after.text(&milestone.file).unwrap();
            let section = own.splitn(3, "---").nth(2).unwrap().trim();
            prop_assert!(text.contains(section), "{section:?}");
        }
        let rest = after.text("BACKLOG.md").unwrap();
        prop_assert!(is_left_of(rest, text), "{rest:?} of {text:?}");
        prop_assert!(!read(&after).milestones.iter().any(|m| &*m.file == "BACKLOG.md"));
    }

    #[test]
    fn q29_classifying_changes_one_item(files in backlog(), at in any::<prop::sample::Index>(), lane in prop::sample::select(Lane::ALL.to_vec()), with_cast in any::<bool>()) {
        let before = read(&files);
        let slugs: Vec<String> = before.tasks().map(|(_, task)| task.slug().to_owned()).collect();
        prop_assume!(!slugs.is_empty());
        let slug = at.get(&slugs);
        let surfaces = Surfaces::read("## Qué no se puede romper\n\n- `billing`\n");
        let request = Classifying { slug, lane, cast: with_cast.then_some("dev → qa"), set_by: SetBy::Person, surfaces: &surfaces };
        let Ok(Step::Change { change, outcome }) = classify(&files, &before, &request) else { return Ok(()) };
        let mut after = files.clone();
        for file in &change.files {
            after.insert(file.path.as_str(), file.content.clone().unwrap());
        }
        prop_assert_eq!(changed(&files, &after).len(), 1);
        let (_, task) = before.task(slug).unwrap();
        let (old, new) = (files.text(&task.file).unwrap(), after.text(&task.file).unwrap());
        prop_assert_eq!(&old[..task.span.start], &new[..task.span.start]);
        prop_assert!(new.ends_with(&old[task.span.end..]));
        let queue = read(&after);
        let (_, written) = queue.task(slug).unwrap();
        prop_assert_eq!(written.lane().unwrap().as_str(), outcome.lane);
        prop_assert_eq!(&written.tail.description, &task.tail.description);
        prop_assert_eq!(written.service(), task.service());
        prop_assert_eq!(queue.tasks().count(), before.tasks().count());
    }
}
