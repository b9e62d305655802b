//! Tables and lists as a parser of GitHub's Markdown sees them.

use mcp_presenter::{Content, Presenter, Renderer, Request, Ui};

use crate::hostile::{FRAGMENTS, Source, folded};
use crate::markdown::{is_rule, read};

/// The content of the block of user interface that `write` writes.
fn content(write: impl Fn(&mut Ui<'_>) + Send) -> String {
    let presenter = Presenter::builder("P").allow_everything().build().expect("a presenter");
    let response = presenter.response(b"{}").ui(write);
    let blocks = Renderer::new().response_blocks(&response, &Request::new()).expect("blocks");
    let [block] = &blocks.structured().ui_blocks[..] else { panic!("one block") };
    block.content.to_string()
}

/// Hostile texts: each fragment alone, repeated and before and behind others.
fn texts() -> Vec<String> {
    let mut texts: Vec<String> = FRAGMENTS.iter().map(|text| (*text).to_owned()).collect();
    texts.extend(FRAGMENTS.iter().map(|text| text.repeat(40)));
    for first in ["|", "\\", "`", "<", "\r", "&", "[", "*", "~"] {
        texts.extend(
            FRAGMENTS.iter().flat_map(|text| [format!("{first}{text}"), format!("{text}{first}")]),
        );
    }
    for seed in 0..400_u32 {
        let bytes: Vec<u8> = (0..24)
            .map(|at: u32| (seed.wrapping_mul(2_654_435_761).rotate_left(at) >> 9) as u8)
            .collect();
        texts.push(Source::new(&bytes).piece());
    }
    texts
}

#[test]
fn a_cell_stays_a_cell() {
    for text in texts() {
        let text = text.as_str();
        let table = content(|ui| {
            ui.table(
                ["BEGIN", text, "END"],
                [["begin", text, "end"], [text, text, text], ["begin", text, "end"]],
            );
        });
        let found = read(&table);
        let [(3, rows)] = &found.tables[..] else { panic!("{table:?}: {found:?}") };
        assert_eq!((rows.len(), found.others), (4, 0), "{table:?}: {found:?}");
        for row in rows {
            assert_eq!(row.len(), 3, "{table:?}");
        }
        for (row, first, last) in [(0, "BEGIN", "END"), (1, "begin", "end"), (3, "begin", "end")] {
            assert_eq!((rows[row][0].as_str(), rows[row][2].as_str()), (first, last), "{table:?}");
        }
    }
}

#[test]
fn an_entry_stays_an_entry() {
    for text in texts() {
        let text = text.as_str();
        let list = content(|ui| ui.list(["first", text, "last"]));
        let found = read(&list);
        if !is_rule(&folded(text, " ")) {
            assert_eq!((&found.lists[..], found.others), (&[3][..], 0), "{list:?}");
        }
    }
}

#[test]
fn every_kind_of_row_and_header() {
    let row = ["a|b", "2", "null"];
    let expected = "| A\\|B | C | D |\n| --- | --- | --- |\n| a\\|b | 2 | null |";
    let headers = ["A|B", "C", "D"];
    let owned: Vec<String> = row.iter().map(|cell| (*cell).to_owned()).collect();
    let options = row.map(Some);
    for table in [
        content(|ui| ui.table(headers, [row])),
        content(|ui| ui.table(headers, [&row])),
        content(|ui| ui.table(headers, [&row[..]])),
        content(|ui| ui.table(headers, [row.to_vec()])),
        content(|ui| ui.table(headers.map(str::to_owned), [&owned])),
        content(|ui| ui.table(vec!["A|B", "C", "D"], vec![options])),
        content(|ui| ui.table(headers, [("a|b", 2_u8, "null")])),
        content(|ui| ui.table(headers, [("a|b", 2.0_f64, format_args!("{}l", "nul"))])),
        content(|ui| ui.table_with(headers, |rows| rows.row(("a|b", 2_i128, Some("null"))))),
        content(|ui| {
            let cells: [&dyn Content; 3] = [&"a|b", &2, &"null"];
            ui.table_with(headers, |rows| rows.row(cells));
        }),
    ] {
        assert_eq!(table, expected);
    }
}

#[test]
fn cells_of_every_type() {
    let table = content(|ui| {
        ui.table_with(["A"], |rows| {
            rows.row((None::<&str>, Some(1), true, 'x', f64::NAN, 1.50_f32, "", i128::MIN));
            rows.row((
                "|",
                '|',
                Some("|"),
                format_args!("{}{}", '\\', '|'),
                "\\\\|",
                1e21,
                1e-7,
                0.1,
            ));
            rows.row(&[] as &[&str]);
        });
    });
    assert_eq!(
        table,
        "| A |\n| --- |\n\
         |  | 1 | true | x |  | 1.5 |  | -170141183460469231731687303715884105728 |\n\
         | \\| | \\| | \\| | \\&#124; | \\\\&#124; | 1e+21 | 1e-7 | 0.1 |\n|  |"
    );
    let list = content(|ui| ui.list([None, Some("a\r\n- b")]));
    assert_eq!(list, "- null\n- a - b");
    assert_eq!(content(|ui| ui.list::<&str>([])), "");
    assert_eq!(
        content(|ui| ui.table(["A", "B"], [] as [[&str; 2]; 0])),
        "| A | B |\n| --- | --- |\n"
    );
}
