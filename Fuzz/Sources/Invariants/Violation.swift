/// An invariant that an input has broken.
package struct Violation: Error, Hashable, Sendable, CustomStringConvertible {
  package let description: String

  package init(_ description: String) {
    self.description = description
  }
}

/// Throws when `condition` does not hold.
func require(_ condition: Bool, _ description: @autoclosure () -> String) throws(Violation) {
  guard condition else { throw Violation(description()) }
}

extension Sequence<UInt8> {
  /// The bytes as a literal that can be read, for what a violation says.
  var quoted: String {
    String(decoding: Array(prefix(400)), as: UTF8.self).debugDescription
  }
}
