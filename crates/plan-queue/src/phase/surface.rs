//! Critical surfaces: what `organization/company.md` says must not break (Q22).

use plan_diagnostics::Span;
use plan_markdown::Document;

/// The surfaces that must not break, as far as the company tells (Q22).
///
/// Bullets (and rows of a table) under «Qué no se puede romper», each naming a service path in a code
/// span or bare: a bare path is what stands alone before a dash, colon or comma, or a word with a slash.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Surfaces {
    paths: Vec<String>,
    /// Why the list may not be all of it.
    doubt: Option<String>,
}

/// How a service stands to the critical surfaces (Q22).
///
/// Closed: a service touches a surface, does not, or nobody can tell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Touch {
    /// It is one, or lies within one: the surface as it is written.
    Critical(String),
    /// It is none.
    Clear,
    /// It cannot be told, and why.
    Unknown(String),
}

impl Surfaces {
    /// Nothing is known, and why: there is no such file, or it cannot be read.
    #[must_use]
    pub fn unknown(why: impl Into<String>) -> Self {
        Self {
            paths: Vec::new(),
            doubt: Some(why.into()),
        }
    }

    /// Reads the text of `organization/company.md`.
    #[must_use]
    pub fn read(text: &str) -> Self {
        let document = Document::parse("company.md", text);
        let Some(section) = critical_section(&document) else {
            return Self::unknown("company.md has no section «Qué no se puede romper»");
        };
        let mut surfaces = Self::default();
        let lines = listed(&document, section);
        if lines.is_empty() {
            surfaces.doubt = Some("«Qué no se puede romper» lists nothing".to_owned());
        }
        for span in lines {
            surfaces.take(&document, span);
        }
        surfaces
    }

    /// The paths, in order.
    #[must_use]
    pub fn paths(&self) -> &[String] {
        &self.paths
    }

    /// Whether the service of that path touches one of them (Q22).
    #[must_use]
    pub fn touch(&self, service: Option<&str>) -> Touch {
        let Some(service) = service
            .map(parts)
            .filter(|parts| !parts.is_empty() || service == Some("."))
        else {
            return Touch::Unknown("the task names no service".to_owned());
        };
        let critical = |path: &&String| service.starts_with(&parts(path));
        if let Some(surface) = self.paths.iter().find(critical) {
            return Touch::Critical(surface.clone());
        }
        if let Some(inner) = self
            .paths
            .iter()
            .find(|path| parts(path).starts_with(&service))
        {
            return Touch::Unknown(format!("its service holds `{inner}`, which must not break"));
        }
        self.doubt.clone().map_or(Touch::Clear, Touch::Unknown)
    }

    fn take(&mut self, document: &Document, span: Span) {
        let text = document.content(span);
        let mut paths = code_spans(document, span);
        if paths.is_empty() {
            paths = bare_paths(&text);
        }
        if paths.is_empty() && !says_none(&text) {
            self.doubt = Some(format!("«{}» names no service path", text.trim()));
        }
        self.paths.extend(paths);
    }
}

/// The body of the section, by the words of its heading, accents and letter case aside.
fn critical_section(document: &Document) -> Option<Span> {
    let whole = Span::new(0, document.text().len());
    let named = |at: &usize| {
        let title = document.slice(document.headings()[*at].text);
        plain(title).contains("que no se puede romper")
    };
    let at = (0..document.headings().len()).find(named)?;
    document.section_of(at, whole).map(|section| section.body)
}

/// The texts of the bullets and of the rows of tables in a range.
fn listed(document: &Document, within: Span) -> Vec<Span> {
    let inside = |span: Span| within.start <= span.start && span.end <= within.end;
    let items = document.list_items().iter().map(|item| item.wrapped);
    let rows = document
        .tables()
        .iter()
        .flat_map(|table| table.rows.iter().map(|row| row.span));
    items.chain(rows).filter(|span| inside(*span)).collect()
}

fn code_spans(document: &Document, within: Span) -> Vec<String> {
    let inside = |span: &&Span| within.start <= span.start && span.end <= within.end;
    let spans = document.code_spans().iter().filter(inside);
    let texts = spans.map(|span| document.slice(*span).trim_matches('`').trim().to_owned());
    texts.filter(|path| is_path(path)).collect()
}

/// A word alone before a dash, a colon or a comma, and every word with a slash in it.
fn bare_paths(text: &str) -> Vec<String> {
    let text = text.trim_start_matches('|').trim();
    let end = [" — ", " – ", " - ", ":", ",", " (", "|"]
        .iter()
        .filter_map(|mark| text.find(mark))
        .min();
    let head = word(text.get(..end.unwrap_or(text.len())).unwrap_or(text));
    if is_path(head) && !says_none(head) {
        return vec![head.to_owned()];
    }
    let words = text.split_whitespace().map(word);
    words
        .filter(|word| word.contains('/') && is_path(word))
        .map(str::to_owned)
        .collect()
}

