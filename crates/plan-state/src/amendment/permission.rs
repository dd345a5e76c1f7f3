//! What the amendments of a record permit and cover (C6, D3, E7, E8, G4).

use super::text::{names_amendment, names_command, same_criterion};
use super::{Amendment, Amendments, Authority, Disposition};

impl Amendments {
    /// Whether the task may be reopened: an amendment that names it is in its record (G4).
    #[must_use]
    pub fn permits_reopen(&self) -> bool {
        self.iter()
            .any(|amendment| amendment.tasks.contains(&self.task))
    }

    /// Whether the task may be skipped: the user removed or deferred it (C6).
    #[must_use]
    pub fn permits_skip(&self) -> bool {
        self.iter().any(|amendment| {
            let scope = matches!(
                amendment.disposition,
                Disposition::Removed | Disposition::Deferred
            );
            scope && amendment.authority == Authority::User && self.closes(amendment)
        })
    }

    /// Whether a criterion need not be met as written (E7): the latest amendment that quotes it
    /// moved it to another task or took it out of scope, or it was revised to name a research that
    /// is completed. A deferral closes its origin alone: the destination has to meet it.
    #[must_use]
    pub fn covers_criterion(&self, criterion: &str) -> bool {
        let quoted = self
            .iter()
            .rev()
            .find(|other| same_criterion(&other.criterion, criterion));
        let research = |amendment: &Amendment| {
            amendment.disposition == Disposition::ResearchCompleted
                && amendment.tasks.contains(&self.task)
                && names_amendment(criterion, amendment.id)
        };
        match quoted {
            Some(amendment) => self.closes(amendment),
            None => self.iter().any(research),
        }
    }

    /// Whether a command of Validation needs no passing record (E8): it was withdrawn, or the
    /// criterion that names it is closed.
    #[must_use]
    pub fn covers_command(&self, command: &str) -> bool {
        let named = self
            .iter()
            .rev()
            .find(|other| names_command(&other.criterion, command));
        self.last_word(command) == Some(Word::Withdrawn)
            || named.is_some_and(|amendment| self.closes(amendment))
    }

    /// The commands whose records no longer count, each with the amendment that says so, by the
    /// last word on each command (G4).
    #[must_use]
    pub fn invalidated_commands(&self) -> Vec<(&str, &Amendment)> {
        self.commands(|amendment| &amendment.invalidated, Word::Invalidated)
    }

    /// The commands that no longer belong to the task, each with the amendment that says so, by the
    /// last word on each command (C5).
    #[must_use]
    pub fn withdrawn_commands(&self) -> Vec<(&str, &Amendment)> {
        self.commands(|amendment| &amendment.withdrawn, Word::Withdrawn)
    }

    /// Whether an amendment closes what it quotes without its being met, in this task (G2).
    fn closes(&self, amendment: &Amendment) -> bool {
        let disposed = match amendment.disposition {
            Disposition::Deferred => amendment.destination.is_some(),
            Disposition::Removed => amendment.authority == Authority::User,
            Disposition::ResearchCompleted
            | Disposition::NotExecuted
            | Disposition::GateFailed
            | Disposition::Achieved => false,
        };
        disposed && amendment.tasks.contains(&self.task)
    }

    fn commands(
        &self,
        list: fn(&Amendment) -> &Vec<String>,
        word: Word,
    ) -> Vec<(&str, &Amendment)> {
        let mut found: Vec<(&str, &Amendment)> = Vec::new();
        for amendment in self.iter() {
            for command in list(amendment) {
                if self.last_word(command) == Some(word) {
                    found.retain(|(other, _)| other != command);
                    found.push((command, amendment));
                }
            }
        }
        found
    }

    /// What the latest amendment that speaks of a command's records says.
    fn last_word(&self, command: &str) -> Option<Word> {
        let has = |list: &[String]| list.iter().any(|other| other == command);
        self.iter().rev().find_map(|amendment| {
            if has(&amendment.withdrawn) {
                Some(Word::Withdrawn)
            } else if has(&amendment.invalidated) {
                Some(Word::Invalidated)
            } else {
                has(&amendment.preserved).then_some(Word::Preserved)
            }
        })
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Word {
    Invalidated,
    Preserved,
    Withdrawn,
}
