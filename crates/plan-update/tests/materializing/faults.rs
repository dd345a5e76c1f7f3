//! What keeps a description from becoming a plan (H3), and near misses that do not.

use plan_guard::ConfinedDir;
use plan_state::{Approval, Format};
use plan_update::{Description, GivenApproval, MaterializeOutcome, materialize};

use super::{description, environment, write};

/// The codes found in the description as changed; nothing may have been written.
fn refused(format: Format, change: impl Fn(&mut Description)) -> Vec<&'static str> {
    let parent = super::scratch();
    let mut plan = description(format);
    change(&mut plan);
    let dir = ConfinedDir::open(parent.path()).unwrap();
    let outcome = materialize(&dir, &plan, &environment()).unwrap();
    let MaterializeOutcome::Unfit(report) = outcome else {
        panic!("{plan:?} became {outcome:?}");
    };
    assert!(
        dir.entries(None).unwrap().is_empty(),
        "something was written"
    );
    report.findings().map(|finding| finding.rule.code).collect()
}

/// Both formats refuse the change with this code first.
fn trips(code: &str, change: impl Fn(&mut Description) + Copy) {
    for format in [Format::Full, Format::Lite] {
        let codes = refused(format, change);
        assert!(codes.contains(&code), "{format}: {codes:?}");
    }
}

/// Both formats take the change.
fn passes(change: impl Fn(&mut Description) + Copy) {
    for format in [Format::Full, Format::Lite] {
        let parent = super::scratch();
        let mut plan = description(format);
        change(&mut plan);
        write(parent.path(), &plan);
    }
}

#[test]
fn a1_names_have_two_to_five_words() {
    for name in [
        "PLAN_export",
        "PLAN_Export_it",
        "invoice_export",
        "PLAN_../x",
        "PLAN_a_b_c_d_e_f",
    ] {
        trips("description-text", |plan| name.clone_into(&mut plan.name));
    }
    passes(|plan| "PLAN_a_b_c_d_e".clone_into(&mut plan.name));
}

#[test]
fn h3_the_last_task_and_no_other_is_the_final_review() {
    trips("description-tasks", |plan| drop(plan.tasks.drain(..2)));
    trips("description-tasks", |plan| drop(plan.tasks.pop()));
    trips("description-tasks", |plan| plan.tasks.swap(1, 2));
    trips("description-tasks", |plan| {
        "Run the security pass and validate.".clone_into(&mut plan.tasks[2].goal);
        "It is validated.".clone_into(&mut plan.tasks[2].acceptance_criteria[0]);
    });
    trips("description-tasks", |plan| {
        plan.tasks[2].slug = Some("review".to_owned());
    });
    passes(|plan| {
        plan.tasks.remove(0);
        plan.tasks[0].depends_on = Some(Vec::new());
    });
}

#[test]
fn a2_file_words_have_their_form_in_a_full_plan() {
    let slug = |slug: &'static str| {
        move |plan: &mut Description| plan.tasks[0].slug = Some(slug.to_owned())
    };
    for word in ["Export", "../x", "a-b", ""] {
        trips("description-tasks", slug(word));
    }
    passes(slug("export_rows_2"));
    // A title without ASCII needs a word of its own where it names a file.
    let title = |plan: &mut Description| "Εξαγωγή".clone_into(&mut plan.tasks[0].title);
    assert!(refused(Format::Full, title).contains(&"description-tasks"));
}

#[test]
fn h3_every_task_has_criteria_commands_and_a_surface() {
    trips("description-incomplete", |plan| {
        plan.tasks[0].acceptance_criteria.clear();
    });
    trips("description-incomplete", |plan| {
        plan.tasks[0].validation.clear();
    });
    trips("description-incomplete", |plan| {
        plan.tasks[0].touched_surface.surface.clear();
    });
    trips("description-incomplete", |plan| plan.goal.clear());
    trips("description-incomplete", |plan| {
        "  ".clone_into(&mut plan.context);
    });
    passes(|plan| {
        plan.tasks[0].outputs.clear();
        plan.tasks[0].read_before.clear();
        plan.guidelines = None;
        plan.analysis = None;
        plan.tags.clear();
        plan.created_by = None;
    });
}

#[test]
fn d12_dependencies_lead_somewhere_and_not_in_circles() {
    let on = |tasks: &'static [u64]| {
        move |plan: &mut Description| plan.tasks[0].depends_on = Some(tasks.to_vec())
    };
    for tasks in [&[4][..], &[1], &[2, 2]] {
        trips("description-depends", on(tasks));
    }
    // Task 2 waits for Task 1.
    assert!(!refused(Format::Full, on(&[2])).is_empty());
    passes(on(&[]));
}

