//! Objects by their keys: which are alike, and in which order their values come.

use super::intern::Interner;

/// A member of an object that fits into a row: its key, and the layout of its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Field {
    pub(super) key: u32,
    /// The layout of an object, or [`PRIMITIVE`], [`LIST`] or [`NULL`].
    pub(super) below: u32,
}

/// In [`Field::below`]: the value is a cell.
pub(super) const PRIMITIVE: u32 = u32::MAX;

/// In [`Field::below`]: the value is an array, and a cell.
pub(super) const LIST: u32 = u32::MAX - 1;

/// In [`Field::below`]: the value is null, where arrays may be cells. A column of primitive values
/// has room for it, and a column of arrays.
pub(super) const NULL: u32 = u32::MAX - 2;

impl Field {
    /// Whether the value is a cell.
    pub(super) fn is_cell(self) -> bool {
        self.below >= NULL
    }
}

/// What is known of a layout.
#[derive(Clone, Copy, Debug)]
struct Facts {
    /// The same for all layouts that differ only in the order of keys, at any depth.
    shape: u32,
    /// How many cells there are, at any depth.
    cells: u32,
    /// At least two members, all of them objects that fit into one table: a keyed table.
    is_keyed: bool,
}

/// The layouts of the objects of a document that fit into a row: objects with at least one member
/// and no empty objects at any depth, nor arrays but those that are cells. Other objects have none.
///
/// Two such objects fit into the same table if, and only if, they have the same shape, whatever
/// the order of their keys. So whether a table is possible takes one comparison an element, however
/// deep its objects are. Where arrays may be cells, shapes that differ in nulls alone can be
/// [joined](Self::join) too.
#[derive(Debug, Default)]
pub(super) struct Layouts {
    keys: Interner<u8>,
    layouts: Interner<Field>,
    shapes: Interner<Field>,
    facts: Vec<Facts>,
    sorted: Vec<Field>,
    /// The shapes that are being joined, one in the other.
    joined: Vec<Field>,
}

/// How many bytes of layouts are remembered from one element of a list to the next.
const KEPT: usize = 64 << 10;

/// A state of [`Layouts`] that it can be brought back to.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Mark {
    keys: usize,
    layouts: usize,
    shapes: usize,
}

impl Layouts {
    pub(super) fn mark(&self) -> Mark {
        Mark { keys: self.keys.len(), layouts: self.layouts.len(), shapes: self.shapes.len() }
    }

    /// Forgets what came after `mark`.
    pub(super) fn rewind(&mut self, mark: Mark) {
        self.keys.rewind(mark.keys);
        self.layouts.rewind(mark.layouts);
        self.shapes.rewind(mark.shapes);
        self.facts.truncate(mark.layouts);
    }

    /// Forgets everything, if it has become much.
    pub(super) fn clear_if_large(&mut self) {
        if self.keys.size() + self.layouts.size() + self.shapes.size() > KEPT {
            self.rewind(Mark::default());
        }
    }

    /// Bytes of memory held.
    pub(super) fn capacity(&self) -> usize {
        self.keys.capacity()
            + self.layouts.capacity()
            + self.shapes.capacity()
            + self.facts.capacity() * size_of::<Facts>()
            + (self.sorted.capacity() + self.joined.capacity()) * size_of::<Field>()
    }

    /// The number of a key, given decoded.
    #[inline]
    pub(super) fn key(&mut self, key: &[u8]) -> u32 {
        let outer = match key {
            [first, .., last] => usize::from(*first) * 5 + usize::from(*last) * 11,
            [only] => usize::from(*only),
            [] => 0,
        };
        self.keys.intern(key, outer + key.len())
    }

    /// The text of a key.
    pub(super) fn key_text(&self, key: u32) -> &[u8] {
        self.keys.get(key)
    }

    /// The members of a layout in their order.
    pub(super) fn fields(&self, layout: u32) -> &[Field] {
        self.layouts.get(layout)
    }

    /// The layout with these members, of which there is at least one.
    #[inline]
    pub(super) fn layout(&mut self, fields: &[Field]) -> u32 {
        let hint = fields.last().map_or(0, |last| last.key.wrapping_add(last.below) as usize);
        let id = self.layouts.intern(fields, hint.wrapping_add(fields.len() * 7));
        if id as usize == self.facts.len() {
            self.learn(fields);
        }
        id
    }

    /// Finds out about a layout that was not met before. `n log n` in its members.
    #[inline(never)]
    fn learn(&mut self, fields: &[Field]) {
        let shape_below = |field: &Field| match field {
            cell if cell.is_cell() => cell.below,
            object => self.facts[object.below as usize].shape,
        };
        self.sorted.clear();
        self.sorted
            .extend(fields.iter().map(|field| Field { below: shape_below(field), ..*field }));
        let cells = fields.iter().map(|field| self.cells_of(*field)).sum();
        let is_keyed = self.is_one_table();
        self.sorted.sort_unstable();
        let shape = self.shapes.intern(&self.sorted, self.sorted.len());
        self.facts.push(Facts { shape, cells, is_keyed });
    }

