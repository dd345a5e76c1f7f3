//! The rules of onboarding: what is told about a repository, and what must be mended in it (P20).

use plan_diagnostics::{Rule, Severity};

/// What kind of repository it looks like.
pub static REPO_ARCHETYPE: Rule = Rule {
    code: "repo-archetype",
    severity: Severity::Should,
    title: "What kind of repository this looks like",
    reason: "A plan names the archetype of its repository; files hint at it, and the agent decides.",
    requirement: "P20",
};

/// A command that a manifest declares.
pub static REPO_COMMAND: Rule = Rule {
    code: "repo-command",
    severity: Severity::Should,
    title: "A command for building, testing, linting or formatting",
    reason: "Gates are real commands of the repository, and so they are recorded before planning.",
    requirement: "P20",
};

/// A manifest that cannot be read.
pub static REPO_MANIFEST_UNREADABLE: Rule = Rule {
    code: "repo-manifest-unreadable",
    severity: Severity::Should,
    title: "A manifest cannot be read",
    reason: "The commands that it declares are not known, and none may be made up in their place.",
    requirement: "P20",
};

/// No way to test.
pub static REPO_TESTS_MISSING: Rule = Rule {
    code: "repo-tests-missing",
    severity: Severity::Should,
    title: "No command was found that tests the repository",
    reason: "Gates are what makes a plan reliable. To note that there are none is not enough: what \
             suits the stack is proposed.",
    requirement: "P20",
};

/// No way to lint.
pub static REPO_LINT_MISSING: Rule = Rule {
    code: "repo-lint-missing",
    severity: Severity::Should,
    title: "No command was found that lints the repository",
    reason: "A linter is the cheapest gate that there is, and what suits the stack is proposed.",
    requirement: "P20",
};

/// An existing file of an agent.
pub static REPO_AGENT_FILE: Rule = Rule {
    code: "repo-agent-file",
    severity: Severity::Should,
    title: "A file that configures an agent is there already",
    reason: "Onboarding destroys nothing: what is there is reconciled, and replaced only with the \
             explicit approval of its owner.",
    requirement: "P20",
};

/// A file of an agent that does not refer to AGENTS.md.
pub static REPO_AGENT_FILE_APART: Rule = Rule {
    code: "repo-agent-file-apart",
    severity: Severity::Must,
    title: "A file that configures an agent does not refer to AGENTS.md",
    reason: "`AGENTS.md` is the one source of the conventions; an agent that is not led to it follows \
             others.",
    requirement: "P20",
};

/// A file of an agent that repeats AGENTS.md.
pub static REPO_AGENT_FILE_REPEATS: Rule = Rule {
    code: "repo-agent-file-repeats",
    severity: Severity::Should,
    title: "A file that configures an agent repeats AGENTS.md",
    reason: "Copies of the conventions come to differ, and agents then follow different ones.",
    requirement: "P20",
};

/// No AGENTS.md.
pub static REPO_AGENTS_MD_MISSING: Rule = Rule {
    code: "repo-agents-md-missing",
    severity: Severity::Should,
    title: "There is no AGENTS.md",
    reason: "Agents take the conventions of a repository from `AGENTS.md` and nowhere else.",
    requirement: "P20",
};

/// `.dwp/` is not ignored by git.
pub static REPO_DWP_NOT_IGNORED: Rule = Rule {
    code: "repo-dwp-not-ignored",
    severity: Severity::Must,
    title: "Git does not ignore .dwp/",
    reason: "Plans hold what was tried and said; they are working papers, and are not committed by \
             accident.",
    requirement: "P20",
};

/// A skill at hand.
pub static REPO_SKILL: Rule = Rule {
    code: "repo-skill",
    severity: Severity::Should,
    title: "A skill is at hand",
    reason: "A plan that knows the skills of the repository uses them, rather than do the work anew.",
    requirement: "P20",
};

/// An agent at hand.
pub static REPO_AGENT: Rule = Rule {
    code: "repo-agent",
    severity: Severity::Should,
    title: "An agent is at hand",
    reason: "Work can be given to an agent that the repository defines for it.",
    requirement: "P20",
};

/// The rules of onboarding.
pub static RULES: &[&Rule] = &[
    &REPO_AGENT,
    &REPO_AGENTS_MD_MISSING,
    &REPO_AGENT_FILE,
    &REPO_AGENT_FILE_APART,
    &REPO_AGENT_FILE_REPEATS,
    &REPO_ARCHETYPE,
    &REPO_COMMAND,
    &REPO_DWP_NOT_IGNORED,
    &REPO_LINT_MISSING,
    &REPO_MANIFEST_UNREADABLE,
    &REPO_SKILL,
    &REPO_TESTS_MISSING,
];
