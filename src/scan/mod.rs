//! Bytes to structure: what stands where in a JSON text, and whether it is well formed.

#[cfg(target_arch = "x86_64")]
mod avx2;
pub(crate) mod dispatch;
pub(crate) mod index;
pub(crate) mod indexed;
mod portable;
#[cfg(feature = "serde")]
pub(crate) mod special;
pub(crate) mod strict;
pub(crate) mod tape;
pub(crate) mod vector;
pub(crate) mod window;

/// How many containers of a text may be nested, unless a program says otherwise.
pub(crate) const USUAL_DEPTH: usize = 128;

/// Bytes of input that are indexed at a time, unless a program says otherwise.
pub(crate) const USUAL_WINDOW: usize = 16 << 10;

/// An instruction set that the scanner is compiled for.
///
/// The output is the same on each; only the time differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Isa {
    /// x86-64 with AVX2, BMI1, BMI2, POPCNT, LZCNT and PCLMULQDQ.
    Avx2,
    /// Any processor.
    Portable,
}

impl Isa {
    /// All of them, the fastest first.
    const ALL: [Self; 2] = [Self::Avx2, Self::Portable];

    /// The fastest instruction set of this machine.
    #[must_use]
    pub fn detect() -> Self {
        Self::available().next().unwrap_or(Self::Portable)
    }

    /// The instruction sets of this machine, the fastest first. The last is always
    /// [`Portable`](Isa::Portable).
    pub fn available() -> impl Iterator<Item = Self> {
        Self::ALL.into_iter().filter(|isa| isa.is_available())
    }

    /// Whether this machine has the instruction set.
    #[must_use]
    pub fn is_available(self) -> bool {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => {
                is_x86_feature_detected!("avx2")
                    && is_x86_feature_detected!("bmi1")
                    && is_x86_feature_detected!("bmi2")
                    && is_x86_feature_detected!("popcnt")
                    && is_x86_feature_detected!("lzcnt")
                    && is_x86_feature_detected!("pclmulqdq")
            }
            #[cfg(not(target_arch = "x86_64"))]
            Self::Avx2 => false,
            Self::Portable => true,
        }
    }
}
