package import Providers
package import Reactor
package import StatusCore
package import Testing

/// A source that ends its attempts when the test says so.
@LoopActor
package final class ScriptedSource: Source {
  package let address: String
  /// Shared with another source to be one server.
  package var origin: String?
  package private(set) var attempts: [ScriptedAttempt] = []
  /// How it delivers values by itself; nil for a source that is only asked.
  package let liveMode: LiveMode?
  package var connections: [ScriptedConnection] = []

  package init(_ address: String, liveMode: LiveMode? = nil) {
    self.address = address
    self.liveMode = liveMode
  }

  package func fetch(
    _ request: SourceRequest, _ completion: @escaping SourceCompletion
  ) -> any SourceAttempt {
    let attempt = ScriptedAttempt(request, completion)
    attempts.append(attempt)
    return attempt
  }

  /// Attempts that were started and neither ended nor cancelled; more than one would not be a single flight.
  package var underWay: Int { attempts.count { $0.completion != nil } }

  /// Ends the newest attempt.
  package func end(
    _ outcome: Result<SourceResponse, Problem>, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    guard let completion = attempts.last?.completion else {
      Issue.record("no attempt is under way", sourceLocation: sourceLocation)
      return
    }
    attempts.last?.completion = nil
    completion(outcome)
  }

  package func succeed(_ value: ResourceValue, sourceLocation: SourceLocation = #_sourceLocation) {
    end(.success(.value(value)), sourceLocation: sourceLocation)
  }

  package func fail(_ kind: FailureKind = .connectionLost, sourceLocation: SourceLocation = #_sourceLocation)
  {
    fail(Problem(kind), sourceLocation: sourceLocation)
  }

  package func fail(_ problem: Problem, sourceLocation: SourceLocation = #_sourceLocation) {
    end(.failure(problem), sourceLocation: sourceLocation)
  }
}

@LoopActor
package final class ScriptedAttempt: SourceAttempt {
  package let request: SourceRequest
  package var completion: SourceCompletion?

  fileprivate init(_ request: SourceRequest, _ completion: @escaping SourceCompletion) {
    self.request = request
    self.completion = completion
  }

  package func cancel() {
    completion = nil
  }
}

extension Problem {
  /// A server that wants to be left alone for so long.
  package static func tooManyRequests(retryAfter: Duration) -> Problem {
    var detail = FailureDetail()
    detail.status = 429
    return Problem(.tooManyRequests, detail: detail, retryAfter: retryAfter)
  }

  package static func status(_ status: Int) -> Problem {
    var detail = FailureDetail()
    detail.status = status
    return Problem(status == 503 ? .serviceUnavailable : .serverError, detail: detail)
  }
}

extension ResourceValue {
  /// A fleet without anyone, distinguished from others by the latitude of its central.
  package static func fleet(at latitude: Double) -> ResourceValue {
    .fleet(
      Fleet(central: Coordinate(latitude: latitude, longitude: 0), couriers: [], packages: [], vehicles: []))
  }

  package static let emptyMenu = ResourceValue.menu(Menu(items: []))
}
