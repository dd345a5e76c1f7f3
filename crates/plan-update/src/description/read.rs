//! A description out of JSON: strict, and every fault with its place (B9, H3).

use plan_diagnostics::{Finding, Location, Rule, Severity, Span};
use plan_state::json::{self, Member, Node, Tree};
use plan_state::rules::shape::{
    SCHEMA_UNKNOWN, SHAPE_CLOSED, SHAPE_MISSING, SHAPE_RANGE, SHAPE_TYPE, SHAPE_VALUE,
};
use plan_state::{Actor, Approval, Archetype, Format, Limits, Reading, Rigor};

use super::{
    DESCRIPTION_SCHEMA, Description, GivenApproval, Risk, TaskDescription, TouchedSurface,
};

/// Reads a description; `file` names it in findings. There is a value only where nothing must be
/// mended in its shape; [`Description::faults`] judges what it says.
///
/// ```
/// use plan_state::Limits;
///
/// let reading = plan_update::read_description("plan.json", br#"{"name": 1}"#, &Limits::default());
/// assert!(reading.value.is_none());
/// assert!(reading.findings.iter().any(|finding| finding.rule.code == "shape-missing"));
/// ```
pub fn read_description(file: &str, bytes: &[u8], limits: &Limits) -> Reading<Description> {
    let Reading {
        value: document,
        findings,
        unsupported,
    } = json::read(file, bytes, limits);
    let Some(document) = document else {
        return Reading {
            value: None,
            findings,
            unsupported,
        };
    };
    let mut reader = Reader {
        file,
        text: document.text,
        findings,
        unsupported,
    };
    let value = reader.description(&document.root);
    let sound = |finding: &Finding| finding.severity() != Severity::Must;
    Reading {
        value: value.filter(|_| reader.findings.iter().all(sound)),
        findings: reader.findings,
        unsupported: reader.unsupported,
    }
}

struct Reader<'d> {
    file: &'d str,
    text: &'d str,
    findings: Vec<Finding>,
    unsupported: bool,
}

/// An object whose members are being taken out.
struct Object<'t> {
    tree: &'t Tree<'t>,
    members: &'t [Member<'t>],
    pointer: String,
    known: Vec<&'static str>,
}

impl<'t> Object<'t> {
    fn take(&mut self, key: &'static str) -> Option<(&'t Tree<'t>, String)> {
        self.known.push(key);
        let member = self.members.iter().find(|member| member.key == key)?;
        Some((&member.value, format!("{}/{key}", self.pointer)))
    }
}

