import StatusCore
import Text

/// For how long a response stays fresh (RFC 9111 section 4.2): how long it is
/// of no use to ask again.
enum Freshness {
  /// Longer than this no server is believed.
  static let longest = Duration.seconds(3600)

  /// - Parameters:
  ///   - cacheControl: The headers Cache-Control, in their order.
  ///   - age: The header Age.
  /// - Returns: nil when the response does not say, may not be kept, or is stale already.
  ///
  ///     Cache-Control                Age    fresh for
  ///     max-age=60                   10     50 s
  ///     max-age=60, must-revalidate         60 s: what is forbidden is to use it when it is stale
  ///     max-age=60, no-cache                nil: the strictest counts
  ///     max-age=60, max-age=5               60 s: the first counts
  ///     s-maxage=60                         nil: that is for shared caches
  static func duration(cacheControl: [String], age: String?) -> Duration? {
    let directives = cacheControl.flatMap(directives)
    guard !directives.contains(where: { $0.name == "no-cache" || $0.name == "no-store" }) else { return nil }
    guard let lifetime = directives.first(where: { $0.name == "max-age" }).flatMap({ seconds($0.value) })
    else { return nil }
    // Only the first of several; one that makes no sense counts as absent (section 5.1).
    let first = age.flatMap { $0.parts(between: ",", keepsEmpty: true).first }
    let left = lifetime - (first.flatMap { seconds($0.trimmed) } ?? 0)
    return left > 0 ? min(.seconds(left), longest) : nil
  }

  /// Names in lower case, values without their quotes.
  ///
  /// A comma inside quotes ends a directive too: what follows is a field's name at worst, and none is called
  /// max-age.
  private static func directives(of header: String) -> [(name: String, value: String)] {
    header.parts(between: ",").map { directive in
      let parts = directive.parts(between: "=", most: 1).map(\.trimmed)
      let value = parts.count > 1 ? parts[1] : ""
      let isQuoted = value.utf8.count > 1 && value.begins(with: "\"") && value.ends(with: "\"")
      let text = isQuoted ? String(Substring(value.utf8.dropFirst().dropLast())) : value
      return (parts.first?.lowercased() ?? "", text)
    }
  }

  /// A number of seconds, very many for what does not fit (section 1.2.2); nil for anything else.
  private static func seconds(_ text: String) -> Int? {
    guard !text.isEmpty, text.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) else {
      return nil
    }
    return Int(Int32(text) ?? .max)
  }
}

extension Substring {
  /// Without the white space around it that HTTP allows.
  fileprivate var trimmed: String {
    let isSpace: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 }
    let rest = utf8.drop(while: isSpace)
    guard let last = rest.lastIndex(where: { !isSpace($0) }) else { return "" }
    return String(Substring(rest[...last]))
  }
}
