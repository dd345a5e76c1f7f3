//! The plan-quality check: whether a description can become a plan (H3).

use std::collections::BTreeSet;

use plan_diagnostics::{Finding, Location, Rule};
use plan_prose::credential;
use plan_state::{Approval, Format, is_plan_name, split_task_file};

use super::rules::{
    DESCRIPTION_CREDENTIAL, DESCRIPTION_DEPENDS, DESCRIPTION_INCOMPLETE, DESCRIPTION_TASKS,
    DESCRIPTION_TEXT,
};
use super::{Description, TaskDescription, passage};

/// The title of the last task.
pub(crate) const FINAL_REVIEW: &str = "Final Review";
/// The word for its file.
const FINAL_SLUG: &str = "final_review";

/// What the Final Review has to name, and the words that name it.
const PARTS: [(&str, &[&str]); 3] = [
    ("the security pass", &["security", "seguridad"]),
    (
        "the validation of the final state",
        &[
            "validation",
            "validate",
            "final-state",
            "final state",
            "validación",
            "validar",
        ],
    ),
    ("the reconciliation of skills", &["skill", "habilidad"]),
];

impl Description {
    /// What keeps this description from becoming a plan, with JSON pointers into `file`; to be
    /// placed with [`plan_state::json::Document::place`] where lines and columns are wanted.
    #[must_use]
    pub fn faults(&self, file: &str) -> Vec<Finding> {
        let mut judge = Judge {
            file,
            findings: Vec::new(),
        };
        judge.head(self);
        judge.approval(self);
        for (index, task) in self.tasks.iter().enumerate() {
            judge.task(self, index, task);
        }
        judge.closing(self);
        judge.file_names(self);
        judge.findings
    }
}

struct Judge<'f> {
    file: &'f str,
    findings: Vec<Finding>,
}

