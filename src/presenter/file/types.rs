//! Types and fields of the file: `"string"`, `{"array": type}`, `[key, type, options]`.

use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;

use super::members::{Form, Members, list};
use crate::presenter::types::{Constant, Field, Mode, Type};

const NAMES: [&str; 6] = ["string", "number", "boolean", "any", "unknown", "int"];

const TYPE: Form = Form {
    what: "a type",
    known: &["enum", "array", "object", "record", "union", "literal", "mode"],
    unsupported: &[],
};

const OPTIONS: Form = Form {
    what: "a type's options",
    known: &["describe", "describe_outer", "optional", "nullable", "default"],
    unsupported: &[],
};

/// A constant, kept as its text: numbers keep all their digits.
struct ConstantForm(Constant);

impl<'de> Deserialize<'de> for ConstantForm {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let raw = <&RawValue>::deserialize(deserializer)?;
        Ok(Self(Constant::json(raw.get())))
    }
}

/// What an object does with undeclared fields, by name.
pub(super) struct ModeForm(pub(super) Mode);

impl<'de> Deserialize<'de> for ModeForm {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Form;
        impl Visitor<'_> for Form {
            type Value = ModeForm;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("\"strip\", \"passthrough\" or \"strict\"")
            }

            fn visit_str<E: Error>(self, name: &str) -> Result<ModeForm, E> {
                Ok(ModeForm(match name {
                    "strip" => Mode::Strip,
                    "passthrough" => Mode::Passthrough,
                    "strict" => Mode::Strict,
                    _ => return Err(E::invalid_value(serde::de::Unexpected::Str(name), &self)),
                }))
            }
        }
        deserializer.deserialize_str(Form)
    }
}

/// A type without options: a name, or an object with one member that names the kind.
pub(super) struct TypeForm(pub(super) Type);

impl<'de> Deserialize<'de> for TypeForm {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(TypeVisitor { options: false }).map(Self)
    }
}

/// A type inside another one: a type, or `[type, options]`.
struct InnerForm(Type);

impl<'de> Deserialize<'de> for InnerForm {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(TypeVisitor { options: true }).map(Self)
    }
}

struct TypeVisitor {
    /// Whether `[type, options]` is a type here.
    options: bool,
}

