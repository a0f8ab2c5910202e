import Foundation
import Glibc

/// Debian's nginx on a free port of 127.0.0.1, serving files from a directory of its own.
///
/// It can be stopped and started again on the same port. However the tests end, nginx ends: see
/// ``TetheredProcess``.
package final class NginxServer {
  /// PEM texts, for HTTPS.
  package struct Certificate: Sendable {
    package let chain: String
    package let key: String

    package init(chain: String, key: String) {
      self.chain = chain
      self.key = key
    }
  }

  /// It did not start; its log says why.
  package struct NotListening: Error {
    package let log: String
  }

  package var port: UInt16 { reservation.port }
  /// Keeps the port from others while nginx does not run, and from the start.
  private let reservation = LoopbackSocket(backlog: nil, sharing: .reusePort)
  private let scheme: String
  private let directory: URL
  private var running: TetheredProcess?

  /// Starts a server of `files`, contents by name; compressed for clients that accept it.
  ///
  /// - Parameter directives: nginx's own, for its `server` block.
  package init(_ files: [String: String], directives: String = "", certificate: Certificate? = nil) throws {
    scheme = certificate == nil ? "http" : "https"
    directory = FileManager.default.temporaryDirectory.appending(path: "statusd-nginx-\(UUID())")
    let root = directory.appending(path: "files")
    try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
    for (name, text) in files { try write(text, to: name) }
    try Data(configuration(certificate, directives).utf8).write(to: directory.appending(path: "nginx.conf"))
    if let certificate {
      try Data(certificate.chain.utf8).write(to: directory.appending(path: "chain.pem"))
      try Data(certificate.key.utf8).write(to: directory.appending(path: "key.pem"))
    }
    try start()
  }

  deinit {
    stop()
    LoopbackSocket.close(reservation.descriptor)
    try? FileManager.default.removeItem(at: directory)
  }

  package func url(_ path: String) -> String { "\(scheme)://127.0.0.1:\(port)\(path)" }

  /// Starts it and waits until it accepts connections.
  package func start() throws {
    let nginx = try TetheredProcess(["nginx", "-p", directory.path, "-c", "nginx.conf", "-e", "error.log"])
    running = nginx
    guard !nginx.listens(on: port) else { return }
    let log = try? String(contentsOf: directory.appending(path: "error.log"), encoding: .utf8)
    throw NotListening(log: log ?? "is nginx installed?")
  }

  /// Stops it and waits until it is gone; connections are refused from then on.
  package func stop() {
    running = nil
  }

  /// Status and path of every request so far, in their order.
  ///
  /// A line may be written after the response was read: stop the server for the whole log.
  package var accessLog: [String] {
    get throws {
      try String(contentsOf: directory.appending(path: "access.log"), encoding: .utf8)
        .split(separator: "\n").map(String.init)
    }
  }

  /// Replaces a file, or adds one.
  package func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: directory.appending(path: "files").appending(path: name))
  }

  private func configuration(_ certificate: Certificate?, _ directives: String) -> String {
    let tls = "ssl_certificate chain.pem; ssl_certificate_key key.pem;"
    return """
      daemon off; master_process off; pid nginx.pid;
      events { worker_connections 64; }
      http {
        log_format line '$status $request_uri';
        access_log access.log line;
        client_body_temp_path tmp; proxy_temp_path tmp; fastcgi_temp_path tmp;
        scgi_temp_path tmp; uwsgi_temp_path tmp;
        gzip on; gzip_min_length 0; gzip_types application/json;
        server {
          listen 127.0.0.1:\(port) reuseport\(certificate == nil ? "" : " ssl http2");
          \(certificate == nil ? "" : tls)
          root files; default_type application/json;
          \(directives)
        }
      }
      """
  }
}
