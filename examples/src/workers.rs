//! The threads that share the work of a check.

/// Lets the main thread work with the others, where it would only wait for them.
///
/// One thread fewer is started for it. A pool must not outlive a thread of its own, so that other
/// threads than the main one are left out; and so is a pool that is there already.
pub(crate) fn join() {
    if std::thread::current().name() == Some("main") {
        let pool = rayon::ThreadPoolBuilder::new().use_current_thread();
        pool.build_global().ok();
    }
}
