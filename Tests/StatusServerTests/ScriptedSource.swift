import Providers
import Reactor
import StatusCore
import Testing

/// A source that ends its attempts when the test says so.
@LoopActor
final class ScriptedSource: Source {
  let address: String
  private(set) var attempts: [ScriptedAttempt] = []

  init(_ address: String) {
    self.address = address
  }

  func fetch(
    _ request: SourceRequest, _ completion: @escaping SourceCompletion
  ) -> any SourceAttempt {
    let attempt = ScriptedAttempt(completion)
    attempts.append(attempt)
    return attempt
  }

  /// Attempts that were started and neither ended nor cancelled; more than one would not be a single flight.
  var underWay: Int { attempts.count { $0.completion != nil } }

  /// Ends the newest attempt.
  func end(_ outcome: Result<SourceReply, Problem>, sourceLocation: SourceLocation = #_sourceLocation) {
    guard let completion = attempts.last?.completion else {
      Issue.record("no attempt is under way", sourceLocation: sourceLocation)
      return
    }
    attempts.last?.completion = nil
    completion(outcome)
  }

  func succeed(_ value: ResourceValue, sourceLocation: SourceLocation = #_sourceLocation) {
    end(.success(.value(value)), sourceLocation: sourceLocation)
  }

  func fail(_ kind: FailureKind = .connectionLost, sourceLocation: SourceLocation = #_sourceLocation) {
    end(.failure(Problem(kind)), sourceLocation: sourceLocation)
  }
}

@LoopActor
final class ScriptedAttempt: SourceAttempt {
  var completion: SourceCompletion?

  init(_ completion: @escaping SourceCompletion) {
    self.completion = completion
  }

  func cancel() {
    completion = nil
  }
}

extension ResourceValue {
  /// A fleet without anyone, told apart from others by the latitude of its central.
  static func fleet(at latitude: Double) -> ResourceValue {
    .fleet(
      Fleet(central: Coordinate(latitude: latitude, longitude: 0), couriers: [], packages: [], vehicles: []))
  }

  static let emptyMenu = ResourceValue.menu(Menu(items: []))
}
