//! One entity, several audiences: the same data through a Presenter for administrators and through
//! one for support. The server picks by the caller's role, at run time, in one line; the tool's
//! handler does not know. A Presenter is one pointer, shared by all who hold it, so that neither the
//! choice nor a clone copies anything of it.
//!
//! `cargo run --example audiences` writes `examples/audiences.txt`.

use std::error::Error;
use std::io::{self, Write};

use mcp_presenter::{BuildErrors, Frame, Presenter, Renderer, Request, t};

#[derive(Clone, Copy, Debug)]
enum Role {
    Admin,
    Support,
}

struct Audiences {
    admin: Presenter,
    support: Presenter,
}

impl Audiences {
    fn new() -> Result<Self, BuildErrors> {
        let admin = Presenter::builder("Invoice")
            .schema([
                t::string("id"),
                t::string("customer"),
                t::integer("amount_cents").describe("CENTS, divide by 100"),
                status(),
            ])
            .build()?;
        let support =
            Presenter::builder("Invoice").schema([t::string("id"), status()]).limit(10).build()?;
        Ok(Self { admin, support })
    }

    fn of(&self, role: Role) -> &Presenter {
        match role {
            Role::Admin => &self.admin,
            Role::Support => &self.support,
        }
    }
}

fn status() -> mcp_presenter::Field {
    t::one_of("status", ["draft", "paid", "overdue"])
}

fn main() -> Result<(), Box<dyn Error>> {
    print(&mut io::stdout())
}

pub(crate) fn print(to: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let audiences = Audiences::new()?;
    let json = twelve_invoices();
    let (mut renderer, mut out) = (Renderer::new(), Vec::new());

    let pointers = size_of::<Presenter>() / size_of::<usize>();
    writeln!(to, "== A Presenter is {pointers} pointer")?;
    for role in [Role::Admin, Role::Support] {
        out.clear();
        let presenter = audiences.of(role); // the choice: a reference to what was built at the start
        let report =
            renderer.render(presenter, json.as_bytes(), &Request::new(), Frame::Text, &mut out)?;
        writeln!(to, "== {role:?}: {} shown, {} hidden", report.items(), report.hidden())?;
        to.write_all(&out)?;
        writeln!(to)?;
    }
    Ok(())
}

/// What a handler might have from its database.
fn twelve_invoices() -> String {
    let invoice = |number: u32| {
        let status = ["draft", "paid", "overdue"][number as usize % 3];
        let cents = 100 * number;
        format!(
            r#"{{"id":"inv_{number}","customer":"c-{}","amount_cents":{cents},"status":"{status}"}}"#,
            number % 4
        )
    };
    let invoices: Vec<String> = (1..=12).map(invoice).collect();
    format!("[{}]", invoices.join(","))
}
