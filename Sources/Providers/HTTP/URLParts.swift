import Text

/// A URL cut into its components (RFC 3986 appendix B), not yet judged.
///
/// It is cut by bytes, as libcurl does: to Swift's `Character` an `@` with a combining mark is no `@`, and the
/// password before it would be shown.
struct URLParts: Hashable {
  let scheme: String
  /// Name and password, without the `@` that ends them.
  let userInfo: String?
  /// With brackets for an IPv6 address; empty when there is none.
  let host: String
  /// Without its colon; empty when there is none.
  let port: String
  /// With its slash, or empty.
  let path: String
  /// Without its question mark.
  let query: String?
  /// Without its number sign.
  let fragment: String?

  /// - Returns: nil without a scheme and `://`.
  init?(_ text: String) {
    var rest = Substring(text)
    guard let scheme = rest.take(upTo: ":"), rest.utf8.starts(with: "//".utf8) else { return nil }
    rest = Substring(rest.utf8.dropFirst(2))
    fragment = rest.cut(from: "#")
    query = rest.cut(from: "?")
    let slash = rest.utf8.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
    path = String(rest[slash...])
    var authority = rest[..<slash]
    // The last `@`, should a password hold one that ought to have been escaped.
    userInfo = authority.take(upToLast: "@")
    // A colon inside brackets belongs to an IPv6 address.
    let hostEnd = authority.utf8.lastIndex(of: UInt8(ascii: "]")) ?? authority.startIndex
    let colon = authority.utf8[hostEnd...].lastIndex(of: UInt8(ascii: ":")) ?? authority.endIndex
    self.scheme = scheme
    host = String(authority[..<colon])
    port = String(authority.utf8[colon...].dropFirst()) ?? ""
  }

  /// The URL as it may be shown: without credentials and fragment, the query's values replaced.
  var redacted: String {
    let shownPort = port.isEmpty ? "" : ":\(port)"
    return "\(scheme)://\(hasDoubtfulHost ? "***" : "\(host)\(shownPort)")\(redactedPath)\(redactedQuery)"
  }

  /// Whether host and port may be the beginning of credentials: `https://us/er:pass@host` has `us` as its host.
  ///
  /// An `/`, `?` or `#` that ought to have been escaped ends the authority, and the `@` that belongs to it stands in
  /// what comes next, up to another of these.
  var hasDoubtfulHost: Bool {
    let at = UInt8(ascii: "@")
    guard !path.isEmpty else { return (query ?? fragment ?? "").utf8.contains(at) }
    return path.utf8.dropFirst().prefix { $0 != UInt8(ascii: "/") }.contains(at)
  }

  /// The path without what stands before an `@` and behind a `=`; `/@scope/name` stays.
  ///
  /// A password with a `/` that ought to have been escaped reaches into the path, and so does a query whose `?` is
  /// missing.
  private var redactedPath: String {
    var rest = path.utf8[...]
    var shown = ""
    if let at = rest.lastIndex(of: UInt8(ascii: "@")), rest[..<at].last != UInt8(ascii: "/") {
      // Behind a first segment without `@` the host stays beyond doubt, in what is shown too.
      shown = rest[..<at].dropFirst().contains(UInt8(ascii: "/")) ? "/***/***" : "/***"
      rest = rest[at...]
    }
    let segments = rest.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    return shown
      + segments.map { segment in
        guard let equals = segment.firstIndex(of: UInt8(ascii: "=")) else {
          return String(Substring(segment))
        }
        return "\(Substring(segment[..<equals]))=***"
      }.chained(by: "/")
  }

  /// The query with `***` for every value, and for what has no name or one with an `@`.
  ///
  /// That may be a secret by itself. Of `?…@` behind a host nothing is shown: the `?` may stand within a password.
  private var redactedQuery: String {
    guard let query, !query.isEmpty else { return "" }
    let at = UInt8(ascii: "@")
    guard !path.isEmpty || !query.utf8.contains(at) else { return "?***" }
    let pairs = query.utf8.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false)
    let shown = pairs.map { pair in
      guard let equals = pair.firstIndex(of: UInt8(ascii: "=")), !pair[..<equals].contains(at) else {
        return pair.isEmpty ? "" : "***"
      }
      return "\(Substring(pair[..<equals]))=***"
    }
    return "?" + shown.joined(separator: "&")
  }
}

extension Substring {
  /// Removes and returns what stands before the first `delimiter`, and removes that as well.
  fileprivate mutating func take(upTo delimiter: Unicode.Scalar) -> String? {
    guard let index = utf8.firstIndex(of: UInt8(ascii: delimiter)) else { return nil }
    defer { self = self[utf8.index(after: index)...] }
    return String(self[..<index])
  }

  /// The same for the last `delimiter`.
  fileprivate mutating func take(upToLast delimiter: Unicode.Scalar) -> String? {
    guard let index = utf8.lastIndex(of: UInt8(ascii: delimiter)) else { return nil }
    defer { self = self[utf8.index(after: index)...] }
    return String(self[..<index])
  }

  /// Removes everything from the first `delimiter` on; returns it without that.
  fileprivate mutating func cut(from delimiter: Unicode.Scalar) -> String? {
    guard let index = utf8.firstIndex(of: UInt8(ascii: delimiter)) else { return nil }
    defer { self = self[..<index] }
    return String(self[utf8.index(after: index)...])
  }
}
