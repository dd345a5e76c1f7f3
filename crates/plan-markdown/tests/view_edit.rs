//! Edits on what the views read (requirements D11, H6, H7).
#![allow(clippy::unwrap_used, reason = "tests")]

use plan_markdown::view::edit;
use plan_markdown::view::readme::Readme;
use plan_markdown::view::task::TaskRecord;
use plan_markdown::{Document, Edit};

/// Applies edits to a README; applying what is asked for twice changes nothing more.
fn readme(text: &str, edits: impl Fn(&Document, &Readme) -> Vec<Edit>) -> String {
    let document = Document::parse("README.md", text);
    let once = document
        .apply(&edits(&document, &Readme::read(&document)))
        .unwrap();
    let document = Document::parse("README.md", once.as_str());
    let again = edits(&document, &Readme::read(&document));
    assert_eq!(document.apply(&again).unwrap(), once, "twice");
    once
}

#[test]
fn a_count_is_set_and_the_text_around_it_stays() {
    for (text, expected) in [
        (
            "Plan Status: 1/3 completed\n",
            "Plan Status: 2/3 completed\n",
        ),
        (
            "**Plan Status:**  1/3 completed  \r\n",
            "**Plan Status:**  2/3 completed  \r\n",
        ),
        (
            "- Current status: In progress, Task 2 (1/3 completed)\n",
            "- Current status: In progress, Task 2 (2/3 completed)\n",
        ),
        (
            "**Overall Progress:** 1/3 tasks (33%) ✅\n",
            "**Overall Progress:** 2/3 tasks (66%) ✅\n",
        ),
        ("## Status\n\n0 / 18\n", "## Status\n\n2 / 3\n"),
        (
            "**Progress: 1/3 tasks completed**\n",
            "**Progress: 2/3 tasks completed**\n",
        ),
        (
            "| Field | Value |\n|---|---|\n| Progress |  1/3 |\n",
            "| Field | Value |\n|---|---|\n| Progress |  2/3 |\n",
        ),
        (
            "- Completed: 1/3\n\nPlan Status: 0/3 completed\n",
            "- Completed: 2/3\n\nPlan Status: 2/3 completed\n",
        ),
        (
            "    # P\n\n    Plan Status: 1/3 completed\n",
            "    # P\n\n    Plan Status: 2/3 completed\n",
        ),
        (
            "# P\n\nPlan Status: materializing\n",
            "# P\n\nPlan Status: 2/3 completed\n",
        ),
        (
            "# P\n\ntext\n",
            "# P\n\nPlan Status: 2/3 completed\n\ntext\n",
        ),
    ] {
        assert_eq!(
            readme(text, |document, readme| edit::status_count(
                document, readme, 2, 3
            )),
            expected
        );
    }
}

#[test]
fn the_plan_status_and_the_approval_are_set_where_they_stand() {
    let status = |text| {
        readme(text, |document, readme| {
            edit::plan_status(document, readme, "0/2 completed")
        })
    };
    assert_eq!(
        status("Plan Status: materializing\n"),
        "Plan Status: 0/2 completed\n"
    );
    assert_eq!(
        status("**Plan Status:**\n"),
        "**Plan Status:** 0/2 completed\n"
    );
    assert_eq!(
        status("# P\r\n\r\ntext\r\n"),
        "# P\r\n\r\nPlan Status: 0/2 completed\r\n\r\ntext\r\n"
    );
    let approval = |text| {
        readme(text, |document, readme| {
            edit::approval(document, readme, "approved")
        })
    };
    for (text, expected) in [
        ("Approval: pending\n", "Approval: approved\n"),
        (
            "- **Approval**: pending (later)\n",
            "- **Approval**: approved\n",
        ),
        (
            "| A | B |\n|---|---|\n| Approval | pending |\n",
            "| A | B |\n|---|---|\n| Approval | approved |\n",
        ),
        (
            "Approval: pending\n\n| Approval | pending |\n|---|---|\n",
            "Approval: approved\n\n| Approval | approved |\n|---|---|\n",
        ),
        (
            "# P\n\n**Standard:** DWP spec 5.0.0\n\n## Goal\n",
            "# P\n\n**Standard:** DWP spec 5.0.0\n\nApproval: approved\n\n## Goal\n",
        ),
        ("## Goal\n", "Approval: approved\n\n## Goal\n"),
        ("# P\n## Goal\n", "# P\n\nApproval: approved\n\n## Goal\n"),
        (
            "Execution: attended\n---\ntext\n",
            "Execution: attended\n---\n\nApproval: approved\n\ntext\n",
        ),
    ] {
        assert_eq!(approval(text), expected);
    }
}

#[test]
fn unattended_running_is_opted_in_to_by_a_bold_line() {
    let text = readme("# P\n\nApproval: approved\n", |document, readme| {
        edit::property(document, readme, "Execution", "unattended")
    });
    assert_eq!(
        text,
        "# P\n\nApproval: approved\n\n**Execution:** unattended\n"
    );
    assert!(Readme::read(&Document::parse("README.md", text.as_str())).execution_unattended);
}

