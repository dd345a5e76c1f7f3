//! Completion & Log: what is given is placed field by field, and nothing that stands there is lost.

use plan_diagnostics::Span;
use plan_markdown::edit::{append_within, replace};
use plan_markdown::view::edit::log_fields;
use plan_markdown::view::task::{LogStatus, SectionName, TaskRecord};
use plan_markdown::view::{Field, Spanned};
use plan_markdown::{Document, Edit};

use crate::Refusal;
use crate::refusal::RefusalCode as Code;

/// The log as the caller gives it.
pub(super) struct Given {
    document: Document,
    record: TaskRecord,
}

impl Given {
    /// Reads the text of a log, with its heading or without.
    pub(super) fn read(text: &str) -> Result<Self, Refusal> {
        let text = text.trim_start_matches('\u{feff}').trim();
        let headed = Document::parse("log", text);
        let own = TaskRecord::read_file(&headed);
        let has_heading = own.section(SectionName::Log).is_some();
        let document = if has_heading {
            headed
        } else {
            Document::parse(
                "log",
                format!("## {}\n\n{text}\n", SectionName::Log.as_str()),
            )
        };
        let record = TaskRecord::read_file(&document);
        let headings = document.headings().len();
        if headings != 1 || record.log.bodies.len() != 1 || !record.amendments.is_empty() {
            return Err(Refusal::new(
                Code::LogUnfit,
                "the text of the log has headings of its own, which would end the log",
                "give the fields and prose of Completion & Log only; amendments are made with dwp amend",
            ));
        }
        let open = |field: &Field| {
            let word = plan_markdown::view::task::status_word(&field.value.value);
            !field.value.is_blank() && word != Some(LogStatus::Completed)
        };
        if let Some(field) = record.log.statuses().find(|field| open(field)) {
            return Err(Refusal::new(
                Code::LogUnfit,
                format!("the text of the log says `Status: {}`", field.value.value),
                "leave the status out, or say completed",
            ));
        }
        Ok(Self { document, record })
    }

    /// The edits that set the fields of the record's log to those given.
    pub(super) fn fields(&self, document: &Document, record: &TaskRecord) -> Vec<Edit> {
        let mut edits = Vec::new();
        let mut short = Vec::new();
        for field in &self.record.log.fields {
            let standing = record.log.field(&field.name.value);
            match standing {
                Some(standing) if !self.is_short(field) || !is_one_line(&standing.value.value) => {
                    edits.extend(self.rewrite(document, standing, field));
                }
                _ if self.is_short(field) && !field.value.is_blank() => {
                    short.push((field.name.value.as_str(), field.value.value.as_str()));
                }
                _ => {}
            }
        }
        edits.extend(log_fields(document, record, &short));
        edits
    }

    /// A field over several lines takes the place of the one there as a whole.
    fn rewrite(&self, document: &Document, standing: &Field, given: &Field) -> Option<Edit> {
        let text = self
            .document
            .slice(given.span)
            .replace('\n', document.line_ending());
        (document.slice(standing.span) != text)
            .then(|| replace(document, standing.span, text.trim_end()))
    }

    fn is_short(&self, field: &Field) -> bool {
        is_one_line(self.document.slice(field.span))
    }

    /// What is given besides short fields: prose, and fields over several lines, in order.
    pub(super) fn blocks(&self) -> Vec<&str> {
        let Some(body) = self.record.log.bodies.first() else {
            return Vec::new();
        };
        let mut blocks = Vec::new();
        let mut at = body.start;
        for field in &self.record.log.fields {
            let line = self
                .document
                .line_at(field.span.start)
                .start
                .max(body.start);
            blocks.push(Span::new(at, line.max(at)));
            if !self.is_short(field) {
                blocks.push(Span::new(line, field.span.end));
            }
            at = self
                .document
                .line_at(field.span.end.saturating_sub(1))
                .end
                .max(field.span.end);
        }
        blocks.push(Span::new(at, body.end.max(at)));
        let texts = blocks
            .into_iter()
            .map(|span| self.document.slice(span).trim_matches('\n'));
        texts.filter(|text| !text.trim().is_empty()).collect()
    }
}

/// Appends a block at the end of the log, unless it stands there.
pub(super) fn append_block(document: &Document, record: &TaskRecord, block: &str) -> Vec<Edit> {
    let lines = |text: &str| {
        text.lines()
            .map(str::trim_end)
            .collect::<Vec<_>>()
            .join("\n")
    };
    let wanted = lines(block.trim());
    let stands = |body: &Span| lines(document.slice(*body)).contains(&wanted);
    match record.log.bodies.first() {
        Some(body) if !record.log.bodies.iter().any(stands) => {
            append_within(document, *body, block).into_iter().collect()
        }
        _ => Vec::new(),
    }
}

/// Sets the status to completed, and the time where there is none.
pub(super) fn close(document: &Document, record: &TaskRecord, now: &str) -> Vec<Edit> {
    let mut values = Vec::new();
    if record.log.status_word() != Some(LogStatus::Completed) {
        let name = record
            .log
            .statuses()
            .next()
            .map_or("Status", |field| field.name.value.as_str());
        values.push((name, "completed"));
    }
    if record.log.timestamp.as_ref().is_none_or(is_unfilled) {
        let names = ["Timestamp", "Date", "Fecha"].into_iter();
        let mut standing = names.filter_map(|name| record.log.field(name));
        let name = standing
            .next()
            .map_or("Timestamp", |field| field.name.value.as_str());
        values.push((name, now));
    }
    log_fields(document, record, &values)
}

/// Whether the log says what became of the task (E6).
pub(super) fn judge(record: &TaskRecord, is_last: bool) -> Result<(), Refusal> {
    let log = &record.log;
    let mut missing = Vec::new();
    for (name, value, needed) in [
        ("Summary", &log.summary, true),
        ("Skills disposition", &log.skills_disposition, true),
        (
            "Documentation decision",
            &log.documentation_decision,
            is_last,
        ),
    ] {
        if needed && value.as_ref().is_none_or(is_unfilled) {
            missing.push(format!("`{name}`"));
        }
    }
    if missing.is_empty() {
        return Ok(());
    }
    Err(Refusal::new(
        Code::LogUnfit,
        format!("the completion log does not give {}", missing.join(", ")),
        "give the text of Completion & Log with --log FILE, one `Field: value` a line, with `none` where there is nothing to say",
    ))
}

fn is_unfilled(value: &Spanned<String>) -> bool {
    value.is_blank() || plan_prose::placeholder::find(&value.value).is_some()
}

fn is_one_line(text: &str) -> bool {
    !text.trim().contains('\n')
}
