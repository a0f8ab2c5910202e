import Foundation
import Glibc

/// A proxy on 127.0.0.1 that takes every name for 127.0.0.1: it forwards requests, and connects for TLS (RFC 9110
/// sections 7.6 and 9.3.6).
///
/// Each connection serves one request, or one tunnel, on threads that end with it.
package final class ProxyServer: Sendable {
  package let port: UInt16
  private let connecting: AcceptLoop
  private let log = RequestLog()

  /// - Parameter credentials: `NAME:PASSWORD`, without which a request gets the status 407; nil asks for none.
  package init(credentials: String? = nil) {
    let socket = LoopbackSocket()
    port = socket.port
    let authorization = credentials.map { "Basic \(Data($0.utf8).base64EncodedString())" }
    connecting = AcceptLoop(socket.descriptor) { [log] descriptor in
      detachThread { ProxiedConnection(client: descriptor, log: log).serve(authorization) }
    }
  }

  deinit {
    connecting.end()
  }

  /// The requests so far, headers included, as clients sent them to the proxy.
  package var requests: [String] { log.all }
}

/// A client of a ``ProxyServer``, and the server that it is connected to.
private final class ProxiedConnection: Sendable {
  private let client: CInt
  private let log: RequestLog

  init(client: CInt, log: RequestLog) {
    (self.client, self.log) = (client, log)
  }

  func serve(_ authorization: String?) {
    defer { close(client) }
    guard let head = readHead(), let request = ProxiedRequest(head) else { return }
    log.append(head)
    if let authorization, request.authorization != authorization {
      let lines = ["HTTP/1.1 407 Who?", "Proxy-Authenticate: Basic realm=\"p\"", "Content-Length: 0"]
      return write(lines.joined(separator: "\r\n") + "\r\n\r\n", to: client)
    }
    let server = LoopbackSocket.connected(to: request.port)
    guard server >= 0 else { return write("HTTP/1.1 502 No\r\nContent-Length: 0\r\n\r\n", to: client) }
    defer { close(server) }
    if let forwarded = request.forwarded {
      write(forwarded, to: server)
    } else {
      write("HTTP/1.1 200 Connected\r\n\r\n", to: client)
    }
    relay(server)
  }

  /// Copies in both directions until one side ends.
  private func relay(_ server: CInt) {
    var bytes = [UInt8](repeating: 0, count: 16_384)
    var entries = [client, server].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    while unsafe poll(&entries, 2, 60_000) > 0 {
      for (index, to) in [server, client].enumerated() where entries[index].revents != 0 {
        let count = unsafe recv(entries[index].fd, &bytes, bytes.count, 0)
        guard count > 0 else { return }
        _ = unsafe send(to, bytes, count, CInt(MSG_NOSIGNAL))
      }
    }
  }

  private func readHead() -> String? {
    var text: [UInt8] = []
    var byte: UInt8 = 0
    while text.suffix(4) != Array("\r\n\r\n".utf8)[...] {
      guard unsafe recv(client, &byte, 1, 0) == 1 else { return nil }
      text.append(byte)
    }
    return String(decoding: text, as: UTF8.self)
  }

  private func write(_ text: String, to descriptor: CInt) {
    let bytes = Array(text.utf8)
    _ = unsafe send(descriptor, bytes, bytes.count, CInt(MSG_NOSIGNAL))
  }
}

/// What a client asks of a proxy.
private struct ProxiedRequest {
  let port: UInt16
  /// In the header Proxy-Authorization.
  let authorization: String?
  /// The request as the server gets it; nil for a tunnel.
  let forwarded: String?

  init?(_ head: String) {
    var lines = head.components(separatedBy: "\r\n")
    let words = lines[0].split(separator: " ").map(String.init)
    guard words.count == 3, let url = URL(string: words[0] == "CONNECT" ? "https://\(words[1])" : words[1])
    else { return nil }
    port = UInt16(url.port ?? 80)
    let name = "Proxy-Authorization: "
    authorization = lines.first { $0.hasPrefix(name) }.map { String($0.dropFirst(name.count)) }
    guard words[0] != "CONNECT" else {
      forwarded = nil
      return
    }
    lines[0] = "\(words[0]) \(url.path) HTTP/1.1"
    lines.removeAll { $0.hasPrefix("Proxy-") }
    forwarded = lines.joined(separator: "\r\n")
  }
}
