//! Models: what is hidden exists nowhere, what is guarded is never written, what is fillable is all.

use mcp_presenter::{
    Action, BuildErrors, Constant, Frame, Model, Presenter, Renderer, Request, Response, Tool,
    ToolError, cast, t,
};
use serde_json::Value;

type Outcome = Result<(), Box<dyn std::error::Error>>;

const HIDDEN: [&str; 3] = ["internal_notes", "raw_notes", "cost_basis"];

fn invoice() -> Result<Model, BuildErrors> {
    Model::builder("Invoice")
        .casts([
            cast::id("id"),
            cast::number("amount_cents").label("CENTS"),
            cast::string("internal_notes").label("never shown").alias("raw_notes").default("d"),
            cast::one_of("status", ["draft", "paid"]).default("draft"),
            cast::object("customer", [cast::string("name"), cast::string("email")]),
        ])
        .hidden(["internal_notes", "cost_basis"])
        .guarded(["id", "created_at"])
        .fillable("create", ["customer_id", "amount_cents", "status"])
        .fillable("update", ["status"])
        .build()
}

fn tells_nothing_hidden(what: &str, text: &str) {
    for name in HIDDEN {
        assert!(!text.contains(name), "{what} tells of {name}: {text}");
    }
    assert!(!text.contains("CANARY") && !text.contains("never shown"), "{what}: {text}");
}

