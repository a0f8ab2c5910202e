import Jansson
package import StatusCore

/// What the attempts of each resource meet, one after the other, so that every screen and every failure can be
/// shown on purpose (docs/scenarios.md).
package struct Scenario: Hashable, Sendable {
  /// How one attempt ends.
  package enum Outcome: Hashable, Sendable {
    case ok, notModified
    case failure(FailureKind)
  }

  /// What one attempt meets.
  package struct Step: Hashable, Sendable {
    /// `after`: from the beginning of the attempt to its end.
    package var after = DemoSource.delay
    /// `then`.
    package var outcome: Outcome
    /// What comes, decoded like a server's response: `value` as JSON text, or `body`; nil for what the demo shows.
    package var body: [UInt8]?
    /// Whether ``body`` is a `value`, which a resource that takes text does not read as JSON text.
    package var isValue = false
    /// `status`: the HTTP status of a failure.
    package var status: Int?
    /// `retryAfter`: what the server asks for.
    package var retryAfter: Duration?
    /// `failureReason`: why the failure happened, in place of the catalogue's sentence.
    package var failureReason: Explanation?
    /// `title`, `recoverySuggestion` and `recoveryOptions` of the failure.
    package var script: FailureScript?
    /// `detail` of the failure.
    package var detail = FailureDetail()

    package init(_ outcome: Outcome, body: [UInt8]? = nil) {
      self.outcome = outcome
      self.body = body
    }
  }

  /// What comes behind the last step.
  package enum End: String, CaseIterable, Hashable, Sendable {
    /// The last step, again and again.
    case last
    /// The first.
    case cycle
    /// Nothing: a further attempt fails, for tests that count the attempts.
    case fail
  }

  /// The steps of one resource.
  package struct Script: Hashable, Sendable {
    /// At least one.
    package var steps: [Step]
    package var end = End.last
    /// `shape`: that of a resource which only the scenario names.
    package var shape: ResourceShape?
    /// What every attempt meets once the user has signed in; nil changes nothing.
    package var onceSignedIn: Step?

    package init(_ steps: [Step], end: End = .last, onceSignedIn: Step? = nil) {
      self.steps = steps
      self.end = end
      self.onceSignedIn = onceSignedIn
    }
  }

  /// As it was given: the name of a built-in one, or the path of a file.
  package let name: String
  /// What they do not name is the demo.
  package var scripts: [ResourceName: Script] = [:]
  /// What the location meets; nil for the built-in route.
  package var location: LocationScript?
  /// Whether the store takes no value until it is freed or its quota raised.
  package var storeIsFull = false

  package init(name: String) {
    self.name = name
  }
}

extension Scenario.Script {
  /// The step of that attempt, counted from 0.
  func step(_ index: Int) -> Scenario.Step {
    switch end {
    case .last: steps[min(index, steps.count - 1)]
    case .cycle: steps[index % steps.count]
    case .fail: index < steps.count ? steps[index] : .exhausted(after: steps.count)
    }
  }
}

extension Scenario.Step {
  /// What the attempt comes to; `present` is the demo's value.
  ///
  /// - Parameter isText: Whether the resource takes text and no JSON.
  func result(isText: Bool = false, _ present: () -> ResourceValue) -> Result<SourceResponse, Problem> {
    switch outcome {
    case .ok: .success((isText ? text : body).map(SourceResponse.body) ?? .value(present()))
    case .notModified: .success(.notModified)
    case .failure(let kind): .failure(problem(kind))
    }
  }

  /// The text that a source would give: of a string what it says, of an array of strings its lines.
  private var text: [UInt8]? {
    guard let body, isValue, let value = try? JSONValue.parse(body.span) else { return body }
    if let string = value.string { return Array(string.utf8) }
    let lines = value.elements.compactMap(\.string)
    return value.kind == .array && lines.count == value.count
      ? Array(lines.joined(separator: "\n").utf8) : body
  }

  private func problem(_ kind: FailureKind) -> Problem {
    let status = status ?? Self.usualStatus[kind]
    let usual = status.flatMap { Problem(httpStatus: $0, server: nil) }
    var problem = usual.flatMap { $0.kind == kind ? $0 : nil } ?? Problem(kind)
    problem.explanation =
      failureReason ?? detail.problem?.explanation ?? Scenario.explanation(of: kind, detail)
      ?? problem.explanation
    problem.detail = detail
    problem.detail.status = detail.status ?? status
    problem.retryAfter = retryAfter
    problem.script = script
    return problem
  }

  /// What an attempt meets when the script has no step for it.
  fileprivate static func exhausted(after count: Int) -> Scenario.Step {
    var step = Scenario.Step(.failure(.internalError))
    step.after = .zero
    step.detail.reason = "scriptExhausted"
    step.detail.limit = count
    step.failureReason = .scenarioIsOver(steps: count)
    step.script = .scenarioIsOver
    return step
  }

  private static let usualStatus: [FailureKind: Int] = [
    .badRequest: 400, .unauthorized: 401, .forbidden: 403, .notFound: 404, .tooManyRequests: 429,
    .serverError: 500, .serviceUnavailable: 503,
  ]
}
