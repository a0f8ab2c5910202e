/// The text of a header's value: `${NAME}` is a variable of the environment, `$${` is `${` itself.
enum HeaderTemplate {
  static func expanded(
    _ template: String, of header: String, _ environment: [String: String]
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
    }
    return result + rest
  }

  /// Takes `${NAME}` from the beginning and gives what it stands for.
  private static func variable(
    _ rest: inout Substring, of header: String, _ environment: [String: String]
  ) throws(UnfitValue) -> String {
    let name = rest.dropFirst(2).prefix { $0 != "}" }
    guard name.endIndex < rest.endIndex, isName(name) else {
      throw UnfitValue(
        expectation:
          "must name a variable in “\(header)” as ${NAME}, of letters, digits and _; $${ stands for ${ itself"
      )
    }
    rest = rest[rest.index(after: name.endIndex)...]
    guard let value = environment[String(name)] else {
      throw UnfitValue(
        expectation: "needs the variable \(name) in “\(header)”, which is not set in the environment")
    }
    return value
  }

  private static func isName(_ text: Substring) -> Bool {
    guard let first = text.utf8.first, !(UInt8(ascii: "0")...UInt8(ascii: "9") ~= first) else { return false }
    return text.utf8.allSatisfy { $0.isLetterOrDigit || $0 == UInt8(ascii: "_") }
  }
}
