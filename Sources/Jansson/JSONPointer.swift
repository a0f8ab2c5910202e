import Text

/// JSON Pointer, RFC 6901.
package enum JSONPointer {
  /// A member's name as a reference token, behind its slash.
  ///
  /// Only the excerpt of a very long name: no client gets its own megabyte back.
  package static func token(_ name: String) -> String {
    let name = name.excerpt
    // Nearly every name stands for itself, and this is asked for every argument.
    guard name.utf8.contains(where: { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }) else {
      return "/" + name
    }
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
