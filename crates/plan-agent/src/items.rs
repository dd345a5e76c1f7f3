//! The items of entries of PROGRESS.md: `Label: text`, the labels in English or Spanish.

use plan_markdown::view::progress::Entry;

/// A label: as it is written, and what else it is read from, in lower case.
pub(crate) type Label = (&'static str, &'static [&'static str]);

pub(crate) const TASK: Label = ("Task", &["task", "tarea"]);
pub(crate) const OPTION: Label = ("Option", &["option", "opción"]);
pub(crate) const CHOICE: Label = ("Choice", &["choice", "elección"]);
pub(crate) const REASON: Label = ("Reason", &["reason", "motivo", "porqué"]);
pub(crate) const REVERT: Label = ("Revert", &["revert", "reversión"]);
pub(crate) const WORDS: Label = ("Words", &["words", "palabras"]);
pub(crate) const RECOMMENDED: Label = ("Recommended", &["recommended", "recomendada"]);
pub(crate) const CLASS: Label = ("Class", &["class", "clase"]);
pub(crate) const NEEDS: Label = ("Needs", &["needs", "necesita"]);
pub(crate) const CRITERION: Label = ("Criterion", &["criterion", "criterio"]);

/// All options in one item, as some entries have them: `a; b.`
const OPTIONS: [&str; 2] = ["options", "opciones"];

/// An item.
pub(crate) fn item((label, _): Label, text: &str) -> String {
    format!("{label}: {text}")
}

/// The items of an entry that have a label: label in lower case, text.
pub(crate) struct Items<'e>(Vec<(String, &'e str)>);

impl<'e> Items<'e> {
    pub(crate) fn of(entry: &'e Entry) -> Self {
        let items = entry.bullets.iter().filter_map(|bullet| {
            let (label, text) = bullet.value.split_once(':')?;
            let label = label.trim_matches(['*', ' ']).to_lowercase();
            Some((label, text.trim_start_matches('*').trim()))
        });
        Self(items.collect())
    }

    fn all(&self, label: Label) -> impl Iterator<Item = &'e str> {
        let with = self
            .0
            .iter()
            .filter(move |(name, _)| label.1.contains(&name.as_str()));
        with.map(|(_, text)| *text)
    }

    pub(crate) fn first(&self, label: Label) -> Option<&'e str> {
        self.all(label).next()
    }

    pub(crate) fn text(&self, label: Label) -> String {
        self.first(label).unwrap_or_default().to_owned()
    }

    pub(crate) fn task(&self) -> Option<u64> {
        self.first(TASK)?.parse().ok()
    }

    pub(crate) fn options(&self) -> Vec<String> {
        let together = self
            .0
            .iter()
            .filter(|(name, _)| OPTIONS.contains(&name.as_str()));
        let together = together.flat_map(|(_, text)| text.trim_end_matches('.').split("; "));
        self.all(OPTION)
            .chain(together)
            .map(str::to_owned)
            .collect()
    }
}