impl Judge<'_> {
    fn report(&mut self, rule: &'static Rule, pointer: &str, message: impl Into<String>) {
        let location = Location::file(self.file).with_pointer(pointer);
        self.findings.push(Finding::new(rule, location, message));
    }

    fn head(&mut self, plan: &Description) {
        if !is_plan_name(&plan.name) {
            let message = "a plan is named PLAN_ and two to five lower-case words joined by _";
            self.report(&DESCRIPTION_TEXT, "/name", message);
        }
        self.line("/title", &plan.title);
        self.block("/goal", &plan.goal, 3);
        self.block("/context", &plan.context, 3);
        if let Some(guidelines) = &plan.guidelines {
            self.block("/guidelines", guidelines, 3);
        }
        if let Some(analysis) = &plan.analysis {
            self.block("/analysis", analysis, 2);
        }
        self.lines("/tags", &plan.tags);
        if let Some(parent) = &plan.parent_plan {
            self.line("/parent_plan", parent);
            let named = parent
                .rsplit_once(':')
                .is_some_and(|(repo, name)| !repo.is_empty() && is_plan_name(name));
            if !named {
                let message = "a parent plan is named REPO:PLAN_NAME";
                self.report(&DESCRIPTION_TEXT, "/parent_plan", message);
            }
        }
        let by = plan.created_by.as_ref();
        let agent = by.and_then(|by| by.agent.as_deref());
        let model = by.and_then(|by| by.model.as_deref());
        for (pointer, name) in [("/created_by/agent", agent), ("/created_by/model", model)] {
            let Some(name) = name else { continue };
            self.line(pointer, name);
            if name.chars().count() > plan_state::limits::ACTOR {
                let message = format!(
                    "it is longer than {} code points",
                    plan_state::limits::ACTOR
                );
                self.report(&DESCRIPTION_TEXT, pointer, message);
            }
            if credential::email(name).is_some() {
                let message = "it holds an e-mail address; give a display name";
                self.report(&DESCRIPTION_CREDENTIAL, pointer, message);
            }
        }
    }

    /// An approval names the person and keeps their words (D11).
    fn approval(&mut self, plan: &Description) {
        let Some(given) = &plan.approval else { return };
        let fields = [("by", &given.by), ("words", &given.words)];
        for (name, text) in fields {
            let pointer = format!("/approval/{name}");
            match text {
                Some(text) => self.line(&pointer, text),
                None if given.status != Approval::Pending => {
                    let message = format!("an approval has `{name}`: the person and their words");
                    self.report(&DESCRIPTION_INCOMPLETE, "/approval", message);
                }
                None => {}
            }
        }
        if given.status == Approval::Pending && given.unattended {
            let message = "a plan that awaits approval opts in to nothing";
            self.report(&DESCRIPTION_TEXT, "/approval/unattended", message);
        }
    }

    fn task(&mut self, plan: &Description, index: usize, task: &TaskDescription) {
        let at = |field: &str| format!("/tasks/{index}/{field}");
        // One level deeper in the README than in a file of its own.
        let deepest = if plan.format == Format::Lite { 4 } else { 3 };
        self.line(&at("title"), &task.title);
        self.block(&at("context"), &task.context, deepest);
        self.block(&at("goal"), &task.goal, deepest);
        self.block(&at("instructions"), &task.instructions, deepest);
        self.lines(&at("read_before"), &task.read_before);
        self.lines(&at("outputs"), &task.outputs);
        let needed = [
            ("acceptance_criteria", &task.acceptance_criteria),
            ("validation", &task.validation),
            ("touched_surface/surface", &task.touched_surface.surface),
        ];
        for (field, texts) in needed {
            self.lines(&at(field), texts);
            if texts.is_empty() {
                let message = format!("Task {} has none", index + 1);
                self.report(&DESCRIPTION_INCOMPLETE, &at(field), message);
            }
        }
        for (n, command) in task.validation.iter().enumerate() {
            if command.chars().count() > plan_state::limits::COMMAND {
                let pointer = format!("{}/{n}", at("validation"));
                let message = format!(
                    "no gate record can hold a command of more than {} code points",
                    plan_state::limits::COMMAND
                );
                self.report(&DESCRIPTION_TEXT, &pointer, message);
            }
        }
        self.depends(plan, index, task);
    }

    fn depends(&mut self, plan: &Description, index: usize, task: &TaskDescription) {
        let mut seen = BTreeSet::new();
        for (n, on) in task.depends_on.iter().flatten().enumerate() {
            let pointer = format!("/tasks/{index}/depends_on/{n}");
            let there = usize::try_from(*on).is_ok_and(|on| (1..=plan.tasks.len()).contains(&on));
            let message = if !there {
                format!("there is no Task {on}")
            } else if usize::try_from(*on) == Ok(index + 1) {
                format!("Task {on} depends on itself")
            } else if !seen.insert(*on) {
                format!("Task {on} is named twice")
            } else {
                continue;
            };
            self.report(&DESCRIPTION_DEPENDS, &pointer, message);
        }
    }

    /// At least two tasks, the last of which, and no other, is the Final Review with its parts.
    fn closing(&mut self, plan: &Description) {
        if plan.tasks.len() < 2 {
            let message = "a plan has at least two tasks, the last of which is the Final Review";
            self.report(&DESCRIPTION_TASKS, "/tasks", message);
        }
        let Some((last, others)) = plan.tasks.split_last() else {
            return;
        };
        let index = others.len();
        if last.title != FINAL_REVIEW {
            let message = format!("the last task is not titled {FINAL_REVIEW}");
            self.report(
                &DESCRIPTION_TASKS,
                &format!("/tasks/{index}/title"),
                message,
            );
        }
        for (index, task) in others.iter().enumerate() {
            if task.title.eq_ignore_ascii_case(FINAL_REVIEW) || task.slug() == FINAL_SLUG {
                let message = "only the last task is the Final Review";
                self.report(
                    &DESCRIPTION_TASKS,
                    &format!("/tasks/{index}/title"),
                    message,
                );
            }
        }
        let said = [&last.goal, &last.instructions]
            .into_iter()
            .chain(&last.acceptance_criteria)
            .map(|text| text.to_lowercase())
            .collect::<Vec<_>>()
            .join("\n");
        for (part, words) in PARTS {
            if !words.iter().any(|word| said.contains(word)) {
                let message = format!("the Final Review does not name {part}");
                self.report(&DESCRIPTION_TASKS, &format!("/tasks/{index}"), message);
            }
        }
    }

    /// In a Full plan each task has a word for its file.
    fn file_names(&mut self, plan: &Description) {
        for (index, task) in plan.tasks.iter().enumerate() {
            let pointer = format!("/tasks/{index}/slug");
            let slug = task.slug();
            let last = index + 1 == plan.tasks.len();
            if split_task_file(&format!("1.task_{slug}.md")).is_none() {
                if plan.format == Format::Full || task.slug.is_some() {
                    let message = "the word for a file has the characters a-z, 0-9 and _ only";
                    self.report(&DESCRIPTION_TASKS, &pointer, message);
                }
            } else if last && task.slug.as_ref().is_some_and(|slug| slug != FINAL_SLUG) {
                let message = format!("the word for the Final Review is {FINAL_SLUG}");
                self.report(&DESCRIPTION_TASKS, &pointer, message);
            }
        }
    }

    fn lines(&mut self, pointer: &str, texts: &[String]) {
        for (index, text) in texts.iter().enumerate() {
            self.line(&format!("{pointer}/{index}"), text);
        }
    }

    fn line(&mut self, pointer: &str, text: &str) {
        self.secret(pointer, text);
        if text.trim().is_empty() {
            self.report(&DESCRIPTION_INCOMPLETE, pointer, "the text is empty");
        } else if let Some(fault) = passage::line(text) {
            self.report(&DESCRIPTION_TEXT, pointer, fault);
        }
    }

    fn block(&mut self, pointer: &str, text: &str, deepest: u8) {
        self.secret(pointer, text);
        if text.trim().is_empty() {
            self.report(&DESCRIPTION_INCOMPLETE, pointer, "the text is empty");
        } else if let Some(fault) = passage::block(text, deepest) {
            self.report(&DESCRIPTION_TEXT, pointer, fault);
        }
    }

    /// Names the kind, never the value (B12).
    fn secret(&mut self, pointer: &str, text: &str) {
        if let Some(leak) = credential::find(text) {
            let message = format!("it holds what looks like a credential ({})", leak.kind);
            self.report(&DESCRIPTION_CREDENTIAL, pointer, message);
        }
    }
}
