import CCurl
import Reactor
import StatusCore
import Text

extension CurlTransfer {
  /// Who looks up names, and how far that is.
  ///
  /// libcurl makes a thread for each transfer whose server or proxy it does not know, and lets go of it when the
  /// transfer ends: with silent name servers there is no end of threads. So its first wish to make one ends the
  /// transfer, which has sent nothing by then. The name is looked up together with all others (``HostLookup``), and
  /// the transfer begins again, with the addresses of the server, or beside name servers that answer.
  ///
  /// Behind a SOCKS proxy that leaves names to its clients there are two names on the way: the proxy's first, and
  /// the server's once the proxy is connected.
  struct Naming {
    enum Step {
      case idle, wanted
      case underWay(HostLookup, Timer)
    }

    var step = Step.idle
    /// Whether the transfer has made a connection, so that a name which is wanted now is not the first on the way.
    var hasConnected = false
    var isServerKnown = false
    var isProxyKnown = false

    var isWanted: Bool {
      if case .wanted = step { true } else { false }
    }

    /// Whether libcurl may ask for the name that it wants now: it was looked up a moment ago.
    var isNextKnown: Bool { isServerKnown || isProxyKnown && !hasConnected }

    @LoopActor mutating func stop() {
      if case .underWay(let lookup, let timer) = step {
        lookup.cancel()
        timer.cancel()
      }
      step = .idle
    }
  }

  func connectionBegins() {
    naming.hasConnected = true
  }

  /// Whether libcurl may make a thread that looks up a name.
  func mayLookUpName() -> Bool {
    if !naming.isNextKnown { naming.step = .wanted }
    return naming.isNextKnown
  }

  /// Looks up the name for want of which the transfer has ended.
  func lookUpName(wantedBy code: CURLcode) {
    naming.step = .idle
    let isProxy = code == CURLE_COULDNT_RESOLVE_PROXY
    let name = isProxy ? ProxyName(in: easy.errorText)?.text : url.hostWithoutBrackets
    guard let name, !(isProxy ? naming.isProxyKnown : naming.isServerKnown) else { return end(with: code) }
    let loop = multi.loop
    let lookup = HostLookup(name, on: loop) { [self] outcome in
      naming.stop()
      found(outcome, isProxy: isProxy)
    }
    let timer = loop.timers.schedule(after: limits.connectTimeout) { [self] in
      naming.stop()
      end(with: CURLE_OPERATION_TIMEDOUT)
    }
    naming.step = .underWay(lookup, timer)
  }

  private func found(_ outcome: HostLookup.Outcome, isProxy: Bool) {
    let unknown = isProxy ? CURLE_COULDNT_RESOLVE_PROXY : CURLE_COULDNT_RESOLVE_HOST
    switch outcome {
    case .overloaded:
      refusal = .lookups
      end(with: unknown)
    case .addresses(let addresses) where addresses.isEmpty:
      end(with: unknown)
    case .addresses(let addresses):
      do throws(Problem) {
        if isProxy { naming.isProxyKnown = true } else { try serverHas(addresses) }
        naming.hasConnected = false
        try multi.start(self)
      } catch {
        end(with: CURLE_FAILED_INIT)
      }
    }
  }

  private func serverHas(_ addresses: [SocketAddress]) throws(Problem) {
    naming.isServerKnown = true
    let literals = addresses.compactMap(\.literal).map { $0.holds(":") ? "[\($0)]" : $0 }
    // An address in brackets is known to libcurl, which only asks for all alike.
    guard !literals.isEmpty, !url.host.begins(with: "[") else { return }
    try easy.add(addresses: "+\(url.host):\(url.port):\(literals.chained(by: ","))")
  }
}

/// The name in libcurl's words for a proxy that it could not resolve; nil where there is none.
private struct ProxyName {
  let text: String

  init?(in words: String) {
    // "Couldn't resolve proxy 'NAME'", "Could not resolve proxy: NAME".
    guard let last = words.parts(between: " ").last else { return nil }
    text = String(last).replacing("'", by: "")
  }
}

extension HTTPURL {
  fileprivate var hostWithoutBrackets: String {
    host.begins(with: "[") && host.ends(with: "]") ? String(host.dropFirst().dropLast()) : host
  }
}
