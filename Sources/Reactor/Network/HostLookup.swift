import Glibc

/// A question for the addresses of a host, which does not keep the loop waiting.
///
/// Addresses that are written out and `localhost` are known at once. For names a thread asks, see ``Resolver``.
@LoopActor
package final class HostLookup {
  package enum Outcome: Sendable {
    /// None where the name has none, or nobody who knows could be asked.
    case addresses([SocketAddress])
    /// Too many names are being asked for already, or the process may have no more threads.
    case overloaded
  }

  let host: String
  private let resolver: Resolver
  private var completion: (@LoopActor (Outcome) -> Void)?

  /// The addresses of a host for which nobody has to be asked, with port 0; nil for a name.
  static func known(_ host: String) -> [SocketAddress]? {
    // RFC 6761 section 6.3: it is this machine, whatever name servers say.
    let literals = host == "localhost" ? ["127.0.0.1", "::1"] : [host]
    let addresses = literals.flatMap { SocketAddress.addresses(of: $0, isNumeric: true) }
    return addresses.isEmpty ? nil : addresses
  }

  /// Asks for a host; `completion` is called once and later, with addresses whose port is 0.
  package init(
    _ host: String, on loop: EventLoop, through resolver: Resolver = .shared,
    completion: @escaping @LoopActor (Outcome) -> Void
  ) {
    self.host = host
    self.resolver = resolver
    self.completion = completion
    if let known = Self.known(host) {
      loop.onNextTurn { [weak self] in self?.end(.addresses(known)) }
    } else {
      resolver.join(self, on: loop)
    }
  }

  /// The completion is not called any more.
  package func cancel() {
    guard completion != nil else { return }
    completion = nil
    resolver.leave(self)
  }

  func end(_ outcome: Outcome) {
    let completion = completion.take()
    completion?(outcome)
  }
}
