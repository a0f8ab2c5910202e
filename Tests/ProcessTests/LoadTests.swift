import Foundation
import Glibc
import TestSupport
import Testing

/// Many requests at once, and readers that pause (docs/protocol.md section 4).
struct LoadTests {
  @Test func `the 257th request that waits is refused at once, what need not wait is served`() throws {
    let silent = FaultServer(onConnect: [.hold])
    defer { withExtendedLifetime(silent) {} }
    let daemon = try DaemonProcess(["--state", silent.url("/")])
    for id in 1...257 { try daemon.send(Fixtures.request("refresh", id: id)) }
    #expect(try daemon.receive().method == "stateChanged")
    let refused = try daemon.receive()
    #expect(refused.json["id"] as? Int == 257)
    #expect(refused.kind == "overloaded")
    #expect(refused.detail?["limit"] as? Int == 256)
    #expect((refused.failure?["retry"] as? [String: Any])?["after"] != nil)
    #expect(try daemon.call("getState").result?["isFetching"] as? Bool == true)
  }

  /// Every fetch changes the snapshot twice: it begins, and it ends.
  @Test func `a reader that pauses finds one notification of all that it missed, with the final state`()
    throws
  {
    let server = try LoadServer(body: Fixtures.fleet)
    let daemon = try DaemonProcess(["--state", server.url])
    // Responses fill the pipe and the room that notifications have.
    let filling = 3_000
    for id in 1...filling { try daemon.send(Fixtures.request("getState", id: id)) }
    let fetches = 5
    for _ in 1...fetches {
      try daemon.send(#"{"jsonrpc":"2.0","method":"refresh"}"#)
      try server.serveOne()
    }

    for _ in 1...filling { #expect(try daemon.receive().result?["revision"] as? Int == 0) }
    let reported = try daemon.receive()
    #expect(reported.method == "stateChanged")
    #expect(reported.params["revision"] as? Int == 2 * fetches)
    #expect(reported.params["coalesced"] as? Int == 2 * fetches - 1)
    #expect(reported.params["isFetching"] as? Bool == false)
    let final = try daemon.receive(Fixtures.request("getState"))
    #expect(final.result?["revision"] as? Int == 2 * fetches)
  }

  static let garbage: [(name: String, bytes: [UInt8])] = [
    ("a negative length", Array("Content-Length: -5\r\n\r\n".utf8)),
    ("a length of 23 digits", Array("Content-Length: 12345678901234567890123\r\n\r\n".utf8)),
    ("a megabyte of random bytes", randomMegabyte),
  ]

  /// A first line without a colon, which is a header in no reading.
  private static var randomMegabyte: [UInt8] {
    var generator = SeededGenerator(seed: 7)
    return Array("?\n".utf8) + (0..<1_048_576).map { _ in UInt8.random(in: 0...255, using: &generator) }
      + Array("\n".utf8)
  }

  @Test(arguments: garbage)
  func `the next message in a line is served after garbage`(name: String, bytes: [UInt8]) throws {
    let daemon = try DaemonProcess(["--framing", "lines"])
    daemon.willSend([Fixtures.request("getState")])
    daemon.feed(bytes + Array((Fixtures.request("getState") + "\n").utf8))
    let messages = try daemon.rest()
    #expect(messages.last?.result != nil)
    #expect(messages.dropLast().allSatisfy { $0.json["id"] is NSNull && $0.error != nil })
    #expect(try daemon.wait() == 0)
  }

  @Test(arguments: garbage)
  func `the next message with a header is served after garbage, which has one response`(
    name: String, bytes: [UInt8]
  ) throws {
    let daemon = try DaemonProcess(["--framing", "headers"])
    let request = Fixtures.request("getState")
    daemon.willSend([request])
    daemon.feed(bytes + Array("Content-Length: \(request.utf8.count)\r\n\r\n\(request)".utf8))
    #expect(try daemon.receiveFramed().detail?["reason"] as? String == "header")
    #expect(try daemon.receiveFramed().result?["resource"] as? String == "state")
    #expect(try daemon.output.rest() == "")
    #expect(try daemon.wait() == 0)
  }
}

extension DaemonProcess {
  /// Sends a request and gives the message that comes next.
  fileprivate func receive(_ request: String) throws -> Message {
    try send(request)
    return try receive()
  }
}
