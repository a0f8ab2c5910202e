import Jansson

/// JSON Pointer, RFC 6901.
package enum JSONPointer {
  /// A member's name as a reference token, behind its slash.
  ///
  /// Only the excerpt of a very long name: nobody is told a megabyte of his own.
  package static func token(_ name: String) -> String {
    let name = name.excerpt
    // Nearly every name stands for itself, and this is asked for every argument.
    guard name.utf8.contains(where: { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }) else {
      return "/" + name
    }
    return "/" + name.replacing("~", by: "~0").replacing("/", by: "~1")
  }

  static func pointer(to path: JSONPath) -> String {
    path.steps.map { step in
      switch step {
      case .name(let name): token(name)
      case .index(let index): "/\(index)"
      }
    }.joined()
  }
}

extension String {
  /// The string with every `character` replaced; by Unicode scalars, for a combining mark would hide one.
  func replacing(_ character: Unicode.Scalar, by replacement: String) -> String {
    unicodeScalars.split(separator: character, omittingEmptySubsequences: false)
      .map(String.init(_:)).joined(separator: replacement)
  }
}
