//! The end of the output buffer, written in lanes of 32 bytes.

#![allow(unsafe_code, reason = "each block has its proof")]

use crate::scan::vector::LANE;

/// Appends to a `Vec` without asking for room at each step.
///
/// Keeps `start <= at <= end`, where `start` is the vector's length and `end` its capacity, both
/// as addresses into its allocation; the bytes from `start` to `at` are written.
///
/// Lanes are written whole, so bytes of their source that were not asked for may stay behind `at`.
/// They never become part of the vector.
#[derive(Debug)]
pub(crate) struct Cursor<'a> {
    out: &'a mut Vec<u8>,
    at: *mut u8,
    end: *mut u8,
}

impl<'a> Cursor<'a> {
    #[inline(always)]
    pub(crate) fn new(out: &'a mut Vec<u8>) -> Self {
        let room = out.spare_capacity_mut().as_mut_ptr_range();
        let (at, end) = (room.start.cast(), room.end.cast());
        Self { out, at, end }
    }

    #[inline(always)]
    fn room(&self) -> usize {
        debug_assert!(self.at <= self.end);
        self.end.addr() - self.at.addr()
    }

    /// Appends the first `length` bytes of `source`. Fastest if `source` has 32 bytes or more
    /// and `length` is at most that.
    #[inline(always)]
    pub(crate) fn put(&mut self, source: &[u8], length: usize) {
        match source.first_chunk::<LANE>() {
            Some(lane) if length <= LANE && self.room() >= LANE => {
                // SAFETY: `room` says that LANE bytes behind `at` belong to the vector's spare
                // capacity, which nothing else refers to while the vector is borrowed.
                unsafe { self.at.cast::<[u8; LANE]>().write_unaligned(*lane) };
                // SAFETY: `length` is at most LANE, so `at` stays within the allocation.
                self.at = unsafe { self.at.add(length) };
            }
            _ => {
                debug_assert!(length <= source.len(), "the source has what is asked for");
                // Rather nothing than more than was asked for.
                self.put_slice(source.get(..length).unwrap_or_default());
            }
        }
    }

    /// Appends `source`, of any length.
    #[inline]
    pub(crate) fn put_slice(&mut self, source: &[u8]) {
        if self.room() < source.len() {
            self.grow(source.len());
        }
        // SAFETY: there is room for the bytes, as just seen to, and the spare capacity of a
        // vector that is borrowed mutably does not overlap a slice that is borrowed elsewhere.
        unsafe { self.at.copy_from_nonoverlapping(source.as_ptr(), source.len()) };
        // SAFETY: `at` stays within the allocation, for the same reason.
        self.at = unsafe { self.at.add(source.len()) };
    }

    /// Makes what is written part of the vector.
    #[inline(always)]
    pub(crate) fn commit(&mut self) {
        let length = self.at.addr() - self.out.as_ptr().addr();
        debug_assert!(length <= self.out.capacity());
        // SAFETY: `at` lies within the vector's allocation, and all bytes up to it are written.
        unsafe { self.out.set_len(length) };
    }

    /// Lets `write` append to the vector itself.
    #[inline(always)]
    pub(crate) fn with<T>(&mut self, write: impl FnOnce(&mut Vec<u8>) -> T) -> T {
        self.commit();
        let result = write(self.out);
        self.rewind();
        result
    }

    #[inline(always)]
    fn rewind(&mut self) {
        let room = self.out.spare_capacity_mut().as_mut_ptr_range();
        (self.at, self.end) = (room.start.cast(), room.end.cast());
    }

    /// Makes room for `length` bytes.
    #[inline(always)]
    pub(crate) fn reserve(&mut self, length: usize) {
        if self.room() < length {
            self.grow(length);
        }
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self, length: usize) {
        self.commit();
        self.out.reserve(length.saturating_add(LANE));
        self.rewind();
    }
}

#[cfg(test)]
mod tests {
    use super::Cursor;

    #[test]
    fn appends_pieces_of_every_length() {
        let source: Vec<u8> = (0..=255).collect();
        let mut out = b"KEEP".to_vec();
        let mut expected = out.clone();
        let mut cursor = Cursor::new(&mut out);
        for length in (0..100).chain([255, 256, 0, 1]) {
            cursor.put(&source, length);
            expected.extend_from_slice(&source[..length]);
            cursor.put(&source[..length], length);
            expected.extend_from_slice(&source[..length]);
        }
        cursor.with(|out| out.extend_from_slice(b"|"));
        expected.push(b'|');
        cursor.put_slice(b"end");
        expected.extend_from_slice(b"end");
        cursor.commit();
        assert_eq!(out, expected);
    }

    #[test]
    fn what_is_not_committed_is_not_there() {
        let mut out = b"KEEP".to_vec();
        Cursor::new(&mut out).put_slice(b"lost");
        assert_eq!(out, b"KEEP");
    }
}
