//! The task index and the records of a Lite plan (requirement E).
#![allow(clippy::unwrap_used, reason = "tests")]

use plan_markdown::Document;
use plan_markdown::view::readme::Readme;

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

fn mark(done: Option<bool>) -> char {
    match done {
        Some(true) => 'x',
        Some(false) => ' ',
        None => '?',
    }
}

/// `[x] 1 title -> link` for each entry.
fn index(text: &str) -> Vec<String> {
    let (_, readme) = read(text);
    let line = |entry: &plan_markdown::view::readme::IndexEntry| {
        let link = entry
            .link
            .as_ref()
            .map(|link| format!(" -> {}", link.value));
        format!(
            "[{}] {} {}{}",
            mark(entry.done),
            entry.number,
            entry.title.value,
            link.unwrap_or_default()
        )
    };
    readme.tasks.iter().map(line).collect()
}

/// Such a link takes nothing away from the title, so that looking for it again must come to an end.
#[test]
fn a_link_without_text_ends_a_title() {
    for (item, expected) in [
        (
            "- [ ] Task 1: Add greeter [](1.task_add.md)",
            "[ ] 1 Add greeter -> 1.task_add.md",
        ),
        (
            "- [x] Task 1: Add greeter[](add.md \"how\").",
            "[x] 1 Add greeter. -> add.md",
        ),
    ] {
        assert_eq!(index(item), [expected], "{item}");
    }
}

#[test]
fn one_entry_in_every_form() {
    for (item, expected) in [
        ("- [ ] Task 1: Add greeter", "[ ] 1 Add greeter"),
        ("* [X] Task 1: Add greeter", "[x] 1 Add greeter"),
        ("+ [x] Task 1 — Add greeter", "[x] 1 Add greeter"),
        ("1. [ ] Task 1 - Add greeter", "[ ] 1 Add greeter"),
        ("- [ ] **Task 1:** Add greeter ✅", "[ ] 1 Add greeter"),
        ("- [x] **Task 1: Add greeter** ✅", "[x] 1 Add greeter"),
        ("- [x] ✅ Task 1: Add greeter", "[x] 1 Add greeter"),
        ("- [ ] Task 1. Add greeter", "[ ] 1 Add greeter"),
        ("- [ ] TASK #1: Add greeter", "[ ] 1 Add greeter"),
        ("- [ ] Tarea 1: Añadir saludo", "[ ] 1 Añadir saludo"),
        ("- [ ] Task 1", "[ ] 1 "),
        ("- [ ] Task 1 Add greeter", "[ ] 1 Add greeter"),
        (
            "- [ ] Task 1: Add `greet()` to _api_",
            "[ ] 1 Add `greet()` to api",
        ),
        (
            "- [ ] Task 1: Keep snake_case and 2 * 3",
            "[ ] 1 Keep snake_case and 2 * 3",
        ),
        (
            "- [ ] Task 1: Add greeter (optional)",
            "[ ] 1 Add greeter (optional)",
        ),
        (
            "- [ ] Task 1: CLI install — warn or block",
            "[ ] 1 CLI install — warn or block",
        ),
        (
            "- [ ] [Task 1: Add greeter](./1.task_a.md)",
            "[ ] 1 Add greeter -> 1.task_a.md",
        ),
        (
            "- [ ] [Task 1](1.task_a.md): Add greeter",
            "[ ] 1 Add greeter -> 1.task_a.md",
        ),
        (
            "- [ ] **[Task 1](1.task_a.md)** — Add greeter",
            "[ ] 1 Add greeter -> 1.task_a.md",
        ),
        (
            "- [ ] Task 1: [Add greeter](1.task_a.md)",
            "[ ] 1 Add greeter -> 1.task_a.md",
        ),
        (
            "- [ ] Task 1: Add greeter — [1.task_a.md](1.task_a.md)",
            "[ ] 1 Add greeter -> 1.task_a.md",
        ),
        (
            "- [ ] Task 1: Add greeter ([1.task_a.md](./1.task_a.md))",
            "[ ] 1 Add greeter -> 1.task_a.md",
        ),
        (
            "- [ ] Task 1: Add greeter → [file](<./1.task_a.md>)",
            "[ ] 1 Add greeter -> 1.task_a.md",
        ),
        (
            "- [ ] Task 1: Add greeter. See: [`1.task_a.md`](./1.task_a.md)",
            "[ ] 1 Add greeter -> 1.task_a.md",
        ),
        (
            "- [ ] Task 1: Add greeter — `1.task_a.md`",
            "[ ] 1 Add greeter -> 1.task_a.md",
        ),
        (
            "- [ ] Task 1: Add greeter\n      See: [1.task_a.md](./1.task_a.md)",
            "[ ] 1 Add greeter -> 1.task_a.md",
        ),
        (
            "- [ ] Task 1: Add greeter\n\n  See: [1.task_a.md](./1.task_a.md)",
            "[ ] 1 Add greeter -> 1.task_a.md",
        ),
        (
            "- [ ] Task 1: Read [the guide](docs/guide.md)\n  See: [f](1.task_a.md)",
            "[ ] 1 Read the guide -> 1.task_a.md",
        ),
        (
            "- [ ] Task 1: Add greeter — (immutable anchor: #task-1)",
            "[ ] 1 Add greeter",
        ),
        ("- [ ] Task 1: Add greeter {#task-1}", "[ ] 1 Add greeter"),
        ("- [ ] Task 1: Add greeter (#task-1)", "[ ] 1 Add greeter"),
        (
            "- [ ] [Task 1: Add greeter](#task-1)",
            "[ ] 1 Add greeter -> #task-1",
        ),
        (
            "- [x](1.task_a.md) Task 1: Add greeter",
            "[x] 1 Add greeter -> 1.task_a.md",
        ),
        ("- [ x] Task 1: Add greeter", "[x] 1 Add greeter"),
        ("- [] Task 1: Add greeter", "[ ] 1 Add greeter"),
        ("- [~] Task 1: Add greeter", "[?] 1 Add greeter"),
        ("- [ ] Task 007: Add greeter", "[ ] 7 Add greeter"),
    ] {
        for text in [
            format!("# P\n\n## Task List\n\n{item}\n"),
            format!("# P\n\n{item}\n"),
            format!("# P\n\n## Lista de tareas\n\n{item}\n").replace('\n', "\r\n"),
        ] {
            assert_eq!(index(&text), [expected], "{text}");
        }
    }
}

