import Text

/// What a request carried that nobody but its server may see.
///
/// A server may repeat it in its own words: "The token abc has expired."
struct Secrets {
  private let all: Set<String>

  init(urls: [HTTPURL], headers: [HTTPHeader]) {
    let found = urls.flatMap(\.secrets) + headers.flatMap(\.secrets)
    // What is too short is no secret, and would spoil every word that holds it.
    all = Set(found.filter { $0.utf8.count > 2 })
  }

  /// The text with `***` in the place of each secret.
  func hidden(in text: String) -> String {
    // The longest first: one may be a part of another.
    let sorted = all.sorted { ($1.utf8.count, $0) < ($0.utf8.count, $1) }
    // By bytes: to Swift's `Character` a secret with a combining mark behind it is another string.
    let bytes = sorted.reduce(Array(text.utf8)) { $0.replacing(Array($1.utf8), with: Array("***".utf8)) }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension HTTPHeader {
  /// The value and its words, but for the scheme of credentials (`Bearer`, RFC 9110 section 11.4).
  fileprivate var secrets: [String] {
    let words = value.utf8.split { " ,;=\"".utf8.contains($0) }.map { String(Substring($0)) }
    let isCredentials = isNamed("authorization") || isNamed("proxy-authorization")
    return [value] + words.dropFirst(isCredentials && words.count > 1 ? 1 : 0)
  }
}

extension HTTPURL {
  /// Name and password, and the query's values.
  fileprivate var secrets: [String] {
    guard let parts = URLParts(text) else { return [] }
    let userInfo = parts.userInfo.map { [$0] + $0.parts(between: ":").map(String.init) } ?? []
    let values = parts.query?.parts(between: "&").map { pair in
      pair.parts(between: "=", most: 1).last.map(String.init) ?? ""
    }
    return userInfo + (values ?? [])
  }
}
