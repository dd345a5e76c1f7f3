//! Which item a quote is part of.
#![allow(clippy::unwrap_used, reason = "tests")]

use plan_markdown::Document;

/// A quote belongs to an item that it is indented under, as CommonMark has it, and to no other.
#[test]
fn a_quote_at_the_margin_is_no_part_of_the_item_before_it() {
    for (text, whole) in [
        ("- [ ] a\n\n> b\n", "- [ ] a"),
        ("- [ ] a\n\n> b\n> c\n\n- [ ] d\n", "- [ ] a"),
        ("- [ ] a\n\n> - [ ] b\n", "- [ ] a"),
        ("- [ ] a\n  more\n\n> b\n", "- [ ] a\n  more"),
        ("- [ ] a\n\n  > b\n", "- [ ] a\n\n  > b"),
        ("- [ ] a\n\n  > b\n  > c\n", "- [ ] a\n\n  > b\n  > c"),
        ("- [ ] a\n\n  > - b\n", "- [ ] a\n\n  > - b"),
        ("> - [ ] a\n>\n> > b\n", "> - [ ] a\n>"),
        ("> - [ ] a\n>\n>   > b\n", "> - [ ] a\n>\n>   > b"),
    ] {
        let document = Document::parse("README.md", text);
        assert_eq!(document.slice(document.items()[0].span), whole, "{text:?}");
        assert_eq!(
            document.slice(document.list_items()[0].span),
            whole,
            "{text:?}"
        );
    }
    let quoted = Document::parse("README.md", "- [ ] a\n\n> - [ ] b\n\n  > - [ ] c\n");
    assert_eq!(quoted.items()[1].parent, None);
}