#[test]
fn what_is_hidden_exists_nowhere() -> Outcome {
    let model = invoice()?;
    let presenter = Presenter::builder("Invoice").model(&model).build()?;
    let json = br#"{"id":1,"amount_cents":"x","internal_notes":"CANARY","raw_notes":["CANARY"],
        "cost_basis":"CANARY","status":"paid"}"#;
    let mut renderer = Renderer::new();
    let mut out = Vec::new();
    let error =
        renderer.render(&presenter, json, &Request::new(), Frame::Result, &mut out).unwrap_err();
    tells_nothing_hidden(
        "an error",
        &format!("{error} {error:?} {:?}", ToolError::from(error.clone())),
    );
    renderer.respond(&ToolError::from(error).into(), &Request::new(), Frame::Text, &mut out)?;
    tells_nothing_hidden("an error", &String::from_utf8(std::mem::take(&mut out))?);

    let json = String::from_utf8_lossy(json).replace("\"x\"", "\"45\"");
    let request = Request::new().select(["id", "amount_cents", "internal_notes", "cost_basis"]);
    for request in [Request::new(), request] {
        let blocks = renderer.blocks(&presenter, json.as_bytes(), &request)?;
        let data = blocks.iter().next().expect("data").1;
        assert!(data.starts_with(r#"{"id":1,"amount_cents":45"#));
        tells_nothing_hidden(
            "a response",
            &blocks.iter().map(|(_, text)| text).collect::<String>(),
        );
    }
    let tool = Tool::builder("billing")
        .enable_select()
        .action(Action::new("get").returns(&presenter))
        .build()?;
    for (what, text) in [
        ("the select list", presenter.select_keys().collect::<String>()),
        ("the parameter", tool.select_parameter().expect("keys")),
        ("the output's schema", presenter.output_schema().to_json()),
        ("the input's schema", model.input_schema("create").expect("an operation")),
        ("Debug of the model", format!("{model:?}")),
        ("Debug of the presenter", format!("{presenter:?} {:?}", presenter.outline())),
        ("Debug of a builder", format!("{:?}", Presenter::builder("P").model(&model))),
        ("Debug of a model's builder", format!("{:?}", Model::builder("M").hidden(HIDDEN))),
        ("the list of fields", model.fields().collect()),
        ("warnings", format!("{:?}{:?}", model.warnings(), presenter.warnings())),
    ] {
        tells_nothing_hidden(what, &text);
    }
    let error =
        model.accept("create", br#"{"internal_notes":"CANARY","cost_basis":1}"#).unwrap_err();
    let mut out = Vec::new();
    renderer.respond(&error.into(), &Request::new(), Frame::Text, &mut out)?;
    tells_nothing_hidden("a refusal", &String::from_utf8(out)?);
    Ok(())
}

#[test]
fn a_hidden_field_cannot_be_declared_again() -> Outcome {
    let model = invoice()?;
    let child = Presenter::builder("C").allow_everything().build()?;
    for key in HIDDEN {
        let error = Presenter::builder("P").model(&model).embed(key, &child).build().unwrap_err();
        assert_eq!(error.to_string(), "presenter \"P\": embeds[0]: the model hides this field");
        tells_nothing_hidden("an error", &format!("{error:?}"));
    }
    let error = Presenter::builder("P").model(&model).fields(["id", "cost_basis"]).build();
    let error = error.unwrap_err();
    assert_eq!(error.to_string(), "presenter \"P\": fields[1]: the model hides this field");
    let error = Presenter::builder("P").model(&model).fields(["nope"]).build().unwrap_err();
    assert!(error.to_string().ends_with("fields[0]: the model has no field \"nope\""));
    let error = Model::builder("M").hidden(["secret"]).fillable("create", ["a", "secret"]).build();
    assert_eq!(
        error.unwrap_err().to_string(),
        "model \"M\": fillable \"create\"[1]: a hidden field"
    );
    // An embedded presenter of the model hides them in the parent's data, too.
    let inner = Presenter::builder("I").model(&model).build()?;
    for builder in [
        Presenter::builder("P").allow_everything(),
        Presenter::builder("P").schema([t::any("invoice")]),
    ] {
        let parent = builder.embed("invoice", &inner).build()?;
        let json = br#"{"invoice":{"id":1,"raw_notes":"CANARY","cost_basis":"CANARY"}}"#;
        let blocks = Renderer::new().blocks(&parent, json, &Request::new())?;
        tells_nothing_hidden("data", &blocks.iter().map(|(_, text)| text).collect::<String>());
        tells_nothing_hidden("a schema", &parent.output_schema().to_json());
    }
    Ok(())
}

#[test]
fn several_presenters_of_one_model() -> Outcome {
    let model = invoice()?;
    let support = Presenter::builder("Support").model(&model).fields(["status", "id"]).build()?;
    let json = br#"{"id":"i-1","amount_cents":1,"status":"paid"}"#;
    let blocks = Renderer::new().blocks(&support, json, &Request::new())?;
    let texts: Vec<&str> = blocks.iter().map(|(_, text)| text).collect();
    assert_eq!(texts, [r#"{"status":"paid","id":"i-1"}"#]);
    assert_eq!(support.model().map(Model::name), Some("Invoice"));
    for (builder, message) in [
        (Presenter::builder("P").model(&model).schema([t::any("a")]), "only one of schema, model"),
        (Presenter::builder("P").model(&model).allow_everything(), "only one of schema, model"),
        (Presenter::builder("P").schema([t::any("a")]).fields(["a"]), "fields of a model"),
        (Presenter::builder("P").model(&model).mode(mcp_presenter::Mode::Strict), "mode"),
    ] {
        let error = builder.build().unwrap_err().to_string();
        assert!(error.contains(message), "{error}");
    }
    Ok(())
}

/// The text of a refusal.
fn refusal(model: &Model, operation: &str, arguments: &str) -> String {
    let error = model.accept(operation, arguments.as_bytes()).expect_err(arguments);
    let mut out = Vec::new();
    let rendered =
        Renderer::new().respond(&Response::from(error), &Request::new(), Frame::Text, &mut out);
    rendered.expect("a text cannot fail");
    String::from_utf8(out).expect("text")
}

#[test]
fn fillable_is_the_only_list() -> Outcome {
    let model = invoice()?;
    let accepted = |operation: &str, json: &str| {
        model.accept(operation, json.as_bytes()).map(|accepted| accepted.into_json())
    };
    assert_eq!(
        accepted("create", r#"{"_select":["id"],"status":"paid","customer_id":{"any":1}}"#)?,
        r#"{"customer_id":{"any":1},"status":"paid"}"#
    );
    // Defaults are for what is made, not for what is changed.
    assert_eq!(accepted("create", "{}")?, r#"{"status":"draft"}"#);
    assert_eq!(accepted("update", "{}")?, "{}");
    assert_eq!(
        accepted("create", r#"{"amount_cents":1,"amount_cents":"2.50"}"#)?,
        r#"{"amount_cents":2.50,"status":"draft"}"#
    );

    for key in ["id", "created_at", "internal_notes", "raw_notes", "cost_basis", "nope", "customer"]
    {
        let text = refusal(&model, "update", &format!(r#"{{"{key}":"CANARY","status":"paid"}}"#));
        assert_eq!(
            text,
            "<tool_error code=\"INVALID_ARGUMENTS\" severity=\"error\">\n\
             <message>The arguments of \"update\" are not accepted.</message>\n\
             <recovery>Accepted fields: status.</recovery>\n\
             <details>\n  <detail key=\"{key}\">no accepted field</detail>\n</details>\n\
             </tool_error>"
        );
    }
    // All problems at once.
    let text = refusal(&model, "create", r#"{"id":1,"amount_cents":true,"x":1,"status":"CANARY"}"#);
    assert_eq!(text.matches("<detail ").count(), 4);
    assert!(text.contains("Accepted fields: customer_id, amount_cents, status."));
    assert!(!text.contains("CANARY"));

    let error = model.accept("archive", b"{}").unwrap_err();
    assert_eq!(error.to_string(), "UNKNOWN_OPERATION: There is no such operation.");
    for (arguments, part) in [
        ("", "the input is empty"),
        ("[]", "not an object"),
        (r#" [{"status":"paid"}]"#, "Accepted fields: customer_id, amount_cents, status."),
        ("null", "not an object"),
        (r#"{"status":}"#, "<detail key=\"byte\">10</detail>"),
        (r#"{"customer_id":"\ud800"}"#, "lone surrogate"),
    ] {
        let text = refusal(&model, "create", arguments);
        assert!(text.contains(part) && text.contains("INVALID_ARGUMENTS"), "{text}");
    }
    let deep = format!(r#"{{"customer_id":{}1{}}}"#, "[".repeat(500), "]".repeat(500));
    assert!(refusal(&model, "create", &deep).contains("nested too deep"));
    Ok(())
}

#[test]
fn defaults_call_fields_by_their_own_keys() -> Outcome {
    let inner = [cast::string("street").alias("a"), cast::number("a").alias("nr")];
    let model = Model::builder("M")
        .casts([
            cast::object("home", inner.clone())
                .default(Constant::json(r#" {"street":"x","nr":9,"a":"7"} "#)),
            cast::list("all", inner).default(Constant::json(r#"[{"street":"<","\u0061":1},{}]"#)),
        ])
        .fillable("create", ["home", "all"])
        .build()?;
    let shown = r#"{"home":{"street":"x","a":7},"all":[{"street":"<","a":1},{}]}"#;
    let presenter = Presenter::builder("P").model(&model).build()?;
    let blocks = Renderer::new().blocks(&presenter, b"{}", &Request::new())?;
    assert_eq!(blocks.iter().next().expect("data").1, shown);
    assert_eq!(model.accept("create", b"{}")?.json(), shown);
    // More than one value is none.
    let two = cast::object("o", [cast::string("a").alias("b")]).default(Constant::json("{} {}"));
    assert!(Model::builder("M").casts([two]).build().is_err());
    Ok(())
}

#[test]
fn the_tools_own_parameters_are_passed_over() -> Outcome {
    let model = Model::builder("M")
        .casts([cast::string("a"), cast::number("b").alias("b_x")])
        .parameters(["action", "odd key"])
        .fillable("create", ["a", "b"])
        .fillable("move", ["action"])
        .build()?;
    let accepted = model.accept("create", br#"{"action":"create","odd key":1,"b":1}"#)?;
    assert_eq!(accepted.json(), r#"{"b":1}"#);
    // Unless they are fields; and an alias is a key of the data, not of arguments.
    assert_eq!(model.accept("move", br#"{"action":"up"}"#)?.json(), r#"{"action":"up"}"#);
    assert!(model.accept("create", br#"{"b_x":1}"#).is_err());
    let warning = model.warnings()[0].to_string();
    assert!(warning.contains("no cast declares \"action\""), "{warning}");
    Ok(())
}

#[test]
fn a_parameter_is_passed_over_whatever_its_value() -> Outcome {
    let model = Model::builder("M")
        .casts([cast::string("a")])
        .guarded(["owner"])
        .parameters(["owner"])
        .fillable("update", ["a"])
        .build()?;
    for value in ["null", "[]", "{}", "1", r#""x""#, "[null]", r#""\ud800""#] {
        for arguments in [
            format!(r#"{{"_select":{value},"a":"b","owner":{value}}}"#),
            format!(r#"{{"_select":1,"owner":1,"_s\u0065lect":{value},"a":"b","owner":{value}}}"#),
        ] {
            let accepted = model.accept("update", arguments.as_bytes())?;
            assert_eq!(accepted.json(), r#"{"a":"b"}"#, "{arguments}");
        }
    }
    Ok(())
}

#[test]
fn objects_in_arguments_have_their_fields_alone_and_defaults_where_one_is_made() -> Outcome {
    let address = [cast::string("street"), cast::string("country").default("ES")];
    let model = Model::builder("M")
        .casts([
            cast::object("to", address),
            cast::list("lines", [cast::number("n").default(1), cast::object("of", [])]),
        ])
        .fillable("create", ["to", "lines"])
        .fillable("update", ["to", "lines"])
        .build()?;
    let accepted = |operation: &str| {
        let arguments = br#"{"to":{"street":"s"},"lines":[{},{"of":{}}]}"#;
        model.accept(operation, arguments).map(|accepted| accepted.into_json())
    };
    assert_eq!(
        accepted("create")?,
        r#"{"to":{"street":"s","country":"ES"},"lines":[{"n":1},{"n":1,"of":{}}]}"#
    );
    assert_eq!(accepted("update")?, r#"{"to":{"street":"s"},"lines":[{},{"of":{}}]}"#);
    let schema = |operation| model.input_schema(operation).unwrap_or_default();
    assert!(schema("create").contains("default") && !schema("update").contains("default"));
    // What would be lost is said: the schema announces no such field either.
    let arguments = r#"{"to":{"owner":"CANARY"},"lines":[{"of":{"x":"CANARY"},"m":1}]}"#;
    for operation in ["create", "update"] {
        let text = refusal(&model, operation, arguments);
        for path in ["to.{key}", "lines[0].{key}", "lines[0].of.{key}"] {
            let detail = format!("<detail key=\"{path}\">no accepted field</detail>");
            assert!(text.contains(&detail), "{path} is not in {text}");
        }
        assert!(!text.contains("CANARY"), "{text}");
    }
    Ok(())
}

#[test]
fn mistakes_of_a_model_are_found_together() {
    let wrong = Model::builder("M")
        .casts([
            cast::number("a").default("x"),
            cast::string("b"),
            cast::string("b"),
            cast::one_of("c", Vec::<&str>::new()),
        ])
        .guarded(["g"])
        .fillable("create", ["g", "b", "b"])
        .fillable("create", ["b"]);
    let error = wrong.build().unwrap_err().to_string();
    for part in [
        "casts.b: declared twice",
        "casts.c: an enum needs at least one value",
        "fillable \"create\"[0]: \"g\" is guarded",
        "fillable \"create\"[2]: \"b\" is named twice",
        "fillable \"create\": declared twice",
    ] {
        assert!(error.contains(part), "{part} is not in {error}");
    }
    let error = Model::builder("M").casts([cast::number("a").default("x")]).build().unwrap_err();
    assert!(error.to_string().starts_with("model \"M\": casts.a: default: "), "{error}");
}

#[test]
fn schemas_say_what_is_sent_and_what_is_taken() -> Outcome {
    let model = Model::builder("M")
        .casts([
            cast::id("id"),
            cast::boolean("open").default(true),
            cast::timestamp("at").label("When"),
            cast::values("tags"),
            cast::list("lines", [cast::number("n")]),
        ])
        .fillable("create", ["id", "open", "at", "lines"])
        .build()?;
    let presenter = Presenter::builder("P").model(&model).redact_pii(["lines[*].n"]).build()?;
    let schema: Value = serde_json::from_str(&presenter.output_schema().document().to_json())?;
    let validator = jsonschema::validator_for(&schema)?;
    for json in [
        r#"{"id":1}"#,
        r#"{"id":"1","open":"false","at":null,"tags":[1,"x",null,true],"lines":[{"n":"2"},{}]}"#,
    ] {
        let blocks = Renderer::new().blocks(&presenter, json.as_bytes(), &Request::new())?;
        let sent: Value = serde_json::from_str(blocks.iter().next().expect("data").1)?;
        assert!(validator.is_valid(&sent), "{schema} refuses {sent}");
    }
    for wrong in [
        r#"{"open":true}"#,
        r#"{"id":1,"open":1}"#,
        r#"{"id":null,"open":true}"#,
        r#"{"id":1,"open":true,"tags":[[]]}"#,
        r#"{"id":1,"open":true,"lines":[{"n":2}]}"#,
        r#"{"id":1,"open":true,"more":1}"#,
    ] {
        assert!(!validator.is_valid(&serde_json::from_str(wrong)?), "{schema} takes {wrong}");
    }
    assert_eq!(
        model.input_schema("create").as_deref(),
        Some(concat!(
            r#"{"type":"object","properties":{"id":{"type":["string","number"]},"#,
            r#""open":{"type":"boolean","default":true},"#,
            r#""at":{"description":"When (date and time, as 2026-01-31T09:30:00Z)","type":["string","null"]},"#,
            r#""lines":{"type":"array","items":{"type":"object","properties":{"n":{"type":["number","null"]}},"additionalProperties":false}}},"#,
            r#""required":["id"],"additionalProperties":false}"#,
        ))
    );
    assert_eq!(model.input_schema("nope"), None);
    Ok(())
}