#[test]
fn template_indentation_changes_nothing() {
    let text = "    # Plan\n\n    ## 4. Task List & Links\n\n    - [x] Task 1: One\n      See: [1.task_one.md](./1.task_one.md)\n\
                - [ ] Task 2: Two\n      See: [2.task_two.md](./2.task_two.md)\n";
    assert_eq!(
        index(text),
        ["[x] 1 One -> 1.task_one.md", "[ ] 2 Two -> 2.task_two.md"]
    );
    let (document, readme) = read(text);
    assert_eq!(document.slice(readme.tasks[0].title.span), "One");
}

#[test]
fn repeated_and_disordered_numbers_stay_visible() {
    let text = "## Tasks\n\n- [x] Task 2: b\n- [ ] Task 1: a\n- [ ] Task 2: c\n";
    assert_eq!(index(text), ["[x] 2 b", "[ ] 1 a", "[ ] 2 c"]);
    let (_, readme) = read(text);
    assert_eq!(readme.entries(2).count(), 2);
}

#[test]
fn phases_of_the_list_belong_to_it() {
    let text = "## 4. Task List\n\n### Phase 1: Build\n\n- [x] Task 1: a\n\n### Phase 2: Release checklist\n\n- [ ] Task 2: b\n\n\
                ## 5. Rules\n\n- [ ] read the file\n";
    assert_eq!(index(text), ["[x] 1 a", "[ ] 2 b"]);
    assert!(read(text).1.unnumbered.is_empty());
}

#[test]
fn criteria_that_mention_a_task_are_not_the_index() {
    let text = "## Task List\n\n- [ ] Task 1: a\n- [ ] Task 2: b\n\n## Acceptance Criteria\n\n- [x] Task 2 is reviewed\n- [x] Task 1: done\n\n\
                ## Task 1: a {#task-1}\n\n### Checklist\n\n- [x] Task 2: informed\n";
    assert_eq!(index(text), ["[ ] 1 a", "[ ] 2 b"]);
    assert!(codes(&read(text).1).is_empty());
}

#[test]
fn a_task_listed_only_among_criteria_is_reported() {
    let text = "## Task List\n\n- [ ] Task 1: a\n\n## Checklist\n\n- [ ] Task 2: b\n";
    assert_eq!(index(text), ["[ ] 1 a"]);
    assert_eq!(codes(&read(text).1), ["task-item-outside-list"]);
    let near = "## Task List\n\n- [ ] Task 1: a\n\n## Checklist\n\n- [ ] Task 2 was told\n";
    assert!(codes(&read(near).1).is_empty());
}

#[test]
fn a_second_list_adds_the_tasks_that_the_first_lacks() {
    let text =
        "## Tasks\n\n- [x] Task 1: a\n\n## Closing\n\n- [ ] Task 1: again\n- [ ] Task 2: b\n";
    assert_eq!(index(text), ["[x] 1 a", "[ ] 2 b"]);
    assert_eq!(codes(&read(text).1), ["task-item-repeated"]);
}

#[test]
fn boxes_in_records_are_the_index_where_there_is_no_other() {
    let text = "## Task 1: a\n\n- [x] Task 1: a\n\n## Task 2: b\n\n- [ ] Task 2: b\n";
    assert_eq!(index(text), ["[x] 1 a", "[ ] 2 b"]);
}

