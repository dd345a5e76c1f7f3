//! What a dry run shows of a file: the lines that would go and those that would come.

/// How many lines are shown of one file; the rest is counted.
const MOST: usize = 40;

/// The lines of a file that differ, those that go with `-`, those that come with `+`: what stands
/// between the lines that both versions have in common at either end.
pub(super) fn difference(before: &str, after: &str) -> String {
    let (old, new): (Vec<&str>, Vec<&str>) = (before.lines().collect(), after.lines().collect());
    let pairs = old.iter().zip(&new);
    let same_start = pairs.take_while(|(a, b)| a == b).count();
    let (old, new) = (&old[same_start..], &new[same_start..]);
    let pairs = old.iter().rev().zip(new.iter().rev());
    let same_end = pairs.take_while(|(a, b)| a == b).count();
    let gone = old[..old.len() - same_end]
        .iter()
        .map(|line| format!("    - {line}\n"));
    let come = new[..new.len() - same_end]
        .iter()
        .map(|line| format!("    + {line}\n"));
    let lines: Vec<String> = gone.chain(come).collect();
    let mut text = lines[..lines.len().min(MOST)].concat();
    if lines.len() > MOST {
        text += &format!("    … and {} more lines\n", lines.len() - MOST);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::difference;

    #[test]
    fn what_is_common_at_either_end_is_left_out() {
        assert_eq!(
            difference("a\nb\nc\n", "a\nx\ny\nc\n"),
            "    - b\n    + x\n    + y\n"
        );
        assert_eq!(difference("", "a\n"), "    + a\n");
        assert_eq!(difference("a\na\n", "a\n"), "    - a\n");
        assert_eq!(difference("a\n", "a\n"), "");
        let long = "x\n".repeat(50);
        assert!(difference("", &long).ends_with("    … and 10 more lines\n"));
    }
}