#[test]
fn only_the_box_of_the_task_is_ticked() {
    for (text, expected) in [
        (
            "## Tasks\n\n- [ ] Task 1: a\n- [ ] **Task 2:** b ✅\n  See: [f](f.md)\n",
            "## Tasks\n\n- [ ] Task 1: a\n- [x] **Task 2:** b ✅\n  See: [f](f.md)\n",
        ),
        (
            "    ## Tasks\n\n    - [ ] Task 2: b\r\n",
            "    ## Tasks\n\n    - [x] Task 2: b\r\n",
        ),
        (
            "## Tasks\n\n- [X] Task 2: b\n",
            "## Tasks\n\n- [X] Task 2: b\n",
        ),
    ] {
        let tick = |document: &Document, readme: &Readme| {
            readme
                .entries(2)
                .flat_map(|entry| edit::tick_entry(document, entry, true))
                .collect()
        };
        assert_eq!(readme(text, tick), expected);
    }
    let untick = |document: &Document, readme: &Readme| {
        readme
            .entries(1)
            .flat_map(|entry| edit::tick_entry(document, entry, false))
            .collect()
    };
    assert_eq!(readme("- [x] Task 1: a\n", untick), "- [ ] Task 1: a\n");
}

/// Sets status, timestamp and summary in the log of a task file.
fn log(text: &str) -> String {
    let values = [
        ("Status", "completed"),
        ("Timestamp", "T"),
        ("Summary", "done"),
    ];
    let set = |text: &str| {
        let document = Document::parse("1.task_a.md", text);
        let record = TaskRecord::read_file(&document);
        document
            .apply(&edit::log_fields(&document, &record, &values))
            .unwrap()
    };
    let once = set(text);
    assert_eq!(set(&once), once, "twice");
    let record = TaskRecord::read_file(&Document::parse("1.task_a.md", once.as_str()));
    assert_eq!(record.log.status.unwrap().value, "completed");
    assert_eq!(record.log.timestamp.unwrap().value, "T");
    assert_eq!(record.log.summary.unwrap().value, "done");
    once
}

#[test]
fn the_fields_of_a_log_are_set_in_their_own_form() {
    for (body, expected) in [
        (
            "Status: pending\nTimestamp:\nSummary: x\n",
            "Status: completed\nTimestamp: T\nSummary: done\n",
        ),
        (
            "- **Status:** pending\n- **Timestamp:** \n- **Summary of work:**\n",
            "- **Status:** completed\n- **Timestamp:** T\n- **Summary of work:** done\n",
        ),
        (
            "- **Status:**\\n- **Timestamp:**\\n- **Summary of work:**\n",
            "- **Status:** completed\\n- **Timestamp:** T\\n- **Summary of work:** done\n",
        ),
        (
            "- **Status:** ⏳ Pending\n\ntext\n",
            "- **Status:** completed\n- **Timestamp:** T\n- **Summary:** done\n\ntext\n",
        ),
        (
            "Status: <!-- fill -->\nTimestamp: x <!-- when -->\n",
            "Status: completed <!-- fill -->\nTimestamp: T <!-- when -->\nSummary: done\n",
        ),
        (
            "Status: pending\r\n",
            "Status: completed\r\nTimestamp: T\r\nSummary: done\r\n",
        ),
        ("", "Status: completed\nTimestamp: T\nSummary: done\n"),
    ] {
        let eol = if body.contains('\r') { "\r\n" } else { "\n" };
        let head = format!("# Task 1: a{eol}{eol}## Completion & Log{eol}{eol}");
        assert_eq!(
            log(&format!("{head}{body}")).trim_end(),
            format!("{head}{expected}").trim_end(),
            "{body}"
        );
    }
}

#[test]
fn a_log_is_added_where_there_is_none() {
    let expected = "# Task 1: a\n\n## Goal\n\nx\n\n## Completion & Log\n\nStatus: completed\nTimestamp: T\nSummary: done\n";
    assert_eq!(log("# Task 1: a\n\n## Goal\n\nx\n"), expected);
    assert_eq!(log("# Task 1: a\n\n## Goal\n\nx"), expected);
}

#[test]
fn the_log_of_a_lite_record_stays_in_the_record() {
    let text =
        "## Task 1: a {#task-1}\n\n### Goal\n\nx\n\n## Task 2: b {#task-2}\n\n### Goal\n\ny\n";
    let document = Document::parse("README.md", text);
    let readme = Readme::read(&document);
    let record = TaskRecord::read(&document, readme.records[0].span);
    let written = document
        .apply(&edit::log_fields(
            &document,
            &record,
            &[("Status", "completed")],
        ))
        .unwrap();
    let expected = text.replace(
        "x\n\n",
        "x\n\n### Completion & Log\n\nStatus: completed\n\n",
    );
    assert_eq!(written, expected);
}

/// H7: a property that is added first does not push a byte order mark or a frontmatter aside.
#[test]
fn a_first_property_keeps_the_start_of_the_file() {
    for (text, expected) in [
        ("\u{feff}text\n", "\u{feff}Approval: approved\n\ntext\n"),
        (
            "---\na: b\n---\n\ntext\n",
            "---\na: b\n---\n\nApproval: approved\n\ntext\n",
        ),
    ] {
        let document = Document::parse("README.md", text);
        let edits = edit::approval(&document, &Readme::read(&document), "approved");
        assert_eq!(document.apply(&edits).unwrap(), expected);
    }
}
