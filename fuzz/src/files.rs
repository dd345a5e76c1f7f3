//! Several files in one input: each opens with a line `=== name`.

/// The files of an input, each with its name; what stands before the first is left out.
pub(crate) fn split(data: &[u8]) -> Vec<(String, Vec<u8>)> {
    let mut files: Vec<(String, Vec<u8>)> = Vec::new();
    for line in data.split_inclusive(|byte| *byte == b'\n') {
        if let Some(name) = line.strip_prefix(b"=== ") {
            let name = String::from_utf8_lossy(name).trim().to_owned();
            files.push((name, Vec::new()));
        } else if let Some((_, text)) = files.last_mut() {
            text.extend_from_slice(line);
        }
    }
    files
}

/// Asserts that every place of a report lies in the text of its file, on character borders.
pub(crate) fn places_lie_in<'t>(
    report: &plan_diagnostics::Report,
    text: impl Fn(&str) -> Option<&'t str>,
) {
    for finding in report.findings() {
        let (Some(span), Some(text)) = (finding.location.span, text(&finding.location.file)) else {
            continue;
        };
        assert!(
            text.get(span.start..span.end).is_some(),
            "{finding:?} of {text:?}"
        );
    }
}
