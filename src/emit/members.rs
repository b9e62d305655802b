//! Objects whose members come in another order than they are written in.

#![forbid(unsafe_code)]

/// Where the members of the objects that are open stand in the output, the innermost's last.
///
/// Each member is written with a comma in front when it comes. At the end of the object they are put
/// into the order of their ranks, and the bracket takes the first comma's place.
#[derive(Debug, Default)]
pub(crate) struct Members {
    spans: Vec<Span>,
    /// The members of one object, while they are put in order.
    moved: Vec<u8>,
}

#[derive(Clone, Copy, Debug)]
struct Span {
    rank: u32,
    start: usize,
    end: usize,
}

/// An object that is open.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OpenObject {
    first_span: usize,
    start: usize,
    is_unordered: bool,
    last_rank: u32,
}

impl Members {
    pub(crate) fn begin(&mut self) {
        self.spans.clear();
    }

    /// Bytes of memory held.
    pub(crate) fn capacity(&self) -> usize {
        self.spans.capacity() * size_of::<Span>() + self.moved.capacity()
    }

    /// Opens an object, whose members follow at the end of `out`.
    #[inline(always)]
    pub(crate) fn open(&self, out: &[u8]) -> OpenObject {
        let (first_span, start) = (self.spans.len(), out.len());
        OpenObject { first_span, start, is_unordered: false, last_rank: 0 }
    }

    /// The member with this rank, unlike any other's of the object, was written from `start` on.
    #[inline(always)]
    pub(crate) fn wrote(
        &mut self,
        object: &mut OpenObject,
        (rank, start): (u32, usize),
        out: &[u8],
    ) {
        object.is_unordered |= rank < object.last_rank;
        object.last_rank = rank;
        self.spans.push(Span { rank, start, end: out.len() });
    }

    #[inline(always)]
    pub(crate) fn close(&mut self, object: OpenObject, out: &mut Vec<u8>) {
        if object.is_unordered {
            self.order(object, out);
        }
        self.spans.truncate(object.first_span);
        match out.get_mut(object.start) {
            Some(comma) => *comma = b'{',
            None => out.push(b'{'),
        }
        out.push(b'}');
    }

    fn order(&mut self, object: OpenObject, out: &mut Vec<u8>) {
        let spans = &mut self.spans[object.first_span..];
        spans.sort_unstable_by_key(|span| span.rank);
        self.moved.clear();
        self.moved.extend_from_slice(&out[object.start..]);
        out.truncate(object.start);
        for span in spans {
            out.extend_from_slice(&self.moved[span.start - object.start..span.end - object.start]);
        }
    }
}
