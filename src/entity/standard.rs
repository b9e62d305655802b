//! The schemas of the standard library's types, as serde writes their values.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet, LinkedList, VecDeque};
use std::marker::PhantomData;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, SocketAddrV4, SocketAddrV6};
use std::num::{NonZero, Saturating, Wrapping};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::atomic::{
    AtomicBool, AtomicI8, AtomicI16, AtomicI32, AtomicI64, AtomicIsize, AtomicU8, AtomicU16,
    AtomicU32, AtomicU64, AtomicUsize,
};
use std::sync::{Arc, Mutex, RwLock};
use std::time::Duration;

use crate::presenter::{Constant, PresenterBuilder, Type};

use super::nesting::Nesting;
use super::schema::Schema;
use super::{Entity, Present};

/// Types without types in them.
macro_rules! scalars {
    ($($schema:expr => $($ty:ty),+;)+) => {$($(
        impl Present for $ty {
            fn schema(_: &mut Nesting) -> Schema {
                Schema::from($schema)
            }
        }
    )+)+};
}

scalars! {
    Type::string() => str, String, char, Path, PathBuf;
    Type::string() => IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, SocketAddrV4, SocketAddrV6;
    Type::boolean() => bool, AtomicBool;
    Type::integer() => i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize;
    Type::integer() => NonZero<i8>, NonZero<i16>, NonZero<i32>, NonZero<i64>, NonZero<i128>;
    Type::integer() => NonZero<u8>, NonZero<u16>, NonZero<u32>, NonZero<u64>, NonZero<u128>;
    Type::integer() => NonZero<isize>, NonZero<usize>;
    Type::integer() => AtomicI8, AtomicI16, AtomicI32, AtomicI64, AtomicIsize;
    Type::integer() => AtomicU8, AtomicU16, AtomicU32, AtomicU64, AtomicUsize;
    // What is not finite is written as null.
    Type::number().nullable() => f32, f64;
    Type::literal(Constant::null()) => ();
}

impl<T: ?Sized> Present for PhantomData<T> {
    fn schema(_: &mut Nesting) -> Schema {
        Type::literal(Constant::null()).into()
    }
}

impl Present for Duration {
    fn schema(nesting: &mut Nesting) -> Schema {
        Schema::object()
            .field("secs", nesting.schema::<u64>())
            .field("nanos", nesting.schema::<u32>())
    }
}

impl<T: Present> Present for Option<T> {
    fn schema(nesting: &mut Nesting) -> Schema {
        nesting.schema::<T>().nullable()
    }
}

/// Types that are written as the value in them.
macro_rules! transparent {
    ($([$($parameter:tt)*] $ty:ty;)+) => {$(
        impl<$($parameter)*> Present for $ty
        where
            T: Present,
        {
            fn schema(nesting: &mut Nesting) -> Schema {
                nesting.schema::<T>()
            }
        }
    )+};
}

transparent! {
    [T: ?Sized] &T;
    [T: ?Sized] &mut T;
    [T: ?Sized] Box<T>;
    [T: ?Sized] Rc<T>;
    [T: ?Sized] Arc<T>;
    [T: ?Sized + ToOwned] Cow<'_, T>;
    [T] Cell<T>;
    [T: ?Sized] RefCell<T>;
    [T: ?Sized] Mutex<T>;
    [T: ?Sized] RwLock<T>;
    [T] Wrapping<T>;
    [T] Saturating<T>;
    [T] std::cmp::Reverse<T>;
}

/// Types that are written as an array of the values in them.
macro_rules! arrays {
    ($([$($parameter:tt)*] $ty:ty;)+) => {$(
        impl<$($parameter)*> Present for $ty
        where
            T: Present,
        {
            fn schema(nesting: &mut Nesting) -> Schema {
                Schema::array(nesting.schema::<T>())
            }
        }
    )+};
}

arrays! {
    [T] [T];
    [T, const N: usize] [T; N];
    [T] Vec<T>;
    [T] VecDeque<T>;
    [T] LinkedList<T>;
    [T] BinaryHeap<T>;
    [T] BTreeSet<T>;
    [T, S] HashSet<T, S>;
}

/// Keys are those that JSON can have, which `Serialize` finds out.
impl<K, V: Present, S> Present for HashMap<K, V, S> {
    fn schema(nesting: &mut Nesting) -> Schema {
        Schema::record(nesting.schema::<V>())
    }
}

impl<K, V: Present> Present for BTreeMap<K, V> {
    fn schema(nesting: &mut Nesting) -> Schema {
        Schema::record(nesting.schema::<V>())
    }
}

macro_rules! tuples {
    ($($($part:ident)+;)+) => {$(
        impl<$($part: Present),+> Present for ($($part,)+) {
            fn schema(nesting: &mut Nesting) -> Schema {
                Schema::tuple([$(nesting.schema::<$part>()),+])
            }
        }
    )+};
}

tuples! {
    A;
    A B;
    A B C;
    A B C D;
    A B C D E;
    A B C D E F;
    A B C D E F G;
    A B C D E F G H;
}

/// Types whose Presenter is that of the value in them: it takes collections, too.
macro_rules! holders {
    ($([$($parameter:tt)*] $ty:ty;)+) => {$(
        impl<$($parameter)*> Entity for $ty
        where
            T: Entity,
        {
            fn declare(nesting: &mut Nesting) -> PresenterBuilder {
                T::declare(nesting)
            }
        }
    )+};
}

holders! {
    [T] Option<T>;
    [T: ?Sized] &T;
    [T: ?Sized] Box<T>;
    [T: ?Sized] Rc<T>;
    [T: ?Sized] Arc<T>;
    [T: ?Sized + ToOwned] Cow<'_, T>;
    [T] [T];
    [T, const N: usize] [T; N];
    [T] Vec<T>;
    [T] VecDeque<T>;
}
