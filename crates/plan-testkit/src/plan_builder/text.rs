//! The texts of a built plan: README, records, PROGRESS, manifest and state.

use std::fmt::Write as _;

use super::{PlanBuilder, Shape};

impl PlanBuilder {
    pub(super) fn title(&self, task: u64) -> String {
        if task == self.tasks {
            "Final Review".into()
        } else {
            format!("Write part {task}")
        }
    }

    pub(super) fn file_name(&self, task: u64) -> String {
        if task == self.tasks {
            format!("{task}.task_final_review.md")
        } else {
            format!("{task}.task_write_part_{task}.md")
        }
    }

    pub(super) fn readme(&self) -> String {
        let mut out = format!("# Plan: {}\n\n", self.name);
        match self.shape {
            Shape::Full => out.push_str("**Standard:** DWP spec 5.0.0\n\nPlan Format: Full\n\nMaterialization: ready\n\nApproval: approved\n\n"),
            Shape::Lite => out.push_str("**Standard:** DWP spec 5.0.0\n\nPlan Format: Lite\n\nMaterialization: ready\n\nApproval: approved\n\n"),
            Shape::Legacy => {}
        }
        out.push_str("## Goal\n\nInvoices can be exported.\n\n## Context\n\nThe service has no export.\n\n## Task List\n\n");
        for task in 1..=self.tasks {
            let mark = if self.is_done(task) { 'x' } else { ' ' };
            let title = self.title(task);
            let _ = match self.shape {
                Shape::Lite => writeln!(out, "- [{mark}] Task {task}: {title}"),
                _ => writeln!(
                    out,
                    "- [{mark}] Task {task}: {title} — [{0}](./{0})",
                    self.file_name(task)
                ),
            };
        }
        let done = (1..=self.tasks).filter(|task| self.is_done(*task)).count();
        let _ = write!(
            out,
            "\n## Plan Status\n\nPlan Status: {done}/{} completed\n",
            self.tasks
        );
        if self.shape == Shape::Lite {
            for task in 1..=self.tasks {
                out.push('\n');
                out.push_str(&self.record(task));
            }
        }
        out
    }

    /// A record with the ten sections; in a Lite plan one heading level deeper, with its anchor.
    pub(super) fn record(&self, task: u64) -> String {
        let lite = self.shape == Shape::Lite;
        let (hash, anchor) = if lite {
            ("###", format!(" {{#task-{task}}}"))
        } else {
            ("##", String::new())
        };
        let top = if lite { "##" } else { "#" };
        let done = self.is_done(task);
        let mark = if done { 'x' } else { ' ' };
        let title = self.title(task);
        let body = if task == self.tasks {
            "Run the security pass, the final-state validation and the skills reconciliation."
        } else {
            "Write this part of the export."
        };
        format!(
            "{top} Task {task}: {title}{anchor}\n\n{hash} Context\n\nPart of the export.\n\n\
             {hash} Read Before Starting\n\n- README.md, Goal\n\n{hash} Goal\n\n{body}\n\n\
             {hash} Touched Surface\n\n`src/export.rs`\n\nRisk class: isolated\n\n\
             {hash} Instructions\n\n1. {body}\n\n\
             {hash} Acceptance Criteria\n\n- [{mark}] Part {task} has one row an invoice.\n\n\
             {hash} Outputs\n\n- `src/export.rs`\n\n\
             {hash} Validation\n\n```bash\ncargo test -p part{task}\n```\n\n\
             {hash} Execution Checklist\n\n- [{mark}] Validated.\n\n\
             {hash} Completion & Log\n\n{}",
            self.log(task, done)
        )
    }

    fn log(&self, task: u64, done: bool) -> String {
        if !done {
            return "Status: pending\n".into();
        }
        let mut log = format!(
            "Status: completed\nTimestamp: 2026-03-02T{:02}:{:02}:30Z\nSummary: written in one pass.\nSkills disposition: none\n",
            10 + task / 60 % 13,
            task % 60
        );
        if task == self.tasks {
            log.push_str("Documentation decision: docs/export.md\n");
        }
        log
    }

    pub(super) fn progress(&self) -> String {
        let mut out = format!("# Progress of {}\n", self.name);
        for task in (1..=self.tasks).filter(|task| self.is_done(*task)) {
            let _ = write!(
                out,
                "\n## {} — Task {task}: {}\n\n- Written in one pass.\n- Validation: `cargo test -p part{task}` (64 passed).\n- Nothing deferred.\n",
                instant(task),
                self.title(task)
            );
        }
        out
    }

    pub(super) fn prompts(&self) -> String {
        format!(
            "# Prompts\n\nExecute the plan at: .dwp/plans/{}/README.md\n",
            self.name
        )
    }

