import Foundation
import Glibc
import TestSupport
import Testing

/// Programs that stay, as sources of the built binary.
struct LiveStreamTests {
  /// A daemon that has the resource `value` from a shell script, and polls it with that interval.
  ///
  /// - Parameter interval: nil for no polling.
  private func daemon(
    _ script: TemporaryFile, interval: Double? = 3_600, _ arguments: [String] = []
  ) throws -> DaemonProcess {
    let daemon = try DaemonProcess(["--resource", "value=stream:sh \(script.path)"] + arguments)
    if let interval {
      try daemon.send(
        #"{"jsonrpc":"2.0","id":0,"method":"setAutoPolling","params":{"enabled":true,"interval":\#(interval),"#
          + #""resource":"value"}}"#)
    }
    return daemon
  }

  private func next(_ number: Int, of daemon: DaemonProcess) throws -> [String: Any] {
    try daemon.nextSnapshot { ($0["value"] as? [Int]) == [number] && $0["status"] as? String == "loaded" }
  }

  /// Ends the daemon in good order, and with it the program, which would stay.
  private func end(_ daemon: DaemonProcess) throws {
    daemon.closeInput()
    _ = try daemon.rest()
    #expect(try daemon.wait() == 0)
  }

  @Test func `each line is published while the program runs, and nothing is polled`() throws {
    let fifo = try Fifo()
    let script = try TemporaryFile("echo '[1]'; read -r line <\(fifo.path); echo; echo '[2]'; exec sleep 600")
    let daemon = try daemon(script, interval: 0.1)
    let first = try next(1, of: daemon)
    #expect((first["autoPolling"] as? [String: Any])?["nextPollAt"] == nil)
    let writer = try #require(FileHandle(forWritingAtPath: fifo.path))
    try writer.write(contentsOf: Data("go\n".utf8))
    let second = try next(2, of: daemon)
    #expect(second["revision"] as? Int == (first["revision"] as? Int ?? 0) + 1)
    try end(daemon)
  }

  @Test(arguments: [3, 0])
  func `a program that ends is started again, and its end is a silent failure`(status: Int) throws {
    let starts = try TemporaryFile("")
    let script = try TemporaryFile(
      "echo >>\(starts.path); echo \"[$(wc -l <\(starts.path))]\"; echo no news >&2; exit \(status)")
    let daemon = try daemon(script, interval: 0.1)
    _ = try next(1, of: daemon)
    let failed = try daemon.nextSnapshot { $0["status"] as? String == "failed" }
    let failure = try #require(failed["failure"] as? [String: Any])
    #expect(failure["kind"] as? String == "commandFailed" && failure["presentation"] as? String == "silent")
    #expect(failure["operation"] as? String == "autoPoll")
    let detail = try #require(failure["detail"] as? [String: Any])
    #expect(detail["exitStatus"] as? Int == status && detail["stderr"] as? String == "no news")
    #expect(detail["url"] as? String == "stream:sh")
    #expect(failed["isStale"] as? Bool == true && failed["value"] as? [Int] == [1])
    _ = try next(2, of: daemon)
    _ = try next(3, of: daemon)
  }

  @Test func `ends in a row are one failure, and the pause grows`() throws {
    let script = try TemporaryFile("exit 3")
    let daemon = try daemon(script, interval: 0.1)
    let failed = try daemon.nextSnapshot { $0["status"] as? String == "failed" }
    let failure = try #require(failed["failure"] as? [String: Any])
    #expect(failure["presentation"] as? String == "inline")
    #expect((failure["detail"] as? [String: Any])?["exitStatus"] as? Int == 3)
    var polling: [String: Any] = [:]
    while polling["consecutiveFailures"] as? Int ?? 0 < 4 {
      let state = try daemon.call("getState", #"{"resource":"value"}"#).result ?? [:]
      polling = try #require(state["autoPolling"] as? [String: Any])
      #expect(state["revision"] as? Int == failed["revision"] as? Int)
    }
  }

  @Test func `a line that is no value is a failure, and the program goes on`() throws {
    let fifo = try Fifo()
    let script = try TemporaryFile(
      """
      echo '[1]'; read -r line <\(fifo.path)
      echo '{oops'; read -r line <\(fifo.path)
      echo '[2]'; exec sleep 600
      """)
    let daemon = try daemon(script)
    _ = try next(1, of: daemon)
    let writer = try #require(FileHandle(forWritingAtPath: fifo.path))
    try writer.write(contentsOf: Data("go\n".utf8))
    let failed = try daemon.nextSnapshot { $0["status"] as? String == "failed" }
    #expect((failed["failure"] as? [String: Any])?["kind"] as? String == "malformedData")
    try writer.write(contentsOf: Data("go\n".utf8))
    _ = try next(2, of: daemon)
    try end(daemon)
  }

  /// A program whose log goes to its output.
  @Test(arguments: ["[1]\\nlog line\\n", "log line\\n[1]\\nlog line\\n"])
  func `a value that is written in one piece with what is none is shown, and that is its failure`(
    text: String
  ) throws {
    let script = try TemporaryFile("printf '\(text)'; exec sleep 600")
    let daemon = try daemon(script)
    let failed = try daemon.nextSnapshot { $0["status"] as? String == "failed" }
    #expect(failed["value"] as? [Int] == [1] && failed["isStale"] as? Bool == true)
    #expect((failed["failure"] as? [String: Any])?["kind"] as? String == "malformedData")
    try end(daemon)
  }

  @Test func `a program that writes such pairs without a pause shows one value after another`() throws {
    let script = try TemporaryFile(#"exec awk 'BEGIN { while (1) print "[" ++n "]\nlog line" }'"#)
    let daemon = try daemon(script)
    var last = 0
    for _ in 1...5 {
      _ = try daemon.nextSnapshot { snapshot in
        guard let value = (snapshot["value"] as? [Int])?.first, value > last else { return false }
        last = value
        return true
      }
    }
    #expect(last >= 5)
    try end(daemon)
  }

  @Test func `garbage without an end costs bounded memory, and the next line is a value`() throws {
    let script = try TemporaryFile(
      "head -c 104857600 /dev/zero; echo; head -c 10000000 /dev/urandom; echo; echo '[2]'; exec sleep 600")
    let daemon = try daemon(script)
    let failed = try daemon.nextSnapshot { $0["status"] as? String == "failed" }
    #expect((failed["failure"] as? [String: Any])?["kind"] as? String == "bodyTooLarge")
    _ = try next(2, of: daemon)
    // A line as long as the limit, its copy as it is decoded, and the daemon itself.
    #expect(try daemon.peakBytes < .mebibytes(64))
    try end(daemon)
  }

  @Test func `a stream of lines without a pause keeps nobody waiting`() throws {
    let script = try TemporaryFile("exec yes '[1]'")
    let daemon = try daemon(script)
    _ = try next(1, of: daemon)
    for _ in 1...20 { #expect(try daemon.call("getState").result != nil) }
    _ = try daemon.call("setAutoPolling", #"{"enabled":false,"resource":"value"}"#)
  }

  // MARK: refresh

  @Test func `a refresh starts the program and ends it after its first value`() throws {
    let fifo = try Fifo()
    let script = try TemporaryFile("exec 3>\(fifo.path); echo running >&3; echo '[1]'; exec sleep 600")
    let daemon = try daemon(script, interval: nil)
    let response = try daemon.call("refresh", #"{"resource":"value"}"#)
    #expect(response.result?["value"] as? [Int] == [1])
    #expect(try fifo.line() == "running")
    #expect(try fifo.line() == nil)
  }

  @Test func `a refresh waits for the next value of the program that runs`() throws {
    let (fifo, starts) = (try Fifo(), try TemporaryFile(""))
    let script = try TemporaryFile(
      "echo >>\(starts.path); echo '[1]'; read -r line <\(fifo.path); echo '[2]'; exec sleep 600")
    let daemon = try daemon(script)
    _ = try next(1, of: daemon)
    try daemon.send(#"{"jsonrpc":"2.0","id":7,"method":"refresh","params":{"resource":"value"}}"#)
    try daemon.nextSnapshot { $0["isFetching"] as? Bool == true }
    let writer = try #require(FileHandle(forWritingAtPath: fifo.path))
    try writer.write(contentsOf: Data("go\n".utf8))
    var response = try daemon.receive()
    while response.json["id"] as? Int != 7 { response = try daemon.receive() }
    #expect(response.result?["value"] as? [Int] == [2])
    #expect(try String(contentsOfFile: starts.path, encoding: .utf8) == "\n")
    try end(daemon)
  }

  @Test func `a refresh that waits in vain fails, and the program goes on`() throws {
    let (fifo, starts) = (try Fifo(), try TemporaryFile(""))
    let script = try TemporaryFile(
      "echo >>\(starts.path); echo '[1]'; read -r line <\(fifo.path); echo '[2]'; exec sleep 600")
    let daemon = try daemon(script)
    _ = try next(1, of: daemon)
    let response = try daemon.call("refresh", #"{"resource":"value","timeout":0.1}"#)
    #expect(response.kind == "commandFailed" && response.detail?["reason"] as? String == "timeout")
    let writer = try #require(FileHandle(forWritingAtPath: fifo.path))
    try writer.write(contentsOf: Data("go\n".utf8))
    _ = try next(2, of: daemon)
    #expect(try String(contentsOfFile: starts.path, encoding: .utf8) == "\n")
    try end(daemon)
  }

  // MARK: Ending

  /// Why a program is ended.
  enum End: CaseIterable {
    case switchedOff, endOfInput, signal, readerLeft, parentDied
  }

  @Test(arguments: End.allCases)
  func `a program is ended with all that it has started when nobody wants it`(end: End) throws {
    let fifo = try Fifo()
    // The second does not end when it is asked to.
    let script = try TemporaryFile(
      """
      exec 3>\(fifo.path)
      sh -c 'trap "" TERM; echo second >&3; exec sleep 600' &
      echo first >&3
      echo '[1]'
      wait
      """)
    let (daemon, parent) = try daemon(script, under: end)
    #expect(try Set([fifo.line(), fifo.line()]) == ["first", "second"])
    switch end {
    case .switchedOff: _ = try daemon.call("setAutoPolling", #"{"enabled":false,"resource":"value"}"#)
    case .endOfInput: daemon.closeInput()
    case .signal: daemon.signal(SIGTERM)
    case .readerLeft: daemon.output.close()
    case .parentDied: kill(try #require(parent), SIGKILL)
    }
    #expect(try fifo.line() == nil)
  }

  /// The daemon; for the death of its parent with a shell between it and the test, whose id comes second.
  private func daemon(_ script: TemporaryFile, under end: End) throws -> (DaemonProcess, pid_t?) {
    guard end == .parentDied else { return (try daemon(script), nil) }
    // A shell gives what it starts beside itself no input but what it is told to.
    let launcher = ["/bin/sh", "-c", "exec 3<&0; \"$@\" <&3 3<&- & wait", "sh"]
    let daemon = try DaemonProcess(
      ["--resource", "value=stream:sh \(script.path)"], launcher: launcher)
    try daemon.send(
      #"{"jsonrpc":"2.0","id":0,"method":"setAutoPolling","params":{"enabled":true,"resource":"value"}}"#)
    return (daemon, daemon.pid)
  }
}
