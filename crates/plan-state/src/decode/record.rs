//! The closed objects of a state out of the tree (B3, B5, B6).

use super::decoder::{At, Decoder};
use super::object::Object;
use crate::limits;
use crate::model::{Actor, Blocked, Checkpoint, Gate, Locator, Outcome, Promotion};
use crate::pattern::{ANCHOR, TASK_FILE};
use crate::vocabulary::{Format, PromotionPhase};

pub(super) fn gate(decoder: &mut Decoder<'_>, at: At<'_, '_>) -> Option<Gate> {
    let mut object = Object::open(decoder, at)?;
    let command = object.required(decoder, "command", |d, at| d.short(at, limits::COMMAND));
    let passes = object.required(decoder, "passes", Decoder::boolean);
    let exit_code = object.optional(decoder, "exit_code", Decoder::integer);
    let last_run = object.required(decoder, "last_run", Decoder::timestamp);
    let evidence = object.optional(decoder, "evidence", |d, at| d.short(at, limits::EVIDENCE));
    object.close(decoder);
    Some(Gate {
        command: command?,
        passes: passes?,
        exit_code,
        last_run: last_run?,
        evidence,
    })
}

pub(super) fn outcome(decoder: &mut Decoder<'_>, at: At<'_, '_>) -> Option<Outcome> {
    let mut object = Object::open(decoder, at)?;
    let tried = object.optional(decoder, "tried", attempts);
    let failed = object.optional(decoder, "failed", attempts);
    let worked = object.optional(decoder, "worked", |d, at| d.short(at, limits::WORKED));
    let notes = object.optional(decoder, "notes", |d, at| d.short(at, limits::NOTES));
    object.close(decoder);
    Some(Outcome {
        tried,
        failed,
        worked,
        notes,
    })
}

fn attempts(decoder: &mut Decoder<'_>, at: At<'_, '_>) -> Option<Vec<String>> {
    decoder.list(at, |d, at| d.short(at, limits::ATTEMPT))
}

pub(super) fn checkpoint(decoder: &mut Decoder<'_>, at: At<'_, '_>) -> Option<Checkpoint> {
    let mut object = Object::open(decoder, at)?;
    let task = object.required(decoder, "task", |d, at| d.count(at, 1));
    let step = object.optional(decoder, "step", |d, at| d.short(at, limits::STEP));
    let when = object.required(decoder, "at", Decoder::timestamp);
    let note = object.optional(decoder, "note", |d, at| d.short(at, limits::NOTE));
    object.close(decoder);
    Some(Checkpoint {
        task: task?,
        step,
        at: when?,
        note,
    })
}

pub(super) fn blocked(decoder: &mut Decoder<'_>, at: At<'_, '_>) -> Option<Blocked> {
    let mut object = Object::open(decoder, at)?;
    let task = object.required(decoder, "task", |d, at| d.count(at, 1));
    let reason = object.required(decoder, "reason", |d, at| d.short(at, limits::REASON));
    let since = object.required(decoder, "since", Decoder::timestamp);
    let needs = object.optional(decoder, "needs", |d, at| d.short(at, limits::NEEDS));
    object.close(decoder);
    Some(Blocked {
        task: task?,
        reason: reason?,
        since: since?,
        needs,
    })
}

pub(super) fn promotion(decoder: &mut Decoder<'_>, at: At<'_, '_>) -> Option<Promotion> {
    let mut object = Object::open(decoder, at)?;
    let from = object.required(decoder, "from", |d, at| d.word(at, lite, &[Format::Lite]));
    let to = object.required(decoder, "to", |d, at| d.word(at, full, &[Format::Full]));
    let phase = object.required(decoder, "phase", |d, at| {
        d.word(at, PromotionPhase::of, PromotionPhase::ALL)
    });
    let tasks = object.optional(decoder, "tasks", |d, at| {
        d.list(at, |d, at| d.formed(at, &TASK_FILE))
    });
    object.close(decoder);
    from.and(to)?;
    Some(Promotion {
        phase: phase?,
        tasks,
    })
}

fn lite(word: &str) -> Option<Format> {
    Format::of(word).filter(|format| *format == Format::Lite)
}

fn full(word: &str) -> Option<Format> {
    Format::of(word).filter(|format| *format == Format::Full)
}

/// The two kinds of locator, as their words.
#[derive(Clone, Copy)]
enum Kind {
    File,
    Inline,
}

impl Kind {
    fn of(word: &str) -> Option<Self> {
        match word {
            "file" => Some(Self::File),
            "inline" => Some(Self::Inline),
            _ => None,
        }
    }
}

impl std::fmt::Display for Kind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::File => "file",
            Self::Inline => "inline",
        })
    }
}

pub(super) fn locator(decoder: &mut Decoder<'_>, at: At<'_, '_>) -> Option<Locator> {
    let mut object = Object::open(decoder, at)?;
    let kinds = [Kind::File, Kind::Inline];
    let kind = object.required(decoder, "kind", |d, at| d.word(at, Kind::of, &kinds));
    let value = object.required(decoder, "value", |d, at| match kind {
        Some(Kind::File) => d.formed(at, &TASK_FILE).map(Locator::File),
        Some(Kind::Inline) => d.formed(at, &ANCHOR).map(Locator::Inline),
        None => d.string(at).map(|text| Locator::File(text.to_owned())),
    });
    object.close(decoder);
    value
}

/// An agent and its model, each of at most `max` code points where there is a limit.
pub(super) fn actor(
    decoder: &mut Decoder<'_>,
    at: At<'_, '_>,
    max: Option<usize>,
) -> Option<Actor> {
    let name = |d: &mut Decoder<'_>, at: At<'_, '_>| d.short(at, max.unwrap_or(usize::MAX));
    let mut object = Object::open(decoder, at)?;
    let agent = object.optional(decoder, "agent", name);
    let model = object.optional(decoder, "model", name);
    object.close(decoder);
    Some(Actor { agent, model })
}
