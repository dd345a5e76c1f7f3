//! What a caller asks for: one transition of one task, with its evidence (D1).

use plan_state::{Actor, RawState, TaskStatus, Timestamp};

/// One update of one task (D1).
///
/// Every text that ends up in the state is one line (B12); none may hold a credential.
///
/// ```
/// use plan_state::TaskStatus;
/// use plan_update::{GateReport, Request};
///
/// let request = Request {
///     gates: vec![GateReport::parse("cargo test|0|64 passed")?],
///     ..Request::new(2, TaskStatus::Completed)
/// };
/// assert_eq!(request.gates[0].command, "cargo test");
/// # Ok::<(), plan_update::GateSyntax>(())
/// ```
///
/// Closed: a new member is one more question to the caller.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Request {
    /// The task concerned.
    pub task: u64,
    /// The status it is to have.
    pub status: TaskStatus,
    /// Results of commands, in the order of their running.
    pub gates: Vec<GateReport>,
    /// What was learned.
    pub lessons: Lessons,
    /// The commit that holds the work: 7 to 40 lower-case hexadecimal digits.
    pub commit: Option<String>,
    /// Where to resume, instead of the derived place (D6).
    pub checkpoint: Option<Resume>,
    /// Who writes.
    pub actor: Option<Actor>,
    /// Why the task is blocked; belongs to the status `blocked`.
    pub block: Option<Block>,
    /// Whether the task's blocker is lifted by this update.
    pub resolve_blocker: bool,
    /// Why a completed task is opened again.
    pub reopen_reason: Option<String>,
}

impl Request {
    /// The bare move of `task` to `status`.
    #[must_use]
    pub fn new(task: u64, status: TaskStatus) -> Self {
        Self {
            task,
            status,
            gates: Vec::new(),
            lessons: Lessons::default(),
            commit: None,
            checkpoint: None,
            actor: None,
            block: None,
            resolve_blocker: false,
            reopen_reason: None,
        }
    }

    /// Which tasks' records [`transition`](crate::transition) may look at for this request:
    /// the task's own, those of skipped tasks (C6), and all while a blocker or a declared
    /// dependency may reach through any of them (D12).
    #[must_use]
    pub fn records_needed(&self, state: &RawState) -> Vec<u64> {
        let own_or_skipped =
            |id: u64, status: TaskStatus| id == self.task || status == TaskStatus::Skipped;
        let blocked_elsewhere = state
            .blocked
            .get()
            .is_some_and(|blocked| blocked.task != self.task);
        let tasks = state.tasks.iter();
        tasks
            .filter(|task| blocked_elsewhere || own_or_skipped(task.id, task.status))
            .map(|task| task.id)
            .collect()
    }

    /// Every text of the request that would be written, with the name of its field.
    pub(crate) fn texts(&self) -> impl Iterator<Item = (&'static str, &str)> {
        let gates = self.gates.iter().flat_map(|gate| {
            [
                ("command", gate.command.as_str()),
                ("evidence", gate.evidence.as_str()),
            ]
        });
        let lists = [
            ("tried", &self.lessons.tried),
            ("failed", &self.lessons.failed),
        ];
        let lists = lists
            .into_iter()
            .flat_map(|(field, list)| list.iter().map(move |entry| (field, entry.as_str())));
        let checkpoint = self.checkpoint.as_ref();
        let block = self.block.as_ref();
        let single = [
            ("worked", self.lessons.worked.as_deref()),
            ("notes", self.lessons.notes.as_deref()),
            (
                "checkpoint step",
                checkpoint.and_then(|place| place.step.as_deref()),
            ),
            (
                "checkpoint note",
                checkpoint.and_then(|place| place.note.as_deref()),
            ),
            ("block reason", block.map(|block| block.reason.as_str())),
            (
                "block needs",
                block.and_then(|block| block.needs.as_deref()),
            ),
            ("reopen reason", self.reopen_reason.as_deref()),
        ];
        let single = single
            .into_iter()
            .filter_map(|(field, text)| Some((field, text?)));
        gates.chain(lists).chain(single).chain(self.actor_texts())
    }

    /// The names of agent and model, which may hold no e-mail address either (B12).
    pub(crate) fn actor_texts(&self) -> impl Iterator<Item = (&'static str, &str)> {
        let actor = self.actor.as_ref();
        let names = [
            ("agent", actor.and_then(|actor| actor.agent.as_deref())),
            ("model", actor.and_then(|actor| actor.model.as_deref())),
        ];
        names
            .into_iter()
            .filter_map(|(field, text)| Some((field, text?)))
    }
}

/// The asserted result of one command. It proves nothing (D10).
///
/// Closed: a new member is one more question to the caller.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GateReport {
    /// The command as typed.
    pub command: String,
    /// Whether the result was accepted.
    pub passes: bool,
    /// The exit code.
    pub exit_code: Option<i64>,
    /// What it showed, in one line.
    pub evidence: String,
    /// When it ran; the time of the update where it is not given.
    pub last_run: Option<Timestamp>,
}

