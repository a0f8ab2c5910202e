import Jansson
import StatusCore
import Text

/// What can be wrong with a body before its shape is looked at.
extension Problem {
  static var notUTF8: Problem { malformed("utf8", "The data is not UTF-8 text.") }

  static var webPage: Problem {
    malformed("html", "The data is a web page and not JSON. A login page, perhaps.")
  }

  /// - Parameters:
  ///   - start: Bytes of the file that stand before the text.
  ///   - limit: The key of the configuration that sets the limit of values, if one does.
  init(_ error: JSONScanError, offset start: Int = 0, limit key: String? = nil) {
    switch error {
    case .syntax(let found, let offset):
      self = .malformed("syntax", "The data is not JSON: \(found) at byte \(start + offset).")
    case .tooDeep(let limit):
      self = .overBudget("tooDeep", limit, .explanation(ofDepth: limit))
    case .tooManyValues(let limit): self = .tooManyValues(limit, key)
    }
  }

  static func tooManyValues(_ limit: Int, _ key: String?) -> Problem {
    .overBudget("tooManyValues", limit, .explanation(ofValues: limit, key))
  }

  init(_ refusal: ResumableScanner.Refusal) {
    let words =
      switch refusal {
      case .duplicateName: "an object has two members of one name"
      case .numberRange: "a number is too large for a double"
      case .nullInName: "a member's name has U+0000 in it"
      }
    self = .unusable(words)
  }

  /// JSON that is no value.
  static func unusable(_ words: String) -> Problem {
    malformed("syntax", "The data is not usable JSON: \(words).")
  }

  private static func malformed(_ reason: String, _ explanation: String) -> Problem {
    var detail = FailureDetail()
    detail.reason = reason
    return Problem(.malformedData, detail: detail, explanation: explanation)
  }

  private static func overBudget(_ reason: String, _ limit: Int, _ explanation: String) -> Problem {
    var problem = Problem(.unexpectedShape, explanation: explanation)
    problem.detail.reason = reason
    problem.detail.limit = limit
    return problem
  }

  private static let quotedCharacters = 200
  /// A character has at most four bytes, and a byte order mark stands before the first.
  static let mostQuotedBytes = 4 * (quotedCharacters + 1)

  /// The same problem with the first 200 characters of the body on one line, for whoever has to find out what a
  /// server sends: escaped, they are 200 at most.
  func quoting(_ body: [UInt8]) -> Problem {
    let length = Self.quotedCharacters
    let scalars = String(decoding: body.prefix(Self.mostQuotedBytes), as: UTF8.self).unicodeScalars
    let text = scalars.first == "\u{FEFF}" ? scalars.dropFirst() : scalars[...]
    var problem = self
    problem.detail.excerpt = String(Substring(text.prefix(length))).visible(inScalars: length)
    return problem
  }
}

extension String {
  static func explanation(ofDepth limit: Int) -> String { "The data nests deeper than \(limit) levels." }

  static func explanation(ofValues limit: Int, _ key: String? = nil) -> String {
    let named = key.map { " (\($0))" } ?? ""
    return "The data has more than \(limit) values\(named)."
  }
}

// MARK: Sources on this computer

extension Problem {
  /// The same problem in the words of its source: a program or a file has no address, and gives no pages.
  ///
  /// - Parameter first: The first byte of the body that is no white space.
  func inWords(of origin: LocalOrigin?, beginning first: UInt8?) -> Problem {
    guard kind == .malformedData, let origin, let words = explanation else { return self }
    var problem = self
    let isStructured = first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
    if detail.reason == "html" {
      problem.explanation = "\(origin.deed) a web page or XML, not JSON."
    } else if detail.reason == "syntax", !isStructured {
      problem.explanation = "\(origin.deed) text, not JSON."
    } else if words.utf8.starts(with: "The data ".utf8) {
      problem.explanation = "\(origin.data) \(words.dropFirst("The data ".count))"
    }
    return problem
  }
}

extension LocalOrigin {
  /// What it did, up to the object of the sentence.
  fileprivate var deed: String {
    switch self {
    case .program(let name): "\(name) printed"
    case .stream(let name): "\(name) printed a line of"
    case .file(let path), .places(let path): "\(path) holds"
    }
  }

  /// What it gave.
  fileprivate var data: String {
    switch self {
    case .program(let name): "The output of \(name)"
    case .stream(let name): "A line of \(name)"
    case .file(let path), .places(let path): path
    }
  }
}
