//! Members that the generation does not name, kept value for value (B8).

use serde::ser::SerializeMap as _;
use serde_json::value::RawValue;

/// One JSON value in the text it was read from.
#[derive(Debug, Clone)]
pub struct RawJson(Box<RawValue>);

impl RawJson {
    /// Takes `text` as it is, where it is one JSON value and nothing else but white space.
    #[must_use]
    pub fn new(text: &str) -> Option<Self> {
        serde_json::from_str::<Box<RawValue>>(text).ok().map(Self)
    }

    /// The text, numbers and escapes as written.
    #[must_use]
    pub fn as_str(&self) -> &str {
        self.0.get()
    }
}

impl PartialEq for RawJson {
    fn eq(&self, other: &Self) -> bool {
        self.as_str() == other.as_str()
    }
}

impl Eq for RawJson {}

/// Unknown members in the order they were read.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Members(Vec<(String, RawJson)>);

impl Members {
    /// No members.
    #[must_use]
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    /// Adds a member behind the others.
    pub fn push(&mut self, name: impl Into<String>, value: RawJson) {
        self.0.push((name.into(), value));
    }

    /// Name and value of each.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &RawJson)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value))
    }

    /// The value of the member `name`.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&RawJson> {
        self.iter()
            .find(|(key, _)| *key == name)
            .map(|(_, value)| value)
    }

    /// Whether there are none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// How many there are.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.0.len()
    }
}

impl serde::Serialize for Members {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.len()))?;
        for (name, value) in self.iter() {
            map.serialize_entry(name, &value.0)?;
        }
        map.end()
    }
}
