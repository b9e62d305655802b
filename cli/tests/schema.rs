//! `mcp-presenter schema`, as it is run.

mod run;

use run::{fails, presenter, shows};

const ITEM: &str = r#"{"type":"object","properties":{"id":{"type":"string"},"ssn":{"type":"string"}},"required":["id","ssn"],"additionalProperties":false}"#;

fn file() -> String {
    presenter(
        "schema",
        r#"{"name": "P", "schema": [["id", "string"], ["ssn", "int"]], "redact": {"paths": ["ssn"]}}"#,
    )
}

#[test]
fn says_what_is_sent() {
    let file = file();
    let schema = ["schema", "--presenter", &file];
    let with = |more: &[&'static str]| [&schema[..], more].concat();
    shows(&with(&["--document"]), "", &format!("{ITEM}\n"));
    let collection = format!(r#"{{"type":"array","items":{ITEM}}}"#);
    shows(&with(&["--collection", "--unwrapped"]), "", &format!("{collection}\n"));
    let wrapped = format!(
        r#"{{"type":"object","properties":{{"items":{collection}}},"required":["items"],"additionalProperties":false}}"#
    );
    shows(&with(&["--collection"]), "", &format!("{wrapped}\n"));
    let selectable = ITEM.replace(r#""required":["id","ssn"],"#, "");
    shows(&with(&["--selectable", "--document"]), "", &format!("{selectable}\n"));
}

#[test]
fn needs_a_presenter_that_is_one() {
    fails(
        &["schema"],
        "",
        2,
        "the following required arguments were not provided: --presenter <FILE>",
    );
    fails(&["schema", "--presenter", "no/such/file"], "", 2, "no/such/file: ");
    let file = file();
    let both = ["schema", "--presenter", &file, "--document", "--collection"];
    fails(&both, "", 2, "the argument '--document' cannot be used with '--collection'");
}
