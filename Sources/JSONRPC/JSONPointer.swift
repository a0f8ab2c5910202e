import Jansson

/// JSON Pointer, RFC 6901.
package enum JSONPointer {
  /// A member's name as a reference token, behind its slash.
  package static func token(_ name: String) -> String {
    "/" + name.replacing("~", by: "~0").replacing("/", by: "~1")
  }

  /// The way to the innermost value that jansson refuses in a text that it refused as a whole.
  ///
  /// jansson tells a byte, not a place. The way is found by asking it again for each part, from the outside
  /// in: at most as many parses as the text has values, of texts that grow shorter.
  static func toRefusedValue(in text: Span<UInt8>) -> String {
    var scanner = JSONScanner(budget: JSONBudget(depth: 128, tokens: .max))
    guard (try? scanner.scan(text)) != nil else { return "" }
    for member in scanner.outline.members {
      let value = text.extracting(member.value)
      if isRefused(value) {
        return token(JSONString.decode(text.extracting(member.name))) + toRefusedValue(in: value)
      }
    }
    for (index, element) in scanner.outline.elements.enumerated() {
      let value = text.extracting(element)
      if isRefused(value) { return "/\(index)" + toRefusedValue(in: value) }
    }
    return ""
  }

  private static func isRefused(_ text: Span<UInt8>) -> Bool {
    (try? JSONValue.parse(text)) == nil
  }
}

extension String {
  /// The string with every `character` replaced.
  func replacing(_ character: Character, by replacement: String) -> String {
    split(separator: character, omittingEmptySubsequences: false).joined(separator: replacement)
  }
}
