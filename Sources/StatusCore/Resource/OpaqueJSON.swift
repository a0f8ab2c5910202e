/// A JSON value of which nothing is known but that it is one, as a source gave it.
///
/// It is kept as its text: numbers beyond 64 bits, the order of members and members of one name are the
/// source's, and stay so. Two are the same when their texts are.
package struct OpaqueJSON: Hashable, Sendable {
  /// One JSON value in UTF-8, with no white space between its tokens and no line break inside its strings.
  package let text: [UInt8]

  /// Takes a text that whoever read it has normalised; `JSONWriter.compacted(_:)` does.
  package init(normalised text: [UInt8]) {
    self.text = text
  }
}
