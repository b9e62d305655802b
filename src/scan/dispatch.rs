//! The one place where an instruction set is chosen.

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

/// Runs the job with `isa`, or with what this machine has instead.
pub(crate) fn dispatch<J: VectorJob>(isa: Isa, job: J) -> J::Output {
    match isa {
        #[cfg(target_arch = "x86_64")]
        Isa::Avx2 => {
            if let Some(avx2) = Avx2::detect() {
                // SAFETY: an `Avx2` exists only where the features were detected.
                return unsafe { run_avx2(job, avx2) };
            }
            job.run(Portable)
        }
        #[cfg(not(target_arch = "x86_64"))]
        Isa::Avx2 => job.run(Portable),
        Isa::Portable => job.run(Portable),
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt,pclmulqdq")]
fn run_avx2<J: VectorJob>(job: J, avx2: Avx2) -> J::Output {
    job.run(avx2)
}
