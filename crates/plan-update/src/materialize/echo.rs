//! What was rendered, read back through the views: it must be what was described (H3).

use plan_diagnostics::{Finding, Location, Span};
use plan_markdown::Document;
use plan_markdown::view::readme::{PlanStatus, Readme, approval_word};
use plan_markdown::view::task::{CriterionKind, Depends, LogStatus, SectionName, TaskRecord};
use plan_state::Format;

use super::render::{Renderer, Stage, bodies, file_name, numbered};
use crate::TaskDescription;
use crate::description::rules::DESCRIPTION_ECHO;

/// Where the rendered README and records differ from the description, as they are read.
pub(super) fn differences(renderer: &Renderer<'_>) -> Vec<Finding> {
    let mut echo = Echo {
        findings: Vec::new(),
    };
    let document = Document::parse("README.md", renderer.readme(Stage::Whole));
    let readme = Readme::read(&document);
    echo.readme(renderer, &document, &readme);
    for (id, task) in numbered(renderer.plan) {
        match renderer.plan.format {
            Format::Full => {
                let file = file_name(id, task);
                let document = Document::parse(&file, renderer.record(id, task));
                let whole = Span::new(0, document.text().len());
                echo.document(&document, expected_items(task));
                echo.record(&document, whole, id, task);
            }
            Format::Lite => {
                let mut records = readme.records_of(id);
                match (records.next(), records.next()) {
                    (Some(record), None) => {
                        let anchor = record.anchor.as_ref().map(|anchor| anchor.value.as_str());
                        let wanted = format!("task-{id}");
                        let anchored =
                            anchor.is_some_and(|anchor| anchor.trim_start_matches('#') == wanted);
                        echo.expect(&document, anchored, &format!("the anchor of Task {id}"));
                        echo.record(&document, record.span, id, task);
                    }
                    _ => echo.differ(&document, &format!("the record of Task {id}")),
                }
            }
        }
    }
    echo.findings
}

/// How many task items a record has: its criteria, and the two of the checklist.
fn expected_items(task: &TaskDescription) -> usize {
    task.acceptance_criteria.len() + 2
}

struct Echo {
    findings: Vec<Finding>,
}

impl Echo {
    fn differ(&mut self, document: &Document, what: &str) {
        let message = format!("{what} would be read back as something else");
        let help = "say it in plainer words: something in the text counts as structure";
        let location = Location::file(document.file());
        self.findings
            .push(Finding::new(&DESCRIPTION_ECHO, location, message).with_help(help));
    }

    fn expect(&mut self, document: &Document, same: bool, what: &str) {
        if !same {
            self.differ(document, what);
        }
    }

    /// Nothing is reported in the document, nothing hidden, and there is no item too many.
    fn document(&mut self, document: &Document, items: usize) {
        self.findings.extend(document.findings().iter().cloned());
        let plain = document.comments().is_empty() && document.frontmatter().is_none();
        self.expect(document, plain, "a comment or a frontmatter");
        self.expect(document, document.items().len() == items, "a task item");
    }

    fn readme(&mut self, renderer: &Renderer<'_>, document: &Document, readme: &Readme) {
        let plan = renderer.plan;
        let records = plan.tasks.iter().map(expected_items).sum::<usize>();
        let lite = plan.format == Format::Lite;
        self.document(document, plan.tasks.len() + if lite { records } else { 0 });
        self.findings.extend(readme.findings.iter().cloned());
        let is = |part: Option<plan_markdown::view::Part>, text: &str| {
            part.is_some_and(|part| part.body.of(document.text()).trim() == text)
        };
        let title = readme.title.as_ref().map(|title| title.value.as_str());
        self.expect(document, title == Some(plan.title.as_str()), "the title");
        self.expect(document, is(readme.goal, &plan.goal), "the goal");
        self.expect(document, is(readme.context, &plan.context), "the context");
        let guidelines = document.section("Guidelines");
        let guidelines = guidelines.map(|section| section.body.of(document.text()).trim());
        let same = guidelines == plan.guidelines.as_deref();
        self.expect(document, same, "the guidelines");
        self.properties(renderer, document, readme);
        self.index(renderer, document, readme);
        let records = readme.records.len();
        let wanted = if lite { plan.tasks.len() } else { 0 };
        self.expect(document, records == wanted, "the task records");
    }

