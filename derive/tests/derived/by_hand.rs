//! A derived Presenter is the one that a person would write.

use std::borrow::Cow;
use std::collections::BTreeMap;

use mcp_presenter::{Censor, Entity, Field, Presenter, Type, t};
use serde::Serialize;

use super::{Customer, Line, Tested, customer, show};

/// Both keep and redact the same, and say the same around it.
fn assert_same(derived: &Presenter, written: &Presenter) {
    assert_eq!(derived.name(), written.name());
    assert_eq!(format!("{:#?}", derived.outline()), format!("{:#?}", written.outline()));
    assert_eq!(derived.warnings(), written.warnings());
    assert!(derived.select_keys().eq(written.select_keys()));
    assert!(derived.select_paths().eq(written.select_paths()));
}

#[derive(Serialize, Presenter)]
#[presenter(
    name = "Order",
    rules("Never show an e-mail address.", "Times are in UTC."),
    directives("Answer in one sentence."),
    limit = 2,
    notice = "{max} of more",
    nested_select
)]
struct Order<'a> {
    id: u64,
    /// In cents,
    /// divide by 100.
    ///
    /// Never negative.
    amount_cents: i64,
    #[presenter(describe = "An overdue one is not cancelled.")]
    status: Status,
    note: Option<&'a str>,
    customer: Customer,
    lines: Vec<Line>,
    by_region: BTreeMap<String, Customer>,
    #[presenter(redact = "keep_last(4)")]
    card: Cow<'a, str>,
    #[presenter(hidden)]
    margin: f64,
}

#[derive(Serialize, Presenter)]
#[serde(rename_all = "snake_case")]
enum Status {
    #[expect(dead_code, reason = "a choice, and not of these orders")]
    Draft,
    OverDue,
}

fn order(id: u64) -> Order<'static> {
    Order {
        id,
        amount_cents: 4550,
        status: Status::OverDue,
        note: None,
        customer: customer("Ada"),
        lines: vec![Line { sku: "a-1", price: 45.5, cost: 31 }],
        by_region: BTreeMap::from([("north".to_owned(), customer("Bo"))]),
        card: "4111111111111111".into(),
        margin: 0.31,
    }
}

fn customer_fields() -> [Field; 3] {
    [t::string("name"), t::string("email"), t::string("phone").nullable()]
}

#[test]
fn a_struct_as_it_would_be_written_by_hand() -> Tested {
    let written = Presenter::builder("Order")
        .schema([
            t::integer("id"),
            t::integer("amount_cents").describe("In cents, divide by 100."),
            t::one_of("status", ["draft", "over_due"]).describe("An overdue one is not cancelled."),
            t::string("note").nullable(),
            t::object("customer", customer_fields()),
            t::array(
                "lines",
                Type::object([t::string("sku"), t::number("price").nullable(), t::integer("cost")]),
            ),
            t::record("by_region", Type::object(customer_fields())),
            t::string("card"),
        ])
        .redact_pii(["customer.email"])
        .redact(["customer.phone"], Censor::remove())
        .redact(["lines[*].cost"], Censor::text("-"))
        .redact_pii(["by_region[*].email"])
        .redact(["by_region[*].phone"], Censor::remove())
        .redact(["card"], Censor::keep_last(4))
        .rules(["Never show an e-mail address.", "Times are in UTC."])
        .directives(["Answer in one sentence."])
        .limit(2)
        .notice("{max} of more")
        .nested_select(true)
        .build()?;
    let derived = Order::presenter()?;
    assert_same(&derived, &written);

    let orders = [order(1), order(2), order(3)];
    let shown = show(&derived, &orders[0]);
    assert_eq!(shown, show(&written, &orders[0]));
    assert_eq!(show(&derived, &orders[..]), show(&written, &orders[..]));
    assert_eq!(
        shown,
        concat!(
            r#"{"id":1,"amount_cents":4550,"status":"over_due","note":null,"#,
            r#""customer":{"name":"Ada","email":"[REDACTED]"},"#,
            r#""lines":[{"sku":"a-1","price":45.5,"cost":"-"}],"#,
            r#""by_region":{"north":{"name":"Bo","email":"[REDACTED]"}},"#,
            r#""card":"************1111"}"#,
            "\n\n<llm_directives>\n- Answer in one sentence.\n</llm_directives>",
            "\n\n<domain_rules>\n- amount_cents: In cents, divide by 100.\n",
            "- status: An overdue one is not cancelled.\n",
            "- Never show an e-mail address.\n- Times are in UTC.\n</domain_rules>",
        )
    );
    Ok(())
}

#[derive(Serialize, Presenter)]
struct Invoice {
    id: u32,
    #[presenter(embed)]
    customer: Option<Customer>,
    #[presenter(embed)]
    lines: Vec<Line>,
}

#[test]
fn embedded_presenters() -> Tested {
    let written = Presenter::builder("Invoice")
        .schema([
            t::integer("id"),
            t::object("customer", customer_fields()).nullable(),
            t::array(
                "lines",
                Type::object([t::string("sku"), t::number("price").nullable(), t::integer("cost")]),
            ),
        ])
        .redact_pii(["customer.email"])
        .redact(["customer.phone"], Censor::remove())
        .redact(["lines[*].cost"], Censor::text("-"))
        .embed("customer", &Customer::presenter()?)
        .embed("lines", &Line::presenter()?)
        .build()?;
    let derived = Invoice::presenter()?;
    assert_same(&derived, &written);
    let lines = || vec![Line { sku: "a-1", price: 1.0, cost: 2 }];
    let invoice = Invoice { id: 7, customer: Some(customer("Ada")), lines: lines() };
    assert_eq!(show(&derived, &invoice), show(&written, &invoice));
    assert_eq!(
        show(&derived, &invoice),
        concat!(
            r#"{"id":7,"customer":{"name":"Ada","email":"[REDACTED]"},"#,
            r#""lines":[{"sku":"a-1","price":1,"cost":"-"}]}"#,
            "\n\n<domain_rules>\n- Call customers by their name.\n</domain_rules>",
        )
    );
    let nobody = Invoice { id: 8, customer: None, lines: lines() };
    assert_eq!(
        show(&derived, &nobody),
        r#"{"id":8,"customer":null,"lines":[{"sku":"a-1","price":1,"cost":"-"}]}"#
    );
    Ok(())
}
