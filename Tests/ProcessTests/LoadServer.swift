import Glibc
import TestSupport

/// A web server that responds to one request when the test says so, and knows when the client has read it
/// all.
final class LoadServer {
  private let socket = LoopbackSocket()
  private let response: [UInt8]

  /// - Parameter body: What every request gets.
  init(body: String) throws {
    let header = "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: \(body.utf8.count)\r\n\r\n"
    response = Array((header + body).utf8)
  }

  deinit {
    close(socket.descriptor)
  }

  var url: String { "http://127.0.0.1:\(socket.port)/" }

  /// Takes a connection, responds to its request and waits until the client has closed it.
  func serveOne() throws {
    guard waitUntilReady(socket.descriptor, POLLIN) else { throw DaemonError("no request came") }
    let connection = accept(socket.descriptor, nil, nil)
    guard connection >= 0 else { throw DaemonError("no connection") }
    defer { close(connection) }
    // Or the daemons of other tests would have it too.
    _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
    var request = [UInt8](repeating: 0, count: 4_096)
    guard recv(connection, &request, request.count, 0) > 0 else { throw DaemonError("no request") }
    guard send(connection, response, response.count, CInt(MSG_NOSIGNAL)) == response.count else {
      throw DaemonError("the client has left")
    }
    while recv(connection, &request, request.count, 0) > 0 {}
  }
}