impl Reader<'_> {
    fn description(&mut self, root: &Tree<'_>) -> Option<Description> {
        let mut object = self.object(root, String::new())?;
        self.schema(&mut object)?;
        let name = self.text(&mut object, "name");
        let title = self.text(&mut object, "title");
        let goal = self.text(&mut object, "goal");
        let context = self.text(&mut object, "context");
        let guidelines = self.optional_text(&mut object, "guidelines");
        let archetype = self.word(&mut object, "archetype", Archetype::of);
        let rigor = self.word(&mut object, "rigor", Rigor::of);
        let format = self.word(&mut object, "format", Format::of);
        let approval = object
            .take("approval")
            .and_then(|(tree, pointer)| self.approval(tree, pointer));
        let analysis = self.optional_text(&mut object, "analysis");
        let tags = self.texts(&mut object, "tags", false);
        let parent_plan = self.optional_text(&mut object, "parent_plan");
        let created_by = object
            .take("created_by")
            .and_then(|(tree, pointer)| self.actor(tree, pointer));
        let tasks = self.tasks(&mut object);
        self.close(&object);
        Some(Description {
            name: name?,
            title: title?,
            goal: goal?,
            context: context?,
            guidelines,
            archetype: archetype?,
            rigor: rigor?,
            format: format?,
            approval,
            analysis,
            tags: tags?,
            parent_plan,
            created_by,
            tasks: tasks?,
        })
    }

    /// The schema comes first: under another one the members mean something else.
    fn schema(&mut self, object: &mut Object<'_>) -> Option<()> {
        let Some((tree, pointer)) = object.take("schema") else {
            self.missing(object, "schema");
            return None;
        };
        if matches!(&tree.node, Node::String(url) if *url == DESCRIPTION_SCHEMA) {
            return Some(());
        }
        self.unsupported = matches!(tree.node, Node::String(_));
        let message = format!("the schema is {}", tree.span.of(self.text));
        self.report_with(
            &SCHEMA_UNKNOWN,
            tree.span,
            pointer,
            message,
            &format!("write \"schema\": \"{DESCRIPTION_SCHEMA}\""),
        );
        None
    }

    fn tasks(&mut self, object: &mut Object<'_>) -> Option<Vec<TaskDescription>> {
        let Some((tree, pointer)) = object.take("tasks") else {
            self.missing(object, "tasks");
            return None;
        };
        let items = self.items(tree, &pointer)?;
        let tasks: Vec<Option<TaskDescription>> = items
            .iter()
            .enumerate()
            .map(|(index, item)| self.task(item, format!("{pointer}/{index}")))
            .collect();
        tasks.into_iter().collect()
    }

    fn task(&mut self, tree: &Tree<'_>, pointer: String) -> Option<TaskDescription> {
        let mut object = self.object(tree, pointer)?;
        let title = self.text(&mut object, "title");
        let slug = self.optional_text(&mut object, "slug");
        let context = self.text(&mut object, "context");
        let read_before = self.texts(&mut object, "read_before", false);
        let goal = self.text(&mut object, "goal");
        let touched_surface = self.surface(&mut object);
        let instructions = self.text(&mut object, "instructions");
        let acceptance_criteria = self.texts(&mut object, "acceptance_criteria", true);
        let outputs = self.texts(&mut object, "outputs", false);
        let validation = self.texts(&mut object, "validation", true);
        let depends_on = object
            .take("depends_on")
            .and_then(|(tree, pointer)| self.numbers(tree, &pointer));
        self.close(&object);
        Some(TaskDescription {
            title: title?,
            slug,
            context: context?,
            read_before: read_before?,
            goal: goal?,
            touched_surface: touched_surface?,
            instructions: instructions?,
            acceptance_criteria: acceptance_criteria?,
            outputs: outputs?,
            validation: validation?,
            depends_on,
        })
    }

    fn surface(&mut self, object: &mut Object<'_>) -> Option<TouchedSurface> {
        let Some((tree, pointer)) = object.take("touched_surface") else {
            self.missing(object, "touched_surface");
            return None;
        };
        let mut object = self.object(tree, pointer)?;
        let surface = self.texts(&mut object, "surface", true);
        let risk = self.word(&mut object, "risk", Risk::of);
        self.close(&object);
        Some(TouchedSurface {
            surface: surface?,
            risk: risk?,
        })
    }

    fn approval(&mut self, tree: &Tree<'_>, pointer: String) -> Option<GivenApproval> {
        let mut object = self.object(tree, pointer)?;
        let status = self.word(&mut object, "status", Approval::of);
        let by = self.optional_text(&mut object, "by");
        let words = self.optional_text(&mut object, "words");
        let unattended = match object.take("unattended") {
            None => Some(false),
            Some((tree, pointer)) => self.boolean(tree, pointer),
        };
        self.close(&object);
        Some(GivenApproval {
            status: status?,
            by,
            words,
            unattended: unattended?,
        })
    }

    fn actor(&mut self, tree: &Tree<'_>, pointer: String) -> Option<Actor> {
        let mut object = self.object(tree, pointer)?;
        let agent = self.optional_text(&mut object, "agent");
        let model = self.optional_text(&mut object, "model");
        self.close(&object);
        Some(Actor { agent, model })
    }

    fn object<'t>(&mut self, tree: &'t Tree<'t>, pointer: String) -> Option<Object<'t>> {
        if let Node::Object(members) = &tree.node {
            return Some(Object {
                tree,
                members,
                pointer,
                known: Vec::new(),
            });
        }
        self.wrong(tree, pointer, "an object");
        None
    }

    /// Whatever was not asked for is reported: a misspelt member must not vanish.
    fn close(&mut self, object: &Object<'_>) {
        for member in object.members {
            if !object.known.contains(&&*member.key) {
                let key = member.key.replace('~', "~0").replace('/', "~1");
                let pointer = format!("{}/{key}", object.pointer);
                let message = format!("there is no member {:?} here", member.key);
                let help = format!("the members are: {}", object.known.join(", "));
                self.report_with(&SHAPE_CLOSED, member.key_span, pointer, message, &help);
            }
        }
    }

    fn text(&mut self, object: &mut Object<'_>, key: &'static str) -> Option<String> {
        match object.take(key) {
            Some((tree, pointer)) => self.string(tree, pointer),
            None => {
                self.missing(object, key);
                None
            }
        }
    }

    fn optional_text(&mut self, object: &mut Object<'_>, key: &'static str) -> Option<String> {
        let (tree, pointer) = object.take(key)?;
        self.string(tree, pointer)
    }

    fn texts(
        &mut self,
        object: &mut Object<'_>,
        key: &'static str,
        required: bool,
    ) -> Option<Vec<String>> {
        let Some((tree, pointer)) = object.take(key) else {
            if required {
                self.missing(object, key);
            }
            return (!required).then(Vec::new);
        };
        let items = self.items(tree, &pointer)?;
        let texts: Vec<Option<String>> = items
            .iter()
            .enumerate()
            .map(|(index, item)| self.string(item, format!("{pointer}/{index}")))
            .collect();
        texts.into_iter().collect()
    }

    fn numbers(&mut self, tree: &Tree<'_>, pointer: &str) -> Option<Vec<u64>> {
        let items = self.items(tree, pointer)?;
        let numbers: Vec<Option<u64>> = items
            .iter()
            .enumerate()
            .map(|(index, item)| self.number(item, format!("{pointer}/{index}")))
            .collect();
        numbers.into_iter().collect()
    }

    fn number(&mut self, tree: &Tree<'_>, pointer: String) -> Option<u64> {
        if !matches!(tree.node, Node::Number) {
            self.wrong(tree, pointer, "a number");
            return None;
        }
        let number = tree.span.of(self.text).parse().ok();
        let number = number.filter(|number| *number > 0);
        if number.is_none() {
            let message = "a task number is a whole number from 1".to_owned();
            self.report(&SHAPE_RANGE, tree.span, pointer, message);
        }
        number
    }

    fn boolean(&mut self, tree: &Tree<'_>, pointer: String) -> Option<bool> {
        if let Node::Bool(value) = tree.node {
            return Some(value);
        }
        self.wrong(tree, pointer, "true or false");
        None
    }

    fn string(&mut self, tree: &Tree<'_>, pointer: String) -> Option<String> {
        if let Node::String(value) = &tree.node {
            return Some(value.clone().into_owned());
        }
        self.wrong(tree, pointer, "a string");
        None
    }

    fn items<'t>(&mut self, tree: &'t Tree<'t>, pointer: &str) -> Option<&'t [Tree<'t>]> {
        if let Node::Array(items) = &tree.node {
            return Some(items);
        }
        self.wrong(tree, pointer.to_owned(), "an array");
        None
    }

    fn word<T>(
        &mut self,
        object: &mut Object<'_>,
        key: &'static str,
        of: impl Fn(&str) -> Option<T>,
    ) -> Option<T> {
        let Some((tree, pointer)) = object.take(key) else {
            self.missing(object, key);
            return None;
        };
        let word = self.string(tree, pointer.clone())?;
        let value = of(&word);
        if value.is_none() {
            let message = format!("{word:?} is no value of `{key}`");
            let help = "`dwp schema plan-description-v1` lists the values";
            self.report_with(&SHAPE_VALUE, tree.span, pointer, message, help);
        }
        value
    }

    fn missing(&mut self, object: &Object<'_>, key: &str) {
        let start = object.tree.span.start;
        let message = format!("there is no `{key}`");
        let span = Span::new(start, start + 1);
        self.report(&SHAPE_MISSING, span, object.pointer.clone(), message);
    }

    fn wrong(&mut self, tree: &Tree<'_>, pointer: String, wanted: &str) {
        let message = format!("this is {}, and must be {wanted}", tree.kind());
        self.report(&SHAPE_TYPE, tree.span, pointer, message);
    }

    fn report(&mut self, rule: &'static Rule, span: Span, pointer: String, message: String) {
        let location = Location::span(self.file, span).with_pointer(pointer);
        self.findings.push(Finding::new(rule, location, message));
    }

    fn report_with(
        &mut self,
        rule: &'static Rule,
        span: Span,
        pointer: String,
        message: String,
        help: &str,
    ) {
        self.report(rule, span, pointer, message);
        if let Some(finding) = self.findings.pop() {
            self.findings.push(finding.with_help(help));
        }
    }
}
