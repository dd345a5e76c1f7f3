//! The closed vocabularies of the two documents: each word in one place (B2–B4).

use std::fmt;

/// Makes an enum whose variants stand for fixed words.
macro_rules! vocabulary {
    ($(#[$doc:meta])* $name:ident { $($(#[$variant_doc:meta])* $variant:ident = $word:literal,)+ }) => {
        $(#[$doc])*
        ///
        /// Closed: the words are the documents'.
        #[derive(
            Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash,
            serde::Serialize, schemars::JsonSchema,
        )]
        #[schemars(inline)]
        pub enum $name {
            $($(#[$variant_doc])* #[serde(rename = $word)] $variant,)+
        }

        impl $name {
            /// Every value, in the order of the specification.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)+];

            /// The word in the documents.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $word,)+ }
            }

            /// The value that `word` stands for.
            #[must_use]
            pub fn of(word: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|value| value.as_str() == word)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.as_str())
            }
        }
    };
}

vocabulary! {
    /// The status of a task (B4).
    TaskStatus {
        /// Not begun.
        Pending = "pending",
        /// Begun.
        InProgress = "in_progress",
        /// Done, with evidence.
        Completed = "completed",
        /// Held by the blocker.
        Blocked = "blocked",
        /// Taken out of scope by the user, through an amendment.
        Skipped = "skipped",
    }
}

vocabulary! {
    /// The status of a plan, always derived from its tasks and blocker (B3, C3).
    PlanStatus {
        /// No task begun.
        Pending = "pending",
        /// Some task begun, not all completed.
        InProgress = "in_progress",
        /// Every task completed.
        Completed = "completed",
        /// A blocker holds.
        Blocked = "blocked",
    }
}

vocabulary! {
    /// How a plan keeps its task records (A2).
    Format {
        /// In the README.
        Lite = "lite",
        /// In one file a task.
        Full = "full",
    }
}

vocabulary! {
    /// How far the writing of the plan itself has come (B3).
    Materialization {
        /// The directory is being written.
        Materializing = "materializing",
        /// The plan can be worked on.
        Ready = "ready",
        /// A promotion from Lite to Full is under way.
        Promoting = "promoting",
    }
}

vocabulary! {
    /// Who let the plan begin (B3, D11).
    Approval {
        /// Nobody yet.
        Pending = "pending",
        /// A person, after reading the plan.
        Approved = "approved",
        /// A person, in advance.
        PreApproved = "pre_approved",
    }
}

vocabulary! {
    /// How far a promotion has come (H4).
    PromotionPhase {
        /// It was recorded that it will happen.
        Intent = "intent",
        /// The task files are written.
        TasksWritten = "tasks_written",
        /// README and state speak of the files.
        Switched = "switched",
    }
}

vocabulary! {
    /// The kind of workspace that a plan is made for (B2).
    Archetype {
        /// One repository.
        Individual = "individual",
        /// A repository that coordinates others.
        OrchestratorHub = "orchestrator-hub",
        /// A workspace without a repository.
        AgentWorkspace = "agent-workspace",
    }
}

vocabulary! {
    /// How much ceremony a plan asks for (B2).
    Rigor {
        /// The least.
        Micro = "micro",
        /// The usual.
        Standard = "standard",
        /// The most.
        Deep = "deep",
    }
}

impl Approval {
    /// Whether tasks may begin.
    #[must_use]
    pub const fn permits_work(self) -> bool {
        matches!(self, Self::Approved | Self::PreApproved)
    }
}

impl TaskStatus {
    /// Whether the task needs no further work: completed or skipped.
    #[must_use]
    pub const fn is_settled(self) -> bool {
        matches!(self, Self::Completed | Self::Skipped)
    }
}
