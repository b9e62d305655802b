//! Schemas of outputs and inputs as they are written, and what a validator refuses by them.

use jsonschema::Validator;
use mcp_presenter::{
    Action, Censor, Constant, Mode, OutputSchema, Presenter, PresenterBuilder, Tool, Type, t,
};
use serde_json::{Value, json};

fn built(builder: PresenterBuilder) -> Presenter {
    builder.build().unwrap_or_else(|errors| panic!("{errors}"))
}

/// The schema of one document, as it is.
fn document(builder: PresenterBuilder) -> OutputSchema {
    built(builder).output_schema().document().wrapped(false)
}

fn validator(schema: &OutputSchema) -> Validator {
    let schema: Value = serde_json::from_str(&schema.to_json()).expect("JSON");
    jsonschema::draft202012::new(&schema).expect("a schema")
}

/// The schema of the one field `f`.
fn field(builder: PresenterBuilder) -> String {
    let schema: Value = serde_json::from_str(&document(builder).to_json()).expect("JSON");
    schema["properties"]["f"].to_string()
}

fn order() -> PresenterBuilder {
    Presenter::builder("Order").schema([
        t::string("id"),
        t::integer("cents"),
        t::string("note").optional(),
        t::object("buyer", [t::string("name")]),
    ])
}

#[test]
fn what_is_not_sent_is_refused() {
    let schema = validator(&document(order()));
    let good = json!({"id": "1", "cents": 7, "buyer": {"name": "Ada"}});
    assert!(schema.is_valid(&good));
    for (pointer, value) in [
        ("/id", json!(1)),
        ("/cents", json!("7")),
        ("/cents", json!(7.5)),
        ("/cents", Value::Null),
        ("/buyer", json!({})),
        ("/buyer", json!({"name": "Ada", "ssn": "1"})),
        ("/buyer", json!([])),
    ] {
        let mut bad = good.clone();
        *bad.pointer_mut(pointer).expect("a member") = value;
        assert!(!schema.is_valid(&bad), "{bad}");
    }
    for key in ["id", "cents", "buyer"] {
        let mut bad = good.clone();
        bad.as_object_mut().expect("an object").remove(key);
        assert!(!schema.is_valid(&bad), "{bad}");
    }
    let mut bad = good;
    bad["cost_basis"] = json!(17);
    assert!(!schema.is_valid(&bad), "{bad}");
}

#[test]
fn what_is_redacted_is_a_string_or_not_there() {
    let schema = validator(&document(order().redact_pii(["cents"])));
    let with = |cents: Value| json!({"id": "1", "cents": cents, "buyer": {"name": "Ada"}});
    assert!(schema.is_valid(&with(json!("[REDACTED]"))));
    assert!(!schema.is_valid(&with(json!(7))) && !schema.is_valid(&with(Value::Null)));

    let removed = document(order().redact(["cents"], Censor::remove()));
    let schema = validator(&removed);
    assert!(!schema.is_valid(&with(json!("7"))) && !schema.is_valid(&with(json!(7))));
    assert!(schema.is_valid(&json!({"id": "1", "buyer": {"name": "Ada"}})));
    assert!(!removed.to_json().contains("cents"));
}

