import Foundation
import StatusdClient
import TestSupport
import Testing

/// Under a manual clock nothing is fetched before time is advanced: a call waits for as long as a test wants.
private let still = ["--clock", "manual", "--seed", "1", "--scenario", "first-fails"]

@Suite(.timeLimit(.minutes(10)))
struct CallsTests {
  @Test(arguments: Framing.allCases)
  func `a thousand calls at once are all answered and matched`(framing: Framing) async throws {
    try await running(framing: framing) { (daemon, _) async throws in
      let answered = try await withThrowingTaskGroup(of: (String, String).self) { group in
        for index in 0..<1_000 {
          let resource = index.isMultiple(of: 3) ? "state" : "menu"
          group.addTask { (resource, try await daemon.getState(ResourceID(resource)).resource) }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(answered.count == 1_000)
      #expect(answered.allSatisfy { $0 == $1 })
    }
  }

  @Test @MainActor func `calls are written in the order in which an actor makes them`() async throws {
    try await running { (daemon, recorder) async throws in
      let calls = (1...500).map { interval in
        Task { try await daemon.setAutoPolling(false, interval: Double(interval)) }
      }
      for call in calls { _ = try await call.value }
      #expect(recorder.sent.map { $0["params"]?["interval"] } == (1...500).map { .integer($0) })
    }
  }

  @Test func `params may be given by position`() async throws {
    try await running { (daemon, _) async throws in
      #expect(try await daemon.call("getState", ["menu"])["resource"] == "menu")
    }
  }

  @Test func `responses may come in an array, and one that nobody waits for is passed over`() async throws {
    let script = """
      echo '[{"jsonrpc":"2.0","id":"x","result":0},{"jsonrpc":"2.0","id":2,"result":1}]'; read -r end
      """
    try await withStatusd(impostor(script), options: Options(startTimeout: deadline)) { daemon in
      let result = try await daemon.call("a")
      #expect(result == 1)
    }
  }

  @Test func `a large value comes whole, in either framing`() async throws {
    let items = (0..<1_000).map { index in
      MenuItem(name: "Süppchen \(index) 🍜", category: "Starters", spicy: false, price: 4.5)
    }
    try await withFolder { folder in
      let file = folder.appending(path: "menu.json")
      try JSONEncoder().encode(items).write(to: file)
      for framing in Framing.allCases {
        try await running(["--menu", "file:\(file.path)"], framing: framing) { (daemon, _) async throws in
          let menu = try await daemon.fetchMenu().value(as: MenuValue.self)
          #expect(menu?.sections.first?.items == items)
        }
      }
    }
  }

  @Test func `each method has its result`() async throws {
    try await running(["--menu", "demo"]) { (daemon, _) async throws in
      #expect(try await daemon.refresh().status == .loaded)
      #expect(try await daemon.fetchMenu().resource == "menu")
      #expect(try await daemon.listResources().count == 2)
      #expect(try await daemon.setAutoPolling(true, interval: 3_600).interval == 3_600)
      #expect(try await daemon.getLocation().status == .loading)
      #expect(try await daemon.getHelp("notfound").anchor == "notfound")
      #expect(try await daemon.getHistory("menu", limit: 1).samples.map(\.outcome) == ["ok"])
      #expect(try await daemon.stats().requests.inFlight == 0)
      #expect(try await daemon.call("getState", ["resource": "menu"])["status"] == "loaded")
      #expect(await daemon.server.serverInfo.name == "statusd")
    }
  }

  @Test func `an instance of a parameterised resource is asked for with its arguments`() async throws {
    try await withFolder { folder in
      try Data("[null]".utf8).write(to: folder.appending(path: "main.json"))
      try await running(["--resource", "build=file:\(folder.path)/{branch}.json"]) {
        (daemon, _) async throws in
        let main = ResourceID("build", ["branch": "main"])
        let snapshot = try await daemon.refresh(main)
        #expect(snapshot.id == main)
        #expect(snapshot.value == [.null])
        #expect(try await daemon.getState(main) == snapshot)
        #expect(try await daemon.setAutoPolling(false, interval: 7, of: main).interval == 7)
        let rows = try await daemon.listResources()
        #expect(rows.contains(.family(ResourceFamily(resource: "build", parameters: ["branch"]))))
      }
    }
  }

  @Test func `a value may be null`() async throws {
    try await withFolder { folder in
      let file = folder.appending(path: "null.json")
      try Data("null".utf8).write(to: file)
      try await running(["--resource", "nothing=file:\(file.path)"]) { (daemon, _) async throws in
        #expect(try await daemon.getState("nothing").value == nil)
        #expect(try await daemon.refresh("nothing").value == .some(.null))
      }
    }
  }

  // MARK: Giving up

  @Test func `a task that is cancelled cancels its request`() async throws {
    try await running(still) { (daemon, recorder) async throws in
      let fetch = Task { try await daemon.fetchMenu() }
      let request = await recorder.sent("fetchMenu")[0]
      fetch.cancel()
      await #expect(throws: CancellationError.self) { try await fetch.value }
      #expect(await recorder.sent("$/cancelRequest")[0]["params"]?["id"] == request["id"])
      #expect(try await daemon.getState("menu").isFetching == false)
    }
  }

  @Test func `a task that was cancelled sends nothing`() async throws {
    try await running { (daemon, recorder) async throws in
      let fetch = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        return try await daemon.refresh()
      }
      await #expect(throws: CancellationError.self) { try await fetch.value }
      #expect(recorder.sent.isEmpty)
    }
  }

  @Test func `a call without a response in time cancels its request`() async throws {
    try await running(still, timeout: deadline) { (daemon, recorder) async throws in
      await #expect(throws: CallTimedOut.self) { try await daemon.fetchMenu(timeout: .milliseconds(10)) }
      _ = await recorder.sent("$/cancelRequest")
      #expect(try await daemon.getState("menu").isFetching == false)
    }
  }

  // MARK: Errors

  @Test func `params that are refused are an error of their own call`() async throws {
    try await running { (daemon, _) async throws in
      let failure = await #expect(throws: StatusdFailure.self) { try await daemon.getState("stat") }
      #expect(failure?.kind == .invalidParams)
      #expect(failure?.data.detail?.suggestion == "state")
      let unknown = await #expect(throws: StatusdFailure.self) { try await daemon.call("getStat") }
      #expect(unknown?.code == -32_601)
      #expect(try await daemon.getState().resource == "state")
    }
  }

  @Test func `params that are no JSON are refused here`() async throws {
    try await running { (daemon, recorder) async throws in
      await #expect(throws: EncodingError.self) { try await daemon.setAutoPolling(true, interval: .nan) }
      #expect(recorder.sent.isEmpty)
      #expect(try await daemon.getState().resource == "state")
    }
  }

  @Test func `closing lets the daemon respond to what it was asked`() async throws {
    try await running(["--scenario", "first-fails"]) { (daemon, recorder) async throws in
      let fetch = Task { try await daemon.refresh() }
      _ = await recorder.sent("refresh")
      await daemon.close()
      let failure = await #expect(throws: StatusdFailure.self) { try await fetch.value }
      #expect(failure?.kind != .shuttingDown)
      await #expect(throws: DaemonEnded.self) { try await daemon.getState() }
    }
  }
}
