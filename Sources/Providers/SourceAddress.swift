/// The SOURCE of the command line: where a resource's value comes from.
package enum SourceAddress: Hashable, Sendable {
  /// Built in.
  case demo

  package init(_ text: String) throws(SourceAddressError) {
    guard text == "demo" else { throw SourceAddressError(description: "a source must be demo, got \(text)") }
    self = .demo
  }
}

/// A text that names no source.
package struct SourceAddressError: Error, Hashable, CustomStringConvertible {
  package let description: String
}
