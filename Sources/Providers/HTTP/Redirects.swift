/// The way of one attempt from the source's URL through redirects (RFC 9110 section 15.4): a small state
/// machine.
struct Redirects: Hashable {
  /// What a response means for the way.
  enum Step: Hashable {
    /// The response is no redirect, or names no target.
    case stay
    case go
    case refuse(TransferReport.Refusal)
  }

  private(set) var url: HTTPURL
  private(set) var count = 0
  /// Whether no other origin was on the way, so that the configured headers may be sent.
  ///
  /// Once left, it is left for the whole attempt, even where a stranger redirects back (Fetch standard,
  /// "HTTP-redirect fetch").
  private(set) var isAtHome = true
  private let most: Int

  /// - Parameter most: How many redirects are followed.
  init(from url: HTTPURL, most: Int) {
    self.url = url
    self.most = most
  }

  /// A response arrived.
  ///
  /// - Parameters:
  ///   - location: What its header Location says.
  ///   - resolve: Gives the URL to which a reference leads from another URL; nil for what is no URL.
  mutating func responded(
    status: Int, location: String?, resolve: (_ reference: String, _ base: String) -> String?
  ) -> Step {
    guard [301, 302, 303, 307, 308].contains(status), let location else { return .stay }
    guard count < most else { return .refuse(.redirects(limit: most)) }
    if let scheme = Self.scheme(of: location), scheme != "http", scheme != "https" {
      return .refuse(.redirect(scheme: scheme))
    }
    guard let text = resolve(location, url.text), let next = try? HTTPURL(text) else {
      return .refuse(.redirectWithoutURL)
    }
    isAtHome = isAtHome && next.origin == url.origin
    url = next.withCredentials(of: url)
    count += 1
    return .go
  }

  /// In lower case (RFC 3986 section 3.1); nil for a reference without one.
  private static func scheme(of reference: String) -> String? {
    let name = reference.utf8.prefix { $0 != UInt8(ascii: ":") }
    guard name.endIndex < reference.utf8.endIndex, let first = name.first, isLetter(first) else { return nil }
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    guard name.allSatisfy({ isLetter($0) || digits ~= $0 || "+-.".utf8.contains($0) }) else { return nil }
    return String(Substring(name)).lowercased()
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
  }
}
