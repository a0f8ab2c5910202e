import Providers
import Reactor
import StatusCore
import Testing

/// A source that ends its attempts when the test says so.
@LoopActor
final class ScriptedSource: Source {
  let address: String
  /// Shared with another source to be one server.
  var origin: String?
  private(set) var attempts: [ScriptedAttempt] = []
  /// How it delivers values by itself; nil for a source that is only asked.
  let liveMode: LiveMode?
  var connections: [ScriptedConnection] = []

  init(_ address: String, liveMode: LiveMode? = nil) {
    self.address = address
    self.liveMode = liveMode
  }

  func fetch(
    _ request: SourceRequest, _ completion: @escaping SourceCompletion
  ) -> any SourceAttempt {
    let attempt = ScriptedAttempt(request, completion)
    attempts.append(attempt)
    return attempt
  }

  /// Attempts that were started and neither ended nor cancelled; more than one would not be a single flight.
  var underWay: Int { attempts.count { $0.completion != nil } }

  /// Ends the newest attempt.
  func end(_ outcome: Result<SourceResponse, Problem>, sourceLocation: SourceLocation = #_sourceLocation) {
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
    fail(Problem(kind), sourceLocation: sourceLocation)
  }

  func fail(_ problem: Problem, sourceLocation: SourceLocation = #_sourceLocation) {
    end(.failure(problem), sourceLocation: sourceLocation)
  }
}

@LoopActor
final class ScriptedAttempt: SourceAttempt {
  let request: SourceRequest
  var completion: SourceCompletion?

  init(_ request: SourceRequest, _ completion: @escaping SourceCompletion) {
    self.request = request
    self.completion = completion
  }

  func cancel() {
    completion = nil
  }
}

extension Problem {
  /// A server that wants to be left alone for so long.
  static func tooManyRequests(retryAfter: Duration) -> Problem {
    var detail = FailureDetail()
    detail.status = 429
    return Problem(.tooManyRequests, detail: detail, retryAfter: retryAfter)
  }

  static func status(_ status: Int) -> Problem {
    var detail = FailureDetail()
    detail.status = status
    return Problem(status == 503 ? .serviceUnavailable : .serverError, detail: detail)
  }
}

extension ResourceValue {
  /// A fleet without anyone, distinguished from others by the latitude of its central.
  static func fleet(at latitude: Double) -> ResourceValue {
    .fleet(
      Fleet(central: Coordinate(latitude: latitude, longitude: 0), couriers: [], packages: [], vehicles: []))
  }

  static let emptyMenu = ResourceValue.menu(Menu(items: []))
}
