//! Word classes, as bits, so that a word can be of several.

/// A class of words. Patterns name it in capitals.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Class {
    /// Negators: not, never; no, nunca.
    Neg,
    /// What may stand between a negator and its verb: auxiliaries, adverbs, light verbs, clitics.
    Gap,
    /// Verbs of running, in every form.
    Run,
    /// Their gerunds (English) or infinitives (Spanish), which can be objects.
    Running,
    /// Verbs said of checks and of much else: start, enter, invoke.
    Weak,
    /// Weak verbs whose infinitive is a noun too, and counts only after `to`.
    Base,
    /// Verbs of finding out, whose subject matters little: verify, test, measure.
    Judge,
    /// Verbs of trying something out, which say that it was to be checked: exercise, rehearse.
    Trial,
    /// Verbs of doing a step of any sort: apply, complete, deploy.
    Act,
    /// What a run needs: a network, a licence, a device.
    Resource,
    /// What is to be turned away: unsigned, expired, forged.
    Barred,
    /// What can well be impossible where a check is met: reproduce, find, log in.
    Harmless,
    /// What a thing does or suffers, rather than who checks it: crash, change, lose, see.
    Outcome,
    /// Negated participles: unexecuted.
    Unrun,
    /// Quantifiers of nothing before a noun: no, zero; ningún.
    Nil,
    /// What can be counted in a run: tests, cases, specs.
    Test,
    /// The same in the plural only.
    Tests,
    /// Other names of checks: suite, e2e, benchmark, clippy.
    Check,
    /// Things that programs consist of, whose not running can be the point of a check.
    Code,
    /// Words that stand for the check: this, it; esto.
    Pronoun,
    /// Those who run checks: I, we, the agent.
    Agent,
    /// Selected, collected.
    Pick,
    /// Found, matched.
    Find,
    /// Words of success.
    Pass,
    /// Words of success that are also said in passing: ok, fine.
    Ok,
    /// Words of failure or exclusion.
    Fault,
    /// Verbs that introduce what a check shows.
    Report,
    /// Words that introduce an exception: but, pero.
    Contrast,
    /// Conditions: if, when.
    If,
    /// Prepositions that end a noun phrase's head.
    Prep,
    /// Conjunctions that begin another statement.
    Join,
    /// Articles and the like.
    Det,
    /// Auxiliaries in the present tense, which describe rather than report.
    Present,
    /// Modal verbs of possibility.
    Modal,
    /// Particles that make another verb of a verb of running: out of, into.
    Particle,
    /// Occasions and means: chance, time, way.
    Chance,
    /// What is numbered: step 0, exit code 0.
    Label,
    /// Words that place a count in the past: yesterday, previously.
    History,
    /// Words of delay: yet, still.
    Yet,
    /// Verbs of supposition.
    Suppose,
    /// Verbs of declaring a result: marked green.
    Declare,
    /// Platforms, on which a check can run or not.
    Place,
    /// Persons who can approve.
    Human,
    /// Verbs and nouns of approving.
    Approve,
}

impl Class {
    /// Every class with its name in patterns, in the order of the alphabet.
    pub(super) const NAMES: &'static [(&'static str, Class)] = &[
        ("ACT", Class::Act),
        ("AGENT", Class::Agent),
        ("APPROVE", Class::Approve),
        ("BARRED", Class::Barred),
        ("BASE", Class::Base),
        ("CHANCE", Class::Chance),
        ("CHECK", Class::Check),
        ("CODE", Class::Code),
        ("CONTRAST", Class::Contrast),
        ("DECLARE", Class::Declare),
        ("DET", Class::Det),
        ("FAULT", Class::Fault),
        ("FIND", Class::Find),
        ("GAP", Class::Gap),
        ("HARMLESS", Class::Harmless),
        ("HISTORY", Class::History),
        ("HUMAN", Class::Human),
        ("IF", Class::If),
        ("JOIN", Class::Join),
        ("JUDGE", Class::Judge),
        ("LABEL", Class::Label),
        ("MODAL", Class::Modal),
        ("NEG", Class::Neg),
        ("NIL", Class::Nil),
        ("OK", Class::Ok),
        ("OUTCOME", Class::Outcome),
        ("PARTICLE", Class::Particle),
        ("PASS", Class::Pass),
        ("PICK", Class::Pick),
        ("PLACE", Class::Place),
        ("PREP", Class::Prep),
        ("PRESENT", Class::Present),
        ("PRONOUN", Class::Pronoun),
        ("REPORT", Class::Report),
        ("RESOURCE", Class::Resource),
        ("RUN", Class::Run),
        ("RUNNING", Class::Running),
        ("SUPPOSE", Class::Suppose),
        ("TEST", Class::Test),
        ("TESTS", Class::Tests),
        ("TRIAL", Class::Trial),
        ("UNRUN", Class::Unrun),
        ("WEAK", Class::Weak),
        ("YET", Class::Yet),
    ];

    /// The class of that name.
    pub(super) fn named(name: &str) -> Option<Class> {
        // Other words of a pattern are written in small letters, and there are many.
        if !name.starts_with(|c: char| c.is_ascii_uppercase()) {
            return None;
        }
        let at = Self::NAMES.binary_search_by_key(&name, |(known, _)| known);
        at.ok().map(|at| Self::NAMES[at].1)
    }

    /// The bit of this class.
    pub(crate) const fn bit(self) -> u64 {
        1 << (self as u8)
    }

    /// The bits of some classes.
    pub(super) const fn bits(classes: &[Class]) -> u64 {
        let (mut bits, mut at) = (0, 0);
        while at < classes.len() {
            bits |= classes[at].bit();
            at += 1;
        }
        bits
    }
}
