//! Numbers are text.

use mcp_presenter::{Presenter, Type, t};

use crate::show::{build, everything, exact, input, show};

#[test]
fn n001_integers_keep_all_digits() {
    assert_eq!(show(&everything(), input("N001")), exact("N001"));
    let declared = build(Presenter::builder("P").schema([t::integer("id"), t::number("n")]));
    assert_eq!(show(&declared, input("N001")), exact("N001"));
}

#[test]
fn n002_integers_of_every_size() {
    assert_eq!(show(&everything(), input("N002")), input("N002"));
    let fields = ["seed", "max", "min"].map(t::integer);
    assert_eq!(show(&build(Presenter::builder("P").schema(fields)), input("N002")), input("N002"));
}

#[test]
fn n004_integers_beyond_every_machine_type() {
    assert_eq!(show(&everything(), input("N004")), input("N004"));
    let declared = build(Presenter::builder("P").schema([t::integer("a")]));
    assert_eq!(show(&declared, input("N004")), input("N004"));
    let long = format!(r#"{{"a":{}}}"#, "1234567890".repeat(1000));
    assert_eq!(show(&declared, &long), long);
}

#[test]
fn n009_number_text_is_copied() {
    assert_eq!(show(&everything(), input("N009")), exact("N009"));
    let fields = ["price", "qty", "e", "z", "zz"].map(t::number);
    assert_eq!(show(&build(Presenter::builder("P").schema(fields)), input("N009")), exact("N009"));
}

#[test]
fn n010_number_text_is_not_made_canonical_in_json() {
    let json = "[1.0,1e6,-0.0,0.000001,1.5000,123456789012345680000,2.5e-6,1E2,-1e-3]";
    assert_eq!(show(&everything(), json), json);
    let numbers = build(Presenter::builder("P").root(Type::array(Type::number())));
    assert_eq!(show(&numbers, json), json);
}

#[test]
fn n011_number_text_does_not_grow() {
    assert_eq!(show(&everything(), input("N011")), input("N011"));
    assert_eq!(show(&everything(), "[1e999999999,-1e-999999999]"), "[1e999999999,-1e-999999999]");
}

#[test]
fn n013_numbers_are_not_read_as_floats() {
    assert_eq!(show(&everything(), input("N013")), input("N013"));
}