/// A word without its markup and punctuation.
fn word(text: &str) -> &str {
    text.trim_matches(|c: char| c.is_whitespace() || "*_«»\"'(),;:|".contains(c))
        .trim_end_matches('.')
}

fn is_path(text: &str) -> bool {
    let allowed = |c: char| c.is_alphanumeric() || "-_./@".contains(c);
    !text.is_empty() && text.chars().all(allowed)
}

/// Whether a bullet says that there is nothing to list.
fn says_none(text: &str) -> bool {
    ["ninguna", "ninguno", "nada", "none"].contains(&plain(word(text)).as_str())
}

/// The parts of a path: `.` and empty ones left out.
fn parts(path: &str) -> Vec<&str> {
    path.trim()
        .split('/')
        .filter(|part| !part.is_empty() && *part != ".")
        .collect()
}

/// Lower case, without the accents that the heading may or may not have.
fn plain(text: &str) -> String {
    let unaccented = |c: char| match c {
        'á' => 'a',
        'é' => 'e',
        'í' => 'i',
        'ó' => 'o',
        'ú' => 'u',
        other => other,
    };
    text.to_lowercase().chars().map(unaccented).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn surfaces(list: &str) -> Surfaces {
        Surfaces::read(&format!(
            "# Empresa\n\n## Qué no se puede romper\n\n{list}\n\n## Otra\n\n- `otra`\n"
        ))
    }

    #[test]
    fn q22_paths_stand_in_code_spans_or_bare() {
        for (list, paths) in [
            ("- `services/billing`", &["services/billing"][..]),
            (
                "- **Cobros** — `billing` y `ledger/`: nadie paga dos veces",
                &["billing", "ledger/"],
            ),
            ("- billing", &["billing"]),
            ("- billing — los cobros", &["billing"]),
            ("- **billing**: los cobros", &["billing"]),
            ("- el cobro, en services/billing.", &["services/billing"]),
            ("* `a`\n* `b`", &["a", "b"]),
            ("- lo que pasa en\n  `wrapped/path`", &["wrapped/path"]),
            (
                "| Superficie | Vive en |\n|---|---|\n| Cobros | `billing` |",
                &["billing"],
            ),
            ("<!-- - `hidden` -->\n- `seen`", &["seen"]),
            ("```\n- `fenced`\n```\n- `seen`", &["seen"]),
        ] {
            assert_eq!(surfaces(list).paths(), paths, "{list}");
            assert_eq!(surfaces(list).doubt, None, "{list}");
        }
    }

    #[test]
    fn q22_a_service_is_recognised_by_its_path() {
        let known = surfaces("- `services/billing`\n- web");
        for (service, critical) in [
            ("services/billing", true),
            ("services/billing/", true),
            ("./services/billing/api", true),
            ("web", true),
            ("services/billing-docs", false),
            ("website", false),
            ("docs", false),
        ] {
            let touch = known.touch(Some(service));
            assert_eq!(
                matches!(touch, Touch::Critical(_)),
                critical,
                "{service}: {touch:?}"
            );
            assert_eq!(touch == Touch::Clear, !critical, "{service}");
        }
    }

    #[test]
    fn q22_what_cannot_be_told_is_unknown() {
        for (list, service) in [
            ("- `services/billing`", Some("services")),
            ("- `services/billing`", Some(".")),
            ("- `services/billing`", None),
            ("- `services/billing`", Some("")),
            ("", Some("docs")),
            ("- La facturación de los clientes", Some("docs")),
            ("- Por definir", Some("docs")),
        ] {
            assert!(
                matches!(surfaces(list).touch(service), Touch::Unknown(_)),
                "{list} {service:?}"
            );
        }
        assert_eq!(surfaces("- (ninguna)").touch(Some("docs")), Touch::Clear);
        for text in ["", "# Empresa\n\n## Qué se puede romper\n\n- `docs`\n"] {
            assert!(
                matches!(Surfaces::read(text).touch(Some("docs")), Touch::Unknown(_)),
                "{text}"
            );
        }
        // What is known to be critical stays so, whatever else is in doubt.
        let touch = surfaces("- `docs`\n- La facturación").touch(Some("docs"));
        assert_eq!(touch, Touch::Critical("docs".to_owned()));
    }

    #[test]
    fn q22_the_heading_is_found_by_its_words() {
        for heading in [
            "## Que no se puede romper",
            "### 3. Qué no se puede romper {#x}",
            "# QUÉ NO SE PUEDE ROMPER",
        ] {
            assert_eq!(
                Surfaces::read(&format!("{heading}\n\n- `a`\n")).paths(),
                ["a"],
                "{heading}"
            );
        }
    }
}
