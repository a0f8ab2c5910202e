internal import Foundation
public import StatusdTypes

extension Statusd {
  // `timeout` is that of `options` where it is nil. A task that is cancelled, and a call that runs out of time, cancel
  // their request in the daemon.

  /// The result of any method.
  ///
  /// Throws `StatusdFailure` when the daemon responds with an error, `DaemonEnded` when it ends before that, and
  /// `CallTimedOut`.
  public nonisolated func call(_ method: String, _ params: Params? = nil, timeout: Duration? = nil)
    async throws
    -> JSONValue
  {
    try await result(of: method, params, timeout)
  }

  /// The result of a method whose params are given by position.
  public nonisolated func call(_ method: String, _ params: [JSONValue], timeout: Duration? = nil) async throws
    -> JSONValue
  {
    try await call(method, .array(params), timeout: timeout) { message in
      try JSONDecoder().decode(ResultMessage<JSONValue>.self, from: message).result
    }
  }

  /// Sends a notification: there is no response.
  public nonisolated func notify(_ method: String, _ params: Params? = nil) async throws {
    try await ready().notify(method, params.map(JSONValue.object))
  }

  /// What is known of a resource, without a fetch.
  public nonisolated func getState(_ resource: ResourceID = "state", timeout: Duration? = nil) async throws
    -> Snapshot
  {
    try await result(of: "getState", resource.params, timeout)
  }

  /// The snapshot after one fetch.
  public nonisolated func refresh(_ resource: ResourceID = "state", timeout: Duration? = nil) async throws
    -> Snapshot
  {
    try await result(of: "refresh", resource.params, timeout)
  }

  /// How the wait ended: a condition of `until` holds, one of `unless`, or `limit` seconds have passed.
  ///
  /// `patience`: which failures are waited out, `transient` where it is nil; `all`, `none`.
  public nonisolated func waitFor(
    _ until: [Condition], unless: [Condition] = [], of resource: ResourceID = "state",
    limit: Double? = nil, interval: Double? = nil, patience: String? = nil, timeout: Duration? = nil
  ) async throws -> WaitResult {
    var params = resource.params
    params["until"] = try until.asJSON
    params["unless"] = unless.isEmpty ? nil : try unless.asJSON
    params["timeout"] = limit.map { JSONValue($0) }
    params["interval"] = interval.map { JSONValue($0) }
    params["patience"] = patience.map(JSONValue.string)
    return try await result(of: "waitFor", params, timeout)
  }

  /// The snapshot of the menu after one fetch.
  public nonisolated func fetchMenu(timeout: Duration? = nil) async throws -> Snapshot {
    try await result(of: "fetchMenu", nil, timeout)
  }

  /// Turns the polling of a resource on or off.
  ///
  /// `interval`: seconds; where it is nil it stays what it is.
  @discardableResult
  public nonisolated func setAutoPolling(
    _ isEnabled: Bool, interval: Double? = nil, of resource: ResourceID = "state", timeout: Duration? = nil
  ) async throws -> AutoPolling {
    var params = resource.params
    params["enabled"] = .bool(isEnabled)
    params["interval"] = interval.map { JSONValue($0) }
    let polling: ResourcePolling = try await result(of: "setAutoPolling", params, timeout)
    return polling.autoPolling
  }

  /// Every resource, without its value; a parameterised one with the names of its parameters.
  public nonisolated func listResources(timeout: Duration? = nil) async throws -> [ListedResource] {
    let list: ResourceList = try await result(of: "listResources", nil, timeout)
    return list.resources
  }

  /// Where the daemon's machine is, as far as it is known.
  ///
  /// Starts nothing: `locations` does.
  public nonisolated func getLocation(timeout: Duration? = nil) async throws -> LocationSnapshot {
    try await result(of: "getLocation", nil, timeout)
  }

  /// The explanation of a kind of failure.
  ///
  /// `anchor`: a failure's `helpAnchor`.
  public nonisolated func getHelp(_ anchor: String, timeout: Duration? = nil) async throws -> HelpSection {
    try await result(of: "getHelp", ["anchor": .string(anchor)], timeout)
  }

  /// The past fetches of a resource, newest first.
  ///
  /// `limit`: 1 to 1,000, 100 where it is nil.
  public nonisolated func getHistory(
    _ resource: ResourceID = "state", since: Timestamp? = nil, limit: Int? = nil, timeout: Duration? = nil
  ) async throws -> History {
    var params = resource.params
    params["since"] = (since?.rawValue).map(JSONValue.string)
    params["limit"] = limit.map(JSONValue.integer)
    return try await result(of: "getHistory", params, timeout)
  }

  /// Counters, queue depths and memory of the daemon.
  public nonisolated func stats(timeout: Duration? = nil) async throws -> Statistics {
    try await result(of: "stats", nil, timeout)
  }

  /// Performs an option of a failure; of the newest that is not settled where none is named.
  public nonisolated func retry(
    _ failureId: String? = nil, with option: RecoveryOptionID = .tryAgain, timeout: Duration? = nil
  ) async throws -> RetryResult {
    var params: Params = ["optionId": .string(option.rawValue)]
    params["failureId"] = failureId.map(JSONValue.string)
    return try await result(of: "retry", params, timeout)
  }

  /// The failure of a snapshot as an error, which can recover.
  public nonisolated func failure(_ data: FailureData) -> StatusdFailure {
    StatusdFailure(code: nil, data: data, daemon: self)
  }

  nonisolated func result<Output: Decodable & Sendable>(
    of method: String, _ params: Params?, _ timeout: Duration?
  ) async throws -> Output {
    try await call(method, params.map(JSONValue.object), timeout: timeout) { message in
      try JSONDecoder().decode(ResultMessage<Output>.self, from: message).result
    }
  }
}

extension [Condition] {
  fileprivate var asJSON: JSONValue {
    get throws { try JSONDecoder().decode(JSONValue.self, from: JSONEncoder().encode(self)) }
  }
}

/// A row of `listResources`.
public enum ListedResource: Decodable, Hashable, Sendable {
  case resource(ResourceSummary)
  /// A parameterised resource, whose instances have rows of their own.
  case family(ResourceFamily)

  private enum Members: String, CodingKey {
    case parameters
  }

  /// A family is what has parameters.
  public init(from decoder: any Decoder) throws {
    let isFamily = try decoder.container(keyedBy: Members.self).contains(.parameters)
    self =
      isFamily ? .family(try ResourceFamily(from: decoder)) : .resource(try ResourceSummary(from: decoder))
  }
}

private struct ResourceList: Decodable {
  let resources: [ListedResource]
}
