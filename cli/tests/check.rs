//! `mcp-presenter check`, as it is run.

mod run;

use run::{fails, presenter, run, shows};

#[test]
fn says_what_is_kept_and_redacted() {
    shows(
        &["check", "examples/orders.presenter.json"],
        "",
        "\
presenter Order

keeps, in this order
  id               string
  customer_id      integer
  customer_name    string
  email            string, redacted: replaced by \"[REDACTED]\"
  ssn              string, redacted: replaced by \"[REDACTED]\"
  status           one of \"draft\", \"paid\", \"overdue\", \"void\"
  currency         string
  amount_cents     integer
  is_gift          boolean
  tags             array of string
  address          object
  address.street   string, redacted: replaced by \"[REDACTED]\"
  address.city     string
  address.zip      string
  address.country  string
  address.geo      object
  address.geo.lat  number
  address.geo.lng  number
  created_at       string

redacts
  email           replaced by \"[REDACTED]\"
  ssn             replaced by \"[REDACTED]\"
  address.street  replaced by \"[REDACTED]\"

select offers
  id, customer_id, customer_name, email, ssn, status, currency, amount_cents, is_gift, tags, address, created_at

limit
  2 items

rules
  amount_cents: in cents, divide by 100 before showing it
  An order that is overdue is not cancelled: ask before you propose to void it.
  Times are in UTC.
",
    );
}

#[test]
fn says_that_everything_is_allowed() {
    let file = presenter("everything", r#"{"name": "P", "redact": {"paths": ["ssn"]}}"#);
    let ran = run(&["check", &file], "");
    assert_eq!((ran.code, &*ran.err), (0, ""));
    assert!(ran.out.contains("\nkeeps everything: there is no schema\n"), "{}", ran.out);
    assert!(ran.out.contains("\nselect offers\n  any key\n"), "{}", ran.out);
}

#[test]
fn says_what_a_model_converts_and_takes() {
    let file = presenter(
        "model",
        r#"{"name": "P", "nested_select": true, "model": {"name": "M",
            "casts": {"id": "id", "cents": {"type": "number", "alias": "amount"},
                "by": {"type": "object", "shape": {"name": "text"}}, "secret": "text"},
            "hidden": ["secret"], "fillable": {"create": ["cents", "by"], "update": []}}}"#,
    );
    shows(
        &["check", &file],
        "",
        "\
presenter P

keeps, in this order
  id       string or number
  cents    number or null, converted, may be absent, in the data amount
  by       object or null, may be absent
  by.name  string or null, converted, may be absent

select offers
  id, cents, by, by.name

an agent may write
  create  cents, by
  update  nothing
",
    );
}

#[test]
fn says_the_format() {
    for (format, words) in [
        (r#""json_pretty""#, "indented JSON"),
        (r#"{"name": "toon3", "indent": 4}"#, "TOON 3.3"),
        (r#""auto""#, "TOON 4.0 or JSON, whichever is smaller"),
    ] {
        let text = format!(r#"{{"name": "P", "root": "any", "format": {format}}}"#);
        let ran = run(&["check", &presenter("format", &text)], "");
        assert_eq!((ran.code, &*ran.err), (0, ""));
        assert!(ran.out.contains(&format!("\nformat\n  {words}\n")), "{}", ran.out);
    }
}

#[test]
fn says_every_warning() {
    let file = presenter(
        "warnings",
        r#"{"name": "P", "schema": [["a", "string"]], "redact": {"paths": ["b", "c.d"]}}"#,
    );
    let ran = run(&["check", &file], "");
    assert_eq!((ran.code, &*ran.err), (0, ""));
    let (_, warnings) = ran.out.split_once("\nwarnings\n").expect("there are warnings");
    assert_eq!(warnings.lines().count(), 2, "{warnings}");
    assert!(warnings.contains("\"b\"") && warnings.contains("\"c.d\""), "{warnings}");
}

#[test]
fn says_every_error_in_one_line() {
    let file = presenter(
        "errors",
        r#"{"name": "P", "schema": [["a", "string"], ["a", "int"]], "redact": {"paths": ["x..y"]}}"#,
    );
    let ran = run(&["check", &file], "");
    assert_eq!((ran.code, &*ran.out), (2, ""));
    assert_eq!(ran.err.lines().count(), 1, "{}", ran.err);
    assert!(ran.err.contains("schema") && ran.err.contains("x..y"), "{}", ran.err);
    fails(&["check", "no/such/file"], "", 2, "no/such/file: ");
    fails(&["check"], "", 2, "the following required arguments were not provided: <FILE>");
}

#[test]
fn a_presenter_file_cannot_forge_a_line() {
    let file =
        presenter("forge", r#"{"name": "P\n\nwarnings\u001b[2J", "schema": [["a\nb", "int"]]}"#);
    let ran = run(&["check", &file], "");
    assert_eq!(ran.code, 0);
    assert!(ran.out.starts_with("presenter P\\n\\nwarnings\\u{1b}[2J\n"), "{}", ran.out);
    assert!(ran.out.contains("a\\nb"), "{}", ran.out);
}
