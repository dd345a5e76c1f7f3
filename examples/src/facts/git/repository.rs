//! One repository, asked for what the queue needs: branches, commits, files. One process a question,
//! however many entries it is about.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use plan_queue::Date;
use plan_queue::facts::Commit;

use super::answer;

/// A repository, found by the `.git` in its work tree.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Repository {
    /// The root of its work tree.
    pub root: PathBuf,
}

/// A branch, local or of a remote.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Branch {
    /// Its full name: `refs/heads/…` or `refs/remotes/…`.
    pub name: String,
    /// Whether the work tree is on it.
    pub is_current: bool,
    /// The full name of the branch that it follows.
    pub upstream: Option<String>,
    /// The day of its last commit.
    pub date: Option<Date>,
}

impl Repository {
    /// The repository around a directory, which has to be a real path; no process is run.
    #[must_use]
    pub fn around(dir: &Path) -> Option<Self> {
        let root = dir.ancestors().find(|above| above.join(".git").exists())?;
        Some(Self {
            root: root.to_owned(),
        })
    }

    /// The path of a directory in it, as git writes it: empty for the root, else with a final slash.
    #[must_use]
    pub fn prefix(&self, dir: &Path) -> Option<String> {
        let inner = dir.strip_prefix(&self.root).ok()?;
        let parts: Option<Vec<&str>> = inner.iter().map(|part| part.to_str()).collect();
        Some(parts?.iter().map(|part| format!("{part}/")).collect())
    }

    /// All branches, local and of remotes.
    #[must_use]
    pub fn branches(&self) -> Option<Vec<Branch>> {
        let format = "--format=%(HEAD)%00%(refname)%00%(upstream)%00%(committerdate:short)";
        let ask = ["for-each-ref", format, "refs/heads", "refs/remotes"];
        let text = self.text(&ask, b"")?;
        Some(text.lines().filter_map(branch).collect())
    }

    /// The branch that the work tree is on, be it without commits.
    #[must_use]
    pub fn head(&self) -> Option<String> {
        let text = self.text(&["symbolic-ref", "--quiet", "HEAD"], b"")?;
        Some(text.trim().to_owned())
    }

    /// The commit that two have in common.
    #[must_use]
    pub fn merge_base(&self, one: &str, other: &str) -> Option<String> {
        let text = self.text(&["merge-base", one, other], b"")?;
        Some(text.trim().to_owned()).filter(|base| !base.is_empty())
    }

    /// Which of these abbreviated hashes are commits here, with their full names.
    #[must_use]
    pub fn commits(&self, asked: &BTreeSet<&str>) -> Option<BTreeMap<String, String>> {
        let questions: String = asked.iter().map(|hash| format!("{hash}\n")).collect();
        let ask = ["cat-file", "--batch-check=%(objecttype) %(objectname)"];
        let answers = self.text(&ask, questions.as_bytes())?;
        let pairs = asked.iter().zip(answers.lines());
        let known = pairs.filter_map(|(hash, line)| {
            let full = line.strip_prefix("commit ")?;
            Some(((*hash).to_owned(), full.to_owned()))
        });
        Some(known.collect())
    }

    /// The files that each of these commits touches, merges by their first parent; full hashes.
    #[must_use]
    pub fn files_of(&self, commits: &BTreeSet<&str>) -> Option<BTreeMap<String, Vec<String>>> {
        let questions: String = commits.iter().map(|hash| format!("{hash}\n")).collect();
        let ask = [
            "log",
            "--no-walk=unsorted",
            "--stdin",
            "--diff-merges=first-parent",
            "--name-only",
            "--no-renames",
            "--root",
            "-z",
            "--format=%x01%H",
        ];
        let answer = answer(&self.root, &ask, questions.as_bytes())?;
        Some(names_by_commit(&String::from_utf8_lossy(&answer)))
    }

    /// The files below a directory that are tracked, relative to the repository.
    #[must_use]
    pub fn tracked(&self, below: &str) -> Option<BTreeSet<String>> {
        let place = format!(":(top,literal){below}");
        let answer = answer(&self.root, &["ls-files", "-z", "--", &place], b"")?;
        let text = String::from_utf8_lossy(&answer).into_owned();
        let names = text.split('\0').filter(|name| !name.is_empty());
        Some(names.map(str::to_owned).collect())
    }

