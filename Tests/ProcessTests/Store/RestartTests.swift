import Foundation
import TestSupport
import Testing

/// A daemon that is started again with its store.
struct RestartTests {
  private let folder: TemporaryFolder
  private let file: TemporaryFile

  init() throws {
    folder = try TemporaryFolder()
    file = try TemporaryFile(#"{"temp":21}"#)
  }

  private var store: [String] { ["--store", folder.path("store")] }

  private func start(_ source: String) throws -> DaemonProcess {
    try DaemonProcess(store + ["--resource", "a=\(source)"])
  }

  private func end(_ daemon: DaemonProcess) throws {
    daemon.closeInput()
    #expect(try daemon.wait() == 0)
  }

  @Test func `the last value is there before anything is fetched, and is stale`() throws {
    let first = try start("file:\(file.path)")
    let fetched = try first.call("refresh", #"{"resource":"a"}"#).result
    try end(first)
    try FileManager.default.removeItem(atPath: file.path)
    let second = try start("file:\(file.path)")
    let restored = try second.call("getState", #"{"resource":"a"}"#).result
    #expect(restored?["value"] as? [String: Int] == ["temp": 21])
    #expect(restored?["status"] as? String == "loaded" && restored?["isStale"] as? Bool == true)
    #expect(restored?["revision"] as? Int == 1)
    #expect(restored?["updatedAt"] as? String == fetched?["updatedAt"] as? String)
    let failed = try second.call("refresh", #"{"resource":"a"}"#)
    #expect(failed.kind == "fileNotFound" && failed.optionIDs.contains("useLastKnown"))
  }

  @Test func `the last value of an instance follows the response that makes it`() throws {
    try folder.write("[1]", to: "b.json")
    let instance = #"{"resource":"a","arguments":{"name":"b"}}"#
    let first = try start("file:\(folder.path("{name}.json"))")
    #expect(try first.call("refresh", instance).result != nil)
    try end(first)
    let second = try start("file:\(folder.path("{name}.json"))")
    #expect(try second.call("getState", instance).result?["status"] as? String == "idle")
    let restored = try second.receive().params
    #expect(restored["value"] as? [Int] == [1] && restored["isStale"] as? Bool == true)
    try end(second)
  }

  @Test func `the value of another source is not shown`() throws {
    let first = try start("file:\(file.path)")
    _ = try first.call("refresh", #"{"resource":"a"}"#)
    try end(first)
    let second = try start("file:\(file.path).other")
    #expect(try second.call("getState", #"{"resource":"a"}"#).result?["status"] as? String == "idle")
  }

  @Test func `the first fetch after a restart is conditional`() throws {
    let nginx = try NginxServer(["a.json": "[1]"])
    for _ in 1...2 {
      let daemon = try start(nginx.url("/a.json"))
      let state = try daemon.call("refresh", #"{"resource":"a"}"#).result
      #expect(state?["value"] as? [Int] == [1] && state?["isStale"] as? Bool == false)
      try end(daemon)
    }
    nginx.stop()
    #expect(try nginx.accessLog == ["200 /a.json", "304 /a.json"])
  }

  @Test func `without a store nothing is kept`() throws {
    let daemon = try DaemonProcess(["--store", "none", "--resource", "a=file:\(file.path)"])
    _ = try daemon.call("refresh", #"{"resource":"a"}"#)
    try end(daemon)
    #expect(!FileManager.default.fileExists(atPath: "none"))
  }

  @Test func `a store is one more thread and less than 2 MiB of its own`() throws {
    let daemons = try [start("file:\(file.path)"), DaemonProcess(["--resource", "a=file:\(file.path)"])]
    for daemon in daemons { _ = try daemon.call("refresh", #"{"resource":"a"}"#) }
    // A question for the history ends after all that was written before it.
    for daemon in daemons { _ = try daemon.call("getHistory", #"{"resource":"a"}"#) }
    let threads = try daemons.map {
      try FileManager.default.contentsOfDirectory(atPath: "/proc/\($0.pid)/task").count
    }
    #expect(threads == [3, 2])
    #expect(try daemons[0].ownBytes - daemons[1].ownBytes < .mebibytes(2))
    // With pages of libsqlite3, of which the system maps as many as it has at hand.
    #expect(try daemons[0].residentBytes - daemons[1].residentBytes < .mebibytes(4))
  }

  @Test func `a manual clock has no store`() throws {
    let daemon = try DaemonProcess(store + ["--clock", "manual"])
    #expect(
      try daemon.errors.rest()
        == "statusd: --clock manual: store.path must be none, got a folder: a disk takes real time\n")
    #expect(try daemon.wait() == 78)
  }
}
