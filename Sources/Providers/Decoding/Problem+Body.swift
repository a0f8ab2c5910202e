import Jansson
import StatusCore
import Text

/// What can be wrong with a body before its shape is looked at.
extension Problem {
  static var notUTF8: Problem { malformed("utf8", .notUTF8) }
  static var webPage: Problem { malformed("html", .webPage) }

  /// JSON that is no value.
  static func unusable(_ data: Explanation.Data) -> Problem { malformed("syntax", data) }

  /// - Parameters:
  ///   - start: Bytes of the file that stand before the text.
  ///   - limit: The key of the configuration that sets the limit of values, if one does.
  init(_ error: JSONScanError, offset start: Int = 0, limit key: String? = nil) {
    switch error {
    case .syntax(let found, let offset):
      self = .malformed("syntax", .syntax(found: found, offset: start + offset))
    case .tooDeep(let limit): self = .overBudget("tooDeep", limit, .tooDeep(limit: limit))
    case .tooManyValues(let limit): self = .tooManyValues(limit, key)
    }
  }

  static func tooManyValues(_ limit: Int, _ key: String?) -> Problem {
    .overBudget("tooManyValues", limit, .tooManyValues(limit: limit, key: key))
  }

  init(_ refusal: ResumableScanner.Refusal) {
    switch refusal {
    case .duplicateName: self = .unusable(.duplicateName)
    case .numberRange: self = .unusable(.numberRange)
    case .nullInName: self = .unusable(.nullInName)
    }
  }

  private static func malformed(_ reason: String, _ data: Explanation.Data) -> Problem {
    var detail = FailureDetail()
    detail.reason = reason
    return Problem(.malformedData, detail: detail, explanation: .data(data))
  }

  private static func overBudget(_ reason: String, _ limit: Int, _ data: Explanation.Data) -> Problem {
    var problem = Problem(.unexpectedShape, explanation: .data(data))
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

// MARK: Sources on this computer

extension Problem {
  /// The same problem in the words of its source: a program or a file has no address, and gives no pages.
  ///
  /// - Parameter first: The first byte of the body that is no white space.
  func inWords(of origin: LocalOrigin?, beginning first: UInt8?) -> Problem {
    guard kind == .malformedData, let origin, case .data(let data, nil) = explanation else { return self }
    var problem = self
    let isStructured = first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
    let isText = detail.reason == "syntax" && !isStructured
    problem.explanation = .data(isText ? .text : data, of: origin)
    return problem
  }
}
