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
    /// Verbs of doing a step of any sort: apply, complete, deploy.
    Act,
    /// What a run needs: a network, a licence, a device.
    Resource,
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
    /// Every class with its name in patterns.
    pub(super) const NAMES: &'static [(&'static str, Class)] = &[
        ("NEG", Class::Neg),
        ("GAP", Class::Gap),
        ("RUN", Class::Run),
        ("RUNNING", Class::Running),
        ("WEAK", Class::Weak),
        ("BASE", Class::Base),
        ("JUDGE", Class::Judge),
        ("ACT", Class::Act),
        ("RESOURCE", Class::Resource),
        ("HARMLESS", Class::Harmless),
        ("OUTCOME", Class::Outcome),
        ("UNRUN", Class::Unrun),
        ("NIL", Class::Nil),
        ("TEST", Class::Test),
        ("TESTS", Class::Tests),
        ("CHECK", Class::Check),
        ("CODE", Class::Code),
        ("PRONOUN", Class::Pronoun),
        ("AGENT", Class::Agent),
        ("PICK", Class::Pick),
        ("FIND", Class::Find),
        ("PASS", Class::Pass),
        ("OK", Class::Ok),
        ("FAULT", Class::Fault),
        ("REPORT", Class::Report),
        ("CONTRAST", Class::Contrast),
        ("IF", Class::If),
        ("PREP", Class::Prep),
        ("JOIN", Class::Join),
        ("DET", Class::Det),
        ("PRESENT", Class::Present),
        ("MODAL", Class::Modal),
        ("PARTICLE", Class::Particle),
        ("CHANCE", Class::Chance),
        ("LABEL", Class::Label),
        ("HISTORY", Class::History),
        ("YET", Class::Yet),
        ("SUPPOSE", Class::Suppose),
        ("DECLARE", Class::Declare),
        ("PLACE", Class::Place),
        ("HUMAN", Class::Human),
        ("APPROVE", Class::Approve),
    ];

    /// The bit of this class.
    pub(crate) fn bit(self) -> u64 {
        1 << (self as u8)
    }
}
