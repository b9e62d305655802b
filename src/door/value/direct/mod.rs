//! Values straight to JSON: the serializer knows the plan, and writes each field when it comes.
//!
//! Nothing of a value is kept. A field that is not declared is not even asked for what it is; what
//! stands in a redacted value's place is written instead of it. What a [`layout`] cannot say, and
//! what does not fit it, is a [`miss`](writer::Writer::miss): nothing of it counts, and the value
//! goes the long way, as JSON through the walk, which also tells what is wrong.

mod elements;
pub(crate) mod layout;
mod map;
mod object;
mod scalars;
mod serializer;
mod writer;

use serde::Serialize;

use crate::emit::context::Context;
use crate::plan::Plan;

use super::super::json::Root;
use super::super::scratch::Scratch;
use writer::Writer;

/// A value that can be written more than once.
pub(crate) trait Source {
    /// Writes what may be shown of the value, and says whether it could be done this way. If it could
    /// not, what was written and counted is worth nothing.
    fn write(&self, writer: &mut Writer<'_>) -> bool;
}

/// A value of serde.
pub(crate) struct Borrowed<'a, T: ?Sized>(pub(crate) &'a T);

impl<T: Serialize + ?Sized> Source for Borrowed<'_, T> {
    fn write(&self, writer: &mut Writer<'_>) -> bool {
        writer.run(self.0)
    }
}

/// Appends what may be shown of the value as JSON without white space; nothing, if that cannot be done
/// this way. Then `out` and the counts in `scratch` are worth nothing.
pub(crate) fn write<C: Context>(
    plan: &Plan,
    value: &dyn Source,
    scratch: &mut Scratch,
    out: &mut Vec<u8>,
) -> Option<Root> {
    scratch.largest = 0;
    let Scratch { layouts, members, selection, tally, .. } = scratch;
    let layout = layouts.of::<C>(plan, selection.list())?;
    let mut writer = Writer::new(plan, layout, (selection, tally), members, out);
    value.write(&mut writer).then(|| writer.root())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use serde::Serialize;

    use super::{Borrowed, write};
    use crate::door::scratch::Scratch;
    use crate::emit::context::Plain;
    use crate::presenter::{Censor, Presenter, PresenterBuilder, Type, t};

    #[derive(Clone, Serialize)]
    struct Item {
        dropped: Vec<u8>,
        number: f64,
        inner: BTreeMap<&'static str, Option<bool>>,
        text: &'static str,
    }

    fn builder() -> PresenterBuilder {
        Presenter::builder("P").schema([
            t::string("text"),
            t::object("inner", [t::boolean("a").nullable(), t::boolean("b").optional()]),
            t::number("number"),
        ])
    }

    /// What is written, if it is written field by field.
    fn written<T: Serialize>(builder: PresenterBuilder, value: &T) -> Option<String> {
        let presenter = builder.build().expect("a Presenter");
        let (mut scratch, mut out) = (Scratch::default(), Vec::new());
        let plan = &presenter.0.plan;
        write::<Plain>(plan, &Borrowed(value), &mut scratch, &mut out)?;
        Some(String::from_utf8(out).expect("UTF-8"))
    }

    fn item() -> Item {
        let inner = BTreeMap::from([("a", None), ("x", Some(true))]);
        Item { dropped: vec![1], number: 0.5, inner, text: "t" }
    }

    #[test]
    fn usual_values_are_written_field_by_field() {
        let shown = r#"{"text":"t","inner":{"a":null},"number":0.5}"#;
        assert_eq!(written(builder(), &item()).as_deref(), Some(shown));
        let two = vec![Some(item()), Some(item())];
        assert_eq!(written(builder(), &two), Some(format!("[{shown},{shown}]")));
        let redacted = builder().redact_pii(["text"]).redact(["inner"], Censor::remove());
        let shown = r#"{"text":"[REDACTED]","number":0.5}"#;
        assert_eq!(written(redacted, &item()).as_deref(), Some(shown));
    }

    #[test]
    fn others_are_not() {
        let kept = builder().redact(["text"], Censor::keep_last(4));
        assert_eq!(written(kept, &item()), None);
        let union = Presenter::builder("P")
            .schema([t::union("inner", [Type::string(), Type::array(Type::string())])]);
        assert_eq!(written(union, &item()), None);
        // What does not fit, nothing of it.
        assert_eq!(written(builder(), &[1]), None);
        assert_eq!(written(builder(), &BTreeMap::from([("text", 1)])), None);
    }
}
