import Foundation
import Glibc

/// Debian's nginx with its module nchan, as docs/scaling/nginx-nchan.conf sets it up, on a free port of 127.0.0.1.
///
/// It can be killed and started again on the same port. However the tests end, nginx ends: see ``TetheredProcess``.
package final class FanOutServer {
  /// It did not start; its log says why.
  package struct NotListening: Error {
    package let log: String
  }

  private let reservation = LoopbackSocket(backlog: nil, sharing: .reusePort)
  private let directory: URL
  private let history: RedisServer
  private var running: TetheredProcess?

  /// Starts it.
  ///
  /// - Parameter history: Has what was published; instances with the same one are one channel.
  package init(history: RedisServer) throws {
    self.history = history
    directory = FileManager.default.temporaryDirectory.appending(path: "statusd-fan-out-\(UUID())")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    let site = try Self.site
      .replacing("listen 8080;", with: "listen 127.0.0.1:\(reservation.port) reuseport;")
      .replacing("127.0.0.1:6379", with: "127.0.0.1:\(history.port)")
    try Data(site.utf8).write(to: directory.appending(path: "site.conf"))
    try Data(Self.configuration.utf8).write(to: directory.appending(path: "nginx.conf"))
    try start()
  }

  deinit {
    running = nil
    LoopbackSocket.close(reservation.descriptor)
    try? FileManager.default.removeItem(at: directory)
  }

  /// The source of a daemon.
  package var source: String { "events+http://127.0.0.1:\(reservation.port)/events" }

  /// Starts it and waits until it accepts connections.
  package func start() throws {
    let nginx = try TetheredProcess(["nginx", "-p", directory.path, "-c", "nginx.conf", "-e", "error.log"])
    running = nginx
    guard !nginx.listens(on: reservation.port) else { return }
    throw NotListening(log: (try? text(of: "error.log")) ?? "is nginx installed, with libnginx-mod-nchan?")
  }

  /// Kills it, so that it says goodbye to nobody, and waits until it is gone.
  package func kill() throws {
    guard let pid = pid_t(try text(of: "nginx.pid").filter(\.isNumber)) else { return }
    _ = Glibc.kill(pid, SIGKILL)
    running = nil
  }

  /// Posts a value; returns when nginx has taken it, which it does once it has found the history.
  ///
  /// - Parameter event: The type of the event; nil for a message.
  package func publish(_ value: String, event: String? = nil) throws {
    let header = event.map { "X-EventSource-Event: \($0)\r\n" } ?? ""
    let request =
      "POST /publish HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\(header)"
      + "Content-Length: \(value.utf8.count)\r\n\r\n\(value)"
    // 5 ms a time, 5 minutes in all: only a defect takes as long.
    for _ in 0..<60_000 {
      let response = respond(to: request)
      if response.hasPrefix("HTTP/1.1 20") { return }
      guard response.hasPrefix("HTTP/1.1 503") else { throw NotListening(log: response) }
      _ = poll(nil, 0, 5)
    }
    throw NotListening(log: "nginx does not find its history")
  }

  private func respond(to request: String) -> String {
    let descriptor = LoopbackSocket.connected(to: reservation.port)
    defer { LoopbackSocket.close(descriptor) }
    let bytes = Array(request.utf8)
    guard unsafe send(descriptor, bytes, bytes.count, CInt(MSG_NOSIGNAL)) == bytes.count else { return "" }
    var response = [UInt8](repeating: 0, count: 4_096)
    let count = unsafe recv(descriptor, &response, response.count, 0)
    return String(decoding: response.prefix(max(0, count)), as: UTF8.self)
  }

  /// Status, method and path of the requests, once so many have ended; a subscription ends when its client has gone.
  ///
  /// nginx gives a subscription that its client has ended the status 499. Publications that nginx has refused because it had not found its history yet are left out.
  package func requests(_ count: Int) throws -> [String] {
    while true {
      let log = try text(of: "access.log").split(separator: "\n").map(String.init).filter {
        !$0.hasPrefix("503")
      }
      if log.count >= count { return log }
      _ = poll(nil, 0, 5)
    }
  }

  private func text(of name: String) throws -> String {
    try String(contentsOf: directory.appending(path: name), encoding: .utf8)
  }

  private static var site: String {
    get throws {
      let tree = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
      return try String(contentsOf: tree.appending(path: "docs/scaling/nginx-nchan.conf"), encoding: .utf8)
    }
  }

  private static let configuration = """
    load_module /usr/lib/nginx/modules/ngx_nchan_module.so;
    daemon off; master_process off; pid nginx.pid;
    events { worker_connections 2048; }
    http {
      log_format line '$status $request_method $uri';
      access_log access.log line;
      client_body_temp_path tmp; proxy_temp_path tmp; fastcgi_temp_path tmp;
      scgi_temp_path tmp; uwsgi_temp_path tmp;
      include site.conf;
    }
    """
}
