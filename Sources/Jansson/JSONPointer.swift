import Text

/// JSON Pointer, RFC 6901.
package enum JSONPointer {
  /// A member's name as a reference token, behind its slash.
  ///
  /// Only the excerpt of a very long name: no client gets its own megabyte back.
  package static func token(_ name: String) -> String {
    let name = name.excerpt
    // Nearly every name stands for itself, and this is asked for every argument.
    let bytes = name.utf8Span.span
    guard bytes.firstIndex(of: UInt8(ascii: "~")) != nil || bytes.firstIndex(of: UInt8(ascii: "/")) != nil
    else { return "/" + name }
    return "/" + name.replacing("~", by: "~0").replacing("/", by: "~1")
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
