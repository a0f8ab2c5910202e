import Providers
import Reactor
import StatusCore

/// A source whose attempts end when the simulation says so, and which tells it of everything that the daemon
/// does.
@LoopActor
final class SimulatedSource: Source {
  let address: String
  let origin: String?
  private(set) var attempt: SimulatedAttempt?

  /// Told whether another attempt is under way already.
  var started: (@LoopActor (_ isSecond: Bool) -> Void)?
  var cancelled: (@LoopActor () -> Void)?
  /// Told before the daemon hears of it.
  var expired: (@LoopActor (Problem) -> Void)?

  init(_ address: String, origin: String?) {
    self.address = address
    self.origin = origin
  }

  func fetch(_ request: SourceRequest, _ completion: @escaping SourceCompletion) -> any SourceAttempt {
    let isSecond = attempt != nil
    let begun = SimulatedAttempt(of: self, completion)
    attempt = begun
    started?(isSecond)
    return begun
  }

  /// Ends the attempt under way.
  func end(_ outcome: Result<SourceResponse, Problem>) {
    let ending = attempt
    attempt = nil
    ending?.completion(outcome)
  }

  fileprivate func ended(_ ending: SimulatedAttempt) -> Bool {
    guard attempt === ending else { return false }
    attempt = nil
    return true
  }
}

@LoopActor
final class SimulatedAttempt: SourceAttempt {
  private unowned let source: SimulatedSource
  fileprivate let completion: SourceCompletion

  fileprivate init(of source: SimulatedSource, _ completion: @escaping SourceCompletion) {
    self.source = source
    self.completion = completion
  }

  func cancel() {
    if source.ended(self) { source.cancelled?() }
  }

  func expire() -> Problem {
    var problem = Problem(.timeout)
    problem.detail.reason = "firstByte"
    problem.detail.url = source.address
    if source.ended(self) { source.expired?(problem) }
    return problem
  }
}