    pub(super) fn manifest(&self) -> String {
        let (generation, version, format) = match self.shape {
            Shape::Full => ("v5", "5.0.0", "  \"plan_format\": \"full\",\n"),
            Shape::Lite => ("v5", "5.0.0", "  \"plan_format\": \"lite\",\n"),
            Shape::Legacy => ("v1", "2.3.0", ""),
        };
        format!(
            "{{\n  \"schema\": \"https://deepworkplan.com/schema/plan-manifest/{generation}.json\",\n  \
             \"spec_version\": \"{version}\",\n  \"name\": \"{}\",\n  \"archetype\": \"individual\",\n  \
             \"rigor\": \"standard\",\n{format}  \"created_at\": \"2026-03-01T10:00:00Z\",\n  \
             \"task_count\": {}\n}}\n",
            self.name, self.tasks
        )
    }

    pub(super) fn state(&self) -> String {
        let done = (1..=self.tasks).filter(|task| self.is_done(*task)).count();
        let status = match (self.is_complete(), self.blocked, done, self.started) {
            (true, ..) => "completed",
            (_, true, ..) => "blocked",
            (_, _, 0, None) => "pending",
            _ => "in_progress",
        };
        let (generation, head) = match self.shape {
            Shape::Legacy => ("v1", String::new()),
            shape => {
                let format = if shape == Shape::Full { "full" } else { "lite" };
                (
                    "v5",
                    format!(
                        "  \"format\": \"{format}\",\n  \"materialization\": \"ready\",\n  \"approval\": \"approved\",\n  \"promotion\": null,\n"
                    ),
                )
            }
        };
        let tasks: Vec<_> = (1..=self.tasks).map(|task| self.state_task(task)).collect();
        format!(
            "{{\n  \"schema\": \"https://deepworkplan.com/schema/plan-state/{generation}.json\",\n  \
             \"plan\": \"{}\",\n  \"updated_at\": \"2026-03-02T23:00:00Z\",\n  \
             \"updated_by\": {{\n    \"agent\": \"builder\",\n    \"model\": \"test\"\n  }},\n  \
             \"status\": \"{status}\",\n  \"completed_count\": {done},\n  \"task_count\": {},\n{head}  \
             \"tasks\": [\n{}\n  ],\n  \"checkpoint\": {},\n  \"blocked\": {}\n}}\n",
            self.name,
            self.tasks,
            tasks.join(",\n"),
            self.checkpoint(),
            self.blocker()
        )
    }

    fn state_task(&self, task: u64) -> String {
        let (file, title) = (self.file_name(task), self.title(task));
        let locator = match self.shape {
            Shape::Full => format!(
                "\"locator\": {{\n        \"kind\": \"file\",\n        \"value\": \"{file}\"\n      }}"
            ),
            Shape::Lite => format!(
                "\"locator\": {{\n        \"kind\": \"inline\",\n        \"value\": \"#task-{task}\"\n      }}"
            ),
            Shape::Legacy => format!("\"file\": \"{file}\""),
        };
        let head = format!(
            "    {{\n      \"id\": {task},\n      {locator},\n      \"title\": \"{title}\",\n"
        );
        let at = instant(task);
        if self.is_done(task) {
            return format!(
                "{head}      \"status\": \"completed\",\n      \"started_at\": \"2026-03-02T10:00:00Z\",\n      \
                 \"completed_at\": \"{at}\",\n      \"commit\": \"{:07x}\",\n      \"gates\": [\n        {{\n          \
                 \"command\": \"cargo test -p part{task}\",\n          \"passes\": true,\n          \
                 \"exit_code\": 0,\n          \"last_run\": \"{at}\",\n          \
                 \"evidence\": \"64 passed in 3.1s, part {task}\"\n        }}\n      ],\n      \"outcome\": {{\n        \
                 \"worked\": \"one pass\"\n      }}\n    }}",
                0x0a1_0000 + task
            );
        }
        let (status, started) = match (self.started == Some(task), self.blocked) {
            (true, blocked) => (
                if blocked { "blocked" } else { "in_progress" },
                "      \"started_at\": \"2026-03-02T10:00:00Z\",\n",
            ),
            (false, _) => ("pending", ""),
        };
        format!("{head}      \"status\": \"{status}\",\n{started}      \"gates\": []\n    }}")
    }

    fn checkpoint(&self) -> String {
        if self.done.is_empty() && self.started.is_none() {
            return "null".into();
        }
        let next = (1..=self.tasks).find(|task| !self.is_done(*task));
        let (task, step) = next.map_or((self.tasks, "done"), |task| (task, "start"));
        format!(
            "{{\n    \"task\": {task},\n    \"step\": \"{step}\",\n    \"at\": \"2026-03-02T23:00:00Z\"\n  }}"
        )
    }

    fn blocker(&self) -> String {
        match self.started {
            Some(task) if self.blocked => format!(
                "{{\n    \"task\": {task},\n    \"reason\": \"the driver is missing\",\n    \
                 \"since\": \"2026-03-02T22:00:00Z\",\n    \"needs\": \"the driver\"\n  }}"
            ),
            _ => "null".into(),
        }
    }
}

/// When a task was completed: later for later tasks.
fn instant(task: u64) -> String {
    format!("2026-03-02T{:02}:{:02}:00Z", 10 + task / 60 % 13, task % 60)
}
