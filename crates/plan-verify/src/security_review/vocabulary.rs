//! The tables of words of security reviews. To teach the reader a word, add it to its table.

pub(super) const CRITICAL: &[&str] = &[
    "critical", "criticals", "crit", "critico", "critica", "criticos", "criticas", "p0", "sev0",
];

pub(super) const OTHER_SEVERITIES: &[&str] = &[
    "high", "medium", "moderate", "low", "info", "informational", "minor", "major", "alta",
    "alto", "altas", "altos", "media", "medio", "medias", "medios", "baja", "bajo", "bajas",
    "bajos", "informativa", "informativo",
];

pub(super) const NOUNS: &[&str] = &[
    "finding", "findings", "issue", "issues", "vulnerability", "vulnerabilities", "flaw", "flaws",
    "problem", "problems", "bug", "bugs", "risk", "risks", "defect", "defects", "item", "items",
    "hallazgo", "hallazgos", "vulnerabilidad", "vulnerabilidades", "problema", "problemas",
    "fallo", "fallos", "riesgo", "riesgos", "severity", "severities", "severidad", "security",
    "seguridad",
];

pub(super) const RESOLVED: &[&str] = &[
    "fixed", "resolved", "mitigated", "remediated", "patched", "closed", "corrected", "addressed",
    "eliminated", "removed", "done", "corregido", "corregida", "corregidos", "corregidas",
    "resuelto", "resuelta", "resueltos", "resueltas", "mitigado", "mitigada", "mitigados",
    "mitigadas", "solucionado", "solucionada", "solucionados", "solucionadas", "arreglado",
    "arreglada", "cerrado", "cerrada", "cerrados", "cerradas", "parcheado", "parcheada",
    "subsanado", "subsanada", "eliminado", "eliminada",
];

/// Acceptance counts where it says whose it is: a person's.
pub(super) const RESOLVED_PHRASES: &[&str] = &[
    "accepted by user", "accepted by the user", "accepted by owner", "accepted by the owner",
    "accepted by the developer", "accepted by developer", "user accepted", "accepted user",
    "false positive", "not exploitable", "not applicable", "aceptado por el usuario",
    "aceptada por el usuario", "aceptados por el usuario", "aceptadas por el usuario",
    "aceptado por la usuaria", "aceptada por la usuaria", "aceptado por usuario",
    "falso positivo", "no explotable", "no aplica",
];

pub(super) const OPEN: &[&str] = &[
    "open", "unresolved", "unfixed", "unmitigated", "unpatched", "unaddressed", "pending",
    "outstanding", "todo", "tbd", "remains", "remain", "remaining", "still", "deferred",
    "partially", "partly", "reopened", "postponed", "wontfix", "abierto", "abierta", "abiertos",
    "abiertas", "pendiente", "pendientes", "aplazado", "aplazada", "diferido", "diferida",
    "parcialmente", "queda", "quedan", "persiste", "persisten", "reverted", "regressed",
    "reintroduced", "revertido", "revertida",
];

/// Names of weaknesses that begin with a word for "still there".
pub(super) const NOT_STATUS: &[&str] = &[
    "open redirect", "open redirects", "open port", "open ports", "open source", "open relay",
    "open proxy", "open bucket", "open cors", "still fixed", "remaining path",
];

/// Name the place where a state is written.
pub(super) const STATUS_NAMES: &[&str] = &[
    "remediation", "mitigation", "remediacion", "mitigacion", "situacion",
    "status", "state", "resolution", "disposition", "outcome", "result", "estado", "resolucion",
    "disposicion", "resultado", "fix",
];

pub(super) const SEVERITY_NAMES: &[&str] = &[
    "gravedad",
    "severity", "severidad", "level", "nivel", "risk", "riesgo", "criticality", "criticidad",
    "priority", "prioridad", "rating", "impact", "impacto",
];

pub(super) const COUNT_NAMES: &[&str] = &[
    "count", "number", "total", "found", "findings", "hallazgos", "cantidad", "numero", "open",
    "unresolved", "remaining", "abiertos", "abiertas",
];

pub(super) const OPEN_PHRASES: &[&str] = &[
    "in progress", "wont fix", "not yet", "en curso", "en progreso", "sin resolver",
    "sin corregir", "sin mitigar", "sin arreglar", "sin solucionar", "por resolver",
    "por corregir", "to fix", "aun no", "todavia no",
];

/// Turn a word for "dealt with" that follows closely into its contrary.
pub(super) const NEGATORS: &[&str] = &[
    "not", "no", "never", "isnt", "arent", "wasnt", "werent", "hasnt", "havent", "cannot", "cant",
    "couldnt", "wont", "nunca", "sin", "will", "must", "should", "would", "needs", "until",
    "unless", "hasta", "debe", "deben", "none", "nothing",
];

/// Say that there are none of what follows.
pub(super) const ZERO: &[&str] = &[
    "no", "zero", "0", "without", "none", "neither", "nor", "not", "non", "nothing", "nil",
    "cero", "sin", "ningun", "ninguna", "ninguno", "nunca", "never",
];

/// May stand between such a word and "critical".
pub(super) const BETWEEN: &[&str] = &[
    "han", "ha", "hubo", "encontrado", "detectado", "encontrada", "existen", "queda", "quedan",
    "remain", "remains", "there",
    "or", "and", "of", "the", "any", "known", "new", "other", "further", "additional", "open",
    "unresolved", "outstanding", "remaining", "were", "was", "are", "is", "found", "detected",
    "identified", "a", "o", "y", "ni", "u", "se", "hay", "de", "los", "las", "encontraron",
    "detectaron", "encontro", "detecto", "abiertos", "abiertas", "count", "total",
];

/// Mark a sentence as being about findings in general, not about one that is there.
pub(super) const GENERIC: &[&str] = &[
    "any", "if", "would", "should", "must", "whether", "for", "block", "blocks", "before",
    "cualquier", "si", "debe", "deben", "antes", "para",
];

/// Nouns of the table that only describe others.
pub(super) const ADJECTIVES: &[&str] = &["security", "seguridad"];

/// May stand between a finding and its severity.
pub(super) const LINKS: &[&str] = &[
    "is", "are", "was", "were", "rated", "marked", "as", "of", "severity", "classified", "deemed", "es",
    "son", "de", "severidad", "clasificado", "clasificada", "considerado", "considerada",
];
