import CJansson

/// Why jansson did not take a text.
package struct JSONParseError: Error, Hashable, Sendable {
  package enum Reason: Hashable, Sendable {
    /// No JSON.
    case syntax
    /// Not UTF-8.
    case encoding
    /// An object has two members of one name.
    case duplicateKey
    /// Valid JSON with a number that fits neither 64 bits nor a double.
    case numberRange
    /// Valid JSON with U+0000 in a member's name, which jansson cannot hold.
    case nullInKey
    /// Deeper than jansson parses, or out of memory.
    case resources
  }

  package let reason: Reason
  /// jansson's own words, which may quote the text: not for a log.
  package let message: String
  /// Bytes from the start of the text.
  package let offset: Int
}

extension JSONValue {
  /// Parses one JSON text of any kind: duplicate names are refused, U+0000 in strings is kept.
  ///
  /// The text should have passed a ``JSONScanner`` first: jansson by itself spends forty times a hostile
  /// text's size (ten megabytes of `[1],`).
  ///
  /// - Parameter roundsIntegers: Every integer becomes a double, so that one beyond 64 bits is no failure.
  package static func parse(
    _ text: Span<UInt8>, roundsIntegers: Bool = false
  ) throws(JSONParseError) -> JSONValue {
    _ = hashSeed
    let rounding = roundsIntegers ? JSON_DECODE_INT_AS_REAL : 0
    let flags = Int(JSON_REJECT_DUPLICATES | JSON_DECODE_ANY | JSON_ALLOW_NUL | rounding)
    var failure = json_error_t()
    // SAFETY: jansson reads `count` bytes during the call and keeps none of them.
    let parsed = unsafe text.withUnsafeBytes { bytes in
      unsafe json_loadb(bytes.baseAddress, bytes.count, flags, &failure)
    }
    guard let parsed = unsafe parsed else { throw JSONParseError(failure) }
    return unsafe JSONValue(adopting: parsed)
  }

  /// Seeds jansson's hash tables before the first table is made, once.
  private static let hashSeed: Void = json_object_seed(0)
}

extension JSONParseError {
  fileprivate init(_ failure: json_error_t) {
    let text = unsafe withUnsafeBytes(of: failure.text) { unsafe [UInt8]($0) }
    // The last byte holds the code (jansson.h, json_error_code).
    let code = UInt32(text.last ?? 0)
    let words = text.dropLast().prefix { $0 != 0 }
    self.init(
      reason: Reason(code: code), message: String(decoding: words, as: UTF8.self),
      offset: Int(failure.position))
  }
}

extension JSONParseError.Reason {
  fileprivate init(code: UInt32) {
    self =
      switch code {
      case json_error_invalid_utf8.rawValue: .encoding
      case json_error_duplicate_key.rawValue: .duplicateKey
      case json_error_numeric_overflow.rawValue: .numberRange
      case json_error_null_byte_in_key.rawValue: .nullInKey
      case json_error_out_of_memory.rawValue, json_error_stack_overflow.rawValue: .resources
      default: .syntax
      }
  }
}
