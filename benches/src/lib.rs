//! Workload generators for the benches: plans of any size, always the same bytes.
