import Reactor
import Text

/// An `http` or `https` URL that a request can be made to.
///
/// It may hold credentials; ``description`` and ``redacted`` never show them.
///
/// Its parts stand in an object, because requests, responses and failures all have a copy of the URL.
package struct HTTPURL: Sendable {
  /// Why a text is no such URL.
  package enum Fault: Error, Hashable {
    case scheme, character, host, port
  }

  private let parts: Parts

  /// As it was given, for libcurl and nothing else.
  var text: String { parts.text }
  /// What may be shown: without credentials and fragment, the query's values replaced by `***`.
  package var redacted: String { parts.redacted }
  /// A name or an address; an IPv6 address stands in brackets.
  package var host: String { parts.host }
  /// 1 to 65535; the scheme's own when the URL names none.
  package var port: Int { parts.port }

  /// Scheme, host and port, in lower case: who is asked (RFC 9110 section 4.3.1).
  package var origin: String { parts.origin }
  /// Name and password as they stand in the text.
  private var userInfo: String? { parts.userInfo }
  private var hasDoubtfulHost: Bool { parts.hasDoubtfulHost }

  /// For messages; a redirect may name any host.
  package var hostAndPort: String { hasDoubtfulHost ? "***" : "\(shownHost):\(port)" }

  /// For messages: `***` where the host may be the beginning of credentials.
  var shownHost: String { hasDoubtfulHost ? "***" : host.excerpt.visible }

  var isSecure: Bool { parts.isSecure }
  /// Whether the host is in ASCII and without `%`.
  var hasPlainHost: Bool { parts.hasPlainHost }

  package init(_ text: String) throws(Fault) {
    guard let parts = URLParts(text), let ownPort = Self.port(ofScheme: parts.scheme) else { throw .scheme }
    // Spaces and control characters are never part of a URL, and a line end could end up in the request.
    guard text.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else { throw .character }
    guard !parts.host.isEmpty, parts.host != "[]" else { throw .host }
    guard parts.host.utf8.first != UInt8(ascii: "[") || parts.host.utf8.last == UInt8(ascii: "]") else {
      throw .host
    }
    // `me:passwordhost:80` has lost its `@`: what stands before the last colon is no name, and must not be shown.
    guard parts.host.utf8.first == UInt8(ascii: "[") || !parts.host.utf8.contains(UInt8(ascii: ":")) else {
      throw .port
    }
    let port = parts.port.isEmpty ? ownPort : UInt16(parts.port)
    guard let port, port > 0, !parts.port.begins(with: "+") else { throw .port }
    self.parts = Parts(text, parts, port: Int(port))
  }

  private static func port(ofScheme scheme: String) -> UInt16? {
    switch scheme.lowercased() {
    case "http": 80
    case "https": 443
    default: nil
    }
  }
}

extension HTTPURL {
  /// The URL as libcurl reads it; nil for what it does not take for one.
  @LoopActor
  func parsed(by library: CurlLibrary) -> CurlURL? {
    if let parsed = parts.parsed { return parsed }
    parts.parsed = CurlURL(text, library)
    return parts.parsed
  }

  /// What is read of the text; it never changes.
  private final class Parts: Sendable {
    let text: String
    let redacted: String
    let host: String
    let port: Int
    let origin: String
    let userInfo: String?
    let hasDoubtfulHost: Bool
    let isSecure: Bool
    let hasPlainHost: Bool
    /// Kept once a request is made.
    @LoopActor var parsed: CurlURL?

    init(_ text: String, _ parts: URLParts, port: Int) {
      self.text = text
      self.port = port
      host = parts.host
      redacted = parts.redacted
      origin = "\(parts.scheme)://\(parts.host):\(port)".lowercased()
      userInfo = parts.userInfo
      hasDoubtfulHost = parts.hasDoubtfulHost
      isSecure = origin.begins(with: "https:")
      hasPlainHost = host.utf8.allSatisfy { $0 < 0x80 && $0 != UInt8(ascii: "%") }
    }
  }
}

extension HTTPURL: Hashable {
  /// By the bytes of the text, from which everything else follows.
  package static func == (left: HTTPURL, right: HTTPURL) -> Bool {
    left.parts === right.parts || left.text.hasSameBytes(as: right.text)
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

extension HTTPURL {
  /// This URL with another's name and password, unless it has its own; of the same origin only.
  func withCredentials(of other: HTTPURL) -> HTTPURL {
    guard userInfo == nil, let given = other.userInfo, other.origin == origin else { return self }
    // Past the scheme, the colon and two slashes.
    let scheme = text.utf8.prefix { $0 != UInt8(ascii: ":") }
    let rest = text.utf8.dropFirst(scheme.count + 3)
    return (try? HTTPURL("\(Substring(scheme))://\(given)@\(Substring(rest))")) ?? self
  }
}

extension HTTPURL: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  package var description: String { redacted }
  package var debugDescription: String { redacted }
  /// Without this, dumping a value that holds a URL would show its credentials.
  package var customMirror: Mirror { Mirror(self, children: ["redacted": redacted]) }
}
