import CCurl
import Reactor
import StatusCore

extension CurlTransfer {
  /// Who looks up names, and how far that is.
  ///
  /// libcurl makes a thread for each transfer whose server or proxy it does not know, and lets go of it when the
  /// transfer ends: with silent name servers there is no end of threads. So its first wish to make one ends the
  /// transfer, which has sent nothing by then. The name is looked up together with all others (``HostLookup``), and
  /// the transfer begins again, with the addresses of the server, or beside name servers that answer.
  enum Naming {
    case untried, wanted
    case underWay(HostLookup, Timer)
    case tried

    @LoopActor func cancel() {
      guard case .underWay(let lookup, let timer) = self else { return }
      lookup.cancel()
      timer.cancel()
    }
  }

  /// Whether libcurl may make a thread that looks up a name.
  func mayLookUpName() -> Bool {
    if case .tried = naming { return true }
    naming = .wanted
    return false
  }

  func lookUpName(wantedBy code: CURLcode) {
    let proxy = code == CURLE_COULDNT_RESOLVE_PROXY ? ProxyName(in: easy.errorText)?.text : nil
    let loop = multi.loop
    let lookup = HostLookup(proxy ?? url.hostWithoutBrackets, on: loop) { [self] outcome in
      naming.cancel()
      naming = .tried
      found(outcome, isProxy: code == CURLE_COULDNT_RESOLVE_PROXY, code)
    }
    let timer = loop.timers.schedule(after: limits.connectTimeout) { [self] in
      naming.cancel()
      naming = .tried
      end(with: CURLE_OPERATION_TIMEDOUT)
    }
    naming = .underWay(lookup, timer)
  }

  private func found(_ outcome: HostLookup.Outcome, isProxy: Bool, _ code: CURLcode) {
    switch outcome {
    case .overloaded:
      refusal = .lookups
      end(with: code)
    case .addresses(let addresses)
    where addresses.isEmpty && !url.host.utf8.contains { $0 > 0x7F || $0 == 0x25 }:
      end(with: code)
    case .addresses(let addresses):
      do throws(Problem) {
        let literals = addresses.compactMap(\.literal).map { $0.contains(":") ? "[\($0)]" : $0 }
        // An address in brackets is known to libcurl, which only asks for all alike.
        if !isProxy, !literals.isEmpty, !url.host.hasPrefix("[") {
          try easy.add(addresses: "+\(url.host):\(url.port):\(literals.joined(separator: ","))")
        }
        try multi.start(self)
      } catch {
        end(with: CURLE_FAILED_INIT)
      }
    }
  }
}

/// The name in libcurl's words for a proxy that it could not resolve; nil where there is none.
private struct ProxyName {
  let text: String

  init?(in words: String) {
    // "Couldn't resolve proxy 'NAME'", "Could not resolve proxy: NAME".
    guard let last = words.split(separator: " ").last else { return nil }
    text = String(last.filter { $0 != "'" })
  }
}

extension HTTPURL {
  fileprivate var hostWithoutBrackets: String {
    host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : host
  }
}
