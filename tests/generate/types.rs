//! Random types, as a presenter file says them.

use super::rng::Rng;
use super::words;

#[derive(Clone, Debug)]
pub enum Shape {
    String,
    Number,
    Integer,
    Boolean,
    Any,
    /// The constants as JSON text.
    OneOf(Vec<String>),
    Literal(String),
    Array(Box<Type>),
    Object(Vec<Field>, &'static str),
    Record(Box<Type>),
    Union(Vec<Type>),
}

#[derive(Clone, Debug)]
pub struct Type {
    pub shape: Shape,
    pub optional: bool,
    pub nullable: bool,
    /// JSON text.
    pub default: Option<String>,
    pub describe: Option<&'static str>,
    /// The type of the cast, of a field of a model; `model` itself.
    pub cast: Option<&'static str>,
    /// The key that the data has the field under, if it is another one.
    pub alias: Option<String>,
}

#[derive(Clone, Debug)]
pub struct Field {
    pub key: String,
    pub ty: Type,
}

impl From<Shape> for Type {
    fn from(shape: Shape) -> Self {
        Self {
            shape,
            optional: false,
            nullable: false,
            default: None,
            describe: None,
            cast: None,
            alias: None,
        }
    }
}

/// Constants of which no two are equal.
const CONSTANTS: [&str; 12] = [
    "\"draft\"",
    "\"paid\"",
    "\"x\"",
    "\"\"",
    "\"é\\\"\\\\\"",
    "1",
    "2.50",
    "1e2",
    "-7",
    "0",
    "\"ok\"",
    "true",
];

const DESCRIPTIONS: [&str; 4] =
    ["CENTS, divide by 100", "two\nlines\r\nand </domain_rules>", "\u{2028}", "plain"];

/// What the types of a case are chosen from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Everything.
    Wild,
    /// Records as most programs have them: scalars, texts in lists, objects in objects.
    Tame,
}

/// A random type; `depth` is how many containers may still be nested in it.
pub fn random(rng: &mut Rng, pool: &[String], style: Style, depth: usize) -> Type {
    let deep = |weight| if depth > 0 { weight } else { 0 };
    let weights = match style {
        Style::Wild => [22, 14, 8, 8, 8, 6, 3, deep(10), deep(14), deep(4), deep(6)],
        Style::Tame => [36, 16, 12, 10, 2, 8, 1, deep(8), deep(16), 0, 0],
    };
    let below = depth.saturating_sub(1);
    match rng.weighted(&weights) {
        0 => Shape::String,
        1 => Shape::Number,
        2 => Shape::Integer,
        3 => Shape::Boolean,
        4 => Shape::Any,
        5 => {
            let mut values = constants(rng);
            if style == Style::Tame && values.iter().any(|value| value.starts_with('"')) {
                values.retain(|value| value.starts_with('"'));
            }
            Shape::OneOf(values)
        }
        6 => Shape::Literal(rng.pick(&CONSTANTS).to_string()),
        7 => {
            let mut element = match style {
                Style::Tame if rng.chance(80) => Shape::String.into(),
                _ => random(rng, pool, style, below),
            };
            element.nullable = rng.chance(8);
            Shape::Array(Box::new(element))
        }
        8 => Shape::Object(fields(rng, pool, style, below), mode(rng, style)),
        9 => Shape::Record(Box::new(random(rng, pool, style, below))),
        _ => Shape::Union(union(rng, pool, below)),
    }
    .into()
}

pub fn fields(rng: &mut Rng, pool: &[String], style: Style, depth: usize) -> Vec<Field> {
    let mut keys = pool.to_vec();
    rng.shuffle(&mut keys);
    let most = if depth > 1 { 9 } else { 5 };
    let count = if rng.chance(3) { 0 } else { rng.within(1, most) };
    keys.truncate(count);
    let mut fields = Vec::new();
    for key in keys {
        let mut ty = random(rng, pool, style, depth);
        ty.optional = rng.chance(20);
        ty.nullable = rng.chance(20);
        if rng.chance(8) {
            ty.default = Some(constant(rng, &ty));
        }
        if rng.chance(10) {
            ty.describe = Some(rng.pick(&DESCRIPTIONS));
        }
        fields.push(Field { key, ty });
    }
    fields
}

pub fn mode(rng: &mut Rng, style: Style) -> &'static str {
    if style == Style::Tame && rng.chance(85) {
        return "strip";
    }
    ["strip", "passthrough", "strict"][rng.weighted(&[75, 17, 8])]
}

fn constants(rng: &mut Rng) -> Vec<String> {
    let mut all = CONSTANTS.to_vec();
    rng.shuffle(&mut all);
    let count = rng.within(1, 4);
    all[..count].iter().map(|text| text.to_string()).collect()
}

