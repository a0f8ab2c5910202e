import Glibc
package import Reactor

/// A server of event streams that does nothing by itself: each of its acts is the test's, at the moment that the test
/// chooses.
///
/// Its sockets never wait, so it runs on the loop's own thread beside the client.
@LoopActor
package final class EventServer {
  private let socket = LoopbackSocket()
  /// The connection that was taken last; -1 for none.
  private var connection: CInt = -1
  private var received: [UInt8] = []
  /// The requests so far, one for each connection.
  package private(set) var requests: [String] = []

  package nonisolated init() {}

  isolated deinit {
    close()
    LoopbackSocket.close(socket.descriptor)
  }

  package var url: String { "http://127.0.0.1:\(socket.port)/" }

  /// Takes the connection that waits, or reads on of its request.
  ///
  /// - Returns: Whether the request is complete.
  package func takeRequest() -> Bool {
    if connection < 0 {
      guard isReady(socket.descriptor, for: POLLIN) else { return false }
      connection = accept(socket.descriptor, nil, nil)
    }
    received += read()
    let text = String(decoding: received, as: UTF8.self)
    guard text.hasSuffix("\r\n\r\n") else { return false }
    requests.append(text)
    received = []
    return true
  }

  package func send(_ text: String) {
    let bytes = Array(text.utf8)
    let count = unsafe bytes.withUnsafeBytes {
      unsafe Glibc.send(connection, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL))
    }
    precondition(count == bytes.count, "the client does not read")
  }

  /// Ends the connection.
  package func close() {
    if connection >= 0 { LoopbackSocket.close(connection) }
    connection = -1
  }

  /// Whether the client has closed its end.
  package var hasClientLeft: Bool {
    isReady(connection, for: POLLIN) && read().isEmpty
  }

  private func read() -> [UInt8] {
    guard isReady(connection, for: POLLIN) else { return [] }
    var bytes = [UInt8](repeating: 0, count: 4_096)
    let count = unsafe recv(connection, &bytes, bytes.count, CInt(MSG_DONTWAIT))
    return Array(bytes.prefix(max(count, 0)))
  }

  private func isReady(_ descriptor: CInt, for events: CInt) -> Bool {
    var polled = pollfd(fd: descriptor, events: Int16(events), revents: 0)
    return unsafe poll(&polled, 1, 0) > 0
  }
}
