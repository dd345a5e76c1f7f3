//! What a README declares (requirements B3, D11, E, H5).
#![allow(clippy::unwrap_used, reason = "tests")]

use plan_markdown::Document;
use plan_markdown::view::readme::{
    PlanStatus, Readme, Standard, StatusWord, Version, approval_word,
};

fn read(text: &str) -> (Document, Readme) {
    let document = Document::parse("README.md", text);
    let readme = Readme::read(&document);
    (document, readme)
}

fn codes(readme: &Readme) -> Vec<&'static str> {
    readme
        .findings
        .iter()
        .map(|finding| finding.rule.code)
        .collect()
}

#[test]
fn a_title_may_have_any_form() {
    for (text, title) in [
        ("# Plan: export\n", Some("Plan: export")),
        (
            "\n# Deep Work Plan: x — y ✅\n",
            Some("Deep Work Plan: x — y ✅"),
        ),
        ("Export\n======\n", Some("Export")),
        (
            "    # Plan: indented\n\n    ## Goal\n",
            Some("Plan: indented"),
        ),
        ("# First\n\n# Second\n", Some("First")),
        ("## Goal\n", None),
        ("```\n# code\n```\n", None),
    ] {
        let (_, readme) = read(text);
        assert_eq!(
            readme.title.map(|title| title.value).as_deref(),
            title,
            "{text}"
        );
    }
}

#[test]
fn goal_and_context_are_found_under_headings_and_behind_labels() {
    for (text, goal, context) in [
        ("## Goal\n\nx\n\n## Context\n\ny\n", Some("x"), Some("y")),
        (
            "## 1. Goal\n\nx\n\n### Part\n\nz\n\n## 2. Context\n\n",
            Some("x\n\n### Part\n\nz"),
            Some(""),
        ),
        (
            "**Goal:** x\nmore\n\n**Context**: y\n\n## Tasks\n",
            Some("x\nmore"),
            Some("y"),
        ),
        ("**Goal:** x\n**Plan Format:** Lite\n", Some("x"), None),
        (
            "## Objetivo\n\nx\n\n## Contexto\n\ny\n",
            Some("x"),
            Some("y"),
        ),
        ("## Goal\n\n## Goal\n\nsecond\n", Some("second"), None),
        ("## Goals of others\n\nx\n", None, None),
        ("```\n## Goal\n```\n", None, None),
        ("## Task 1: a {#task-1}\n\n### Goal\n\nx\n", None, None),
    ] {
        let (document, readme) = read(text);
        let body = |part: Option<plan_markdown::view::Part>| {
            part.map(|part| document.slice(part.body).trim().to_owned())
        };
        assert_eq!(body(readme.goal).as_deref(), goal, "goal of {text}");
        assert_eq!(
            body(readme.context).as_deref(),
            context,
            "context of {text}"
        );
    }
    let (_, readme) = read("## Goal\n\n<!-- to do -->\n");
    assert!(readme.goal.unwrap().empty);
}

#[test]
fn the_standard_line_is_read_in_its_form_alone() {
    let version = |text: &str| {
        read(text)
            .1
            .standard
            .and_then(|standard| standard.version())
    };
    let v = |major, minor, patch| {
        Some(Version {
            major,
            minor,
            patch,
        })
    };
    assert_eq!(version("**Standard:** DWP spec 5.0.0\n"), v(5, 0, 0));
    assert_eq!(version("**Standard**: DWP spec 5.0.0.\n"), v(5, 0, 0));
    assert_eq!(version("Standard: DWP spec 2.4.0\n"), v(2, 4, 0));
    assert_eq!(version("- **Standard:** DWP spec 3.1.0\r\n"), v(3, 1, 0));
    for other in [
        "3.x",
        "DWP spec 3.x",
        "DWP 5.0.0",
        "DWP spec 5.0",
        "DWP spec 5.0.0-rc1",
        "DWP spec 5.0.0 or so",
    ] {
        let (_, readme) = read(&format!("# P\n\n**Standard:** {other}\n"));
        assert!(
            matches!(&readme.standard, Some(Standard::Other(text)) if text.value == other),
            "{other}"
        );
        assert_eq!(codes(&readme), ["readme-standard-unreadable"], "{other}");
    }
    assert!(
        read("# P\n\nThe standard is DWP spec 5.0.0\n")
            .1
            .standard
            .is_none()
    );
}

