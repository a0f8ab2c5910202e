import CLinux
import Glibc
import Reactor

/// A client of a daemon that serves several, on the connection itself or as `connect` makes it.
package final class SharedClient {
  package let input: OutputEnd
  package let output: InputEnd
  /// What the daemon says to `connect` beside the session; nil for a client on the connection itself.
  package let control: InputEnd?

  /// A client on the connection itself.
  package convenience init(at path: String) throws {
    self.init(on: try Self.connection(to: path))
  }

  /// The same on a connection that is there.
  package init(on socket: CInt) {
    input = OutputEnd(fcntl(socket, F_DUPFD_CLOEXEC, 0))
    output = InputEnd(socket)
    control = nil
  }

  /// A client whose streams are handed over, as `connect` does.
  ///
  /// - Parameter members: What the line says beside `statusd`; nil says what `connect` does.
  package init(connectedTo path: String, saying members: String? = nil) throws {
    let socket = try Self.connection(to: path)
    let (there, here) = (Channel(), Channel())
    let line = "{\"statusd\":\"hello\"," + (members ?? #""protocol":1,"profile":"serve","pid":1"#) + "}\n"
    let isSent = LocalSocket.send(Array(line.utf8), to: socket, with: [there.reader, here.writer])
    close(there.reader)
    close(here.writer)
    guard isSent else { throw DaemonError("the line was not sent: \(errno)") }
    input = OutputEnd(there.writer)
    output = InputEnd(here.reader)
    control = InputEnd(socket)
  }

  /// Connects as soon as somebody listens: a daemon that starts gives its socket the name when it does.
  package static func connection(to path: String) throws -> CInt {
    let folder = String(path[..<(path.lastIndex(of: "/") ?? path.endIndex)])
    let names = inotify_init1(CInt(IN_CLOEXEC))
    defer { close(names) }
    unsafe inotify_add_watch(names, folder, UInt32(IN_MOVED_TO))
    while true {
      do throws(SystemError) {
        return try LocalSocket.connect(to: path)
      } catch {
        guard [ENOENT, ECONNREFUSED].contains(error.errno), waitUntilReady(names, POLLIN) else {
          throw DaemonError("\(error)")
        }
        var events = [UInt8](repeating: 0, count: 4_096)
        unsafe read(names, &events, events.count)
      }
    }
  }

  /// Connects if somebody listens now; nil if nobody does.
  package static func connectionNow(to path: String) -> CInt? { try? LocalSocket.connect(to: path) }

  /// The line that answers one, such as `{"statusd":"status"}`; nil if there is none.
  package static func ask(_ path: String, _ line: String) throws -> Message? {
    let end = InputEnd(try connection(to: path))
    LocalSocket.send(Array((line + "\n").utf8), to: end.descriptor)
    return try end.lineOrEnd().map { try Message($0) }
  }

  // MARK: Talking

  package func send(_ message: String) throws {
    try input.write(Array((message + "\n").utf8))
  }

  package func receive() throws -> Message { try Message(try output.line()) }

  /// Sends a request and returns its response, skipping what comes before it.
  package func call(_ method: String, _ params: String? = nil, id: Int = 1) throws -> Message {
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
    while let line = try output.lineOrEnd() { messages.append(try Message(line)) }
    return messages
  }

  /// Writes nothing more, and reads on.
  package func endInput() {
    if control == nil { shutdown(output.descriptor, CInt(SHUT_WR)) }
    input.close()
  }

  /// What the daemon says next beside the session.
  package func answer() throws -> Message {
    guard let control else { throw DaemonError("nothing was handed over") }
    return try Message(try control.line())
  }
}
