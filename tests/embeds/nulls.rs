//! Null is of two types together where each of them takes it, by whichever way it does.

use mcp_presenter::{Constant, Field, Presenter, Type, t};

use crate::show::{LARGE, build, check, child, parent};

/// The one union is nullable, of the other a member is.
fn two_unions() -> Presenter {
    let child = child().schema([
        Field::new("x", Type::union([Type::string(), Type::integer()]).nullable()),
        t::string("y").optional(),
    ]);
    let outer = Field::new("x", Type::union([Type::string().nullable(), Type::integer()]));
    build(
        parent()
            .schema([
                t::object("who", [outer, t::string("y").optional()]),
                t::string("z").optional(),
            ])
            .embed("who", &build(child)),
    )
}

#[test]
fn a_nullable_union_and_a_nullable_member_take_null() {
    let presenter = two_unions();
    for json in [r#"{"who":{"x":null}}"#, r#"{"who":{"x":"s"}}"#, r#"{"who":{"x":1}}"#] {
        check(&presenter, json, json);
    }
}

#[test]
fn they_take_it_in_items_of_any_size() {
    for size in [400, LARGE] {
        let json = format!(r#"{{"who":{{"x":null,"y":"{}"}},"z":"e"}}"#, "a".repeat(size));
        check(&two_unions(), &json, &json);
    }
}

#[test]
fn a_constant_null_and_a_nullable_union_take_null() {
    let constants = Type::one_of([Constant::null(), "a".into()]);
    let union = Type::union([Type::string(), Type::integer()]).nullable();
    for [inner, outer] in [[constants.clone(), union.clone()], [union, constants]] {
        let child = build(child().schema([Field::new("x", inner)]));
        let presenter = build(
            parent().schema([t::object("who", [Field::new("x", outer)])]).embed("who", &child),
        );
        for json in [r#"{"who":{"x":null}}"#, r#"{"who":{"x":"a"}}"#] {
            check(&presenter, json, json);
        }
    }
}
