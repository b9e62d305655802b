//! Casts: what is converted, what is refused, and that every way of reading does the same.

use mcp_presenter::toon::ToonOptions;
use mcp_presenter::{
    Censor, Format, Frame, Isa, Model, Presenter, RenderError, RenderErrorKind, Renderer, Request,
    Type, ValueKind, cast, t,
};

type Outcome = Result<(), Box<dyn std::error::Error>>;

fn show(presenter: &Presenter, json: &str) -> Result<String, RenderError> {
    show_as(presenter, json, &Request::new())
}

/// The data block: the same on every instruction set and with every window.
fn show_as(presenter: &Presenter, json: &str, request: &Request) -> Result<String, RenderError> {
    let mut shown: Option<Result<String, RenderError>> = None;
    for isa in Isa::available() {
        for window in [64, 256, 16 << 10] {
            let mut renderer = Renderer::new().with_isa(isa).with_window(window);
            for _ in 0..2 {
                let blocks = renderer.blocks(presenter, json.as_bytes(), request);
                let own = blocks.map(|blocks| blocks.iter().next().expect("data").1.to_owned());
                assert_eq!(*shown.get_or_insert_with(|| own.clone()), own, "{isa:?} {window}");
            }
        }
    }
    shown.expect("an instruction set")
}

fn one(cast: mcp_presenter::Cast) -> Presenter {
    let model = Model::builder("M").casts([cast]).build().expect("a model");
    Presenter::builder("P").model(&model).build().expect("a presenter")
}

