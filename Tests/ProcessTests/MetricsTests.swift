import Foundation
import Glibc
import TestSupport
import Testing

/// `--metrics`: the file for the textfile collector of node_exporter.
@Suite(.timeLimit(.minutes(10))) struct MetricsTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path("editor.prom")
  }

  private func text() throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

  private static func counts(_ name: String, _ text: String) -> [Int] {
    text.split(separator: "\n").compactMap { line in
      line.hasPrefix("\(name){") || line.hasPrefix("\(name) ")
        ? line.split(separator: " ").last.flatMap { Int($0) } : nil
    }
  }

  @Test func `the file is there from the start, and has the last counts at the end`() throws {
    let daemon = try DaemonProcess(["--metrics", path])
    while !FileManager.default.fileExists(atPath: path) { _ = try daemon.call("getState") }
    #expect(Self.counts("statusd_sessions", try text()) == [1])
    let admitted = try daemon.call("stats").result?["requests"] as? [String: Int]
    daemon.closeInput()
    _ = try daemon.rest()
    #expect(try daemon.wait() == 0)
    #expect(Self.counts("statusd_requests_answered_total", try text()) == [admitted?["admitted"]])
    #expect(try text().contains(#"statusd_build_info{daemon="editor",version="#))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["editor.prom"])
    // The collector is another user.
    #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o644)
  }

  @Test func `the file is written again after each interval`() throws {
    let daemon = try DaemonProcess(environment: [
      "STATUSD_METRICS_PATH": path, "STATUSD_METRICS_INTERVAL": "1",
    ])
    for count in [100, 200] {
      for _ in 0..<100 { _ = try daemon.call("getState") }
      while true {
        let found = (try? text()).map { Self.counts("statusd_requests_answered_total", $0) } ?? []
        if let found = found.first, found >= count { break }
        _ = try daemon.call("getState")
      }
    }
  }

  @Test func `a folder that is missing is one warning, until it is there and is missing again`() throws {
    let (lost, path) = (folder.path("lost"), folder.path("lost/editor.prom"))
    let settings = try TemporaryFile("metrics.interval = 1", named: ".toml")
    let daemon = try DaemonProcess(["--config", settings.path, "--metrics", path])
    let warning = /.* warning statusd: the metrics are not written error="opening: No such file.*" file=.*/
    for _ in 0..<2 {
      #expect(try daemon.errors.line().wholeMatch(of: warning) != nil)
      try pass(2.5, of: daemon)
      try FileManager.default.createDirectory(atPath: lost, withIntermediateDirectories: false)
      while !FileManager.default.fileExists(atPath: path) { _ = try daemon.call("getState") }
      try FileManager.default.removeItem(atPath: lost)
    }
    daemon.closeInput()
    _ = try daemon.rest()
    // The end writes once more, to a folder that is missing, and waits a second for the disk.
    #expect(try daemon.errors.rest().split(separator: "\n").count <= 1)
    #expect(try daemon.wait() == 0)
  }

  /// Waits for so many seconds of the daemon's.
  private func pass(_ seconds: Double, of daemon: DaemonProcess) throws {
    func uptime() throws -> Double { try daemon.call("stats").result?["uptime"] as? Double ?? 0 }
    let start = try uptime()
    while try uptime() < start + seconds {}
  }

  @Test func `a full disk is a warning, and leaves nothing behind`() throws {
    let daemon = try DaemonProcess(
      ["--metrics", path], launcher: Launchers.shell("ulimit -f 1"))
    #expect(
      try daemon.errors.line().contains("the metrics are not written error=\"writing: File too large\""))
    #expect(try daemon.call("getState").result != nil)
    daemon.closeInput()
    #expect(try daemon.wait() == 0)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
  }

  @Test func `call prints the statistics as metrics, and nothing else so`() throws {
    let metrics = try Run("call", "stats", "--format", "openmetrics")
    #expect(metrics.status == 0 && metrics.output.hasSuffix("\n# EOF\n"))
    #expect(Self.counts("statusd_sessions", metrics.output) == [1])
    #expect(try Run("call", "stats", "--format", "prometheus").output.contains("TYPE statusd_polls_total"))
    for words in [["refresh"], ["stats", "--pointer", "/uptime"], ["stats", "--raw"]] {
      let run = try Run(["call", "--format", "openmetrics"] + words)
      #expect(run.errors == "statusd: --format openmetrics is for the whole result of stats\n")
      #expect(run.status == 64 && run.output == "")
    }
  }
}