#[test]
fn a_declared_migration_is_read_whole() {
    let (document, readme) = read(
        "**Standard:** DWP spec 5.0.0 (migrated from 2.2.0 on 2026-03-02 — new closing task)\n",
    );
    let standard = readme.standard.unwrap();
    let migrated = standard.migrated().unwrap();
    assert_eq!(migrated.from.value.to_string(), "2.2.0");
    assert_eq!(document.slice(migrated.from.span), "2.2.0");
    assert_eq!(migrated.on.value, "2026-03-02");
    assert_eq!(migrated.reason.as_ref().unwrap().value, "new closing task");
    let (_, readme) = read("**Standard:** DWP spec 5.0.0 (migrated from 2.2.0 on 2026-03-02)\n");
    assert_eq!(readme.standard.unwrap().migrated().unwrap().reason, None);
    let (_, readme) = read("**Standard:** DWP spec 5.0.0 (moved from 2.2.0)\n");
    assert!(matches!(readme.standard, Some(Standard::Other(_))));
}

#[test]
fn properties_are_read_from_lines_labels_and_rows() {
    let table =
        "| Field | Value |\n|---|---|\n| Approval | ✅ approved |\n| Plan Format | Lite |\n";
    for (text, approval, format) in [
        (
            "Approval: approved\n\nPlan Format: Lite\n",
            Some("approved"),
            Some("lite"),
        ),
        (
            "**Approval:** Pre-approved (trust)\n**Plan Format**: Full\n",
            Some("pre_approved"),
            Some("full"),
        ),
        ("- **Approval:** `pending`\n", Some("pending"), None),
        (table, Some("approved"), Some("lite")),
        (
            "| Approval | approved |\n|---|---|\n",
            Some("approved"),
            None,
        ),
        (
            "    # Plan\n\n    Approval: approved\n",
            Some("approved"),
            None,
        ),
        ("```\nApproval: approved\n```\n", None, None),
        ("<!-- Approval: approved -->\n", None, None),
        ("The Approval: approved\n", None, None),
        ("## Task 1: a {#task-1}\n\nApproval: approved\n", None, None),
        ("Approval:\n", None, None),
        (
            "Approval: approved <!-- by M. -->\n",
            Some("approved"),
            None,
        ),
        ("Approval: <!-- approved -->\n", None, None),
        (
            "Approval: <!-- a --> approved <!-- b --> <!-- c -->\n",
            Some("approved"),
            None,
        ),
    ] {
        let (_, readme) = read(text);
        let word = readme
            .approval
            .as_ref()
            .and_then(|property| approval_word(&property.value.value));
        assert_eq!(word, approval, "approval of {text}");
        assert_eq!(
            readme
                .plan_format
                .map(|property| property.word())
                .as_deref(),
            format,
            "{text}"
        );
    }
}

#[test]
fn an_approval_in_other_words_is_kept_and_reported() {
    let (_, readme) = read("Approval: soon\n");
    assert_eq!(readme.approval.as_ref().unwrap().value.value, "soon");
    assert_eq!(codes(&readme), ["readme-approval-unreadable"]);
    let (_, readme) = read("Approval: see below\n\n| Approval | approved |\n|---|---|\n");
    assert_eq!(readme.approval.as_ref().unwrap().value.value, "approved");
    assert!(codes(&readme).is_empty());
    assert_eq!(approval_word("not approved"), None);
    assert_eq!(
        approval_word("approved — by M., 2026-03-02"),
        Some("approved")
    );
}

#[test]
fn values_that_differ_are_reported() {
    let (_, readme) = read("Approval: approved\n\n**Approval:** pending\n");
    assert_eq!(readme.approval.as_ref().unwrap().value.value, "approved");
    assert_eq!(codes(&readme), ["readme-metadata-conflict"]);
    let (_, readme) = read("Approval: approved\n\n**Approval:** **Approved**.\n");
    assert!(codes(&readme).is_empty());
}

#[test]
fn unattended_running_is_opted_in_to_by_that_word_alone() {
    for (text, expected) in [
        ("**Execution:** unattended\n", true),
        ("Execution: Unattended.\n", true),
        ("**Execution:** attended\n", false),
        ("**Execution:** not unattended\n", false),
        ("**Execution:** unattended?\n", false),
        ("> **Execution:**\n", false),
        ("unattended\n", false),
    ] {
        assert_eq!(read(text).1.execution_unattended, expected, "{text}");
    }
}

