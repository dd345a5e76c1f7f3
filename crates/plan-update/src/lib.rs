//! Guarded writers of a plan's state: transitions under the lock, approval.
