import Foundation
import TestSupport
import Testing

/// A daemon that is killed at any moment while it polls.
struct StoreCrashTests {
  private let folder: TemporaryFolder
  private let configuration: TemporaryFile

  init() throws {
    folder = try TemporaryFolder()
    configuration = try TemporaryFile(
      "resources.a.source = 'file:\(folder.path("a.json"))'\n"
        + "resources.a.autoPolling = {enabled = true, interval = 0.1}\n", named: ".toml")
  }

  /// `STATUSD_STORE_KILLS=200` kills so often; 20 times are enough every day.
  private var kills: Int {
    ProcessInfo.processInfo.environment["STATUSD_STORE_KILLS"].flatMap(Int.init) ?? 20
  }

  @Test func `the store opens after every kill and holds the last value or the one before`() throws {
    let seed = UInt64.random(in: 1...UInt64.max)
    var chance = SeededGenerator(seed: seed)
    var values = 0...0
    for kill in 1...kills {
      if kill > 1 {
        let restored = try #require(try restored(), "kill \(kill), seed \(seed)")
        #expect(values ~= restored, "kill \(kill), seed \(seed)")
        values = restored...values.upperBound
      }
      let first = values.upperBound + 1
      try folder.save("\(first)", as: "a.json")
      let daemon = try StoreDaemon(folder, ["--config", configuration.path])
      // There is something to restore after the first kill.
      let times = Int.random(in: (kill == 1 ? 2 : 1)...4, using: &chance)
      let written = try poll(daemon.process, from: first, times: times)
      // The last value may have been on its way to the disk, or accepted and not reported.
      values = (written ?? values.lowerBound)...(first + times)
      for _ in 0..<Int.random(in: 0...2_000, using: &chance) { sched_yield() }
      daemon.process.signal(SIGKILL)
      #expect(try daemon.process.wait() == 128 + SIGKILL)
      daemon.process.willNotRespond()
      let errors = try daemon.process.errors.rest()
      #expect(!errors.contains("store"), "\(errors)")
    }
    #expect(
      try Shell.output("sqlite3", [folder.path("store/statusd.sqlite"), "PRAGMA integrity_check"]) == "ok\n")
  }

  /// The value that a daemon without polling finds in the store.
  private func restored() throws -> Int? {
    let daemon = try StoreDaemon(folder)
    let value = try daemon.state("a")["value"] as? Int
    try daemon.end()
    return value
  }

  /// Gives the source the next number as soon as the one before was polled.
  ///
  /// - Returns: The last number that is on the disk for certain, however slow that is: all but the last one reported; nil
  ///   for none.
  private func poll(_ daemon: DaemonProcess, from first: Int, times: Int) throws -> Int? {
    var written: Int?
    for number in first..<first + times {
      while try daemon.receive().params["value"] as? Int != number {}
      if number < first + times - 1 {
        // The response follows the writes.
        _ = try daemon.call("getHistory", #"{"resource":"a"}"#)
        written = number
      }
      try folder.save("\(number + 1)", as: "a.json")
    }
    return written
  }
}
