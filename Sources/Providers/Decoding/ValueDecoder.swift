package import Jansson
package import StatusCore

/// Makes values of the bytes of a source at once.
package enum ValueDecoder {
  /// What a body may hold, unless `limits.bodyValues` says otherwise; its bytes are capped by the source.
  ///
  /// 124 levels are 128 less four: a message may nest 128 deep, and puts at most four levels around a value
  /// (batch, response, result, snapshot). So what is sent to a client is never deeper than what a client may
  /// send.
  package static let budget = JSONBudget(depth: 124, tokens: defaultValues)
  /// The default of `limits.bodyValues`.
  package static let defaultValues = 2_000_000

  /// Reads a value, as ``ValueDecoding`` does part by part.
  ///
  /// - Returns: The value, or a problem: `missingData`, `malformedData` or `unexpectedShape`.
  package static func decode(
    _ body: [UInt8], as shape: ResourceShape, at pointer: String = "", from address: String,
    excerpts: Bool = true
  ) -> Result<ResourceValue, Problem> {
    var decoding = ValueDecoding(body, as: shape, at: pointer, from: address, excerpts: excerpts)
    while true {
      switch decoding.proceed() {
      case .value(let value, _): return .success(value)
      case .failure(let problem): return .failure(problem)
      case .unchanged, nil: break
      }
    }
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
  private static func check(_ text: Span<UInt8>, offset: Int) throws(Problem) {
    guard let start = text.indices.first(where: { text[$0] > 0x20 }) else { throw Problem(.missingData) }
    guard (try? UTF8Span(validating: text)) != nil else { throw .notUTF8 }
    guard text[start] != UInt8(ascii: "<") else { throw .webPage }
    var scanner = JSONScanner(budget: budget, keepsOutline: false)
    do throws(JSONScanError) {
      try scanner.scan(text)
    } catch {
      throw Problem(error, offset: offset)
    }
  }

  private static func parse(_ text: Span<UInt8>) throws(Problem) -> JSONValue {
    do throws(JSONParseError) {
      return try readable(text)
    } catch {
      throw .unusable(error.explanation)
    }
  }

  /// Parses a text in which integers may have any number of digits.
  ///
  /// A number of thirty digits is rounded to a double like one with a fraction: JSON has one kind of number
  /// (RFC 8259 section 6). Only jansson has two, and its integers end at 64 bits.
  private static func readable(_ text: Span<UInt8>) throws(JSONParseError) -> JSONValue {
    do throws(JSONParseError) {
      return try JSONValue.parse(text)
    } catch  where error.reason == .numberRange {
      return try JSONValue.parse(text, roundsIntegers: true)
    }
  }
}

extension JSONParseError {
  /// Why, without jansson's own message, which may quote the text.
  fileprivate var explanation: Explanation.Data {
    switch reason {
    case .duplicateKey: .duplicateName
    case .numberRange: .numberRange
    case .nullInKey: .nullInName
    case .syntax, .encoding, .resources: .unreadable(offset: offset)
    }
  }
}
