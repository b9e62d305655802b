//! The one place where an instruction set is chosen.

#![allow(unsafe_code, reason = "each block has its proof")]

use super::Isa;
#[cfg(target_arch = "x86_64")]
use super::avx2::Avx2;
use super::portable::Portable;
use super::vector::Vector;

/// Work that is compiled once for each instruction set.
pub(crate) trait VectorJob {
    type Output;

    /// Must be `#[inline(always)]`, as must be every function in it that uses `vector` at short
    /// intervals: what is not inlined here is compiled without the instruction set, and each of
    /// its operations becomes a call.
    fn run<V: Vector>(self, vector: V) -> Self::Output;
}

/// An instruction set that this machine was found to have.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Level {
    #[cfg(target_arch = "x86_64")]
    Avx2(Avx2),
    Portable,
}

impl Level {
    /// The level of `isa`, or what this machine has instead.
    pub(crate) fn of(isa: Isa) -> Self {
        match isa {
            #[cfg(target_arch = "x86_64")]
            Isa::Avx2 => Avx2::detect().map_or(Self::Portable, Self::Avx2),
            #[cfg(not(target_arch = "x86_64"))]
            Isa::Avx2 => Self::Portable,
            Isa::Portable => Self::Portable,
        }
    }
}

/// Runs the job with the instructions of `level`.
pub(crate) fn dispatch<J: VectorJob>(level: Level, job: J) -> J::Output {
    match level {
        #[cfg(target_arch = "x86_64")]
        Level::Avx2(avx2) => {
            // SAFETY: an `Avx2` exists only where the features were detected.
            unsafe { run_avx2(job, avx2) }
        }
        Level::Portable => job.run(Portable),
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt,pclmulqdq")]
fn run_avx2<J: VectorJob>(job: J, avx2: Avx2) -> J::Output {
    job.run(avx2)
}
