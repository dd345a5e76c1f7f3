//! A process that is killed at any point of sharing: the same call again makes it true, once (Q25).

use serde_json::json;

use super::{Clone, Origin};

/// A git that kills who runs it, before or after a command; the environment tells it nothing, for the
/// environment of a git that looks for facts is cleared.
const KILLER: &str = r#"
for word in "$@"; do
    if [ "$word" = KILL_AT ]; then
        [ KILL_WHEN = before ] && kill -9 $PPID && exit 1
        REAL_GIT "$@"
        kill -9 $PPID
        exit 1
    fi
done
exec REAL_GIT "$@"
"#;

/// Runs a command that is killed at a command of git.
pub(super) fn killed(clone: &Clone<'_>, command: &str, arguments: &[&str], at: &str, when: &str) {
    let origin = clone.origin;
    let path = std::env::var_os("PATH").unwrap();
    let real = std::env::split_paths(&path)
        .map(|dir| dir.join("git"))
        .find(|git| git.is_file())
        .unwrap();
    let killer = KILLER.replace("KILL_AT", at).replace("KILL_WHEN", when);
    origin.script(
        "bin/git",
        &killer.replace("REAL_GIT", real.to_str().unwrap()),
    );
    let mut paths = vec![origin.root().join("bin")];
    paths.extend(std::env::split_paths(&path));
    let mut killed = clone.command(command, arguments);
    killed.env("PATH", std::env::join_paths(paths).unwrap());
    let output = killed.output().unwrap();
    assert_eq!(
        output.status.code(),
        None,
        "it is killed {when} {at}: {output:?}"
    );
    assert_eq!(output.stdout, b"", "and reports nothing");
}

#[test]
fn q25_killed_at_any_process_of_a_claim() {
    for at in [
        "cat-file",
        "fetch",
        "hash-object",
        "mktree",
        "commit-tree",
        "push",
    ] {
        for when in ["before", "after"] {
            // A batch that was answered is killed by its reader, and never gets behind itself.
            if matches!((at, when), ("cat-file" | "mktree", "after")) {
                continue;
            }
            let origin = Origin::new();
            let (one, two) = (origin.clone("one"), origin.clone("two"));
            assert_eq!(
                two.ops("claim", &["restar", "--push"]).code,
                1,
                "it waits for sumar"
            );
            if at == "fetch" {
                // What one knows last is old.
                two.git(&["commit", "-q", "--allow-empty", "-m", "más"]);
                two.git(&["push", "-q"]);
            }
            let before = one.looks();
            killed(&one, "claim", &["sumar", "--push"], at, when);
            let pushed = (at, when) == ("push", "after");
            assert_eq!(
                origin.log("main")[0] == "Claim sumar",
                pushed,
                "{when} {at}"
            );

            let (code, json) = one.json("claim", &["sumar", "--push"]);
            let outcome = if pushed { "unchanged" } else { "applied" };
            assert_eq!(
                (code, &json["outcome"]),
                (0, &json!(outcome)),
                "{when} {at}: {json}"
            );
            let claims = origin
                .log("main")
                .iter()
                .filter(|subject| *subject == "Claim sumar")
                .count();
            assert_eq!(claims, 1, "{when} {at}");
            assert_eq!(one.looks(), before, "{when} {at}");
            assert_eq!(
                two.ops("claim", &["sumar", "--push"]).code,
                3,
                "{when} {at}"
            );
        }
    }
}
