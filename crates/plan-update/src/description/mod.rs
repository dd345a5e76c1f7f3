//! What a plan is to be, before it is written: a value with a JSON form and a schema (H3).

mod judge;
mod passage;
mod read;
pub mod rules;
mod schema;

pub use read::read_description;
pub use schema::{DESCRIPTION_SCHEMA, description_schema};

use plan_state::{Actor, Approval, Archetype, Format, Rigor};

/// A plan as somebody wants it, with everything that its files are made from (H3).
///
/// Texts that say "Markdown" may have paragraphs, lists, tables and fenced blocks; all others are
/// one line. [`faults`](Self::faults) says what keeps it from becoming a plan.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Description {
    /// The plan's name, which becomes its directory's: `PLAN_` and two to five lower-case words.
    #[schemars(regex(pattern = r"^PLAN_[a-z0-9]+(_[a-z0-9]+){1,4}$"))]
    pub name: String,
    /// What it is about, in one line of plain text.
    pub title: String,
    /// What is to be true at its end; Markdown.
    pub goal: String,
    /// Where it starts from; Markdown.
    pub context: String,
    /// Rules for whoever works on it; Markdown.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    pub guidelines: Option<String>,
    /// The workspace it is for.
    pub archetype: Archetype,
    /// The ceremony it asks for.
    pub rigor: Rigor,
    /// Whether its task records stand in the README (`lite`) or in files of their own (`full`).
    pub format: Format,
    /// A person's approval, where it is given beforehand; else the plan awaits it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "GivenApproval")]
    pub approval: Option<GivenApproval>,
    /// The analysis that led to it, for `analysis_results/PLAN_ANALYSIS.md`; Markdown.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    pub analysis: Option<String>,
    /// Free labels.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(default)]
    pub tags: Vec<String>,
    /// The plan above it, `{repo}:{plan}`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    pub parent_plan: Option<String>,
    /// The agent and the model that describe it; never an address.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Actor")]
    pub created_by: Option<Actor>,
    /// Its tasks in order, numbered from 1; the last one is the Final Review.
    #[schemars(length(min = 2))]
    pub tasks: Vec<TaskDescription>,
}

/// An approval that was given before the plan was written (D11).
///
/// Closed: a new member is one more question to the caller.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GivenApproval {
    /// `approved` or `pre_approved`; `pending` says that there is none.
    pub status: Approval,
    /// The person; needed unless pending.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    pub by: Option<String>,
    /// Their words, verbatim; needed unless pending.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    pub words: Option<String>,
    /// Whether the plan may also run with nobody watching.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schemars(default)]
    pub unattended: bool,
}

/// One task.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct TaskDescription {
    /// Its title, one line of plain text; that of the last task is `Final Review`.
    pub title: String,
    /// The word for its file in a Full plan (`a-z`, `0-9`, `_`); made from the title where absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String", regex(pattern = "^[a-z0-9_]+$"))]
    pub slug: Option<String>,
    /// What one must know; Markdown.
    pub context: String,
    /// What to read first, an item each; the README where there is nothing else.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(default)]
    pub read_before: Vec<String>,
    /// What is to be true when it is done; Markdown.
    pub goal: String,
    /// What it changes.
    pub touched_surface: TouchedSurface,
    /// How to go about it; Markdown.
    pub instructions: String,
    /// What must hold, an item each.
    #[schemars(length(min = 1))]
    pub acceptance_criteria: Vec<String>,
    /// What it leaves behind, an item each.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(default)]
    pub outputs: Vec<String>,
    /// The commands that must pass, one line each.
    #[schemars(length(min = 1))]
    pub validation: Vec<String>,
    /// The tasks that it waits for, by number; all earlier ones where absent (D12).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Vec<u64>", inner(range(min = 1)))]
    pub depends_on: Option<Vec<u64>>,
}

/// What a task changes, and how far that reaches (E12).
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct TouchedSurface {
    /// Files, modules or systems, an item each.
    #[schemars(length(min = 1))]
    pub surface: Vec<String>,
    /// How far the changes reach.
    pub risk: Risk,
}

/// How far a task's changes reach (E12).
///
/// Closed: the words are the records' (E12).
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
#[schemars(inline)]
pub enum Risk {
    /// Nothing else depends on it.
    #[serde(rename = "isolated")]
    Isolated,
    /// It is where two parts meet.
    #[serde(rename = "seam")]
    Seam,
    /// Much depends on it.
    #[serde(rename = "shared/core")]
    SharedCore,
    /// Nobody knows yet.
    #[serde(rename = "unknown")]
    Unknown,
    /// It changes nothing.
    #[serde(rename = "not applicable")]
    NotApplicable,
}

impl Risk {
    /// Every class.
    pub const ALL: &'static [Self] = &[
        Self::Isolated,
        Self::Seam,
        Self::SharedCore,
        Self::Unknown,
        Self::NotApplicable,
    ];

    /// The word in the records.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Isolated => "isolated",
            Self::Seam => "seam",
            Self::SharedCore => "shared/core",
            Self::Unknown => "unknown",
            Self::NotApplicable => "not applicable",
        }
    }

    /// The class that `word` stands for.
    #[must_use]
    pub fn of(word: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|risk| risk.as_str() == word)
    }
}

impl Description {
    /// The JSON form, with its schema: what [`read_description`] reads back as this value.
    #[must_use]
    pub fn to_json(&self) -> String {
        #[derive(serde::Serialize)]
        struct Document<'d> {
            schema: &'static str,
            #[serde(flatten)]
            description: &'d Description,
        }
        let document = Document {
            schema: DESCRIPTION_SCHEMA,
            description: self,
        };
        // Plain data into memory cannot fail; the empty text is never a description.
        serde_json::to_string_pretty(&document)
            .map(|text| text + "\n")
            .unwrap_or_default()
    }

    /// The approval that the plan starts with.
    #[must_use]
    pub fn approval(&self) -> Approval {
        self.approval
            .as_ref()
            .map_or(Approval::Pending, |given| given.status)
    }
}

impl TaskDescription {
    /// The word for its file: as given, else made from the title; empty where the title has no
    /// letter or digit of ASCII.
    #[must_use]
    pub fn slug(&self) -> String {
        if let Some(slug) = &self.slug {
            return slug.clone();
        }
        let words = self.title.split(|c: char| !c.is_ascii_alphanumeric());
        let words: Vec<String> = words
            .filter(|word| !word.is_empty())
            .map(str::to_ascii_lowercase)
            .collect();
        words.join("_")
    }
}
