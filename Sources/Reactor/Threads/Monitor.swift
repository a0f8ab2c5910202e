import Glibc

/// A value that threads share and wait for.
///
/// A mutex and a condition variable: unlike an eventfd they need no descriptor, so they work when the process
/// has none left.
@safe
package final class Monitor<State>: @unchecked Sendable {
  // Unchecked, because the state is reached with the mutex locked alone.
  private var state: State
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  package init(_ state: sending State) {
    self.state = state
    var attributes = pthread_condattr_t()
    // SAFETY: both are initialized once, here, and destroyed once, in `deinit`, when nobody can wait any more.
    unsafe pthread_mutex_init(mutex, nil)
    unsafe pthread_condattr_init(&attributes)
    unsafe pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    unsafe pthread_cond_init(changed, &attributes)
    unsafe pthread_condattr_destroy(&attributes)
  }

  deinit {
    unsafe pthread_cond_destroy(changed)
    unsafe pthread_mutex_destroy(mutex)
    unsafe changed.deallocate()
    unsafe mutex.deallocate()
  }

  /// Changes the state, and has those who wait look at it.
  package func update<Result>(_ change: (inout State) -> Result) -> Result {
    unsafe pthread_mutex_lock(mutex)
    defer {
      unsafe pthread_cond_broadcast(changed)
      unsafe pthread_mutex_unlock(mutex)
    }
    return change(&state)
  }

  /// Waits until `take` finds what it looks for.
  ///
  /// - Parameters:
  ///   - limit: How long to wait at most; nil for ever.
  ///   - take: Called with each state; what it changes wakes nobody.
  /// - Returns: What it found; nil when the time is over.
  package func wait<Result>(within limit: Duration? = nil, for take: (inout State) -> Result?) -> Result? {
    var deadline = limit.map(Self.deadline) ?? timespec()
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    while true {
      if let result = take(&state) { return result }
      if limit == nil {
        unsafe pthread_cond_wait(changed, mutex)
      } else if unsafe pthread_cond_timedwait(changed, mutex, &deadline) != 0 {
        return take(&state)
      }
    }
  }

  private static func deadline(after limit: Duration) -> timespec {
    var now = timespec()
    _ = unsafe clock_gettime(CLOCK_MONOTONIC, &now)
    let (seconds, attoseconds) = (limit + .nanoseconds(now.tv_nsec)).components
    return timespec(tv_sec: now.tv_sec + Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
  }
}
