//! `ops phase`: the lists, the floor, and the machine that refuses (Q22).

use serde_json::json;

use crate::run::Place;

fn place(company: Option<&str>) -> Place {
    let place = Place::new();
    if let Some(company) = company {
        place.write("../organization/company.md", company);
    }
    place
}

const COMPANY: &str = "# Empresa\n\n## Qué no se puede romper\n\n- `api/cobros`\n";

#[test]
fn the_phases_are_those_of_the_table_and_ready_stands_beside_them() {
    let place = place(Some(COMPANY));
    let json = place
        .ops("phase", &["restar", "--runner", "r", "--format", "json"])
        .json();
    assert_eq!(
        json["phases"],
        json!(["WIP", "Build", "Verify", "Commit", "Done"])
    );
    assert_eq!(
        (&json["ready_first"], &json["current"], &json["next"]),
        (&json!(true), &json!(null), &json!("Ready"))
    );
    let json = place
        .ops(
            "phase",
            &[
                "restar",
                "--by",
                "classifier",
                "--runner",
                "r",
                "--format",
                "json",
            ],
        )
        .json();
    assert_eq!(
        (&json["ready_first"], &json["next"]),
        (&json!(false), &json!("WIP"))
    );
}

#[test]
fn express_is_raised_on_what_must_not_break_and_where_nobody_can_tell() {
    for (company, runs) in [
        (Some(COMPANY), "express"),
        (
            Some("# Empresa\n\n## Qué no se puede romper\n\n- web\n"),
            "directo",
        ),
        (Some("# Empresa\n"), "directo"),
        (None, "directo"),
    ] {
        let json = place(company)
            .ops("phase", &["restar", "--runner", "r", "--format", "json"])
            .json();
        assert_eq!(
            (&json["lane"], &json["runs"]),
            (&json!("express"), &json!(runs)),
            "{company:?}"
        );
        assert_eq!(json["note"].is_null(), runs == "express", "{json}");
    }
}

#[test]
fn the_machine_judges_by_the_work_in_progress() {
    let place = place(Some(COMPANY));
    let wip = |phase: &str| {
        format!(
            "---\ntask: sumar\nphase: {phase}\nservice: api\nlane: lite\n---\n\n## Plan aprobado\n\n1. [ ] Uno\n"
        )
    };
    place.write("wip/r.md", &wip("Build"));
    for (to, code) in [
        ("Review", 0),
        ("Build", 0),
        ("Plan", 0),
        ("Verify", 1),
        ("Done", 1),
        ("Critique", 1),
    ] {
        let ran = place.ops(
            "phase",
            &["sumar", "--to", to, "--runner", "r", "--dry-run"],
        );
        assert_eq!(ran.code, code, "{to}: {}{}", ran.out, ran.err);
    }
    let ran = place.ops(
        "phase",
        &[
            "sumar", "--to", "Verify", "--runner", "r", "--format", "json",
        ],
    );
    let json = ran.json();
    assert_eq!(
        (&json["outcome"], &json["code"]),
        (&json!("refused"), &json!("phase-out-of-order"))
    );
    assert!(json["message"].is_string() && json["help"].is_string());
    let json = place
        .ops("phase", &["sumar", "--runner", "r", "--format", "json"])
        .json();
    assert_eq!(
        (&json["current"], &json["next"]),
        (&json!("Build"), &json!("Review"))
    );
    assert_eq!(place.ops("phase", &["sumar", "--to", "Deploy"]).code, 2);
    assert_eq!(place.ops("phase", &["nadie"]).code, 2);
}

#[test]
fn full_needs_its_critique() {
    let place = place(Some(COMPANY));
    place.write(
        "BACKLOG.md",
        &crate::run::BACKLOG.replace("[lite]", "[full]"),
    );
    let wip = "---\ntask: sumar\nphase: WIP\nservice: api\nlane: full\n---\n\n## Plan aprobado\n\n1. [ ] Uno\n";
    for (critique, code) in [
        ("", 1),
        ("\n## Crítica\n", 1),
        ("\n## Crítica\n\nFaltaba el borde; se agregó.\n", 0),
    ] {
        place.write("wip/r.md", &format!("{wip}{critique}"));
        let ran = place.ops("phase", &["sumar", "--to", "Build", "--runner", "r"]);
        assert_eq!(ran.code, code, "{critique}: {}", ran.err);
    }
}
