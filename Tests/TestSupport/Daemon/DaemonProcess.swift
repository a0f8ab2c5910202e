import CLinux
import Foundation
import Glibc

/// The built binary as a child process, driven through pipes as a script would.
///
/// It is ended and reaped at the latest when the object goes. What is sent and received is kept as a
/// transcript, if the environment asks for one.
package final class DaemonProcess {
  /// Where the child's standard input, or output, leads.
  package enum Stream {
    case pipe
    /// A descriptor of the test's, which it keeps.
    case descriptor(Int32)
  }

  package let pid: Int32
  package let input: OutputEnd
  package let output: InputEnd
  package let errors: InputEnd
  private let transcript: Transcript
  private var status: Int32?

  /// Starts `statusd` with those arguments and, beside those inherited, those variables.
  ///
  /// - Parameter launcher: A program, by its full path, and its arguments, which becomes the daemon.
  package init(
    _ arguments: [String] = [], environment: [String: String] = [:], input: Stream = .pipe,
    output: Stream = .pipe, launcher: [String] = [], test: String = #function
  ) throws {
    var actions = try SpawnActions()
    defer { actions.destroy() }
    self.input = OutputEnd(try actions.input(input))
    self.output = InputEnd(try actions.output(output, as: STDOUT_FILENO))
    errors = InputEnd(try actions.output(.pipe, as: STDERR_FILENO))
    let words = launcher + [Self.binary] + arguments
    pid = try actions.spawn(words[0], Array(words.dropFirst()), environment: environment)
    transcript = Transcript(test, isOfAgent: arguments.first == "mcp")
  }

  deinit {
    if status == nil { kill() }
  }

  /// `STATUSD_BIN`, or what the build put beside the tests.
  package static var binary: String {
    if let given = ProcessInfo.processInfo.environment["STATUSD_BIN"] { return given }
    return URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent().path + "/statusd"
  }

  // MARK: Talking

  /// Sends a message on a line.
  package func send(_ message: String) throws {
    transcript.note(.sent, message)
    try input.write(Array((message + "\n").utf8))
  }

  /// Sends a message with a Content-Length header.
  package func sendFramed(_ message: String) throws {
    transcript.note(.sent, message)
    try input.write(Array("Content-Length: \(message.utf8.count)\r\n\r\n\(message)".utf8))
  }

  /// Notes messages that reach the daemon by another way, for the transcript.
  package func willSend(_ messages: [String]) {
    for message in messages { transcript.note(.sent, message) }
  }

  /// Notes that waiting calls get no response, because the test ends the daemon or does not read.
  package func willNotRespond() {
    transcript.noteKilled()
  }

  /// Notes a message that came by another way than the pipe, for the transcript.
  package func hasReceived(_ message: String) {
    transcript.note(.received, message)
  }

  /// The next message on a line; throws at the end of the output and when none comes in time.
  package func receive() throws -> Message {
    let line = try output.line()
    transcript.note(.received, line)
    return try Message(line)
  }

  /// The next message with a Content-Length header, which must be the only one and nothing more.
  package func receiveFramed() throws -> Message {
    let header = try output.line()
    guard let length = header.wholeMatch(of: /Content-Length: ([0-9]+)\r/).flatMap({ Int($0.1) }) else {
      throw DaemonError("not the expected header: \(header)")
    }
    guard try output.bytes(2) == Array("\r\n".utf8) else { throw DaemonError("the header has a second line") }
    let body = String(decoding: try output.bytes(length), as: UTF8.self)
    transcript.note(.received, body)
    return try Message(body)
  }

  /// Sends a request and returns its response, skipping notifications and other responses.
  package func call(
    _ method: String, _ params: String? = nil, id: Int = Int.random(in: 1...1_000_000)
  ) throws -> Message {
    let members = params.map { ",\"params\":\($0)" } ?? ""
    try send(#"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)"\#(members)}"#)
    while true {
      let message = try receive()
      if message.json["id"] as? Int == id { return message }
    }
  }

  /// Every message until the end of the output.
  package func rest() throws -> [Message] {
    var messages: [Message] = []
    while let line = try output.lineOrEnd() {
      transcript.note(.received, line)
      messages.append(try Message(line))
    }
    return messages
  }

  // MARK: Ending

  /// Ends the input, as a script that has said everything.
  package func closeInput() {
    input.close()
  }

  package func signal(_ number: Int32) {
    _ = Glibc.kill(pid, number)
  }

  /// Waits for the process: its exit status, or 128 plus the signal that ended it.
  package func wait() throws -> Int32 {
    if let status { return status }
    let descriptor = statusd_pidfd_open(pid)
    defer { close(descriptor) }
    guard waitUntilReady(descriptor, POLLIN) else { throw DaemonError("the daemon did not end in time") }
    return reap()
  }

  private func kill() {
    transcript.noteKilled()
    signal(SIGKILL)
    _ = reap()
  }

  private func reap() -> Int32 {
    var raw: Int32 = 0
    while unsafe waitpid(pid, &raw, 0) < 0, errno == EINTR {}
    let ended = raw & 0x7F == 0 ? raw >> 8 & 0xFF : 128 + raw & 0x7F
    status = ended
    return ended
  }
}

/// Why a test cannot go on talking to its daemon.
package struct DaemonError: Error, CustomStringConvertible {
  package let description: String

  package init(_ description: String) {
    self.description = description
  }
}
