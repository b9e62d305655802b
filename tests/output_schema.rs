//! The schema of an output: whatever is sent fits it, and what cannot be sent does not.
//!
//! A validator reads the schemas. It sees numbers as integers of 64 bits or as floats, so numbers
//! beyond both are put in their range before they are shown to it, and two numbers that are one as
//! floats are one to it.
//!
//! `MCP_PRESENTER_SEED=n` starts elsewhere, `MCP_PRESENTER_SEEDS=n` runs more or fewer seeds.

#![cfg(feature = "presenter-file")]

mod generate;
mod oracle;

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};

use generate::{Case, Extras, Rng, cases_with};
use jsonschema::Validator;
use mcp_presenter::{OutputSchema, Presenter, RenderErrorKind, Renderer, Request};
use oracle::number::Decimal;
use oracle::parse::{Data, Value as Tree, parse};
use serde_json::value::RawValue;
use serde_json::{Map, Number, Value, json};

const SEEDS: u64 = 1_500;
/// Renders of one presenter.
const RENDERS: usize = 4;

fn setting(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).map_or(otherwise, |text| text.parse().expect("a number"))
}

fn validator(schema: &OutputSchema) -> Validator {
    let schema = seen(&parse(schema.to_json().as_bytes(), 1024).expect("a schema is JSON"));
    if let Err(error) = jsonschema::draft202012::meta::validate(&schema) {
        panic!("no schema ({error}): {schema}");
    }
    jsonschema::draft202012::new(&schema).expect("a schema")
}

/// The value as the validator may see it.
fn seen(tree: &Tree) -> Value {
    match &tree.data {
        Data::Null => Value::Null,
        Data::Bool(b) => (*b).into(),
        Data::Number(text) => number(text),
        Data::String(text) => text.text.clone().into(),
        Data::Array(elements) => elements.iter().map(seen).collect(),
        Data::Object(members) => {
            let members =
                members.iter().map(|member| (member.key.text.clone(), seen(&member.value)));
            Value::Object(members.collect::<Map<_, _>>())
        }
    }
}

fn number(text: &str) -> Value {
    match serde_json::from_str::<Number>(text) {
        Ok(number) => number.into(),
        Err(_) if Decimal::of(text).is_integer() => json!(1e300),
        Err(_) => json!(0.5),
    }
}

/// What is sent as structured content, not wrapped.
fn sent(presenter: &Presenter, data: &[u8], select: &[String]) -> Result<Value, RenderErrorKind> {
    let request = Request::new().select(select.iter().cloned());
    let response = presenter.response(data);
    let blocks =
        Renderer::new().response_blocks(&response, &request).map_err(|error| error.kind())?;
    let (_, text) = blocks.iter().next().expect("a data block");
    let document = data.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(data).trim_ascii_start();
    if document.first() == Some(&b'"') {
        // A document that is a string is its text in a block, and a string elsewhere.
        return Ok(text.into());
    }
    Ok(seen(&parse(text.as_bytes(), 1024).expect("a data block is JSON")))
}

fn wrapped(value: &Value) -> Value {
    if value.is_object() { value.clone() } else { json!({ "items": value }) }
}

/// The schemas of a presenter, by what they are for.
struct Schemas {
    either: Validator,
    exact: [Validator; 2],
    wrapped: Validator,
    wrapped_exact: [Validator; 2],
}

impl Schemas {
    fn of(presenter: &Presenter, selectable: bool) -> Self {
        let schema = || presenter.output_schema().selectable(selectable);
        let exact =
            |wrapped| [schema().document(), schema().collection()].map(|own| own.wrapped(wrapped));
        Self {
            either: validator(&schema().wrapped(false)),
            exact: exact(false).map(|own| validator(&own)),
            wrapped: validator(&schema()),
            wrapped_exact: exact(true).map(|own| validator(&own)),
        }
    }

    /// Which of the schemas that should accept the value do not.
    fn refusal(&self, value: &Value) -> Option<String> {
        let kind = usize::from(value.is_array());
        let wrapped = wrapped(value);
        [
            ("either", &self.either, value),
            ("exact", &self.exact[kind], value),
            ("wrapped", &self.wrapped, &wrapped),
            ("wrapped exact", &self.wrapped_exact[kind], &wrapped),
        ]
        .into_iter()
        .find_map(|(name, schema, value)| {
            let error = schema.validate(value).err()?;
            Some(format!("{name}: {error} at {}", error.instance_path()))
        })
    }

