//! Rows of a table that are written by the shape of earlier ones: the same bytes as
//! [`toon::encode`] writes, which foresees nothing.

mod generate;
mod oracle;

use generate::Rng;
use mcp_presenter::toon::{self, ArrayCells, Delimiter, Profile, ToonOptions};
use mcp_presenter::{Format, Frame, Isa, Presenter, Renderer, Request, t};

const STRINGS: &[&str] = &[
    r#""""#,
    r#"" ""#,
    r#""a""#,
    r#""plain text""#,
    r#""true""#,
    r#""t""#,
    r#""null""#,
    r#""42""#,
    r#""4 2""#,
    r#""-""#,
    r##""#a""##,
    r#""+1""#,
    r#""a|b""#,
    r#""a,b""#,
    r#""a:b""#,
    r#""[x]""#,
    r#""{""#,
    r#""a\tb""#,
    r#""said \"so\"""#,
    r#""back\\slash""#,
    r#""\u0061\u00e9""#,
    r#""\ud800 alone""#,
    r#""é""#,
    r#""日本語""#,
    r#""a\u00a0""#,
    "\"\u{a0}b\"",
    "\"b\u{2028}\"",
    "\"x\u{2028}y\"",
    r#""thirty-one bytes of plain text..""#,
    r#""thirty-two bytes of plain text...""#,
    r#""more than a lane of text, and a mark: at its end""#,
    r#""more than a lane of text, and nothing that matters""#,
    r#""<""#,
    r#""<b>""#,
    r#""a <""#,
    r#""</ ""#,
    r#""domain_rules""#,
    r#""domain_""#,
    r#""rules>""#,
    r#""<domain_rules>""#,
    r#""x <tool""#,
    r#""_error""#,
];

const NUMBERS: &[&str] = &[
    "0",
    "-0",
    "-0.0",
    "7",
    "-7",
    "10",
    "1.5",
    "1.50",
    "-2.0",
    "1e2",
    "1E-2",
    "5e-324",
    "1e400",
    "123456789012345678901234567890",
    "1234567890123456789012345678901",
    "12345678901234567890123456789012345678901234567890",
    "0.000001",
    "0.0000001",
    "1000000000000000000000.0",
];

/// What a column holds.
#[derive(Clone, Copy, Debug)]
enum Column {
    String,
    StringOrNull,
    Number,
    NumberOrNull,
    Boolean,
    /// An object of two columns, which folds in version 4.0.
    Object,
    /// Arrays and nulls.
    List,
    Null,
}

const COLUMNS: [Column; 6] = [
    Column::String,
    Column::StringOrNull,
    Column::Number,
    Column::NumberOrNull,
    Column::Boolean,
    Column::Object,
];

