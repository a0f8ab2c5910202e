import Foundation
import Glibc
import TestSupport
import Testing

/// What standard input may be, and what may come through it (docs/protocol.md sections 1 and 3).
struct InputTests {
  /// Writes everything and ends the input, beside the test, which reads meanwhile.
  private func feed(_ daemon: DaemonProcess, _ bytes: [UInt8]) {
    Thread { [input = daemon.input] in
      try? input.write(bytes)
      input.close()
    }.start()
  }

  @Test func `standard input may be a regular file, its last line without an end`() throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).jsonl").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let requests = [Fixtures.request("getState"), Fixtures.request("listResources", id: 2)]
    try requests.joined(separator: "\n").write(toFile: path, atomically: true, encoding: .utf8)
    let file = open(path, O_RDONLY | O_CLOEXEC)
    defer { close(file) }
    let daemon = try DaemonProcess(input: .descriptor(file))
    daemon.willSend(requests)
    #expect(try daemon.rest().compactMap { $0.json["id"] as? Int } == [1, 2])
    #expect(try daemon.wait() == 0)
  }

  @Test func `standard input may be the null device`() throws {
    let null = open("/dev/null", O_RDONLY | O_CLOEXEC)
    defer { close(null) }
    let daemon = try DaemonProcess(input: .descriptor(null))
    #expect(try daemon.output.rest() == "")
    #expect(try daemon.wait() == 0)
  }

  @Test func `standard input may be a terminal, whose person is greeted on standard error`() throws {
    let person = try PseudoTerminal()
    let daemon = try DaemonProcess(input: .descriptor(person.terminal))
    daemon.willSend([Fixtures.request("getState")])
    // ^D on an empty line is the end of the input.
    person.type(Fixtures.request("getState") + "\n\u{4}")
    #expect(try daemon.receive().result?["resource"] as? String == "state")
    #expect(try daemon.errors.line().contains("JSON-RPC"))
    #expect(try daemon.wait() == 0)
  }

  @Test(arguments: [50, 5_000])
  func `requests in one write and the end of input give as many responses`(count: Int) throws {
    let daemon = try DaemonProcess()
    let requests = (1...count).map { Fixtures.request("getState", id: $0) }
    daemon.willSend(requests)
    feed(daemon, Array(requests.map { $0 + "\n" }.joined().utf8))
    #expect(try daemon.rest().compactMap { $0.json["id"] as? Int } == Array(1...count))
    #expect(try daemon.wait() == 0)
  }

  /// Other noise in each run; `STATUSD_NOISE_SEED` repeats one, whose seed is printed and stands beside a failure.
  @Test func `a megabyte of noise does not stop the next good message`() throws {
    let given = ProcessInfo.processInfo.environment["STATUSD_NOISE_SEED"].flatMap { UInt64($0) }
    let seed = given ?? UInt64.random(in: 1...UInt64(UInt32.max))
    print("STATUSD_NOISE_SEED=\(seed)")
    var generator = SeededGenerator(seed: seed)
    let noise = (0..<1_048_576).map { _ in UInt8.random(in: 0...255, using: &generator) }
    let daemon = try DaemonProcess(["--framing", "lines"])
    daemon.willSend([Fixtures.request("getState")])
    feed(daemon, noise + Array("\n\(Fixtures.request("getState"))\n".utf8))
    let messages = try daemon.rest()
    #expect(messages.last?.result != nil, "seed \(seed)")
    let refused = messages.dropLast()
    #expect(refused.allSatisfy { $0.json["id"] is NSNull && $0.error != nil }, "seed \(seed)")
    #expect(try daemon.wait() == 0, "seed \(seed)")
  }

  @Test func `an id comes back as it was written`() throws {
    let daemon = try DaemonProcess()
    let ids = ["1", "1.0", "1e2", "-0", "123456789012345678901234567890", #""\u0041""#, #""""#, "null"]
    for id in ids { try daemon.send(#"{"jsonrpc":"2.0","id":\#(id),"method":"getState"}"#) }
    for id in ids {
      #expect(try daemon.receive().text.hasPrefix(#"{"jsonrpc":"2.0","id":\#(id),"result""#))
    }
  }
}
