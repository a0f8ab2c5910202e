package import Reactor
package import StatusCore

/// A wait for an outcome, made by the engine and held by whoever waits.
///
/// A later turn of the loop ends it, never the call that made it; or its holder cancels it. Whichever comes
/// first counts, and the other does nothing: so a wait has exactly one end.
@LoopActor
package final class Ticket<Value> {
  package typealias Outcome = Result<Value, Failure>

  private var onEnd: (@LoopActor (Outcome) -> Void)?
  private var onCancel: (@LoopActor () -> Void)?

  init() {}

  /// Has `completion` called with the outcome, once, unless the ticket is cancelled first.
  package func onEnd(_ completion: @escaping @LoopActor (Outcome) -> Void) {
    onEnd = completion
  }

  /// Gives up the wait: the completion is not called.
  package func cancel() {
    let onCancel = onCancel
    close()
    onCancel?()
  }

  /// The same wait, for what `transform` makes of its value.
  package func map<New>(_ transform: @escaping @LoopActor (Value) -> New) -> Ticket<New> {
    let mapped = Ticket<New>()
    onEnd { mapped.end(with: $0.map { value in transform(value) }) }
    mapped.whenCancelled { self.cancel() }
    return mapped
  }

  // MARK: The engine's side

  /// Has `action` called when the holder gives up the wait.
  func whenCancelled(_ action: @escaping @LoopActor () -> Void) {
    onCancel = action
  }

  /// Ends the wait; to be called on a later turn than the one in which the ticket was handed out.
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
