//! A report: what was judged, what was found, what was checked and what was not.

use std::collections::{BTreeMap, BTreeSet};

use crate::{ExitCode, Finding, Location, Position, Rule, Severity, Sources};

/// What kind of directory was judged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum SubjectKind {
    /// One plan.
    Plan,
    /// A planning queue.
    Queue,
    /// A repository.
    Repository,
}

impl SubjectKind {
    /// The word used in machine-readable output: `plan`, `queue` or `repository`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Plan => "plan",
            Self::Queue => "queue",
            Self::Repository => "repository",
        }
    }
}

/// What was judged.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub struct Subject {
    /// Its kind.
    pub kind: SubjectKind,
    /// Its name: that of the directory.
    pub name: String,
}

impl Subject {
    /// A plan of that name.
    #[must_use]
    pub fn plan(name: impl Into<String>) -> Self {
        Self {
            kind: SubjectKind::Plan,
            name: name.into(),
        }
    }

    /// A planning queue of that name.
    #[must_use]
    pub fn queue(name: impl Into<String>) -> Self {
        Self {
            kind: SubjectKind::Queue,
            name: name.into(),
        }
    }

    /// A repository of that name.
    #[must_use]
    pub fn repository(name: impl Into<String>) -> Self {
        Self {
            kind: SubjectKind::Repository,
            name: name.into(),
        }
    }
}

/// Something that was not checked, and why. It is neither a pass nor a finding.
///
/// Closed: a note is what was not checked, and where.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Note {
    /// The file concerned, where it is one.
    pub file: Option<String>,
    /// What was not checked, and why, in one line.
    pub message: String,
}

/// What a report comes to.
///
/// Closed: scripts rely on these three.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// No finding that must be fixed.
    Clean,
    /// At least one finding that must be fixed.
    Findings,
    /// It could not be judged, whatever else was found.
    Unverified,
}

impl Verdict {
    /// The word used in machine-readable output: `clean`, `findings` or `unverified`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Clean => "clean",
            Self::Findings => "findings",
            Self::Unverified => "unverified",
        }
    }
}

/// All that a check says about one subject.
///
/// ```
/// use plan_diagnostics::{ExitCode, Report, Sources, Subject, Verdict};
///
/// let mut report = Report::new(Subject::plan("PLAN_invoice_export"), Sources::new());
/// assert_eq!(report.verdict(), Verdict::Clean);
/// report.unverified("its state is newer than this version supports");
/// assert_eq!(report.exit_code(), ExitCode::Unusable);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    subject: Subject,
    sources: Sources,
    findings: BTreeSet<Finding>,
    checked: BTreeMap<&'static str, &'static Rule>,
    notes: BTreeSet<Note>,
    unverified: Vec<String>,
}

impl Report {
    /// A report without findings. The sources give the findings their lines and excerpts.
    #[must_use]
    pub const fn new(subject: Subject, sources: Sources) -> Self {
        Self {
            subject,
            sources,
            findings: BTreeSet::new(),
            checked: BTreeMap::new(),
            notes: BTreeSet::new(),
            unverified: Vec::new(),
        }
    }

    /// Adds a finding, unless the very same is there.
    pub fn push(&mut self, finding: Finding) {
        self.findings.insert(finding);
    }

    /// Adds findings.
    pub fn extend(&mut self, findings: impl IntoIterator<Item = Finding>) {
        self.findings.extend(findings);
    }

    /// Says that these rules were checked.
    pub fn checked(&mut self, rules: impl IntoIterator<Item = &'static Rule>) {
        self.checked
            .extend(rules.into_iter().map(|rule| (rule.code, rule)));
    }

    /// Says what was not checked, and why.
    pub fn note(&mut self, note: Note) {
        self.notes.insert(note);
    }

    /// Says why the subject cannot be judged. From then on the verdict is [`Verdict::Unverified`].
    pub fn unverified(&mut self, reason: impl Into<String>) {
        let reason = reason.into();
        if !self.unverified.contains(&reason) {
            self.unverified.push(reason);
        }
    }

    /// Makes unreadable what must not be told, in everything that is printed of the report: messages and
    /// their help, pointers, notes, reasons, and the sources of the files that have findings (P19).
    ///
    /// `hide` gives a text with it made unreadable, as long as before in bytes; `None` where it holds
    /// nothing of the kind.
    pub fn conceal(&mut self, hide: impl Fn(&str) -> Option<String>) {
        let conceal = |text: &mut String| {
            if let Some(hidden) = hide(text) {
                *text = hidden;
            }
        };
        let findings = std::mem::take(&mut self.findings).into_iter();
        self.findings = findings
            .map(|mut finding| {
                let optional = [finding.location.pointer.as_mut(), finding.help.as_mut()];
                let optional = optional.into_iter().flatten();
                optional.chain([&mut finding.message]).for_each(conceal);
                finding
            })
            .collect();
        let files = self.findings.iter().map(|finding| &finding.location.file);
        for file in files.collect::<BTreeSet<_>>() {
            if let Some(hidden) = self.sources.get(file).and_then(|it| hide(it.text())) {
                self.sources.insert(file.as_str(), hidden);
            }
        }
        let notes = std::mem::take(&mut self.notes).into_iter();
        self.notes = notes
            .map(|mut note| {
                conceal(&mut note.message);
                note
            })
            .collect();
        self.unverified.iter_mut().for_each(conceal);
    }

    /// What was judged.
    #[must_use]
    pub const fn subject(&self) -> &Subject {
        &self.subject
    }

    /// The texts that the findings point into.
    #[must_use]
    pub const fn sources(&self) -> &Sources {
        &self.sources
    }

    /// The findings by file, span, pointer, code and message; none is there twice.
    #[must_use]
    pub fn findings(&self) -> impl ExactSizeIterator<Item = &Finding> + DoubleEndedIterator {
        self.findings.iter()
    }

    /// The line and column where a location starts, where it has a span and its file a source.
    #[must_use]
    pub fn start_of(&self, location: &Location) -> Option<Position> {
        let source = self.sources.get(&location.file)?;
        location.span.map(|span| source.position(span.start))
    }

    /// The rules that were checked, by code.
    #[must_use]
    pub fn rules_checked(&self) -> impl ExactSizeIterator<Item = &'static Rule> {
        self.checked.values().copied()
    }

    /// What was not checked, by file and message.
    #[must_use]
    pub fn notes(&self) -> impl ExactSizeIterator<Item = &Note> {
        self.notes.iter()
    }

    /// Why the subject could not be judged, in the order in which it was said.
    #[must_use]
    pub fn unverified_reasons(&self) -> &[String] {
        &self.unverified
    }

    /// How many findings weigh `severity`.
    #[must_use]
    pub fn count(&self, severity: Severity) -> usize {
        self.findings
            .iter()
            .filter(|finding| finding.severity() == severity)
            .count()
    }

    /// What it comes to.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        if !self.unverified.is_empty() {
            Verdict::Unverified
        } else if self.count(Severity::Must) > 0 {
            Verdict::Findings
        } else {
            Verdict::Clean
        }
    }

    /// The exit code of a process that judged this subject alone.
    #[must_use]
    pub fn exit_code(&self) -> ExitCode {
        ExitCode::of(std::slice::from_ref(self))
    }
}