/// What becomes of a value under a cast; nothing if it is refused.
fn cast_value(presenter: &Presenter, value: &str) -> Option<String> {
    match show(presenter, &format!(r#"{{"a":{value}}}"#)) {
        Ok(text) => {
            let inner = text.strip_prefix(r#"{"a":"#).and_then(|text| text.strip_suffix('}'));
            Some(inner.unwrap_or("absent").to_owned())
        }
        Err(error) => {
            assert_eq!(error.kind(), RenderErrorKind::Validation);
            assert_eq!((error.failures()[0].path(), error.offset()), ("a", Some(5)));
            assert!(!error.to_string().contains("canary"), "{error}");
            None
        }
    }
}

#[test]
fn four_conversions_and_no_other() {
    const STRINGS: [&str; 5] = [r#""canary""#, r#""4500""#, r#""true""#, r#""""#, r#"" 1""#];
    const OTHERS: [&str; 6] = ["4500", "1.0", "true", "null", "[1]", r#"{"b":1}"#];
    // Under each cast, what becomes of the strings and then of the others; "-" is refused.
    type Column = [&'static str; 11];
    const STRING: Column = [
        r#""canary""#,
        r#""4500""#,
        r#""true""#,
        r#""""#,
        r#"" 1""#,
        r#""4500""#,
        r#""1.0""#,
        "-",
        "null",
        "-",
        "-",
    ];
    let table: [(mcp_presenter::Cast, Column); 9] = [
        (cast::string("a"), STRING),
        (cast::text("a"), STRING),
        (cast::number("a"), ["-", "4500", "-", "-", "-", "4500", "1.0", "-", "null", "-", "-"]),
        (cast::boolean("a"), ["-", "-", "true", "-", "-", "-", "true", "true", "-", "-", "-"]),
        (
            cast::date("a"),
            [
                r#""canary""#,
                r#""4500""#,
                r#""true""#,
                r#""""#,
                r#"" 1""#,
                "-",
                "-",
                "-",
                "null",
                "-",
                "-",
            ],
        ),
        (
            cast::id("a"),
            [
                r#""canary""#,
                r#""4500""#,
                r#""true""#,
                r#""""#,
                r#"" 1""#,
                "4500",
                "1.0",
                "-",
                "-",
                "-",
                "-",
            ],
        ),
        (
            cast::one_of("a", ["x", "4500"]),
            ["-", r#""4500""#, "-", "-", "-", "-", "-", "-", "null", "-", "-"],
        ),
        (
            cast::object("a", [cast::number("b")]),
            ["-", "-", "-", "-", "-", "-", "-", "-", "null", "-", r#"{"b":1}"#],
        ),
        (cast::values("a"), ["-", "-", "-", "-", "-", "-", "-", "-", "-", "[1]", "-"]),
    ];
    for (cast, column) in table {
        let presenter = one(cast);
        for (value, expected) in STRINGS.iter().chain(&OTHERS).zip(column) {
            let expected = (expected != "-").then(|| expected.to_owned());
            assert_eq!(
                cast_value(&presenter, value),
                expected,
                "{:?} {value}",
                presenter.outline()
            );
        }
    }
}

#[test]
fn numbers_in_strings_are_numbers_of_the_grammar_and_keep_their_text() {
    let number = one(cast::number("a"));
    for text in ["1.0", "-0", "1e400", "0.10", "12345678901234567890123", "1E+5"] {
        assert_eq!(cast_value(&number, &format!("\"{text}\"")).as_deref(), Some(text));
    }
    for text in ["01", "+1", "1.", ".5", "0x1", "1 ", "NaN", "Infinity", "1_000", "1,5", "-"] {
        assert_eq!(cast_value(&number, &format!("\"{text}\"")), None, "{text}");
    }
    // How a string is spelled does not count, only which string it is.
    assert_eq!(cast_value(&number, r#""\u0031e\u002b5""#).as_deref(), Some("1e+5"));
    let boolean = one(cast::boolean("a"));
    assert_eq!(cast_value(&boolean, r#""\u0074rue""#).as_deref(), Some("true"));
    for (value, expected) in [("1", "true"), ("0", "false"), ("0.0", "false"), ("10e-1", "true")] {
        assert_eq!(cast_value(&boolean, value).as_deref(), Some(expected));
    }
    for value in ["2", "-1", r#""1""#, r#""TRUE""#, r#""yes""#, "0.5"] {
        assert_eq!(cast_value(&boolean, value), None);
    }
}

#[test]
fn what_may_be_absent() -> Outcome {
    let model = Model::builder("M")
        .casts([
            cast::id("id"),
            cast::string("s"),
            cast::boolean("b"),
            cast::values("l"),
            cast::number("n").default("4500"),
        ])
        .timestamps(true)
        .build()?;
    let presenter = Presenter::builder("P").model(&model).build()?;
    // A default goes through the cast, too.
    assert_eq!(show(&presenter, r#"{"id":1}"#)?, r#"{"id":1,"n":4500}"#);
    let error = show(&presenter, "{}").unwrap_err().to_string();
    assert_eq!(
        error,
        "the data does not fit the schema: id: expected string or number, received nothing"
    );
    let json = r#"{"updated_at":null,"created_at":"x","id":"1","more":1}"#;
    let shown = r#"{"id":"1","n":4500,"created_at":"x","updated_at":null}"#;
    assert_eq!(show(&presenter, json)?, shown);
    Ok(())
}

/// Items of every size and kind: those whose shape is foreseen, those that are converted, those
/// that are larger than a window.
#[test]
fn every_way_of_reading_converts_alike() -> Outcome {
    let shape = [cast::number("n"), cast::boolean("b"), cast::string("s")];
    let model = Model::builder("M")
        .casts(shape.clone())
        .casts([cast::object("o", shape.clone()), cast::list("l", shape), cast::values("v")])
        .build()?;
    let presenter = Presenter::builder("P").model(&model).build()?;
    let plain = r#"{"n":1.50,"b":true,"s":"7"}"#;
    let converted = r#"{"n":"1.50","b":1,"s":7}"#;
    let item = |inner: &str, long: usize| {
        let values = vec![r#""x""#; long].join(",");
        let flat = &inner[1..inner.len() - 1];
        format!(r#"{{{flat},"o":{inner},"l":[{inner},{inner}],"v":[{values}]}}"#)
    };
    let document = |inner: [&str; 2]| {
        let items: Vec<String> = (0..60)
            .map(|at| item(inner[usize::from(at % 7 == 3)], if at % 11 == 5 { 9_000 } else { 2 }))
            .collect();
        format!("[{}]", items.join(","))
    };
    let expected = document([plain, plain]);
    for inner in [[plain, plain], [plain, converted], [converted, plain], [converted, converted]] {
        assert_eq!(show(&presenter, &document(inner))?, expected);
    }
    for format in [Format::Toon(ToonOptions::new()), Format::JsonPretty] {
        let request = Request::new().format(format);
        let expected = show_as(&presenter, &expected, &request)?;
        assert_eq!(show_as(&presenter, &document([plain, converted]), &request)?, expected);
    }
    Ok(())
}

#[test]
fn tables_and_frames_hold_what_was_converted() -> Outcome {
    let model =
        Model::builder("M").casts([cast::number("n"), cast::string("s"), cast::boolean("b")]);
    let presenter = Presenter::builder("P").model(&model.build()?).build()?;
    let json = r#"[{"n":"1.0","s":1.0,"b":0},{"n":2,"s":"x","b":"true"}]"#;
    let request = Request::new().format(Format::Toon(ToonOptions::new()));
    assert_eq!(show_as(&presenter, json, &request)?, "[2|]{n|s|b}:\n  1|\"1.0\"|false\n  2|x|true");
    let mut out = Vec::new();
    let frame = Frame::Result;
    Renderer::new().render(&presenter, json.as_bytes(), &Request::new(), frame, &mut out)?;
    let shown = r#"[{\"n\":1.0,\"s\":\"1.0\",\"b\":false},{\"n\":2,\"s\":\"x\",\"b\":true}]"#;
    assert!(String::from_utf8(out)?.contains(shown));
    Ok(())
}

#[test]
fn hooks_and_censors_see_what_was_converted() -> Outcome {
    let model = Model::builder("M")
        .casts([cast::number("n"), cast::string("s"), cast::boolean("b"), cast::number("e")])
        .build()?;
    let build = || {
        Presenter::builder("P").model(&model).ui(|data, ui| {
            let kinds = ["n", "s", "b", "e"].map(|key| data.member(key).map(|value| value.kind()));
            assert_eq!(
                kinds,
                [ValueKind::Number, ValueKind::String, ValueKind::Boolean, ValueKind::Number]
                    .map(Some)
            );
            assert_eq!(
                (data.f64("n"), data.bool("b"), data.i64("e")),
                (Some(4.5), Some(false), Some(10))
            );
            ui.list([data.member("n"), data.member("s"), data.member("b"), data.member("e")]);
            ui.json(|json| json.value(data.clone()));
        })
    };
    let json = r#"{"n":"4.50","s":12345678.0,"b":0,"e":"\u0031e1"}"#;
    let blocks = Renderer::new().blocks(&build().build()?, json.as_bytes(), &Request::new())?;
    let view = blocks.structured();
    assert_eq!(view.ui_blocks[0].content, "- 4.5\n- 12345678.0\n- false\n- 10");
    assert!(view.ui_blocks[1].content.contains("\"s\": \"12345678.0\""));

    let kind = |value: &mcp_presenter::Censored<'_>, path: &str| {
        format!("{path}:{:?}:{}", value.kind(), value.text())
    };
    let censored = Presenter::builder("P")
        .model(&model)
        .redact(["n", "b", "e"], Censor::function(kind))
        .redact(["s"], Censor::keep_last(4))
        .build()?;
    assert_eq!(
        show(&censored, json)?,
        r#"{"n":"n:Number:4.5","s":"******78.0","b":"b:Boolean:false","e":"e:Number:10"}"#
    );
    // Equal values have equal hashes, however they came.
    let hashed = Presenter::builder("P")
        .model(&model)
        .redact(["e", "n"], Censor::hash(b"sixteen bytes or more"))
        .build()?;
    let hashes = [r#"{"n":"10","e":"\u0031e1"}"#, r#"{"n":1e1,"e":10}"#];
    assert_eq!(show(&hashed, hashes[0])?, show(&hashed, hashes[1])?);
    Ok(())
}

#[test]
fn aliases_are_keys_of_the_data_alone() -> Outcome {
    let model = Model::builder("M")
        .casts([
            cast::number("amount").alias("amt_x"),
            cast::string("name"),
            cast::object("who", [cast::string("mail").alias("e_mail")]).alias("person"),
        ])
        .build()?;
    let build = || Presenter::builder("P").model(&model);
    let json =
        r#"{"amount":"no","name":"n","amt_x":"1","amt_x":2,"person":{"e_mail":"m","mail":"no"}}"#;
    let shown = r#"{"amount":2,"name":"n","who":{"mail":"m"}}"#;
    let presenter = build().build()?;
    assert_eq!(show(&presenter, json)?, shown);
    assert_eq!(presenter.select_keys().collect::<Vec<_>>(), ["amount", "name", "who"]);
    let request = Request::new().select(["who", "amt_x", "amount"]);
    let report = Renderer::new().blocks(&presenter, json.as_bytes(), &request)?;
    assert_eq!(report.report().unknown_select().collect::<Vec<_>>(), ["amt_x"]);
    assert_eq!(show_as(&presenter, json, &request)?, r#"{"who":{"mail":"m"},"amount":2}"#);
    // An error names the field as the agent knows it.
    let error = show(&presenter, r#"{"person":{"e_mail":[]}}"#).unwrap_err();
    assert_eq!(error.failures()[0].path(), "who.mail");
    // A path may use either name, and nothing gets past it.
    for path in ["who.mail", "person.e_mail", "who.e_mail", "**.mail", "**.e_mail"] {
        let redacted = build().redact_pii([path]).deny_warnings(true).build()?;
        let expected = shown.replace("\"m\"", "\"[REDACTED]\"");
        assert_eq!(show(&redacted, json)?, expected, "{path}");
    }
    // Hooks use the field's own name.
    let hooked = build()
        .ui(|data, ui| {
            assert!(data.member("amt_x").is_none() && data.get("who.e_mail").is_none());
            ui.list([data.get("amount"), data.get("who.mail")]);
            ui.list(data.members().map(|(key, _)| key));
        })
        .build()?;
    let view = Renderer::new().blocks(&hooked, json.as_bytes(), &Request::new())?.structured();
    let lists: Vec<&str> = view.ui_blocks.iter().map(|block| block.content.as_str()).collect();
    assert_eq!(lists, ["- 2\n- m", "- amount\n- name\n- who"]);
    let wrong =
        Model::builder("M").casts([cast::string("a"), cast::number("b").alias("a")]).build();
    assert!(wrong.unwrap_err().to_string().contains("two fields read the same key"));
    Ok(())
}

#[test]
fn embedded_models_read_what_came_in() -> Outcome {
    let model = Model::builder("Customer")
        .casts([cast::number("age"), cast::string("zip"), cast::string("mail").alias("e_mail")])
        .build()?;
    let child = Presenter::builder("Customer")
        .model(&model)
        .redact_pii(["mail"])
        .ui(|data, ui| ui.list([data.member("age"), data.member("zip"), data.member("mail")]))
        .build()?;
    let json = r#"{"who":{"age":"41","zip":1234,"e_mail":"m@x","other":1}}"#;
    let shown = r#"{"who":{"age":41,"zip":"1234","mail":"[REDACTED]"}}"#;
    // The parent says nothing of it: what the child converts is written.
    let parent = Presenter::builder("P").schema([t::any("who")]).embed("who", &child).build()?;
    assert_eq!(show(&parent, json)?, shown);
    let blocks = Renderer::new().blocks(&parent, json.as_bytes(), &Request::new())?;
    assert!(blocks.iter().any(|(_, text)| text.contains("- 41\n- 1234\n- m@x")));
    // A parent's path may name what came in.
    let parent = Presenter::builder("P")
        .schema([t::any("who")])
        .redact(["who.e_mail"], Censor::remove())
        .embed("who", &child)
        .build()?;
    assert_eq!(show(&parent, json)?, r#"{"who":{"age":41,"zip":"1234"}}"#);
    // Both hold: the parent's own types see the data as it came in.
    let typed = |age: Type, zip: Type| {
        let who = Type::object([
            mcp_presenter::Field::new("zip", zip),
            mcp_presenter::Field::new("age", age),
        ]);
        Presenter::builder("P")
            .schema([mcp_presenter::Field::new("who", who)])
            .embed("who", &child)
            .build()
    };
    let parent = typed(Type::string(), Type::number())?;
    assert_eq!(show(&parent, json)?, r#"{"who":{"zip":"1234","age":41}}"#);
    let parent = typed(Type::number(), Type::string())?;
    let error = show(&parent, json).unwrap_err();
    let paths: Vec<&str> = error.failures().iter().map(|failure| failure.path()).collect();
    assert_eq!(paths, ["who.zip", "who.age"]);

    // Where both convert, the parent's is written; where only one does, that one.
    let around = Model::builder("Order")
        .casts([cast::object("who", [cast::string("age"), cast::number("zip")])])
        .build()?;
    let parent = Presenter::builder("P").model(&around).embed("who", &child).build()?;
    assert_eq!(show(&parent, json)?, r#"{"who":{"age":"41","zip":1234}}"#);
    assert_eq!(
        show(&parent, r#"{"who":{"age":41,"zip":"1234"}}"#)?,
        r#"{"who":{"age":"41","zip":1234}}"#
    );
    assert!(show(&parent, r#"{"who":{"age":"x"}}"#).is_err());
    Ok(())
}

#[test]
fn an_embed_may_stand_at_an_aliased_field() -> Outcome {
    let child = Presenter::builder("C")
        .schema([t::string("name")])
        .rules(["child"])
        .ui(|data, ui| ui.summary(data.text("name")))
        .build()?;
    let model = Model::builder("M")
        .casts([cast::object("who", [cast::string("name")]).alias("person")])
        .build()?;
    let json = r#"{"person":{"name":"Ada"},"who":{"name":7}}"#;
    for key in ["who", "person"] {
        for redacts in [false, true] {
            let parent = Presenter::builder("P")
                .model(&model)
                .redact_hooks(redacts)
                .embed(key, &child)
                .build()?;
            let blocks = Renderer::new().blocks(&parent, json.as_bytes(), &Request::new())?;
            let texts: Vec<&str> = blocks.iter().map(|(_, text)| text).collect();
            assert_eq!(texts[0], r#"{"who":{"name":"Ada"}}"#);
            assert!(texts[1].contains("**Summary**: Ada"), "{key} {redacts} {texts:?}");
            let error = show(&parent, r#"{"person":{"name":[]}}"#).unwrap_err();
            assert_eq!(error.failures()[0].path(), "who.name");
        }
    }
    Ok(())
}

#[test]
fn a_union_takes_back_what_a_member_converted() -> Outcome {
    // The first combination converts before it refuses; the second must see the data as it came.
    let child = Model::builder("C").casts([cast::number("n"), cast::string("kind")]).build()?;
    let child = Presenter::builder("C").model(&child).build()?;
    let one = Type::object([t::string("n"), t::literal("kind", "a")]);
    let two = Type::object([t::any("n"), t::literal("kind", "b")]);
    let parent = Presenter::builder("P")
        .schema([t::union("who", [one, two])])
        .embed("who", &child)
        .build()?;
    assert_eq!(show(&parent, r#"{"who":{"n":"1","kind":"b"}}"#)?, r#"{"who":{"n":1,"kind":"b"}}"#);
    assert_eq!(show(&parent, r#"{"who":{"n":"1","kind":"a"}}"#)?, r#"{"who":{"n":1,"kind":"a"}}"#);
    assert!(show(&parent, r#"{"who":{"n":1,"kind":"a"}}"#).is_err());
    Ok(())
}

#[test]
fn a_cast_of_the_tag_does_not_blur_which_member_of_a_union_it_is() -> Outcome {
    let child =
        Model::builder("C").casts([cast::string("kind"), cast::string("secret")]).build()?;
    let child = Presenter::builder("C").model(&child).build()?;
    let shows = Type::object([t::literal("kind", "a"), t::string("secret")]);
    let hides = Type::object([t::literal("kind", "b")]);
    let parent = Presenter::builder("P")
        .schema([t::union("who", [shows, hides])])
        .embed("who", &child)
        .build()?;
    let shown = show(&parent, r#"{"who":{"kind":"a","secret":"s"}}"#)?;
    assert_eq!(shown, r#"{"who":{"kind":"a","secret":"s"}}"#);
    assert_eq!(show(&parent, r#"{"who":{"kind":"b","secret":"s"}}"#)?, r#"{"who":{"kind":"b"}}"#);
    assert!(show(&parent, r#"{"who":{"kind":"c","secret":"s"}}"#).is_err());
    Ok(())
}

#[test]
fn a_censor_sees_what_its_own_presenter_reads() -> Outcome {
    let child = Model::builder("C").casts([cast::string("zip"), cast::number("age")]).build()?;
    let build = || Presenter::builder("C").model(&child);
    let kind = |value: &mcp_presenter::Censored<'_>, path: &str| {
        format!("{path}:{:?}:{}", value.kind(), value.text())
    };
    let json = r#"{"who":{"zip":2.0,"age":"4.0"}}"#;
    let paths = ["who.zip", "who.age"];
    // The parent converts nothing, whatever the child does.
    let parent =
        |who: Type| Presenter::builder("P").schema([mcp_presenter::Field::new("who", who)]);
    let typed = || Type::object([t::number("zip"), t::string("age")]);
    for who in [Type::any(), typed()] {
        let shown = show(
            &parent(who.clone())
                .embed("who", &build().build()?)
                .redact(paths, Censor::function(kind))
                .build()?,
            json,
        )?;
        assert_eq!(shown, r#"{"who":{"zip":"who.zip:Number:2","age":"who.age:String:4.0"}}"#);
        // A hash is the same with the child and without it.
        let hashed = || parent(who.clone()).redact(paths, Censor::hash(b"sixteen bytes or more"));
        assert_eq!(
            show(&hashed().embed("who", &build().build()?).build()?, json)?,
            show(
                &parent(typed()).redact(paths, Censor::hash(b"sixteen bytes or more")).build()?,
                json
            )?
        );
    }
    // The child converts, and the parent in another way.
    let child = build().redact(["zip", "age"], Censor::function(kind)).build()?;
    let around = Model::builder("M")
        .casts([cast::object("who", [cast::number("zip"), cast::string("age")])])
        .build()?;
    let parent = Presenter::builder("P").model(&around).embed("who", &child).build()?;
    assert_eq!(show(&parent, json)?, r#"{"who":{"zip":"zip:String:2.0","age":"age:Number:4"}}"#);
    Ok(())
}

#[test]
fn an_embed_finds_the_data_of_a_field_that_is_not_chosen() -> Outcome {
    let child = Presenter::builder("C").schema([t::string("name")]).rules(["child"]).build()?;
    let model = Model::builder("M")
        .casts([cast::id("id"), cast::object("who", [cast::string("name")]).alias("person")])
        .build()?;
    for key in ["who", "person"] {
        let parent =
            Presenter::builder("P").model(&model).fields(["id"]).embed(key, &child).build()?;
        let json = br#"{"id":1,"person":{"name":"Ada"}}"#;
        let blocks = Renderer::new().blocks(&parent, json, &Request::new())?;
        let texts: Vec<&str> = blocks.iter().map(|(_, text)| text).collect();
        assert_eq!(texts, [r#"{"id":1}"#, "<domain_rules>\n- child\n</domain_rules>"], "{key}");
        let error = show(&parent, r#"{"id":1,"person":{"name":7}}"#).unwrap_err();
        assert_eq!(error.failures()[0].path(), "who.name");
    }
    Ok(())
}

#[test]
fn what_is_wrong_is_said_of_the_data_as_it_came_in() -> Outcome {
    let child = Model::builder("C").casts([cast::number("age")]).build()?;
    let child = Presenter::builder("C").model(&child).build()?;
    let who = Type::object([t::string("age")]);
    let parent = Presenter::builder("P")
        .schema([mcp_presenter::Field::new("who", who), t::string("name")])
        .embed("who", &child)
        .build()?;
    // The age is right for both, and converted by the time the name is looked at.
    let error = show(&parent, r#"{"who":{"age":"41"},"name":7}"#).unwrap_err();
    let paths: Vec<&str> = error.failures().iter().map(|failure| failure.path()).collect();
    assert_eq!(paths, ["name"]);
    Ok(())
}

#[test]
fn no_field_reads_one_that_is_hidden() {
    let build = |casts: [mcp_presenter::Cast; 2]| {
        Model::builder("M").casts(casts).hidden(["secret"]).build().map(|_| ())
    };
    let hides = || cast::string("secret").alias("canary");
    for shows in [cast::string("name").alias("secret"), cast::string("name").alias("canary")] {
        let error = build([hides(), shows.clone()]).unwrap_err().to_string();
        assert_eq!(error, "model \"M\": casts.name: reads a field that the model hides");
        assert!(build([shows, hides()]).is_err());
    }
    // Its own key is what the shown field calls itself, and may be said.
    assert!(build([hides(), cast::string("canary")]).is_err());
    assert!(build([hides(), cast::string("name")]).is_ok());
}

#[test]
fn hidden_fields_have_no_name_anywhere() -> Outcome {
    let model = || {
        Model::builder("M")
            .casts([
                cast::id("id"),
                cast::string("canary_a").alias("canary_b").label("canary_c").default("canary_d"),
                cast::object("who", [cast::string("name")]),
            ])
            .hidden(["canary_a", "canary_e"])
            .guarded(["canary_a"])
            .fillable("create", ["id"])
    };
    let built = model().build()?;
    let paths = ["canary_a", "canary_b.x", "canary_e", "who.name"];
    let build = || Presenter::builder("P").model(&built).redact_pii(paths);
    let presenter = build().ui(|data, ui| ui.json(|json| json.value(data.clone()))).build()?;
    let mut said = vec![
        format!("{:?} {:?} {built:?} {:?}", model(), build(), built.warnings()),
        format!("{presenter:?} {:?} {:?}", presenter.outline(), presenter.warnings()),
        format!("{:?}", presenter.select_keys().collect::<Vec<_>>()),
        format!("{:?}", model().fillable("update", ["canary_a", "canary_b"]).build().unwrap_err()),
        format!("{:?}", build().fields(["canary_a", "canary_e"]).build().unwrap_err()),
        format!("{:?}", build().deny_warnings(true).build().unwrap_err()),
    ];
    for key in ["canary_a", "canary_b", "canary_e"] {
        said.push(format!("{:?}", build().embed(key, &presenter).build().unwrap_err()));
    }
    let json = r#"{"id":1,"who":{"name":"n"},"canary_a":"canary","canary_b":[],"canary_e":{}}"#;
    for json in [json.to_owned(), format!("[{json}]"), json.replace("\"id\":1", "\"id\":[]")] {
        let blocks = Renderer::new().blocks(&presenter, json.as_bytes(), &Request::new());
        said.push(format!("{blocks:?}"));
        if let Ok(blocks) = blocks {
            said.push(format!("{:?}", blocks.iter().collect::<Vec<_>>()));
            said.extend(blocks.report().unmatched_paths().map(str::to_owned));
        }
    }
    // The builder repeats the paths that it was given.
    let repeated = format!("{paths:?}");
    let said = said.join("\n").replace(&repeated, "");
    assert!(!said.contains("canary"), "{said}");
    Ok(())
}

#[test]
fn a_shown_field_may_be_called_as_the_data_calls_a_hidden_one() -> Outcome {
    let model = Model::builder("M")
        .casts([cast::string("secret").alias("pin"), cast::string("pin").alias("shown")])
        .hidden(["secret"])
        .build()?;
    let presenter = Presenter::builder("P").model(&model).redact_pii(["pin"]).build()?;
    let json = r#"{"pin":"canary","shown":"s","secret":"canary"}"#;
    assert_eq!(show(&presenter, json)?, r#"{"pin":"[REDACTED]"}"#);
    assert!(presenter.warnings().is_empty());
    // A field below may be called as a hidden one; a path to it stays.
    let model = Model::builder("M")
        .casts([cast::object("who", [cast::string("secret")])])
        .hidden(["secret"])
        .build()?;
    for path in ["[*].secret", "*.secret", "**.secret", "who.secret"] {
        let presenter = Presenter::builder("P").model(&model).redact_pii([path]).build()?;
        let json = r#"{"who":{"secret":"canary"}}"#;
        assert_eq!(show(&presenter, json)?, r#"{"who":{"secret":"[REDACTED]"}}"#, "{path}");
    }
    Ok(())
}

#[test]
fn no_operation_writes_a_hidden_or_guarded_field_under_the_datas_key() {
    let build = |keys: [&'static str; 1]| {
        Model::builder("M")
            .casts([cast::string("secret").alias("canary"), cast::number("cost").alias("c")])
            .casts([cast::string("one").alias("two"), cast::string("two").alias("one")])
            .hidden(["secret"])
            .guarded(["cost", "one"])
            .fillable("create", keys)
            .build()
            .map(|_| ())
    };
    for key in ["secret", "canary"] {
        let error = build([key]).unwrap_err().to_string();
        assert_eq!(error, "model \"M\": fillable \"create\"[0]: a hidden field");
    }
    for key in ["cost", "c", "one"] {
        let error = build([key]).unwrap_err().to_string();
        assert_eq!(error, format!("model \"M\": fillable \"create\"[0]: {key:?} is guarded"));
    }
    assert!(build(["two"]).is_ok());
}

#[test]
fn a_function_sees_the_container_that_its_own_presenter_calls_so() -> Outcome {
    let inner = |key: &'static str| [cast::string(key)];
    // Both know the same two objects, and call them the other way round.
    let child = Model::builder("C")
        .casts([cast::object("x", inner("q")).alias("s2")])
        .casts([
            cast::string("z"),
            cast::object("y", [cast::string("p"), cast::string("r")]).alias("s1"),
        ])
        .build()?;
    let around = Model::builder("M")
        .casts([cast::object(
            "outer",
            [
                cast::object("x", [cast::string("p")]).alias("s1"),
                cast::object("y", inner("q")).alias("s2"),
            ],
        )
        .alias("who")])
        .build()?;
    let text = |value: &mcp_presenter::Censored<'_>, path: &str| format!("{path}={}", value.text());
    let child =
        Presenter::builder("C").model(&child).redact(["x", "y"], Censor::function(text)).build()?;
    let parent = Presenter::builder("P").model(&around).embed("outer", &child).build()?;
    let long = "v".repeat(200);
    for filler in ["", &*long] {
        let json = format!(
            r#"{{"filler":[["{filler}"]],"who":{{"filler":[["{filler}"]],"s1":{{"p":"1","r":"2","t":"3"}},"s2":{{"q":4}}}}}}"#
        );
        assert_eq!(
            show(&parent, &json)?,
            r#"{"outer":{"x":"x={\"p\":\"1\",\"r\":\"2\"}","y":"y={\"q\":\"4\"}"}}"#
        );
    }
    Ok(())
}
