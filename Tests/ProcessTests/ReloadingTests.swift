import Foundation
import TestSupport
import Testing

/// A configuration file that changes under the built binary.
struct ReloadingTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for number in 1...3 { try folder.write("[\(number)]", to: "\(number).json") }
  }

  private var file: String { folder.path("config.toml") }

  /// The resource `value` with the file of that number, polled so seldom that no poll helps.
  private func toml(_ number: Int, _ more: String = "") -> String {
    """
    minimumRequestTime = 0
    [resources.value]
    source = "file:\(folder.path("\(number).json"))"
    autoPolling = { enabled = true, interval = 3600 }
    \(more)
    """
  }

  /// A daemon that watches the file.
  ///
  /// - Parameter number: What it publishes first; nil for a daemon that polls nothing.
  private func daemon(
    _ arguments: [String] = [], environment: [String: String] = [:], publishing number: Int? = 1,
    test: String = #function
  ) throws -> DaemonProcess {
    let daemon = try DaemonProcess(
      arguments.isEmpty ? ["--config", file] : arguments, environment: environment, test: test)
    if let number { try next(number, of: daemon) } else { _ = try daemon.call("listResources") }
    return daemon
  }

  /// Waits until that number is published.
  private func next(_ number: Int, of daemon: DaemonProcess) throws {
    try daemon.nextSnapshot { $0["value"] as? [Int] == [number] && $0["isStale"] as? Bool == false }
  }

  /// What the daemon has logged, once it has ended.
  private func log(_ daemon: DaemonProcess) throws -> [String] {
    daemon.closeInput()
    _ = try daemon.rest()
    return try daemon.errors.rest().split(separator: "\n").map(String.init)
  }

  /// How a file is saved.
  enum Save: CaseIterable {
    case write, rename, backup, remove
  }

  @Test(arguments: Save.allCases)
  func `a source that is changed is asked without a restart`(save: Save) throws {
    try folder.write(toml(1), to: "config.toml")
    let daemon = try daemon()
    for number in [2, 3] {
      switch save {
      case .write: try folder.write(toml(number), to: "config.toml")
      case .rename: try folder.save(toml(number), as: "config.toml")
      case .backup:
        try folder.rename("config.toml", to: "config.toml~")
        try folder.write(toml(number), to: "config.toml")
      case .remove:
        try folder.remove("config.toml")
        try folder.write(toml(number), to: "config.toml")
      }
      try next(number, of: daemon)
    }
  }

  @Test func `links that are replaced as Kubernetes does it are followed`() throws {
    for number in 1...3 {
      try FileManager.default.createDirectory(
        atPath: folder.path("..\(number)"), withIntermediateDirectories: false)
      try folder.write(toml(number), to: "..\(number)/config.toml")
    }
    func lead(_ name: String, to target: String) throws {
      try FileManager.default.createSymbolicLink(
        atPath: folder.path("..tmp"), withDestinationPath: target)
      try folder.rename("..tmp", to: name)
    }
    try lead("..data", to: "..1")
    try lead("config.toml", to: "..data/config.toml")
    let daemon = try daemon()
    for number in [2, 3] {
      try lead("..data", to: "..\(number)")
      try folder.remove("..\(number - 1)")
      try next(number, of: daemon)
    }
  }

  @Test func `a file that is gone keeps what was read, and is read when it comes back`() throws {
    try folder.write(toml(1), to: "config.toml")
    let daemon = try daemon()
    try folder.remove("config.toml")
    let line = try daemon.errors.line()
    #expect(line.contains("there is no such file"), "\(line)")
    #expect(try value(of: daemon) == [1])
    try folder.write(toml(2), to: "config.toml")
    try next(2, of: daemon)
  }

  private func value(of daemon: DaemonProcess) throws -> [Int]? {
    try daemon.call("getState", #"{"resource":"value"}"#).result?["value"] as? [Int]
  }

  @Test func `a file that comes to be in the user's folder is read`() throws {
    try FileManager.default.createDirectory(
      atPath: folder.path("statusd"), withIntermediateDirectories: false)
    let daemon = try daemon(
      ["--resource", "value=file:\(folder.path("1.json"))"], environment: ["XDG_CONFIG_HOME": folder.path],
      publishing: nil)
    try folder.write("[resources.value]\nautoPolling = { enabled = true }", to: "statusd/config.toml")
    try next(1, of: daemon)
  }

  @Test func `a broken file keeps what was read, and its mistakes are logged once`() throws {
    try folder.write(toml(1), to: "config.toml")
    let daemon = try daemon()
    let broken = toml(2, "staleAfte = 1\nexcerpts = 7")
    try folder.write(broken, to: "config.toml")
    let lines = try [daemon.errors.line(), daemon.errors.line()]
    #expect(lines[0].contains("resources.value.staleAfte is unknown"), "\(lines)")
    #expect(lines[1].contains("resources.value.excerpts must be true or false"), "\(lines)")
    try folder.save(broken, as: "config.toml")
    // The next good file proves that the second broken one was read.
    try folder.write(toml(2, "# \(String(repeating: "x", count: 100))"), to: "config.toml")
    try next(2, of: daemon)
    #expect(try log(daemon) == [])
  }

  @Test func `a mistake that is made a second time is logged again`() throws {
    try folder.write(toml(1), to: "config.toml")
    let daemon = try daemon()
    for number in [2, 3] {
      try folder.save(toml(1, "excerpts = 7"), as: "config.toml")
      let line = try daemon.errors.line()
      #expect(line.contains("resources.value.excerpts must be true or false"), "\(line)")
      try folder.save(toml(number), as: "config.toml")
      try next(number, of: daemon)
    }
    #expect(try log(daemon) == [])
  }

  @Test func `what needs a restart is named on one line`() throws {
    try folder.write(toml(1), to: "config.toml")
    let daemon = try daemon()
    try folder.write(
      """
      store.quota = 100000
      limits.batch = 7
      metrics.interval = 120
      \(toml(2, #"shape = "fleet""#))
      [resources.more]
      source = "demo"
      """, to: "config.toml")
    let line = try daemon.errors.line()
    #expect(line.contains("next start"), "\(line)")
    for key in ["store.quota", "limits.batch", "metrics.interval", "resources.more", "resources.value.shape"]
    {
      #expect(line.contains(key), "\(key): \(line)")
    }
    try next(2, of: daemon)
    #expect(try log(daemon) == [])
  }

  @Test func `a file that changes all the time is read twice a second`() throws {
    try folder.write(toml(1), to: "config.toml")
    let daemon = try daemon(["--config", file, "--log-level", "info"])
    let start = ContinuousClock.now
    // Each as soon as the one before was read.
    for number in [2, 3, 1, 2] {
      try folder.save(toml(number), as: "config.toml")
      try next(number, of: daemon)
    }
    // Twice a second at most.
    #expect(ContinuousClock.now - start >= .seconds(1.5))
    let reads = try log(daemon).count { $0.contains("was read again") }
    #expect(reads >= 4)
  }

  @Test func `new headers are sent with the next request`() throws {
    let server = FaultServer(["/": [.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[]")]])
    func toml(_ token: String) -> String {
      """
      [resources.value]
      source = "\(server.url("/"))"
      headers = { X-Token = "\(token)" }
      autoPolling = { enabled = true, interval = 3600 }
      """
    }
    try folder.write(toml("first"), to: "config.toml")
    let daemon = try daemon(publishing: nil)
    try folder.write(toml("second"), to: "config.toml")
    while !server.requests.contains(where: { $0.contains("X-Token: second") }) {
      _ = try daemon.call("getState")
    }
  }

  @Test func `a location is that of the new route`() throws {
    try folder.write("1,1\n", to: "here")
    try folder.write("2,2\n", to: "there")
    try folder.write("location.source = \"route:\(folder.path("here"))\"", to: "config.toml")
    let daemon = try daemon(publishing: nil)
    _ = try daemon.call("subscribeLocation")
    try folder.write("location.source = \"route:\(folder.path("there"))\"", to: "config.toml")
    while true {
      let message = try daemon.receive()
      let location = message.params["location"] as? [String: Any]
      if (location?["coordinate"] as? [String: Any])?["latitude"] as? Int == 2 { break }
    }
  }

  @Test func `nothing wakes the daemon while the file stays`() throws {
    try folder.write(toml(1), to: "config.toml")
    let daemon = try daemon()
    _ = try daemon.call("getState")
    let before = try daemon.wakeUps()
    let other = try TemporaryFolder()
    for number in 1...2_000 { try other.save("\(number)", as: "config.toml") }
    #expect(try daemon.wakeUps() == before)
  }

  @Test func `under a manual clock the file is not watched`() throws {
    try folder.write(toml(1), to: "config.toml")
    let daemon = try daemon(["--config", file, "--clock", "manual", "--seed", "1"])
    let descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(daemon.pid)/fd")
    #expect(
      !descriptors.contains { name in
        let path = "/proc/\(daemon.pid)/fd/\(name)"
        return (try? FileManager.default.destinationOfSymbolicLink(atPath: path)) == "anon_inode:inotify"
      })
  }
}

extension DaemonProcess {
  /// How often the daemon has waited for something, once it waits.
  func wakeUps() throws -> Int {
    while true {
      let status = try String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8)
      let lines = status.split(separator: "\n").map { $0.split(separator: "\t") }
      let members = Dictionary(lines.compactMap { $0.count == 2 ? ($0[0], $0[1]) : nil }) { $1 }
      guard members["State:"] == "S (sleeping)" else { continue }
      return try #require(members["voluntary_ctxt_switches:"].flatMap { Int($0) })
    }
  }
}
