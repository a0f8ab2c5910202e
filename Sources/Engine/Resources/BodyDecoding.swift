import Providers
import Reactor
import StatusCore

/// The last part of an attempt: its body is being decoded, a part in each turn of the loop, which does all else in
/// between.
///
/// A body that is a single part is decoded at once. The next turn waits for no clock, a manual one included.
@LoopActor
final class BodyDecoding: SourceAttempt {
  typealias Completion = @LoopActor (ValueDecoding.Outcome) -> Void

  private let resource: ResourceName
  private var decoding: ValueDecoding?
  private var completion: Completion?

  /// - Parameters:
  ///   - resource: Whose body it is.
  ///   - completion: Called once with the outcome, unless the attempt is cancelled before.
  init(_ decoding: ValueDecoding, of resource: ResourceName, _ completion: @escaping Completion) {
    self.resource = resource
    self.decoding = decoding
    self.completion = completion
  }

  /// Begins in the next turn.
  func proceedLater() {
    LoopActor.shared.loop.onNextTurn { [weak self] in self?.proceed() }
  }

  /// Decodes the next part now, and the others in the turns to come.
  func proceed() {
    guard decoding != nil else { return }
    LoopPhase.enter("decoding", of: resource.rawValue)
    guard let outcome = decoding?.proceed() else {
      return proceedLater()
    }
    end(with: outcome)
  }

  /// Decodes what is left at once.
  ///
  /// The time of an attempt is its source's. Once all of a body is here, what is left is this computer's part, and a
  /// body must not fail because the computer is busy.
  func finish() {
    LoopPhase.enter("decoding", of: resource.rawValue)
    while decoding != nil {
      guard let outcome = decoding?.proceed() else { continue }
      end(with: outcome)
    }
  }

  private func end(with outcome: ValueDecoding.Outcome) {
    let completion = completion.take()
    decoding = nil
    LoopPhase.enter("taking a value over", of: resource.rawValue)
    completion?(outcome)
  }

  func cancel() {
    (decoding, completion) = (nil, nil)
  }
}
