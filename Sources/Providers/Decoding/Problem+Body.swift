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
      self = .overBudget("tooDeep", limit, "The data nests deeper than \(limit) levels.")
    case .tooManyValues(let limit):
      let named = key.map { " (\($0))" } ?? ""
      self = .overBudget("tooManyValues", limit, "The data has more than \(limit) values\(named).")
    }
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

  /// The same problem with the first 200 characters of the body on one line, for whoever has to find out what a
  /// server sends: escaped, they are 200 at most.
  func quoting(_ body: [UInt8]) -> Problem {
    let length = 200
    // A character has at most four bytes, and a byte order mark stands before the first.
    let scalars = String(decoding: body.prefix(4 * (length + 1)), as: UTF8.self).unicodeScalars
    let text = scalars.first == "\u{FEFF}" ? scalars.dropFirst() : scalars[...]
    var problem = self
    problem.detail.excerpt = String(Substring(text.prefix(length))).visible(inScalars: length)
    return problem
  }
}