    /// Whether the members at hand are at least two, and all of them rows of one table.
    fn is_one_table(&mut self) -> bool {
        if self.sorted.len() < 2 || self.sorted.iter().any(|field| field.is_cell()) {
            return false;
        }
        let first = self.sorted[0].below;
        let all = (1..self.sorted.len())
            .try_fold(first, |shape, at| self.join(shape, self.sorted[at].below));
        all.is_some()
    }

    /// The shape of a table that has rows of both shapes, if there may be one: they differ at most
    /// in that one has null where the other has a primitive value or an array.
    ///
    /// Linear in the cells of one of them, and nothing if they are the same.
    #[inline]
    pub(super) fn join(&mut self, one: u32, other: u32) -> Option<u32> {
        if one == other { Some(one) } else { self.join_others(one, other) }
    }

    #[inline(never)]
    fn join_others(&mut self, one: u32, other: u32) -> Option<u32> {
        let (base, length) = (self.joined.len(), self.shapes.get(one).len());
        let is_joined = length == self.shapes.get(other).len()
            && (0..length).all(|at| self.join_field(one, other, at));
        let shape = is_joined.then(|| self.shapes.intern(&self.joined[base..], length));
        self.joined.truncate(base);
        shape
    }

    /// Joins the fields of two shapes at one place of the order of keys.
    fn join_field(&mut self, one: u32, other: u32, at: usize) -> bool {
        let (one, other) = (self.shapes.get(one)[at], self.shapes.get(other)[at]);
        let below = match (one.below, other.below) {
            (one, other) if one == other => Some(one),
            (NULL, PRIMITIVE | LIST) => Some(other.below),
            (PRIMITIVE | LIST, NULL) => Some(one.below),
            _ if one.is_cell() || other.is_cell() => None,
            (one, other) => self.join(one, other),
        };
        match below {
            Some(below) if one.key == other.key => {
                self.joined.push(Field { below, ..one });
                true
            }
            _ => false,
        }
    }

    /// The kind of cell that a table of this shape has for the key, or the shape of the objects.
    pub(super) fn below_in_shape(&self, shape: u32, key: u32) -> u32 {
        let fields = self.shapes.get(shape);
        fields.binary_search_by_key(&key, |field| field.key).map_or(NULL, |at| fields[at].below)
    }

    /// Whether the keys of both layouts, which have the same shape or shapes that were joined, are in
    /// the same order. Linear in the cells.
    pub(super) fn is_same_order(&self, one: u32, other: u32) -> bool {
        one == other || {
            let mut fields = self.fields(one).iter().zip(self.fields(other));
            fields.all(|(one, other)| {
                one.key == other.key
                    && one.is_cell() == other.is_cell()
                    && (one.is_cell() || self.is_same_order(one.below, other.below))
            })
        }
    }

    pub(super) fn shape(&self, layout: u32) -> u32 {
        self.facts[layout as usize].shape
    }

    pub(super) fn is_keyed(&self, layout: u32) -> bool {
        self.facts[layout as usize].is_keyed
    }

    pub(super) fn cells(&self, layout: u32) -> u32 {
        self.facts[layout as usize].cells
    }

    fn cells_of(&self, field: Field) -> u32 {
        if field.is_cell() { 1 } else { self.cells(field.below) }
    }
}

/// For rows whose members stand in another order than the header's: for each column, which of the
/// row's values, as they come, is its cell.
#[derive(Debug, Default)]
pub(super) struct Order {
    of_columns: Vec<u32>,
    /// Header and row that it is for.
    of: Option<(u32, u32)>,
    /// The fields of the header's levels that are being looked at: key, first column, layout.
    by_key: Vec<(u32, u32, u32)>,
}

impl Order {
    /// Forgets for which layouts it is.
    pub(super) fn clear(&mut self) {
        self.of = None;
    }

    /// Prepares for rows of layout `row` under the header `header`, which has the same shape.
    /// `n log n` in the cells of a row, and nothing if the last row was the same.
    pub(super) fn set(&mut self, layouts: &Layouts, header: u32, row: u32) {
        if self.of == Some((header, row)) {
            return;
        }
        self.of = Some((header, row));
        self.of_columns.clear();
        self.of_columns.resize(layouts.cells(header) as usize, 0);
        self.by_key.clear();
        let mut value = 0;
        self.fill(layouts, header, row, 0, &mut value);
        debug_assert_eq!(value, layouts.cells(header), "the shapes are the same");
    }

    fn fill(&mut self, layouts: &Layouts, header: u32, row: u32, first: u32, value: &mut u32) {
        let base = self.by_key.len();
        let mut column = first;
        for field in layouts.fields(header) {
            self.by_key.push((field.key, column, field.below));
            column += layouts.cells_of(*field);
        }
        self.by_key[base..].sort_unstable();
        for field in layouts.fields(row) {
            let level = &self.by_key[base..];
            let Ok(at) = level.binary_search_by_key(&field.key, |entry| entry.0) else { continue };
            let (_, column, below) = level[at];
            if field.is_cell() {
                self.of_columns[column as usize] = *value;
                *value += 1;
            } else {
                self.fill(layouts, below, field.below, column, value);
            }
        }
        self.by_key.truncate(base);
    }

