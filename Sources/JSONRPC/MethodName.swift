package import Jansson

/// The name of a method that a call wants, as a ``Router`` looks for it.
package enum MethodName: Sendable {
  case short(ShortBytes)
  /// Longer than any method's name, and kept for the response.
  case long(String)

  package init(_ name: String) {
    self = ShortBytes(name).map(MethodName.short) ?? .long(name)
  }

  /// The value of the string literal at `range` of a scanned text.
  ///
  /// - Parameter mayHaveEscapes: False for a text whose outline has none.
  init(literal range: Range<Int>, of text: Span<UInt8>, mayHaveEscapes: Bool) {
    let inside = range.lowerBound + 1..<range.upperBound - 1
    if !mayHaveEscapes, let short = ShortBytes(text, inside) {
      self = .short(short)
    } else {
      self.init(JSONString.decode(text.extracting(range)))
    }
  }
}

extension MethodName: CustomStringConvertible {
  package var description: String {
    switch self {
    case .short(let bytes): bytes.string
    case .long(let name): name
    }
  }
}
