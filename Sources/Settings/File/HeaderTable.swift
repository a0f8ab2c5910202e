import Providers
import Text

/// `headers` of a resource: names and strings in which `${NAME}` stands for a variable of the environment, and
/// `${file:PATH}` for what a file holds.
struct HeaderTable {
  private(set) var headers: [HTTPHeader] = []
  /// Those whose values name files.
  private(set) var templates: [HeaderTemplate] = []
  /// The variables that their values name.
  private(set) var variables: Set<String> = []
  private var seen: Set<String> = []

  /// Those that belong to the transfer or to the daemon itself; the latter asks with what it remembers.
  private static let reserved: Set<String> = [
    "connection", "content-length", "if-modified-since", "if-none-match", "last-event-id",
    "transfer-encoding",
  ]

  /// Adds a header whose value names variables of `environment`.
  mutating func add(_ member: GivenValue.Member, _ environment: Environment) throws(UnfitValue) {
    let name = member.name
    try Self.check(name: name)
    guard seen.insert(name.lowercased()).inserted else {
      throw UnfitValue(expectation: "holds “\(name.excerpt)” twice, in different letters")
    }
    guard case .string(let template) = member.value else {
      throw UnfitValue(
        expectation: "must be a table of strings; “\(name.excerpt)” is none",
        got: Self.described(member.value))
    }
    let parts = try StringTemplate.parts(template, of: name, environment) { variables.insert($0) }
    for case .text(let text) in parts { try Self.check(value: text, of: name) }
    guard parts.contains(where: \.isFile) else {
      var value = ""
      if case .text(let text)? = parts.first { value = text }
      return headers.append(HTTPHeader(name: name, value: value))
    }
    templates.append(HeaderTemplate(name: name, parts: parts))
    do throws(SecretFileFault) {
      _ = try templates[templates.count - 1].header()
    } catch {
      throw UnfitValue(
        expectation: error.need(of: " in “\(name.excerpt)”"), isMissing: true)
    }
  }

  /// The files that their values name.
  var files: [String] {
    templates.flatMap(\.parts).compactMap {
      if case .file(let path) = $0 { HomePath.expanded(path) ?? path } else { nil }
    }
  }

  static func headers(
    _ members: [GivenValue.Member], _ environment: Environment
  ) throws(UnfitValue) -> [HTTPHeader] {
    var table = HeaderTable()
    for member in members { try table.add(member, environment) }
    return table.headers + table.templates.compactMap(\.present)
  }

  /// What stands in the place of a header's value; a number may be a secret.
  private static func described(_ value: GivenValue) -> String {
    switch value {
    case .integer, .real: "a number"
    default: value.kind
    }
  }

  /// A token (RFC 9110 section 5.6.2).
  private static func check(name: String) throws(UnfitValue) {
    let token = String(decoding: name.utf8.prefix(while: isTokenByte), as: UTF8.self)
    // What comes behind may be the value, secret and all, in the wrong place.
    guard token == name, !name.isEmpty else {
      throw UnfitValue(
        expectation:
          "must have names of letters, digits and !#$%&'*+-.^_`|~ only; one begins with “\(token.excerpt)”"
      )
    }
    guard !reserved.contains(name.lowercased()) else {
      throw UnfitValue(expectation: "must leave “\(name.excerpt)” to statusd, which sends it itself")
    }
  }

  private static func isTokenByte(_ byte: UInt8) -> Bool {
    byte.isLetterOrDigit || "!#$%&'*+-.^_`|~".utf8.contains(byte)
  }

  private static func check(value: String, of name: String) throws(UnfitValue) {
    guard HTTPHeader.canHold(value) else {
      throw UnfitValue(
        expectation: "must hold no line end or other control character in the value of “\(name.excerpt)”")
    }
  }
}

extension HeaderTemplate.Part {
  fileprivate var isFile: Bool {
    if case .file = self { true } else { false }
  }
}

extension UInt8 {
  /// Of ASCII.
  var isLetterOrDigit: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: false
    }
  }
}
