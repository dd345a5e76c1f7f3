p='crates/plan-agent/src/lib.rs'; s=open(p).read()
head,rest=s.split("<<<<<<< HEAD\n",1)
rest=rest.split("\n",0)[0]
open(p,'w').write('''#![doc = include_str!("../README.md")]

pub mod batch;
pub mod chain;
mod dead_lock;
pub mod decision;
mod error;
pub mod escalation;
pub mod human_gate;
mod items;
mod journal;
mod narrative;
mod profile;
mod recording;
mod retry;
mod ritual;
pub mod schema;
mod stop;
mod turn;

pub use error::Error;
pub use journal::{Attempt, Journal, TURNS_FILE, TurnLine};
pub use profile::{Condition, Profile, Unmet, admission};
pub use recording::{Recording, Unfit, UnfitCode, told};
pub use retry::RetryFault;
pub use ritual::{
    Around, Drifted, Held, Next, NextReport, NextTask, Reanchor, Reconciled, Repair, ResumeReport,
    Resumed, Ritual, Seam, Smoke, SmokeReport, TaskItem, TaskReport, Whereabouts,
};
pub use stop::{Missing, Stop};
pub use turn::{
    BaseFailure, Begun, Done, End, Ended, Ending, LEASE_FILE, Obstacle, Turn, Woken, Work,
};
''')
p='crates/plan-agent/README.md'; s=open(p).read()
a=s.index("<<<<<<< HEAD\n"); m=s.index("=======\n"); e=s.index(">>>>>>> "); e2=s.index("\n",e)+1
ours=s[a+len("<<<<<<< HEAD\n"):m]; mine=s[m+len("=======\n"):e]
first,tail=ours.split("\nOne turn, as an agent",1)
s=s[:a]+first+mine+"\nOne turn, as an agent"+tail+s[e2:]
open(p,'w').write(s)
