import Foundation
import TestSupport
import Testing

@testable import StatusdClient

@Suite(.timeLimit(.minutes(10)))
struct RestartTests {
  private static let manual = ["--menu", "demo", "--clock", "manual", "--seed", "1"]

  /// Kills the daemon, and waits until another one runs.
  private func killed(_ daemon: Statusd, _ notifications: inout Notifications.Iterator) async throws {
    kill(await daemon.processIdentifier, SIGKILL)
    while let notification = try await notifications.next() {
      if case .restarted = notification { return }
    }
  }

  @Test func `a restarted client is subscribed and polls again, and its next call shows the current state`()
    async throws
  {
    try await running(Self.manual, restart: RestartLimit()) { (daemon, _) async throws in
      try await daemon.setAutoPolling(true, interval: 3_600, of: "menu")
      var places = try await daemon.locations().makeAsyncIterator()
      #expect(try await places.next()?.status != nil)
      let before = await daemon.processIdentifier
      var notifications = await daemon.notifications().makeAsyncIterator()
      try await killed(daemon, &notifications)
      #expect(await daemon.processIdentifier != before)
      let polling = try await daemon.getState("menu").autoPolling
      #expect(polling.enabled)
      #expect(polling.interval == 3_600)
      _ = try await places.next()
      _ = try await daemon.call("advanceClock", ["seconds": 60])
      #expect(try await places.next()?.status == .loaded)
    }
  }

  @Test func `each instance is polled again as it was switched`() async throws {
    try await running(["--resource", "build=file:/proc/nonexistent/{branch}.json"], restart: RestartLimit()) {
      (daemon, _) async throws in
      let main = ResourceID("build", ["branch": "main"])
      let next = ResourceID("build", ["branch": "next"])
      try await daemon.setAutoPolling(true, interval: 3_600, of: main)
      try await daemon.setAutoPolling(false, interval: 7, of: next)
      var notifications = await daemon.notifications().makeAsyncIterator()
      try await killed(daemon, &notifications)
      let pollings = [
        try await daemon.getState(main).autoPolling, try await daemon.getState(next).autoPolling,
      ]
      #expect(pollings.map(\.enabled) == [true, false])
      #expect(pollings.map(\.interval) == [3_600, 7])
    }
  }

  @Test func `keepTrying is polling that was switched here`() async throws {
    try await running(["--menu", "file:/proc/nonexistent/menu.json"], restart: RestartLimit()) {
      (daemon, _) async throws in
      let failure = await #expect(throws: StatusdFailure.self) { try await daemon.fetchMenu() }
      try await failure?.recover(with: .keepTrying)
      var notifications = await daemon.notifications().makeAsyncIterator()
      try await killed(daemon, &notifications)
      #expect(try await daemon.getState("menu").autoPolling.enabled)
    }
  }

  @Test func `a call at the death fails, and one behind it waits for the next daemon`() async throws {
    try await running(Self.manual, restart: RestartLimit()) { (daemon, recorder) async throws in
      let fetch = Task { try await daemon.refresh() }
      _ = await recorder.sent("refresh")
      kill(await daemon.processIdentifier, SIGKILL)
      await #expect(throws: DaemonEnded.self) { try await fetch.value }
      #expect(try await daemon.getState().status == .idle)
    }
  }

  @Test func `a daemon that dies too often is given up`() async throws {
    try await running(restart: RestartLimit(count: 2, within: deadline)) { (daemon, _) async throws in
      var notifications = await daemon.notifications().makeAsyncIterator()
      for _ in 1...2 { try await killed(daemon, &notifications) }
      kill(await daemon.processIdentifier, SIGKILL)
      await #expect(throws: DaemonEnded.self) { try await notifications.next() }
      await #expect(throws: DaemonEnded.self) { try await daemon.getState() }
      await #expect(throws: DaemonEnded.self) { for try await _ in await daemon.notifications() {} }
    }
  }

  @Test func `a daemon that cannot start again is given up`() async throws {
    try await withFolder { folder in
      let file = folder.appending(path: "statusd.toml")
      try Data().write(to: file)
      try await running(["--strict", "--config", file.path], restart: RestartLimit()) {
        (daemon, _) async throws in
        try FileManager.default.removeItem(at: file)
        var notifications = await daemon.notifications().makeAsyncIterator()
        kill(await daemon.processIdentifier, SIGKILL)
        await #expect(throws: DaemonEnded.self) { try await notifications.next() }
      }
    }
  }

  @Test func `closing ends a restart`() async throws {
    try await withFolder { folder in
      // Answers its first start alone; the second one says nothing.
      let mark = folder.appending(path: "mark").path
      var command = impostor("exit 1")
      let script = command.arguments[1]
      command = program("if [ -e '\(mark)' ]; then exec cat >/dev/null; fi; touch '\(mark)'; \(script)")
      let daemon = try await Statusd.spawn(
        command, options: Options(startTimeout: deadline, restart: RestartLimit()))
      var notifications = await daemon.notifications().makeAsyncIterator()
      await #expect(throws: DaemonEnded.self) { try await daemon.call("a") }
      await daemon.close()
      #expect(try await notifications.next() == nil)
      #expect(await !daemon.isRunning)
    }
  }

  @Test func `the limit is four in three minutes`() {
    var limit = RestartLimit()
    let start = ContinuousClock.now
    let allowed = [0, 10, 20, 30].map { limit.allows(at: start + .seconds($0)) }
    #expect(allowed == [true, true, true, true])
    let later = [179.9, 180, 189.9, 190].map { limit.allows(at: start + .seconds($0)) }
    #expect(later == [false, true, false, true])
  }
}
