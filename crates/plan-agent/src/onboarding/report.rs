//! A survey as findings (P20).

use plan_diagnostics::{Finding, Location, Note, Report, Rule, Sources, Subject};

use super::guidance::AGENTS_MD;
use super::rules::*;
use super::{AgentFile, Repository, Survey};

impl Survey {
    /// The survey of a repository as a report: every fact is an advisory, and what must be mended is a
    /// failure.
    #[must_use]
    pub fn report(&self, repository: &Repository) -> Report {
        let mut sources = Sources::new();
        for (file, text) in &repository.texts {
            sources.insert(file.as_str(), text.as_str());
        }
        let mut report = Report::new(Subject::repository(&*repository.name), sources);
        report.checked(RULES.iter().copied());
        report.extend(self.facts());
        report.extend(self.missing());
        report.extend(self.agent_files.iter().flat_map(AgentFile::findings));
        if self.ignores_dwp.is_none() {
            report.note(Note {
                file: None,
                message: "whether git ignores .dwp/ was not checked: there is no git".to_owned(),
            });
        }
        report.conceal(plan_prose::credential::conceal);
        report
    }

    fn facts(&self) -> impl Iterator<Item = Finding> {
        let archetype = self.archetype.iter().map(|hint| {
            let kind = hint.archetype.as_str();
            let file = hint.file.as_deref().unwrap_or(".");
            told(
                &REPO_ARCHETYPE,
                file,
                format!("this looks like `{kind}`: {}", hint.because),
            )
        });
        let commands = self.commands.iter().map(|command| {
            let place = match command.span {
                Some(span) => Location::span(&*command.file, span),
                None => Location::file(&*command.file),
            };
            let message = format!("{}: `{}`", command.kind, command.line);
            Finding::new(&REPO_COMMAND, place, message)
        });
        let skills = self.skills.iter();
        let skills = skills.map(|file| told(&REPO_SKILL, file, "a skill is at hand"));
        let agents = self.agents.iter();
        let agents = agents.map(|file| told(&REPO_AGENT, file, "an agent is at hand"));
        let unreadable = self.unreadable.iter().map(|manifest| {
            let message = format!("it cannot be read: {}", manifest.reason);
            told(&REPO_MANIFEST_UNREADABLE, &manifest.file, message)
        });
        archetype
            .chain(commands)
            .chain(skills)
            .chain(agents)
            .chain(unreadable)
    }

    fn missing(&self) -> impl Iterator<Item = Finding> {
        let proposal = self.proposal.as_ref();
        let tests = proposal
            .filter(|proposal| proposal.tests_missing)
            .map(|proposal| {
                told(&REPO_TESTS_MISSING, ".", "no test command was found")
                    .with_help(proposal.of_tests())
            });
        let lint = proposal
            .filter(|proposal| proposal.lint_missing)
            .map(|proposal| {
                told(&REPO_LINT_MISSING, ".", "no linter was found").with_help(proposal.of_lint())
            });
        let guidance = (!self.agents_md).then(|| {
            told(&REPO_AGENTS_MD_MISSING, AGENTS_MD, "there is no AGENTS.md")
                .with_help("write the repository's conventions there, once for all agents")
        });
        let ignored = (self.ignores_dwp == Some(false)).then(|| {
            told(
                &REPO_DWP_NOT_IGNORED,
                ".gitignore",
                "git does not ignore .dwp/",
            )
            .with_help("add the line `.dwp/`")
        });
        [tests, lint, guidance, ignored].into_iter().flatten()
    }
}

impl AgentFile {
    fn findings(&self) -> impl Iterator<Item = Finding> {
        let Self { agent, file, .. } = self;
        let there = told(
            &REPO_AGENT_FILE,
            file,
            format!("{agent} is configured here"),
        )
        .with_help("reconcile it; it is never overwritten");
        let apart = (!self.refers).then(|| {
            told(
                &REPO_AGENT_FILE_APART,
                file,
                format!("{agent} is not led to AGENTS.md from here"),
            )
            .with_help("refer to AGENTS.md, and keep here what is for this agent alone")
        });
        let repeats = (self.repeats > 0).then(|| {
            let message = format!("it repeats {} lines of AGENTS.md", self.repeats);
            told(&REPO_AGENT_FILE_REPEATS, file, message).with_help("refer to AGENTS.md instead")
        });
        [Some(there), apart, repeats].into_iter().flatten()
    }
}

fn told(rule: &'static Rule, file: &str, message: impl Into<String>) -> Finding {
    Finding::new(rule, Location::file(file), message)
}
