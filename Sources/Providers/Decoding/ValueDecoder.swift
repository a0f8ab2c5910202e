package import Jansson
package import StatusCore
import Text

/// Makes a resource's value of the bytes of a source.
///
/// The checks have one order (docs/protocol.md): is there anything, is it UTF-8, is it JSON, has it the shape.
package enum ValueDecoder {
  /// What a body may hold; its bytes are capped by the source.
  ///
  /// 124 levels are 128 less four: a message may nest 128 deep, and puts at most four levels around a value
  /// (batch, response, result, snapshot). So what is sent to a client is never deeper than what a client may
  /// send.
  package static let budget = JSONBudget(depth: 124, tokens: 2_000_000)

  /// Reads a value.
  ///
  /// - Parameters:
  ///   - address: The source's, for `detail.url`.
  ///   - excerpts: Whether a body that is malformed or has another shape is quoted in `detail.excerpt`.
  /// - Returns: The value, or a problem: `missingData`, `malformedData` or `unexpectedShape`.
  package static func decode(
    _ body: [UInt8], as shape: ResourceShape, from address: String, excerpts: Bool = true
  ) -> Result<ResourceValue, Problem> {
    do throws(Problem) {
      let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
      let text = body.span.extracting((body.starts(with: mark) ? mark.count : 0)...)
      try check(text)
      switch shape {
      case .fleet: return .success(.fleet(try Fleet(ValueReader(try parse(text)))))
      case .menu: return .success(.menu(try Menu(ValueReader(try parse(text)))))
      case .any: return .success(.any(OpaqueJSON(text)))
      }
    } catch {
      var problem = error
      problem.detail.url = address
      if excerpts, problem.kind != .missingData { problem.detail.excerpt = excerpt(of: body) }
      return .failure(problem)
    }
  }

  /// The first 200 characters of a body on one line, for whoever has to find out what its server sends.
  private static func excerpt(of body: [UInt8]) -> String {
    let length = 200
    // A character has at most four bytes, and a byte order mark stands before the first.
    let scalars = String(decoding: body.prefix(4 * (length + 1)), as: UTF8.self).unicodeScalars
    let text = scalars.first == "\u{FEFF}" ? scalars.dropFirst() : scalars[...]
    return String(Substring(text.prefix(length))).visible
  }

  /// The JSON of a part of a file that is no resource's.
  ///
  /// - Parameters:
  ///   - path: JSON Pointer of the part.
  ///   - offset: Bytes of the file that stand before it.
  static func reader(of part: [UInt8], at path: String, offset: Int) throws(Problem) -> ValueReader {
    try check(part.span, offset: offset)
    return ValueReader(try parse(part.span), path: path)
  }

  /// Passes JSON that is within the budget.
  private static func check(_ text: Span<UInt8>, offset: Int = 0) throws(Problem) {
    guard let start = text.indices.first(where: { text[$0] > 0x20 }) else { throw Problem(.missingData) }
    guard (try? UTF8Span(validating: text)) != nil else {
      throw malformed("utf8", "The data is not UTF-8 text.")
    }
    guard text[start] != UInt8(ascii: "<") else {
      throw malformed("html", "The data is a web page and not JSON. A login page, perhaps.")
    }
    try scan(text, offset: offset)
  }

  private static func parse(_ text: Span<UInt8>) throws(Problem) -> JSONValue {
    do throws(JSONParseError) {
      return try readable(text)
    } catch {
      throw malformed("syntax", "The data is not usable JSON: \(error.words).")
    }
  }

  /// Parses a text in which integers may have any number of digits.
  ///
  /// A price of thirty digits is rounded to a double like one with a fraction: JSON has one kind of number
  /// (RFC 8259 section 6). Only jansson has two, and its integers end at 64 bits.
  private static func readable(_ text: Span<UInt8>) throws(JSONParseError) -> JSONValue {
    do throws(JSONParseError) {
      return try JSONValue.parse(text)
    } catch  where error.reason == .numberRange {
      return try JSONValue.parse(text, roundsIntegers: true)
    }
  }

  private static func scan(_ text: Span<UInt8>, offset start: Int) throws(Problem) {
    var scanner = JSONScanner(budget: budget, keepsOutline: false)
    do throws(JSONScanError) {
      try scanner.scan(text)
    } catch {
      switch error {
      case .syntax(let found, let offset):
        throw malformed("syntax", "The data is not JSON: \(found) at byte \(start + offset).")
      case .tooDeep(let limit):
        throw overBudget("tooDeep", limit, "The data nests deeper than \(limit) levels.")
      case .tooManyValues(let limit):
        throw overBudget("tooManyValues", limit, "The data has more than \(limit) values.")
      }
    }
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
}

extension JSONParseError {
  /// Why, without jansson's own message, which may quote the text.
  fileprivate var words: String {
    switch reason {
    case .duplicateKey: "an object has two members of one name"
    case .numberRange: "a number is too large for a double"
    case .nullInKey: "a member's name has U+0000 in it"
    case .syntax, .encoding, .resources: "it cannot be read at byte \(offset)"
    }
  }
}

extension OpaqueJSON {
  /// Keeps a text that was checked.
  ///
  /// No tree is made of it, so that a body costs its own size and no more.
  fileprivate init(_ text: Span<UInt8>) {
    var json = JSONWriter()
    json.compacted(text)
    self.init(normalised: json.bytes)
  }
}
