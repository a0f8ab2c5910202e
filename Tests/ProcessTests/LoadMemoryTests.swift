import Foundation
import TestSupport
import Testing

/// What a client may cost, whatever it sends and does not read (docs/protocol.md sections 2 and 4).
struct LoadMemoryTests {
  /// The client blocks when the daemon stops reading; what was admitted by then gets its response later.
  @Test
  func `200,000 requests of a client that does not read cost less than 64 MiB, and each has one response`()
    throws
  {
    let count = 200_000
    let daemon = try DaemonProcess(["--drain-timeout", "60"])
    let requests = (1...count).map { id in
      // Some wait for a fetch, so that their responses come to a full output.
      Fixtures.request(id % 1_000 == 0 ? "refresh" : "getState", id: id) + "\n"
    }
    let rest = try daemon.writeUntilHeldUp(Array(requests.joined().utf8))
    #expect(!rest.isEmpty)
    #expect(try daemon.peakBytes < .mebibytes(64))

    daemon.feed(rest)
    let ids = try daemon.output.rest().utf8.split(separator: UInt8(ascii: "\n")).compactMap(\.idOfResponse)
    #expect(ids.sorted() == Array(1...count))
    #expect(try daemon.wait() == 0)
  }

  @Test func `a megabyte of nested arrays costs less than 20 MiB`() throws {
    let daemon = try DaemonProcess()
    _ = try daemon.call("getState")
    let idle = try daemon.residentBytes
    let text = "[" + String(repeating: "[1],", count: 262_000) + "[1]]"
    try daemon.send(text)
    #expect(try daemon.receive().detail?["reason"] as? String == "tooManyValues")
    #expect(try daemon.peakBytes - idle < .mebibytes(20))
  }

  @Test func `the memory of large bodies is given back`() throws {
    let header = "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n"
    let server = FaultServer(["/small": [.send(header)], "/large": [.send(header), .flood(" ")]])
    defer { withExtendedLifetime(server) {} }
    let daemon = try DaemonProcess(["--state", server.url("/small"), "--menu", server.url("/large")])
    // What libcurl costs is not what is measured.
    #expect(try daemon.call("refresh").kind == "missingData")
    let before = try daemon.residentBytes
    for _ in 1...6 {
      #expect(try daemon.call("fetchMenu").kind == "bodyTooLarge")
      #expect(try daemon.residentBytes - before < .mebibytes(4))
    }
    // 8 MiB are kept at most, and while they are moved to their last place, half as much besides.
    let grown = try daemon.peakBytes - before
    #expect(grown < .mebibytes(16), "\(grown / 1024) KiB")
  }

  /// Every other one has a value, the others have failed; each was published.
  @Test func `ten thousand instances cost what 256 do`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "statusd-instances-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let value = Data("\"\(String(repeating: "v", count: 4_096))\"".utf8)
    for number in stride(from: 2, through: 10_000, by: 2) {
      try value.write(to: folder.appending(path: "\(number)"))
    }
    let file = try TemporaryFile(
      "minimumRequestTime = 0\nresources.build.source = 'file:\(folder.path)/{n}'", named: ".toml")
    let daemon = try DaemonProcess(["--config", file.path, "--log-level", "critical"])
    func memory(after numbers: Range<Int>) throws -> Int {
      // Few at a time: output that waits for its reader takes memory too.
      for first in stride(from: numbers.lowerBound, to: numbers.upperBound, by: 10) {
        for number in first..<first + 10 {
          let params = #"{"resource":"build","arguments":{"n":"\#(number)"}}"#
          try daemon.send(Fixtures.request("refresh", id: number, params))
        }
        var responses = 0
        while responses < 10 {
          let message = try daemon.receive()
          guard let id = message.json["id"] as? Int else { continue }
          #expect(id % 2 == 0 ? message.result != nil : message.kind == "fileNotFound")
          responses += 1
        }
      }
      return try daemon.ownBytes
    }
    let few = try memory(after: 1..<1_001)
    let many = try memory(after: 1_001..<10_001)
    #expect(many - few < .mebibytes(1), "\((many - few) / 1024) KiB")
  }

  /// The difference of two numbers of resources, so that what every daemon takes does not count.
  @Test func `a polled resource takes at most 10 KiB once 256 of its fetches are remembered`() throws {
    let value = try TemporaryFile("[1]", named: ".json")
    func memory(_ count: Int) throws -> Int {
      let polling = "autoPolling = { enabled = true, interval = 1 }"
      let rows = (0..<count).map { "resources.r\($0) = { source = 'file:\(value.path)', \(polling) }" }
      let file = try TemporaryFile(rows.joined(separator: "\n"), named: ".toml")
      let daemon = try DaemonProcess(["--config", file.path, "--clock", "manual", "--log-level", "critical"])
      _ = try daemon.call("initialize", #"{"notifications":{"stateChanged":false}}"#)
      _ = try daemon.call("advanceClock", #"{"seconds":300}"#)
      #expect(try daemon.call("getHistory", #"{"resource":"r0","limit":256}"#).result != nil)
      return try daemon.ownBytes
    }
    let each = try (memory(250) - memory(50)) / 200
    #expect(each <= 10 << 10, "\(each) bytes")
  }

  /// Reading it costs about ten times its size for a moment; what is kept is the value, as such and as text.
  @Test func `the memory in which a large value was read is given back`() throws {
    let items = (1...40_000).map { #"{"name":"\#($0)","category":"c","spicy":false,"price":1}"# }
    let header = "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n"
    let server = FaultServer([
      "/small": [.send(header)], "/large": [.send(header + "[\(items.joined(separator: ","))]")],
    ])
    defer { withExtendedLifetime(server) {} }
    let daemon = try DaemonProcess(["--state", server.url("/small"), "--menu", server.url("/large")])
    #expect(try daemon.call("refresh").kind == "missingData")
    let before = try daemon.residentBytes
    #expect(try daemon.call("fetchMenu").result?["status"] as? String == "loaded")
    #expect(try daemon.residentBytes - before < .mebibytes(16))
  }
}

extension Substring.UTF8View {
  private static let prefix = Array(#"{"jsonrpc":"2.0","id":"#.utf8)

  /// The number under which the line responds to a request; nil for a notification.
  fileprivate var idOfResponse: Int? {
    guard starts(with: Self.prefix) else { return nil }
    return Int(Substring(dropFirst(Self.prefix.count).prefix { 0x30...0x39 ~= $0 }))
  }
}