    pub(super) fn of_columns(&self) -> &[u32] {
        &self.of_columns
    }

    /// Bytes of memory held.
    pub(super) fn capacity(&self) -> usize {
        self.of_columns.capacity() * size_of::<u32>()
            + self.by_key.capacity() * size_of::<(u32, u32, u32)>()
    }
}

#[cfg(test)]
mod tests {
    use super::{Field, LIST, Layouts, NULL, Order, PRIMITIVE};

    fn layout(layouts: &mut Layouts, members: &[(&str, u32)]) -> u32 {
        let fields: Vec<Field> = members
            .iter()
            .map(|(key, below)| Field { key: layouts.key(key.as_bytes()), below: *below })
            .collect();
        layouts.layout(&fields)
    }

    #[test]
    fn shapes_have_no_order() {
        let layouts = &mut Layouts::default();
        let xy = layout(layouts, &[("x", PRIMITIVE), ("y", PRIMITIVE)]);
        let yx = layout(layouts, &[("y", PRIMITIVE), ("x", PRIMITIVE)]);
        let x = layout(layouts, &[("x", PRIMITIVE)]);
        assert_ne!(xy, yx);
        assert_eq!(layouts.shape(xy), layouts.shape(yx));
        assert_ne!(layouts.shape(xy), layouts.shape(x));
        let one = layout(layouts, &[("a", xy), ("b", yx)]);
        let other = layout(layouts, &[("b", xy), ("a", xy)]);
        let third = layout(layouts, &[("b", xy), ("a", PRIMITIVE)]);
        assert_eq!(layouts.shape(one), layouts.shape(other));
        assert_ne!(layouts.shape(one), layouts.shape(third));
        assert!(layouts.is_keyed(one) && !layouts.is_keyed(third) && !layouts.is_keyed(xy));
        assert_eq!((layouts.cells(one), layouts.cells(third)), (4, 3));
    }

    #[test]
    fn cells_find_their_columns() {
        let layouts = &mut Layouts::default();
        let xy = layout(layouts, &[("x", PRIMITIVE), ("y", PRIMITIVE)]);
        let yx = layout(layouts, &[("y", PRIMITIVE), ("x", PRIMITIVE)]);
        let header = layout(layouts, &[("a", PRIMITIVE), ("b", xy), ("c", PRIMITIVE)]);
        let row = layout(layouts, &[("c", PRIMITIVE), ("b", yx), ("a", PRIMITIVE)]);
        let mut order = Order::default();
        order.set(layouts, header, row);
        // The row has c, b.y, b.x, a.
        assert_eq!(order.of_columns(), [3, 2, 1, 0]);
        order.set(layouts, header, header);
        assert_eq!(order.of_columns(), [0, 1, 2, 3]);
    }

    #[test]
    fn nulls_fit_into_two_kinds_of_columns() {
        let layouts = &mut Layouts::default();
        let nulls = layout(layouts, &[("a", NULL), ("b", NULL)]);
        let lists = layout(layouts, &[("b", NULL), ("a", LIST)]);
        let texts = layout(layouts, &[("a", NULL), ("b", PRIMITIVE)]);
        let both = layout(layouts, &[("a", LIST), ("b", PRIMITIVE)]);
        let other = layout(layouts, &[("a", PRIMITIVE), ("b", PRIMITIVE)]);
        let [nulls, lists, texts, both, other] =
            [nulls, lists, texts, both, other].map(|layout| layouts.shape(layout));
        assert_eq!(layouts.join(nulls, lists), Some(lists));
        assert_eq!(layouts.join(lists, texts), Some(both));
        assert_eq!((layouts.join(both, nulls), layouts.join(both, other)), (Some(both), None));
        let key = layouts.key(b"a");
        assert_eq!(layouts.below_in_shape(both, key), LIST);
    }

    #[test]
    fn what_is_nested_is_joined_too() {
        let layouts = &mut Layouts::default();
        let list = layout(layouts, &[("x", LIST)]);
        let null = layout(layouts, &[("x", NULL)]);
        let text = layout(layouts, &[("x", PRIMITIVE)]);
        let one = layout(layouts, &[("a", list), ("b", null)]);
        let other = layout(layouts, &[("a", null), ("b", text)]);
        let both = layout(layouts, &[("a", list), ("b", text)]);
        assert!(layouts.is_keyed(one) && layouts.is_keyed(other) && !layouts.is_keyed(both));
        let joined = layouts.join(layouts.shape(one), layouts.shape(other));
        assert_eq!(joined, Some(layouts.shape(both)));
        assert!(layouts.is_same_order(one, other) && layouts.joined.is_empty());
        assert_eq!(layouts.join(layouts.shape(one), layouts.shape(text)), None);
        let turned = layout(layouts, &[("b", null), ("a", list)]);
        assert!(!layouts.is_same_order(one, turned));
    }
}
