//! Where a value stands in a document, written out as a JSON pointer only when it is needed.

use std::fmt::{self, Write as _};

/// A chain of steps from the root, living on the stack of whoever walks the tree.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Path<'p> {
    Root,
    Key(&'p Path<'p>, &'p str),
    Index(&'p Path<'p>, usize),
}

impl fmt::Display for Path<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Root => Ok(()),
            Self::Index(parent, index) => write!(f, "{parent}/{index}"),
            Self::Key(parent, key) => {
                write!(f, "{parent}/")?;
                key.chars().try_for_each(|c| match c {
                    '~' => f.write_str("~0"),
                    '/' => f.write_str("~1"),
                    _ => f.write_char(c),
                })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Path;

    #[test]
    fn a_path_is_written_as_a_json_pointer() {
        let tasks = Path::Key(&Path::Root, "tasks");
        let third = Path::Index(&tasks, 2);
        assert_eq!(Path::Key(&third, "a/b~c").to_string(), "/tasks/2/a~1b~0c");
        assert_eq!(Path::Root.to_string(), "");
    }
}
