import Text

/// A string of the configuration: `${NAME}` is a variable of the environment, `$${` is `${` itself, and in a header's
/// value `${file:PATH}` is what a file holds.
enum StringTemplate {
  /// Bytes of the longest value: no server takes one as long, and few names make much of a long variable.
  private static let limit = 65_536

  /// What a name between the braces stands for.
  enum Name: Hashable {
    case variable(String)
    /// The path of a file.
    case file(String)
  }

  /// - Parameters:
  ///   - header: The name of the header; nil for another string, which may name no files: only headers are never shown.
  ///   - note: Called with each name.
  static func expanded(
    _ template: String, of header: String? = nil, _ environment: Environment,
    noting note: (Name) -> Void = { _ in }
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
        result += try value(&rest, of: header, environment, note)
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

  /// The template as it may be shown: `Bearer ${TOKEN}`, and `***` for what stands in it literally.
  static func masked(_ template: String) -> String {
    var shown = ""
    var rest = Substring(template)
    for scheme in ["Basic ", "Bearer ", "Token "] where rest.hasPrefix(scheme) {
      shown = scheme
      rest = rest.dropFirst(scheme.count)
    }
    var isMasked = false
    while !rest.isEmpty {
      if rest.hasPrefix("${"), let end = rest.firstIndex(of: "}") {
        shown += rest[...end]
        rest = rest[rest.index(after: end)...]
        isMasked = false
      } else {
        if !isMasked { shown += "***" }
        isMasked = true
        rest = rest.dropFirst(rest.hasPrefix("$${") ? 3 : 1)
      }
    }
    return shown
  }

  private static func check(_ value: String, of header: String?) throws(UnfitValue) {
    guard value.utf8.count <= limit else {
      let place = header.map { " in the value of “\($0.excerpt)”" } ?? ""
      throw UnfitValue(expectation: "must hold at most \(limit) bytes\(place)")
    }
  }

  /// Takes `${NAME}` from the beginning and gives what it stands for.
  private static func value(
    _ rest: inout Substring, of header: String?, _ environment: Environment, _ note: (Name) -> Void
  ) throws(UnfitValue) -> String {
    let place = header.map { " in “\($0.excerpt)”" } ?? ""
    let name = rest.dropFirst(2).prefix { $0 != "}" }
    let isClosed = name.endIndex < rest.endIndex
    if isClosed, name.hasPrefix("file:") {
      rest = rest[rest.index(after: name.endIndex)...]
      let path = String(name.dropFirst("file:".count))
      guard header != nil else {
        throw UnfitValue(expectation: "must name no file as ${file:PATH}; only the value of a header may")
      }
      note(.file(path))
      return try SecretFile.contents(path, of: place)
    }
    guard isClosed, isName(name) else {
      throw UnfitValue(
        expectation:
          "must name a variable\(place) as ${NAME}, of letters, digits and _; $${ stands for ${ itself")
    }
    rest = rest[rest.index(after: name.endIndex)...]
    guard let value = environment[String(name)] else {
      throw UnfitValue(
        expectation: "needs the variable \(String(name).excerpt)\(place), which is not set in the environment"
      )
    }
    note(.variable(String(name)))
    return value
  }

  private static func isName(_ text: Substring) -> Bool {
    guard let first = text.utf8.first, !(UInt8(ascii: "0")...UInt8(ascii: "9") ~= first) else { return false }
    return text.utf8.allSatisfy { $0.isLetterOrDigit || $0 == UInt8(ascii: "_") }
  }
}