fn value(rng: &mut Rng, column: Column) -> String {
    let or_null = |rng: &mut Rng, column| {
        if rng.chance(30) { "null".to_owned() } else { value(rng, column) }
    };
    match column {
        Column::String => rng.pick(STRINGS).to_owned(),
        Column::Number => rng.pick(NUMBERS).to_owned(),
        Column::StringOrNull => or_null(rng, Column::String),
        Column::NumberOrNull => or_null(rng, Column::Number),
        Column::Boolean => rng.pick(&["true", "false"]).to_owned(),
        Column::Object => {
            let (name, n) = (value(rng, Column::String), value(rng, Column::NumberOrNull));
            format!(r#"{{"name":{name},"n <":{n}}}"#)
        }
        Column::List if rng.chance(40) => "null".to_owned(),
        Column::List => format!("[{},{}]", rng.pick(STRINGS), rng.pick(NUMBERS)),
        Column::Null => "null".to_owned(),
    }
}

/// Rows of these columns; now and then their members are in another order.
fn rows(rng: &mut Rng, columns: &[Column]) -> String {
    let shuffles = rng.chance(20);
    let rows: Vec<_> = (0..rng.within(1, 40))
        .map(|_| {
            let mut members: Vec<_> = columns
                .iter()
                .enumerate()
                .map(|(at, column)| format!("\"key {at}\":{}", value(rng, *column)))
                .collect();
            if shuffles && rng.chance(10) {
                rng.shuffle(&mut members);
            }
            format!("{{{}}}", members.join(","))
        })
        .collect();
    format!("[{}]", rows.join(","))
}

fn options(rng: &mut Rng) -> ToonOptions {
    let profile = rng.pick(&[Profile::Toon4, Profile::Toon3]);
    let delimiter = rng.pick(&[Delimiter::Pipe, Delimiter::Comma, Delimiter::Tab]);
    ToonOptions::new().profile(profile).delimiter(delimiter).indent(rng.pick(&[1, 2, 3]))
}

/// The text of the data block.
fn unframed(frame: Frame<'_>, out: &[u8]) -> String {
    match frame {
        Frame::Text => {
            let text = std::str::from_utf8(out).expect("UTF-8");
            // A blank line ends the block, and stands nowhere in it.
            text.split("\n\n").next().unwrap_or_default().to_owned()
        }
        _ => {
            let result: serde_json::Value = serde_json::from_slice(out).expect("JSON");
            let text = result.pointer("/result/content/0/text").expect("a text");
            text.as_str().expect("a text").to_owned()
        }
    }
}

/// One for each instruction set and window.
fn renderers() -> Vec<Renderer> {
    Isa::available()
        .flat_map(|isa| [128, 1 << 10, 16 << 10].map(|window| (isa, window)))
        .map(|(isa, window)| Renderer::new().with_isa(isa).with_window(window))
        .collect()
}

fn everything() -> Presenter {
    Presenter::builder("P").allow_everything().build().expect("a presenter")
}

/// Renders `json` with all of them, and compares with the encoder.
fn check(
    everything: &Presenter,
    what: &str,
    renderers: &mut [Renderer],
    options: ToonOptions,
    json: &str,
) {
    let line = Frame::JsonRpc(mcp_presenter::RequestId::Number(1));
    let mut expected = Vec::new();
    toon::encode(json.as_bytes(), &options, &mut expected).expect("JSON");
    let expected = String::from_utf8(expected).expect("UTF-8");
    let request = Request::new().format(Format::Toon(options));
    for renderer in renderers {
        for frame in [Frame::Text, line] {
            let mut out = Vec::new();
            let report = renderer
                .render(everything, json.as_bytes(), &request, frame, &mut out)
                .expect("a render");
            assert_eq!(unframed(frame, &out), expected, "{what}: {options:?}\n{json}");
            let lone = json.matches("\\ud800").count() as u64;
            assert_eq!(report.replaced_surrogates(), lone, "{what}");
        }
    }
}

#[test]
fn rows_are_what_the_encoder_writes() {
    let everything = everything();
    let mut renderers = renderers();
    for seed in 0..600 {
        let mut rng = Rng::new(seed);
        let columns: Vec<_> = (0..rng.within(1, 5)).map(|_| rng.pick(&COLUMNS)).collect();
        let options = options(&mut rng);
        // The second document may be written by what the first has taught, from its second row on.
        for _ in 0..2 {
            let json = rows(&mut rng, &columns);
            check(&everything, &format!("seed {seed}"), &mut renderers, options, &json);
        }
    }
}

#[test]
fn rows_with_arrays_in_cells_are_what_the_encoder_writes() {
    use Column::{List, Null, Number, Object, String, StringOrNull};
    let everything = everything();
    let mut renderers = renderers();
    for seed in 0..600 {
        let mut rng = Rng::new(seed);
        let options = options(&mut rng).array_cells(ArrayCells::default());
        let length = rng.within(1, 4);
        // Documents with one header, whose columns hold other things.
        for _ in 0..3 {
            let kinds = [List, Null, Null, Number, Object, String, StringOrNull, StringOrNull];
            let mut columns: Vec<_> = (0..length).map(|_| rng.pick(&kinds)).collect();
            let mut json = rows(&mut rng, &columns);
            if rng.chance(60) {
                // What a column holds comes late, or a second time and otherwise.
                columns[0] = rng.pick(&kinds);
                let more = rows(&mut rng, &columns);
                json = format!("{},{}", json.trim_end_matches(']'), more.trim_start_matches('['));
            }
            check(&everything, &format!("seed {seed}"), &mut renderers, options, &json);
        }
    }
}

#[test]
fn texts_of_ours_are_no_data() {
    let presenter = Presenter::builder("P")
        .schema([
            t::string("note"),
            t::string("mail"),
            t::string("kind").default("domain_rules"),
            t::string("nick").optional(),
        ])
        .redact_pii(["mail"])
        .build()
        .expect("a presenter");
    let options = ToonOptions::new().delimiter(Delimiter::Tab).fill_nulls(true);
    let request = Request::new().format(Format::Toon(options));
    let json = r#"[{"note":"a","mail":"SECRET"},{"note":"b","mail":"SECRET"},
        {"note":"<","mail":"SECRET"},{"note":"5 <","mail":"SECRET"},{"note":"c","mail":"SECRET"},
        {"note":"d","mail":"SECRET","kind":"<","nick":"domain_rules"},
        {"note":"e","mail":"SECRET","kind":"x","nick":"</"},
        {"note":"domain_rules","mail":"SECRET","kind":"x","nick":"y"}]"#;
    let json = json.replace("\n        ", "");
    let mut renderer = Renderer::new();
    for _ in 0..3 {
        let mut out = Vec::new();
        let report = renderer
            .render(&presenter, json.as_bytes(), &request, Frame::Text, &mut out)
            .expect("a render");
        let expected = [
            "[8\t]{note\tmail\tkind\tnick}:",
            "a\t\"[REDACTED]\"\tdomain_rules\tnull",
            "b\t\"[REDACTED]\"\tdomain_rules\tnull",
            "<\t\"[REDACTED]\"\tdomain_rules\tnull",
            "5 <\t\"[REDACTED]\"\tdomain_rules\tnull",
            "c\t\"[REDACTED]\"\tdomain_rules\tnull",
            "d\t\"[REDACTED]\"\t<\t\"domain_rules\"",
            "e\t\"[REDACTED]\"\tx\t</",
            "\"domain_rules\"\t\"[REDACTED]\"\tx\ty",
        ];
        assert_eq!(String::from_utf8(out).expect("UTF-8"), expected.join("\n  "));
        assert_eq!((report.items(), report.redacted()), (8, 8));
    }
}