/// `done/total` with `%` behind it where there is a percentage; words; `!` for the form asked for.
fn status(text: &str) -> String {
    let (document, readme) = read(text);
    let Some(statement) = readme.plan_status else {
        return "-".to_owned();
    };
    let said = match statement.status {
        PlanStatus::Materializing => "materializing".to_owned(),
        PlanStatus::Count(count) => {
            assert_eq!(document.slice(count.done_span), count.done.to_string());
            assert_eq!(document.slice(count.total_span), count.total.to_string());
            let percent = count
                .percent
                .map(|span| format!(" {}%", document.slice(span)));
            format!(
                "{}/{}{}",
                count.done,
                count.total,
                percent.unwrap_or_default()
            )
        }
        PlanStatus::Word(word) => format!("{word:?}"),
        _ => "other".to_owned(),
    };
    format!("{said}{}", if statement.canonical() { "!" } else { "" })
}

#[test]
fn the_plan_status_is_read_in_every_form() {
    for (text, expected) in [
        ("Plan Status: 1/3 completed\n", "1/3!"),
        ("**Plan Status:** 1/3 completed\n", "1/3!"),
        ("**Plan Status**: 1/3 completed.\r\n", "1/3!"),
        ("Plan Status: materializing\n", "materializing!"),
        ("Plan Status: In progress (1/3)\n", "1/3"),
        (
            "- Current status: In progress, Task 2 (1/3 completed)\n",
            "1/3",
        ),
        ("- Current status: Not started\n- Completed: 7/11\n", "7/11"),
        (
            "**Overall Progress:** 15/15 tasks (100%) ✅\n",
            "15/15 100%",
        ),
        ("**Progress: 3/8 tasks completed**\n", "3/8"),
        ("- **Completion:** 0/10 tasks (0%)\n", "0/10 0%"),
        ("## Status\n\n0 / 18\n", "0/18"),
        ("## 6. Plan Status / Notes\n\n- **3/4** tasks done\n", "3/4"),
        ("## Plan Status: 2/5 completed\n", "2/5!"),
        ("**Status:** ✅ Completed\n", "Completed"),
        ("Status: 🚧 In progress\n", "InProgress"),
        ("Status: 🔴 Blocked\n", "Blocked"),
        ("**Estado:** En progreso (2/4 tareas)\n", "2/4"),
        (
            "| Field | Value |\n|---|---|\n| Status | In progress |\n| Tasks | 8 (6 + 2) |\n",
            "InProgress",
        ),
        ("| Field | Value |\n|---|---|\n| Progress | 2/8 |\n", "2/8"),
        ("    # P\n\n    Plan Status: 0/2 completed\n", "0/2!"),
        ("**Status:** ✅ Example plan (for reference)\n", "other"),
        ("**Completed:** 31/01/2026\n", "-"),
        ("The first 1/3 of it\n", "-"),
        ("## Notes\n\n1/3 of the work\n", "-"),
        ("```\nPlan Status: 1/3 completed\n```\n", "-"),
        (
            "| Phase | Tasks | Status |\n|---|---|---|\n| 1 | 1-4 | done |\n",
            "-",
        ),
        ("## Task 1: a {#task-1}\n\nStatus: completed\n", "-"),
    ] {
        assert_eq!(status(text), expected, "{text}");
    }
}

#[test]
fn the_labelled_status_goes_before_others_and_all_are_kept() {
    let (_, readme) = read(
        "- Current status: In progress, Task 2 (1/3 completed)\n\nPlan Status: 1/3 completed\n",
    );
    assert!(readme.plan_status.as_ref().unwrap().labelled);
    assert_eq!(readme.statuses.len(), 2);
    assert_eq!(readme.statuses[0].word, Some(StatusWord::InProgress));
    assert!(codes(&readme).is_empty());
}

#[test]
fn counts_that_differ_are_reported() {
    let (document, readme) = read("Plan Status: 1/3 completed\n\n**Progress:** 2/3\n");
    assert_eq!(
        readme.plan_status.as_ref().unwrap().count().unwrap().done,
        1
    );
    assert_eq!(codes(&readme), ["readme-status-conflict"]);
    assert_eq!(
        document.slice(readme.findings[0].location.span.unwrap()),
        "2/3"
    );
    let (_, readme) = read("- Current status: Not started\n- Completed: 6/6\n");
    assert_eq!(codes(&readme), ["readme-status-conflict"]);
    let (_, readme) = read("- Current status: Not started\n- Completed: 0/6\n");
    assert!(codes(&readme).is_empty());
}

#[test]
fn a_labelled_status_that_says_nothing_known_is_reported() {
    let (_, readme) = read("Plan Status: soon\n");
    assert_eq!(codes(&readme), ["readme-status-unreadable"]);
    let (_, readme) = read("**Status:** soon\n");
    assert!(codes(&readme).is_empty());
}