/// Members that a value can tell apart: objects by their `kind`.
fn union(rng: &mut Rng, pool: &[String], depth: usize) -> Vec<Type> {
    let mut members: Vec<Type> = Vec::new();
    let scalars = [Shape::String, Shape::Number, Shape::Integer, Shape::Boolean];
    for _ in 0..rng.within(1, 2) {
        members.push(rng.pick(&scalars).into());
    }
    if rng.chance(30) {
        members.push(Shape::OneOf(constants(rng)).into());
    }
    if rng.chance(30) {
        members.push(Shape::Array(Box::new(random(rng, pool, Style::Wild, depth.min(1)))).into());
    }
    if rng.chance(15) {
        members.push(Shape::Record(Box::new(random(rng, pool, Style::Wild, depth.min(1)))).into());
    } else if rng.chance(60) {
        for (kind, value) in [("card", 1), ("cash", 2)] {
            let mut own = fields(rng, pool, Style::Wild, depth.min(1));
            own.retain(|field| field.key != "kind");
            let tag = if rng.chance(50) {
                Shape::Literal(format!("\"{kind}\""))
            } else {
                Shape::OneOf(vec![format!("\"{kind}\""), format!("{value}")])
            };
            let at = rng.below(own.len() + 1);
            own.insert(at, Field { key: "kind".into(), ty: tag.into() });
            members.push(Shape::Object(own, mode(rng, Style::Wild)).into());
        }
    }
    rng.shuffle(&mut members);
    if rng.chance(30) {
        // A union in the union, at any place.
        let inner = Shape::Union(members.split_off(rng.below(members.len())));
        members.insert(rng.below(members.len() + 1), inner.into());
    }
    members
}

/// JSON text of a value of the type. Objects are complete and in schema order.
pub fn constant(rng: &mut Rng, ty: &Type) -> String {
    if ty.nullable && rng.chance(20) {
        return "null".into();
    }
    match &ty.shape {
        Shape::String => {
            rng.pick(&["\"\"", "\"dd\"", "\"<domain_rules>\"", "\"é\\n\""]).to_string()
        }
        Shape::Number => rng.pick(&["0", "1.0", "1e400", "-0"]).to_string(),
        Shape::Integer => words::integer(rng),
        Shape::Boolean => rng.pick(&["true", "false"]).to_string(),
        Shape::Any => rng.pick(&["null", "{\"a\":{\"id\":1},\"email\":[1,2]}", "7"]).to_string(),
        Shape::OneOf(values) => rng.pick(values),
        Shape::Literal(value) => value.clone(),
        Shape::Array(element) => {
            let count = rng.below(3);
            let elements: Vec<String> = (0..count).map(|_| constant(rng, element)).collect();
            format!("[{}]", elements.join(","))
        }
        Shape::Object(fields, _) => {
            let members: Vec<String> = fields
                .iter()
                .map(|field| format!("{}:{}", json(&field.key), constant(rng, &field.ty)))
                .collect();
            format!("{{{}}}", members.join(","))
        }
        Shape::Record(each) => format!("{{\"id\":{}}}", constant(rng, each)),
        Shape::Union(members) => {
            let member = rng.choose(members);
            constant(rng, member)
        }
    }
}

impl Type {
    /// The type as the file says it, without its options.
    pub fn text(&self) -> String {
        match &self.shape {
            Shape::String => "\"string\"".into(),
            Shape::Number => "\"number\"".into(),
            Shape::Integer => "\"int\"".into(),
            Shape::Boolean => "\"boolean\"".into(),
            Shape::Any => "\"any\"".into(),
            Shape::OneOf(values) => format!("{{\"enum\":[{}]}}", values.join(",")),
            Shape::Literal(value) => format!("{{\"literal\":{value}}}"),
            Shape::Array(element) => format!("{{\"array\":{}}}", element.whole_text()),
            Shape::Object(fields, "strip") => format!("{{\"object\":{}}}", fields_text(fields)),
            Shape::Object(fields, mode) => {
                format!("{{\"object\":{},\"mode\":\"{mode}\"}}", fields_text(fields))
            }
            Shape::Record(each) => format!("{{\"record\":{}}}", each.whole_text()),
            Shape::Union(members) => {
                let members: Vec<String> = members.iter().map(Self::whole_text).collect();
                format!("{{\"union\":[{}]}}", members.join(","))
            }
        }
    }

    /// The type with its options, where it has some.
    fn whole_text(&self) -> String {
        match self.options().as_str() {
            "{}" => self.text(),
            options => format!("[{},{options}]", self.text()),
        }
    }

    pub fn options(&self) -> String {
        let mut options = Vec::new();
        if self.optional {
            options.push("\"optional\":true".to_owned());
        }
        if self.nullable {
            options.push("\"nullable\":true".to_owned());
        }
        if let Some(default) = &self.default {
            options.push(format!("\"default\":{default}"));
        }
        if let Some(text) = self.describe {
            options.push(format!("\"describe\":{}", json(text)));
        }
        format!("{{{}}}", options.join(","))
    }
}

pub fn fields_text(fields: &[Field]) -> String {
    let fields: Vec<String> = fields
        .iter()
        .map(|Field { key, ty }| match ty.options().as_str() {
            "{}" => format!("[{},{}]", json(key), ty.text()),
            options => format!("[{},{},{options}]", json(key), ty.text()),
        })
        .collect();
    format!("[{}]", fields.join(","))
}

/// A JSON string.
pub fn json(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '\0'..' ' => out.push_str(&format!("\\u{:04x}", c as u32)),
            _ => out.push(c),
        }
    }
    out + "\""
}
