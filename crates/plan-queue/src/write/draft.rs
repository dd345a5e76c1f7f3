//! A draft: the files of a queue with changes on top, from which a [`Change`] is made.

use plan_diagnostics::Span;
use plan_guard::{Digest, Expect, RelPath};
use plan_markdown::{Document, Edit};
use plan_prose::credential;

use super::{Change, FileChange, Refusal, Scope};
use crate::{FileContent, QueueFiles};

/// The files of a queue, and what is to be written on top of them.
///
/// A file that is written twice is one file of the change, in the place where it was first written.
/// What a draft leaves as it was, the change does not have.
///
/// ```
/// use plan_queue::QueueFiles;
/// use plan_queue::write::Draft;
///
/// let files = QueueFiles::new("planning", [("claims/sumar.md", "---\n---\n")]);
/// let mut draft = Draft::new(&files);
/// draft.remove("claims/sumar.md")?;
/// draft.write("done/sumar.md", "- [x] **sumar**\n")?;
/// assert!(draft.text("claims/sumar.md").is_none());
/// let change = draft.into_change("Close sumar");
/// assert_eq!(change.files.len(), 2);
/// # Ok::<(), plan_queue::write::Refusal>(())
/// ```
#[derive(Debug, Clone)]
pub struct Draft<'a> {
    files: &'a QueueFiles,
    changed: Vec<(RelPath, Option<String>)>,
}

impl<'a> Draft<'a> {
    /// A draft that changes nothing yet.
    #[must_use]
    pub const fn new(files: &'a QueueFiles) -> Self {
        Self {
            files,
            changed: Vec::new(),
        }
    }

    /// The text of a file as the draft has it.
    #[must_use]
    pub fn text(&self, file: &str) -> Option<&str> {
        let changed = self.changed.iter().find(|(path, _)| path.as_str() == file);
        match changed {
            Some((_, content)) => content.as_deref(),
            None => self.files.text(file).map(|text| &**text),
        }
    }

    /// Gives a file a content; it need not have been there.
    ///
    /// # Errors
    ///
    /// `path-invalid` where the name cannot be one in the planning directory; `credential` where a line
    /// that stands nowhere in the queue yet holds what looks like one (P19).
    pub fn write(&mut self, file: &str, content: impl Into<String>) -> Result<(), Refusal> {
        let content = content.into();
        self.no_new_credential(file, &content)?;
        self.put(file, Some(content))
    }

    /// Lets a file go.
    ///
    /// # Errors
    ///
    /// As [`write`](Self::write).
    pub fn remove(&mut self, file: &str) -> Result<(), Refusal> {
        self.put(file, None)
    }

    /// Makes edits in a file; its other bytes stay (Q29).
    ///
    /// # Errors
    ///
    /// `file-missing` where there is no such file; `edit-unexpected` or `edit-overlap` where the edits
    /// are not of this text.
    pub fn edit(&mut self, file: &str, edits: &[Edit]) -> Result<(), Refusal> {
        let document = self.document(file)?;
        let edited = document.apply(edits);
        let text = edited.map_err(|error| Refusal::new(error.code(), error.to_string()))?;
        self.write(file, text)
    }

    /// Puts a text in the place of a range of bytes of a file.
    ///
    /// # Errors
    ///
    /// As [`edit`](Self::edit).
    pub fn replace(&mut self, file: &str, span: Span, with: &str) -> Result<(), Refusal> {
        let edit = plan_markdown::edit::replace(&self.document(file)?, span, with);
        self.edit(file, &[edit])
    }

    /// A file as the draft has it, parsed.
    ///
    /// # Errors
    ///
    /// `file-missing` where there is no such file.
    pub fn document(&self, file: &str) -> Result<Document, Refusal> {
        let missing = || {
            Refusal::new(
                "file-missing",
                format!("there is no `{file}` that can be read"),
            )
        };
        let text = self.text(file).ok_or_else(missing)?;
        Ok(Document::parse(file, text))
    }

    /// The files of the queue as they would be.
    #[must_use]
    pub fn result(&self) -> QueueFiles {
        let mut files = self.files.clone();
        for (path, content) in &self.changed {
            match content {
                Some(content) => files.insert(path.as_str(), content.as_str()),
                None => files.remove(path.as_str()),
            }
        }
        files
    }

    /// Whether it changes nothing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.changes().next().is_none()
    }

    /// The change; its summary has the form of the subject of a commit.
    #[must_use]
    pub fn into_change(self, summary: impl Into<String>) -> Change {
        let files = self.changes().map(|(path, content)| FileChange {
            path: path.clone(),
            expect: expected(self.files.get(path.as_str())),
            content: content.clone(),
            scope: Scope::of(path.as_str()),
        });
        Change {
            summary: summary.into(),
            files: files.collect(),
        }
    }

    /// What differs from the files.
    fn changes(&self) -> impl Iterator<Item = &(RelPath, Option<String>)> {
        self.changed.iter().filter(|(path, content)| {
            let before = self.files.get(path.as_str()).map(FileContent::bytes);
            before != content.as_deref().map(str::as_bytes)
        })
    }

    /// Lines with a credential that stand in the queue already may be moved: it is known then, and the
    /// check reports it.
    fn no_new_credential(&self, file: &str, content: &str) -> Result<(), Refusal> {
        let mut from = 0;
        while let Some(leak) = content.get(from..).and_then(credential::find) {
            let (start, end) = (from + leak.span.start, from + leak.span.end);
            let begin = content[..start].rfind('\n').map_or(0, |at| at + 1);
            let line = content[begin..].lines().next().unwrap_or_default();
            let known = |content: &FileContent| content.text().is_some_and(|it| it.contains(line));
            if !self.files.iter().any(|(_, content)| known(content)) {
                let kind = leak.kind;
                let message = format!("`{file}` would hold what looks like a credential ({kind})");
                let help = "take it out, and revoke it if it is real: queues are read by many";
                return Err(Refusal::new("credential", message).with_help(help));
            }
            from = end;
        }
        Ok(())
    }

    fn put(&mut self, file: &str, content: Option<String>) -> Result<(), Refusal> {
        let earlier = self
            .changed
            .iter_mut()
            .find(|(path, _)| path.as_str() == file);
        if let Some((_, slot)) = earlier {
            *slot = content;
            return Ok(());
        }
        let path = RelPath::new(file);
        let path = path.map_err(|error| Refusal::new(error.code(), error.to_string()))?;
        self.changed.push((path, content));
        Ok(())
    }
}

fn expected(content: Option<&FileContent>) -> Expect {
    content.map_or(Expect::Absent, |content| {
        Expect::Digest(Digest::of(content.bytes()))
    })
}
