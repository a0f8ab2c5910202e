/// The shape of a resource's value.
package enum ResourceShape: String, CaseIterable, Hashable, Sendable {
  case fleet, menu
  /// Any JSON value.
  case any
}

/// The value of a resource.
package enum ResourceValue: Hashable, Sendable {
  case fleet(Fleet)
  case menu(Menu)
  case any(OpaqueJSON)
}

/// A JSON value of any form, as a source gave it.
///
/// It is kept as text, so that large numbers, the order of members and repeated names stay as they are. Two
/// values are equal if their texts are.
package struct OpaqueJSON: Hashable, Sendable {
  /// One JSON value in UTF-8, without white space between its tokens and without line breaks in its strings.
  package let text: [UInt8]

  /// Takes a text that was normalised by `JSONWriter.compacted(_:)`.
  package init(normalised text: [UInt8]) {
    self.text = text
  }
}
