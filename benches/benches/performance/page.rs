//! The page that shows the figures: the part of it between two comments is written anew.

use std::path::Path;

const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/performance.md");
const START: &str = "<!-- figures -->\n";
const END: &str = "<!-- end of figures -->";

/// Puts the figures into the page.
pub(crate) fn write(figures: &str) {
    let page = std::fs::read_to_string(PAGE).expect("the page is there");
    let (head, rest) = page
        .split_once(START)
        .expect("it has a place for the figures");
    let (_, tail) = rest.split_once(END).expect("the place has an end");
    let page = format!("{head}{START}\n{figures}\n{END}{tail}");
    std::fs::write(Path::new(PAGE), page).expect("it is written");
    print!("{figures}");
}
