//! What the tests share: a queue without findings, changed by each test, and tables of expected codes.
#![allow(dead_code, reason = "each test file uses its part of this")]
#![allow(clippy::panic, clippy::unwrap_used, reason = "tests")]

use std::collections::{BTreeMap, BTreeSet};

use plan_diagnostics::Report;
use plan_queue::facts::{Cited, Commit, Git, GitFacts};
use plan_queue::{Date, Facts, Queue, QueueFiles, check, read};

pub(crate) const BACKLOG: &str = "\
# Backlog promovido

Prosa con `- [ ] **nada**`.

<!--
## Hito ejemplo — Un ejemplo

- [ ] **ejemplo** — nada
-->

```markdown
## Hito otro — Otro ejemplo
- [ ] **otro-ejemplo** — nada
```

## Hito pedidos — Alta de pedidos

- [ ] **validar-stock** [lite] — Rechazar el pedido sin stock.
  _Aceptación: un pedido sin stock devuelve 409; el cuerpo nombra MAX_ITEMS y no cambia nada._
  (service: api) (cast: backend → security, reviewer)
- [ ] **guardar-pedido** — Guardar el pedido. (→ C1, C2) (epic: 001) (service: api)
  (depende: validar-stock, cerrada-antes)
";

pub(crate) const ADMIN: &str = "\
---
order: 20
line: admin
---

## Hito panel - Panel de pedidos

- [ ] **listar-pedidos** [directo] - Listar los pedidos. _Aceptacion: se ven los diez últimos._ (service: web) (cast: frontend -> reviewer)
";

pub(crate) const EPIC: &str = "\
---
epic: 001
title: \"Pedidos\"
status: active
service: api
---

# Épica 001 — Pedidos

## Criterios

- **C1** — Cuando llega un pedido, el servicio lo guarda
  y devuelve 201.
- **C2** - Al faltar un dato, el servicio responde 400.

## Contexto relevante

- `api/pedidos`

## Historias

- [x] **cerrada-antes** (→ C1) — Preparar la tabla. (service: api)
- [ ] **guardar-pedido** (-> C1, C2) — Guardar
  el pedido. (service: api)

## Hitos

- **base** — Lo primero: cerrada-antes
- **pedidos** — Alta de pedidos (line: admin): guardar-pedido
";

pub(crate) const DONE: &str = "\
- [x] **cerrada-antes** (epic: 001) — Tabla de pedidos
  acept: la tabla existe
  fecha: 2026-09-28
  done: migración aplicada; `npm run migrate` terminó con código 0
    y la tabla aparece
  qa: se consultó la tabla con psql y responde
  tests: C1 → test/tabla.test.js › «crea la tabla» — en rojo antes
  decisions: índice por fecha [fuente: docs/adr/003.md]
  commit: abc1234 feat(db): tabla de pedidos (api@main)
  lane: lite
  review: aprobado por security
";

pub(crate) const WIP: &str = "\
---
task: validar-stock
phase: Build
service: api
lane: lite
---

## Plan aprobado

1. [x] Prueba en rojo
2. [ ] Rechazar el pedido
   - sin tocar el total

## Crítica

El 409 no alcanza: se agregó el cuerpo.

## Bloqueos

- (ninguno)
";

pub(crate) const CLAIM: &str = "\
---
task: validar-stock
owner: ana@example.com
runner: /home/ana/arbol
started: 2026-09-30
service: api
---
";

pub(crate) const RECURRING: &str = "\
# Recurrentes

- **Qué** — una viñeta de prosa.

## Recurrencias

| Qué | Cada | Desde | Tarea y aceptación |
|---|---|---|---|
| deps | mensual | 2026-11-01 | Subir dependencias. _Aceptación: `npm outdated \\| wc` queda en cero._ (service: .) |

## Postergaciones

- **deps** 2026-10-02 — se espera la 2.0
";

pub(crate) const HUMAN: &str = "\
# Acciones humanas

| Tarea | Estado | Origen | Acción |
|---|---|---|---|
| — | pendiente | Ready | Confirmar el dominio. |
| vieja | resuelta 2026-08-17 | QA | Gasto `a | b` aprobado \\| visto. |
";

/// A queue without findings, on 2026-10-01, with git asked for everything.
#[derive(Clone)]
pub(crate) struct QueueBuilder {
    files: BTreeMap<String, Vec<u8>>,
    pub(crate) facts: Facts,
}

