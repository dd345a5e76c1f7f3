//! Claims as they stand: those of the work tree together with those of the upstream branch.

use std::collections::BTreeMap;

use crate::model::Claim;

/// Where claims were read (Q19).
///
/// `upstream` is the last known state of the branch that others push to, and `base` the state that
/// the work tree comes from: where one side did not change a claim since then, the other side's word
/// counts, so that a claim that was released upstream does not live on in a tree that has not been
/// pulled. Without a base both sides count.
///
/// Closed: a new member is one more question to the caller.
#[derive(Debug, Clone, Copy, Default)]
pub struct ClaimVersions<'a> {
    /// Those of the upstream branch, where there is one.
    pub upstream: Option<&'a [Claim]>,
    /// Those of the commit that work tree and upstream have in common, where it is known.
    pub base: Option<&'a [Claim]>,
}

/// A claim that counts, and where it was seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Held<'a> {
    /// The claim.
    pub claim: &'a Claim,
    /// Where.
    pub seen: Seen,
}

/// Where a claim was seen.
///
/// Closed: there are two places, and both.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Seen {
    /// In the work tree alone: nobody else may know.
    WorkTree,
    /// On the upstream branch alone.
    Upstream,
    /// In both.
    Both,
}

impl Seen {
    /// Whether others can see it.
    #[must_use]
    pub const fn is_shared(self) -> bool {
        matches!(self, Self::Upstream | Self::Both)
    }
}

/// The claims that count, by slug; two on one slug where work tree and upstream disagree.
pub(super) fn merge<'a>(
    work_tree: &'a [Claim],
    versions: ClaimVersions<'a>,
) -> BTreeMap<&'a str, Vec<Held<'a>>> {
    let here = by_slug(work_tree);
    let there = by_slug(versions.upstream.unwrap_or_default());
    let base = versions.base.map(by_slug);
    let mut merged = BTreeMap::new();
    for slug in here.keys().chain(there.keys()).copied() {
        let (here, there) = (here.get(slug).copied(), there.get(slug).copied());
        let before = base.as_ref().map(|base| base.get(slug).copied());
        let held = if versions.upstream.is_none() {
            one(here, Seen::WorkTree)
        } else {
            counted(here, there, before)
        };
        if !held.is_empty() {
            merged.insert(slug, held);
        }
    }
    merged
}

fn counted<'a>(
    here: Option<&'a Claim>,
    there: Option<&'a Claim>,
    before: Option<Option<&'a Claim>>,
) -> Vec<Held<'a>> {
    if says(here) == says(there) {
        return one(here, Seen::Both);
    }
    match before {
        Some(before) if says(before) == says(here) => one(there, Seen::Upstream),
        Some(before) if says(before) == says(there) => one(here, Seen::WorkTree),
        _ => {
            let mut both = one(there, Seen::Upstream);
            both.extend(one(here, Seen::WorkTree));
            both
        }
    }
}

fn one(claim: Option<&Claim>, seen: Seen) -> Vec<Held<'_>> {
    claim
        .into_iter()
        .map(|claim| Held { claim, seen })
        .collect()
}

fn by_slug(claims: &[Claim]) -> BTreeMap<&str, &Claim> {
    let pairs = claims.iter().map(|claim| (claim.slug.as_str(), claim));
    // Of several with one name the first, as everywhere.
    pairs.rev().collect()
}

/// What a claim says: two that say the same are one.
fn says(claim: Option<&Claim>) -> Option<[Option<&str>; 2]> {
    claim.map(|claim| {
        [
            claim.runner(),
            claim.owner.as_ref().map(|owner| owner.value.as_str()),
        ]
    })
}