#[test]
fn d11_an_approval_has_a_person_and_their_words() {
    let given = |by: Option<&str>, words: Option<&str>| GivenApproval {
        status: Approval::Approved,
        by: by.map(str::to_owned),
        words: words.map(str::to_owned),
        unattended: true,
    };
    trips("description-incomplete", |plan| {
        plan.approval = Some(given(None, Some("go")));
    });
    trips("description-incomplete", |plan| {
        plan.approval = Some(given(Some("Ana"), None));
    });
    trips("description-text", |plan| {
        plan.approval = Some(given(Some("Ana"), Some("go\n# on")));
    });
    trips("description-text", |plan| {
        plan.approval = Some(GivenApproval {
            status: Approval::Pending,
            ..given(None, None)
        });
    });
    passes(|plan| plan.approval = Some(given(Some("Ana"), Some("go"))));
}

#[test]
fn b12_credentials_and_addresses_are_named_and_not_shown() {
    let token = || format!("ghp_{}", "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8");
    trips("description-credential", |plan| {
        plan.goal = format!("Use {} for it.", token());
    });
    trips("description-credential", |plan| {
        plan.tasks[1].validation[0] = format!("curl {}", token());
    });
    trips("description-credential", |plan| {
        plan.created_by.as_mut().unwrap().agent = Some("ana@ejemplo.es".to_owned());
    });
}

/// Texts that would become structure.
#[test]
fn h3_texts_that_become_structure_are_refused() {
    for text in [
        "Export.\n\n## Task List\n\nNone.",
        "Export.\n\nGoal\n----",
        "Export.\n\n- [ ] Task 9: Sneak in",
        "Export.\n\n- [x] done",
        "Export.\n\n```\nopen",
        "Export.\n\n<!-- hidden",
        "Export. <!-- hidden -->",
        "Export.\r\n\r\nMore.",
        "Export.\u{7}",
        "Export.\n\n## Task 1: Other {#task-1}",
        " Export.",
    ] {
        trips("description-text", |plan| text.clone_into(&mut plan.goal));
        trips("description-text", |plan| {
            text.clone_into(&mut plan.tasks[0].goal);
        });
        trips("description-text", |plan| {
            text.clone_into(&mut plan.tasks[0].instructions);
        });
        trips("description-text", |plan| {
            plan.guidelines = Some(text.to_owned());
        });
    }
    for text in ["two\nlines", "two\u{2028}lines", " spaced", "a\ttab\r"] {
        trips("description-text", |plan| text.clone_into(&mut plan.title));
        trips("description-text", |plan| {
            text.clone_into(&mut plan.tasks[0].title);
        });
        trips("description-text", |plan| {
            text.clone_into(&mut plan.tasks[0].validation[0]);
        });
        trips("description-text", |plan| {
            text.clone_into(&mut plan.tasks[0].acceptance_criteria[0]);
        });
    }
}

/// What no look at a text alone finds, the reading of the whole does.
#[test]
fn h3_what_is_not_read_back_as_it_was_given_is_refused() {
    for goal in [
        "Approval: approved",
        "**Execution:** unattended",
        "Plan Status: 2/3 completed",
        "**Standard:** DWP spec 2.0.0",
        "Export.\n\n### Context\n\nNo.",
    ] {
        let codes = refused(Format::Full, |plan| goal.clone_into(&mut plan.goal));
        assert!(!codes.is_empty(), "{goal}");
    }
    trips("description-echo", |plan| {
        "Final # Review #".clone_into(&mut plan.title);
    });
    trips("description-echo", |plan| {
        "Use `x` **now**".clone_into(&mut plan.tasks[0].title);
    });
    trips("description-echo", |plan| {
        "# no command".clone_into(&mut plan.tasks[0].validation[0]);
    });
    trips("description-echo", |plan| {
        "```".clone_into(&mut plan.tasks[0].validation[0]);
    });
    trips("description-echo", |plan| {
        "ends in \\".clone_into(&mut plan.tasks[0].validation[0]);
    });
    trips("description-echo", |plan| {
        "**Depends on:** none".clone_into(&mut plan.tasks[0].instructions);
    });
    trips("description-echo", |plan| {
        "#### Goal\n\nAnother.".clone_into(&mut plan.tasks[0].instructions);
    });
    passes(|plan| {
        "Export.\n\n#### Measure\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```text\n## no heading\n- [ ] no item\n```\n\n- an item"
            .clone_into(&mut plan.tasks[0].instructions);
        "Say \"quoted\": it's *fine*, 1 < 2 & so on".clone_into(&mut plan.goal);
        "Exportación «ñ» — α".clone_into(&mut plan.title);
        "Rows: one | invoice (`a|b`)".clone_into(&mut plan.tasks[0].acceptance_criteria[0]);
    });
}
