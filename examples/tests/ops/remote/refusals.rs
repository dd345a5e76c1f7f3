//! Remotes that cannot be reached, or do not take pushes (Q34).

use serde_json::json;

use super::Origin;

#[test]
fn q25_without_a_remote_nothing_is_judged() {
    let origin = Origin::new();
    let one = origin.clone("one");
    one.git(&["branch", "--unset-upstream"]);
    let ran = one.ops("claim", &["--next", "--push"]);
    assert_eq!(ran.code, 2);
    assert!(
        ran.err.contains("(no-remote)") && ran.err.contains("help:"),
        "{}",
        ran.err
    );
    let ran = one.ops("claim", &["--next", "--push", "nada"]);
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("(remote-unreachable)"), "{}", ran.err);
    let ran = one.ops("claim", &["--next", "--push", "origin", "--branch", "main"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
}

/// Two tasks of one slug, on the remote alone: what is pushed is judged by what others see.
#[test]
fn q25_a_slug_that_stands_for_two_tasks_is_not_pushed_as_a_claim() {
    let origin = Origin::new();
    let (one, two) = (origin.clone("one"), origin.clone("two"));
    let backlog = one.dir.join("planning/BACKLOG.md");
    let text = std::fs::read_to_string(&backlog).unwrap();
    std::fs::write(&backlog, text.replace("**restar**", "**sumar**")).unwrap();
    one.git(&["commit", "-qam", "Otra tarea"]);
    one.git(&["push", "-q"]);
    for arguments in [&["sumar", "--push"][..], &["--next", "--push"]] {
        let (code, json) = two.json("claim", arguments);
        assert_eq!((code, &json["outcome"]), (1, &json!("refused")), "{json}");
        assert!(
            json["message"]
                .as_str()
                .unwrap()
                .contains("its slug stands for 2 tasks: BACKLOG.md:5"),
            "{json}"
        );
    }
    assert_eq!(origin.log("main"), ["Otra tarea", "La cola"]);
}

#[test]
fn q34_a_remote_that_takes_no_pushes_refuses() {
    let origin = Origin::new();
    let one = origin.clone("one");
    origin.script("origin.git/hooks/pre-receive", "echo 'ask eva' >&2; exit 1");
    let (code, json) = one.json("claim", &["--next", "--push"]);
    assert_eq!(
        (code, &json["outcome"], &json["code"]),
        (1, &json!("refused"), &json!("push-refused"))
    );
    assert!(
        json["message"].as_str().unwrap().contains("ask eva"),
        "{json}"
    );
}

#[test]
fn q34_a_protected_branch_is_told() {
    let origin = Origin::new();
    let one = origin.clone("one");
    let hook = "while read old new ref; do [ \"$ref\" = refs/heads/main ] && echo 'main is protected' >&2 && exit 1; done; exit 0";
    origin.script("origin.git/hooks/pre-receive", hook);
    let (code, json) = one.json("claim", &["--next", "--push"]);
    assert_eq!(
        (code, &json["push"]["branch"], &json["push"]["visible"]),
        (0, &json!("planwright/main"), &json!(false)),
        "{json}"
    );
    let again = one.ops("claim", &["sumar", "--push"]);
    assert_eq!(again.code, 0);
    assert!(
        again
            .out
            .contains("others do not see it until planwright/main is merged"),
        "{}",
        again.out
    );
    assert_eq!(origin.log("planwright/main"), ["Claim sumar", "La cola"]);

    // The claim counts for what comes next, although `main` does not have it.
    let two = origin.clone("two");
    assert_eq!(two.ops("claim", &["sumar", "--push"]).code, 3);
    std::fs::write(origin.root().join("plan.md"), "1. [ ] Sumar\n").unwrap();
    let plan = origin.root().join("plan.md");
    let started = one.ops(
        "start",
        &["sumar", "--plan", plan.to_str().unwrap(), "--push"],
    );
    assert_eq!(started.code, 0, "{}", started.err);
    assert!(one.dir.join("planning/wip/one.md").exists());
    let released = one.ops("release", &["sumar", "--drop-wip", "--push"]);
    assert_eq!(released.code, 0, "{}", released.err);
    assert!(!one.dir.join("planning/wip/one.md").exists());
    assert_eq!(two.ops("claim", &["sumar", "--push"]).code, 0);
}
