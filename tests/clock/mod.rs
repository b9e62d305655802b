//! How long something takes, measured so that a busy machine does not fail a test.

// Each test takes what it needs of it.
#![allow(dead_code, unreachable_pub)]

use std::time::Duration;

/// How long this thread has run: what else the machine does is not counted.
#[cfg(unix)]
pub fn running_time() -> Duration {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: writes to the one structure that it is given, which outlives the call.
    let got = unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &raw mut time) };
    assert_eq!(got, 0, "no clock");
    let seconds = Duration::from_secs(time.tv_sec.try_into().expect("seconds"));
    seconds + Duration::from_nanos(time.tv_nsec.try_into().expect("nanoseconds"))
}

#[cfg(not(unix))]
pub fn running_time() -> Duration {
    use std::sync::LazyLock;
    use std::time::Instant;
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    START.elapsed()
}

/// Sixteen times as much costs about sixteen times as much; what is quadratic costs 256 times. The
/// bound lies between, far enough from both for a machine that does other things as well.
pub fn check_linear(what: &str, cost: impl Fn(usize) -> Duration) {
    let (less, more) = (cost(1_000), cost(16_000));
    assert!(more < less * 80, "{what}: {less:?}, for sixteen times as much {more:?}");
}
