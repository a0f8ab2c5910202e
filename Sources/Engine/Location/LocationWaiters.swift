import Reactor
import StatusCore

/// The recoveries that wait for the source's next report, in order of arrival, and the problem that is held back from
/// them.
struct LocationWaiters {
  /// A recovery that waits for a position or a failure, and keeps the source running meanwhile.
  struct Waiter {
    let ticket: Ticket<LocationSnapshot>
    /// The failure to recover from.
    fileprivate let recovering: FailureID
    /// The waiter sees no failure before this date.
    fileprivate let holdUntil: Instant
    /// Whether the source was asked to try again for this waiter.
    fileprivate(set) var hasAsked = false
  }

  private var all: [Waiter] = []
  private var held: (problem: Problem, until: Instant)?

  var isEmpty: Bool { all.isEmpty }

  /// The failure that the first of them recovers from.
  var recovering: FailureID? { all.first?.recovering }

  /// The date at which the problem that is held back is seen; nil without one.
  var heldUntil: Instant? { held?.until }

  mutating func add(_ ticket: Ticket<LocationSnapshot>, recovering: FailureID, holdUntil: Instant) {
    all.append(Waiter(ticket: ticket, recovering: recovering, holdUntil: holdUntil))
  }

  /// The source is asked to try again for a waiter.
  ///
  /// - Returns: Whether it still waits.
  mutating func ask(for ticket: Ticket<LocationSnapshot>?) -> Bool {
    guard let index = all.firstIndex(where: { $0.ticket === ticket }) else { return false }
    all[index].hasAsked = true
    return true
  }

  /// Removes a waiter that has cancelled; nil if it does not wait any more.
  mutating func remove(_ ticket: Ticket<LocationSnapshot>?) -> Waiter? {
    all.firstIndex { $0.ticket === ticket }.map { all.remove(at: $0) }
  }

  /// Removes all of them, because the source has reported something.
  mutating func removeAll() -> [Waiter] {
    defer { all = [] }
    return all
  }

  /// Holds a problem back until the first waiter may see it; then all see it at once.
  ///
  /// - Returns: Whether it is held back; if not, no other is any more.
  mutating func hold(_ problem: Problem, at now: Instant) -> Bool {
    held = all.first.flatMap { now < $0.holdUntil ? (problem, $0.holdUntil) : nil }
    return held != nil
  }

  /// The problem that is held back, if it is to be seen now: its date has come, or nobody waits any more.
  func due(at now: Instant) -> Problem? {
    held.flatMap { $0.until <= now || all.isEmpty ? $0.problem : nil }
  }

  /// Forgets the problem that is held back.
  mutating func dropHeld() { held = nil }
}
