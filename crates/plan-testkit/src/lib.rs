#![doc = include_str!("../README.md")]

mod plan_builder;

pub use plan_builder::PlanBuilder;