    /// What the README declares is what this library wrote, and nothing besides.
    fn properties(&mut self, renderer: &Renderer<'_>, document: &Document, readme: &Readme) {
        let plan = renderer.plan;
        let approval = readme.approval.as_ref();
        let approval = approval.and_then(|property| approval_word(&property.value.value));
        let approved = approval == Some(plan.approval().as_str());
        self.expect(document, approved, "the approval");
        let unattended = plan.approval.as_ref().is_some_and(|given| given.unattended);
        let same =
            readme.execution_unattended == unattended && readme.execution.is_some() == unattended;
        self.expect(document, same, "the execution");
        let total = plan.tasks.len() as u64;
        let counted = readme.plan_status.as_ref().is_some_and(|statement| {
            matches!(statement.status, PlanStatus::Count(count)
                if (count.done, count.total) == (0, total))
        });
        let alone = readme.statuses.len() == 1;
        self.expect(document, counted && alone, "the plan status");
        let format = readme.plan_format.as_ref();
        let format = format.is_some_and(|property| property.is(plan.format.as_str()));
        self.expect(document, format, "the plan format");
        let ready = readme.materialization.as_ref();
        let ready = ready.is_some_and(|property| property.is("ready"));
        self.expect(document, ready, "the materialization");
        let standard = readme.standard.as_ref();
        let declared = standard
            .is_some_and(|standard| standard.version().is_some() && standard.migrated().is_none());
        self.expect(document, declared, "the standard");
    }

    fn index(&mut self, renderer: &Renderer<'_>, document: &Document, readme: &Readme) {
        let plan = renderer.plan;
        let same = readme.unnumbered.is_empty() && readme.tasks.len() == plan.tasks.len();
        self.expect(document, same, "the task list");
        for ((id, task), entry) in numbered(plan).zip(&readme.tasks) {
            let link = entry.link.as_ref().map(|link| link.value.clone());
            let wanted = (plan.format == Format::Full).then(|| file_name(id, task));
            let same = entry.number == id
                && entry.title.value == task.title
                && entry.done == Some(false)
                && link == wanted;
            self.expect(
                document,
                same,
                &format!("the entry of Task {id} in the task list"),
            );
        }
    }

    fn record(&mut self, document: &Document, within: Span, id: u64, task: &TaskDescription) {
        let record = TaskRecord::read(document, within);
        self.findings.extend(record.findings.iter().cloned());
        let mut expect = |same: bool, what: &str| {
            self.expect(document, same, &format!("Task {id}: {what}"));
        };
        let number = record.number.as_ref().map(|number| number.value);
        expect(number == Some(id), "the number");
        let title = record.title.as_ref().map(|title| title.value.as_str());
        expect(title == Some(task.title.as_str()), "the title");
        let bodies = bodies(task);
        expect(record.sections.len() == bodies.len(), "a section");
        for ((name, body), section) in bodies.iter().zip(&record.sections) {
            let same = section.name.as_str() == *name
                && !section.nested
                && section.part.body.of(document.text()).trim() == body;
            expect(same, &format!("the section {name}"));
        }
        let log = record.log.status_word() == Some(LogStatus::Pending);
        expect(
            log && record.amendments.is_empty(),
            SectionName::Log.as_str(),
        );
        let criteria = record.criteria.iter();
        let criteria = criteria.map(|criterion| (criterion.kind, squeeze(&criterion.text.value)));
        let wanted = task.acceptance_criteria.iter();
        let wanted = wanted.map(|text| (CriterionKind::Open, squeeze(text)));
        expect(criteria.eq(wanted), "the acceptance criteria");
        let commands = record.commands.iter().map(|command| &command.value);
        expect(commands.eq(&task.validation), "the validation commands");
        let risk = record.risk.as_ref().map(|risk| risk.value.as_str());
        let wanted = task.touched_surface.risk.as_str();
        expect(risk == Some(wanted), "the risk class");
        let depends = record
            .depends_on
            .as_ref()
            .map(|depends| match &depends.value {
                Depends::None => Vec::new(),
                Depends::Tasks(tasks) => tasks.clone(),
            });
        expect(depends == task.depends_on, "the dependencies");
    }
}

fn squeeze(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