    /// Whether each of the schemas accepts exactly what it should: the value if it is sent, and what
    /// it is wrapped in if that, or such an object, is.
    fn answers(&self, value: &Value, is_sent: bool, is_object_sent: bool) -> [(bool, bool); 5] {
        let kind = usize::from(value.is_array());
        let wrapped = wrapped(value);
        let either = is_sent || is_object_sent;
        let document = is_sent || (is_object_sent && kind == 0);
        [
            (self.either.is_valid(value), is_sent),
            (self.exact[kind].is_valid(value), is_sent),
            (self.exact[1 - kind].is_valid(value), false),
            (self.wrapped.is_valid(&wrapped), either),
            (self.wrapped_exact[kind].is_valid(&wrapped), document),
        ]
    }
}

/// Runs all seeds on all processors; the first faults.
fn all_seeds(run: impl Fn(u64) -> Result<(), String> + Sync) {
    let first = setting("MCP_PRESENTER_SEED", 0);
    let seeds = setting("MCP_PRESENTER_SEEDS", SEEDS);
    let workers = std::thread::available_parallelism().map_or(1, |n| n.get() as u64).min(8);
    let work = |worker: u64| {
        let seeds = (first..first + seeds).filter(|seed| seed % workers == worker);
        let failed = seeds.filter_map(|seed| Some(format!("seed {seed}: {}", run(seed).err()?)));
        failed.take(2).collect::<Vec<String>>()
    };
    let work = &work;
    let failed: Vec<String> = std::thread::scope(|scope| {
        let handles: Vec<_> = (0..workers).map(|w| scope.spawn(move || work(w))).collect();
        handles.into_iter().flat_map(|handle| handle.join().expect("no panic")).collect()
    });
    assert!(failed.is_empty(), "{}", failed.join("\n\n"));
}

/// Everything that renders of a seed send fits the schema.
fn fits(seed: u64, extras: Extras) -> Result<(), String> {
    let cases = cases_with(seed, RENDERS, extras);
    let file = &cases[0].presenter;
    let presenter = Presenter::from_json(file).map_err(|error| format!("{error}\n{file}"))?;
    let [whole, selectable] = [false, true].map(|on| Schemas::of(&presenter, on));
    for Case { data, select, .. } in &cases {
        let Ok(value) = sent(&presenter, data, select) else { continue };
        let refusal = selectable.refusal(&value);
        let refusal = refusal.or_else(|| whole.refusal(&value).filter(|_| select.is_empty()));
        if let Some(refusal) = refusal {
            let schema = presenter.output_schema().wrapped(false);
            return Err(format!("{refusal}\n{file}\n{schema}\n{value}"));
        }
    }
    Ok(())
}

/// With casts, aliases and select lists of paths.
#[test]
fn what_is_sent_of_models_fits() {
    all_seeds(|seed| fits(seed, Extras::MODELS));
}

#[test]
fn what_is_sent_fits() {
    all_seeds(|seed| fits(seed, Extras::NONE));
}

#[test]
fn what_is_sent_of_embedded_and_censored_data_fits() {
    all_seeds(|seed| fits(seed, Extras::ALL));
}

/// The presenter file without its redactions, and without a depth of its own.
fn unredacted(file: &str) -> String {
    let mut file: BTreeMap<String, Box<RawValue>> = serde_json::from_str(file).expect("an object");
    file.retain(|member, _| member != "redact" && member != "max_depth");
    serde_json::to_string(&file).expect("JSON")
}

/// Without redaction, data that is sent as it is comes out of itself. So the schema accepts a value
/// exactly if the presenter sends it unchanged.
fn is_exact(seed: u64, tried: &[AtomicU64; 2]) -> Result<(), String> {
    let mut rng = Rng::new(!seed);
    let cases = cases_with(seed, RENDERS, Extras::NONE);
    let file = unredacted(&cases[0].presenter);
    let presenter = Presenter::from_json(&file).map_err(|error| format!("{error}\n{file}"))?;
    let schemas = Schemas::of(&presenter, false);
    for Case { data, .. } in &cases {
        let Ok(value) = sent(&presenter, data, &[]) else { continue };
        for _ in 0..12 {
            let mut changed = value.clone();
            for _ in 0..rng.within(0, 2) {
                change(&mut rng, &mut changed);
            }
            let own = sent(&presenter, changed.to_string().as_bytes(), &[]);
            let object = wrapped(&changed);
            let of_object = sent(&presenter, object.to_string().as_bytes(), &[]);
            if of_object == Err(RenderErrorKind::TooDeep) {
                continue;
            }
            let is_sent = own.as_ref() == Ok(&changed);
            tried[usize::from(is_sent)].fetch_add(1, Ordering::Relaxed);
            let answers = schemas.answers(&changed, is_sent, of_object == Ok(object));
            if answers.iter().any(|(answer, expected)| answer != expected) {
                let schema = presenter.output_schema().wrapped(false);
                return Err(format!("{answers:?}\n{file}\n{schema}\n{changed}"));
            }
        }
    }
    Ok(())
}

