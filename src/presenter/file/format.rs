//! The `format` member: the form of the data block.

use super::members::{Form, list};
use super::tree::{Fault, Member, Node, Read, Value};
use crate::emit::format::Format;
use crate::emit::toon::cells::ArrayCells;
use crate::emit::toon::options::{Delimiter, Profile, ToonOptions};

const FORMAT: Form = Form {
    what: "\"format\"",
    known: &["name", "profile", "delimiter", "indent", "fill_nulls", "array_cells"],
};

const NAMES: &[&str] = &["json", "json_pretty", "toon", "toon3", "auto"];
const PROFILES: &[&str] = &["toon4", "toon3"];
const DELIMITERS: &[&str] = &["|", ",", "\t"];

/// Reads a name, or an object with a name and options.
pub(super) fn format(node: &Node<'_>) -> Read<Format> {
    if !matches!(node.value, Value::Object(_)) {
        return named(node, "the name of a format, or an object with a \"name\"");
    }
    let members = node.members("an object")?;
    let Some(name) = members.iter().find(|member| member.key == "name") else {
        return Err(Fault::new(node.place, "\"format\" needs a \"name\""));
    };
    let mut format = named(&name.value, "the name of a format")?;
    let chooses_profile = matches!(format, Format::Auto(_));
    for member in members.iter().filter(|member| member.key != "name") {
        if !FORMAT.known.contains(&&*member.key) {
            return Err(FORMAT.refuse(member));
        }
        let (Format::Toon(options) | Format::Auto(options)) = &mut format else {
            let message = format!("{:?} is said of TOON, and this format is JSON", member.key);
            return Err(Fault::new(member.place, message));
        };
        if member.key == "profile" && !chooses_profile {
            let message = "the name of this format says the profile; \"profile\" is for \"auto\"";
            return Err(Fault::new(member.place, message));
        }
        *options = with(*options, member)?;
    }
    Ok(format)
}

fn named(node: &Node<'_>, what: &str) -> Read<Format> {
    let toon = ToonOptions::new();
    Ok(match node.string_as(what)? {
        "json" => Format::Json,
        "json_pretty" => Format::JsonPretty,
        "toon" => Format::Toon(toon),
        "toon3" => Format::Toon(toon.profile(Profile::Toon3)),
        "auto" => Format::Auto(toon),
        _ => return Err(none_of(node, NAMES)),
    })
}

/// The options with what a member says.
fn with(options: ToonOptions, member: &Member<'_>) -> Read<ToonOptions> {
    let value = &member.value;
    Ok(match member.key.as_str() {
        "profile" => options.profile(match value.string()? {
            "toon4" => Profile::Toon4,
            "toon3" => Profile::Toon3,
            _ => return Err(none_of(value, PROFILES)),
        }),
        "delimiter" => options.delimiter(match value.string()? {
            "|" => Delimiter::Pipe,
            "," => Delimiter::Comma,
            "\t" => Delimiter::Tab,
            _ => return Err(none_of(value, DELIMITERS)),
        }),
        "indent" => options.indent(match u8::try_from(value.count()?) {
            Ok(spaces @ 1..) => spaces,
            _ => return Err(Fault::new(value.place, "expected 1 to 255 spaces")),
        }),
        "fill_nulls" => options.fill_nulls(value.boolean()?),
        "array_cells" => options.array_cells(array_cells(value)?),
        _ => return Err(FORMAT.refuse(member)),
    })
}

/// The cells whose elements are joined by the one character of a string.
fn array_cells(node: &Node<'_>) -> Read<ArrayCells> {
    let mut characters = node.string_as("a separator")?.chars();
    let (Some(separator), None) = (characters.next(), characters.next()) else {
        return Err(Fault::new(node.place, "expected one character, which separates elements"));
    };
    ArrayCells::joined_by(separator).map_err(|error| Fault::new(node.place, error.to_string()))
}

#[cold]
fn none_of(node: &Node<'_>, names: &[&str]) -> Fault {
    Fault::new(node.place, format!("expected {}", list(names, "or")))
}

#[cfg(test)]
mod tests {
    use super::super::from_json;
    use super::format;
    use crate::emit::format::Format;
    use crate::emit::toon::cells::ArrayCells;
    use crate::emit::toon::options::{Delimiter, Profile, ToonOptions};

    #[test]
    fn formats_of_every_kind() {
        let toon = ToonOptions::new();
        let toon3 = toon.profile(Profile::Toon3);
        for (text, expected) in [
            (r#""json""#, Some(Format::Json)),
            (r#""json_pretty""#, Some(Format::JsonPretty)),
            (r#""toon""#, Some(Format::Toon(toon))),
            (r#""toon3""#, Some(Format::Toon(toon3))),
            (r#""auto""#, Some(Format::Auto(toon))),
            (r#"{"name": "json"}"#, Some(Format::Json)),
            (r#"{"name": "auto", "profile": "toon3"}"#, Some(Format::Auto(toon3))),
            (r#"{"profile": "toon4", "name": "auto"}"#, Some(Format::Auto(toon))),
            (
                r#"{"delimiter": ",", "indent": 4, "name": "toon", "fill_nulls": true}"#,
                Some(Format::Toon(toon.delimiter(Delimiter::Comma).indent(4).fill_nulls(true))),
            ),
            (
                r#"{"name": "toon3", "delimiter": "\t", "fill_nulls": false}"#,
                Some(Format::Toon(toon3.delimiter(Delimiter::Tab))),
            ),
            (r#"{"name": "toon", "delimiter": "|"}"#, Some(Format::Toon(toon))),
            (
                r#"{"name": "auto", "array_cells": ";"}"#,
                Some(Format::Auto(toon.array_cells(ArrayCells::default()))),
            ),
            (r#"{"name": "toon", "array_cells": ""}"#, None),
            (r#"{"name": "toon", "array_cells": ";;"}"#, None),
            (r#"{"name": "toon", "array_cells": "-"}"#, None),
            (r#"{"name": "toon", "array_cells": true}"#, None),
            (r#"{"name": "json", "array_cells": ";"}"#, None),
            (r#"{"name": "toon", "indent": 255}"#, Some(Format::Toon(toon.indent(255)))),
            (r#""TOON""#, None),
            (r#"{"name": "toon", "indent": 0}"#, None),
            (r#"{"name": "toon", "indent": 256}"#, None),
            (r#"{"name": "toon", "indent": "2"}"#, None),
            (r#"{"name": "toon", "delimiter": "pipe"}"#, None),
            (r#"{"name": "toon", "profile": "toon3"}"#, None),
            (r#"{"name": "auto", "profile": "toon5"}"#, None),
            (r#"{"name": "toon", "fill_nulls": 1}"#, None),
            (r#"{"name": "json", "indent": 4}"#, None),
            (r#"{"name": "toon", "key_folding": true}"#, None),
            (r#"{"indent": 4}"#, None),
            (r#"{"name": "toon", "name": "json"}"#, None),
            (r#"["toon"]"#, None),
            ("true", None),
        ] {
            let read = format(&from_json::read(text).expect("JSON"));
            assert_eq!(read.ok(), expected, "{text}");
        }
    }
}
