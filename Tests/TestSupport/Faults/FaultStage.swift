/// What a fault needs to happen: its server, as long as this is kept.
package final class FaultStage {
  /// To be fetched.
  package let url: String
  /// The file of authorities to trust.
  package var caFile: String? { authority?.path }
  private let server: Server
  private let authority: TemporaryFile?

  private enum Server {
    case faulty(FaultServer)
    case nginx(NginxServer)
    case sockets([CInt])
    case none
  }

  package init(_ fault: Fault) throws {
    var authority: TemporaryFile?
    switch fault.place {
    case .response(let steps):
      let faulty = FaultServer(steps)
      (server, url) = (.faulty(faulty), faulty.url("/"))
    case .connection(let steps, let scheme):
      let faulty = FaultServer(onConnect: steps)
      (server, url) = (.faulty(faulty), faulty.url("/", scheme: scheme))
    case .tls(let certificate, let isTrusted):
      let nginx = try NginxServer(["menu.json": Fault.menu], certificate: certificate.server())
      (server, url) = (.nginx(nginx), nginx.url("/menu.json"))
      if isTrusted { authority = try TemporaryFile(TestCertificate.authority()) }
    case .refused:
      let socket = LoopbackSocket(backlog: nil)
      (server, url) = (.sockets([socket.descriptor]), "http://127.0.0.1:\(socket.port)/")
    case .full:
      let socket = LoopbackSocket(backlog: 0)
      // The first fills the queue; nobody is let in after it.
      let first = LoopbackSocket.connected(to: socket.port)
      (server, url) = (.sockets([first, socket.descriptor]), "http://127.0.0.1:\(socket.port)/")
    case .noAddress:
      (server, url) = (.none, "http://\(unknownHost)/")
    }
    self.authority = authority
  }

  deinit {
    if case .sockets(let descriptors) = server { descriptors.forEach(LoopbackSocket.close) }
  }

  /// The server that is all ours.
  package var faultServer: FaultServer? {
    if case .faulty(let server) = server { server } else { nil }
  }
}
