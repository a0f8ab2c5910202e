internal import Foundation
@_exported public import StatusdClient

/// A daemon whose time and failures are in a test's hands.
///
/// It runs under `--clock manual` and `--seed 1`: nothing happens until `advance`, and then exactly. So no test waits,
/// and two runs are the same. Everything here throws what a test should fail with, in XCTest and in Swift Testing.
public struct ManualStatusd: Sendable {
  /// For calls that need no time, such as `getState`.
  ///
  /// One that waits for a fetch is begun by `send`.
  public let client: Statusd
  private let log = NotificationLog()

  fileprivate init(_ client: Statusd) async {
    self.client = client
    await client.listen(log)
  }

  /// Begins a call.
  ///
  /// Calls that are begun one after the other reach the daemon in that order.
  @discardableResult
  public func send(_ method: String, of resource: ResourceID? = nil, _ params: Params = [:]) async throws
    -> PendingCall
  {
    let all = params.merging(resource?.params ?? [:]) { own, _ in own }
    let call = PendingCall(method, client)
    try await call.begin(all)
    return call
  }

  /// Lets time pass: everything that is due happens, each thing at its own moment.
  public func advance(by time: Duration) async throws {
    let (seconds, attoseconds) = time.components
    _ = try await client.call(
      "advanceClock", ["seconds": JSONValue(Double(seconds) + Double(attoseconds) * 1e-18)])
  }

  /// What the next attempts meet.
  public func play(_ scenario: Scenario) async throws {
    _ = try await client.call("playScenario", ["scenario": scenario.json])
  }

  /// How the fetches of a resource have ended, oldest first.
  public func fetches(of resource: ResourceID) async throws -> [FetchSample] {
    try await client.getHistory(resource).samples.reversed()
  }

  // MARK: Expectations

  /// The notifications of a resource since the last time have these statuses, one each.
  @discardableResult
  public func expect(
    _ resource: ResourceID, _ statuses: ResourceStatus..., file: StaticString = #fileID, line: UInt = #line
  ) async throws -> [StateChanged] {
    try await advance(by: .zero)
    let changes = log.take(resource)
    guard changes.map(\.status) == statuses else {
      throw Unexpected(
        "\(resource.resource) was \(words(changes.map(\.status))), not \(words(statuses))", file, line)
    }
    return changes
  }

  /// A screen is as `condition` says, behind everything that was pressed.
  @MainActor
  public func expect(
    _ screen: Screen, file: StaticString = #fileID, line: UInt = #line, _ condition: (Screen) -> Bool
  ) async throws {
    await screen.settle()
    try await advance(by: .zero)
    screen.catchUp()
    guard condition(screen) else {
      let parts = screen.parts.sorted { $0.key < $1.key }.map { "\($0.key) is \($0.value.phase.rawValue)" }
      throw Unexpected((parts + [screen.alert?.title ?? "no alert"]).joined(separator: ", "), file, line)
    }
  }

  private func words(_ statuses: [ResourceStatus]) -> String {
    statuses.isEmpty ? "not changed" : statuses.map(\.rawValue).joined(separator: ", ")
  }
}

/// A daemon in a test's hands for the length of `body`.
///
/// `arguments`: more of the daemon's own. `program`: nil for what `$STATUSD_BIN` or `$STATUSD` names, else `statusd`.
public func withManualStatusd<Result>(
  _ scenario: Scenario = "demo", arguments: [String] = [], program: String? = nil,
  options: Options = Options(startTimeout: .seconds(120)),
  _ body: (ManualStatusd) async throws -> Result
) async throws -> Result {
  try await scenario.withArgument { argument in
    // What still waits at the end of a test has had its time.
    let manual = ["--clock", "manual", "--seed", "1", "--scenario", argument, "--drain-timeout", "0"]
    let named = program ?? ProcessInfo.processInfo.environment["STATUSD_BIN"]
    return try await withStatusd(Command(named, arguments: manual + arguments), options: options) { client in
      try await body(ManualStatusd(client))
    }
  }
}

/// What was expected has not happened.
public struct Unexpected: Error, CustomStringConvertible {
  /// Where, and what was there.
  public let description: String

  init(_ what: String, _ file: StaticString, _ line: UInt) {
    description = "\(file):\(line): \(what)"
  }
}
