import Foundation
import Glibc
import TestSupport
import Testing

/// How the process begins and ends (docs/protocol.md section 3).
struct LifecycleTests {
  @Test func `no input at all ends with status 0 and not a byte of output`() throws {
    let daemon = try DaemonProcess()
    daemon.closeInput()
    #expect(try daemon.output.rest() == "")
    #expect(try daemon.wait() == 0)
  }

  @Test(arguments: [(true, Int32(0)), (false, 1)])
  func `exit ends with status 0 after shutdown, else 1`(afterShutdown: Bool, status: Int32) throws {
    let daemon = try DaemonProcess()
    if afterShutdown { #expect(try daemon.call("shutdown").json["result"] is NSNull) }
    try daemon.send(#"{"jsonrpc":"2.0","method":"exit"}"#)
    #expect(try daemon.wait() == status)
  }

  @Test func `after shutdown a request is refused`() throws {
    let daemon = try DaemonProcess()
    _ = try daemon.call("shutdown")
    #expect(try daemon.call("getState").kind == "shuttingDown")
  }

  @Test(arguments: [SIGTERM, SIGINT])
  func `after a signal, admitted requests get their responses before the end`(signal: Int32) throws {
    let daemon = try DaemonProcess()
    try daemon.send(Fixtures.request("refresh"))
    // The notification says that the request was admitted.
    #expect(try daemon.receive().method == "stateChanged")
    daemon.signal(signal)
    #expect(try daemon.rest().last?.result?["status"] as? String == "loaded")
    #expect(try daemon.wait() == 0)
  }

  @Test func `a reader that leaves ends the idle daemon with status 0`() throws {
    let daemon = try DaemonProcess()
    _ = try daemon.call("getState")
    daemon.output.close()
    #expect(try daemon.wait() == 0)
  }

  @Test func `what waits longer than the drain timeout gets shuttingDown`() throws {
    let silent = FaultServer(onConnect: [.hold])
    defer { withExtendedLifetime(silent) {} }
    let daemon = try DaemonProcess(["--state", silent.url("/"), "--drain-timeout", "0.1"])
    try daemon.send(Fixtures.request("refresh"))
    daemon.closeInput()
    #expect(try daemon.rest().compactMap(\.kind) == ["shuttingDown"])
    #expect(try daemon.wait() == 0)
  }

  /// Nothing else would end it within the hour.
  @Test func `the death of the client ends what waits, though the input is open`() throws {
    let silent = FaultServer(onConnect: [.hold])
    defer { withExtendedLifetime(silent) {} }
    let daemon = try DaemonProcess(
      ["--state", silent.url("/"), "--drain-timeout", "3600"],
      environment: [
        "STATUSD_RESOURCES_STATE_TIMEOUT": "3600", "STATUSD_RESOURCES_STATE_TOTAL_TIMEOUT": "3600",
      ])
    let client = try DaemonProcess()
    _ = try daemon.call("initialize", #"{"processId":\#(client.pid)}"#)
    try daemon.send(Fixtures.request("refresh", id: 7))
    #expect(try daemon.receive().method == "stateChanged")
    client.closeInput()
    #expect(try client.wait() == 0)
    let responses = try daemon.rest().filter { $0.method == nil }
    #expect(responses.map { $0.json["id"] as? Int } == [7] && responses.first?.kind == "shuttingDown")
    #expect(try daemon.wait() == 0)
  }

  @Test func `descriptor 1 leads to standard error, so nothing else reaches the client`() throws {
    let daemon = try DaemonProcess()
    _ = try daemon.call("getState")
    let links = (1...2).map {
      try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(daemon.pid)/fd/\($0)")
    }
    #expect(links[0] != nil && links[0] == links[1])
  }

  @Test func `the flags of inherited descriptors stay as they were`() throws {
    var ends: [Int32] = [0, 0]
    #expect(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
    defer { for end in ends { close(end) } }
    let before = fcntl(ends[1], F_GETFL)
    let daemon = try DaemonProcess(input: .descriptor(ends[1]), output: .descriptor(ends[1]))
    daemon.willSend([Fixtures.request("getState")])
    let request = Fixtures.request("getState") + "\n"
    _ = request.withCString { write(ends[0], $0, strlen($0)) }
    var reply = [UInt8](repeating: 0, count: 4_096)
    let count = read(ends[0], &reply, reply.count)
    daemon.hasReceived(String(decoding: reply.prefix(max(0, count - 1)), as: UTF8.self))
    #expect(count > 0)
    #expect(fcntl(ends[1], F_GETFL) == before)
    shutdown(ends[0], Int32(SHUT_WR))
    #expect(try daemon.wait() == 0)
  }

  @Test func `an idle daemon has one thread and its watch, and has not loaded libcurl`() throws {
    let daemon = try DaemonProcess()
    _ = try daemon.call("getState")
    let threads = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(daemon.pid)/task")
    #expect(threads.count == 2)
    // Its size is reported as 0, so it is read to its end.
    let file = try #require(FileHandle(forReadingAtPath: "/proc/\(daemon.pid)/maps"))
    let maps = String(decoding: try #require(try file.readToEnd()), as: UTF8.self)
    #expect(maps.contains("libjansson"))
    #expect(!maps.contains("libcurl") && !maps.contains("libsqlite3"))
  }
}
