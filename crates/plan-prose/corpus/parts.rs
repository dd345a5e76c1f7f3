// The parts of the corpus by name, in the order in which they were written. The tables were written
// with the first; each later one was measured before the tables were changed for it.
[
    ("1-tuned", include_str!("1-tuned.tsv")),
    ("2-held-out", include_str!("2-held-out.tsv")),
    ("3-held-out", include_str!("3-held-out.tsv")),
    ("4-held-out", include_str!("4-held-out.tsv")),
    ("5-held-out", include_str!("5-held-out.tsv")),
    ("6-held-out", include_str!("6-held-out.tsv")),
    ("7-held-out", include_str!("7-held-out.tsv")),
    ("8-held-out", include_str!("8-held-out.tsv")),
    ("9-held-out", include_str!("9-held-out.tsv")),
    ("10-held-out", include_str!("10-held-out.tsv")),
    ("11-held-out", include_str!("11-held-out.tsv")),
    ("12-held-out", include_str!("12-held-out.tsv")),
    ("13-held-out", include_str!("13-held-out.tsv")),
    ("14-held-out", include_str!("14-held-out.tsv")),
    ("15-held-out", include_str!("15-held-out.tsv")),
    ("16-held-out", include_str!("16-held-out.tsv")),
    ("17-held-out", include_str!("17-held-out.tsv")),
    ("18-held-out", include_str!("18-held-out.tsv")),
    ("19-held-out", include_str!("19-held-out.tsv")),
    ("20-held-out", include_str!("20-held-out.tsv")),
]
