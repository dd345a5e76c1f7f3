//! What a task record declares for tools: commands and dependencies (requirements D12, E8).
#![allow(clippy::unwrap_used, reason = "tests")]

use plan_markdown::Document;
use plan_markdown::view::task::{Depends, TaskRecord};

fn read(text: &str) -> (Document, TaskRecord) {
    let document = Document::parse("1.task_a.md", text);
    let record = TaskRecord::read_file(&document);
    (document, record)
}

fn codes(record: &TaskRecord) -> Vec<&'static str> {
    let codes = record.findings.iter().map(|finding| finding.rule.code);
    codes.collect()
}

/// The commands of a Validation section.
fn commands(body: &str) -> Vec<String> {
    let (document, record) = read(&format!("# Task 1: a\n\n## Validation\n\n{body}\n"));
    for command in &record.commands {
        assert!(!document.slice(command.span).is_empty());
    }
    record
        .commands
        .into_iter()
        .map(|command| command.value)
        .collect()
}

#[test]
fn commands_are_lines_of_fences_and_items_of_one_code_span() {
    for (body, expected) in [
        (
            "```bash\ncargo test -p export\ncargo run -- --dry-run\n```",
            vec!["cargo test -p export", "cargo run -- --dry-run"],
        ),
        ("```\na\n\n  b\n```", vec!["a", "b"]),
        ("~~~sh\n# note\na   # scoped\n~~~", vec!["a"]),
        ("```bash\n$ a\nout\n$ b\n```", vec!["a", "b"]),
        (
            "```bash\na \\\n  --b \\\n  --c\nd\n```",
            vec!["a --b --c", "d"],
        ),
        ("```bash\na &&\nb\n```", vec!["a && b"]),
        (
            "```bash\ncat <<'EOF' > f\nx\nEOF\nb\n```",
            vec!["cat <<'EOF' > f", "b"],
        ),
        (
            "```bash\nfor f in a b; do\n  if test -e $f; then\n    x $f # why\n  fi\ndone\nb\n```",
            vec!["for f in a b; do if test -e $f; then x $f; fi; done", "b"],
        ),
        ("```bash\nif-up --check\nb\n```", vec!["if-up --check", "b"]),
        ("```bash\ngrep '# x' f\n```", vec!["grep '# x' f"]),
        ("```bash\r\na\r\nb\r\n```", vec!["a", "b"]),
        (
            "- `a --b`\n* [ ] `c`\n1. ``d `e` ``",
            vec!["a --b", "c", "d `e`"],
        ),
        ("- `a` passes\n- run `b`\n- `c` and `d`", vec![]),
        ("`true`", vec![]),
        ("- run this:\n  ```sh\n  a\n  ```", vec!["a"]),
        ("    ```bash\n    a\n    ```", vec![]),
        ("- [ ] look at it", vec![]),
        ("Verify: the file exists.", vec![]),
        ("```bash\nnever closed", vec!["never closed"]),
    ] {
        assert_eq!(commands(body), expected, "{body}");
    }
}

#[test]
fn a_command_keeps_what_was_written_in_its_span() {
    let (document, record) = read("# Task 1: a\n\n## Validation\n\n```bash\na b  # why\n```\n");
    assert_eq!(record.commands[0].value, "a b");
    assert_eq!(document.slice(record.commands[0].span), "a b  # why");
}

#[test]
fn a_fence_of_data_declares_no_commands_and_is_reported() {
    let (_, record) = read("# Task 1: a\n\n## Validation\n\n```json\n{}\n```\n\n```bash\na\n```\n");
    assert_eq!(record.commands.len(), 1);
    assert_eq!(codes(&record), ["validation-fence-not-commands"]);
    let (_, record) = read("# Task 1: a\n\n## Validation\n\n```text\na\n```\n");
    assert_eq!(record.commands.len(), 1);
    assert!(codes(&record).is_empty());
}

#[test]
fn dependencies_are_declared_by_one_label() {
    let some = |tasks: &[u64]| Some(Depends::Tasks(tasks.to_vec()));
    for (line, expected) in [
        ("**Depends on:** Task 1, Task 3", some(&[1, 3])),
        ("**Depends on**: Task 2.", some(&[2])),
        ("- **Depends on:** Tasks 1 and 2", some(&[1, 2])),
        ("Depends on: 4", some(&[4])),
        ("**Depends on:** [Task 1](1.task_a.md)", some(&[1])),
        ("**Depende de:** Tarea 1 y Tarea 2", some(&[1, 2])),
        ("**Depends on:** none", Some(Depends::None)),
        ("**Depends on:** `None`.", Some(Depends::None)),
        ("It depends on: Task 1", None),
    ] {
        let (_, record) = read(&format!("# Task 5: a\n\n{line}\n\n## Goal\n\nx\n"));
        assert_eq!(
            record.depends_on.map(|depends| depends.value),
            expected,
            "{line}"
        );
        assert!(record.findings.is_empty(), "{line}");
    }
}

#[test]
fn dependencies_that_cannot_be_read_count_as_absent() {
    for lines in [
        "**Depends on:** the export",
        "**Depends on:**",
        "**Depends on:** Task 1\n\n**Depends on:** Task 2",
    ] {
        let (_, record) = read(&format!("# Task 5: a\n\n{lines}\n\n## Goal\n\nx\n"));
        assert_eq!(record.depends_on, None, "{lines}");
        assert_eq!(codes(&record), ["depends-on-unreadable"], "{lines}");
    }
    let (_, record) = read("# Task 5: a\n\n**Depends on:** Task 1\n**Depends on:** Task 1\n");
    assert!(record.depends_on.is_some() && record.findings.is_empty());
    let (_, record) = read("# Task 5: a\n\n## Log\n\nDepends on: the weather\n");
    assert!(
        record.findings.is_empty(),
        "a field of the log declares nothing"
    );
}