pub(crate) fn queue() -> QueueBuilder {
    let files = [
        ("PROTOCOL.md", "# Protocolo\n"),
        (
            "INBOX.md",
            "# Inbox\n\n- **prosa** — nada\n\n## Deuda\n\n- **csp** — La CSP admite inline.\n\n## Ideas\n\n## Propuestas\n\n## Lecciones\n",
        ),
        ("HUMAN_ACTIONS.md", HUMAN),
        ("RECURRING.md", RECURRING),
        ("BACKLOG.md", BACKLOG),
        ("backlog/README.md", "# Prosa\n\n- [ ] **nada**\n"),
        ("backlog/panel.md", ADMIN),
        ("roadmap/README.md", "# Prosa\n"),
        (
            "roadmap/epic-000-template.md",
            "---\nepic: 000\nstatus: template\n---\n\n## Criterios\n\n- nada\n",
        ),
        ("roadmap/epic-001-pedidos.md", EPIC),
        ("done/cerrada-antes.md", DONE),
        ("claims/validar-stock.md", CLAIM),
        ("wip/home-ana-arbol.md", WIP),
        (
            "human/dominio.md",
            "---\ntask: dominio\nstatus: pendiente\norigin: Ready\n---\n\nComprar el dominio.\n",
        ),
        (
            "checkpoints/panel.md",
            "---\nstatus: resuelta 2026-09-01\nhito: panel\nline: admin\n---\n\n# Checkpoint\n",
        ),
        (
            "inbox/ideas/modo-oscuro.md",
            "- **modo-oscuro** — ¿Lo pide alguien?\n",
        ),
    ];
    let commits = [(
        "abc1234".to_owned(),
        Cited::Known {
            files: Some(vec!["db/tabla.sql".to_owned()]),
        },
    )];
    QueueBuilder {
        files: files
            .into_iter()
            .map(|(file, text)| (file.to_owned(), text.as_bytes().to_vec()))
            .collect(),
        facts: Facts {
            today: Date::parse("2026-10-01"),
            git: Git::Present(GitFacts {
                commits: Some(BTreeMap::from(commits)),
                task_branches: Some(BTreeMap::new()),
                tracked: Some(BTreeSet::from(["BACKLOG.md".to_owned()])),
                recent: Some(Vec::new()),
            }),
        },
    }
}

impl QueueBuilder {
    pub(crate) fn write(mut self, file: &str, text: impl AsRef<[u8]>) -> Self {
        self.files.insert(file.to_owned(), text.as_ref().to_vec());
        self
    }

    pub(crate) fn remove(mut self, file: &str) -> Self {
        assert!(self.files.remove(file).is_some(), "there is no {file}");
        self
    }

    /// Replaces every occurrence of a text that must be there.
    #[track_caller]
    pub(crate) fn edit(self, file: &str, from: &str, to: &str) -> Self {
        let text = self.text(file);
        assert!(text.contains(from), "{file} has no {from:?}");
        self.write(file, text.replace(from, to))
    }

    #[track_caller]
    pub(crate) fn append(self, file: &str, more: &str) -> Self {
        let text = self.text(file) + more;
        self.write(file, text)
    }

    /// Adds an item to the milestone of BACKLOG.md.
    #[track_caller]
    pub(crate) fn item(self, line: &str) -> Self {
        self.append("BACKLOG.md", &format!("{line}\n"))
    }

    /// Changes the closing.
    #[track_caller]
    pub(crate) fn done(self, from: &str, to: &str) -> Self {
        self.edit("done/cerrada-antes.md", from, to)
    }

    /// Changes the epic.
    #[track_caller]
    pub(crate) fn epic(self, from: &str, to: &str) -> Self {
        self.edit("roadmap/epic-001-pedidos.md", from, to)
    }

    pub(crate) fn git(mut self, change: impl FnOnce(&mut GitFacts)) -> Self {
        if let Git::Present(git) = &mut self.facts.git {
            change(git);
        }
        self
    }

    pub(crate) fn today(mut self, day: &str) -> Self {
        self.facts.today = Date::parse(day);
        self
    }

    pub(crate) fn text(&self, file: &str) -> String {
        String::from_utf8(self.files[file].clone()).unwrap()
    }

    pub(crate) fn files(&self) -> QueueFiles {
        QueueFiles::new("planning", self.files.clone())
    }

    pub(crate) fn read(&self) -> Queue {
        read(&self.files())
    }

    pub(crate) fn report(&self) -> Report {
        check(&self.files(), &self.facts)
    }
}

/// A commit that git may report.
pub(crate) fn commit(hash: &str, day: &str) -> Commit {
    Commit {
        hash: hash.to_owned(),
        date: Date::parse(day).unwrap(),
        subject: "feat: algo".to_owned(),
    }
}

/// Checks that a queue has findings of exactly these codes.
#[track_caller]
pub(crate) fn finds(what: &str, queue: &QueueBuilder, expected: &[&str]) {
    let report = queue.report();
    let found: Vec<String> = report
        .findings()
        .map(|f| format!("{}: {:?}: {}", f.rule.code, f.location, f.message))
        .collect();
    let mut codes: Vec<&str> = report.findings().map(|f| f.rule.code).collect();
    codes.sort_unstable();
    codes.dedup();
    let mut expected = expected.to_vec();
    expected.sort_unstable();
    assert_eq!(codes, expected, "{what}\n{}", found.join("\n"));
}

/// Checks each row of a table: what it is about, the queue, the codes that its check finds.
#[track_caller]
pub(crate) fn table(rows: &[(&str, QueueBuilder, &[&str])]) {
    for (what, queue, expected) in rows {
        finds(what, queue, expected);
    }
}
