//! The elements and members of a value, one after the other.

use crate::plan::censor::ValueKind;
use crate::plan::{Kind, Undeclared};
use crate::scan::tape::Token;
use crate::walk::duplicates::{HIDDEN, body};
use crate::walk::failures::Step;
use crate::walk::owners::Owner;

use super::View;

impl<'a> View<'a> {
    /// The element of an array with this index. Linear in it.
    #[must_use]
    pub fn element(&self, index: usize) -> Option<View<'a>> {
        self.elements().nth(index)
    }

    /// The elements of an array in order; nothing for any other value.
    pub fn elements(&self) -> Elements<'a> {
        self.read();
        let is_array = self.kind() == ValueKind::Array;
        let end = if is_array { self.token().next } else { 0 };
        Elements { array: self.clone(), at: self.at + 1, index: 0, end }
    }

    /// The elements of the array at `path`; nothing if there is none.
    ///
    /// ```
    /// use mcp_presenter::{Presenter, Renderer, Request};
    ///
    /// let orders = Presenter::builder("Order")
    ///     .allow_everything()
    ///     .ui(|order, ui| ui.list(order.each("lines").map(|line| line.get("sku"))))
    ///     .build()?;
    /// let json = br#"{"lines":[{"sku":"a-1"},{"sku":"b-2"}]}"#;
    /// let blocks = Renderer::new().blocks(&orders, json, &Request::new())?;
    /// assert_eq!(blocks.structured().ui_blocks[0].content, "- a-1\n- b-2");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn each(&self, path: &str) -> Elements<'a> {
        match self.get(path) {
            Some(value) => value.elements(),
            None => Elements { array: self.clone(), at: 0, index: 0, end: 0 },
        }
    }

    /// What decides about the element with this index; nothing if it is beyond a limit.
    fn element_owner(&self, index: usize) -> Option<Owner> {
        if let Owner::Node(id) = self.owner()
            && let Kind::Array(elements) = &self.environment.plan.node(id).kind
            && elements.is_beyond(index)
        {
            return None;
        }
        self.child_owner(Step::Index(index))
    }

    /// The members of an object with their keys, those of the schema in its order, then the others as
    /// they came; nothing for any other value.
    pub fn members(&self) -> Members<'a> {
        // Keys may be as secret as values.
        self.read();
        let is_object = self.kind() == ValueKind::Object;
        let end = if is_object { self.token().next } else { 0 };
        Members { object: self.clone(), field: 0, at: self.at + 1, end }
    }

    /// How many elements or members there are; 0 for any other value. Linear in them.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "most values have no members at all")]
    pub fn len(&self) -> usize {
        // How many there are may be as secret as what they are.
        self.read();
        match self.kind() {
            ValueKind::Array => self.elements().count(),
            ValueKind::Object => self.members().count(),
            _ => 0,
        }
    }
}

/// The elements of an array; made by [`View::elements`].
#[derive(Clone, Debug)]
#[must_use]
pub struct Elements<'a> {
    array: View<'a>,
    at: u32,
    index: usize,
    end: u32,
}

impl<'a> Iterator for Elements<'a> {
    type Item = View<'a>;

    fn next(&mut self) -> Option<View<'a>> {
        if self.at >= self.end {
            return None;
        }
        let owner = self.array.element_owner(self.index)?;
        let (at, step) = (self.at, Step::Index(self.index));
        self.at = self.array.token_at(at).next;
        self.index += 1;
        // An element that is removed leaves a null.
        Some(
            self.array.below(owner, at, step).unwrap_or_else(|| View::null(self.array.environment)),
        )
    }
}

/// The members of an object; made by [`View::members`].
#[derive(Clone, Debug)]
#[must_use]
pub struct Members<'a> {
    object: View<'a>,
    /// The next declared field.
    field: usize,
    /// The next key of the data.
    at: u32,
    end: u32,
}

impl<'a> Iterator for Members<'a> {
    type Item = (&'a str, View<'a>);

    fn next(&mut self) -> Option<(&'a str, View<'a>)> {
        if self.end == 0 {
            return None;
        }
        let declared = self.object.object();
        while let Some(object) = declared
            && self.field < object.fields.len()
        {
            let field = self.field;
            self.field += 1;
            let key: &'a str = &object.fields[field].key;
            if self.object.is_selected(key.as_bytes())
                && let Some(value) = self.object.field(object, field)
            {
                return Some((key, value));
            }
        }
        if declared.is_some_and(|object| object.undeclared != Undeclared::Keep) {
            return None;
        }
        while self.at < self.end {
            let (at, token) = (self.at, self.object.token_at(self.at));
            self.at = self.object.token_at(at + 1).next;
            if token.link == HIDDEN {
                continue;
            }
            if let Some(member) = self.data_member(&token) {
                return Some(member);
            }
        }
        None
    }
}

impl<'a> Members<'a> {
    fn data_member(&self, key: &Token) -> Option<(&'a str, View<'a>)> {
        let object = &self.object;
        let raw = body(object.bytes(), key);
        let is_escaped = key.is_special() && memchr::memchr(b'\\', raw).is_some();
        let name = if is_escaped { object.decoded(raw) } else { std::str::from_utf8(raw).ok()? };
        if !object.is_selected(name.as_bytes()) {
            return None;
        }
        let owner = object.child_owner(Step::Field(name))?;
        let value = object.below(owner, key.link, Step::Hidden(raw))?;
        if value.censor().is_some_and(|id| value.is_removal(id)) {
            // Where the value is removed, the key is, too.
            value.read();
        }
        Some((name, value))
    }
}
