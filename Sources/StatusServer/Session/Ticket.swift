import Jansson
import Reactor
import StatusCore

/// A call that waits for its answer.
///
/// The method that cannot answer at once returns one and keeps it; a later event settles it, or the session
/// cancels it. Whichever comes first counts, and the other does nothing: so a call has exactly one answer.
@LoopActor
final class Ticket {
  typealias Outcome = Result<JSONText, Failure>

  /// What gives up the wait on the method's side: called when the session cancels.
  var withdraw: (@LoopActor () -> Void)?
  private var settled: (@LoopActor (Outcome) -> Void)?
  /// What came before anyone waited for it.
  private var early: Outcome?

  init() {}

  /// The session's end of the ticket.
  func whenSettled(_ settled: @escaping @LoopActor (Outcome) -> Void) {
    guard let early else {
      self.settled = settled
      return
    }
    self.early = nil
    settled(early)
  }

  /// Ends the wait with an answer.
  func settle(_ outcome: Outcome) {
    guard let settled else {
      early = early ?? outcome
      return
    }
    close()
    settled(outcome)
  }

  /// Ends the wait without one; the session has answered.
  func cancel() {
    let withdraw = withdraw
    close()
    withdraw?()
  }

  private func close() {
    settled = nil
    withdraw = nil
  }
}
