//! Every write changes what it is about, and no other byte (Q29).

use plan_queue::facts::Git;
use plan_queue::phase::{Phase, SetBy, Surfaces};
use plan_queue::select::ClaimVersions;
use plan_queue::write::{CloseRequest, EnterRequest, StopRequest, close, enter, stop, tick};
use plan_queue::{Facts, QueueFiles, read};
use proptest::prelude::*;

use crate::fixture::{Files, ONE, caller, change, claim_text, today};

const ENTRY: &str = "- [x] **sumar** — Sumar\n  acept: suma\n  fecha: 2026-10-15\n  done: la suma, exit 0\n  qa: dio 4\n  \
                     tests: A → suma.rs › «suma»\n  commit: n/a — aparte\n  review: aprobado por qa\n";

/// Lines that may stand between others, and mean nothing to the queue.
fn prose() -> impl Strategy<Value = String> {
    let lines = [
        "",
        "  ",
        "Texto suelto.",
        "> cita",
        "<!-- nota: - [ ] **nada** -->",
        "```\n- [ ] **ejemplo** — nada\n```",
        "\ttabulado",
        "ñandú — «raro» 🙂",
        "<!--\n## Hito otro — Otro\n-->",
        "trailing  ",
    ];
    let lines = prop::collection::vec(prop::sample::select(lines.to_vec()), 0..4);
    lines.prop_map(|lines| lines.iter().map(|line| format!("{line}\n")).collect())
}

fn task() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "- [ ] **sumar** [lite] — Sumar. _Aceptación: suma._ (service: api)\n",
        "- [ ] **sumar** [lite] — Sumar.\n  _Aceptación: suma._\n  (service: api)\n",
        "* [ ]  **sumar** [lite]  -  Sumar. _Aceptacion: suma._ (service: api)   \n",
    ])
}

/// A queue with `sumar` somewhere in it, built and committed, with any line endings, or none at the end.
fn queues() -> impl Strategy<Value = QueueFiles> {
    let endings = prop::sample::select(vec!["\n", "\r\n"]);
    (prose(), prose(), prose(), task(), endings, any::<[bool; 3]>()).prop_map(|(a, b, c, task, eol, [first, last, mark])| {
        let other = "- [ ] **restar** [lite] — Restar. _Aceptación: resta._ (service: api)\n";
        let (before, after) = if first { (other, "") } else { ("", other) };
        let mut backlog = format!("# Cola\n\n{a}\n## Hito uno — Uno\n\n{before}{task}{after}\n{b}");
        let mut wip = format!("---\ntask: sumar\nphase: Commit\nlane: lite\n---\n\n{c}\n## Plan aprobado\n\n1. [x] Uno\n2. [x] Dos\n\n## Notas\n\n{b}");
        for text in [&mut backlog, &mut wip] {
            if last {
                text.truncate(text.trim_end().len());
            }
            *text = text.replace('\n', eol);
            if mark {
                text.insert(0, '\u{feff}');
            }
        }
        let files = Files::new().with("BACKLOG.md", &backlog).with("wip/trees-one.md", &wip);
        files.with("claims/sumar.md", &claim_text("sumar", ONE)).0
    })
}

/// What one text has in the place of what another has, as bytes.
fn difference(before: &str, after: &str) -> (Vec<u8>, Vec<u8>) {
    let (before, after) = (before.as_bytes(), after.as_bytes());
    let start = before.iter().zip(after).take_while(|(a, b)| a == b).count();
    let (before, after) = (&before[start..], &after[start..]);
    let end = before
        .iter()
        .rev()
        .zip(after.iter().rev())
        .take_while(|(a, b)| a == b)
        .count();
    let end_of = |bytes: &[u8]| bytes[..bytes.len() - end].to_vec();
    (end_of(before), end_of(after))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn q29_a_tick_and_a_phase_change_their_own_bytes(files in queues()) {
        let files = Files(files);
        let text = |files: &Files| files.text("wip/trees-one.md").to_owned();
        let after = files.after(&change(tick(&files.0, &files.queue(), ONE, (1, false))));
        prop_assert_eq!(difference(&text(&files), &text(&after)), (b"x".to_vec(), b" ".to_vec()));
        let request = EnterRequest {
            caller: caller(),
            versions: ClaimVersions::default(),
            task: "sumar",
            to: Phase::Build,
            set_by: SetBy::Person,
            surfaces: &Surfaces::unknown("nobody says"),
        };
        let after = files.after(&change(enter(&files.0, &files.queue(), &request)));
        prop_assert_eq!(difference(&text(&files), &text(&after)), (b"Commit".to_vec(), b"Build".to_vec()));
    }

    #[test]
    fn q29_a_stop_adds_and_takes_nothing_away(files in queues()) {
        let files = Files(files);
        let request = StopRequest {
            caller: caller(),
            versions: ClaimVersions::default(),
            task: "sumar",
            reason: "qa-failed",
            needs: None,
        };
        let after = files.after(&change(stop(&files.0, &files.queue(), &request)));
        let (before, after) = (files.text("wip/trees-one.md"), after.text("wip/trees-one.md").to_owned());
        prop_assert!(difference(before, &after).0.is_empty());
        let only = if before.contains('\r') { after.matches('\n').count() == after.matches("\r\n").count() } else { !after.contains('\r') };
        prop_assert!(only, "{after:?}");
    }

    #[test]
    fn q29_a_closing_takes_out_the_lines_of_its_task(files in queues()) {
        let files = Files(files);
        let facts = Facts { today: Some(today()), git: Git::Absent };
        let request = CloseRequest {
            caller: caller(),
            versions: ClaimVersions::default(),
            task: "sumar",
            entry: Some(ENTRY),
            checkpoint: None,
            facts: &facts,
        };
        let after = files.after(&change(close(&files.0, &files.queue(), &request)));
        let (before, after) = (files.text("BACKLOG.md"), after.text("BACKLOG.md").to_owned());
        let queue = files.queue();
        let (_, task) = queue.task("sumar").unwrap();
        let (removed, added) = difference(before, &after);
        prop_assert!(added.is_empty());
        // What stands before and behind its lines is all that is left.
        let start = before[..task.span.start].rfind('\n').map_or(0, |at| at + 1);
        let end = start + removed.len();
        prop_assert_eq!(format!("{}{}", &before[..start], &before[end..]), after.clone());
        let line = &before[start..end];
        prop_assert!(line.contains("**sumar**") && line.trim_end().ends_with("(service: api)"), "{line:?}");
        let left = read(&QueueFiles::new("p", [("BACKLOG.md", &*after)]));
        let slugs: Vec<_> = left.tasks().map(|(_, task)| task.slug().to_owned()).collect();
        prop_assert_eq!(slugs, ["restar"]);
    }
}