/// A value in the place of a censored one is refused, wherever it stands: below a schema, below any
/// value, in an element that a path names.
fn is_censored(seed: u64, extras: Extras, tried: &AtomicU64) -> Result<(), String> {
    const MARK: &str = "*censored*";
    let cases = cases_with(seed, RENDERS, extras);
    let file = cases[0].presenter.replace("\"redact\":{", "\"redact\":{\"censor\":\"*censored*\",");
    // Only where that is the one censor.
    let Ok(presenter) = Presenter::from_json(&file) else { return Ok(()) };
    let schemas = Schemas::of(&presenter, false);
    for Case { data, .. } in &cases {
        let Ok(value) = sent(&presenter, data, &[]) else { continue };
        let kind = usize::from(value.is_array());
        let mut places = Vec::new();
        pointers(&value, &mut String::new(), &mut places);
        for place in places {
            let mut changed = value.clone();
            let censored = changed.pointer_mut(&place).expect("it is there");
            if *censored != MARK {
                continue;
            }
            *censored = json!(7.25);
            tried.fetch_add(1, Ordering::Relaxed);
            if schemas.exact[kind].is_valid(&changed) || schemas.either.is_valid(&changed) {
                let schema = presenter.output_schema().wrapped(false);
                return Err(format!("{place}\n{file}\n{schema}\n{changed}"));
            }
        }
    }
    Ok(())
}

/// The JSON pointers of all values in `value`.
fn pointers(value: &Value, place: &mut String, all: &mut Vec<String>) {
    all.push(place.clone());
    let length = place.len();
    let mut go_on = |step: &str, value: &Value| {
        *place += &format!("/{}", step.replace('~', "~0").replace('/', "~1"));
        pointers(value, place, all);
        place.truncate(length);
    };
    match value {
        Value::Array(elements) => {
            elements.iter().enumerate().for_each(|(at, value)| go_on(&at.to_string(), value));
        }
        Value::Object(members) => members.iter().for_each(|(key, value)| go_on(key, value)),
        _ => {}
    }
}

#[test]
fn nothing_else_fits_where_a_value_is_censored() {
    let tried = AtomicU64::new(0);
    all_seeds(|seed| is_censored(seed, Extras::NONE, &tried));
    all_seeds(|seed| is_censored(seed, Extras { embeds: true, ..Extras::NONE }, &tried));
    let (tried, least) = (tried.into_inner(), setting("MCP_PRESENTER_SEEDS", SEEDS));
    assert!(tried > least, "{tried} tried");
}

/// A small change somewhere: a member is dropped or added, a value is of another type.
fn change(rng: &mut Rng, value: &mut Value) {
    let goes_on = rng.chance(60);
    match value {
        Value::Object(members) if goes_on && !members.is_empty() => {
            let at = rng.below(members.len());
            let (_, value) = members.iter_mut().nth(at).expect("a member");
            change(rng, value);
        }
        Value::Array(elements) if goes_on && !elements.is_empty() => {
            let at = rng.below(elements.len());
            change(rng, &mut elements[at]);
        }
        Value::Object(members) if rng.chance(70) => {
            let at = rng.below(members.len() + 1);
            match members.keys().nth(at).cloned() {
                Some(key) => drop(members.remove(&key)),
                None => drop(members.insert(rng.pick(&["x", "id", "~"]).to_owned(), other(rng))),
            }
        }
        Value::Array(elements) if rng.chance(70) => {
            let element = if elements.is_empty() { other(rng) } else { rng.pick(elements) };
            elements.push(element);
        }
        _ => *value = other(rng),
    }
}

fn other(rng: &mut Rng) -> Value {
    rng.pick(&[
        Value::Null,
        json!(true),
        json!(7),
        json!(1.5),
        json!("draft"),
        json!([]),
        json!({}),
        json!([1]),
        json!({"x": 1}),
    ])
}

#[test]
fn exactly_what_is_sent_fits() {
    // How many values were not sent as they are, and how many were.
    let tried = [AtomicU64::new(0), AtomicU64::new(0)];
    all_seeds(|seed| is_exact(seed, &tried));
    let [refused, accepted] = tried.map(AtomicU64::into_inner);
    let least = setting("MCP_PRESENTER_SEEDS", SEEDS);
    assert!(refused > least && accepted > least, "{refused} refused, {accepted} accepted");
}