impl GateReport {
    /// Reads `COMMAND|EXIT|EVIDENCE`, split at the first two bars only: further bars belong to
    /// the evidence. Exit code 0 passes, every other fails.
    ///
    /// # Errors
    ///
    /// Says which part is missing or is not what it should be.
    pub fn parse(text: &str) -> Result<Self, GateSyntax> {
        let mut parts = text.splitn(3, '|').map(str::trim);
        let (Some(command), Some(exit), Some(evidence)) =
            (parts.next(), parts.next(), parts.next())
        else {
            return Err(GateSyntax::Parts);
        };
        if command.is_empty() {
            return Err(GateSyntax::NoCommand);
        }
        let exit_code = exit
            .parse()
            .map_err(|_| GateSyntax::ExitCode(exit.to_owned()))?;
        Ok(Self {
            command: command.to_owned(),
            passes: exit_code == 0,
            exit_code: Some(exit_code),
            evidence: evidence.to_owned(),
            last_run: None,
        })
    }
}

impl GateReport {
    /// Reads a JSON gate object, closed as in the state (B5): `command`, `passes`, and optionally
    /// `exit_code`, `evidence` and `last_run`. It is the form for commands with bars.
    ///
    /// # Errors
    ///
    /// Says what is missing, unknown or of the wrong type, and where.
    pub fn parse_json(text: &str) -> Result<Self, GateSyntax> {
        let object: GateObject =
            serde_json::from_str(text).map_err(|error| GateSyntax::Json(error.to_string()))?;
        if object.command.trim().is_empty() {
            return Err(GateSyntax::NoCommand);
        }
        let last_run = object.last_run.map(|text| {
            Timestamp::parse(&text).map_err(|error| GateSyntax::LastRun(text, error.to_string()))
        });
        Ok(Self {
            command: object.command,
            passes: object.passes,
            exit_code: object.exit_code,
            evidence: object.evidence.unwrap_or_default(),
            last_run: last_run.transpose()?,
        })
    }
}

/// The members of a gate object.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct GateObject {
    command: String,
    passes: bool,
    exit_code: Option<i64>,
    last_run: Option<String>,
    evidence: Option<String>,
}

/// Why a text is not a gate.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GateSyntax {
    /// Fewer than two bars.
    #[error(
        "a gate is COMMAND|EXIT|EVIDENCE; a command with a bar of its own goes into --gate-json"
    )]
    Parts,
    /// Nothing before the first bar.
    #[error("a gate needs a command")]
    NoCommand,
    /// Not a JSON gate object.
    #[error("not a gate object: {0}")]
    Json(String),
    /// `last_run` is not a timestamp.
    #[error("`last_run` is `{0}`: {1}")]
    LastRun(String, String),
    /// The middle part is not an integer.
    #[error(
        "the exit code of a gate is an integer, not `{0}`; a command with a bar of its own goes into --gate-json"
    )]
    ExitCode(String),
}

/// What was learned; given parts are added to what the task already has (B6).
///
/// Closed: a new member is one more question to the caller.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Lessons {
    /// What was tried; entries already there are not repeated.
    pub tried: Vec<String>,
    /// What failed; entries already there are not repeated.
    pub failed: Vec<String>,
    /// What worked; replaces what was there.
    pub worked: Option<String>,
    /// Anything else; replaces what was there.
    pub notes: Option<String>,
}

/// A place to resume at.
///
/// Closed: a new member is one more question to the caller.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Resume {
    /// Where inside the task.
    pub step: Option<String>,
    /// What to know.
    pub note: Option<String>,
}

/// Why a task cannot go on.
///
/// Closed: a new member is one more question to the caller.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Block {
    /// What stands in the way.
    pub reason: String,
    /// What would lift it.
    pub needs: Option<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// D1: the first two bars split; the evidence keeps its own.
    #[test]
    fn gates_split_on_the_first_two_bars_only() {
        let gate = GateReport::parse("cargo test | 0 | 3 passed | 0 failed").unwrap();
        assert_eq!(
            (gate.command.as_str(), gate.exit_code),
            ("cargo test", Some(0))
        );
        assert_eq!(gate.evidence, "3 passed | 0 failed");
        assert!(gate.passes);
        assert!(!GateReport::parse("cargo test|101|1 failed").unwrap().passes);
    }

    /// D1: the closed object, for commands with bars.
    #[test]
    fn gate_objects_are_closed() {
        let gate = GateReport::parse_json(
            r#"{"command": "a | b", "passes": true, "exit_code": 0, "evidence": "3"}"#,
        );
        assert_eq!(gate.map(|gate| gate.command), Ok("a | b".to_owned()));
        for odd in [
            r#"{"command": "a"}"#,
            r#"{"command": "a", "passes": true, "extra": 1}"#,
            "[]",
            "",
            r#"{"command": " ", "passes": true}"#,
            r#"{"command": "a", "passes": true, "last_run": "today"}"#,
        ] {
            assert!(GateReport::parse_json(odd).is_err(), "{odd}");
        }
    }

    #[test]
    fn malformed_gates_say_what_is_wrong() {
        assert_eq!(GateReport::parse("cargo test|0"), Err(GateSyntax::Parts));
        assert_eq!(GateReport::parse(" |0|x"), Err(GateSyntax::NoCommand));
        let piped = GateReport::parse("cat x | wc -l|0|3");
        assert_eq!(piped, Err(GateSyntax::ExitCode("wc -l".into())));
    }
}
