//! What a plan's files say: views on a document.
