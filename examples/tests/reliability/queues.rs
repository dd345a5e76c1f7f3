//! The queues that the writers of `ops` are let loose on, in `planning`.

use std::path::Path;

const BACKLOG: &str = "# Cola\n\n## Hito uno — Uno\n\n\
    - [ ] **sumar** [lite] — Sumar. _Aceptación: suma._ (service: api) (cast: dev → qa)\n\
    - [ ] **restar** [express] — Restar. _Aceptación: resta._ (service: web) (depende: sumar)\n";

fn write(root: &Path, name: &str, text: &str) {
    let path = root.join("planning").join(name);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, text).unwrap();
}

/// Two tasks that nobody has.
pub(crate) fn open(root: &Path) {
    write(root, "BACKLOG.md", BACKLOG);
    write(root, "PROTOCOL.md", "# Protocolo\n");
    let inbox = "# Inbox\n\n## Deuda\n\n## Ideas\n\n## Propuestas\n\n## Lecciones\n";
    write(root, "INBOX.md", inbox);
    write(root, "human/README.md", "# Acciones humanas\n");
}

/// The first is claimed by the runner `one`, and a plan for it lies beside the queue.
pub(crate) fn claimed(root: &Path) {
    open(root);
    let claim = "---\ntask: sumar\nowner: ana@example.com\nrunner: one\nstarted: 2026-03-02\nservice: api\n---\n";
    write(root, "claims/sumar.md", claim);
    std::fs::write(
        root.join("plan.md"),
        "1. [ ] Prueba en rojo\n2. [ ] Sumar\n",
    )
    .unwrap();
}

/// It is under way.
pub(crate) fn under_way(root: &Path) {
    claimed(root);
    let wip = "---\ntask: sumar\nphase: WIP\nservice: api\nlane: lite\n---\n\n# sumar\n\n\
        ## Plan aprobado\n\n1. [ ] Prueba en rojo\n2. [ ] Sumar\n";
    write(root, "wip/one.md", wip);
}

/// Its last step is ticked, its phase is the last one, and the entry of its closing lies beside the queue.
pub(crate) fn finished(root: &Path) {
    under_way(root);
    let wip = "---\ntask: sumar\nphase: Commit\nservice: api\nlane: lite\n---\n\n# sumar\n\n\
        ## Plan aprobado\n\n1. [x] Prueba en rojo\n2. [x] Sumar\n";
    write(root, "wip/one.md", wip);
    let entry = "- [x] **sumar** — Sumar\n  acept: suma\n  fecha: 2026-10-15\n  done: la suma, exit 0\n  \
        qa: dio 4\n  tests: A → suma.rs › «suma»\n  commit: n/a — aparte\n  review: aprobado, qa\n";
    std::fs::write(root.join("entry.md"), entry).unwrap();
}

/// It waits for its review.
pub(crate) fn in_review(root: &Path) {
    under_way(root);
    let wip = "---\ntask: sumar\nphase: Review\nservice: api\nlane: lite\n---\n\n# sumar\n\n\
        ## Plan aprobado\n\n1. [x] Prueba en rojo\n2. [x] Sumar\n";
    write(root, "wip/one.md", wip);
}

/// An epic whose stories are in no milestone yet.
pub(crate) fn planned(root: &Path) {
    open(root);
    let epic = "---\nepic: 002\ntitle: Avisos\nstatus: open\nservice: api\n---\n\n\
        # Épica 002 — Avisos\n\n## Criterios\n\n- **C1** — Llega un correo.\n\n\
        ## Contexto relevante\n\nNada.\n\n## Historias\n\n\
        - [ ] **plantilla** (→ C1) — Escribir la plantilla. (service: web)\n\
        - [ ] **enviar** (→ C1) — Enviar. (service: api)\n";
    write(root, "roadmap/epic-002-avisos/spec.md", epic);
    write(root, "roadmap/epic-002-avisos/notes.md", "# Notas\n");
}

/// Two human actions that are settled, one in the table and one in a file.
pub(crate) fn answered(root: &Path) {
    open(root);
    let action = "---\ntask: dns\nstatus: resuelta\norigin: QA\n---\n\nPedir el registro.\n";
    write(root, "human/dns.md", action);
    let table = "| T | E | O | A |\n|---|---|---|---|\n| x | resuelta | QA | Hecho. |\n| y | pendiente | QA | Falta. |\n";
    write(root, "HUMAN_ACTIONS.md", table);
}
