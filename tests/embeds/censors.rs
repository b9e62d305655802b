//! Functions as censors where Presenters are embedded: what each is asked for, and what it sees.

use std::sync::{Arc, Mutex};

use mcp_presenter::{Censor, Field, Mode, Presenter, PresenterBuilder, RenderErrorKind, Type, t};

use crate::show::{LARGE, WINDOWS, build, check, child, parent, try_show};

fn anything() -> Presenter {
    build(child().allow_everything())
}

/// A child whose function shows the object that it hides, and pad for as many bytes as are asked.
fn shows_what_it_hides() -> Presenter {
    let secret = t::object("secret", [t::string("a")]);
    let union = Type::union([Type::object([t::string("pad"), secret])]);
    let function = Censor::function(|value, _| format!("<{}>", value.text()));
    build(child().schema([Field::new("x", union)]).redact(["x.secret"], function))
}

fn check_padded(builder: PresenterBuilder) {
    let presenter = build(builder.embed("who", &shows_what_it_hides()));
    for size in [1, 600, LARGE] {
        let pad = "p".repeat(size);
        check(
            &presenter,
            &format!(r#"{{"who":{{"x":{{"pad":"{pad}","secret":{{"a":"v","b":1}}}}}}}}"#),
            &format!(r#"{{"who":{{"x":{{"pad":"{pad}","secret":"<{{\"a\":\"v\"}}>"}}}}}}"#),
        );
    }
}

#[test]
fn a_function_sees_the_same_in_every_window_where_the_parent_takes_anything() {
    check_padded(parent().schema([t::any("who")]));
}

#[test]
fn a_function_sees_the_same_in_every_window_where_the_parent_declares_an_object() {
    let object = t::object("x", []).mode(Mode::Passthrough);
    check_padded(parent().schema([t::object("who", [object])]));
}

#[test]
fn a_function_sees_the_same_in_every_window_where_the_child_is_in_a_union() {
    let function = Censor::function(|value, _| format!("<{}>", value.text()));
    let union = t::union("x", [Type::string(), Type::array(Type::any())]);
    let presenter =
        build(parent().schema([union]).redact(["x[*].c"], function).embed("x", &anything()));
    for size in [1, 600, LARGE] {
        let pad = "p".repeat(size);
        check(
            &presenter,
            &format!(r#"{{"x":[{{"c":{{"a":1}},"d":"{pad}"}}]}}"#),
            &format!(r#"{{"x":[{{"c":"<{{\"a\":1}}>","d":"{pad}"}}]}}"#),
        );
    }
}

#[test]
fn a_function_sees_the_same_with_and_without_a_child() {
    let builder = || {
        let function = Censor::function(|value, path| format!("{path}:{}", value.text()));
        parent().allow_everything().redact(["[*].a"], function).redact_pii(["**.q"])
    };
    let json = r#"{"k":{"a":{"q":1}},"who":{}}"#;
    // What another path censors inside is not censored for the function.
    let shown = r#"{"k":{"a":"k.a:{\"q\":1}"},"who":{}}"#;
    check(&build(builder()), json, shown);
    check(&build(builder().embed("who", &anything())), json, shown);
}

#[test]
fn a_function_is_called_once_for_a_value_with_its_own_path() {
    let calls = Arc::new(Mutex::new(Vec::new()));
    let seen = Arc::clone(&calls);
    let function = Censor::function(move |_, path| {
        seen.lock().expect("calls").push(path.to_owned());
        "f".into()
    });
    let presenter = build(
        parent().allow_everything().redact(["[*].a", "**.q"], function).embed("who", &anything()),
    );
    let json = r#"{"k":{"a":{"q":1}},"who":{}}"#;
    for window in WINDOWS {
        let text = try_show(&presenter, json, window).expect("a render");
        assert_eq!(text, r#"{"k":{"a":"f"},"who":{}}"#);
        assert_eq!(std::mem::take(&mut *calls.lock().expect("calls")), ["k.a"]);
    }
}

#[test]
fn a_function_sees_nothing_that_does_not_fit() {
    let calls = Arc::new(Mutex::new(0));
    let seen = Arc::clone(&calls);
    let function = Censor::function(move |value, _| {
        *seen.lock().expect("calls") += 1;
        value.text().to_owned()
    });
    let union = Type::union([Type::object([t::integer("a")]), Type::string()]);
    let child = build(child().schema([]));
    let presenter = build(
        parent()
            .schema([Field::new("k", Type::record(union))])
            .redact(["k"], function)
            .embed("k", &child),
    );
    for size in [1, 600, LARGE] {
        let pad = "p".repeat(size);
        for window in WINDOWS {
            let json = format!(r#"{{"k":{{"pad":"{pad}","x":{{"a":"no integer"}}}}}}"#);
            let error = try_show(&presenter, &json, window).expect_err("no integer");
            assert_eq!(error.kind(), RenderErrorKind::Validation);
            assert_eq!(error.failures()[0].path(), "k.{key}");
            assert_eq!(error.failures()[0].expected(), "one of the union's types");
            assert_eq!(*calls.lock().expect("calls"), 0);
        }
    }
    let text = try_show(&presenter, r#"{"k":{"x":{"a":1,"b":2}}}"#, WINDOWS[0]);
    assert_eq!(text.expect("a render"), r#"{"k":"{\"x\":{\"a\":1}}"}"#);
}