#[test]
fn a_plain_path_leaves_null_and_a_wildcard_does_not() {
    let nullable = || Presenter::builder("P").schema([t::integer("f").nullable()]);
    assert_eq!(field(nullable().redact_pii(["f"])), r#"{"type":["string","null"]}"#);
    assert_eq!(field(nullable().redact_pii(["*"])), r#"{"type":"string"}"#);
    assert_eq!(field(nullable().redact_nulls(true).redact_pii(["f"])), r#"{"type":"string"}"#);
    let removed = nullable().redact(["f"], Censor::remove());
    assert_eq!(
        document(removed).to_json(),
        r#"{"type":"object","properties":{"f":{"type":"null"}},"additionalProperties":false}"#
    );
    let removed = nullable().redact(["*"], Censor::remove());
    assert_eq!(document(removed).to_json(), r#"{"type":"object","additionalProperties":false}"#);
}

#[test]
fn elements_that_are_removed_are_null() {
    let list = || Presenter::builder("P").schema([t::array("f", Type::integer())]);
    assert_eq!(
        field(list().redact(["f[1]"], Censor::remove())),
        r#"{"type":"array","prefixItems":[{"type":"integer"},{"type":"null"}],"items":{"type":"integer"}}"#
    );
    assert_eq!(
        field(list().redact(["f[*]"], Censor::remove())),
        r#"{"type":"array","items":{"type":"null"}}"#
    );
    // Too far from the start to say where it stands.
    assert_eq!(
        field(list().redact_pii([format!("f[{}]", usize::MAX)])),
        r#"{"type":"array","items":{"type":["string","integer"]}}"#
    );
}

#[test]
fn every_type_has_its_keywords() {
    for (ty, expected) in [
        (Type::string(), r#"{"type":"string"}"#),
        (Type::number().nullable(), r#"{"type":["number","null"]}"#),
        (Type::boolean(), r#"{"type":"boolean"}"#),
        (Type::any(), "true"),
        (Type::any().describe("raw"), r#"{"description":"raw"}"#),
        (
            Type::one_of(["a", "b"]).nullable(),
            r#"{"type":["string","null"],"enum":["a","b",null]}"#,
        ),
        (Type::literal(1), r#"{"type":"number","const":1}"#),
        (Type::array(Type::any()), r#"{"type":"array"}"#),
        (
            Type::record(Type::integer()),
            r#"{"type":"object","additionalProperties":{"type":"integer"}}"#,
        ),
        (Type::object([]).mode(Mode::Passthrough), r#"{"type":"object"}"#),
        (Type::object([]).mode(Mode::Strict), r#"{"type":"object","additionalProperties":false}"#),
        (
            Type::union([Type::string(), Type::array(Type::string()), Type::literal(3)]),
            r#"{"anyOf":[{"type":["array","string"],"items":{"type":"string"}},{"type":"number","const":3}]}"#,
        ),
    ] {
        let presenter = Presenter::builder("P").schema([mcp_presenter::Field::new("f", ty)]);
        let text = document(presenter).to_json();
        let start = r#"{"type":"object","properties":{"f":"#;
        let end = r#"},"required":["f"],"additionalProperties":false}"#;
        assert_eq!(text, format!("{start}{expected}{end}"));
    }
}

#[test]
fn defaults_are_said_unless_a_path_leads_to_them() {
    let buyer =
        || t::object("f", [t::string("ssn")]).default(Constant::json(r#"{"x":1, "ssn":"1"}"#));
    let presenter = || Presenter::builder("P").schema([buyer(), t::integer("n").default(7)]);
    let plain = document(presenter()).to_json();
    assert!(
        plain.contains(r#""default":{"ssn":"1"}"#) && plain.contains(r#""default":7"#),
        "{plain}"
    );
    assert!(plain.contains(r#""required":["f","n"]"#), "{plain}");
    let redacted = document(presenter().redact_pii(["f.ssn", "n"])).to_json();
    assert!(!redacted.contains("default"), "{redacted}");
}

#[test]
fn any_value_is_described_as_far_as_paths_reach() {
    let presenter = Presenter::builder("P").allow_everything().redact_pii(["**.ssn"]);
    let schema = document(presenter);
    let valid = validator(&schema);
    let nested = |ssn: Value| json!({"a": [[{"b": {"ssn": ssn}}]]});
    assert!(valid.is_valid(&nested(json!("[REDACTED]"))));
    assert!(!valid.is_valid(&nested(json!(123))) && !valid.is_valid(&nested(Value::Null)));
    assert!(valid.is_valid(&json!("text")) && !valid.is_valid(&json!([1])));
}

#[test]
fn a_collection_is_wrapped_and_limited() {
    let presenter = built(Presenter::builder("P").schema([t::string("id")]).limit(2));
    let item = r#"{"type":"object","properties":{"id":{"type":"string"}},"required":["id"],"additionalProperties":false}"#;
    let array = format!(r#"{{"type":"array","items":{item},"maxItems":2}}"#);
    let schema = || presenter.output_schema().collection();
    assert_eq!(schema().wrapped(false).to_json(), array);
    assert_eq!(
        schema().to_string(),
        format!(
            r#"{{"type":"object","properties":{{"items":{array}}},"required":["items"],"additionalProperties":false}}"#
        )
    );
    // Either: what both have in common stands there once.
    assert_eq!(
        presenter.output_schema().to_json(),
        concat!(
            r##"{"type":"object","anyOf":[{"type":"object","$ref":"#/$defs/item"},"##,
            r#"{"type":"object","properties":{"items":{"type":"array","items":"#,
            r##"{"type":"object","$ref":"#/$defs/item"},"maxItems":2}},"required":["items"],"##,
            r#""additionalProperties":false}],"$defs":{"item":{"properties":"#,
            r#"{"id":{"type":"string"}},"required":["id"],"additionalProperties":false}}}"#,
        )
    );
}

#[test]
fn root_fields_may_be_missing_where_they_are_selected() {
    let schema = validator(&document(order()).selectable(true));
    assert!(schema.is_valid(&json!({})) && schema.is_valid(&json!({"cents": 7})));
    assert!(!schema.is_valid(&json!({"buyer": {}})) && !schema.is_valid(&json!({"x": 1})));
    let schema = validator(&document(order().nested_select(true)).selectable(true));
    assert!(
        schema.is_valid(&json!({"buyer": {}})) && !schema.is_valid(&json!({"buyer": {"x": 1}}))
    );
}

#[test]
fn what_is_embedded_is_its_own_presenters() {
    let customer = built(
        Presenter::builder("Customer")
            .schema([t::string("name"), t::string("ssn")])
            .redact(["ssn"], Censor::remove())
            .limit(1),
    );
    let order = Presenter::builder("Order")
        .schema([t::any("customer").describe("Who buys").nullable()])
        .embed("customer", &customer);
    let schema = document(order);
    let valid = validator(&schema);
    let with = |customer: Value| json!({"customer": customer});
    for good in [json!({"name": "Ada"}), json!([{"name": "Ada"}]), json!([]), Value::Null] {
        assert!(valid.is_valid(&with(good)), "{schema}");
    }
    let two = json!([{"name": "Ada"}, {"name": "Bob"}]);
    for bad in [json!({"name": "Ada", "ssn": "1"}), json!({}), json!("Ada"), two] {
        assert!(!valid.is_valid(&with(bad.clone())), "{bad}: {schema}");
    }
    assert!(schema.to_json().contains(r#""description":"Who buys""#), "{schema}");
}

#[test]
fn a_schema_has_a_bound() {
    // A node for each path and field: far more than anybody reads.
    let fields = (0..300).map(|at| t::any(format!("f{at}")));
    let item = Type::object(fields);
    let paths = (0..400).map(|at| format!("list[{at}].f0.x"));
    let presenter =
        built(Presenter::builder("P").schema([t::array("list", item)]).redact_pii(paths));
    let schema = presenter.output_schema().document();
    let text = schema.to_json();
    assert!(text.len() < 8 << 20, "{} bytes", text.len());
    let element = |value: Value| (0..300).map(|at| (format!("f{at}"), value.clone())).collect();
    let list: Vec<Value> = (0..400).map(|_| Value::Object(element(json!({"y": 1})))).collect();
    assert!(validator(&schema).is_valid(&json!({"list": list})));
}

#[test]
fn inputs_are_what_an_action_takes() {
    let action = Action::new("create").input([
        t::string("id").describe("UUID"),
        t::one_of("status", ["draft", "paid"]).default("draft"),
        t::object("at", [t::number("lat").optional()]).nullable(),
        t::array("tags", Type::string()).default(Constant::json("[ ]")),
    ]);
    assert_eq!(
        action.input_schema(),
        concat!(
            r#"{"type":"object","properties":{"id":{"description":"UUID","type":"string"},"#,
            r#""status":{"type":"string","enum":["draft","paid"],"default":"draft"},"#,
            r#""at":{"type":["object","null"],"properties":{"lat":{"type":"number"}},"#,
            r#""additionalProperties":false},"#,
            r#""tags":{"type":"array","items":{"type":"string"},"default":[]}},"#,
            r#""required":["id","at"],"additionalProperties":false}"#,
        )
    );
}

#[test]
fn a_tool_takes_what_its_actions_take() {
    let shown = built(Presenter::builder("P").schema([t::string("id")]));
    let tool = Tool::builder("x")
        .discriminator("op")
        .grouped(true)
        .enable_select()
        .action(
            Action::new("get").group("a").input([t::string("id"), t::string("q")]).returns(&shown),
        )
        .action(Action::new("get").group("b").input([t::integer("id"), t::string("q").optional()]))
        .build()
        .expect("a tool");
    let schema: Value = serde_json::from_str(&tool.input_schema()).expect("JSON");
    let properties = &schema["properties"];
    assert_eq!(properties["op"], json!({"type": "string", "enum": ["get"]}));
    assert_eq!(properties["id"], json!({"anyOf": [{"type": "string"}, {"type": "integer"}]}));
    assert_eq!(properties["q"], json!({"type": "string"}));
    assert_eq!(properties["_select"]["items"]["enum"], json!(["id"]));
    assert_eq!(schema["required"], json!(["op", "id"]));
}
