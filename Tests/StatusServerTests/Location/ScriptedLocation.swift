import Engine
import Providers
import Reactor
import StatusCore
import Testing

@testable import StatusServer

/// A source of the location that reports what the test says.
@LoopActor
final class ScriptedLocation: LocationSource {
  let address = "test:location"
  private(set) var starts = 0
  private(set) var stops = 0
  private(set) var tries = 0
  private var listener: LocationListener?
  /// Reported from within each start and each further try.
  var first: Result<Position, Problem>?

  var isRunning: Bool { listener != nil }

  func start(_ listener: @escaping LocationListener) {
    #expect(!isRunning, "a source is started that runs")
    starts += 1
    self.listener = listener
    if let first { listener(first) }
  }

  func stop() {
    #expect(isRunning, "a source is stopped that does not run")
    stops += 1
    listener = nil
  }

  func tryAgain() {
    tries += 1
    if let first { listener?(first) }
  }

  /// It is so many degrees north of the equator.
  func move(to latitude: Double, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(isRunning, "nobody listens", sourceLocation: sourceLocation)
    listener?(.success(.north(latitude)))
  }

  func fail(_ kind: FailureKind = .locationNoFix) {
    listener?(.failure(Problem(kind)))
  }
}

extension Position {
  static func north(_ latitude: Double) -> Position {
    Position(Coordinate(latitude: latitude, longitude: 0))
  }
}

extension Conversation {
  /// Subscribes, and gives the subscription's id.
  func subscribe(_ params: String? = nil, sourceLocation: SourceLocation = #_sourceLocation) -> String {
    call("subscribeLocation", params, id: "99")
    let response = response(sourceLocation: sourceLocation)
    guard let id = response["result.subscriptionId"] else {
      Issue.record("no subscription: \(response.text)", sourceLocation: sourceLocation)
      return ""
    }
    return id
  }

  /// Unsubscribes, and skips the response.
  func unsubscribe(_ id: String, sourceLocation: SourceLocation = #_sourceLocation) {
    call("unsubscribeLocation", #"{"subscriptionId":"\#(id)"}"#, id: "98")
    #expect(
      response(sourceLocation: sourceLocation)["result.subscriptionId"] == id, sourceLocation: sourceLocation)
  }

  /// The notifications of the location, in a few words each: `l1 loaded 3 @1.5`, and `+2` for those left out.
  func locations(sourceLocation: SourceLocation = #_sourceLocation) -> [String] {
    endTurn()
    return read(sourceLocation: sourceLocation).filter { $0["method"] == "locationChanged" }.map { message in
      let words = ["subscriptionId", "location.status", "location.revision"].map {
        message["params.\($0)"] ?? "?"
      }
      let place = message["params.location.coordinate.latitude"].map { " @\($0)" } ?? ""
      let rest = message["params.coalesced"].map { $0 == "0" ? "" : " +\($0)" } ?? " ?"
      return words.joined(separator: " ") + place + rest
    }
  }
}
