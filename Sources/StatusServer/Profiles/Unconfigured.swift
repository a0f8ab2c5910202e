import Engine
import JSONRPC
import Reactor
import StatusCore

/// A method in a daemon whose configuration is wrong: says so, whatever it is asked for.
///
/// It stands in the table of methods in the place of the true one. So a daemon that serves pays nothing for it.
struct Unconfigured: Method {
  unowned let server: Server
  let signature: MethodSignature

  /// - Returns: The method itself, if it works without a configuration or if there is one.
  static func replacing(_ method: any Method, in server: Server) -> any Method {
    guard server.misconfiguration != nil, method.needsConfiguration else { return method }
    return Unconfigured(server: server, signature: method.signature)
  }

  func call(_ arguments: Arguments) throws(Problem) -> MethodResult {
    throw server.misconfiguration?.problem ?? Problem(.sourceMisconfigured)
  }
}
