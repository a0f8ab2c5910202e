import Providers
import Text

/// A string of the configuration: `${NAME}` is a variable of the environment, `$${` is `${` itself, and in a header's
/// value `${file:PATH}` is what a file holds.
enum StringTemplate {
  /// Bytes of the longest value: few names make much of a long variable.
  private static let limit = HTTPHeader.longestValue

  /// What the value of a header is made of, with variables in their places.
  ///
  /// - Parameters:
  ///   - header: The name of the header.
  ///   - note: Called with the name of each variable.
  static func parts(
    _ template: String, of header: String, _ environment: Environment,
    noting note: (String) -> Void = { _ in }
  ) throws(UnfitValue) -> [HeaderTemplate.Part] {
    let place = " in “\(header.excerpt)”"
    var parts: [HeaderTemplate.Part] = []
    var text = ""
    for piece in try pieces(of: template, at: place) {
      switch piece {
      case .text(let literal): text += literal
      case .variable(let name):
        note(name)
        text += try value(of: name, environment, at: place)
      case .file(let path):
        if !text.isEmpty { parts.append(.text(text)) }
        parts.append(.file(environment.path(path)))
        text = ""
      }
      try check(text, at: " in the value of “\(header.excerpt)”")
    }
    return parts + (text.isEmpty ? [] : [.text(text)])
  }

  /// A string with variables in their places; it names no files, since only headers are never shown.
  ///
  /// - Parameter standIn: What stands for a variable that is not set; nil to throw.
  static func expanded(
    _ template: String, _ environment: Environment, standIn: String? = nil
  ) throws(UnfitValue) -> String {
    var result = ""
    for piece in try pieces(of: template) {
      switch piece {
      case .text(let literal): result += literal
      case .variable(let name):
        if let standIn, environment.named(name) == nil {
          result += standIn
        } else {
          result += try value(of: name, environment)
        }
      case .file:
        throw UnfitValue(expectation: "must name no file as ${file:PATH}; only the value of a header may")
      }
      try check(result)
    }
    return result
  }

  private static func check(_ value: String, at place: String = "") throws(UnfitValue) {
    guard value.utf8.count <= limit else {
      throw UnfitValue(expectation: "must hold at most \(limit) bytes\(place)")
    }
  }

  private static func value(
    of name: String, _ environment: Environment, at place: String = ""
  ) throws(UnfitValue) -> String {
    if let value = environment.named(name) { return value }
    throw UnfitValue(
      expectation: "needs the variable \(name.excerpt)\(place), which is not set in the environment",
      isMissing: true)
  }
}

// MARK: Pieces

extension StringTemplate {
  private enum Piece {
    case text(String)
    case variable(String)
    /// The path of a file.
    case file(String)
  }

  private static func pieces(of template: String, at place: String = "") throws(UnfitValue) -> [Piece] {
    var pieces: [Piece] = []
    var rest = Substring(template)
    while let dollar = rest.utf8.firstIndex(of: UInt8(ascii: "$")) {
      if dollar > rest.startIndex { pieces.append(.text(String(rest[..<dollar]))) }
      rest = rest[dollar...]
      if rest.begins(with: "$${") {
        pieces.append(.text("${"))
        rest = rest.dropping(scalars: 3)
      } else if rest.begins(with: "${") {
        pieces.append(try name(&rest, at: place))
      } else {
        pieces.append(.text("$"))
        rest = rest.dropping(scalars: 1)
      }
    }
    return rest.isEmpty ? pieces : pieces + [.text(String(rest))]
  }

  /// Takes `${NAME}` from the beginning.
  private static func name(_ rest: inout Substring, at place: String) throws(UnfitValue) -> Piece {
    let name = rest.dropping(scalars: 2).before("}")
    let isFile = name.begins(with: "file:")
    guard name.endIndex < rest.endIndex, isFile || isName(name) else {
      throw UnfitValue(
        expectation:
          "must name a variable\(place) as ${NAME}, of letters, digits and _; $${ stands for ${ itself")
    }
    rest = rest[rest.utf8.index(after: name.endIndex)...]
    guard isFile else { return .variable(String(name)) }
    let path = String(name.dropping(scalars: "file:".unicodeScalars.count))
    guard !path.isEmpty, !path.utf8.contains(0) else {
      throw UnfitValue(expectation: "must name a file\(place) as ${file:PATH}")
    }
    return .file(path)
  }

  private static func isName(_ text: Substring) -> Bool {
    guard let first = text.utf8.first, !(UInt8(ascii: "0")...UInt8(ascii: "9") ~= first) else { return false }
    return text.utf8.allSatisfy { $0.isLetterOrDigit || $0 == UInt8(ascii: "_") }
  }
}

// MARK: Doubts

extension StringTemplate {
  /// The name of a variable that stands there without braces, as a shell has it: `$TOKEN`.
  static func bareVariable(in template: String) -> String? {
    let bytes = Array(template.utf8)
    for index in bytes.indices where bytes[index] == UInt8(ascii: "$") {
      let name = bytes[(index + 1)...].prefix { byte in
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
          true
        default: false
        }
      }
      let text = String(decoding: name, as: UTF8.self)
      if 3...64 ~= name.count, isName(text[...]) { return text }
    }
    return nil
  }
}

// MARK: Showing

extension StringTemplate {
  /// The template as it may be shown: `Bearer ${TOKEN}`, and `***` for what stands in it literally.
  static func masked(_ template: String) -> String {
    var shown = ""
    var rest = Substring(template)
    let schemes = ["Basic ", "Bearer ", "Token ", "https://", "http://", "file:"]
    for scheme in schemes where rest.begins(with: scheme) {
      shown = scheme
      rest = rest.dropping(scalars: scheme.unicodeScalars.count)
    }
    var isMasked = false
    while !rest.isEmpty {
      if rest.begins(with: "${"), let end = rest.utf8.firstIndex(of: UInt8(ascii: "}")) {
        let behind = rest.utf8.index(after: end)
        shown += rest[..<behind]
        rest = rest[behind...]
        isMasked = false
      } else {
        if !isMasked { shown += "***" }
        isMasked = true
        rest = rest.dropping(scalars: rest.begins(with: "$${") ? 3 : 1)
      }
    }
    return shown
  }
}

extension Substring {
  /// By scalars: a combining mark would make one character of a brace and itself, and hide the brace.
  fileprivate func dropping(scalars count: Int) -> Substring { Substring(unicodeScalars.dropFirst(count)) }

  fileprivate func before(_ scalar: Unicode.Scalar) -> Substring {
    Substring(unicodeScalars.prefix { $0 != scalar })
  }
}
