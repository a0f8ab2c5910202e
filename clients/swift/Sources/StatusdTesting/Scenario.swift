internal import Foundation
public import StatusdClient

/// What the attempts of resources meet (docs/scenarios.md).
///
/// A string is the name of a built-in scenario; at the start it may be the path of one, too.
public struct Scenario: Sendable, ExpressibleByStringLiteral {
  let json: JSONValue

  /// A scenario as it stands in a JSON file.
  public init(json: JSONValue) {
    self.json = json
  }

  /// The name of a built-in one, or a path.
  public init(stringLiteral name: String) {
    json = .string(name)
  }

  /// The attempts of a resource meet these steps, one after the other, and the last one again and again.
  public init(_ resource: String, _ steps: Step...) {
    json = ["resources": [.init(resource): ["steps": .array(steps.map(\.json))]]]
  }

  /// What one attempt meets.
  public struct Step: Sendable {
    let json: JSONValue

    /// A value; nil for the demo's.
    public static func ok(_ value: JSONValue? = nil, after: Double = 0.1) -> Step {
      Step("ok", after, value.map { ["value": $0] } ?? [:])
    }

    /// A failure.
    public static func fail(_ kind: FailureKind, retryAfter: Double? = nil, after: Double = 0.1) -> Step {
      Step(kind.rawValue, after, retryAfter.map { ["retryAfter": JSONValue($0)] } ?? [:])
    }

    private init(_ then: String, _ after: Double, _ more: [String: JSONValue]) {
      json = .object(more.merging(["then": .string(then), "after": JSONValue(after)]) { $1 })
    }
  }

  /// What stands behind `--scenario`: a name, or a file for the length of `body`.
  func withArgument<Value>(_ body: (String) async throws -> Value) async throws -> Value {
    if let name = json.string { return try await body(name) }
    let file = FileManager.default.temporaryDirectory.appending(path: "scenario-\(UUID().uuidString).json")
    try JSONEncoder().encode(json).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    return try await body(file.path)
  }
}