#[test]
fn code_and_comments_list_no_tasks() {
    let text =
        "## Tasks\n\n- [ ] Task 1: a\n\n```\n- [ ] Task 2: b\n```\n\n<!--\n- [ ] Task 3: c\n-->\n";
    assert_eq!(index(text), ["[ ] 1 a"]);
}

#[test]
fn items_without_a_number_are_collected_and_reported() {
    let text = "## Tasks\n\n- [x] Collect\n- [ ] [Ship it](./2.task_ship.md)\n- [ ] Task 1.2: part\n- [ ] Task 99999999999999999999: far\n";
    let (_, readme) = read(text);
    assert!(readme.tasks.is_empty());
    let titles: Vec<&str> = readme
        .unnumbered
        .iter()
        .map(|item| item.title.value.as_str())
        .collect();
    assert_eq!(
        titles,
        [
            "Collect",
            "Ship it",
            "Task 1.2: part",
            "Task 99999999999999999999: far"
        ]
    );
    assert_eq!(readme.unnumbered[0].done, Some(true));
    assert_eq!(readme.unnumbered[1].file_number, Some(2));
    assert_eq!(codes(&readme), ["task-item-unnumbered"; 4]);
}

#[test]
fn without_a_task_list_all_boxes_are_collected() {
    let (_, readme) =
        read("# P\n\n## Work\n\n- [x] one\n- [ ] two\n\n## Acceptance Criteria\n\n- [ ] three\n");
    assert_eq!(readme.unnumbered.len(), 2);
    let (_, readme) =
        read("# P\n\n## Tasks\n\n- [ ] Task 1: a\n\n## Before merging\n\n- [ ] ask\n");
    assert!(readme.unnumbered.is_empty());
    assert!(codes(&readme).is_empty());
}

#[test]
fn items_that_name_a_task_without_a_box_are_reported() {
    let (_, readme) = read("## Tasks\n\n- Task 1: a\n- ✅ **Task 2:** b\n- Task 3 comes later\n");
    assert_eq!(codes(&readme), ["task-item-unboxed"; 2]);
    let (_, readme) = read("## Tasks\n\n- [ ] Task 1: a\n\n## Notes\n\n- Task 1: needs care\n");
    assert!(codes(&readme).is_empty());
}

/// `number title #anchor` for each record.
fn records(text: &str) -> Vec<String> {
    let (document, readme) = read(text);
    let line = |record: &plan_markdown::view::readme::LiteRecord| {
        assert!(record.span.contains(record.heading) && record.span.contains(record.body));
        assert!(
            document
                .slice(record.span)
                .starts_with(document.slice(record.heading))
        );
        let anchor = record
            .anchor
            .as_ref()
            .map(|anchor| format!(" #{}", anchor.value));
        format!(
            "{} {}{}",
            record.number,
            record.title.value,
            anchor.unwrap_or_default()
        )
    };
    readme.records.iter().map(line).collect()
}

#[test]
fn records_are_read_in_every_form() {
    for (heading, expected) in [
        ("## Task 1: Add greeter {#task-1}", "1 Add greeter #task-1"),
        ("## Task 1 — Add greeter (#task-1)", "1 Add greeter #task-1"),
        ("### Task 1 - **Add greeter**", "1 Add greeter"),
        (
            "## Task 1: Add greeter (the first) {#task-1}",
            "1 Add greeter (the first) #task-1",
        ),
        ("## Tarea 1: Añadir {#task-1} ##", "1 Añadir #task-1"),
        ("## Task 1 {#task-2}", "1  #task-2"),
    ] {
        assert_eq!(
            records(&format!("# P\n\n{heading}\n\ntext\n")),
            [expected],
            "{heading}"
        );
    }
    for heading in [
        "## Task List",
        "## Tasks",
        "## Task 1 notes",
        "# Task 1: x",
        "## The Task 1: x",
        "> ## Task 1: x",
    ] {
        assert!(records(&format!("{heading}\n")).is_empty(), "{heading}");
    }
}

#[test]
fn a_record_ends_at_the_next_heading_of_its_level() {
    let text = "## Task 1: a {#task-1}\n\n### Goal\n\nx\n\n### Task 3: part of it\n\n## Task 2: b {#task-2}\n\ny\n\n## Task List\n\n- [ ] Task 1: a\n";
    let (document, readme) = read(text);
    assert_eq!(records(text), ["1 a #task-1", "2 b #task-2"]);
    assert_eq!(
        document.slice(readme.records[0].body).trim(),
        "### Goal\n\nx\n\n### Task 3: part of it"
    );
    assert_eq!(document.slice(readme.records[1].body).trim(), "y");
    assert_eq!(readme.tasks.len(), 1);
}

#[test]
fn repeated_records_stay_visible() {
    let text = "## Task 1: a {#task-1}\n\n## Task 1: b {#task-1}\n";
    assert_eq!(records(text), ["1 a #task-1", "1 b #task-1"]);
    assert_eq!(read(text).1.records_of(1).count(), 2);
}
