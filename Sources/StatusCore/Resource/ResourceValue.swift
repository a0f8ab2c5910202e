/// The shape of a resource's value.
package enum ResourceShape: String, CaseIterable, Hashable, Sendable {
  case fleet, menu
  /// Any JSON value.
  case any
  /// A JSON string: what the source gives, without the line breaks at its end.
  case text
  /// An array of strings: the lines of that.
  case lines

  /// Whether the source gives text, of which nothing at all is a value too.
  package var isText: Bool { self == .text || self == .lines }
}

/// The value of a resource, as the JSON text that clients get.
///
/// A value is checked, put in order and written once, when it comes. Two values are equal if their texts are.
package struct ResourceValue: Hashable, Sendable {
  /// One JSON value in UTF-8, without white space between its tokens and without line breaks in its strings.
  package let text: [UInt8]

  /// Takes a text in the form in which clients get it.
  package init(normalised text: [UInt8]) {
    self.text = text
  }
}
