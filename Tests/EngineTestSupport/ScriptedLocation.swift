package import Providers
package import Reactor
package import StatusCore
package import Testing

/// A source of the location that reports what the test says.
@LoopActor
package final class ScriptedLocation: LocationSource {
  package let address = "test:location"
  package private(set) var starts = 0
  package private(set) var stops = 0
  package private(set) var tries = 0
  private var listener: LocationListener?
  /// Reported from within each start and each further try.
  package var first: Result<Position, Problem>?

  package init() {}

  package var isRunning: Bool { listener != nil }

  package func start(_ listener: @escaping LocationListener) {
    #expect(!isRunning, "a source is started that runs")
    starts += 1
    self.listener = listener
    if let first { listener(first) }
  }

  package func stop() {
    #expect(isRunning, "a source is stopped that does not run")
    stops += 1
    listener = nil
  }

  package func tryAgain() {
    tries += 1
    if let first { listener?(first) }
  }

  /// It is so many degrees north of the equator.
  package func move(to latitude: Double, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(isRunning, "nobody listens", sourceLocation: sourceLocation)
    listener?(.success(.north(latitude)))
  }

  package func fail(_ kind: FailureKind = .locationNoFix) {
    listener?(.failure(Problem(kind)))
  }
}

extension Position {
  package static func north(_ latitude: Double) -> Position {
    Position(Coordinate(latitude: latitude, longitude: 0))
  }
}
