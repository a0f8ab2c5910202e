package import JSONRPC
import Reactor

/// What a command needs to know of a method before it makes its one call.
extension Session {
  /// The signature of a method; nil if there is no such method.
  package func signature(of method: String) -> MethodSignature? {
    methods[MethodName(method)]?.signature
  }
}
