import HeapModule

/// One call that is due at an instant.
@LoopActor
package final class Timer {
  package nonisolated let deadline: Instant
  /// Told apart from others of the same instant: they fire in the order in which they were set.
  nonisolated let order: UInt64
  private(set) var action: (@LoopActor () -> Void)?

  init(deadline: Instant, order: UInt64, action: @escaping @LoopActor () -> Void) {
    self.deadline = deadline
    self.order = order
    self.action = action
  }

  /// The action will not be called; one that was, or a second cancel, changes nothing.
  package func cancel() {
    action = nil
  }

  func fire() {
    let due = action
    action = nil
    due?()
  }
}

extension Timer: Comparable {
  package nonisolated static func < (left: Timer, right: Timer) -> Bool {
    (left.deadline, left.order) < (right.deadline, right.order)
  }

  package nonisolated static func == (left: Timer, right: Timer) -> Bool {
    left === right
  }
}

/// Timers in the order in which they are due, on one time source.
///
/// The event loop fires the queue of the system's time. A queue of manual time fires in
/// ``advance(by:)`` and at no other moment, which is what makes sessions under it exact.
@LoopActor
package final class TimerQueue {
  package let source: any TimeSource
  private var heap = Heap<Timer>()
  private var nextOrder: UInt64 = 0

  package init(source: any TimeSource) {
    self.source = source
  }

  /// Monotonic time of the source.
  package var now: Instant { source.now }

  /// Has `action` called once, `delay` from now, never from within this call.
  @discardableResult
  package func schedule(after delay: Duration, _ action: @escaping @LoopActor () -> Void) -> Timer {
    schedule(at: now + delay, action)
  }

  /// Has `action` called once, at `deadline` or as soon after as can be.
  @discardableResult
  package func schedule(at deadline: Instant, _ action: @escaping @LoopActor () -> Void) -> Timer {
    let timer = Timer(deadline: deadline, order: nextOrder, action: action)
    nextOrder += 1
    heap.insert(timer)
    return timer
  }

  /// The time until the next timer for `poll(2)`: rounded up, so that nothing fires early; -1 for no timer.
  func millisecondsToNext() -> CInt {
    dropCancelled()
    guard let next = heap.min else { return -1 }
    let (seconds, attoseconds) = max(next.deadline - now, .zero).components
    let milliseconds = seconds * 1_000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
    return CInt(clamping: milliseconds)
  }

  /// Fires what is due now; timers that are set meanwhile wait for the next call, due or not.
  func fireDue() {
    let (limit, present) = (nextOrder, now)
    while let timer = heap.min, timer.deadline <= present, timer.order < limit {
      heap.removeMin()
      timer.fire()
    }
  }

  private func dropCancelled() {
    while let timer = heap.min, timer.action == nil { heap.removeMin() }
  }
}

extension TimerQueue {
  /// Moves manual time forward, firing each timer at its own instant, in order, those set on the way
  /// included.
  ///
  /// - Parameter settle: Called after each timer, for work that it queued elsewhere.
  package func advance(by duration: Duration, settle: () -> Void = {}) {
    guard let manual = source as? ManualTime else {
      preconditionFailure("only manual time can be advanced")
    }
    let end = manual.now + duration
    while let timer = heap.min, timer.deadline <= end {
      heap.removeMin()
      manual.move(to: timer.deadline)
      timer.fire()
      settle()
    }
    manual.move(to: end)
  }
}
