//! Properties of paths and digests.

use std::path::{Component, Path};

use plan_guard::{ConfinedDir, Digest, Expect, RelPath, Replaced, WriteOptions};
use proptest::prelude::*;

/// Strings of the pieces that paths go wrong with.
fn path_like() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "/", "/", "..", ".", "a", "b.md", "C:", "\\", "\0", " ", "é", "...", "~", "-", "",
    ]);
    prop::collection::vec(piece, 0..8).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn a6_an_accepted_path_is_plain_names_only(text in path_like()) {
        if let Ok(path) = RelPath::new(text.as_str()) {
            prop_assert_eq!(path.as_str(), &text);
            prop_assert!(Path::new(&text).components().all(|c| matches!(c, Component::Normal(_))));
            prop_assert_eq!(Path::new(&text).components().count(), path.parts().count());
            prop_assert!(!text.contains(['\\', '\0']));
            prop_assert!(Path::new("/root").join(&text).starts_with("/root"));
        } else {
            let plain = !text.is_empty()
                && !text.contains(['\\', '\0', ':'])
                && text.split('/').all(|part| !matches!(part, "" | "." | ".."));
            prop_assert!(!plain, "refused without a reason: {text:?}");
        }
    }

    #[test]
    fn a6_join_and_parent_are_inverse(a in "[a-z.]{0,3}[a-z]", b in path_like()) {
        let base = RelPath::new(a).unwrap();
        if let Ok(joined) = base.join(&b) {
            let back = RelPath::new(b.as_str()).unwrap();
            prop_assert_eq!(joined.name(), back.name());
            prop_assert!(joined.as_str().starts_with(base.as_str()));
        } else {
            prop_assert!(RelPath::new(b.as_str()).is_err());
        }
    }

    #[test]
    fn a_digest_is_read_back_from_its_text(bytes in any::<Vec<u8>>()) {
        let digest = Digest::of(&bytes);
        let text = digest.to_string();
        prop_assert_eq!(text.len(), 64);
        prop_assert!(text.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b)));
        prop_assert_eq!(text.parse::<Digest>().unwrap(), digest);
        prop_assert_eq!(text.to_uppercase().parse::<Digest>().unwrap(), digest);
    }

    #[test]
    fn other_text_is_no_digest(text in "[0-9a-g ]{0,70}") {
        let hex = text.len() == 64 && text.bytes().all(|b| b.is_ascii_hexdigit());
        prop_assert_eq!(text.parse::<Digest>().is_ok(), hex);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// A4: whatever is written is what is read, with the digest that was told.
    #[test]
    fn a4_writing_and_reading_are_inverse(contents in prop::collection::vec(any::<Vec<u8>>(), 1..4)) {
        let temp = tempfile::tempdir().unwrap();
        let dir = ConfinedDir::open(temp.path()).unwrap();
        let path = RelPath::new("x").unwrap();
        for content in &contents {
            match dir.replace(&path, content, &Expect::Any, &WriteOptions::default()).unwrap() {
                Replaced::Written { digest } => prop_assert_eq!(digest, Digest::of(content)),
                Replaced::Unchanged => {}
                other @ Replaced::Conflict { .. } => prop_assert!(false, "{other:?}"),
            }
            let read = dir.read(&path).unwrap().unwrap();
            prop_assert_eq!(read.bytes(), &content[..]);
        }
    }
}

#[test]
fn a_known_digest() {
    assert_eq!(
        Digest::of(b"abc").to_string(),
        "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    );
    assert_eq!(
        "x".repeat(64).parse::<Digest>().unwrap_err().code(),
        "digest-invalid"
    );
}

#[test]
fn a6_paths_that_leave_are_refused() {
    for path in [
        "", "/", "/etc", "..", "../x", "a/../b", "a/..", "./a", "a/./b", "a//b", "a/", "C:x",
        "c:/x", "a\\b", "a\0b",
    ] {
        assert_eq!(
            RelPath::new(path).unwrap_err().code(),
            "path-invalid",
            "{path:?}"
        );
    }
    for path in [
        "a",
        "a/b",
        "...",
        "..a",
        "a..",
        ".hidden",
        "a b",
        "1.task_a.md",
        "é/ü",
    ] {
        assert_eq!(RelPath::new(path).unwrap().as_str(), path);
    }
}