impl<'de> Visitor<'de> for TypeVisitor {
    type Value = Type;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a type, such as \"string\" or {\"array\": \"number\"}")?;
        if self.options { f.write_str(", or [type, options]") } else { Ok(()) }
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<Type, E> {
        Ok(match name {
            "string" => Type::string(),
            "number" => Type::number(),
            "int" => Type::integer(),
            "boolean" => Type::boolean(),
            "any" | "unknown" => Type::any(),
            _ => {
                return Err(E::custom(format_args!(
                    "unknown type {name:?}; a type's name is {}",
                    list(&NAMES, "or")
                )));
            }
        })
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Type, A::Error> {
        let mut members = Members::new(map);
        let mut ty = None;
        let mut is_object = false;
        let mut mode = None;
        while let Some(name) = members.name()? {
            let read = match name.as_str() {
                "mode" => {
                    mode = Some(members.value::<ModeForm>()?.0);
                    continue;
                }
                "enum" => {
                    let values = members.value::<Vec<ConstantForm>>()?;
                    Type::one_of(values.into_iter().map(|value| value.0))
                }
                "literal" => Type::literal(members.value::<ConstantForm>()?.0),
                "array" => Type::array(members.value::<InnerForm>()?.0),
                "record" => Type::record(members.value::<InnerForm>()?.0),
                "union" => {
                    let types = members.value::<Vec<InnerForm>>()?;
                    Type::union(types.into_iter().map(|member| member.0))
                }
                "object" => {
                    is_object = true;
                    Type::object(members.value::<Fields>()?.0)
                }
                other => return Err(TYPE.refuse(other)),
            };
            if ty.replace(read).is_some() {
                return Err(A::Error::custom(format_args!(
                    "a type has one kind, and {name:?} is another one"
                )));
            }
        }
        let Some(ty) = ty else {
            return Err(A::Error::custom(format_args!(
                "a type needs one of {}",
                list(&TYPE.known[..TYPE.known.len() - 1], "or")
            )));
        };
        match mode {
            Some(mode) if is_object => Ok(ty.mode(mode)),
            Some(_) => Err(A::Error::custom("only an \"object\" has a \"mode\"")),
            None => Ok(ty),
        }
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Type, A::Error> {
        if !self.options {
            return Err(A::Error::invalid_type(serde::de::Unexpected::Seq, &self));
        }
        let form = "[type, options]";
        let TypeForm(ty) = element(&mut seq, form)?;
        let options = element::<Options, _>(&mut seq, form)?;
        end(&mut seq, form)?;
        Ok(options.apply(ty))
    }
}

/// What stands behind a type: `{"optional": true, "describe": "…"}`.
#[derive(Default)]
pub(super) struct Options {
    describe: Option<String>,
    optional: bool,
    nullable: bool,
    default: Option<Constant>,
}

impl Options {
    pub(super) fn apply(self, mut ty: Type) -> Type {
        if self.optional {
            ty = ty.optional();
        }
        if self.nullable {
            ty = ty.nullable();
        }
        if let Some(value) = self.default {
            ty = ty.default(value);
        }
        if let Some(text) = self.describe {
            ty = ty.describe(text);
        }
        ty
    }
}

impl<'de> Deserialize<'de> for Options {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Form;
        impl<'de> Visitor<'de> for Form {
            type Value = Options;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a type's options, such as {\"optional\": true}")
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Options, A::Error> {
                let mut members = Members::new(map);
                let mut options = Options::default();
                let mut outer = None;
                while let Some(name) = members.name()? {
                    match name.as_str() {
                        "describe" => options.describe = Some(members.value()?),
                        "describe_outer" => outer = Some(members.value()?),
                        "optional" => options.optional = members.value()?,
                        "nullable" => options.nullable = members.value()?,
                        "default" => options.default = Some(members.value::<ConstantForm>()?.0),
                        other => return Err(OPTIONS.refuse(other)),
                    }
                }
                // Two places for one text: the outer one describes the field as it is declared.
                options.describe = outer.or(options.describe);
                Ok(options)
            }
        }
        deserializer.deserialize_map(Form)
    }
}

/// The fields of an object: an array of `[key, type]` and `[key, type, options]`.
pub(super) struct Fields(pub(super) Vec<Field>);

impl<'de> Deserialize<'de> for Fields {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let fields = Vec::<FieldForm>::deserialize(deserializer)?;
        Ok(Self(fields.into_iter().map(|field| field.0).collect()))
    }
}

struct FieldForm(Field);

impl<'de> Deserialize<'de> for FieldForm {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Form;
        impl<'de> Visitor<'de> for Form {
            type Value = FieldForm;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a field: [key, type] or [key, type, options]")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<FieldForm, A::Error> {
                let form = "[key, type, options]";
                let key: String = element(&mut seq, form)?;
                let TypeForm(ty) = element(&mut seq, form)?;
                let options = seq.next_element::<Options>()?.unwrap_or_default();
                end(&mut seq, form)?;
                Ok(FieldForm(Field::new(key, options.apply(ty))))
            }
        }
        deserializer.deserialize_seq(Form)
    }
}

/// The next element of an array that has the form `form`.
fn element<'de, T: Deserialize<'de>, A: SeqAccess<'de>>(
    seq: &mut A,
    form: &str,
) -> Result<T, A::Error> {
    seq.next_element()?
        .ok_or_else(|| A::Error::custom(format_args!("an element is missing: {form}")))
}

/// Refuses an array of the form `form` that goes on.
fn end<'de, A: SeqAccess<'de>>(seq: &mut A, form: &str) -> Result<(), A::Error> {
    match seq.next_element::<serde::de::IgnoredAny>()? {
        None => Ok(()),
        Some(_) => Err(A::Error::custom(format_args!("an element too many: {form}"))),
    }
}
