import TestSupport
import Testing

/// The quota of a real store, and what makes room.
struct StoreRoomTests {
  private let folder: TemporaryFolder
  private let configuration: TemporaryFile

  init() throws {
    folder = try TemporaryFolder()
    configuration = try TemporaryFile("store.quota = 65536\n", named: ".toml")
  }

  private func start() throws -> StoreDaemon {
    try StoreDaemon(folder, ["--config", configuration.path])
  }

  @Test func `a value that does not fit is refused, and space can be freed`() throws {
    let daemon = try start()
    #expect(try daemon.refresh("a", text(40_000)).result != nil)
    let refused = try daemon.refresh("b", text(30_000))
    #expect(refused.kind == "outOfSpace" && refused.optionIDs == ["cancel", "freeSpace", "buyMoreSpace"])
    #expect(refused.detail?["limit"] as? Int == 65_536)
    let shown = try daemon.state("b")
    #expect((shown["value"] as? String)?.utf8.count == 29_998 && shown["isStale"] as? Bool == false)
    let freed = try daemon.process.call("retry", #"{"optionId":"freeSpace"}"#).result
    #expect(freed?["recovered"] as? Bool == true)
    #expect(freed?["message"] as? String == "1 old entry and 2 fetches of the history were removed.")
    #expect(try daemon.store["values"] as? Int == 1)
    try daemon.end()
    let next = try start()
    #expect(try next.state("b")["value"] as? String != nil && next.state("a")["value"] == nil)
  }

  @Test func `a fetch of the history is no entry`() throws {
    let daemon = try start()
    // It leaves room for one fetch and some bytes.
    #expect(try daemon.refresh("a", text(65_536 - 257 - 128)).result != nil)
    #expect(try daemon.refresh("a", text(65_536 - 257 - 127)).kind == "outOfSpace")
    let freed = try daemon.process.call("retry", #"{"optionId":"freeSpace"}"#).result
    #expect(freed?["message"] as? String == "1 fetch of the history was removed.")
  }

  @Test func `a value that is larger than the quota stays refused, and nothing is dropped for it`() throws {
    let daemon = try start()
    #expect(try daemon.refresh("a", text(1_000)).result != nil)
    #expect(try daemon.refresh("b", text(70_000)).kind == "outOfSpace")
    let again = try daemon.process.call("retry", #"{"optionId":"freeSpace"}"#)
    #expect(again.kind == "outOfSpace" && again.failure?["previousFailureId"] != nil)
    #expect(try daemon.store["values"] as? Int == 1)
  }

  @Test func `more space is twice the space, until the daemon ends`() throws {
    let daemon = try start()
    #expect(try daemon.refresh("a", text(70_000)).kind == "outOfSpace")
    let bought = try daemon.process.call("retry", #"{"optionId":"buyMoreSpace"}"#).result
    #expect(bought?["recovered"] as? Bool == true)
    #expect(bought?["message"] as? String == "The store may take up 131072 bytes until statusd ends.")
    #expect(try daemon.store["quota"] as? Int == 131_072)
    try daemon.end()
    let next = try start()
    #expect(try next.store["quota"] as? Int == 65_536)
    #expect(try (next.state("a")["value"] as? String)?.utf8.count == 69_998)
  }

  @Test func `history and counts go on after a restart`() throws {
    let first = try start()
    _ = try first.refresh("a", "[1]")
    _ = try first.refresh("a", "nothing")
    #expect(try first.samples("a").map { $0["outcome"] as? String } == ["malformedData", "ok"])
    try first.end()
    let second = try start()
    _ = try second.refresh("a", "[1]")
    let samples = try second.samples("a")
    #expect(samples.map { $0["outcome"] as? String } == ["ok", "malformedData", "ok"])
    #expect(samples.last?["bytes"] as? Int == 3 && samples.last?["attempts"] as? Int == 1)
    let store = try second.store
    #expect(store["history"] as? Int == 3 && store["values"] as? Int == 1 && store["failures"] as? Int == 0)
    #expect(store["bytes"] as? Int == 3 * 128 + 256 + 1 + 3)
  }
}
