//! `classify` (Q22, Q33).

use plan_queue::phase::{SetBy, Surfaces};
use plan_queue::write::Planned;
use plan_queue::write::reshape::{Classified, Classifying, classify};
use plan_queue::{Lane, Queue, QueueFiles, read};

use super::{changed, faults, nothing, plan, refused, with_endings};
use crate::common::{BACKLOG, QueueBuilder, queue};

/// A planner that classifies `slug`, with a company whose service `billing` must not break.
fn to<'a>(
    slug: &'a str,
    lane: Lane,
    cast: Option<&'a str>,
    set_by: SetBy,
) -> impl Fn(&QueueFiles, &Queue) -> Planned<Classified> + 'a {
    move |files, queue| {
        let surfaces = Surfaces::read("## Qué no se puede romper\n\n- `billing`\n");
        let request = Classifying {
            slug,
            lane,
            cast,
            set_by,
            surfaces: &surfaces,
        };
        classify(files, queue, &request)
    }
}

fn item(line: &str) -> QueueBuilder {
    queue().item(line)
}

/// The line that `line` becomes.
#[track_caller]
fn becomes(line: &str, lane: Lane, cast: Option<&str>, expected: &str) {
    for ending in ["\n", "\r\n"] {
        let files = with_endings(&item(line), ending);
        let (_, after) = super::applied(
            &files,
            to("uno", lane, cast, SetBy::Person)(&files, &read(&files)),
        );
        let text = format!("{BACKLOG}{expected}\n").replace('\n', ending);
        assert_eq!(after.text("BACKLOG.md").unwrap().as_ref(), text);
        assert_eq!(changed(&files, &after).len(), 1);
        assert_eq!(faults(&after), [""; 0]);
    }
}

#[test]
fn q33_lane_and_cast_go_where_the_form_has_them() {
    let cast = Some("dev -> qa,sec");
    for (line, expected) in [
        (
            "- [ ] **uno** — Hacer. _Aceptación: x._ (service: api)",
            "- [ ] **uno** [lite] — Hacer. _Aceptación: x._ (service: api) (cast: dev → qa, sec)",
        ),
        (
            "- [ ] **uno**  [full]   — Hacer. (service: api) (cast: otro) _Aceptación: x._",
            "- [ ] **uno**  [lite]   — Hacer. (service: api) (cast: dev → qa, sec) _Aceptación: x._",
        ),
        (
            "- [ ] **uno** — Hacer [esto](x).\n  (service: api)\n  _Aceptación: x (service: y)._ <!-- nota -->",
            "- [ ] **uno** [lite] — Hacer [esto](x).\n  (service: api) (cast: dev → qa, sec)\n  _Aceptación: x (service: y)._ <!-- nota -->",
        ),
    ] {
        becomes(line, Lane::Lite, cast, expected);
    }
    becomes(
        "- [ ] **uno** — Hacer. _Aceptación: x._ (service: api)",
        Lane::Full,
        None,
        "- [ ] **uno** [full] — Hacer. _Aceptación: x._ (service: api)",
    );
}

#[test]
fn q33_an_unknown_lane_and_a_missing_service_do_not_stand_in_the_way() {
    let (outcome, after) = plan(
        &item("- [ ] **uno** [grande] — Hacer. _Aceptación: x._"),
        to("uno", Lane::Directo, Some("dev"), SetBy::Classifier),
    );
    assert!(
        after
            .text("BACKLOG.md")
            .unwrap()
            .ends_with("- [ ] **uno** [directo] — Hacer. _Aceptación: x._ (cast: dev)\n")
    );
    assert_eq!(outcome.before.as_deref(), Some("grande"));
}

#[test]
fn q22_the_floor_holds() {
    let on = |service: &str| {
        item(&format!(
            "- [ ] **uno** — Hacer. _Aceptación: x._ (service: {service})"
        ))
    };
    for (service, lane, by, written, note) in [
        (
            "billing/api",
            Lane::Express,
            SetBy::Person,
            "directo",
            "express-critical",
        ),
        (
            "billing",
            Lane::Manual,
            SetBy::Classifier,
            "directo",
            "manual-raised",
        ),
        (
            "billing",
            Lane::Manual,
            SetBy::Person,
            "manual",
            "manual-critical",
        ),
        (
            ".",
            Lane::Express,
            SetBy::Classifier,
            "directo",
            "express-undecided",
        ),
        ("docs", Lane::Express, SetBy::Classifier, "express", ""),
    ] {
        let (outcome, after) = plan(&on(service), to("uno", lane, None, by));
        let note_code = outcome.note.as_ref().map_or("", |note| note.code);
        assert_eq!(
            (outcome.lane, note_code),
            (written, note),
            "{service} {lane}"
        );
        assert_eq!(
            read(&after).task("uno").unwrap().1.lane().unwrap().as_str(),
            written
        );
        nothing(&after, to("uno", lane, None, by));
    }
}

#[test]
fn q33_what_cannot_be_written_is_refused() {
    assert_eq!(
        refused(&queue(), to("nadie", Lane::Lite, None, SetBy::Person)),
        "task-unknown"
    );
    assert_eq!(
        refused(
            &queue(),
            to("cerrada-antes", Lane::Lite, None, SetBy::Person)
        ),
        "task-unknown"
    );
    for cast in ["", " → qa", "a (b)", "a →", "a\nb", "a → b → c"] {
        assert_eq!(
            refused(
                &queue(),
                to("validar-stock", Lane::Lite, Some(cast), SetBy::Person)
            ),
            "cast-malformed",
            "{cast}"
        );
    }
}
