//! Text for people: one excerpt a finding, the notes, and a summary in plain words.

use annotate_snippets::renderer::{self as anstyle, DEFAULT_LINE_NUM_STYLE, Renderer};
use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Snippet};

use crate::render::Style;
use crate::render::excerpt::{Excerpt, excerpt};
use crate::{Finding, Note, Position, Report, Severity, Source, Span, Verdict, escape_terminal};

/// Wider than any excerpt, so that the cutting is ours alone.
const WIDTH: usize = 4096;

/// As many findings of one report are shown; beyond that nobody reads on.
const MOST_SHOWN: usize = 500;

/// The report as text, for a terminal or a log, with a line break at its end.
///
/// A finding with a span shows the lines that it concerns; one without is a single line. Whatever
/// comes from a file is escaped as by [`escape_terminal`], so that the only control characters are
/// line breaks and, where `style` asks for them, colours. Five hundred findings are shown, and then how
/// many more there are.
#[must_use]
pub fn text(report: &Report, style: Style) -> String {
    let printer = Printer::new(style);
    let findings = report
        .findings()
        .take(MOST_SHOWN)
        .map(|finding| printer.finding(report, finding));
    let notes = report.notes().map(|note| printer.note(note));
    let mut parts: Vec<String> = findings.collect();
    let more = report.findings().count().saturating_sub(MOST_SHOWN);
    if more > 0 {
        let more = counted(more, "finding");
        parts.push(format!("and {more} more, which the other formats list"));
    }
    parts.extend(notes);
    parts.push(summary(report));
    parts.join("\n") + "\n"
}

struct Printer {
    renderer: Renderer,
    /// For the parts of the frame that are drawn here.
    frame: anstyle::Style,
}

impl Printer {
    const fn new(style: Style) -> Self {
        let (renderer, frame) = if style.color {
            (Renderer::styled(), DEFAULT_LINE_NUM_STYLE)
        } else {
            (Renderer::plain(), anstyle::Style::new())
        };
        Self {
            renderer: renderer.term_width(WIDTH),
            frame,
        }
    }

    fn finding(&self, report: &Report, finding: &Finding) -> String {
        match finding
            .location
            .span
            .zip(report.sources().get(&finding.location.file))
        {
            Some((span, source)) => self.with_excerpt(finding, span, source),
            None => self.on_one_line(finding),
        }
    }

    fn with_excerpt(&self, finding: &Finding, span: Span, source: &Source) -> String {
        let Position { line, column } = source.position(span.start);
        let file = escape_terminal(&finding.location.file);
        let excerpt = excerpt(source, span);
        let title = self.title(finding, &finding.message);
        let gutter = " ".repeat(excerpt.last_line.to_string().len());
        let arrow = self.framed("-->");
        let help = finding
            .help
            .as_deref()
            .map(|help| Level::HELP.message(escape_terminal(help)));
        let lines = Group::with_level(level(finding))
            .element(snippet(excerpt))
            .elements(help);
        let lines = self.renderer.render(&[lines]);
        format!("{title}\n{gutter}{arrow} {file}:{line}:{column}\n{lines}\n")
    }

    fn on_one_line(&self, finding: &Finding) -> String {
        let title = self.title(finding, &format!("{}: {}", place(finding), finding.message));
        match finding.help.as_deref() {
            Some(help) => format!(
                "{title}\n  {} help: {}",
                self.framed("="),
                escape_terminal(help)
            ),
            None => title,
        }
    }

    fn note(&self, note: &Note) -> String {
        let message = match &note.file {
            Some(file) => format!("{file}: {}", note.message),
            None => note.message.clone(),
        };
        let title = Level::NOTE.primary_title(escape_terminal(&message));
        self.renderer.render(&[Group::with_title(title)])
    }

    fn title(&self, finding: &Finding, message: &str) -> String {
        let title = level(finding)
            .primary_title(escape_terminal(message))
            .id(finding.rule.code);
        self.renderer.render(&[Group::with_title(title)])
    }

    fn framed(&self, mark: &str) -> String {
        let frame = self.frame;
        format!("{frame}{mark}{frame:#}")
    }
}

fn level(finding: &Finding) -> Level<'static> {
    match finding.severity() {
        Severity::Must => Level::ERROR,
        Severity::Should => Level::WARNING,
    }
}

fn snippet(excerpt: Excerpt) -> Snippet<'static, Annotation<'static>> {
    Snippet::source(excerpt.text)
        .line_start(excerpt.first_line)
        .annotation(AnnotationKind::Primary.span(excerpt.marked))
}

fn place(finding: &Finding) -> String {
    let file = &finding.location.file;
    match finding.location.pointer.as_deref() {
        Some(pointer) if !pointer.is_empty() => format!("{file} ({pointer})"),
        _ => file.clone(),
    }
}

/// The last line: what was judged, what it comes to, and on what grounds.
fn summary(report: &Report) -> String {
    let name = escape_terminal(&report.subject().name);
    let errors = counted(report.count(Severity::Must), "error");
    let warnings = counted(report.count(Severity::Should), "warning");
    let rules = counted(report.rules_checked().len(), "rule");
    let notes = match report.notes().len() {
        0 => String::new(),
        count => format!(", {} on what was not", counted(count, "note")),
    };
    let grounds = format!("{errors}, {warnings}; {rules} checked{notes}");
    match report.verdict() {
        Verdict::Clean => format!("{name}: clean ({grounds})"),
        Verdict::Findings => format!("{name}: not clean, the errors must be fixed ({grounds})"),
        Verdict::Unverified => {
            let reasons = report.unverified_reasons().join("; ");
            format!(
                "{name}: UNVERIFIED, {} ({grounds})",
                escape_terminal(&reasons)
            )
        }
    }
}

fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}
