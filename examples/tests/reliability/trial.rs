//! One trial: a writer that meets a fault at a step, what it leaves, and the call that finishes it.

use std::collections::BTreeMap;
use std::os::unix::process::ExitStatusExt as _;
use std::path::Path;
use std::process::Output;

use plan_guard::Step;

use crate::writers::Writer;

/// What happens at a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fault {
    /// The process is killed.
    Kill,
    /// The step fails with an I/O error.
    Fail,
    /// There is no space left.
    Full,
}

impl Fault {
    pub(crate) const ALL: [Self; 3] = [Self::Kill, Self::Fail, Self::Full];

    const fn word(self) -> &'static str {
        match self {
            Self::Kill => "kill",
            Self::Fail => "fail",
            Self::Full => "full",
        }
    }
}

/// A step, met for the nth time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Met {
    pub(crate) step: String,
    pub(crate) nth: usize,
}

impl Met {
    /// The faults that can happen there: between two writes of a command nothing is done that
    /// could fail.
    pub(crate) fn faults(&self) -> &'static [Fault] {
        let writes = Step::ALL.iter().any(|step| step.name() == self.step);
        if writes { &Fault::ALL } else { &[Fault::Kill] }
    }
}

/// The steps that the writer meets when nothing goes wrong, in order.
pub(crate) fn steps_of(writer: &Writer) -> Vec<Met> {
    let place = writer.place();
    let output = probed(writer, place.path(), "trace");
    let mut counts = BTreeMap::new();
    let steps = String::from_utf8(output.stderr).unwrap();
    let steps = steps.lines().filter_map(|line| line.strip_prefix("step "));
    steps
        .map(|step| {
            let nth = counts.entry(step.to_owned()).or_insert(0);
            *nth += 1;
            Met {
                step: step.to_owned(),
                nth: *nth,
            }
        })
        .collect()
}

/// Runs the writer with the fault, looks at what is left, and finishes it with the same call.
/// Answers whether the call with the fault had succeeded nevertheless.
pub(crate) fn try_at(
    writer: &Writer,
    reference: &Tree,
    fault: Fault,
    met: &Met,
) -> Result<bool, String> {
    let place = writer.place();
    let root = place.path();
    let probe = format!("{}:{}:{}", fault.word(), met.step, met.nth);
    let told = |what: String| format!("{}, {probe}: {what}", writer.name);
    let output = probed(writer, root, &probe);
    let sound = match fault {
        Fault::Kill if output.status.signal() == Some(9) => Ok(()),
        Fault::Kill => Err("the step is not met again".to_owned()),
        Fault::Fail | Fault::Full => tells(root, &output),
    };
    sound
        .and_then(|()| whole(root))
        .and_then(|()| writer.unlock(root))
        .and_then(|()| repeated(writer, root, reference))
        .map_err(told)?;
    Ok(output.status.success())
}

/// The same call again succeeds, or refuses and the one that finishes succeeds; and what is there
/// then is what an undisturbed call leaves.
fn repeated(writer: &Writer, root: &Path, reference: &Tree) -> Result<(), String> {
    let again = writer.command(root).output().unwrap();
    if !again.status.success() {
        let finished = writer.finishing(root).output().unwrap();
        if !finished.status.success() {
            return Err(format!("repeated: {}{}", said(&again), said(&finished)));
        }
    }
    Tree::of(root).same_as(reference)
}

/// What a run printed.
pub(crate) fn said(output: &Output) -> String {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    text(&output.stdout) + &text(&output.stderr)
}

fn probed(writer: &Writer, root: &Path, probe: &str) -> Output {
    let mut command = writer.command(root);
    command.env("PLANWRIGHT_PROBE", probe).output().unwrap()
}

/// A failure is told with its own exit code, the path that it met, and what to do.
fn tells(root: &Path, output: &Output) -> Result<(), String> {
    let err = String::from_utf8_lossy(&output.stderr);
    let remedies = ["repeat", "again", "check that", "find out", "lock"];
    let fault = if output.status.success() {
        return Ok(());
    } else if output.status.code() != Some(2) {
        "is told with another exit code"
    } else if !err.contains(root.to_str().unwrap()) {
        "is told without a path"
    } else if !remedies.iter().any(|word| err.contains(word)) {
        "is told without a remedy"
    } else {
        return Ok(());
    };
    Err(format!("{fault}, {}: {err}", output.status))
}

/// Whatever is there under a name of its own is complete: JSON that parses, Markdown that ends.
fn whole(root: &Path) -> Result<(), String> {
    for (name, text) in Tree::raw(root) {
        let file = name.rsplit('/').next().unwrap();
        if file.starts_with('.') || name.contains(".lock/") {
            continue;
        }
        let parses = || serde_json::from_str::<serde_json::Value>(&text).is_ok();
        if name.ends_with(".json") && !parses() || !text.ends_with('\n') && !text.is_empty() {
            return Err(format!("{name} is torn: {text}"));
        }
    }
    Ok(())
}

/// The files of a directory, without what differs from one run to the next: moments, digests, nonces.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Tree(BTreeMap<String, String>);

impl Tree {
    pub(crate) fn of(root: &Path) -> Self {
        let own = root.to_str().unwrap();
        let bare = |name: &str, text: String| match name.rsplit('/').next() {
            // The lease of the queue says who had it last.
            Some(".lock") => String::new(),
            _ => stampless(&text.replace(own, "ROOT")),
        };
        let files = Self::raw(root).into_iter();
        Self(
            files
                .map(|(name, text)| (name.clone(), bare(&name, text)))
                .collect(),
        )
    }

    /// Nothing where the two are the same; else the first difference.
    fn same_as(&self, other: &Self) -> Result<(), String> {
        let names = self.0.keys().chain(other.0.keys());
        let differs = |name: &&String| self.0.get(*name) != other.0.get(*name);
        let Some(name) = names.into_iter().find(differs) else {
            return Ok(());
        };
        let text = |tree: &Self| tree.0.get(name).cloned();
        let (is, was) = (text(self), text(other));
        Err(format!("{name} is {is:#?}, and undisturbed {was:#?}"))
    }

    fn raw(root: &Path) -> BTreeMap<String, String> {
        let mut files = BTreeMap::new();
        let mut folders = vec![root.to_owned()];
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.to_str().unwrap().ends_with(".gone") {
                    // A lock moved aside: no lock any more, and swept by the next who takes one.
                } else if path.is_dir() {
                    folders.push(path);
                } else {
                    let name = path
                        .strip_prefix(root)
                        .unwrap()
                        .to_str()
                        .unwrap()
                        .to_owned();
                    files.insert(name, std::fs::read_to_string(&path).unwrap());
                }
            }
        }
        files
    }
}

/// Replaces moments by `T` and long runs of hexadecimal digits by `H`.
fn stampless(text: &str) -> String {
    const MOMENT: &str = "0000-00-00T00:00:00Z";
    let shape = |text: &str| {
        let digit = |c: char| if c.is_ascii_digit() { '0' } else { c };
        text.chars().map(digit).collect::<String>()
    };
    let mut bare = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        if rest
            .get(..MOMENT.len())
            .is_some_and(|head| shape(head) == MOMENT)
        {
            bare.push('T');
            rest = &rest[MOMENT.len()..];
            continue;
        }
        let digits = rest.bytes().take_while(u8::is_ascii_hexdigit).count();
        if digits >= 12 {
            bare.push('H');
            rest = &rest[digits..];
            continue;
        }
        let taken = digits.max(first.len_utf8());
        bare.push_str(&rest[..taken]);
        rest = &rest[taken..];
    }
    bare
}
