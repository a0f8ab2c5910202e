/// Where things stand in a text: ranges of bytes of the value itself and, one level down, of its parts.
package struct JSONOutline: Sendable {
  package enum Kind: Hashable, Sendable {
    case object, array, string, number, boolean, null
  }

  /// A member of an object, or an element of an array.
  package struct Part: Hashable, Sendable {
    /// The name with its quotes, as written; empty for an element.
    package let name: Range<Int>
    package let value: Range<Int>

    package init(name: Range<Int>, value: Range<Int>) {
      self.name = name
      self.value = value
    }
  }

  package internal(set) var kind = Kind.null
  /// False where a string is written with an escape, or a number may be beyond 64 bits, at whatever depth.
  package internal(set) var isPlain = true
  /// The members or elements, in order; those seen so far when the scan failed.
  package internal(set) var parts: [Part] = []
  /// The name of the member that the scan did not get to the end of; nil after a whole text.
  package internal(set) var unfinishedName: Range<Int>?

  /// Where the container begins whose parts are ``innerParts``; nil for a text without it.
  package internal(set) var innerStart: Int?
  /// The parts of the member that ``JSONScanner/init(budget:keepsOutline:outlining:)`` names, in order.
  package internal(set) var innerParts: [Part] = []

  /// The members of an object; empty for anything else.
  package var members: [Part] { kind == .object ? parts : [] }
  /// The elements of an array; empty for anything else.
  package var elements: [Range<Int>] { kind == .array ? parts.map(\.value) : [] }
}
