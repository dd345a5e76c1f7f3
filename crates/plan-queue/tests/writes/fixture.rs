//! A small queue that the tests change, and what a change makes of it, in memory.

use plan_diagnostics::Severity;
use plan_guard::{Digest, Expect};
use plan_queue::facts::Git;
use plan_queue::model::Claim;
use plan_queue::select::{Caller, ClaimVersions};
use plan_queue::write::{Change, Planned, Refusal, Scope, Step};
use plan_queue::{Date, Facts, Queue, QueueFiles, check, read};

pub(crate) const ONE: &str = "/trees/one";
pub(crate) const TWO: &str = "/trees/two";

/// Three tasks on the main tree: the second waits for the first, the third is done by hand.
pub(crate) const BACKLOG: &str = "# Cola\n\n## Hito uno — Uno\n\n\
    - [ ] **sumar** [lite] — Sumar. _Aceptación: suma._ (service: api)\n\
    - [ ] **restar** [lite] — Restar. _Aceptación: resta._ (service: api) (depende: sumar)\n\
    - [ ] **ordenar** [manual] — Ordenar. _Aceptación: está en orden._ (service: web)\n";
pub(crate) const ADMIN: &str = "---\norder: 10\nline: admin\n---\n\n## Hito dos — Dos\n\n\
    - [ ] **mirar** [lite] — Mirar. _Aceptación: se ve._ (service: web)\n";

pub(crate) fn today() -> Date {
    Date::parse("2026-10-15").unwrap()
}

pub(crate) fn caller() -> Caller<'static> {
    Caller {
        runner: ONE,
        ..Caller::default()
    }
}

/// The files of a queue that checks clean.
#[derive(Clone)]
pub(crate) struct Files(pub(crate) QueueFiles);

impl Files {
    pub(crate) fn new() -> Self {
        Self(QueueFiles::new(
            "planning",
            [
                ("BACKLOG.md", BACKLOG),
                ("PROTOCOL.md", "# Protocolo\n"),
                ("INBOX.md", "# Inbox\n"),
                ("human/README.md", "# Acciones\n"),
                ("backlog/dos.md", ADMIN),
            ],
        ))
    }

    pub(crate) fn with(mut self, file: &str, text: &str) -> Self {
        self.0.insert(file, text);
        self
    }

    #[track_caller]
    pub(crate) fn edit(self, file: &str, from: &str, to: &str) -> Self {
        let text = self.text(file).to_owned();
        assert!(text.contains(from), "{file} has no {from:?}");
        self.with(file, &text.replace(from, to))
    }

    pub(crate) fn claim(self, slug: &str, runner: &str) -> Self {
        self.with(&format!("claims/{slug}.md"), &claim_text(slug, runner))
    }

    pub(crate) fn wip(self, runner: &str, slug: &str, phase: &str) -> Self {
        let text = format!(
            "---\ntask: {slug}\nphase: {phase}\nservice: api\nlane: lite\n---\n\n## Plan aprobado\n\n\
             1. [x] Uno\n2. [ ] Dos\n"
        );
        self.with(&format!("wip/{runner}.md"), &text)
    }

    pub(crate) fn done(self, slug: &str) -> Self {
        let text = format!(
            "- [x] **{slug}** — Hecho\n  acept: sí\n  fecha: 2026-10-01\n  done: hecho, exit 0\n  qa: se ve\n  \
             tests: A → prueba\n  commit: n/a — nada\n  lane: lite\n  review: aprobado por qa\n"
        );
        self.with(&format!("done/{slug}.md"), &text)
    }

    pub(crate) fn human(self, slug: &str) -> Self {
        let text = format!(
            "---\ntask: {slug}\nstatus: pendiente\norigin: Ready\n---\n\nPagar la cuenta.\n"
        );
        self.with(&format!("human/{slug}.md"), &text)
    }

    pub(crate) fn checkpoint(self, line: &str) -> Self {
        let text = format!("---\nstatus: pendiente\nhito: uno\n{line}---\n\nMirar.\n");
        self.with("checkpoints/uno.md", &text)
    }

    #[track_caller]
    pub(crate) fn text(&self, file: &str) -> &str {
        match self.0.text(file) {
            Some(text) => text,
            None => panic!("there is no {file}"),
        }
    }

    pub(crate) fn queue(&self) -> Queue {
        read(&self.0)
    }

    /// The files after a change, whose expectations must hold.
    pub(crate) fn after(&self, change: &Change) -> Self {
        let mut after = self.clone();
        for file in &change.files {
            let path = file.path.as_str();
            let before = self.0.get(path).map(|content| Digest::of(content.bytes()));
            assert_eq!(
                file.expect,
                before.map_or(Expect::Absent, Expect::Digest),
                "{path}"
            );
            assert_eq!(
                file.scope == Scope::Local,
                path.starts_with("wip/"),
                "{path}"
            );
            match &file.content {
                Some(content) => after.0.insert(path, content.as_str()),
                None => after.0.remove(path),
            }
        }
        after
    }

    /// The codes of what must be fixed.
    pub(crate) fn faults(&self) -> Vec<&'static str> {
        let facts = Facts {
            today: Some(today()),
            git: Git::Absent,
        };
        let report = check(&self.0, &facts);
        let musts = report
            .findings()
            .filter(|f| f.rule.severity == Severity::Must);
        musts.map(|finding| finding.rule.code).collect()
    }
}

pub(crate) fn claim_text(slug: &str, runner: &str) -> String {
    format!(
        "---\ntask: {slug}\nowner: ana@example.com\nrunner: {runner}\nstarted: 2026-10-14\nservice: api\n---\n"
    )
}

pub(crate) fn claims(slug: &str, runner: &str) -> Vec<Claim> {
    let file = format!("claims/{slug}.md");
    vec![plan_queue::read_claim(&file, claim_text(slug, runner)).0]
}

pub(crate) fn versions<'a>(upstream: &'a [Claim], base: &'a [Claim]) -> ClaimVersions<'a> {
    ClaimVersions {
        upstream: Some(upstream),
        base: Some(base),
    }
}

/// The change of a plan.
#[track_caller]
pub(crate) fn change<T: std::fmt::Debug>(planned: Planned<T>) -> Change {
    match planned {
        Ok(Step::Change { change, .. }) => change,
        other => panic!("no change: {other:?}"),
    }
}

/// The refusal of a plan.
#[track_caller]
pub(crate) fn refusal<T: std::fmt::Debug>(planned: Planned<T>) -> Refusal {
    match planned {
        Err(refusal) => refusal,
        other => panic!("not refused: {other:?}"),
    }
}

/// What an operation that had nothing to do comes to.
#[track_caller]
pub(crate) fn already<T: std::fmt::Debug>(planned: Planned<T>) -> T {
    match planned {
        Ok(Step::Already(outcome)) => outcome,
        other => panic!("there was something to do: {other:?}"),
    }
}
