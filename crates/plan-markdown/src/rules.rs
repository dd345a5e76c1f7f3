//! The rules by which a file is judged while it is read.

use plan_diagnostics::{Rule, Severity};

use crate::view::rules as view;

/// Every rule of this crate, those of the views among them, in alphabetical order of their codes.
pub static RULES: &[&Rule] = &[
    &view::AMENDMENT_FIELD_MISSING,
    &view::AMENDMENT_FIELD_REPEATED,
    &view::AMENDMENT_FIELD_UNREADABLE,
    &view::AMENDMENT_HEADING,
    &view::DEPENDS_UNREADABLE,
    &BYTE_ORDER_MARK,
    &CONFLICT_MARKER,
    &DUPLICATE_FRONTMATTER_KEY,
    &FRONTMATTER_LINE,
    &INDENTED_CONTENT,
    &LITERAL_NEWLINE,
    &NESTED_TOO_DEEP,
    &NUL_BYTE,
    &ODD_MARK,
    &TEMPLATE_INDENT,
    &UNCLOSED_COMMENT,
    &UNCLOSED_FENCE,
    &UNCLOSED_FRONTMATTER,
    &UNUSUAL_ITEM,
    &view::APPROVAL_UNREADABLE,
    &view::METADATA_CONFLICT,
    &view::STANDARD_UNREADABLE,
    &view::STATUS_CONFLICT,
    &view::STATUS_UNREADABLE,
    &view::RISK_CLASS_UNREADABLE,
    &view::TASK_ITEM_OUTSIDE,
    &view::TASK_ITEM_REPEATED,
    &view::TASK_ITEM_UNBOXED,
    &view::TASK_ITEM_UNNUMBERED,
    &view::TASK_SECTION_REPEATED,
    &view::VALIDATION_FENCE,
];

/// A byte order mark at the start of a file.
pub static BYTE_ORDER_MARK: Rule = Rule {
    code: "md-byte-order-mark",
    severity: Severity::Should,
    title: "The file starts with a byte order mark",
    reason: "Other tools take the mark for text: they miss the frontmatter or the first heading.",
    requirement: "Q1",
};

/// A line that git wrote into a file that it could not merge.
pub static CONFLICT_MARKER: Rule = Rule {
    code: "md-conflict-marker",
    severity: Severity::Must,
    title: "A git conflict marker was left in the file",
    reason: "Both sides of an unfinished merge are read as content: tasks and values appear twice, \
             or in two states.",
    requirement: "Q1",
};

/// A key that the frontmatter gives twice.
pub static DUPLICATE_FRONTMATTER_KEY: Rule = Rule {
    code: "md-duplicate-frontmatter-key",
    severity: Severity::Must,
    title: "The frontmatter gives a key twice",
    reason: "Nothing says which of the two values is meant.",
    requirement: "Q3",
};

/// A line of the frontmatter that is not `key: value`.
pub static FRONTMATTER_LINE: Rule = Rule {
    code: "md-frontmatter-line",
    severity: Severity::Must,
    title: "A line of the frontmatter is not `key: value`",
    reason: "The frontmatter is this form and no more; what has another form would be lost in \
             silence.",
    requirement: "Q3",
};

/// Content indented so far that CommonMark takes it for code.
pub static INDENTED_CONTENT: Rule = Rule {
    code: "md-indented-content",
    severity: Severity::Should,
    title: "Content is indented like code",
    reason: "Renderers show it as code. It is read as content, so that no task in it is lost.",
    requirement: "E",
};

/// `\n`, written as two characters, where a line should end.
pub static LITERAL_NEWLINE: Rule = Rule {
    code: "md-literal-newline",
    severity: Severity::Should,
    title: "A label follows a literal `\\n`",
    reason: "Some tool wrote the two characters instead of a line ending. The labels behind them \
             are read, but renderers show one line.",
    requirement: "E",
};

/// Nesting that was cut off.
pub static NESTED_TOO_DEEP: Rule = Rule {
    code: "md-nested-too-deep",
    severity: Severity::Should,
    title: "Quotes or indentation are nested too deep",
    reason: "More than 64 quote marks or 256 columns of indentation are read as if they were that \
             many, since reading them takes time that grows with the square of their number.",
    requirement: "E",
};

/// A NUL byte.
pub static NUL_BYTE: Rule = Rule {
    code: "md-nul-byte",
    severity: Severity::Must,
    title: "The file holds a NUL byte",
    reason: "A write that was cut short, by a power loss for one, leaves such bytes in place of \
             content.",
    requirement: "E",
};

/// Brackets that are neither `[ ]` nor `[x]`.
pub static ODD_MARK: Rule = Rule {
    code: "md-odd-mark",
    severity: Severity::Must,
    title: "A task mark is neither `[ ]` nor `[x]`",
    reason: "Whether the item is done cannot be told. It counts as an item that is not done, so \
             that it does not vanish from the total.",
    requirement: "E",
};

/// A file that is indented as a whole.
pub static TEMPLATE_INDENT: Rule = Rule {
    code: "md-template-indent",
    severity: Severity::Should,
    title: "The file is indented by four spaces, as a template left it",
    reason: "Renderers show it as code. Four spaces are taken from each line that has them.",
    requirement: "E",
};

/// A comment without an end.
pub static UNCLOSED_COMMENT: Rule = Rule {
    code: "md-unclosed-comment",
    severity: Severity::Must,
    title: "A comment is never closed",
    reason: "Everything behind it is hidden, tasks included.",
    requirement: "Q1",
};

/// A fenced code block without an end.
pub static UNCLOSED_FENCE: Rule = Rule {
    code: "md-unclosed-fence",
    severity: Severity::Must,
    title: "A fenced code block is never closed",
    reason: "Everything behind the fence is code, tasks included.",
    requirement: "Q1",
};

/// A frontmatter without an end.
pub static UNCLOSED_FRONTMATTER: Rule = Rule {
    code: "md-unclosed-frontmatter",
    severity: Severity::Must,
    title: "The frontmatter is never closed",
    reason: "Without a second line `---` the keys are prose, and none of them counts.",
    requirement: "Q3",
};

/// A task item that renderers do not show as one.
pub static UNUSUAL_ITEM: Rule = Rule {
    code: "md-unusual-item",
    severity: Severity::Should,
    title: "Renderers do not show this task item as one",
    reason: "Its meaning is plain and it is read, but people who see the rendered file, and other \
             tools, may miss it.",
    requirement: "E",
};
