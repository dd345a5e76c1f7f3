//! The part of the SARIF 2.1.0 object model that is written, member by member in this order.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::Serialize;

#[derive(Serialize)]
pub(super) struct Log<'a> {
    #[serde(rename = "$schema")]
    pub(super) schema: &'static str,
    pub(super) version: &'static str,
    pub(super) runs: Vec<Run<'a>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Run<'a> {
    pub(super) tool: Component<'a>,
    pub(super) automation_details: Automation,
    pub(super) column_kind: &'static str,
    pub(super) original_uri_base_ids: BTreeMap<&'static str, Base>,
    pub(super) invocations: [Invocation<'a>; 1],
    pub(super) results: Vec<Outcome<'a>>,
}

#[derive(Serialize)]
pub(super) struct Component<'a> {
    pub(super) driver: Driver<'a>,
}

#[derive(Serialize)]
pub(super) struct Driver<'a> {
    pub(super) name: &'a str,
    pub(super) version: &'a str,
    pub(super) rules: Vec<Descriptor>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Descriptor {
    pub(super) id: &'static str,
    pub(super) short_description: Text<'static>,
    pub(super) full_description: Text<'static>,
    pub(super) default_configuration: Configuration,
    pub(super) properties: Properties,
}

#[derive(Serialize)]
pub(super) struct Configuration {
    pub(super) level: &'static str,
}

#[derive(Serialize)]
pub(super) struct Properties {
    pub(super) requirement: &'static str,
}

#[derive(Serialize)]
pub(super) struct Automation {
    pub(super) id: String,
}

#[derive(Serialize)]
pub(super) struct Base {
    pub(super) description: Text<'static>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Invocation<'a> {
    pub(super) execution_successful: bool,
    pub(super) tool_execution_notifications: Vec<Notification<'a>>,
}

#[derive(Serialize)]
pub(super) struct Notification<'a> {
    pub(super) level: &'static str,
    pub(super) message: Text<'a>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Outcome<'a> {
    pub(super) rule_id: &'static str,
    pub(super) rule_index: usize,
    pub(super) level: &'static str,
    pub(super) message: Text<'a>,
    pub(super) locations: Vec<Place<'a>>,
}

#[derive(Serialize)]
pub(super) struct Text<'a> {
    pub(super) text: Cow<'a, str>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Place<'a> {
    pub(super) physical_location: Physical,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) logical_locations: Vec<Logical<'a>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Physical {
    pub(super) artifact_location: Artifact,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) region: Option<Region>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Artifact {
    pub(super) uri: String,
    pub(super) uri_base_id: &'static str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Region {
    pub(super) start_line: usize,
    pub(super) start_column: usize,
    pub(super) end_line: usize,
    pub(super) end_column: usize,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Logical<'a> {
    pub(super) fully_qualified_name: &'a str,
    pub(super) kind: &'static str,
}
