package import Reactor
package import StatusCore

/// A wait for an outcome; the engine makes it, and the caller holds it.
///
/// The engine ends a ticket on a later turn of the loop, never within the call that made it, or the holder
/// cancels it. The first of the two counts and the second does nothing, so a wait ends exactly once.
@LoopActor
package final class Ticket<Value> {
  package typealias Outcome = Result<Value, Failure>

  private var onEnd: (@LoopActor (Outcome) -> Void)?
  private var onCancel: (@LoopActor () -> Void)?

  init() {}

  /// Calls `completion` once with the outcome, unless the ticket is cancelled first.
  package func onEnd(_ completion: @escaping @LoopActor (Outcome) -> Void) {
    onEnd = completion
  }

  /// Gives up the wait: the completion is never called.
  package func cancel() {
    let onCancel = onCancel
    close()
    onCancel?()
  }

  /// The same wait with its value transformed; cancelling the new ticket cancels this one.
  package func map<New>(_ transform: @escaping @LoopActor (Value) -> New) -> Ticket<New> {
    flatMap { .success(transform($0)) }
  }

  /// The same wait with its value transformed, which may turn out to be a failure.
  package func flatMap<New>(
    _ transform: @escaping @LoopActor (Value) -> Ticket<New>.Outcome
  ) -> Ticket<New> {
    let mapped = Ticket<New>()
    onEnd { mapped.end(with: $0.flatMap { value in transform(value) }) }
    mapped.whenCancelled { self.cancel() }
    return mapped
  }

  // MARK: The engine's side

  /// Calls `action` when the holder cancels the ticket.
  func whenCancelled(_ action: @escaping @LoopActor () -> Void) {
    onCancel = action
  }

  /// Ends the wait.
  ///
  /// Call this on a later turn than the one that returned the ticket.
  func end(with outcome: Outcome) {
    let onEnd = onEnd
    close()
    onEnd?(outcome)
  }

  private func close() {
    onEnd = nil
    onCancel = nil
  }
}