    /// The commits of the current branch from a day on that touch more than `left_out`.
    #[must_use]
    pub fn commits_since(&self, day: Date, left_out: &str) -> Option<Vec<Commit>> {
        // Git limits by the committer's date; by the author's, the check does.
        let since = format!("--since={day}T00:00:00");
        let mut ask = vec![
            "log",
            "--no-merges",
            &since,
            "--format=%H%x00%as%x00%s",
            "HEAD",
            "--",
            ":(top)",
        ];
        let exclude = format!(":(top,exclude,literal){left_out}");
        if !left_out.is_empty() {
            ask.push(&exclude);
        }
        let text = self.text(&ask, b"")?;
        Some(text.lines().filter_map(commit).collect())
    }

    /// The names by which closings may cite it: of its directory, and of its remotes; and the e-mail
    /// address of its user.
    #[must_use]
    pub fn names(&self) -> (BTreeSet<String>, Option<String>) {
        let directory = self
            .root
            .file_name()
            .and_then(|name| name.to_str())
            .map(str::to_owned);
        let mut names: BTreeSet<String> = directory.into_iter().collect();
        let pattern = r"^(user\.email|remote\..*\.url)$";
        let text = self
            .text(&["config", "-z", "--get-regexp", pattern], b"")
            .unwrap_or_default();
        let mut email = None;
        for (key, value) in text.split('\0').filter_map(|entry| entry.split_once('\n')) {
            if key == "user.email" {
                email = Some(value.to_owned());
            } else {
                let last = value
                    .trim_end_matches('/')
                    .rsplit(['/', ':'])
                    .next()
                    .unwrap_or_default();
                names.insert(last.trim_end_matches(".git").to_owned());
            }
        }
        (names, email)
    }

    /// The files of a commit, relative to the repository.
    #[must_use]
    pub fn files_at(&self, commit: &str) -> Option<Vec<String>> {
        let answer = answer(
            &self.root,
            &["ls-tree", "-r", "-z", "--name-only", "--full-tree", commit],
            b"",
        )?;
        let text = String::from_utf8_lossy(&answer).into_owned();
        let names = text.split('\0').filter(|name| !name.is_empty());
        Some(names.map(str::to_owned).collect())
    }

    /// The text files of these commits in which one of the names stands: commit and file.
    #[must_use]
    pub fn grep(
        &self,
        names: &BTreeSet<String>,
        commits: &[String],
    ) -> Option<Vec<(String, String)>> {
        if names.is_empty() || commits.is_empty() {
            return Some(Vec::new());
        }
        let mut ask = vec!["grep", "--fixed-strings", "-I", "-z", "-l", "--full-name"];
        ask.extend(names.iter().flat_map(|name| ["-e", name]));
        ask.extend(commits.iter().map(String::as_str));
        ask.extend(["--", ":(top)"]);
        let (code, output) = super::run(&self.root, &ask, b"")?;
        let text = String::from_utf8_lossy(&output).into_owned();
        let pairs = text.split('\0').filter_map(|line| line.split_once(':'));
        let pairs = pairs.map(|(commit, file)| (commit.to_owned(), file.to_owned()));
        // 1 says that nothing was found.
        (code <= 1).then(|| pairs.collect())
    }

    fn text(&self, arguments: &[&str], input: &[u8]) -> Option<String> {
        String::from_utf8(answer(&self.root, arguments, input)?).ok()
    }
}

fn branch(line: &str) -> Option<Branch> {
    let mut fields = line.split('\0');
    let mark = fields.next()?;
    let name = fields.next()?.to_owned();
    let upstream = fields.next()?.to_owned();
    Some(Branch {
        name,
        is_current: mark == "*",
        upstream: Some(upstream).filter(|name| !name.is_empty()),
        date: fields.next().and_then(Date::parse),
    })
}

fn commit(line: &str) -> Option<Commit> {
    let mut fields = line.splitn(3, '\0');
    let (hash, date, subject) = (fields.next()?, fields.next()?, fields.next()?);
    Some(Commit {
        hash: hash.to_owned(),
        date: Date::parse(date)?,
        subject: subject.to_owned(),
    })
}

/// `\x01<hash>` and the names of its files, NULs between.
fn names_by_commit(text: &str) -> BTreeMap<String, Vec<String>> {
    let mut commits = BTreeMap::new();
    for part in text.split('\u{1}').skip(1) {
        let mut fields = part.split('\0').map(|field| field.trim_start_matches('\n'));
        let hash = fields.next().unwrap_or_default().to_owned();
        let files = fields.filter(|file| !file.is_empty()).map(str::to_owned);
        commits.insert(hash, files.collect());
    }
    commits
}
