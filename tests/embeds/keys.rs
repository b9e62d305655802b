//! The key of a child: in any spelling, more than once in an item, of more than one child.

use mcp_presenter::Mode;
use mcp_presenter::{PresenterBuilder, Type, t};

use crate::show::{WINDOWS, build, child, data_block, parent, show, try_show};

#[test]
fn the_last_of_equal_keys_is_the_child_however_it_is_spelt() {
    let child = build(
        child()
            .schema([t::string("n"), t::string("ssn").optional()])
            .redact_pii(["ssn"])
            .ui(|view, ui| ui.markdown(view.text("n"))),
    );
    let json = concat!(
        r#"{"who":{"n":"old","ssn":"secret"},"#,
        r#""\u0077ho":{"n":"new","s\u0073n":"secret","ssn":"secret","x":"secret"}}"#,
    );
    let shown = r#"{"who":{"n":"new","ssn":"[REDACTED]"}}"#;
    let parents: [(PresenterBuilder, &str); 5] = [
        (parent().schema([t::any("who")]), shown),
        (parent().allow_everything(), shown),
        (parent().schema([]).mode(Mode::Passthrough), shown),
        (parent().root(Type::record(Type::any())), shown),
        // The key is not in the data block; the child has its blocks all the same.
        (parent().schema([t::any("other").optional()]), "{}"),
    ];
    for (builder, shown) in parents {
        for redacts_hooks in [false, true] {
            let presenter = build(
                builder
                    .clone()
                    .embed("who", &child)
                    .redact_hooks(redacts_hooks)
                    .ui(|view, ui| ui.json(|json| json.value(view))),
            );
            let text = show(&presenter, json);
            assert_eq!(data_block(&text), shown);
            assert!(!text.contains("old"), "{text}");
            assert!(!(redacts_hooks && text.contains("secret")), "{text}");
            // Hooks that see what the data block shows see nothing where it shows nothing.
            let is_seen = !redacts_hooks || shown != "{}";
            assert_eq!(text.contains(">\nnew\n<"), is_seen, "{text}");
        }
    }
}

#[test]
fn two_children_at_one_key_narrow_each_other() {
    let fields = |keys: [&str; 2], more: &str| {
        let [first, second] = keys.map(t::string);
        [first, second, t::string(more).optional()]
    };
    let first = build(child().schema(fields(["x", "y"], "z")).redact_pii(["x"]).limit(3));
    let second = build(
        child()
            .schema(fields(["y", "x"], "w"))
            .redact_pii(["y"])
            .limit(2)
            .redact_hooks(true)
            .collection_ui(|items, ui| {
                ui.json(|json| json.array(|array| items.iter().for_each(|item| array.push(item))));
            }),
    );
    let presenter = build(parent().allow_everything().embed("k", &first).embed("k", &second));
    let item = r#"{"x":"secret","y":"secret","z":"secret","w":"secret"}"#;
    let json = format!(r#"{{"k":[{item},{item},{item},{item}]}}"#);
    let item = r#"{"x":"[REDACTED]","y":"[REDACTED]"}"#;
    for window in WINDOWS {
        let text = try_show(&presenter, &json, window).expect("a render");
        assert_eq!(data_block(&text), format!(r#"{{"k":[{item},{item}]}}"#));
        assert!(!text.contains("secret"), "{text}");
        // The second one's: its notice, and two items of which `w` is not on the wire.
        assert_eq!(text.matches("\"y\": \"[REDACTED]\"").count(), 2, "{text}");
        assert!(text.contains("2 shown, 2 hidden"), "{text}");
        assert!(text.contains("3 shown, 1 hidden"), "{text}");
    }
}
