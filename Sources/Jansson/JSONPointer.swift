import Text

/// JSON Pointer, RFC 6901.
package enum JSONPointer {
  /// A member's name as a reference token, behind its slash.
  ///
  /// Only the excerpt of a very long name: no client gets its own megabyte back.
  package static func token(_ name: String) -> String {
    if let token = shortToken(name.utf8Span.span) { return token }
    return "/" + name.excerpt.replacing("~", by: "~0").replacing("/", by: "~1")
  }

  /// The same for a short name that stands for itself, as nearly every one does; nil for another.
  private static func shortToken(_ name: Span<UInt8>) -> String? {
    var token = InlineArray<24, UInt8>(repeating: UInt8(ascii: "/"))
    guard name.count < token.count else { return nil }
    for index in name.indices {
      if name[index] == UInt8(ascii: "~") || name[index] == UInt8(ascii: "/") { return nil }
      token[index + 1] = name[index]
    }
    return String(utf8: token.span.extracting(first: name.count + 1))
  }

  /// The reference tokens of the whole way; "" for the outermost value.
  package static func pointer(to path: JSONPath) -> String {
    path.steps.map { step in
      switch step {
      case .name(let name): token(name)
      case .index(let index): "/\(index)"
      }
    }.joined()
  }
}