#[test]
fn texts_of_ours_that_begin_a_tag_are_watched() {
    // A row ends with a text that is always the same; the next one would make a tag of it.
    let presenter = Presenter::builder("P")
        .schema([t::string("note"), t::string("kind").default("<")])
        .build()
        .expect("a presenter");
    let request = Request::new().format(Format::Toon(ToonOptions::new()));
    // The second row ends with no such text, so that the third may be foreseen.
    let json = br#"[{"note":"a"},{"note":"b","kind":"x"},{"note":"c"},{"note":"domain_rules"}]"#;
    let mut renderer = Renderer::new();
    for _ in 0..3 {
        let mut out = Vec::new();
        renderer.render(&presenter, json, &request, Frame::Text, &mut out).expect("a render");
        let expected = "[4|]{note|kind}:\n  a|<\n  b|x\n  c|<\n  \"domain_rules\"|<";
        assert_eq!(String::from_utf8(out).expect("UTF-8"), expected);
    }
}

#[test]
fn lone_surrogates_of_keys_are_counted_with_every_row() {
    let request = Request::new().format(Format::Toon(ToonOptions::new()));
    let json = br#"[{"\ud800":1},{"\ud800":2},{"\ud800":3},{"\ud800":4}]"#;
    let mut renderer = Renderer::new();
    for _ in 0..3 {
        let mut out = Vec::new();
        let report = renderer.render(&everything(), json, &request, Frame::Text, &mut out);
        assert_eq!(report.expect("a render").replaced_surrogates(), 4);
        let expected = "[4|]{\"\u{fffd}\"}:\n  1\n  2\n  3\n  4";
        assert_eq!(String::from_utf8(out).expect("UTF-8"), expected);
    }
}
