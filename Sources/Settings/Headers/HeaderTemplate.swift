import Text

/// The text of a header's value: `${NAME}` is a variable of the environment, `$${` is `${` itself.
enum HeaderTemplate {
  /// Bytes of the longest value: no server takes one as long, and few names make much of a long variable.
  private static let limit = 65_536

  static func expanded(
    _ template: String, of header: String, _ environment: Environment
  ) throws(UnfitValue) -> String {
    var result = ""
    var rest = Substring(template)
    while let dollar = rest.firstIndex(of: "$") {
      result += rest[..<dollar]
      rest = rest[dollar...]
      if rest.hasPrefix("$${") {
        result += "${"
        rest = rest.dropFirst(3)
      } else if rest.hasPrefix("${") {
        result += try variable(&rest, of: header, environment)
      } else {
        result += "$"
        rest = rest.dropFirst()
      }
      try check(result, of: header)
    }
    result += rest
    try check(result, of: header)
    return result
  }

  private static func check(_ value: String, of header: String) throws(UnfitValue) {
    guard value.utf8.count <= limit else {
      throw UnfitValue(
        expectation: "must hold at most \(limit) bytes in the value of “\(header.excerpt)”")
    }
  }

  /// Takes `${NAME}` from the beginning and gives what it stands for.
  private static func variable(
    _ rest: inout Substring, of header: String, _ environment: Environment
  ) throws(UnfitValue) -> String {
    let name = rest.dropFirst(2).prefix { $0 != "}" }
    guard name.endIndex < rest.endIndex, isName(name) else {
      throw UnfitValue(
        expectation:
          "must name a variable in “\(header.excerpt)” as ${NAME}, of letters, digits and _; $${ stands for ${ itself"
      )
    }
    rest = rest[rest.index(after: name.endIndex)...]
    guard let value = environment[String(name)] else {
      throw UnfitValue(
        expectation:
          "needs the variable \(String(name).excerpt) in “\(header.excerpt)”, which is not set in the environment"
      )
    }
    return value
  }

  private static func isName(_ text: Substring) -> Bool {
    guard let first = text.utf8.first, !(UInt8(ascii: "0")...UInt8(ascii: "9") ~= first) else { return false }
    return text.utf8.allSatisfy { $0.isLetterOrDigit || $0 == UInt8(ascii: "_") }
  }
}
