import StatusdScreen
import TestSupport

/// A daemon that a test plays: `respond` gives the result of each call, and the test reports what comes by itself.
@MainActor
final class PlayedTransport: ScreenTransport {
  typealias Call = (method: String, params: [String: JSONValue])

  private(set) var calls: [Call] = []
  private(set) weak var feed: ScreenFeed?
  /// What `openScreen` gives.
  var opened: JSONValue = .screen("s1", parts: ["menu": .part()])
  /// What `press` gives.
  var pressed: JSONValue = ["pressed": true]
  /// Who opens a screen, for a test that cancels it.
  var opening: Task<Void, any Error>?
  /// Is called with each call, before its response.
  var onCall: @MainActor (Call) async throws -> Void = { _ in }

  @MainActor
  func result<Value: Decodable & Sendable>(
    of method: String, _ params: [String: JSONValue]
  ) async throws -> Value {
    calls.append((method, params))
    try await onCall((method, params))
    return try (method == "openScreen" ? opened : pressed).decoded()
  }

  @MainActor
  func follow(_ feed: ScreenFeed) {
    self.feed = feed
  }

  func sends(_ changed: JSONValue, to screen: String = "s1") throws {
    let params: JSONValue = ["screenId": .string(screen), "changed": changed, "coalesced": 0]
    feed?.changed(try params.decoded())
  }

  /// The params of the calls of a method.
  func calls(_ method: String) -> [[String: JSONValue]] {
    calls.filter { $0.method == method }.map(\.params)
  }
}

extension JSONValue {
  static func screen(_ id: String, parts: JSONValue, location: JSONValue = .null) -> JSONValue {
    let screen: JSONValue = [
      "parts": parts, "location": location, "alert": .null, "notice": .null, "help": .null,
    ]
    return ["screenId": .string(id), "screen": screen]
  }

  /// One with a value, whose members can be others.
  static func part(_ members: JSONValue = [:]) -> JSONValue {
    let usual: JSONValue = [
      "resource": "menu", "shape": "any", "phase": "content", "spinner": false, "attempt": .null,
      "content": ["value": ["n": 1]], "age": "just now", "failure": .null, "refresh": ["enabled": true],
      "stop": ["enabled": false],
      "polling": ["on": false, "enabled": true, "interval": 10, "next": .null],
    ]
    return .object(usual.members.merging(members.members) { $1 })
  }

  static func place(on: Bool) -> JSONValue {
    ["phase": "content", "on": .bool(on), "coordinate": ["latitude": 1, "longitude": 2], "age": "just now"]
  }

  static let box: JSONValue = [
    "failureId": "f1", "kind": "offline", "helpAnchor": "offline", "title": "You are offline", "message": "m",
    "buttons": [["id": "cancel", "title": "Cancel", "role": "cancel", "enabled": true, "running": false]],
  ]
}
