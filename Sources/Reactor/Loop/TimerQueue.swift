import HeapModule

/// One call that is due at an instant.
@LoopActor
package final class Timer {
  package nonisolated let deadline: Instant
  /// Timers of the same instant fire in the order in which they were set.
  nonisolated let order: UInt64
  private var action: (@LoopActor () -> Void)?
  /// Kept by the queue until it fires, and maybe by its owner for longer.
  private weak var queue: TimerQueue?

  init(deadline: Instant, order: UInt64, queue: TimerQueue, action: @escaping @LoopActor () -> Void) {
    self.deadline = deadline
    self.order = order
    self.queue = queue
    self.action = action
  }

  /// Whether it will fire.
  package var isPending: Bool { action != nil }

  /// The action will not be called; one that was, or a second cancel, changes nothing.
  package func cancel() {
    guard isPending else { return }
    action = nil
    queue?.timerWasCancelled()
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
/// ``advance(by:settle:yield:)`` and at no other moment, which is what makes sessions under it exact.
@LoopActor
package final class TimerQueue {
  package nonisolated let source: any TimeSource
  private var heap = Heap<Timer>() {
    didSet { isEmpty = heap.isEmpty }
  }
  /// Kept beside the heap, which is not to be had without a check of exclusive access: every turn asks twice.
  private var isEmpty = true
  private var cancelledCount = 0
  private var nextOrder: UInt64 = 0

  package nonisolated init(source: any TimeSource) {
    self.source = source
  }

  /// Timers that are kept, cancelled ones among them.
  var count: Int { heap.count }

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
    let timer = Timer(deadline: deadline, order: nextOrder, queue: self, action: action)
    nextOrder += 1
    heap.insert(timer)
    return timer
  }

  /// The time until the next timer for epoll_wait(2): rounded up, so that nothing fires early; -1 for no timer.
  func millisecondsToNext() -> CInt {
    guard !isEmpty, let time = timeToNext else { return -1 }
    return time.waitMilliseconds
  }

  /// Fires what is due now, for at most ``longestFiring``; the rest is due in the next call.
  ///
  /// Timers that are set meanwhile wait for the next call too.
  func fireDue() {
    guard !isEmpty else { return }
    let (limit, present) = (nextOrder, now)
    while let timer = heap.min, timer.deadline <= present, timer.order < limit {
      removeFirst().fire()
      if now - present >= Self.longestFiring { return }
    }
  }

  /// The time in which timers fire before the descriptors are looked at again: a thousand polls that are due together
  /// keep no call waiting.
  package static let longestFiring = Duration.milliseconds(5)

  private func removeFirst() -> Timer {
    let timer = heap.removeMin()
    if !timer.isPending { cancelledCount -= 1 }
    return timer
  }

  private func dropCancelled() {
    while let timer = heap.min, !timer.isPending { _ = removeFirst() }
  }

  /// Cancelled timers stay where they are until they are most of the heap: a deadline that is never met must
  /// not be kept for the hour that it was set for.
  func timerWasCancelled() {
    cancelledCount += 1
    guard cancelledCount > 64, cancelledCount > heap.count / 2 else { return }
    heap = Heap(heap.unordered.filter(\.isPending))
    cancelledCount = 0
  }
}

extension TimerQueue {
  /// Moves manual time forward, firing each timer at its own instant, in order, those set on the way
  /// included.
  ///
  /// - Parameters:
  ///   - settle: Called after each timer, for work that it queued elsewhere.
  ///   - yield: Called when timers have fired for so long in real time, ``longestAdvance``, that the loop's
  ///     descriptors must be looked at (``EventLoop/pollWithoutWaiting()``); false ends the advance there.
  /// - Returns: Whether the whole time has passed.
  @discardableResult
  package func advance(
    by duration: Duration, settle: () -> Void = {}, yield: () -> Bool = { true }
  ) -> Bool {
    guard let manual = source as? ManualTime else {
      preconditionFailure("only manual time can be advanced")
    }
    let end = manual.now + duration
    var yielded = SystemTime.sinceStart
    dropCancelled()
    while let timer = heap.min, timer.deadline <= end {
      manual.move(to: timer.deadline)
      removeFirst().fire()
      settle()
      if SystemTime.sinceStart - yielded >= Self.longestAdvance {
        guard yield() else { return false }
        yielded = SystemTime.sinceStart
      }
      dropCancelled()
    }
    manual.move(to: end)
    return true
  }

  /// Real time in which timers fire without a look at anything else.
  package static let longestAdvance = Duration.milliseconds(50)

  /// The time until the next timer; nil for no timer.
  package var timeToNext: Duration? {
    dropCancelled()
    return heap.min.map { max($0.deadline - now, .zero) }
  }
}
