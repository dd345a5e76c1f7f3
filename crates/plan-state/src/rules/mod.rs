//! The rules that this crate judges by; each has a stable code.

pub mod amendment;
pub mod contract;
pub mod json;
pub mod shape;

use plan_diagnostics::Rule;

/// Every rule of this crate.
pub static RULES: &[&Rule] = &[
    &json::JSON_SIZE,
    &json::JSON_UTF8,
    &json::JSON_BOM,
    &json::JSON_DEPTH,
    &json::JSON_SYNTAX,
    &json::JSON_TRAILING,
    &json::JSON_DUPLICATE,
    &shape::SCHEMA_UNKNOWN,
    &shape::SCHEMA_MIXED,
    &shape::SHAPE_MISSING,
    &shape::SHAPE_TYPE,
    &shape::SHAPE_NULL,
    &shape::SHAPE_CLOSED,
    &shape::SHAPE_ADDITIVE,
    &shape::SHAPE_VALUE,
    &shape::SHAPE_RANGE,
    &shape::SHAPE_LENGTH,
    &shape::SHAPE_PATTERN,
    &shape::SHAPE_TIMESTAMP,
    &shape::IDENTITY_NAME,
    &contract::TASK_IDS,
    &contract::TASK_COUNT,
    &contract::COMPLETED_COUNT,
    &contract::LOCATOR,
    &contract::FORMAT,
    &contract::STATUS,
    &contract::BLOCKER,
    &contract::CHECKPOINT,
    &contract::PROMOTION,
    &contract::COMPLETED_AT,
    &contract::GATES,
    &contract::EVIDENCE,
    &contract::EVIDENCE_INVALIDATED,
    &contract::OLD_COMPLETION,
    &contract::SKIPPED,
    &amendment::AMENDMENT_ORDER,
    &amendment::AMENDMENT_DATE,
    &amendment::AMENDMENT_DISPOSITION,
    &amendment::AMENDMENT_AUTHORITY,
    &amendment::AMENDMENT_DESTINATION,
    &amendment::AMENDMENT_TASKS,
];
